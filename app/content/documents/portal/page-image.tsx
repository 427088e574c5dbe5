import { notFound } from "#web/forms/form.ts";
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import type { Route } from "./+types/page-image";
import { isText, PDF } from "#model/visibility/file-rights.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { BlobDamaged, BlobMissing } from "#platform/files/blob-store.ts";
import { markedSource, markFor } from "#content/files/watermark/marks.ts";
import { marking, NotMarkable } from "#content/files/watermark/marking.ts";
import { keptPage } from "#content/files/watermark/kept-pages.ts";
import { servicesContext } from "#platform/context.ts";
import { namesTag } from "#platform/files/answer.ts";
import { hasKeptPages, hasMarkedPages } from "./shown-pages.ts";
import { refusePrefetch } from "#platform/http/request/prefetch.ts";
import { countAfterAnswer, noteRead, recordDamage } from "./counting.ts";
import { markScope } from "./download-blob.ts";
import { FileRefused } from "./refused.tsx";
import {
  fileRequest,
  isDataRequest,
  refusal,
  requireFile,
  type FileRequest,
  type Refusal,
} from "./document-request.ts";
import { holdsTicket } from "./ticket.ts";

export const handle: RouteHandle = { unqueued: true };

/** Why a page that the viewer may see can't be shown. */
const failureContext = createContext<Refusal["reason"] | null>(null);

/**
 * One page of a PDF or a view-only picture as a picture, which carries the reader's name where
 * copies do. Where there is no picture, the loader says why on a page inside the portal's frame.
 */
export const middleware: MiddlewareFunction<Response>[] = [
  refusePrefetch,
  async ({ context, request, params }, next) => {
    if ((request.method !== "GET" && request.method !== "HEAD") || isDataRequest(request))
      return next();
    const found = await fileRequest(context, request, params).catch(() => null);
    const number = Number(params.page);
    if (found === null || found.file.view !== null || !hasPages(found, number)) return next();
    const answer = await pageImage(context, request, found, number);
    if (answer instanceof Response) return answer;
    context.set(failureContext, answer);
    return next();
  },
];

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<null> {
  await requireFile(context, request, params, "view");
  const failure = context.get(failureContext);
  if (failure !== null) throw refusal(failure);
  throw notFound();
}

export function headers({ errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? {};
}

export default function PageImage() {
  return null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FileRefused error={error} />;
}

function hasPages({ file: { document, viewOnly } }: FileRequest, number: number): boolean {
  return (
    (viewOnly || document.contentType === PDF) &&
    document.encryptedType === null &&
    !isText(document.contentType) &&
    Number.isInteger(number) &&
    number >= 1
  );
}

/**
 * The answer with the picture; else why there is none, null where the document has no such page.
 */
async function pageImage(
  context: Readonly<RouterContextProvider>,
  request: Request,
  found: FileRequest,
  number: number,
): Promise<Response | Refusal["reason"] | null> {
  const { document } = found.file;
  const scope = markScope(context, found, request);
  const isKept = hasKeptPages(found);
  const answered = new Headers({
    "Content-Type": "image/png",
    "Cache-Control": isKept ? "private, no-cache" : "private, no-store",
    "Content-Disposition": `inline; filename="page-${number}.png"`,
    "Cross-Origin-Resource-Policy": "same-origin",
  });
  try {
    const source = markedSource(scope, document);
    const { mark } = hasMarkedPages(found) ? await markFor(scope, document) : { mark: null };
    if (request.method === "HEAD") {
      const { pageCount } = await marking.outline(source, 1, 0, request.signal);
      return number > pageCount ? null : new Response(null, { headers: answered });
    }
    if (isKept) {
      // The page of the same bytes is the same picture; who names it was shown it before.
      const etag = etagOf(context, found, number);
      answered.set("ETag", etag);
      answered.set("Vary", "Cookie");
      const known = request.headers.get("If-None-Match");
      if (known !== "*" && namesTag(known, etag))
        return new Response(null, { status: 304, headers: answered });
    }
    const png = isKept
      ? await keptPage(source, number, request.signal)
      : await marking.page(source, number, mark, request.signal);
    // What everybody gets was counted with its view page.
    const ticket = new URL(request.url).searchParams.get("ticket");
    const counted = isKept || holdsTicket(context, ticket, document.id);
    if (found.file.gated)
      await noteRead(context, request, found, "view", counted ? 0 : png.byteLength);
    else if (!counted) countAfterAnswer(context, request, found, "view", png.byteLength);
    answered.set("Content-Length", String(png.byteLength));
    return new Response(png as BodyInit, { headers: answered });
  } catch (error) {
    if (error instanceof BlobDamaged || error instanceof BlobMissing) {
      recordDamage(context, request, found, "view", error);
      return "failed";
    }
    if (!(error instanceof NotMarkable)) throw error;
    if (error.fault === "absent") return null;
    return error.fault === "busy" ? "busy" : "unshowable";
  }
}

function etagOf(
  context: Readonly<RouterContextProvider>,
  { portal, file }: FileRequest,
  page: number,
): string {
  const { key } = context.get(servicesContext);
  const named = `${portal.org.id} ${file.document.blobHash} ${page}`;
  return `"${key.sign("page-etag", named).slice(0, 32)}"`;
}
