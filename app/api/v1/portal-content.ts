import type { Route } from "./+types/portal-content";
import { downloadBlob } from "#content/documents/portal/download-blob.ts";
import { fileRequest } from "#content/documents/portal/document-request.ts";
import { serveFile } from "#content/documents/portal/serve.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { problem } from "#web/api/json-body.ts";
import { memberKeyCall } from "#web/api/key-call.ts";
import { portalOf } from "./portal-call.server.ts";
import { refused } from "./portal-refusal.server.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

/**
 * GET /api/v1/portal/documents/{id}/content: the file as its member downloads it on the portal, by the
 * same rule, with the same mark, counted and recorded as theirs.
 */
export function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
  return memberKeyCall({ context, request }, "files:read", async (opened) => {
    const { product } = await portalOf(context, request, opened, params);
    // Programs read the current version.
    const found = await fileRequest(context, request, params, null);
    // What a key for some products doesn't read is not there, not even what everyone can read.
    if (found === null || found.portal.product.id !== product.id) throw problem(404, "Not found");
    const { download } = found.file;
    if (download !== null) throw await refused(context, opened.org, download);
    const blob = await downloadBlob(context, found, request);
    if ("refused" in blob) throw await refused(context, opened.org, blob.refused);
    const answer = await serveFile(context, request, found, blob, {
      access: "download",
      disposition: "attachment",
    });
    return answer ?? (await refused(context, opened.org, "failed"));
  });
}
