import { suppressionKey } from "../../../mail/rules/mail.ts";
import { readEmail } from "../../subscribers/rules/subscriber-email.ts";
import { recordAudit, type Actor } from "../../audit/store/audit.server.ts";
import { hashedAddress, REMOVED_BY_ERASURE } from "./erased-addresses.server.ts";
import { isoNow } from "../../../../db/ids.ts";
import { Refused } from "../../../../db/refusals.ts";
import type { GoneMail } from "./retention.server.ts";
import type { Store, Writer } from "../../../../db/store.ts";
import { findPerson, type Person } from "./person-find.server.ts";
import { eraseMentions } from "./person-mentions.server.ts";
import type { Pseudonym } from "./person-swap.server.ts";

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
    await recordAudit(trx, {
      orgId,
      by,
      action: "person.erased",
      subject: pseudonym.name,
      detail: { rows },
      now,
    });
    return { rows, mails };
  });
}

async function refuseStaff(store: Store, orgId: string, { address }: Person): Promise<void> {
  const staff = await store.read
    .selectFrom("staffRoles as r")
    .innerJoin("staff as s", "s.id", "r.staffId")
    .select("s.email")
    .where("r.orgId", "=", orgId)
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
  const sessions = await trx
    .deleteFrom("sessions")
    .where("orgId", "=", orgId)
    .where("memberId", "in", members)
    .executeTakeFirst();
  const links = await trx
    .deleteFrom("signInLinks")
    .where("orgId", "=", orgId)
    .where("email", "in", ["", ...emails])
    .executeTakeFirst();
  const tokens = await trx
    .deleteFrom("partnerTokens")
    .where("orgId", "=", orgId)
    .where("memberId", "in", members)
    .executeTakeFirst();
  await trx
    .updateTable("members")
    .set({ removedAt: isoNow(now), removedBy: REMOVED_BY_ERASURE })
    .where("orgId", "=", orgId)
    .where("id", "in", members)
    .where("removedAt", "is", null)
    .execute();
  await trx
    .updateTable("outbox")
    .set({ state: "withdrawn" })
    .where("orgId", "=", orgId)
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
  return trx
    .selectFrom("outboxAttachments as f")
    .innerJoin("ndaSignatures as s", (join) =>
      join.onRef("s.orgId", "=", "f.orgId").onRef("s.id", "=", "f.signatureId"),
    )
    .select("f.mailId")
    .where("f.orgId", "=", orgId)
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
  const mails = await trx
    .selectFrom("outbox")
    .select(["id", "createdAt"])
    .where("orgId", "=", orgId)
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

async function eraseRows(
  trx: Writer,
  orgId: string,
  person: Person,
  pseudonym: Pseudonym,
  now: Date,
): Promise<number> {
  const { address, emails } = person;
  const [members, requests, subscribers, spelled] = [
    ["", ...person.memberIds],
    ["", ...person.requestIds],
    ["", ...person.subscriberIds],
    ["", ...emails],
  ];
  const actors = person.memberIds.map((id) => `member:${id}`);
  let rows = 0;
  const count = (result: { numUpdatedRows?: bigint; numDeletedRows?: bigint }) =>
    (rows += Number(result.numUpdatedRows ?? result.numDeletedRows ?? 0n));

  const subjects = [...members, ...requests, ...subscribers].filter((id) => id !== "");
  const own = trx
    .updateTable("audit")
    .where("orgId", "=", orgId)
    .where((eb) =>
      eb.or([
        eb("actor", "in", ["", ...actors]),
        eb.and([eb("actor", "=", "visitor"), eb("subject", "in", ["", ...subjects])]),
      ]),
    );
  count(await own.set({ actorName: pseudonym.name, ip: null }).executeTakeFirst());
  count(
    await trx
      .updateTable("events")
      .set({ memberId: null })
      .where("orgId", "=", orgId)
      .where("memberId", "in", members)
      .executeTakeFirst(),
  );

  const theirs = trx
    .selectFrom("traces")
    .select("id")
    .where("orgId", "=", orgId)
    .where((eb) => eb.or([eb("memberId", "in", members), eb("email", "in", spelled)]));
  count(
    await trx
      .deleteFrom("watermarkedCopies")
      .where("orgId", "=", orgId)
      .where("traceId", "in", theirs)
      .executeTakeFirst(),
  );
  count(
    await trx
      .updateTable("traces")
      .set({ name: pseudonym.name, email: null, ip: null })
      .where("orgId", "=", orgId)
      .where((eb) => eb.or([eb("memberId", "in", members), eb("email", "in", spelled)]))
      .executeTakeFirst(),
  );
  count(
    await trx
      .deleteFrom("bulkDownloads")
      .where("orgId", "=", orgId)
      .where("viewerKey", "in", ["", ...actors])
      .executeTakeFirst(),
  );

  const signed = {
    name: pseudonym.name,
    email: pseudonym.email,
    ip: null,
    userAgent: null,
    blobHash: null,
  };
  count(
    await trx
      .updateTable("ndaSignatures")
      .set(signed)
      .where("orgId", "=", orgId)
      .where((eb) => eb.or([eb("memberId", "in", members), eb("email", "in", spelled)]))
      .executeTakeFirst(),
  );

  count(
    await trx
      .updateTable("accessRequests")
      .set({ invitedBy: pseudonym.email })
      .where("orgId", "=", orgId)
      .where("invitedBy", "in", spelled)
      .executeTakeFirst(),
  );
  count(
    await trx
      .deleteFrom("invitations")
      .where("orgId", "=", orgId)
      .where("emailKey", "=", address.key)
      .executeTakeFirst(),
  );
  count(
    await trx
      .deleteFrom("accessRequests")
      .where("orgId", "=", orgId)
      .where("emailKey", "=", address.key)
      .executeTakeFirst(),
  );
  count(
    await trx
      .deleteFrom("subscribers")
      .where("orgId", "=", orgId)
      .where("emailKey", "=", address.key)
      .executeTakeFirst(),
  );
  count(
    await trx
      .deleteFrom("grantReminders")
      .where("orgId", "=", orgId)
      .where("memberId", "in", members)
      .executeTakeFirst(),
  );
  // Whom staff removed stays removed by staff: no token of a company brings them back under the
  // address (db/byoid-admission).
  count(
    await trx
      .updateTable("members")
      .set({ removedAt: isoNow(now), removedBy: REMOVED_BY_ERASURE })
      .where("orgId", "=", orgId)
      .where("id", "in", members)
      .where("removedAt", "is", null)
      .executeTakeFirst(),
  );
  for (const [i, id] of person.memberIds.entries()) {
    // The row stays, since signatures name it; two of one account can't have one address.
    const email = i === 0 ? pseudonym.email : pseudonym.email.replace("@", `.${i + 1}@`);
    count(
      await trx
        .updateTable("members")
        .set({ email, firstName: "Erased", lastName: "person", signedInAt: null })
        .where("orgId", "=", orgId)
        .where("id", "=", id)
        .executeTakeFirst(),
    );
  }
  // Lists that wait for the next step of their import can name the person: they are chosen again.
  count(
    await trx
      .deleteFrom("stagedFiles")
      .where("orgId", "=", orgId)
      .where("purpose", "=", "subscribers")
      .executeTakeFirst(),
  );
  rows += await hashLists(trx, orgId, person);
  return rows + (await eraseRecipients(trx, orgId, address.key));
}

/** What must still hold the address off, or decide over it, knows its hash from now on. */
async function hashLists(trx: Writer, orgId: string, { address, emails }: Person): Promise<number> {
  let rows = 0;
  for (const email of new Set([
    suppressionKey(address.email),
    suppressionKey(address.key),
    ...emails.map(suppressionKey),
  ])) {
    const there = await trx
      .selectFrom("suppressions")
      .selectAll()
      .where("orgId", "=", orgId)
      .where("email", "=", email)
      .executeTakeFirst();
    if (there === undefined) continue;
    await trx
      .deleteFrom("suppressions")
      .where("orgId", "=", orgId)
      .where("email", "=", email)
      .execute();
    await trx
      .insertInto("suppressions")
      .values({ ...there, email: hashedAddress(orgId, email), detail: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    rows += 1;
  }
  const value = hashedAddress(orgId, address.key);
  const blocks = await trx
    .updateTable("subscriptionBlocks")
    .set({ value })
    .where("orgId", "=", orgId)
    .where("kind", "=", "address")
    .where("value", "=", address.key)
    .executeTakeFirst();
  const rules = await trx
    .updateTable("accessRules")
    .set({ pattern: value })
    .where("orgId", "=", orgId)
    .where("matches", "=", "address")
    .where("pattern", "=", address.key)
    .executeTakeFirst();
  return rows + Number(blocks.numUpdatedRows + rules.numUpdatedRows);
}

/** Lists of addresses that an update goes to: the address leaves them. */
async function eraseRecipients(trx: Writer, orgId: string, key: string): Promise<number> {
  let rows = 0;
  for (const table of ["topicDrafts", "topicUpdates", "mailings"] as const) {
    const stored = await trx
      .selectFrom(table)
      .select(["id", "recipientsJson"])
      .where("orgId", "=", orgId)
      .where("recipientsJson", "like", "%@%")
      .execute();
    for (const { id, recipientsJson } of stored) {
      const without = JSON.stringify(withoutAddress(JSON.parse(recipientsJson ?? "null"), key));
      if (without === recipientsJson) continue;
      await trx
        .updateTable(table)
        .set({ recipientsJson: without })
        .where("orgId", "=", orgId)
        .where("id", "=", id)
        .execute();
      rows += 1;
    }
  }
  return rows;
}

/** The same value without any text of a list that is the address. */
function withoutAddress(value: unknown, key: string): unknown {
  if (Array.isArray(value))
    return value
      .filter((entry) => typeof entry !== "string" || readEmail(entry)?.key !== key)
      .map((entry) => withoutAddress(entry, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withoutAddress(entry, key)]),
  );
}
