import { redirect } from "react-router";
import type { Route } from "./+types/answered-file";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { QUESTIONNAIRES_PAGE } from "#model/questionnaires.ts";
import { servicesContext } from "#platform/context.ts";
import { dispositionOf } from "#platform/files/answer.ts";
import { findBlob } from "#platform/files/store/blobs.server.ts";
import { answeredForm } from "#platform/files/questionnaires/forms.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { notFound } from "#web/forms/form.ts";
import { answeredName } from "../rules/filling.ts";
import { answeredCells } from "../store/question-rows.server.ts";
import { findQuestionnaire, noteDownload } from "../store/questionnaires.server.ts";

const TYPES = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv",
} as const;

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  await requireStaff(context, "accounts:review");
  return redirect(QUESTIONNAIRES_PAGE, { status: 303 });
}

/**
 * The same file with the answers that are accepted or edited. A POST, because the record notes who
 * took it along.
 */
export async function action({ context, params }: Route.ActionArgs): Promise<Response> {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { store, blobs, now } = context.get(servicesContext);
  const found = await findQuestionnaire(store.read, org.id, params.questionnaireId);
  if (found === null) throw notFound();
  const page = `${QUESTIONNAIRES_PAGE}/${found.id}`;
  const blob = found.blobHash === null ? null : await findBlob(store.read, org.id, found.blobHash);
  if (blob === null) {
    const text = "The file was removed when its time was over. Its answers are still here.";
    return redirectWithFlash(context, page, { text, tone: "error" });
  }
  const cells = await answeredCells(store.read, org.id, found.id);
  const sent = { blob: { hash: blob.hash, size: blob.size }, format: found.format };
  let bytes: Buffer;
  try {
    bytes = await answeredForm(blobs, org.id, sent, cells);
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    return redirectWithFlash(context, page, { text: error.message, tone: "error" });
  }
  // Written before anything leaves: what can't be recorded is not handed over.
  await store.write((trx) =>
    noteDownload({ trx, orgId: org.id, by: actorOf(context, session), now: now() }, found),
  );
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": TYPES[found.format],
      "Content-Disposition": dispositionOf(answeredName(found.fileName), "attachment"),
      "Content-Length": String(bytes.length),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
