import { readEmail } from "#model/subscribers/subscriber-email.ts";
import { recordAudit, type Actor } from "#tenancy/audit/store/audit.server.ts";
import { REMOVED_BY_ERASURE } from "#platform/privacy/store/erased-addresses.server.ts";
import { isoNow } from "#db/ids.ts";
import { Refused } from "#db/refusals.ts";
import type { GoneMail } from "./retention.server.ts";
import type { Store, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { findPerson, type Person } from "./person-find.server.ts";
import { eraseMentions } from "./person-mentions.server.ts";
import type { Pseudonym } from "./person-swap.server.ts";
import { eraseRows } from "./person-rows.server.ts";

export interface Erasure {
  /** Rows that were removed or changed. */
  rows: number;
  /** Mails whose kept files go too. */
  mails: GoneMail[];
}

/**
 * Forgets a person in an org. Signatures and the audit stay, under a pseudonym that the same
 * address leads to again and that leads to no address. In three steps, so that nothing waits long:
 * access ends at once; what others wrote is gone through in pages; then the person's own rows go,
 * with the audit row. Killed in between, it is done by doing it again: until the last step the
 * names are still known.
 * @throws Refused for an address of staff: people of the team leave by the team page
 */
export async function erasePerson(
  store: Store,
  orgId: string,
  person: Person,
  pseudonym: Pseudonym,
  by: Actor,
  now: Date,
): Promise<Erasure> {
  await refuseStaff(store, orgId, person);
  const ended = await store.write((trx) => endAccess(trx, orgId, person, now));
  const mentions = await eraseMentions(store, orgId, person, pseudonym);
  return store.write(async (trx) => {
    // What came in meanwhile is the person's, too.
    const found = await findPerson(trx, orgId, person.address);
    const all = { ...found, emails: [...new Set([...person.emails, ...found.emails])] };
    const mails = await removeMails(trx, orgId, all);
    const own = await eraseRows(trx, orgId, all, pseudonym, now);
    const rows = ended + mentions + mails.length + own;
    await recordAudit(
      { trx, orgId, by, now },
      { action: "person.erased", subject: pseudonym.name, detail: { rows } },
    );
    return { rows, mails };
  });
}

async function refuseStaff(store: Store, orgId: string, { address }: Person): Promise<void> {
  const staff = await inOrg(store.read, orgId)
    .selectFrom("staffRoles as r")
    .innerJoin("staff as s", "s.id", "r.staffId")
    .select("s.email")
    .execute();
  if (staff.some(({ email }) => readEmail(email)?.key === address.key))
    throw new Refused(
      "This is the address of a team member. Remove them from the team first.",
      "confirmation",
    );
}

/** Sessions and links end, and nothing more is sent. */
async function endAccess(
  trx: Writer,
  orgId: string,
  { memberIds, emails }: Person,
  now: Date,
): Promise<number> {
  const members = ["", ...memberIds];
  const sessions = await inOrg(trx, orgId)
    .deleteFrom("sessions")
    .where("memberId", "in", members)
    .executeTakeFirst();
  const links = await inOrg(trx, orgId)
    .deleteFrom("signInLinks")
    .where("email", "in", ["", ...emails])
    .executeTakeFirst();
  const tokens = await inOrg(trx, orgId)
    .deleteFrom("partnerTokens")
    .where("memberId", "in", members)
    .executeTakeFirst();
  await inOrg(trx, orgId)
    .updateTable("members")
    .set({ removedAt: isoNow(now), removedBy: REMOVED_BY_ERASURE })
    .where("id", "in", members)
    .where("removedAt", "is", null)
    .execute();
  await inOrg(trx, orgId)
    .updateTable("outbox")
    .set({ state: "withdrawn" })
    .where((eb) =>
      eb.or([
        eb("toEmail", "in", ["", ...emails]),
        eb("id", "in", mailsWithRecord(trx, orgId, { memberIds, emails })),
      ]),
    )
    .where("state", "=", "queued")
    .execute();
  return Number(sessions.numDeletedRows + links.numDeletedRows + tokens.numDeletedRows);
}

/**
 * Mails that carry what the person signed, wherever they went: somebody's address may have been
 * another one then.
 */
function mailsWithRecord(
  trx: Writer,
  orgId: string,
  { memberIds, emails }: Pick<Person, "memberIds" | "emails">,
) {
  return inOrg(trx, orgId)
    .selectFrom("outboxAttachments as f")
    .innerJoin("ndaSignatures as s", (join) =>
      join.onRef("s.orgId", "=", "f.orgId").onRef("s.id", "=", "f.signatureId"),
    )
    .select("f.mailId")
    .where((eb) =>
      eb.or([eb("s.memberId", "in", ["", ...memberIds]), eb("s.email", "in", ["", ...emails])]),
    );
}

/** Every mail to the person goes whole, with what it says and carries, and that it was sent. */
async function removeMails(
  trx: Writer,
  orgId: string,
  { address, emails, memberIds, subscriberIds }: Person,
): Promise<GoneMail[]> {
  const refs = [
    ...memberIds.map((id) => `member:${id}`),
    ...subscriberIds.map((id) => `subscriber:${id}`),
  ];
  const mails = await inOrg(trx, orgId)
    .selectFrom("outbox")
    .select(["id", "createdAt"])
    .where((eb) =>
      eb.or([
        eb("toEmail", "in", ["", ...emails]),
        eb("recipientKey", "=", address.key),
        eb("recipientRef", "in", ["", ...refs]),
        eb("id", "in", mailsWithRecord(trx, orgId, { memberIds, emails })),
      ]),
    )
    .execute();
  for (const { id } of mails) await trx.deleteFrom("outbox").where("id", "=", id).execute();
  return mails;
}
