import { createHash } from "node:crypto";
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { StorageUnavailable } from "#db/store.ts";
import { accentStyle } from "#values/color.ts";
import { framesContext, nonceContext, othersContext, servicesContext } from "#platform/context.ts";
import { currentRequest, spending } from "#platform/http/request/current-request.ts";
import { FailedRequest } from "#web/ui/failed-request.tsx";
import { pagePolicy } from "#http/security-headers.ts";
import type { RootData } from "./root.tsx";

/**
 * Renders the whole page before anything is sent: what a visitor without scripts gets is complete,
 * and nothing waits in hidden parts for a script to move it.
 */
export default async function handleRequest(
  _request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const root = entry.staticHandlerContext.loaderData.root as RootData | undefined;
  const nonce = context.get(nonceContext);
  // Whoever sees a failure can name it: the page says what its lines of the log are known by.
  const requestId = status >= 500 ? (currentRequest()?.id ?? null) : null;
  const html = await spending(
    "render",
    renderWhole(
      <FailedRequest value={requestId}>
        <ServerRouter context={entry} url={_request.url} nonce={nonce ?? undefined} />
      </FailedRequest>,
      nonce,
    ),
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  const style =
    root === undefined
      ? null
      : createHash("sha256").update(accentStyle(root.accentColour)).digest("base64");
  const scripts =
    root?.hydrate && nonce !== null ? { nonce } : root === undefined ? "none" : "self";
  headers.set(
    "Content-Security-Policy",
    pagePolicy(
      scripts,
      style,
      context.get(framesContext) ? "self" : "none",
      // What answers a form may hold what was typed.
      (scripts === "self" && _request.method !== "POST" ? context.get(othersContext) : null) ?? {},
    ),
  );
  return new Response(html, { status, headers });
}

/** Unexpected errors of loaders and actions, once, with the request they belong to. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  // The listener tells the visitor, and notes the answer: a full disk is no fault of the program's.
  if (error instanceof StorageUnavailable) return;
  const { log } = context.get(servicesContext);
  log.error(
    {
      path: new URL(request.url).pathname,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    },
    "unexpected error",
  );
};

function renderWhole(element: React.ReactElement, nonce: string | null): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let failed: unknown = null;
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce: nonce ?? undefined,
      progressiveChunkSize: Infinity,
      onAllReady() {
        pipe(
          new Writable({
            write(chunk: Buffer, _encoding, done) {
              chunks.push(Buffer.from(chunk));
              done();
            },
            final(done) {
              if (failed === null) resolve(Buffer.concat(chunks).toString("utf8"));
              else reject(failed);
              done();
            },
          }),
        );
      },
      onShellError: reject,
      onError(error) {
        failed = error;
        abort(error);
      },
    });
  });
}
