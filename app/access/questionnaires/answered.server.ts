import type { RouterContextProvider } from "react-router";
import { answersFault, type AnswersParts } from "#content/files/letter/answers-pdf.ts";
import { marking, NotMarkable } from "#content/files/watermark/marking.ts";
import { Refused } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { dispositionOf } from "#platform/files/answer.ts";
import type { FormFormat, SheetKind } from "#model/questionnaires.ts";
import { FIELDS_SHEET } from "#model/questionnaires/layouts.ts";
import { PDF } from "#model/visibility/file-rights.ts";
import { findBlob } from "#platform/files/store/blobs.server.ts";
import { answerSheet } from "#platform/files/questionnaires/answer-sheet.ts";
import { answeredForm } from "#platform/files/questionnaires/forms.ts";
import type { CellTexts } from "#platform/files/questionnaires/sheet-xml.ts";
import type { SourceRow } from "#platform/files/questionnaires/sources-sheet.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { Busy } from "#platform/jobs/semaphore.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { filledPdf } from "./pdf-form.server.ts";
import { answeredCells, sheetRows } from "./store/answered-rows.server.ts";
import type { Questionnaire } from "./store/questionnaires.server.ts";

/** What somebody wants of an answered file. */
export interface Wanted {
  /** What its account may know that the answers are made of, for a sheet of their own. */
  sources?: readonly SourceRow[] | undefined;
  /** What the answers to a PDF without fields leave as. */
  kind?: SheetKind;
}

/**
 * The file of a questionnaire with the answers that are accepted or edited.
 * @throws Refused where the file is gone or can't be written; Busy when too many workbooks wait
 */
export async function answeredBytes(
  context: Readonly<RouterContextProvider>,
  org: Pick<Org, "id" | "name" | "customization">,
  questionnaire: Questionnaire,
  { sources, kind = "xlsx" }: Wanted = {},
): Promise<Buffer> {
  const { id, blobHash, format, createdAt } = questionnaire;
  const { id: orgId } = org;
  const { store } = context.get(servicesContext);
  const blob = blobHash === null ? null : await findBlob(store.read, orgId, blobHash);
  if (blob === null)
    throw new Refused(
      "The file was deleted when its retention period ended. Its answers are still here.",
    );
  // The same answers give the same bytes, however often they are asked for.
  if (format === "pdf-text") {
    const rows = await sheetRows(store.read, orgId, id);
    if (kind === "xlsx") return answerSheet(rows, new Date(createdAt), sources);
    return sheetPdf(org, questionnaire, rows);
  }
  const cells = await answeredCells(store.read, orgId, id);
  const sent = { blob: { hash: blob.hash, size: blob.size }, format };
  return writtenFile(context, orgId, sent, cells, sources);
}

/**
 * A stored file with texts in its cells, fields or paragraphs.
 * @param texts by the names of its sheets
 * @throws Refused where it can't be written; Busy when too many files wait
 */
export async function writtenFile(
  context: Readonly<RouterContextProvider>,
  orgId: string,
  sent: { blob: { hash: string; size: number }; format: FormFormat },
  texts: ReadonlyMap<string, CellTexts>,
  sources?: readonly SourceRow[],
): Promise<Buffer> {
  const services = context.get(servicesContext);
  try {
    if (sent.format !== "pdf")
      return await answeredForm(services.blobs, orgId, sent, texts, sources);
    return await filledPdf(services, orgId, sent.blob, texts.get(FIELDS_SHEET) ?? new Map());
  } catch (error) {
    if (error instanceof UnreadableTable) throw new Refused(error.message);
    throw error;
  }
}

const PDF_FAULTS = {
  long: "These answers are too long for a PDF. Choose XLSX.",
  letters: "The PDF can’t show all letters of these answers. Choose XLSX.",
};

/** Questions and answers as a PDF. @throws Refused where it can't be made; Busy */
async function sheetPdf(
  { id, name, customization }: Pick<Org, "id" | "name" | "customization">,
  { fileName, createdAt }: Questionnaire,
  rows: AnswersParts["rows"],
): Promise<Buffer> {
  const parts: AnswersParts = {
    orgName: name,
    title: fileName.replace(/\.pdf$/i, ""),
    day: createdAt.slice(0, 10),
    accentColour: customization.accentColour,
    rows,
  };
  const fault = await answersFault(parts);
  if (fault !== null) throw new Refused(PDF_FAULTS[fault]);
  try {
    return Buffer.from(await marking.answers(id, parts));
  } catch (error) {
    if (!(error instanceof NotMarkable)) throw error;
    if (error.fault !== "busy") throw new Refused(PDF_FAULTS.long);
    throw new Busy({
      words: "Other files are being made right now. Wait a minute, then try again.",
      status: 503,
      retryAfterSeconds: 60,
    });
  }
}

const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const PDF_START = [0x25, 0x50, 0x44, 0x46];

/** Whether a file is a workbook or a document. */
export function isOffice(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** The answer that hands such a file over: a workbook or a document is an archive, everything else a
 * table, or what its name says. */
export function formAnswer(fileName: string, bytes: Uint8Array): Response {
  const office = /\.docx$/i.test(fileName) ? DOCUMENT : WORKBOOK;
  const isPdf = PDF_START.every((byte, at) => bytes[at] === byte);
  const plain = /\.json$/i.test(fileName) ? "application/json" : "text/csv";
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": isOffice(bytes) ? office : isPdf ? PDF : plain,
      "Content-Disposition": dispositionOf(fileName, "attachment"),
      "Content-Length": String(bytes.length),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
