import { notFound } from "../../forms/form.ts";
import { createContext, type RouterContextProvider } from "react-router";
import { mayBulkDownload } from "../../visibility/store/bulk.server.ts";
import { hostContext, servicesContext } from "../../context.ts";
import type { BulkScope } from "../../files/bulk/gather.ts";
import { portalRequest, type PortalRequest } from "../../portal/scope.ts";

/** A request for bulk download: the portal's own parts, and what archives are made with. */
export interface BulkRequest {
  portal: PortalRequest;
  bulk: BulkScope;
}

/** @throws 404 where it is not offered */
export async function requireBulk(
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

/** The part of the query that keeps a preview going. */
export function keptQuery({ viewer }: PortalRequest): string {
  if (viewer.mode !== "preview") return "";
  const query = new URLSearchParams();
  if (viewer.account !== null) query.set("accountId", viewer.account.id);
  if (viewer.profile !== null) query.set("permissionProfileId", viewer.profile.id);
  return query.toString();
}

/** What a plain form's POST came to, when it was not the archive itself. */
export type BulkOutcome =
  | { kind: "refused"; status: number; message: string; chosen: string[]; all: boolean }
  | { kind: "partial"; fileUrl: string | null; ready: number; failed: string[] };

export const outcomeContext = createContext<BulkOutcome | null>(null);
