import { notFound } from "#web/forms/form.ts";
import type { Route } from "./+types/thumbnail";
import { servicesContext } from "#platform/context.ts";
import { namesTag } from "#platform/files/answer.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { keptThumbnail } from "#content/files/watermark/kept-pages.ts";
import { thumbnailAnswer } from "#content/files/watermark/thumbnail-answer.ts";
import { isDataRequest, requireFile } from "./document-request.ts";
import { hasKeptPages } from "./shown-pages.ts";

export const handle: RouteHandle = { unqueued: true };

/**
 * The first page of a document, small, for lists: of one that everybody gets as it is, where its
 * thumbnail is kept. None is drawn here, and a list is no reader to record.
 */
export async function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
  const found = await requireFile(context, request, params, "view");
  if (isDataRequest(request)) throw notFound();
  const named = { orgId: found.portal.org.id, key: found.file.document.blobHash };
  const png = hasKeptPages(found) ? keptThumbnail(named) : null;
  const { key } = context.get(servicesContext);
  const etag = `"${key.sign("thumbnail-etag", `${named.orgId} ${named.key}`).slice(0, 32)}"`;
  const answer = thumbnailAnswer(request, png, etag);
  if (png === null || !namesTag(request.headers.get("If-None-Match"), etag)) return answer;
  answer.headers.delete("Content-Length");
  return new Response(null, { status: 304, headers: answer.headers });
}
