import { expect, test } from "vitest";
import { documentForm, withDocumentTexts } from "#platform/files/questionnaires/document-form.ts";
import { documentStyles } from "#platform/files/questionnaires/document-styles.ts";
import { readForm } from "#platform/files/questionnaires/form-reading.ts";
import { documentLayout } from "#model/questionnaires/layouts.ts";
import {
  BULLET,
  cell,
  documentParts,
  DOCUMENT,
  DOCUMENT_QUESTIONS,
  NUMBER,
  paragraph,
  questionDocument,
  row,
  run,
  table,
} from "../questionnaire-documents.ts";
import type { Parts } from "../questionnaire-files.ts";

function read(parts: Parts, xml = parts.get(DOCUMENT)?.toString() ?? "") {
  const styles = documentStyles((role) => parts.get(`word/${role}.xml`)?.toString() ?? null);
  const form = documentForm(xml, styles);
  if (form === null) throw new Error("no document");
  return { xml, form, ...readForm(form.sheets, { layout: null }, documentLayout) };
}

/** Answers by the questions' places, each as the answer and the comment of its row. */
function answered(found: ReturnType<typeof read>, said: Record<number, [string, string?]>) {
  const texts = new Map<string, Map<number, Map<number, string>>>();
  for (const [at, [answer, comment]] of Object.entries(said)) {
    const question = found.questions[Number(at)];
    if (question === undefined) throw new Error(`no question ${at}`);
    const cells = new Map([[question.answerColumn, answer]]);
    if (question.commentColumn !== null) cells.set(question.commentColumn, comment ?? "");
    const rows = texts.get(question.sheet) ?? new Map<number, Map<number, string>>();
    texts.set(question.sheet, rows.set(question.row, cells));
  }
  return withDocumentTexts(found.xml, found.form, texts);
}

test("a document is read: its tables by the names of their columns, and the questions in its text", () => {
  const { layout, questions } = read(questionDocument());
  expect(layout?.shape).toBe("own");
  expect(questions).toHaveLength(DOCUMENT_QUESTIONS);
  expect(
    questions.map(({ sheet, externalId, question, section, answer }) => [
      sheet,
      externalId,
      question,
      section,
      answer,
    ]),
  ).toEqual([
    ["Text", "2", "Who can read our data?", "Access", ""],
    ["Text", "", "Describe how accounts are removed.", "Access", ""],
    ["Text", "", "Do you support single sign-on? (Yes/No)", "Access", ""],
    ["Text", "Q9", "Is there a fourth one?", "Access", ""],
    ["Table 1", "1.1", "Do you encrypt data at rest & backups?", "Data at rest", ""],
    ["Table 1", "1.2", "Which ciphers do you use?", "Data at rest", "AES-256"],
    ["Table 1", "1.3", "Is key rotation tracked?", "Data at rest", "Somebody typed this"],
    ["Table 1", "1.4", "Do you use a vault?", "Data at rest", ""],
  ]);
});

test("answers go into their cells and behind their questions, and are read again", () => {
  const parts = questionDocument();
  const found = read(parts);
  const hostile = "<&>\"' =1+1\nsecond\tline \u0001 \u202eltr\u{1f600}";
  const said: Record<number, [string, string?]> = {
    0: [hostile],
    1: ["Within a day."],
    3: ["Yes"],
    4: ["Yes", "All disks."],
    5: ["AES-512"],
    6: ["Yes", ""],
    7: ["Yes, one."],
  };
  const { xml, left } = answered(found, said);
  expect(left).toEqual([]);
  const again = read(parts, xml);
  expect(again.questions.map(({ question }) => question)).toEqual(
    found.questions.map(({ question }) => question),
  );
  const clean = "<&>\"' =1+1\nsecond line \u202eltr\u{1f600}";
  expect(again.questions.map(({ answer }) => answer)).toEqual([
    clean,
    "Within a day.",
    "",
    "Yes",
    "Yes",
    "AES-512",
    "Yes",
    "Yes, one.",
  ]);
  expect(again.questions[4]?.comment).toBe("All disks.");
  // A cell keeps how its words look; an answer below a line that asks for it stands below that line.
  expect(xml).toContain(
    '<w:p><w:pPr><w:jc w:val="both"/><w:rPr><w:i/><w:sz w:val="18"/></w:rPr></w:pPr><w:r><w:rPr><w:i/><w:sz w:val="18"/></w:rPr><w:t xml:space="preserve">Yes</w:t></w:r></w:p>',
  );
  expect(xml.indexOf("Answer: ______")).toBeLessThan(xml.indexOf("second"));
  // What somebody tracks, and what is a control, stays; the answer stands behind it.
  for (const kept of [
    '<w:ins w:id="1" w:author="A"><w:r><w:t>Somebody typed this</w:t></w:r></w:ins>',
    paragraph("Choose an item."),
    "3. Is this in a control?",
  ])
    expect(xml).toContain(kept);
  // A number is taken once.
  const ids = [...xml.matchAll(/<w:(?:ins|bookmarkStart) w:id="(\d+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);

  // An answer that is given again takes the place of the one before.
  const other = answered(again, { 0: ["Nobody."], 6: ["No", ""], 7: ["No."] });
  const third = read(parts, other.xml);
  expect([0, 6, 7].map((at) => third.questions[at]?.answer)).toEqual(["Nobody.", "No", "No."]);
  expect(other.xml).not.toContain("second");
  expect(third.questions).toHaveLength(DOCUMENT_QUESTIONS);
});

test("without the places of answers, the document is the same to the letter", () => {
  const found = read(questionDocument());
  const { xml } = answered(found, { 0: ["One"], 2: ["Two"], 7: ["Three"] });
  const added = /<w:p><w:bookmarkStart [^>]*"_OTC_Answer_\d+"\/>.*?<\/w:p>/g;
  expect(xml.match(added)).toHaveLength(3);
  // The empty comment of the last row is written, too.
  expect(xml.replaceAll(added, "")).toBe(found.xml);
  expect(answered(found, {}).xml).toBe(found.xml);
});

test("deleted, moved, hidden and drawn words are not read, and no question stands in a bullet", () => {
  const deleted =
    '<w:del w:id="1"><w:r><w:delText>Was it?</w:delText></w:r></w:del><w:moveFrom w:id="2"><w:r><w:t>Moved? </w:t></w:r></w:moveFrom>';
  const drawn = "<mc:AlternateContent><w:r><w:t>Drawn?</w:t></w:r></mc:AlternateContent>";
  const hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>Hidden?</w:t></w:r>";
  const { questions } = read(
    documentParts(
      [
        `<w:p>${deleted}${drawn}${hidden}${run("4) Is this ")}${run("one question?")}</w:p>`,
        paragraph("Not this.", BULLET),
        paragraph("12 months are enough."),
        paragraph("Scope 12", '<w:pStyle w:val="TOC1"/>'),
        paragraph("Neither this", '<w:numPr><w:numId w:val="0"/></w:numPr>'),
        paragraph("But this.", NUMBER),
        paragraph("And this.", '<w:pStyle w:val="Numbered"/>'),
      ].join(""),
    ),
  );
  expect(questions.map(({ externalId, question }) => [externalId, question])).toEqual([
    ["4", "Is this one question?"],
    ["", "But this."],
    ["", "And this."],
  ]);
});

test("a table that names no columns asks for them, with the questions in the text beside it", () => {
  const found = read(
    documentParts(
      paragraph("1. Do you encrypt?") +
        table(row("What we ask", "What you say"), row("Backups?", ""), row("Deleted?", "")),
    ),
  );
  expect(found.layout).toBeNull();
  expect(found.heads.map(({ name, guess }) => [name, guess?.question ?? null])).toEqual([
    ["Text", 1],
    ["Table 1", null],
  ]);
});

test("cells that stand in a control, go on from above or are missing take no answer", () => {
  const control = `<w:sdt><w:sdtContent>${cell(paragraph(""))}</w:sdtContent></w:sdt>`;
  const goesOn = `<w:tc><w:tcPr><w:vMerge/></w:tcPr>${paragraph("")}</w:tc>`;
  const nested = cell(`${table(row("Question", "Answer"), row("Nested?", ""))}${paragraph("")}`);
  const deleted = `<w:tr><w:trPr><w:del w:id="3"/></w:trPr>${cell(paragraph("Deleted?"))}${cell(paragraph(""))}</w:tr>`;
  const found = read(
    documentParts(
      table(
        row("Question", "Answer"),
        row("In a control?", control),
        row("From above?", goesOn),
        row("Missing?"),
        deleted,
        row("Beside a table?", nested),
        row("Boxes?", "\u2610 Yes \u2610 No"),
      ),
    ),
  );
  expect(found.questions.map(({ question, answer }) => [question, answer])).toEqual([
    ["Beside a table?", ""],
    ["Boxes?", ""],
  ]);
  const { xml } = answered(found, { 0: ["Yes"], 1: ["No"] });
  expect(xml).toContain("\u2610 Yes \u2610 No");
  expect(xml).toContain("Nested?");
  const again = read(documentParts(""), xml);
  expect(again.questions.map(({ answer }) => answer)).toEqual(["Yes", "No"]);
});

test("broken XML ends in no document or no question, and never hangs", () => {
  const styles = documentStyles(() => null);
  for (const xml of ["", "<", "<w:document", "<w:document><w:body>", "<a/>", "</w:document>"])
    expect(documentForm(xml, styles)?.sheets ?? []).toEqual([]);
  const deep = `<w:document><w:body>${"<w:p><w:r>".repeat(50_000)}`;
  expect(documentForm(deep, styles)?.sheets ?? []).toEqual([]);
});
