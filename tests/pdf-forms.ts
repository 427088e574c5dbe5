import { PDFDocument, PDFHexString, PDFName, PDFString } from "@cantoo/pdf-lib";
import { formPage } from "./pdf-files.ts";

/** A PDF whose fields ask: a text by its hint, a list and a group by their names, a box; and some that don't. */
export async function pdfForm(
  also: (document: PDFDocument) => void = () => undefined,
): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = document.addPage([612, 792]);
  const form = document.getForm();
  const at = (place: number) => ({ x: 72, y: 700 - 40 * place, width: 300, height: 20 });
  const text = form.createTextField("q1");
  text.acroField.dict.set(
    PDFName.of("TU"),
    PDFHexString.fromText("How do you encrypt größere Daten?"),
  );
  text.setMaxLength(20);
  text.addToPage(page, at(0));
  const list = form.createDropdown("Which_region_stores_data");
  list.addOptions(["EU", "US"]);
  list.addToPage(page, at(1));
  const group = form.createRadioGroup("Section 2.Do you test your backups?");
  group.addOptionToPage("Yes", page, at(2));
  group.addOptionToPage("No", page, at(3));
  form.createCheckBox("Is it certified?").addToPage(page, at(4));
  form.createCheckBox("I have read all of this").addToPage(page, at(5));
  form.createTextField("Your name").addToPage(page, at(6));
  const fixed = form.createTextField("Who sent us this form?");
  fixed.enableReadOnly();
  fixed.addToPage(page, at(7));
  also(document);
  return Buffer.from(await document.save({ updateFieldAppearances: true }));
}

/** A form of Adobe's own kind. */
export function xfaForm(): Buffer {
  return formPage([{ entries: "/FT /Tx /T (Do you encrypt?)" }], { form: "/XFA (<xdp/>)" });
}

/** What makes it a signed one. */
export function asSigned(document: PDFDocument): void {
  const { context } = document;
  const signature = context.obj({
    FT: "Sig",
    T: PDFString.of("Signature"),
    V: context.register(context.obj({ Type: "Sig" })),
    Type: "Annot",
    Subtype: "Widget",
    Rect: [0, 0, 0, 0],
  });
  document.catalog.getAcroForm()?.addField(context.register(signature));
}
