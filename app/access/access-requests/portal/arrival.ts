import type { RouterContextProvider } from "react-router";
import type { SignedIn } from "#auth/member-session.ts";
import { servicesContext } from "#platform/context.ts";
import { localPath } from "#values/local-path.ts";
import { portalBase } from "#web/portal/scope.ts";
import { ndaStatus } from "#company/accounts/portal/menu-facts.ts";
import { FIRST_TIME } from "#model/nda/texts.ts";
import { findNda } from "#auth/nda/store/ndas.server.ts";
import { grantsInForce } from "#auth/accounts/store/grants.server.ts";
import { toMeantDocument } from "#model/access-requests/access-dialog.ts";
import { addressOn } from "./request-state.ts";

/**
 * Where a sign-in leads: back to where the visitor was. The first time by way of the welcome
 * dialog, or where an NDA waits for a signature by way of its page, which welcomes too. What was
 * asked for opens behind either.
 */
export async function arrival(
  context: Readonly<RouterContextProvider>,
  org: { id: string; slug: string },
  returnTo: string,
  { isFirst, member }: Pick<SignedIn, "isFirst" | "member">,
): Promise<string> {
  const wanted = localPath(returnTo, "/");
  const url = new URL(wanted, "http://page.invalid");
  const query = Object.fromEntries(url.searchParams);
  if (isFirst && (await isNdaDue(context, org.id, member)))
    return addressOn(context, org, "/nda", {
      ...(url.pathname === "/nda" ? query : { returnTo: `${portalBase(context, org)}${wanted}` }),
      ...FIRST_TIME,
    });
  if (isFirst)
    return addressOn(context, org, "", {
      welcome: "true",
      ...(wanted === "/" ? {} : { redirectTo: toMeantDocument(wanted) }),
    });
  return addressOn(context, org, url.pathname === "/" ? "" : url.pathname, query);
}

async function isNdaDue(
  context: Readonly<RouterContextProvider>,
  orgId: string,
  { id, accountId }: SignedIn["member"],
): Promise<boolean> {
  const { store, now } = context.get(servicesContext);
  const { provider, current } = await findNda(store.read, orgId, now());
  const { grants } = await grantsInForce(store.read, orgId, accountId, now(), id);
  return current !== null && ndaStatus(provider, { grants }) === "due";
}
