import {
  PDFBool,
  PDFCheckBox,
  PDFDocument,
  PDFDropdown,
  PDFHexString,
  PDFName,
  PDFRadioGroup,
  PDFSignature,
  PDFString,
  PDFTextField,
  type PDFField,
} from "@cantoo/pdf-lib";
import { asks } from "#model/questionnaires/asked-lines.ts";
import { FIELDS_SHEET, type FoundQuestion } from "#model/questionnaires/layouts.ts";

/*
 * PDFs with fields: those that ask something are questions, and an answer is the value of its field. A
 * filled file begins with every byte of the one that came, and what changed stands behind it.
 */

/** What a PDF's fields say; `fault`: they can't be filled in. */
export interface PdfFields {
  questions: FoundQuestion[];
  fault: "xfa" | "signed" | null;
}

const MAX_LABEL = 1_000;
const MAX_CHOICES = 200;
/** All that the fields say and take, in characters, as a workbook may. */
const MAX_SAID = 8_000_000;
/** A label of fewer words asks nothing, unless it ends as a question does. */
const MIN_WORDS = 3;
const YES_OR_NO = ["Yes", "No"] as const;

interface AskedField {
  field: PDFField;
  label: string;
}

/** Reads the fields of a PDF. @param most one more is enough */
export async function pdfFields(bytes: Uint8Array, most: number): Promise<PdfFields> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  // Before its fields are read: the library drops what it does not know of a form.
  const fault = faultOf(document);
  const asked = fieldsIn(document).slice(0, most + 1);
  const questions = asked.map(({ field, label }, at): FoundQuestion => ({
    sheet: FIELDS_SHEET,
    row: at + 1,
    section: "",
    externalId: "",
    question: label,
    answerColumn: 0,
    commentColumn: null,
    allowed: choicesOf(field),
    answer: valueOf(field),
    comment: "",
    requirements: [],
  }));
  if (isTooMuch(questions)) throw new Error("the fields say too much");
  return { questions, fault };
}

/** Fields may share what they say: a small file can come to gigabytes. */
function isTooMuch(questions: readonly FoundQuestion[]): boolean {
  let left = MAX_SAID;
  for (const { answer, allowed } of questions) {
    left -= answer.length;
    for (const choice of allowed ?? []) left -= choice.length;
    if (left < 0) return true;
  }
  return false;
}

function faultOf(document: PDFDocument): PdfFields["fault"] {
  const form = document.catalog.getAcroForm();
  if (form?.dict.has(PDFName.of("XFA")) === true) return "xfa";
  if (form === undefined) return null;
  const isSigned = document
    .getForm()
    .getFields()
    .some((field) => field instanceof PDFSignature && field.acroField.dict.has(PDFName.of("V")));
  return isSigned ? "signed" : null;
}

/** The fields that ask something and can be filled in, in the order of the form. */
function fieldsIn(document: PDFDocument): AskedField[] {
  if (document.catalog.getAcroForm() === undefined) return [];
  return document
    .getForm()
    .getFields()
    .flatMap((field) => {
      const isOurs =
        field instanceof PDFTextField ||
        field instanceof PDFDropdown ||
        field instanceof PDFRadioGroup ||
        field instanceof PDFCheckBox;
      if (!isOurs || field.isReadOnly()) return [];
      const label = labelOf(field);
      const isQuestion =
        asks(label) || (!(field instanceof PDFCheckBox) && label.split(" ").length >= MIN_WORDS);
      return isQuestion ? [{ field, label }] : [];
    });
}

/** What a reader is told of a field; else the last part of its name. */
function labelOf(field: PDFField): string {
  const told = field.acroField.dict.lookup(PDFName.of("TU"));
  const text =
    told instanceof PDFString || told instanceof PDFHexString ? told.decodeText().trim() : "";
  const name = field.getName().split(".").at(-1) ?? "";
  return (text === "" ? name.replaceAll("_", " ") : text)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_LABEL);
}

function choicesOf(field: PDFField): readonly string[] | null {
  if (field instanceof PDFCheckBox) return YES_OR_NO;
  if (field instanceof PDFRadioGroup) return field.getOptions().slice(0, MAX_CHOICES);
  if (!(field instanceof PDFDropdown)) return null;
  return field.isEditable() ? null : field.getOptions().slice(0, MAX_CHOICES);
}

function valueOf(field: PDFField): string {
  if (field instanceof PDFTextField) return (field.getText() ?? "").trim();
  if (field instanceof PDFDropdown) return field.getSelected()[0] ?? "";
  if (field instanceof PDFRadioGroup) return field.getSelected() ?? "";
  return field instanceof PDFCheckBox && field.isChecked() ? "Yes" : "";
}

/**
 * The same PDF with values in its fields.
 * @param texts by the places of the fields that ask something, from 1
 * @throws where it has no such field
 */
export async function filledPdf(
  bytes: Uint8Array,
  texts: ReadonlyMap<number, string>,
): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, {
    forIncrementalUpdate: true,
    updateMetadata: false,
  });
  const fields = fieldsIn(document);
  for (const [row, text] of texts) {
    const found = fields[row - 1];
    if (found === undefined) throw new Error(`there is no field ${row}`);
    fill(found.field, text);
  }
  const form = document.getForm();
  // Whoever opens it draws the values anew, with letters that our font does not have.
  if ([...texts.values()].some((text) => /[^\u0020-\u007e\u00a0-\u00ff\n]/.test(text)))
    form.acroForm.dict.set(PDFName.of("NeedAppearances"), PDFBool.True);
  return document.commit();
}

function fill(field: PDFField, text: string): void {
  if (field instanceof PDFTextField) {
    const most = field.getMaxLength();
    if (most !== undefined && text.length > most) field.setMaxLength(undefined);
    if (text.includes("\n")) field.enableMultiline();
    field.setText(text);
  } else if (field instanceof PDFCheckBox) {
    if (text === "Yes") field.check();
    else field.uncheck();
  } else if (field instanceof PDFRadioGroup || field instanceof PDFDropdown) {
    if (text === "") field.clear();
    else field.select(text);
  }
}
