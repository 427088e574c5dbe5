import { readEmail, type EmailAddress } from "#model/subscribers/email.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Who invited whom, as it counts while the inviter is a member of an approved account. */
export interface Invitation {
  id: string;
  /** The invited address. */
  email: string;
  accountId: string;
  accountName: string;
  inviter: { email: string; name: string };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Mails that one address gets for an org within a day, whoever invites it. */
const MAILS_PER_ADDRESS = 3;
/** People whom one member invites within a day. */
export const INVITED_PER_DAY = 200;

/**
 * An invitation that still counts, by its id; null for one that was deleted, or whose inviter has
 * gone.
 */
export async function findInvitation(
  db: Reader,
  orgId: string,
  invitationId: string,
): Promise<Invitation | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("invitations as i")
    .innerJoin("members as m", (join) =>
      join.onRef("m.orgId", "=", "i.orgId").onRef("m.id", "=", "i.memberId"),
    )
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.orgId", "=", "i.orgId").onRef("a.id", "=", "i.accountId"),
    )
    .select([
      "i.id",
      "i.email",
      "i.accountId",
      "a.name as accountName",
      "m.email as inviterEmail",
      "m.firstName",
      "m.lastName",
    ])
    .where("i.id", "=", invitationId)
    .where("m.removedAt", "is", null)
    .where("a.reviewStatus", "=", "approved")
    .executeTakeFirst();
  if (row === undefined) return null;
  const { inviterEmail, firstName, lastName, ...invitation } = row;
  return {
    ...invitation,
    inviter: { email: inviterEmail, name: `${firstName} ${lastName}`.trim() || inviterEmail },
  };
}

/** How many people a member has invited within the last day. */
export async function invitedOfLate(
  db: Reader,
  orgId: string,
  memberId: string,
  now: Date,
): Promise<number> {
  const row = await inOrg(db, orgId)
    .selectFrom("invitations")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("memberId", "=", memberId)
    .where("invitedAt", ">", isoNow(new Date(now.getTime() - DAY_MS)))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * Whether this member has invited this person within the last hour: the same form sent twice is one
 * invitation.
 */
export async function invitedJustNow(
  db: Reader,
  orgId: string,
  memberId: string,
  emailKey: string,
  now: Date,
): Promise<boolean> {
  const row = await inOrg(db, orgId)
    .selectFrom("invitations")
    .select("id")
    .where("memberId", "=", memberId)
    .where("emailKey", "=", emailKey)
    .where("invitedAt", ">", isoNow(new Date(now.getTime() - HOUR_MS)))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an address may get another invitation today. */
export async function mayBeMailed(
  db: Reader,
  orgId: string,
  emailKey: string,
  now: Date,
): Promise<boolean> {
  const rows = await inOrg(db, orgId)
    .selectFrom("invitations")
    .select("id")
    .where("emailKey", "=", emailKey)
    .where("mailedAt", ">", isoNow(new Date(now.getTime() - DAY_MS)))
    .limit(MAILS_PER_ADDRESS)
    .execute();
  return rows.length < MAILS_PER_ADDRESS;
}

/**
 * Records that a member invited somebody.
 * @param values.mailed whether a mail goes out with it
 * @returns the invitation's id, which its token names
 */
export async function recordInvitation(
  write: Write,
  values: {
    id?: string;
    accountId: string;
    memberId: string;
    address: Pick<EmailAddress, "email" | "key">;
    message: string | null;
    mailed: boolean;
  },
): Promise<string> {
  const { trx, orgId, now } = write;
  const { accountId, memberId, address, message, mailed } = values;
  const id = values.id ?? newId();
  const at = isoNow(now);
  await trx
    .insertInto("invitations")
    .values({
      orgId,
      id,
      accountId,
      memberId,
      email: address.email,
      emailKey: address.key,
      message,
      invitedAt: at,
      mailedAt: mailed ? at : null,
    })
    .execute();
  await recordAudit(write, {
    action: "colleague.invited",
    subject: id,
    detail: { email: address.email, accountId, mailed },
  });
  return id;
}

/** Whether an invitation is for the person with this address. */
export function isInvited(invitation: Pick<Invitation, "email">, emailKey: string): boolean {
  return readEmail(invitation.email)?.key === emailKey;
}
