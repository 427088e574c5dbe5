import { redirect, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { accountsOfMember, noteSignIn } from "#auth/accounts/store/members.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import {
  listMemberSessions,
  revokeMemberSessions,
  setSessionMember,
} from "#auth/store/member-sessions.server.ts";
import { revokeSession } from "#auth/store/session-list.server.ts";
import type { Writer } from "#db/store.ts";
import { servicesContext, viewerContext } from "#platform/context.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { memberActor } from "#company/partners/sending.server.ts";
import { revokeToken } from "#company/partners/store/partners.server.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { memberCookie, memberSessionOf, memberSessions } from "#auth/member-cookie.ts";
import { notFound } from "#web/forms/form.ts";
import { NO_FIELDS, pageButton, type PageButton } from "#web/forms/page-buttons.ts";
import { addressOn, orgOf, portalBase } from "#web/portal/scope.ts";
import type { MemberButton } from "../forms/account-forms.ts";

/** A member's own page: whose it is, by which session. */
export interface Own {
  context: Readonly<RouterContextProvider>;
  request: Request;
  org: Org;
  viewer: Extract<Viewer, { mode: "accountExternal" }>;
}

/**
 * The member behind the request.
 * @param page where they wanted to go, below the portal's base
 * @throws a redirect to the login tab for everyone else
 */
export function ownOf(
  context: Readonly<RouterContextProvider>,
  request: Request,
  page: string,
): Own {
  const org = orgOf(context);
  const viewer = context.get(viewerContext);
  if (viewer.mode !== "accountExternal")
    throw redirect(
      addressOn(context, org, "", {
        loginRequest: "true",
        source: "account",
        redirectTo: page,
      }),
      { status: 303 },
    );
  return { context, request, org, viewer };
}

/**
 * Whose keys or calendar a page is about.
 * @throws as `ownOf`; 404 where the company lets members have no keys
 */
export function keeperOf(
  context: Readonly<RouterContextProvider>,
  request: Request,
  page: string,
): Own {
  const own = ownOf(context, request, page);
  if (!own.org.customization.memberKeysEnabled) throw notFound();
  return own;
}

/** A page of the portal, for an answer that leads back to it. */
export function pageAt({ context, org }: Own, page: string): string {
  return `${portalBase(context, org)}${page}`;
}

/**
 * Writes for a member, who is named as the one who did it.
 * @param work is told the person in every account of theirs
 */
export async function writeAsMember<Result>(
  own: Own,
  work: (write: Write, memberIds: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const { context, org, viewer } = own;
  const { store, now } = context.get(servicesContext);
  const memberIds = (await ownMembers(own)).map(({ id }) => id);
  const by = memberActor(context, viewer);
  return store.write((trx) => work({ trx, orgId: org.id, by, now: now() }, memberIds));
}

/**
 * What a page calls a session: enough to tell a person's own ones apart, and no part of the token.
 */
export function handleOf(tokenHash: string): string {
  return tokenHash.slice(0, 16);
}

/** The hash of the session by which the request came. */
export async function currentSession({ context, request, org }: Own): Promise<string> {
  return (await memberSessionOf(context, request, org.id))?.tokenHash ?? "";
}

/** The person in every account of the org that they belong to. */
export async function ownMembers({ context, org, viewer }: Own) {
  return accountsOfMember(context.get(servicesContext).store.read, org.id, viewer.member.id);
}

const named = z.string().max(64).default("");

/** What each button of a member's own page does. */
export const MEMBER_CHANGES: Readonly<Record<MemberButton, PageButton<Own, Response>>> = {
  "end-session": pageButton(z.object({ session: named }), (own: Own, { value }) =>
    endOwnSession(own, value.session),
  ),
  "sign-out-everywhere": pageButton(NO_FIELDS, signOutEverywhere),
  "switch-account": pageButton(z.object({ accountId: named }), (own: Own, { value }) =>
    switchAccount(own, value.accountId),
  ),
  "revoke-token": pageButton(z.object({ tokenId: named }), (own: Own, { value }) =>
    revokeOwnToken(own, value.tokenId),
  ),
};

/**
 * Ends one of the person's own sessions; one that ended already, or is somebody else's, is simply
 * not there.
 */
async function endOwnSession(own: Own, handle: string): Promise<Response> {
  const { context, org } = own;
  const { store, now } = context.get(servicesContext);
  const ids = (await ownMembers(own)).map(({ id }) => id);
  const target = (await listMemberSessions(store.read, org.id, ids, now())).find(
    ({ tokenHash }) => handleOf(tokenHash) === handle,
  );
  if (target !== undefined) {
    await store.write(async (trx) => {
      if (await revokeSession(trx, target.tokenHash, now()))
        await record(own, trx, "member.session-ended");
    });
  }
  return redirectWithFlash(
    context,
    `${portalBase(context, org)}/my-account`,
    "The session was ended.",
  );
}

async function signOutEverywhere(own: Own): Promise<Response> {
  const { context, request, org } = own;
  const { config, store, now } = context.get(servicesContext);
  const ids = (await ownMembers(own)).map(({ id }) => id);
  const elsewhere = (await memberSessions(context, request)).filter(
    ({ orgId }) => orgId !== org.id,
  );
  await store.write(async (trx) => {
    await revokeMemberSessions({ trx, orgId: org.id, now: now() }, ids);
    await record(own, trx, "member.signed-out-everywhere");
  });
  return redirectWithFlash(
    context,
    portalBase(context, org) || "/",
    elsewhere.length === 0
      ? "You are signed out everywhere."
      : `You are signed out of ${org.name} everywhere. You are still signed in to other organizations in this browser.`,
    [
      memberCookie(
        config,
        elsewhere.map(({ token }) => token),
      ),
    ],
  );
}

/**
 * Ends one of the person's own tokens for partners; one that is nowhere in their list is simply not
 * there.
 */
async function revokeOwnToken(own: Own, tokenId: string): Promise<Response> {
  await writeAsMember(own, (write, memberIds) => revokeToken(write, tokenId, { memberIds }));
  return redirectWithFlash(own.context, pageAt(own, "/my-account"), "The token was revoked.");
}

/** Goes on in another account of the same person, which is the last used one from then on. */
async function switchAccount(own: Own, accountId: string): Promise<Response> {
  const { context, org } = own;
  const { store, now } = context.get(servicesContext);
  const target = (await ownMembers(own)).find((member) => member.accountId === accountId);
  if (target === undefined)
    throw new Response("Not Found", { status: 404, statusText: "Not Found" });
  const tokenHash = await currentSession(own);
  await store.write(async (trx) => {
    await setSessionMember(trx, tokenHash, target.id);
    await noteSignIn({ trx, orgId: org.id, now: now() }, target.id);
  });
  return redirect(portalBase(context, org) || "/", { status: 303 });
}

async function record({ context, org, viewer }: Own, trx: Writer, action: string): Promise<void> {
  await recordAudit(
    {
      trx,
      orgId: org.id,
      by: memberActor(context, viewer),
      now: context.get(servicesContext).now(),
    },
    { action, subject: viewer.member.id },
  );
}
