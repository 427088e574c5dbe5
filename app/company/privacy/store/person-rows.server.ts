import { suppressionKey } from "#model/mail/mail.ts";
import { readEmail } from "#model/subscribers/subscriber-email.ts";
import {
  hashedAddress,
  REMOVED_BY_ERASURE,
} from "#platform/privacy/store/erased-addresses.server.ts";
import { isoNow } from "#db/ids.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Person } from "./person-find.server.ts";
import type { Pseudonym } from "./person-swap.server.ts";

export async function eraseRows(
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
  const own = inOrg(trx, orgId)
    .updateTable("audit")
    .where((eb) =>
      eb.or([
        eb("actor", "in", ["", ...actors]),
        eb.and([eb("actor", "=", "visitor"), eb("subject", "in", ["", ...subjects])]),
      ]),
    );
  count(await own.set({ actorName: pseudonym.name, ip: null }).executeTakeFirst());
  count(
    await inOrg(trx, orgId)
      .updateTable("events")
      .set({ memberId: null })
      .where("memberId", "in", members)
      .executeTakeFirst(),
  );

  const theirs = inOrg(trx, orgId)
    .selectFrom("traces")
    .select("id")
    .where((eb) => eb.or([eb("memberId", "in", members), eb("email", "in", spelled)]));
  count(
    await inOrg(trx, orgId)
      .deleteFrom("watermarkedCopies")
      .where("traceId", "in", theirs)
      .executeTakeFirst(),
  );
  count(
    await inOrg(trx, orgId)
      .updateTable("traces")
      .set({ name: pseudonym.name, email: null, ip: null })
      .where((eb) => eb.or([eb("memberId", "in", members), eb("email", "in", spelled)]))
      .executeTakeFirst(),
  );
  count(
    await inOrg(trx, orgId)
      .deleteFrom("bulkDownloads")
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
    await inOrg(trx, orgId)
      .updateTable("ndaSignatures")
      .set(signed)
      .where((eb) => eb.or([eb("memberId", "in", members), eb("email", "in", spelled)]))
      .executeTakeFirst(),
  );

  count(
    await inOrg(trx, orgId)
      .updateTable("accessRequests")
      .set({ invitedBy: pseudonym.email })
      .where("invitedBy", "in", spelled)
      .executeTakeFirst(),
  );
  count(
    await inOrg(trx, orgId)
      .deleteFrom("invitations")
      .where("emailKey", "=", address.key)
      .executeTakeFirst(),
  );
  count(
    await inOrg(trx, orgId)
      .deleteFrom("accessRequests")
      .where("emailKey", "=", address.key)
      .executeTakeFirst(),
  );
  count(
    await inOrg(trx, orgId)
      .deleteFrom("subscribers")
      .where("emailKey", "=", address.key)
      .executeTakeFirst(),
  );
  count(
    await inOrg(trx, orgId)
      .deleteFrom("grantReminders")
      .where("memberId", "in", members)
      .executeTakeFirst(),
  );
  // Whom staff removed stays removed by staff: no token of a company brings them back under the
  // address (access/byoid/store/byoid-admission).
  count(
    await inOrg(trx, orgId)
      .updateTable("members")
      .set({ removedAt: isoNow(now), removedBy: REMOVED_BY_ERASURE })
      .where("id", "in", members)
      .where("removedAt", "is", null)
      .executeTakeFirst(),
  );
  for (const [i, id] of person.memberIds.entries()) {
    // The row stays, since signatures name it; two of one account can't have one address.
    const email = i === 0 ? pseudonym.email : pseudonym.email.replace("@", `.${i + 1}@`);
    count(
      await inOrg(trx, orgId)
        .updateTable("members")
        .set({ email, firstName: "Erased", lastName: "person", signedInAt: null })
        .where("id", "=", id)
        .executeTakeFirst(),
    );
  }
  // Lists that wait for the next step of their import can name the person: they are chosen again.
  count(
    await inOrg(trx, orgId)
      .deleteFrom("stagedFiles")
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
    const there = await inOrg(trx, orgId)
      .selectFrom("suppressions")
      .selectAll()
      .where("email", "=", email)
      .executeTakeFirst();
    if (there === undefined) continue;
    await inOrg(trx, orgId).deleteFrom("suppressions").where("email", "=", email).execute();
    await trx
      .insertInto("suppressions")
      .values({ ...there, email: hashedAddress(orgId, email), detail: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    rows += 1;
  }
  const value = hashedAddress(orgId, address.key);
  const blocks = await inOrg(trx, orgId)
    .updateTable("subscriptionBlocks")
    .set({ value })
    .where("kind", "=", "address")
    .where("value", "=", address.key)
    .executeTakeFirst();
  const rules = await inOrg(trx, orgId)
    .updateTable("accessRules")
    .set({ pattern: value })
    .where("matches", "=", "address")
    .where("pattern", "=", address.key)
    .executeTakeFirst();
  return rows + Number(blocks.numUpdatedRows + rules.numUpdatedRows);
}

/** Lists of addresses that an update goes to: the address leaves them. */
async function eraseRecipients(trx: Writer, orgId: string, key: string): Promise<number> {
  let rows = 0;
  for (const table of ["topicDrafts", "topicUpdates", "mailings"] as const) {
    const stored = await inOrg(trx, orgId)
      .selectFrom(table)
      .select(["id", "recipientsJson"])
      .where("recipientsJson", "like", "%@%")
      .execute();
    for (const { id, recipientsJson } of stored) {
      const without = JSON.stringify(withoutAddress(JSON.parse(recipientsJson ?? "null"), key));
      if (without === recipientsJson) continue;
      await inOrg(trx, orgId)
        .updateTable(table)
        .set({ recipientsJson: without })
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
