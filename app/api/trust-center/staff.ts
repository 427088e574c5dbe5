import type { RouterContextProvider } from "react-router";
import { findOrg, type Org } from "../../features/orgs/store/orgs.server.ts";
import { servicesContext, staffSessionContext } from "../../context.ts";
import type { Viewer } from "../../visibility/rules/viewer.ts";
import { findViewer } from "../../auth/viewer.ts";
import { notFound } from "../share/tenant.ts";

/**
 * The staff member who asks the API of Main and Preview, in the org that their session shows
 * (design §2.1). On an org's own domain there are no staff sessions, so nobody is found.
 * @throws a 404 problem for everyone else
 */
export async function staffOf(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<{ org: Org; viewer: Extract<Viewer, { mode: "main" | "preview" }> }> {
  const session = context.get(staffSessionContext);
  const org =
    session === null || session.orgId === null
      ? null
      : await findOrg(context.get(servicesContext).store.read, session.orgId);
  const viewer = org === null ? null : await findViewer(context, org, request);
  if (org === null || (viewer?.mode !== "main" && viewer?.mode !== "preview")) throw notFound();
  return { org, viewer };
}
