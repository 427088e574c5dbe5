import type { RouterContextProvider } from "react-router";
import { recordAudit, staffActor } from "#tenancy/audit/store/audit.server.ts";
import { setCurrentOrg } from "#auth/store/sessions.server.ts";
import type { StaffSession } from "#model/auth/staff-session.ts";
import { createStaff, findStaffByEmail, grantRole, staffOrgs } from "#auth/store/staff.server.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import {
  findInvitation,
  spendInvitation,
  type OpenInvitation,
} from "#staff/team/store/team-joining.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { START_PAGE } from "#model/setup-guide.ts";
import { beginSession, firstPageOf, type BegunSession } from "./begin-session.ts";
import { hashPassword } from "./password.ts";

/**
 * Joining a team by an invitation. Whoever holds its link reads the address's mail; they join as
 * nobody else.
 */

/**
 * The invitation was used, withdrawn or sent anew, ran out, or asks for another way of joining now.
 */
export class InvitationSpent extends Error {}

interface RequestContext {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

export interface ShownInvitation {
  invitation: OpenInvitation;
  /** What the form has to bring back: a bare POST to the mailed address does nothing. */
  issued: string;
  /**
   * `new`: the address has no staff identity yet. `join`: its owner is signed in. `sign-in`:
   * somebody has to sign in as its owner.
   */
  way: "new" | "join" | "sign-in";
}

const PURPOSE = "team-invitation-form";

/** What the page of a link shows; looking spends nothing. */
export async function openInvitation(
  { context }: Pick<RequestContext, "context">,
  token: string | null,
  session: StaffSession | null,
): Promise<ShownInvitation | null> {
  const { key, store, now } = context.get(servicesContext);
  const invitation =
    token === null || token.length > 100 ? null : await findInvitation(store.read, token, now());
  if (invitation === null || token === null) return null;
  const known = (await findStaffByEmail(store.read, invitation.email)) !== null;
  return {
    invitation,
    issued: key.sign(PURPOSE, token),
    way: !known ? "new" : isWhoIsAsked(session, invitation) ? "join" : "sign-in",
  };
}

/**
 * Whether a session is the invited person's. One that a company's identity provider began joins that
 * company alone.
 */
function isWhoIsAsked(
  session: StaffSession | null,
  { email, orgId }: Pick<OpenInvitation, "email" | "orgId">,
): boolean {
  return (
    session?.staff.email === email && (session.onlyOrgId === null || session.onlyOrgId === orgId)
  );
}

/**
 * Joins with a new identity, signed in.
 * @throws InvitationSpent, also when the address got an identity meanwhile; TooManyRequests
 */
export async function joinAnew(
  asking: RequestContext,
  token: string,
  values: { name: string; password: string; issued?: string | undefined },
): Promise<BegunSession> {
  const { key, limits, store, now } = asking.context.get(servicesContext);
  const { ip } = asking.context.get(hostContext);
  await limits.consume("team-join", ip);
  if (!key.verify(PURPOSE, token, values.issued ?? "")) throw new InvitationSpent();
  const passwordHash = await hashPassword(values.password);
  return store.write(async (trx) => {
    const at = now();
    const invitation = await findInvitation(trx, token, at);
    if (invitation === null || (await findStaffByEmail(trx, invitation.email)) !== null)
      throw new InvitationSpent();
    const { name } = values;
    const id = await createStaff(
      { trx, by: { actor: "visitor", actorName: name, ip }, now: at },
      { email: invitation.email, name, passwordHash },
    );
    await join(trx, asking, invitation, token, { id, name });
    return beginSession(trx, asking, { id, name, email: invitation.email }, "");
  });
}

/**
 * Joins as the person who is signed in, whose address must be the invited one.
 * @throws InvitationSpent
 */
export async function joinSignedIn(
  asking: RequestContext,
  token: string,
  issued: string,
  session: StaffSession,
): Promise<{ to: string; orgName: string }> {
  const { key, store, now } = asking.context.get(servicesContext);
  if (!key.verify(PURPOSE, token, issued)) throw new InvitationSpent();
  return store.write(async (trx) => {
    const invitation = await findInvitation(trx, token, now());
    if (invitation === null || !isWhoIsAsked(session, invitation)) throw new InvitationSpent();
    await join(trx, asking, invitation, token, session.staff);
    await setCurrentOrg(trx, session.tokenHash, invitation.orgId);
    const { orgId, orgName, slug } = invitation;
    const role = (await staffOrgs(trx, session.staff.id)).find((one) => one.orgId === orgId);
    const first = await firstPageOf(trx, role);
    // A company that nobody has begun to set up begins there; else there is a portal to look at.
    return { to: first === START_PAGE ? first : `/${slug}`, orgName };
  });
}

/** Spends the invitation and gives its role; a role that the person has there already stays. */
async function join(
  trx: Writer,
  { context }: RequestContext,
  { orgId, role, email, invitedByName }: OpenInvitation,
  token: string,
  staff: { id: string; name: string },
): Promise<void> {
  const at = context.get(servicesContext).now();
  if (!(await spendInvitation(trx, token, staff.id, at))) throw new InvitationSpent();
  const by = staffActor(staff, context.get(hostContext).ip);
  await recordAudit(
    { trx, orgId, by, now: at },
    {
      action: "team.invitation-accepted",
      subject: email,
      detail: { role, "invited by": invitedByName },
    },
  );
  const already = await inOrg(trx, orgId)
    .selectFrom("staffRoles")
    .select("role")
    .where("staffId", "=", staff.id)
    .executeTakeFirst();
  if (already === undefined)
    await grantRole(
      { trx, orgId, by: { ...by, actorName: invitedByName }, now: at },
      staff.id,
      role,
    );
}
