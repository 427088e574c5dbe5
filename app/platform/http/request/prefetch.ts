import type { MiddlewareFunction } from "react-router";

/**
 * Answers a browser that asks for a file ahead of its reader: not now, and without a body. A read
 * is recorded, so it must be somebody's wish; when the reader does open the file, the browser asks
 * again.
 */
export const refusePrefetch: MiddlewareFunction<Response> = async ({ request }, next) => {
  if (!isPrefetch(request)) return next();
  return new Response(null, { status: 503, headers: { "Cache-Control": "private, no-store" } });
};

function isPrefetch({ headers }: Request): boolean {
  return ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ""),
  );
}
