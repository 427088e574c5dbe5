import { notFound } from "#web/forms/form.ts";
import type { MiddlewareFunction } from "react-router";
import type { Route } from "./+types/content";
import { isPicture, isText, PDF } from "#model/visibility/file-rights.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { downloadBlob } from "./download-blob.ts";
import { charsetOf } from "./document-shown.ts";
import { holdsTicket } from "./ticket.ts";
import { isDataRequest, refusal, requireFile } from "./document-request.ts";
import { serveFile } from "./serve.ts";
import { refusePrefetch } from "#platform/http/request/prefetch.ts";

export const middleware: MiddlewareFunction<Response>[] = [refusePrefetch];

export const handle: RouteHandle = { unqueued: true };

/**
 * What the view page frames: a file's own bytes, inline, for kinds that browsers show by
 * themselves. A page of this origin may frame it, and nothing else. View-only documents have no
 * such address.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const found = await requireFile(context, request, params, "view");
  const { file } = found;
  const { contentType } = file.document;
  if (file.viewOnly) throw refusal("view-only");
  if (
    isDataRequest(request) ||
    !(contentType === PDF || isPicture(contentType) || isText(contentType))
  )
    throw notFound();
  // A browser's viewer saves what it shows: where downloads are marked, so is this.
  const blob = await downloadBlob(context, found, request);
  if ("refused" in blob) throw refusal(blob.refused);
  const ticket = new URL(request.url).searchParams.get("ticket");
  const answer = await serveFile(context, request, found, blob, {
    access: "view",
    disposition: "inline",
    contentType: isText(contentType)
      ? `text/plain; charset=${await charsetOf(context, found)}`
      : contentType,
    counted: holdsTicket(context, ticket, file.document.id),
    headers: {
      "X-Frame-Options": "SAMEORIGIN",
      "Content-Security-Policy": contentType === PDF ? FRAMED : `${FRAMED}; sandbox`,
    },
  });
  if (answer === null) throw refusal("failed");
  return answer;
}

/** A browser's own PDF viewer does not start in a sandbox; it runs nothing of the page. */
const FRAMED =
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";
