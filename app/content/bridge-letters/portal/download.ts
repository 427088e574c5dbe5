import { notFound } from "#web/forms/form.ts";
import type { MiddlewareFunction } from "react-router";
import type { Route } from "./+types/download";
import { PDF } from "#model/visibility/file-rights.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { sentLetter } from "#content/files/letter/sent-letter.ts";
import { markScope } from "#content/documents/portal/download-blob.ts";
import { isDataRequest, refusal } from "#content/documents/portal/document-request.ts";
import { serveFile } from "#content/documents/portal/serve.ts";
import { requireLetter, servableLetter } from "./request.ts";
import { refusePrefetch } from "#platform/http/request/prefetch.ts";

export const middleware: MiddlewareFunction<Response>[] = [refusePrefetch];

export const handle: RouteHandle = { unqueued: true };

/** The bridge letter as a PDF with today's date: served, counted and marked as every file is. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { portal, found } = await requireLetter(context, request, params, "download");
  if (isDataRequest(request)) throw notFound();
  const sent = await sentLetter(markScope(context, { portal }), portal.scope, found);
  if ("refused" in sent) throw refusal(sent.refused);
  const servable = servableLetter({ portal, found }, sent.hash);
  const answer = await serveFile(context, request, servable, sent, {
    access: "download",
    disposition: "attachment",
    contentType: PDF,
  });
  if (answer === null) throw refusal("failed");
  return answer;
}
