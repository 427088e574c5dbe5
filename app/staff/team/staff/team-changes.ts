import type { RouterContextProvider } from "react-router";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { changeRole, removeFromTeam } from "../store/team.server.ts";
import {
  inviteToTeam,
  resendInvitation,
  withdrawInvitation,
  type SentInvitation,
} from "../store/team-invitations.server.ts";
import type { Manager } from "#auth/team/store/team-rights.server.ts";
import { endTeamSessions } from "../store/team-sessions.server.ts";
import {
  requireTwoFactor,
  stopRequiringTwoFactor,
} from "#company/auth/store/two-factor-rules.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import type { Role } from "#model/auth/permissions.ts";
import { INVITATION_DAYS, ROLE_WORDS } from "#model/team.ts";
import { installationBrand, staffLink } from "#platform/mail/brand.ts";
import { teamInvitation } from "../mail/team.tsx";
import { tellPerson } from "../tell-person.server.ts";
import { renderMail } from "#platform/mail/render.tsx";
import { actorOf, type StaffInOrg } from "#auth/current-staff.ts";

/**
 * What the forms of the team do: the row, its audit and its mail in one transaction, and the words
 * for the flash.
 */
export interface TeamDesk {
  context: Readonly<RouterContextProvider>;
  here: StaffInOrg;
}

/**
 * Asks somebody onto the team by mail. The answer is the same whether or not the address is known
 * here.
 * @throws Refused; TooManyRequests
 */
export async function invite(
  desk: TeamDesk,
  values: { email: string; role: Role },
): Promise<string> {
  const { limits } = desk.context.get(servicesContext);
  await limits.consume("team-invitations", desk.here.org.id);
  await limits.consume("team-invitation-address", values.email);
  await changing(desk, async (write) =>
    mailInvitation(write, desk, await inviteToTeam(write, values)),
  );
  return `An invitation to ${values.email} was sent. It expires in ${INVITATION_DAYS} days.`;
}

/** @throws NotFound; Refused; TooManyRequests */
export async function resend(desk: TeamDesk, id: string): Promise<string> {
  const { limits } = desk.context.get(servicesContext);
  await limits.consume("team-invitations", desk.here.org.id);
  const email = await changing(desk, async (write) => {
    const invitation = await resendInvitation(write, id);
    await mailInvitation(write, desk, invitation);
    return invitation.email;
  });
  return `A new invitation to ${email} is on its way. The previous one no longer works.`;
}

/** @throws NotFound; Refused */
export async function withdraw(desk: TeamDesk, id: string): Promise<string> {
  const email = await changing(desk, (write) => withdrawInvitation(write, id));
  return `The invitation to ${email} was withdrawn.`;
}

/** @throws Refused */
export async function setTwoFactorRule(desk: TeamDesk, required: boolean): Promise<string> {
  await changing(desk, (write) => (required ? requireTwoFactor : stopRequiringTwoFactor)(write));
  return required
    ? "Two-factor sign-in is now required for everyone on the team."
    : "Two-factor sign-in is now optional.";
}

/** @throws NotFound; Refused */
export async function giveRole(desk: TeamDesk, staffId: string, role: Role): Promise<string> {
  const before = await changing(desk, async (write) => {
    const member = await changeRole(write, staffId, role);
    if (member.role !== role) await tell(write, desk, member, role);
    return member;
  });
  return `${before.name} is now ${ROLE_WORDS[role].label.toLowerCase()}.`;
}

/** @throws NotFound; Refused */
export async function remove(desk: TeamDesk, staffId: string): Promise<string> {
  const member = await changing(desk, async (write) => {
    const removed = await removeFromTeam(write, staffId);
    await tell(write, desk, removed, null);
    return removed;
  });
  return `${member.name} is no longer on the team.`;
}

/** @throws NotFound; Refused */
export async function endSessions(
  desk: TeamDesk,
  staffId: string,
  handle: string | null,
): Promise<string> {
  const ended = await changing(desk, (write) => endTeamSessions(write, staffId, handle));
  return ended === 0
    ? handle === null
      ? "All sessions ended."
      : "There was no session to end."
    : ended === 1
      ? "The session was ended."
      : `${ended} sessions were ended.`;
}

function changing<T>(
  { context, here }: TeamDesk,
  work: (write: Write<Manager>) => Promise<T>,
): Promise<T> {
  const { store, now } = context.get(servicesContext);
  const by: Manager = { staffId: here.session.staff.id, actor: actorOf(context, here.session) };
  return store.write((trx) => work({ trx, orgId: here.org.id, by, now: now() }));
}

/**
 * The mail is the installation's: its token makes a staff identity, which is none of the inviting
 * org's to read.
 */
async function mailInvitation(
  { trx, now }: Write<Manager>,
  { context, here }: TeamDesk,
  { email, role, token }: SentInvitation,
): Promise<void> {
  const brand = installationBrand(context.get(servicesContext).config);
  const until = formatMoment(
    new Date(now.getTime() + INVITATION_DAYS * 86_400_000).toISOString(),
    here.org.timeZone,
  );
  const facts = {
    link: staffLink(brand, "/sign-in/invitation", { token }),
    org: here.org.name,
    role,
    by: here.session.staff.name,
    until,
  };
  await queueMail(trx, null, {
    to: { email },
    mail: renderMail(brand, teamInvitation, facts),
    now,
  });
}

function tell(
  write: Write<Manager>,
  { context, here: { org, session } }: TeamDesk,
  to: { email: string; name: string },
  role: Role | null,
): Promise<void> {
  const { config } = context.get(servicesContext);
  return tellPerson(write, { config, org, by: session.staff.name }, to, role);
}
