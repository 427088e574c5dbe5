import { revokeMemberKeys } from "#auth/access-keys/store/member-keys.server.ts";
import { findAccount, type Account } from "#auth/accounts/store/accounts.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { mustChange, NotFound, Refused } from "#db/refusals.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Renames an account. @throws NotFound */
export async function renameAccount(write: Write, accountId: string, name: string): Promise<void> {
  const { trx, orgId } = write;
  mustChange(
    await inOrg(trx, orgId)
      .updateTable("accounts")
      .set({ name })
      .where("id", "=", accountId)
      .executeTakeFirst(),
    "account",
  );
  await noteEntries(write, "accounts", [accountId]);
  await recordAudit(write, { action: "account.renamed", subject: accountId, detail: { name } });
}

/**
 * Takes a person out of an account: their next request finds no session, and their keys open nothing.
 * What they signed and did stays. @throws NotFound
 */
export async function removeMember(
  write: Write,
  accountId: string,
  memberId: string,
): Promise<void> {
  const { trx, orgId, by, now } = write;
  const result = await inOrg(trx, orgId)
    .updateTable("members")
    .set({ removedAt: isoNow(now), removedBy: by.actorName })
    .where("accountId", "=", accountId)
    .where("id", "=", memberId)
    .where("removedAt", "is", null)
    .executeTakeFirst();
  mustChange(result, "member");
  await inOrg(trx, orgId)
    .updateTable("sessions")
    .set({ revokedAt: isoNow(now) })
    .where("memberId", "=", memberId)
    .where("revokedAt", "is", null)
    .execute();
  await revokeMemberKeys(write, [memberId]);
  await noteEntries(write, "accounts", [accountId]);
  await recordAudit(write, { action: "member.removed", subject: memberId, detail: { accountId } });
}

/**
 * Takes everything away from an account: its grants, and the sessions and keys of its members, with
 * the next request.
 * @throws NotFound
 */
export async function revokeAccount(write: Write, accountId: string): Promise<void> {
  const { trx, orgId, by, now } = write;
  await mustFindAccount(trx, orgId, accountId);
  const at = isoNow(now);
  await inOrg(trx, orgId)
    .updateTable("grants")
    .set({ revokedAt: at, revokedBy: by.actorName })
    .where("accountId", "=", accountId)
    .where("revokedAt", "is", null)
    .execute();
  const members = await inOrg(trx, orgId)
    .selectFrom("members")
    .select("id")
    .where("accountId", "=", accountId)
    .execute();
  for (const { id } of members)
    await inOrg(trx, orgId)
      .updateTable("sessions")
      .set({ revokedAt: at })
      .where("memberId", "=", id)
      .where("revokedAt", "is", null)
      .execute();
  await revokeMemberKeys(
    write,
    members.map(({ id }) => id),
  );
  await noteEntries(write, "accounts", [accountId]);
  await recordAudit(write, { action: "account.revoked", subject: accountId });
}

/** Notes something about an account, for staff alone. @throws NotFound */
export async function addAccountNote(write: Write, accountId: string, note: string): Promise<void> {
  const { trx, orgId, by, now } = write;
  await mustFindAccount(trx, orgId, accountId);
  await trx
    .insertInto("accountNotes")
    .values({
      orgId,
      id: newId(),
      accountId,
      note,
      createdAt: isoNow(now),
      createdBy: by.actorName,
    })
    .execute();
  await recordAudit(write, { action: "account.noted", subject: accountId });
}

/** What a member did, which stands under the member and under the account. */
const OF_MEMBERS = [
  "ndaSignatures",
  "accessRequests",
  "events",
  "invitations",
  "comments",
  "questionnaires",
] as const;

/**
 * Makes two accounts of one company into one: members, requests, signatures, notes, conversations,
 * questionnaires with their releases and what was done go over; of two grants for a product the
 * target's stays. Somebody who is in both is one member from then on.
 * @throws NotFound; Refused for an account with itself
 */
export async function mergeAccounts(write: Write, fromId: string, intoId: string): Promise<void> {
  const { trx, orgId, by, now } = write;
  if (fromId === intoId) throw new Refused("Choose another account.", "into");
  const [from, into] = [
    await mustFindAccount(trx, orgId, fromId),
    await mustFindAccount(trx, orgId, intoId),
  ];
  await moveMembers(trx, orgId, from.id, into.id);
  await moveGrants(write, from.id, into.id);
  const requests = await inOrg(trx, orgId)
    .selectFrom("accessRequests")
    .select("id")
    .where("accountId", "=", from.id)
    .execute();
  await noteEntries(
    write,
    "requests",
    requests.map(({ id }) => id),
  );
  await noteEntries(write, "accounts", [into.id]);
  const questionnaires = await inOrg(trx, orgId)
    .selectFrom("questionnaires")
    .select("id")
    .where("accountId", "=", from.id)
    .execute();
  await noteEntries(
    write,
    "questionnaires",
    questionnaires.map(({ id }) => id),
  );
  for (const table of [
    ...OF_MEMBERS,
    "accountNotes",
    "byoidAccounts",
    "questionnaireReleases",
  ] as const)
    await inOrg(trx, orgId)
      .updateTable(table)
      .set({ accountId: into.id })
      .where("accountId", "=", from.id)
      .execute();
  if (from.reviewStatus === "approved" && into.reviewStatus !== "approved")
    await inOrg(trx, orgId)
      .updateTable("accounts")
      .set({ reviewStatus: "approved", reviewedAt: isoNow(now), reviewedBy: by.actorName })
      .where("id", "=", into.id)
      .execute();
  await inOrg(trx, orgId).deleteFrom("accounts").where("id", "=", from.id).execute();
  await recordAudit(write, {
    action: "account.merged",
    subject: into.id,
    detail: { from: from.id, name: from.name, into: into.name },
  });
}

async function moveMembers(trx: Writer, orgId: string, from: string, into: string): Promise<void> {
  const membersOf = (accountId: string) =>
    inOrg(trx, orgId)
      .selectFrom("members")
      .selectAll()
      .where("accountId", "=", accountId)
      .execute();
  const [moving, there] = [await membersOf(from), await membersOf(into)];
  for (const member of moving) {
    const same = there.find((other) => other.email === member.email);
    if (same === undefined) {
      await inOrg(trx, orgId)
        .updateTable("members")
        .set({ accountId: into })
        .where("id", "=", member.id)
        .execute();
      continue;
    }
    for (const table of OF_MEMBERS)
      await inOrg(trx, orgId)
        .updateTable(table)
        .set({ memberId: same.id })
        .where("memberId", "=", member.id)
        .execute();
    await inOrg(trx, orgId)
      .updateTable("memberKeys")
      .set({ memberId: same.id })
      .where("memberId", "=", member.id)
      .execute();
    if (same.removedAt !== null && member.removedAt === null)
      await inOrg(trx, orgId)
        .updateTable("members")
        .set({ removedAt: null, removedBy: null })
        .where("id", "=", same.id)
        .execute();
    await inOrg(trx, orgId).deleteFrom("members").where("id", "=", member.id).execute();
  }
}

async function moveGrants(
  { trx, orgId, by, now }: Write,
  from: string,
  into: string,
): Promise<void> {
  const at = isoNow(now);
  const held = await inOrg(trx, orgId)
    .selectFrom("grants")
    .select("productId")
    .where("accountId", "=", into)
    .where("revokedAt", "is", null)
    .where((eb) => eb.or([eb("expiresAt", "is", null), eb("expiresAt", ">", at)]))
    .execute();
  const products = held.map((grant) => grant.productId);
  if (products.length > 0)
    await inOrg(trx, orgId)
      .updateTable("grants")
      .set({ revokedAt: at, revokedBy: by.actorName })
      .where("accountId", "=", from)
      .where("revokedAt", "is", null)
      .where("productId", "in", products)
      .execute();
  await inOrg(trx, orgId)
    .updateTable("grants")
    .set({ accountId: into })
    .where("accountId", "=", from)
    .execute();
}

async function mustFindAccount(trx: Writer, orgId: string, accountId: string): Promise<Account> {
  const account = await findAccount(trx, orgId, accountId);
  if (account === null) throw new NotFound("account");
  return account;
}
