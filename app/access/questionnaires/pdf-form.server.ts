import { marking, NotMarkable, type MarkedSource } from "#content/files/watermark/marking.ts";
import { markedSource } from "#content/files/watermark/marks.ts";
import { questionsInPages } from "#model/questionnaires/asked-lines.ts";
import type { FormFormat } from "#model/questionnaires.ts";
import { MAX_QUESTIONS, questionKey, type FoundQuestion } from "#model/questionnaires/layouts.ts";
import { PDF } from "#model/visibility/file-rights.ts";
import type { Services } from "#platform/context.ts";
import type { ReadForm } from "#platform/files/questionnaires/form-reading.ts";
import type { PdfFields } from "#platform/files/questionnaires/pdf-fields.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { Busy } from "#platform/jobs/semaphore.ts";
import { withWholeWords } from "#values/parted-words.ts";

/** So many pages are read at once, and of one file. */
const AT_ONCE = 20;
const MAX_PAGES = 300;
const MS = 5_000;

const SCAN = "This PDF is a picture. Ask for the file.";
const LOCKED = "This PDF has a password. Save it without the password.";
const DAMAGED = "This PDF can’t be read. Ask for the questionnaire as an XLSX or DOCX file.";
const NO_QUESTIONS =
  "We can’t find questions in this PDF. Ask for the questionnaire as an XLSX or DOCX file.";
const LONG = `This PDF has more than ${MAX_PAGES} pages, which is the limit.`;

const FAULTS: Readonly<Record<NonNullable<PdfFields["fault"]>, string>> = {
  xfa: "This PDF is an XFA form, which can’t be filled in here. Ask for the questionnaire as an XLSX or DOCX file.",
  signed:
    "This PDF is signed. Filling it in would break the signature. Ask for a file without one.",
};

interface Blob {
  hash: string;
  size: number;
}

function sourceOf(services: Services, orgId: string, { hash, size }: Blob): MarkedSource {
  return markedSource(
    { services, org: { id: orgId } },
    { blobHash: hash, contentType: PDF, size, bytes: undefined },
  );
}

/**
 * Reads the questions of a PDF: its fields, or what its pages show where no field asks anything. It is
 * a stranger's, and is read in the bounded processes that show pages. Without fields it has no place
 * for answers: these leave as a sheet.
 * @throws UnreadableTable where it has a password, can’t be filled in, is a picture, or has no
 *   questions; Busy
 */
export async function readPdf(
  services: Services,
  orgId: string,
  blob: Blob,
): Promise<ReadForm & { format: FormFormat }> {
  const source = sourceOf(services, orgId, blob);
  const { questions, fault } = await fieldsOf(source);
  if (fault === "xfa" || (fault !== null && questions.length > 0))
    throw new UnreadableTable(FAULTS[fault]);
  return questions.length > 0
    ? { format: "pdf", ...formOf("fields", questions) }
    : { format: "pdf-text", ...formOf("pages", await questionsOfPages(source)) };
}

/** A PDF whose fields are filled in. @throws UnreadableTable; Busy */
export async function filledPdf(
  services: Services,
  orgId: string,
  blob: Blob,
  texts: ReadonlyMap<number, ReadonlyMap<number, string>>,
): Promise<Buffer> {
  const values = [...texts].flatMap(([row, cells]) => {
    const text = cells.get(0);
    return text === undefined ? [] : [[row, text] as const];
  });
  try {
    return Buffer.from(await marking.filled(sourceOf(services, orgId, blob), new Map(values)));
  } catch (error) {
    throw error instanceof NotMarkable ? refusalOf(error) : error;
  }
}

/** What can't be read as a form may still have pages. */
async function fieldsOf(source: MarkedSource): Promise<PdfFields> {
  try {
    return await marking.fields(source, MAX_QUESTIONS);
  } catch (error) {
    if (!(error instanceof NotMarkable)) throw error;
    if (error.fault === "busy") throw refusalOf(error);
    return { questions: [], fault: null };
  }
}

function formOf(kind: string, questions: FoundQuestion[]): ReadForm {
  const first = questions.slice(0, 100).map(({ question }) => questionKey(question));
  return {
    fingerprint: ["pdf", kind, ...first].join("\u0000"),
    layout: { shape: "own", blocks: [] },
    questions,
    heads: [],
  };
}

async function questionsOfPages(source: MarkedSource): Promise<FoundQuestion[]> {
  const pages: string[] = [];
  let isPicture = true;
  try {
    for (let first = 1, count = 1; first <= count;) {
      const found = await marking.texts(source, { first, count: AT_ONCE, ms: MS });
      count = found.pageCount;
      if (count > MAX_PAGES) throw new UnreadableTable(LONG);
      if (found.pages.length === 0) break;
      first += found.pages.length;
      pages.push(...found.pages.map(({ text }) => withWholeWords(text)));
      isPicture &&= found.pages.every(
        ({ text, isDamaged, hasHidden }) => !isDamaged && !hasHidden && text.trim() === "",
      );
    }
  } catch (error) {
    throw error instanceof NotMarkable ? refusalOf(error) : error;
  }
  if (pages.length > 0 && isPicture) throw new UnreadableTable(SCAN);
  const questions = questionsInPages(pages, MAX_QUESTIONS);
  if (questions.length === 0) throw new UnreadableTable(NO_QUESTIONS);
  return questions;
}

function refusalOf({ fault }: NotMarkable): Error {
  if (fault === "busy")
    return new Busy({
      words: "Other files are being read right now. Wait a minute, then send it again.",
      status: 503,
      retryAfterSeconds: 60,
    });
  return new UnreadableTable(fault === "encrypted" ? LOCKED : DAMAGED);
}
