import { readEmail } from "../../subscribers/rules/subscriber-email.ts";
import { isoNow, newId } from "../../../../db/ids.ts";
import { recordAudit, type Actor } from "../../audit/store/audit.server.ts";
import { mustChange, NotFound, Refused } from "../../../../db/refusals.ts";
import type { AccountsTable } from "../../../../db/schema.ts";
import type { Reader, Writer } from "../../../../db/store.ts";

export {
  grantAccess,
  grantsInForce,
  revokeGrant,
  type GrantsInForce,
} from "../../access-requests/store/grants.server.ts";
export { signNda } from "../../nda/store/ndas.server.ts";
export { listProfiles, type Profile } from "../../profiles/store/permission-profiles.server.ts";

/** A company whose people may be given access. */
export interface Account {
  id: string;
  name: string;
  reviewStatus: AccountsTable["reviewStatus"];
  createdAt: string;
}

/** A person of an account; the same person in two accounts is two members. */
export interface Member {
  id: string;
  accountId: string;
  email: string;
  firstName: string;
  lastName: string;
  isAutoApprovedAccountMember: boolean;
  /** When the person last signed in to this account; null: never. */
  signedInAt: string | null;
  account: Account;
}

/** Every account of the org, by name. */
export async function listAccounts(db: Reader, orgId: string): Promise<Account[]> {
  return db
    .selectFrom("accounts")
    .select(["id", "name", "reviewStatus", "createdAt"])
    .where("orgId", "=", orgId)
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** The org that an account's id belongs to, where nothing else names one; null: nobody's. */
export async function orgOfAccount(db: Reader, accountId: string): Promise<string | null> {
  return (
    (await db.selectFrom("accounts").select("orgId").where("id", "=", accountId).executeTakeFirst())
      ?.orgId ?? null
  );
}

/** An account of the org; null when it has none of that id. */
export async function findAccount(
  db: Reader,
  orgId: string,
  accountId: string,
): Promise<Account | null> {
  const row = await db
    .selectFrom("accounts")
    .select(["id", "name", "reviewStatus", "createdAt"])
    .where("orgId", "=", orgId)
    .where("id", "=", accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** A member with the account; null for one that was removed or never was. */
export async function findMember(
  db: Reader,
  orgId: string,
  memberId: string,
): Promise<Member | null> {
  const row = await memberRows(db, orgId).where("m.id", "=", memberId).executeTakeFirst();
  return row === undefined ? null : toMember(row);
}

/**
 * Every membership of an address in the org, by the account's name. The address counts trimmed and
 * in lower case.
 */
export async function membersByEmail(db: Reader, orgId: string, email: string): Promise<Member[]> {
  const rows = await memberRows(db, orgId)
    .where("m.email", "=", canonicalEmail(email))
    .orderBy("a.name")
    .orderBy("a.id")
    .execute();
  return rows.map(toMember);
}

/** Every membership of the person behind an address, however its tag after a `+` was written. */
export async function membersByAddress(
  db: Reader,
  orgId: string,
  address: { email: string; key: string },
): Promise<Member[]> {
  const rows = await memberRows(db, orgId)
    .where((eb) =>
      eb.or([
        eb("m.email", "in", [address.email, address.key]),
        eb("m.email", "like", taggedAs(address.key)),
      ]),
    )
    .orderBy("a.name")
    .orderBy("a.id")
    .execute();
  return rows.filter((row) => isSpelling(row.email, address)).map(toMember);
}

/**
 * Whether the person behind an address was a member of some account here and was removed from it.
 */
export async function wasRemoved(
  db: Reader,
  orgId: string,
  address: { email: string; key: string },
): Promise<boolean> {
  const rows = await db
    .selectFrom("members")
    .select("email")
    .where("orgId", "=", orgId)
    .where("removedAt", "is not", null)
    .where((eb) =>
      eb.or([
        eb("email", "in", [address.email, address.key]),
        eb("email", "like", taggedAs(address.key)),
      ]),
    )
    .execute();
  return rows.some((row) => isSpelling(row.email, address));
}

/** The pattern of an address with any tag after a `+`. */
function taggedAs(key: string): string {
  const at = key.lastIndexOf("@");
  return `${key.slice(0, at)}+%${key.slice(at)}`;
}

/** Whether both are one person's: `_` and `%` of an address mean more to LIKE than they say. */
function isSpelling(email: string, address: { email: string; key: string }): boolean {
  return email === address.email || readEmail(email)?.key === address.key;
}

/**
 * The accounts that the person behind a member belongs to, with the member that they are in each:
 * what the account menu lets them choose from. Empty when the member is gone.
 */
export async function accountsOfMember(
  db: Reader,
  orgId: string,
  memberId: string,
): Promise<Member[]> {
  const member = await findMember(db, orgId, memberId);
  return member === null
    ? []
    : membersByAddress(
        db,
        orgId,
        readEmail(member.email) ?? { email: member.email, key: member.email },
      );
}

/** Creates an account. @returns its id */
export async function createAccount(
  trx: Writer,
  orgId: string,
  values: { id?: string; name: string; reviewStatus?: AccountsTable["reviewStatus"] },
  by: Actor,
  now: Date = new Date(),
): Promise<string> {
  const id = values.id ?? newId();
  const reviewStatus = values.reviewStatus ?? "pending";
  const reviewed =
    reviewStatus === "pending" ? {} : { reviewedAt: isoNow(now), reviewedBy: by.actorName };
  await trx
    .insertInto("accounts")
    .values({ orgId, id, name: values.name, reviewStatus, ...reviewed, createdAt: isoNow(now) })
    .execute();
  await recordAudit(trx, {
    orgId,
    by,
    action: "account.created",
    subject: id,
    detail: { name: values.name, reviewStatus },
    now,
  });
  return id;
}

/**
 * Adds a person to an account; the address is stored trimmed and in lower case.
 * @returns the member's id
 * @throws NotFound for an account of another org; Refused when the account has the address already
 */
export async function addMember(
  trx: Writer,
  orgId: string,
  accountId: string,
  values: {
    id?: string;
    email: string;
    firstName: string;
    lastName: string;
    autoApproved?: boolean;
  },
  by: Actor,
  now: Date = new Date(),
): Promise<string> {
  await mustFindAccount(trx, orgId, accountId);
  const email = canonicalEmail(values.email);
  const there = await trx
    .selectFrom("members")
    .select(["id", "removedAt"])
    .where("orgId", "=", orgId)
    .where("accountId", "=", accountId)
    .where("email", "=", email)
    .executeTakeFirst();
  if (there !== undefined && there.removedAt === null)
    throw new Refused(`${email} is a member of this account already.`, "email");
  const id = there?.id ?? values.id ?? newId();
  const person = {
    firstName: values.firstName,
    lastName: values.lastName,
    autoApproved: values.autoApproved ? (1 as const) : (0 as const),
  };
  if (there !== undefined) {
    await trx
      .updateTable("members")
      .set({ ...person, removedAt: null, removedBy: null })
      .where("orgId", "=", orgId)
      .where("id", "=", id)
      .execute();
  } else {
    await trx
      .insertInto("members")
      .values({ orgId, id, accountId, email, ...person, createdAt: isoNow(now) })
      .execute();
  }
  await recordAudit(trx, {
    orgId,
    by,
    action: "member.added",
    subject: id,
    detail: { accountId, email },
    now,
  });
  return id;
}

/** Notes when a member signed in: of a person's several accounts the last used one comes first. */
export async function noteSignIn(
  trx: Writer,
  orgId: string,
  memberId: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("members")
    .set({ signedInAt: isoNow(now) })
    .where("orgId", "=", orgId)
    .where("id", "=", memberId)
    .execute();
}

/**
 * Approves an account; what it may see is given by grants. Requests of it that wait are approved
 * with it.
 * @throws NotFound for an account of another org
 */
export async function approveAccount(
  trx: Writer,
  orgId: string,
  accountId: string,
  by: Actor,
  now: Date = new Date(),
): Promise<void> {
  await reviewAccount(trx, orgId, accountId, "approved", by, now);
}

/**
 * Declines an account, with its requests that wait. Its grants stay rows and count no more.
 * @throws NotFound for an account of another org
 */
export async function declineAccount(
  trx: Writer,
  orgId: string,
  accountId: string,
  by: Actor,
  now: Date = new Date(),
): Promise<void> {
  await reviewAccount(trx, orgId, accountId, "declined", by, now);
}

async function reviewAccount(
  trx: Writer,
  orgId: string,
  accountId: string,
  status: "approved" | "declined",
  by: Actor,
  now: Date,
): Promise<void> {
  const at = isoNow(now);
  const result = await trx
    .updateTable("accounts")
    .set({ reviewStatus: status, reviewedAt: at, reviewedBy: by.actorName })
    .where("orgId", "=", orgId)
    .where("id", "=", accountId)
    .executeTakeFirst();
  mustChange(result, "account");
  await trx
    .updateTable("accessRequests")
    .set({
      status,
      decidedAt: at,
      decidedBy: by.actorName,
      outcome: status === "approved" ? "request_approved" : "request_declined",
      pendingKey: null,
    })
    .where("orgId", "=", orgId)
    .where("accountId", "=", accountId)
    .where("status", "=", "pending")
    .execute();
  await recordAudit(trx, { orgId, by, action: `account.${status}`, subject: accountId, now });
}

async function mustFindAccount(trx: Writer, orgId: string, accountId: string): Promise<void> {
  if ((await findAccount(trx, orgId, accountId)) === null) throw new NotFound("account");
}

function canonicalEmail(email: string): string {
  return email.trim().toLowerCase();
}

function memberRows(db: Reader, orgId: string) {
  return db
    .selectFrom("members as m")
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.orgId", "=", "m.orgId").onRef("a.id", "=", "m.accountId"),
    )
    .select([
      "m.id",
      "m.accountId",
      "m.email",
      "m.firstName",
      "m.lastName",
      "m.autoApproved",
      "m.signedInAt",
      "a.name",
      "a.reviewStatus",
      "a.createdAt",
    ])
    .where("m.orgId", "=", orgId)
    .where("m.removedAt", "is", null);
}

type MemberRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof memberRows>["executeTakeFirst"]>>
>;

function toMember({ name, reviewStatus, createdAt, autoApproved, ...member }: MemberRow): Member {
  return {
    ...member,
    isAutoApprovedAccountMember: autoApproved === 1,
    account: { id: member.accountId, name, reviewStatus, createdAt },
  };
}
