import type { Route } from "./+types/portal-versions";
import { fileRequest } from "#content/documents/portal/document-request.ts";
import { fileAddress } from "#model/documents/library.ts";
import { servicesContext } from "#platform/context.ts";
import { canonicalBase } from "#tenancy/orgs/store/orgs.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { listedVersions } from "#visibility/store/versions.server.ts";
import { problem } from "#web/api/json-body.ts";
import { memberKeyCall } from "#web/api/key-call.ts";
import { tagged } from "./pages.server.ts";
import { portalOf } from "./portal-call.server.ts";
import { refused } from "./portal-refusal.server.ts";
import type { portalVersions } from "./rules/portal.ts";
import type { output } from "zod";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

/**
 * GET /api/v1/portal/documents/{id}/versions: the versions that the document's page lists for this
 * member, by the same rule.
 */
export function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
  return memberKeyCall({ context, request }, "portal:read", async (opened) => {
    const { product, scope } = await portalOf(context, request, opened, params);
    const found = await fileRequest(context, request, params, null);
    if (found === null || found.portal.product.id !== product.id) throw problem(404, "Not found");
    const { file } = found;
    if (file.view !== null) throw await refused(context, opened.org, file.view);
    const { store, config } = context.get(servicesContext);
    const { earlierVersions } = scope.settings;
    const prefix = await canonicalBase(store.read, opened.org, config.origin);
    const page = fileAddress({
      prefix,
      fileId: file.document.id,
      access: "view",
      source: "file_row",
      itemUid: file.item.uid,
      productId: product.id,
    });
    const listed = await listedVersions(scope, file);
    return tagged(request, {
      earlierVersions,
      data: listed.map(({ number, createdAt, size, hash }, place) => ({
        number,
        createdAt,
        size,
        sha256: hash,
        isCurrent: place === 0,
        url: place === 0 ? page : earlierVersions === "open" ? `${page}&version=${number}` : null,
      })),
    } satisfies output<typeof portalVersions>);
  });
}
