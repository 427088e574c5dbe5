import { portalBase, productsSeen } from "#model/portal-paths.ts";
import type { RouterContextProvider } from "react-router";
import { mayBulkDownload, mayTakeBulk } from "#visibility/store/bulk.server.ts";
import { pageScope } from "#visibility/store/scope.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { BULK_NOT_YOURS, bulkDownloadSchema } from "#model/bulk-download.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { gatherFiles } from "../gather.ts";
import { answerOf, linkTo } from "../link.ts";
import { apiAnswer, problem, readJson } from "#web/api/json-body.ts";
import { notFound } from "#web/api/caller.ts";

/**
 * POST {base}/bulk-download, the same for every mode: prepares an archive for this viewer and
 * answers its link, with the ids of what can't be had. The filter query is a preview's: whose
 * archive staff look at. A foreign id is as absent as one that never was.
 */
export async function bulkAnswer(
  context: Readonly<RouterContextProvider>,
  org: Org,
  viewer: Viewer,
  request: Request,
): Promise<Response> {
  if (!mayBulkDownload(viewer, org))
    return problem(403, "Bulk download needs an account that has access.");
  if (!mayTakeBulk(viewer)) return problem(403, BULK_NOT_YOURS);
  const body = await readJson(request, bulkDownloadSchema);
  if (body instanceof Response) return body;
  const services = context.get(servicesContext);
  const { store, now, limits } = services;
  return apiAnswer(async () => {
    await limits.consume("bulk-download", viewerOf(viewer));
    const products = productsSeen(await listProducts(store.read, org.id), viewer);
    const product = products.find(({ id }) => id === body.productId);
    if (product === undefined) return notFound();
    const { domainOrgSlug, ip } = context.get(hostContext);
    const moment = now();
    const scope = pageScope(store.read, org, product.id, viewer, moment);
    const bulk = { services, org, scope, ip };
    const gathered = await gatherFiles(bulk, body.files, request.signal);
    const base = portalBase(org.slug, domainOrgSlug);
    return Response.json(
      answerOf(
        await linkTo(bulk, viewer, gathered, {
          base,
          selectAllUsed: body.selectAllUsed,
        }),
        gathered,
      ),
    );
  });
}

function viewerOf(viewer: Viewer): string {
  if (viewer.mode === "accountExternal") return viewer.member.id;
  return viewer.mode === "public" ? "" : viewer.staff.id;
}
