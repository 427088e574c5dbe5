import type { Route } from "./+types/asset";
import { findShownAsset } from "../../../db/assets.ts";
import type { RouteHandle } from "../../domain/page-query.ts";
import { blobBody } from "../../files/blob-body.ts";
import { servicesContext } from "../../context.ts";
import { notFound, tenantOf } from "./tenant.ts";

export const handle: RouteHandle = { unqueued: true };

/**
 * An org's public picture: logo, banner, icon, badge, as long as something of the org names it. The revision in the query makes the address
 * immutable, so browsers keep it for ever; without it they ask again.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { store, blobs } = context.get(servicesContext);
  const org = await tenantOf(context, params.orgId);
  const asset = await findShownAsset(store.read, org.id, params.assetId);
  if (asset === null) throw notFound();
  const versioned = new URL(request.url).searchParams.get("v") === String(asset.revision);
  const etag = `"${asset.blobHash.slice(0, 32)}"`;
  const headers = new Headers({
    "Content-Type": asset.contentType,
    "Cache-Control":
      versioned && org.published ? "public, max-age=31536000, immutable" : "private, no-cache",
    ETag: etag,
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
  });
  if (request.headers.get("If-None-Match") === etag)
    return new Response(null, { status: 304, headers });
  headers.set("Content-Length", String((await blobs.stat(org.id, asset.blobHash)).size));
  return new Response(request.method === "HEAD" ? null : blobBody(blobs, org.id, asset.blobHash), {
    headers,
  });
}
