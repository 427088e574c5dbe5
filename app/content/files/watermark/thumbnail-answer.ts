/** A picture of one transparent pixel: what stands behind it is seen. */
const NOTHING = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/**
 * The answer with a thumbnail for the one who asked; without one, an empty picture, so that the sign
 * behind it is seen.
 * @param etag names it for browsers that keep it, and ask each time whether they still may show it
 */
export function thumbnailAnswer(
  { method }: Request,
  png: Uint8Array | null,
  etag?: string,
): Response {
  const bytes = png ?? NOTHING;
  return new Response(method === "HEAD" ? null : (bytes as BodyInit), {
    headers: {
      "Content-Type": png === null ? "image/gif" : "image/png",
      "Content-Length": String(bytes.byteLength),
      "Cross-Origin-Resource-Policy": "same-origin",
      ...(png === null || etag === undefined
        ? { "Cache-Control": "private, no-store" }
        : { "Cache-Control": "private, no-cache", ETag: etag, Vary: "Cookie" }),
    },
  });
}
