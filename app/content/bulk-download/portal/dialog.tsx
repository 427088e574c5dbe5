import {
  type MiddlewareFunction,
  type RouterContextProvider,
  createContext,
  data,
  redirect,
} from "react-router";
import type { Route } from "./+types/dialog";
import {
  bulkFileOf,
  loadBulkCandidates,
  loadBulkGroups,
  mayBulkDownload,
  mayTakeBulk,
  oncePerFile,
} from "#visibility/store/bulk.server.ts";
import { hostContext, servicesContext, staffSessionContext } from "#platform/context.ts";
import { unlistedHead } from "#web/portal/head.ts";
import { useProductHref } from "#web/portal/links.ts";
import { type PortalRequest, portalBase, portalRequest } from "#web/portal/scope.ts";
import { BulkDialog, type BulkData, type BulkOutcome } from "./bulk-dialog.tsx";
import {
  BULK_NOT_YOURS,
  type BulkFile,
  MAX_BULK_FILES,
  NOTHING_SELECTED,
  TOO_MANY_SELECTED,
  fileOfChoice,
} from "#model/bulk-download.ts";
import { type BulkScope, gatherFiles } from "../gather.ts";
import { linkTo } from "../link.ts";
import { keptQuery } from "#model/visibility/previewed.ts";
import { notFound } from "#web/forms/form.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { attempt } from "#web/forms/shown.ts";

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
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<BulkData> {
  const { portal } = await requireBulk(context, request, params);
  const outcome = context.get(outcomeContext);
  return {
    groups: await loadBulkGroups(portal.scope),
    productId: portal.product.id,
    endpoint: endpointFor(portal, context.get(staffSessionContext)?.orgId ?? null),
    outcome,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  await requireBulk(context, request, params);
  const outcome = context.get(outcomeContext);
  return data(null, { status: outcome?.kind === "refused" ? outcome.status : 200 });
}

/**
 * Where scripts ask: a member's part of the API, or staff's while they preview their current org.
 */
function endpointFor({ viewer, org }: PortalRequest, staffOrgId: string | null): string | null {
  if (viewer.mode === "accountExternal")
    return `/api/statuspage/share/${viewer.account.id}/external/bulk-download`;
  return viewer.mode === "preview" && staffOrgId === org.id
    ? `/api/trust-center/bulk-download`
    : null;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const failed = loaderData?.outcome?.kind === "refused" ? "Error: " : "";
  return unlistedHead(matches, { title: `${failed}Bulk download`, below: "/bulk-download" });
}

export default function Dialog({ loaderData }: Route.ComponentProps) {
  const href = useProductHref();
  return <BulkDialog data={loaderData} closeHref={href("", {}, "documents")} />;
}

/**
 * The plain form of the dialog: it leads to the archive itself when everything that was chosen can
 * be had, else what the page says then. The archive is at an address, so whatever loads it can
 * resume.
 */
async function submitted(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { portal, bulk }: BulkRequest,
): Promise<Response | BulkOutcome> {
  const form = await readForm(request);
  const chosen = form.getAll("file").filter((value): value is string => typeof value === "string");
  const all = form.get("all") === "on";
  const candidates = await loadBulkCandidates(portal.scope);
  const files = all
    ? oncePerFile(candidates).map(bulkFileOf)
    : chosen.map(fileOfChoice).filter((file): file is BulkFile => file !== null);
  const refuse = (message: string, status = 400): BulkOutcome => ({
    kind: "refused",
    status,
    message,
    chosen,
    all,
  });
  if (!mayTakeBulk(portal.viewer)) return refuse(BULK_NOT_YOURS, 403);
  if (files.length === 0) return refuse(NOTHING_SELECTED);
  if (files.length > MAX_BULK_FILES) return refuse(TOO_MANY_SELECTED);
  const { limits } = context.get(servicesContext);
  const counted = await attempt(() =>
    limits.consume(
      "bulk-download",
      portal.viewer.mode === "accountExternal"
        ? portal.viewer.member.id
        : new URLSearchParams(keptQuery(portal.viewer)).toString(),
    ),
  );
  if ("refusal" in counted) return refuse(counted.refusal.said.join(" "));
  const gathered = await gatherFiles(bulk, files, request.signal);
  const fileUrl = await linkTo(bulk, portal.viewer, gathered, {
    base: portalBase(context, portal.org),
    selectAllUsed: all,
  });
  if (gathered.failed.length === 0 && fileUrl !== null) return redirect(fileUrl, 303);
  const names = new Map(
    candidates.map((candidate) => [
      bulkFileOf(candidate).fileId,
      candidate.file?.document.originalName ?? candidate.letter?.fileName ?? "",
    ]),
  );
  return {
    kind: "partial",
    fileUrl,
    ready: gathered.ready.length,
    failed: gathered.failed.map(({ fileId }) => names.get(fileId) ?? "(Unknown)"),
  };
}

/** A request for bulk download: the portal's own parts, and what archives are made with. */
interface BulkRequest {
  portal: PortalRequest;
  bulk: BulkScope;
}

/** @throws 404 where it is not offered */
async function requireBulk(
  context: Readonly<RouterContextProvider>,
  request: Request,
  params: { product?: string | undefined },
): Promise<BulkRequest> {
  const portal = await portalRequest(context, request, params);
  if (!mayBulkDownload(portal.viewer, portal.org)) throw notFound();
  return {
    portal,
    bulk: {
      services: context.get(servicesContext),
      org: portal.org,
      scope: portal.scope,
      ip: context.get(hostContext).ip,
    },
  };
}

const outcomeContext = createContext<BulkOutcome | null>(null);
