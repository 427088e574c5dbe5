import type { FormFormat } from "#model/questionnaires.ts";
import type { FormSheet } from "#model/questionnaires/layouts.ts";
import {
  vsaqAnswers,
  vsaqFingerprint,
  vsaqItems,
  vsaqQuestions,
} from "#model/questionnaires/vsaq.ts";
import type { Encoding } from "#model/text-encodings.ts";
import type { BlobStore } from "../blob-store.ts";
import { partFinder } from "../office-package.ts";
import { readCsv, UnreadableTable, withCsvTexts } from "../tables/csv-table.ts";
import { readText } from "../tables/text-encoding.ts";
import {
  inThread,
  MAX_CHARACTERS,
  plainParts,
  TOO_LARGE,
  withWorkbook,
  WORKBOOK_WORDS,
  type OfficeWords,
} from "../tables/xlsx-table.ts";
import { StoredFile } from "../upload/blob-access.ts";
import type { StrictZip } from "../strict-zip.ts";
import { changedZip } from "./changed-zip.ts";
import { readForm, type AskedForm, type ReadForm } from "./form-reading.ts";
import type { WriteTask, WrittenParts } from "./form-worker.ts";
import type { CellTexts } from "./sheet-xml.ts";
import type { SourceRow } from "./sources-sheet.ts";

/** What a questionnaire's file may be at most. */
export const MAX_FORM_BYTES = 10 * 1024 * 1024;

const MAX_ROWS = 20_000;
const MAX_COLUMNS = 200;
const LIMITS = { maxRows: MAX_ROWS, maxColumns: MAX_COLUMNS, maxCharacters: MAX_CHARACTERS };
const WORKER = ["form-worker.js", "app/platform/files/questionnaires/form-worker.ts"] as const;

/** A questionnaire of VSAQ is some hundred kilobytes at most; it is read beside everything else. */
const MAX_JSON = 2 * 1024 * 1024;
const NO_VSAQ =
  "This JSON file isn’t a VSAQ questionnaire. Send the questionnaire, not its answers.";

interface Blob {
  hash: string;
  size: number;
}

/** How a ZIP archive begins, how older workbooks and those with a password, and how a PDF does. */
const ARCHIVE = "PK\u0003\u0004";
const COMPOUND = "\u00d0\u00cf\u0011\u00e0";
const PDF = "%PDF";

const OTHER_KIND = "Send the questionnaire as an XLSX, DOCX, PDF, CSV or VSAQ file.";
const OLDER = "This is an older kind of workbook. Save it as .xlsx, then send it again.";
const MACROS = "This workbook has macros. Save it without them.";
const NO_WORKBOOK =
  "This isn’t a valid XLSX workbook. Open it in your spreadsheet program and save it as XLSX or CSV.";

const OLDER_DOCUMENT =
  "This is an older document (.doc), or one with a password. Save it as .docx without a password.";
const DOCUMENT_MACROS = "This document has macros. Save it without them.";
const NO_DOCUMENT =
  "This isn’t a valid DOCX document. Open it in your word processor and save it as DOCX.";
const NO_QUESTIONS =
  "We can’t find questions in this document. Put them in a table or number them, then send it again.";

const DOCUMENT_WORDS: OfficeWords = {
  tooLarge: "This document is too large to be read here. Send it in several parts.",
  cannotOpen: "This document can’t be opened.",
  cannotRead: "This document can’t be read.",
  hasInvalidContent:
    "This document has invalid content. Open it in a word processor and save it again.",
};

/** The questionnaire is a PDF, which is read elsewhere: in a process with bounded memory. */
export class PdfForm extends UnreadableTable {}

/**
 * Reads the questions of a stored file, judged by its content. Macros, passwords, old formats and what
 * is too large are refused in words.
 * @throws UnreadableTable; Busy when too many workbooks wait
 */
export async function readStoredForm(
  blobs: BlobStore,
  orgId: string,
  { blob, fileName }: { blob: Blob; fileName: string },
  asked: AskedForm,
): Promise<ReadForm & { format: FormFormat }> {
  const file = new StoredFile(blobs, orgId, blob);
  const head = (await file.bytes(0, 4)).toString("latin1");
  if (/\.(?:xls|xlsb|xlt)$/i.test(fileName)) throw new UnreadableTable(OLDER);
  if (/\.(?:xlsm|xltm)$/i.test(fileName)) throw new UnreadableTable(MACROS);
  if (head === PDF) throw new PdfForm(OTHER_KIND);
  if (/\.(?:docm|dotm)$/i.test(fileName)) throw new UnreadableTable(DOCUMENT_MACROS);
  if (head === COMPOUND && /\.(?:doc|dot)x?$/i.test(fileName))
    throw new UnreadableTable(OLDER_DOCUMENT);
  if (/\.(?:pdf|doc|rtf|odt)$/i.test(fileName)) throw new UnreadableTable(OTHER_KIND);
  if (head === COMPOUND)
    throw new UnreadableTable(
      "This is an older workbook (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.",
    );
  if (head !== ARCHIVE && /\.docx$/i.test(fileName)) throw new UnreadableTable(NO_DOCUMENT);
  if (head !== ARCHIVE) {
    const { text } = await readText(await blobs.readAll(orgId, blob.hash, MAX_FORM_BYTES), null);
    if (/\.json$/i.test(fileName)) return { format: "json", ...readVsaq(text) };
    return { format: "csv", ...readForm([await csvSheet(text)], asked) };
  }
  const { isDocument, read } = await withWorkbook(
    file,
    async (zip) => {
      const names = [...zip.files.keys()];
      const isWord = isDocumentOf(names, fileName);
      if (names.some((name) => /vbaproject/i.test(name)))
        throw new UnreadableTable(isWord ? DOCUMENT_MACROS : MACROS);
      if (names.some((name) => /workbook\.bin$/i.test(name))) throw new UnreadableTable(OLDER);
      const made = await partsMade<ReadForm & { tooLarge: boolean }>(zip, isWord, asked);
      return { isDocument: isWord, read: made };
    },
    /\.docx$/i.test(fileName) ? DOCUMENT_WORDS : WORKBOOK_WORDS,
  );
  if (read === null) throw new UnreadableTable(isDocument ? NO_DOCUMENT : NO_WORKBOOK);
  const { tooLarge, ...form } = read;
  if (tooLarge) throw new UnreadableTable(isDocument ? DOCUMENT_WORDS.tooLarge : TOO_LARGE);
  if (isDocument && form.heads.length === 0) throw new UnreadableTable(NO_QUESTIONS);
  return { format: isDocument ? "docx" : "xlsx", ...form };
}

/** Whether an archive is a document: by where its parts lie, and by its name where none do. */
function isDocumentOf(names: readonly string[], fileName: string): boolean {
  const lies = (folder: RegExp) => names.some((name) => folder.test(name));
  return lies(/^word\//i) || (!lies(/^xl\//i) && /\.docx$/i.test(fileName));
}

/** What a thread makes of the XML of a workbook or a document. */
async function partsMade<Made>(
  zip: StrictZip,
  isDocument: boolean,
  task: AskedForm | WriteTask,
): Promise<Made | null> {
  const words = isDocument ? DOCUMENT_WORDS : WORKBOOK_WORDS;
  return inThread<Made | null>(
    WORKER,
    { kind: isDocument ? "document" : "workbook", limits: LIMITS, task },
    await plainParts(zip, undefined, words),
    words,
  );
}

function readVsaq(text: string): ReadForm {
  const items = text.length > MAX_JSON ? null : vsaqItems(text);
  if (!items?.some(({ isAsked }) => isAsked)) throw new UnreadableTable(NO_VSAQ);
  return {
    fingerprint: vsaqFingerprint(items),
    layout: { shape: "vsaq", blocks: [] },
    questions: vsaqQuestions(items),
    heads: [],
  };
}

/** A CSV file as the one sheet that it is. */
async function csvSheet(text: string): Promise<FormSheet> {
  const rows = await readCsv(text, { maxRows: MAX_ROWS, maxColumns: MAX_COLUMNS });
  return {
    name: "",
    rows: new Map(rows.map(({ row, cells }) => [row, cells])),
    hiddenRows: new Set(),
    hiddenColumns: new Set(),
    isFormula: () => false,
    allowedAt: () => null,
  };
}

/**
 * The same file with texts in some of its cells or fields. Of a workbook or a document every other part stays
 * byte for byte, a CSV file keeps its separator, its quotation marks and its encoding. A questionnaire of VSAQ has no
 * place for answers: it becomes the file of answers that VSAQ loads.
 * @param texts by the names of sheets; that of a CSV file is the empty text
 * @param sources a sheet of them stands behind those of a workbook; no other kind takes one
 * @throws UnreadableTable; Busy when too many workbooks wait
 */
export async function answeredForm(
  blobs: BlobStore,
  orgId: string,
  { blob, format }: { blob: Blob; format: FormFormat },
  texts: ReadonlyMap<string, CellTexts>,
  sources?: readonly SourceRow[],
): Promise<Buffer> {
  const bytes = await blobs.readAll(orgId, blob.hash, MAX_FORM_BYTES);
  if (format === "csv") {
    const { text, encoding } = await readText(bytes, null);
    return encoded(withCsvTexts(text, texts.get("") ?? new Map()), encoding, bytes);
  }
  if (format === "json") {
    const { text } = await readText(bytes, null);
    return Buffer.from(vsaqAnswers(vsaqItems(text) ?? [], texts.get("") ?? new Map()), "utf8");
  }
  if (format === "pdf" || format === "pdf-text") return bytes;
  if (texts.size === 0 && sources === undefined) return bytes;
  const isDocument = format === "docx";
  const written = await withWorkbook(
    new StoredFile(blobs, orgId, blob),
    (zip) => partsMade<WrittenParts>(zip, isDocument, { write: texts, sources }),
    isDocument ? DOCUMENT_WORDS : WORKBOOK_WORDS,
  );
  if (written === null) throw new UnreadableTable(isDocument ? NO_DOCUMENT : NO_WORKBOOK);
  if (written.left.length > 0)
    throw new UnreadableTable(
      `Some answers can’t be written: ${written.left.slice(0, 5).join(", ")}.`,
    );
  if (written.hasNoPlace === true)
    throw new UnreadableTable(
      "A sheet can’t be added to this workbook. Clear “Add a sheet with the sources”, then try again.",
    );
  const find = partFinder(written.changed.keys());
  const contents = new Map<string, Uint8Array>();
  for (const [name, xml] of written.changed)
    contents.set(find(name) ?? name, Buffer.from(xml, "utf8"));
  return changedZip(bytes, contents);
}

/**
 * A text in the encoding of its file. What that encoding has no letters for makes it UTF-8, with the
 * mark that spreadsheets know it by.
 */
function encoded(text: string, encoding: Encoding, original: Buffer): Buffer {
  if (encoding === "utf-8") {
    const mark = original.subarray(0, 3).equals(MARK_8) ? MARK_8 : Buffer.alloc(0);
    return Buffer.concat([mark, Buffer.from(text.replace(/^\ufeff/, ""), "utf8")]);
  }
  if (encoding === "utf-16le" || encoding === "utf-16be") {
    const isMarked = /^(?:fffe|feff)/.test(original.subarray(0, 2).toString("hex"));
    const plain = `${isMarked ? "\ufeff" : ""}${text.replace(/^\ufeff/, "")}`;
    const bytes = Buffer.from(plain, "utf16le");
    return encoding === "utf-16le" ? bytes : bytes.swap16();
  }
  return singleBytes(text, encoding) ?? Buffer.concat([MARK_8, Buffer.from(text, "utf8")]);
}

const MARK_8 = Buffer.from([0xef, 0xbb, 0xbf]);

/** A text in an encoding of one byte a letter; null where it has others, or is of another kind. */
function singleBytes(text: string, encoding: Encoding): Buffer | null {
  const bytes = new Map<string, number>();
  const decoder = new TextDecoder(encoding);
  for (let byte = 0; byte < 256; byte += 1) {
    const letter = decoder.decode(Uint8Array.of(byte));
    if (letter !== "\ufffd" && letter.length === 1) bytes.set(letter, byte);
  }
  const made = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const byte = bytes.get(text[at] ?? "");
    if (byte === undefined) return null;
    made[at] = byte;
  }
  return made;
}
