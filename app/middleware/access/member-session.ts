import { noteSignIn, type Member } from "../../../db/accounts.ts";
import { recordAudit } from "../../../db/audit.ts";
import { recordMemberEvent } from "../../../db/events.ts";
import { sha256 } from "../../../db/ids.ts";
import { createMemberSession } from "../../../db/member-sessions.ts";
import { MEMBER_LIFE, revokeSession } from "../../../db/sessions.ts";
import type { Writer } from "../../../db/store.ts";
import { doorContext, servicesContext } from "../../context.ts";
import { readCookie, setCookie } from "../cookies.ts";
import { visitorFrom, type Asking } from "./place.ts";

export interface SignedIn {
  member: Member;
  /** The Set-Cookie header of the new session. */
  cookie: string;
  /** It is the person's first time here. */
  isFirst: boolean;
}

/**
 * Signs a member in on the host of the request, in place of whoever was signed in with this browser. How they
 * proved who they are is settled before.
 * @param by the proof's name for the audit; a link by mail unless it is said
 */
export async function beginMemberSession(trx: Writer, asking: Asking, member: Member, by: "identity-provider" | null = null): Promise<SignedIn> {
  const { context, request, org } = asking;
  const { config, now } = context.get(servicesContext);
  const former = readCookie(request, config, "otc_member");
  if (former !== null) await revokeSession(trx, sha256(former), now());
  const { ip, userAgent } = visitorFrom(asking);
  const token = await createMemberSession(trx, { orgId: org.id, memberId: member.id, host: context.get(doorContext).host, ip, userAgent, now: now() });
  await noteSignIn(trx, org.id, member.id, now());
  await recordMemberEvent(trx, org.id, { name: "signed in", accountId: member.accountId, memberId: member.id }, now());
  const actor = { actor: `member:${member.id}`, actorName: `${member.firstName} ${member.lastName}`.trim() || member.email, ip };
  await recordAudit(trx, { orgId: org.id, by: actor, action: "member.signed-in", subject: member.id, detail: { email: member.email, ...(by === null ? {} : { by }) }, now: now() });
  return { member, cookie: setCookie(config, "otc_member", token, MEMBER_LIFE.absolute / 1_000), isFirst: member.signedInAt === null };
}
