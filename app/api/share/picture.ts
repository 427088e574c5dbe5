import type { RouterContextProvider } from "react-router";
import { findShownAsset } from "#platform/files/store/assets.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { AssetsTable } from "#db/schema.ts";
import { servicesContext } from "#platform/context.ts";
import { blobBody } from "#platform/files/blob-body.ts";
import { notFound } from "#web/api/caller.ts";

/**
 * A public picture of an org, as long as something of the org names it. Where `v` in the query says
 * which one it is, browsers keep it for ever; without it they ask again.
 * @param versionOf what `v` is for this picture
 * @throws a 404 problem for what is not there
 */
export async function pictureAnswer(
  context: Readonly<RouterContextProvider>,
  org: Org,
  assetId: string,
  request: Request,
  versionOf: (asset: AssetsTable) => string,
): Promise<Response> {
  const { store, blobs } = context.get(servicesContext);
  const asset = await findShownAsset(store.read, org.id, assetId);
  if (asset === null) throw notFound();
  const versioned = new URL(request.url).searchParams.get("v") === versionOf(asset);
  const etag = `"${asset.blobHash.slice(0, 32)}"`;
  const headers = new Headers({
    "Content-Type": asset.contentType,
    "Cache-Control":
      versioned && org.published ? "public, max-age=31536000, immutable" : "private, no-cache",
    ETag: etag,
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
  });
  if (request.headers.get("If-None-Match") === etag)
    return new Response(null, { status: 304, headers });
  headers.set("Content-Length", String((await blobs.stat(org.id, asset.blobHash)).size));
  return new Response(request.method === "HEAD" ? null : blobBody(blobs, org.id, asset.blobHash), {
    headers,
  });
}
