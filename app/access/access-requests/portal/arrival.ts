import type { RouterContextProvider } from "react-router";
import type { SignedIn } from "#auth/member-session.ts";
import { servicesContext } from "#platform/context.ts";
import { localPath } from "#values/local-path.ts";
import { FIRST_TIME } from "#model/nda/texts.ts";
import type { SignedInByLink } from "../sign-in.ts";
import { dueNda, onward } from "#access/nda/portal/due.ts";
import { toMeantDocument } from "#model/access-requests/access-dialog.ts";
import { addressOn, portalBase } from "#web/portal/scope.ts";

/**
 * Where a sign-in leads: back to where the visitor was. The first time what was asked for opens;
 * where an NDA waits for a signature by way of its page, and where nothing was asked for by way of
 * the welcome dialog.
 * @param signedIn.grants what the member may see, where the sign-in read it
 * @param nda what became of the NDA on the page that signed in, if that page showed it
 */
export async function arrival(
  context: Readonly<RouterContextProvider>,
  org: { id: string; slug: string },
  returnTo: string,
  {
    isFirst,
    member,
    grants = null,
  }: Pick<SignedIn, "isFirst" | "member"> & Partial<Pick<SignedInByLink, "grants">>,
  nda: "signed" | "later" | null = null,
): Promise<string> {
  const { store, now } = context.get(servicesContext);
  const base = portalBase(context, org);
  const wanted = localPath(returnTo, "/");
  const url = new URL(wanted, "http://page.invalid");
  const query = Object.fromEntries(url.searchParams);
  const isAtNda = url.pathname === "/nda";
  if (nda === "signed" && isAtNda) {
    const behind = onward(url.searchParams, base);
    if (behind !== null) return toMeantDocument(behind, base);
  }
  if (nda === null && isFirst && (await dueNda(store.read, org.id, member, now(), grants)) !== null)
    return addressOn(context, org, "/nda", {
      ...(isAtNda ? query : { returnTo: `${base}${wanted}` }),
      ...FIRST_TIME,
    });
  const meant = isFirst || nda === "signed" ? toMeantDocument(wanted) : wanted;
  if (isFirst && nda === null && meant === wanted)
    return addressOn(context, org, "", {
      welcome: "true",
      ...(wanted === "/" ? {} : { redirectTo: wanted }),
    });
  const { pathname, searchParams } = new URL(nda === "later" ? wanted : meant, url);
  return addressOn(
    context,
    org,
    pathname === "/" ? "" : pathname,
    Object.fromEntries(searchParams),
  );
}
