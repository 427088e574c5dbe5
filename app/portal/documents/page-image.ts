import type { MiddlewareFunction } from "react-router";
import type { Route } from "./+types/page-image";
import { isText } from "../../domain/file-rights.ts";
import type { RouteHandle } from "../../domain/page-query.ts";
import { BlobDamaged, BlobMissing } from "../../files/blob-store.ts";
import { markedSource, markFor } from "../../files/marking/marks.ts";
import { marking, NotMarkable } from "../../files/marking/marking.ts";
import { countAfterAnswer, noteRead, recordDamage } from "./counting.ts";
import { markScope } from "./download-blob.ts";
import { isDataRequest, notFound, refusal, requireFile } from "./request.ts";
import { holdsTicket } from "./ticket.ts";
import { refusePrefetch } from "../../middleware/prefetch.ts";

export const middleware: MiddlewareFunction<Response>[] = [refusePrefetch];

export const handle: RouteHandle = { unqueued: true };

/** One page of a view-only document as a picture that carries the reader's name. Others have no such pages. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const found = await requireFile(context, request, params, "view");
  const { file } = found;
  const { document } = file;
  const number = Number(params.page);
  if (
    isDataRequest(request) ||
    !file.viewOnly ||
    document.encryptedType !== null ||
    isText(document.contentType) ||
    !Number.isInteger(number) ||
    number < 1
  )
    throw notFound();
  const scope = markScope(context, found);
  try {
    const source = markedSource(scope, document);
    const { mark } = await markFor(scope, document);
    const { pageCount } = await marking.outline(source, 1, 0);
    if (number > pageCount) throw notFound();
    const headers = new Headers({
      "Content-Type": "image/png",
      "Cache-Control": "private, no-store",
      "Content-Disposition": `inline; filename="page-${number}.png"`,
      "Cross-Origin-Resource-Policy": "same-origin",
    });
    if (request.method === "HEAD") return new Response(null, { headers });
    const png = await marking.page(source, number, mark);
    const ticket = new URL(request.url).searchParams.get("ticket");
    const counted = holdsTicket(context, ticket, document.id);
    if (file.gated) await noteRead(context, request, found, "view", counted ? 0 : png.byteLength);
    else if (!counted) countAfterAnswer(context, request, found, "view", png.byteLength);
    headers.set("Content-Length", String(png.byteLength));
    return new Response(png as BodyInit, { headers });
  } catch (error) {
    if (error instanceof BlobDamaged || error instanceof BlobMissing) {
      recordDamage(context, request, found, "view", error);
      throw refusal("failed");
    }
    if (error instanceof NotMarkable) throw error.fault === "busy" ? refusal("busy") : notFound();
    throw error;
  }
}
