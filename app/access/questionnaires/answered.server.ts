import type { RouterContextProvider } from "react-router";
import { Refused } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { dispositionOf } from "#platform/files/answer.ts";
import { findBlob } from "#platform/files/store/blobs.server.ts";
import { answeredForm } from "#platform/files/questionnaires/forms.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { answeredCells } from "./store/question-rows.server.ts";
import type { Questionnaire } from "./store/questionnaires.server.ts";

/**
 * The file of a questionnaire with the answers that are accepted or edited.
 * @throws Refused where the file is gone or can't be written; Busy when too many workbooks wait
 */
export async function answeredBytes(
  context: Readonly<RouterContextProvider>,
  orgId: string,
  { id, blobHash, format }: Questionnaire,
): Promise<Buffer> {
  const { store, blobs } = context.get(servicesContext);
  const blob = blobHash === null ? null : await findBlob(store.read, orgId, blobHash);
  if (blob === null)
    throw new Refused(
      "The file was deleted when its retention period ended. Its answers are still here.",
    );
  const cells = await answeredCells(store.read, orgId, id);
  const sent = { blob: { hash: blob.hash, size: blob.size }, format };
  try {
    return await answeredForm(blobs, orgId, sent, cells);
  } catch (error) {
    if (error instanceof UnreadableTable) throw new Refused(error.message);
    throw error;
  }
}

const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** The answer that hands such a file over: a workbook or a document is an archive, everything else a
 * table, or what its name says. */
export function formAnswer(fileName: string, bytes: Uint8Array): Response {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const office = /\.docx$/i.test(fileName) ? DOCUMENT : WORKBOOK;
  const plain = /\.json$/i.test(fileName) ? "application/json" : "text/csv";
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": isArchive ? office : plain,
      "Content-Disposition": dispositionOf(fileName, "attachment"),
      "Content-Length": String(bytes.length),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
