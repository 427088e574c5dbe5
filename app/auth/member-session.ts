import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import { findMember, noteSignIn, type Member } from "./accounts/store/members.server.ts";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import { recordMemberEvent } from "#tenancy/visitor-events/store/events.server.ts";
import { sha256 } from "#db/ids.ts";
import { createMemberSession } from "./store/member-sessions.server.ts";
import { revokeSession } from "./store/session-list.server.ts";
import type { Writer } from "#db/store.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import {
  memberCookie,
  memberSessions,
  memberTokens,
  MOST_SESSIONS,
  type OwnSession,
} from "./member-cookie.ts";
import { knownBrowserCookie } from "./known-browser.ts";
import { visitorFrom, type RequestContext } from "./request-context.ts";

export interface SignedIn {
  member: Member;
  /**
   * The Set-Cookie headers: the new session, and that the person has signed in with this browser.
   */
  headers: [string, string][];
  /** It is the person's first time here. */
  isFirst: boolean;
}

/**
 * Signs a member in on the host of the request, in place of whoever was signed in to this company
 * with this browser; the same person's sessions with other companies of the host go on, anybody
 * else's end. How they proved who they are is settled before.
 * @param by the proof's name for the audit; a link by mail unless it is said
 */
export async function beginMemberSession(
  trx: Writer,
  asking: RequestContext,
  member: Member,
  by: "identity-provider" | null = null,
): Promise<SignedIn> {
  const { context, request, org } = asking;
  const { config, now } = context.get(servicesContext);
  const write = { trx, orgId: org.id, now: now() };
  const kept = await keptOf(trx, await memberSessions(context, request, trx), member, org.id);
  const tokens = memberTokens(request, config);
  for (const token of tokens.filter((one) => !kept.includes(one)))
    await revokeSession(trx, sha256(token), write.now);
  const { ip, userAgent } = visitorFrom(asking);
  const token = await createMemberSession(trx, {
    orgId: org.id,
    memberId: member.id,
    host: context.get(hostContext).host,
    ip,
    userAgent,
    now: write.now,
  });
  await noteSignIn(write, member.id);
  await recordMemberEvent(write, {
    name: "signed in",
    accountId: member.accountId,
    memberId: member.id,
  });
  const actor = {
    actor: `member:${member.id}`,
    actorName: `${member.firstName} ${member.lastName}`.trim() || member.email,
    ip,
  };
  await recordAudit(
    { ...write, by: actor },
    {
      action: "member.signed-in",
      subject: member.id,
      detail: { email: member.email, ...(by === null ? {} : { by }) },
    },
  );
  await announce(write, {
    type: "member.signed_in",
    subjectId: member.id,
    path: `/accounts/${member.accountId}`,
    facts: { accountId: member.accountId },
    person: { name: `${member.firstName} ${member.lastName}`.trim() || null, email: member.email },
  });
  const emailKey = readEmail(member.email)?.key ?? member.email;
  const cookies = [
    memberCookie(config, [...kept, token]),
    knownBrowserCookie(request, context.get(servicesContext), { orgId: org.id, emailKey }),
  ];
  return {
    member,
    headers: cookies.map((cookie) => ["Set-Cookie", cookie]),
    isFirst: member.signedInAt === null,
  };
}

/**
 * The tokens of the same person's sessions with other companies, as many as a browser keeps beside
 * a new one.
 */
async function keptOf(
  trx: Writer,
  sessions: readonly OwnSession[],
  member: Member,
  orgId: string,
): Promise<string[]> {
  const person = readEmail(member.email)?.key;
  const kept: string[] = [];
  for (const session of sessions.filter((one) => one.orgId !== orgId)) {
    const other = await findMember(trx, session.orgId, session.memberId);
    if (person !== undefined && other !== null && readEmail(other.email)?.key === person)
      kept.push(session.token);
  }
  return kept.slice(1 - MOST_SESSIONS);
}
