import { PDFDocument, PDFHexString, PDFName } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { filledPdf, pdfFields } from "#platform/files/questionnaires/pdf-fields.ts";
import { asSigned, pdfForm, xfaForm } from "../pdf-forms.ts";

test("fields whose hint or name asks something are questions, with what they take", async () => {
  const { questions, fault } = await pdfFields(await pdfForm(), 100);
  expect(fault).toBeNull();
  expect(questions.map(({ question, allowed, answer }) => [question, allowed, answer])).toEqual([
    ["How do you encrypt größere Daten?", null, ""],
    ["Which region stores data", ["EU", "US"], ""],
    ["Do you test your backups?", ["Yes", "No"], ""],
    ["Is it certified?", ["Yes", "No"], ""],
  ]);
});

test("a form is filled in behind its own bytes, and is read again", async () => {
  const bytes = await pdfForm();
  const long = "With AES-256,\nand łódź 日本語 on every disk";
  const texts = new Map([
    [1, long],
    [2, "US"],
    [3, "No"],
    [4, "Yes"],
  ]);
  const filled = await filledPdf(bytes, texts);
  expect(Buffer.from(filled).subarray(0, bytes.length).equals(bytes)).toBe(true);
  const again = await pdfFields(filled, 100);
  expect(again.questions.map(({ answer }) => answer)).toEqual([long, "US", "No", "Yes"]);
  // Letters that the form's font lacks are drawn by whoever opens it.
  const form = (await PDFDocument.load(filled)).catalog.getAcroForm();
  expect(form?.dict.toString()).toContain("/NeedAppearances true");
  // The same answers give the same bytes, and another answer takes the place of the first.
  const twice = await filledPdf(bytes, texts);
  expect(Buffer.from(twice).equals(Buffer.from(filled))).toBe(true);
  const other = await filledPdf(
    filled,
    new Map([
      [1, "Yes"],
      [3, ""],
      [4, "No"],
    ]),
  );
  const third = await pdfFields(other, 100);
  expect(third.questions.map(({ answer }) => answer)).toEqual(["Yes", "US", "", ""]);
  await expect(filledPdf(bytes, new Map([[9, "x"]]))).rejects.toThrow("no field 9");
});

test("forms of Adobe's own kind and signed ones are told, and nothing else is a form", async () => {
  expect((await pdfFields(xfaForm(), 100)).fault).toBe("xfa");
  expect((await pdfFields(await pdfForm(asSigned), 100)).fault).toBe("signed");
  const plain = await PDFDocument.create();
  plain.addPage();
  expect(await pdfFields(await plain.save(), 100)).toEqual({ questions: [], fault: null });
  await expect(pdfFields(Buffer.from("%PDF-1.7 nothing"), 100)).rejects.toThrow();
});

test("fields that share a long value or list are refused before it is copied for each", async () => {
  const wordy = async (key: "V" | "Opt", count: number) => {
    const document = await PDFDocument.create();
    const { context } = document;
    document.addPage();
    const long = PDFHexString.fromText("long ".repeat(20_000));
    const shared = context.register(key === "V" ? long : context.obj([long]));
    const form = document.getForm();
    for (let at = 0; at < count; at += 1) {
      const field = context.obj(key === "V" ? { FT: "Tx" } : { FT: "Ch", Ff: 1 << 17 });
      field.set(PDFName.of("T"), PDFHexString.fromText(`Do you do thing ${at}?`));
      field.set(PDFName.of(key), shared);
      form.acroForm.addField(context.register(field));
    }
    return document.save({ updateFieldAppearances: false });
  };
  for (const key of ["V", "Opt"] as const) {
    expect((await pdfFields(await wordy(key, 3), 100)).questions).toHaveLength(3);
    await expect(pdfFields(await wordy(key, 90), 100)).rejects.toThrow("too much");
  }
});
