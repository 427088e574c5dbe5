import type { RouterContextProvider } from "react-router";
import { Refused } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { dispositionOf } from "#platform/files/answer.ts";
import type { FormFormat } from "#model/questionnaires.ts";
import { FIELDS_SHEET } from "#model/questionnaires/layouts.ts";
import { PDF } from "#model/visibility/file-rights.ts";
import { findBlob } from "#platform/files/store/blobs.server.ts";
import { answerSheet } from "#platform/files/questionnaires/answer-sheet.ts";
import { answeredForm } from "#platform/files/questionnaires/forms.ts";
import type { CellTexts } from "#platform/files/questionnaires/sheet-xml.ts";
import type { SourceRow } from "#platform/files/questionnaires/sources-sheet.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { filledPdf } from "./pdf-form.server.ts";
import { answeredCells, answeredRows } from "./store/question-rows.server.ts";
import type { Questionnaire } from "./store/questionnaires.server.ts";

/**
 * The file of a questionnaire with the answers that are accepted or edited.
 * @param sources what its account may know that the answers are made of, for a sheet of their own
 * @throws Refused where the file is gone or can't be written; Busy when too many workbooks wait
 */
export async function answeredBytes(
  context: Readonly<RouterContextProvider>,
  orgId: string,
  { id, blobHash, format, createdAt }: Questionnaire,
  sources?: readonly SourceRow[],
): Promise<Buffer> {
  const { store } = context.get(servicesContext);
  const blob = blobHash === null ? null : await findBlob(store.read, orgId, blobHash);
  if (blob === null)
    throw new Refused(
      "The file was deleted when its retention period ended. Its answers are still here.",
    );
  // The same answers give the same bytes, however often they are asked for.
  if (format === "pdf-text")
    return answerSheet(await answeredRows(store.read, orgId, id), new Date(createdAt), sources);
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
