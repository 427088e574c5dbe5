import { data, type MiddlewareFunction } from "react-router";
import type { Route } from "./+types/portal.dialog";
import { loadBulkGroups } from "../../visibility/store/bulk.server.ts";
import { staffSessionContext } from "../../context.ts";
import { headOf } from "../../portal/head.ts";
import { useProductHref } from "../../portal/links.ts";
import type { PortalRequest } from "../../portal/scope.ts";
import { BulkDialog } from "./portal.bulk-dialog.tsx";
import { outcomeContext, requireBulk } from "./portal.request.ts";
import { submitted } from "./portal.submitted.ts";

export const handle = { dialog: true };

/** A plain form's POST is answered by the archive itself, before the framework thinks of a page. */
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ context, request, params, url }, next) => {
    if (request.method !== "POST" || url.pathname.endsWith(".data")) return next();
    const found = await requireBulk(context, request, params).catch(() => null);
    if (found === null) return next();
    const outcome = await submitted(context, request, found);
    if (outcome instanceof Response) return outcome;
    context.set(outcomeContext, outcome);
    return next();
  },
];

/** The dialog over the page, with everything that this viewer may download. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { portal } = await requireBulk(context, request, params);
  const outcome = context.get(outcomeContext);
  return {
    groups: await loadBulkGroups(portal.scope),
    productId: portal.product.id,
    endpoint: endpointFor(portal, context.get(staffSessionContext)?.orgId ?? null),
    outcome,
  };
}

export type BulkData = Awaited<ReturnType<typeof loader>>;

export async function action({ context, params, request }: Route.ActionArgs) {
  await requireBulk(context, request, params);
  const outcome = context.get(outcomeContext);
  return data(null, { status: outcome?.kind === "refused" ? outcome.status : 200 });
}

/** Where scripts ask: a member's part of the API, or staff's while they preview their current org. */
function endpointFor({ viewer, org }: PortalRequest, staffOrgId: string | null): string | null {
  if (viewer.mode === "accountExternal")
    return `/api/statuspage/share/${viewer.account.id}/external/bulk-download`;
  return viewer.mode === "preview" && staffOrgId === org.id
    ? `/api/trust-center/bulk-download`
    : null;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const failed = loaderData?.outcome?.kind === "refused" ? "Error: " : "";
  return [
    ...headOf(matches, { title: `${failed}Bulk download`, below: "/bulk-download" }),
    { name: "robots", content: "noindex" },
  ];
}

export default function Dialog({ loaderData }: Route.ComponentProps) {
  const href = useProductHref();
  return <BulkDialog data={loaderData} closeHref={href("", {}, "documents")} />;
}
