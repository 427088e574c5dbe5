import { readEmail } from "#model/subscribers/email.ts";
import { isoNow, newId } from "#db/ids.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { prepared } from "#db/prepared.ts";
import { Refused } from "#db/refusals.ts";
import type { NdaSettingsTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { inOrg } from "#db/tenant.ts";
import { type Account, mustFindAccount } from "./accounts.server.ts";

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

const BY_ID = prepared((db, p: { orgId: string; memberId: string }) =>
  memberRows(db, p.orgId).where("m.id", "=", p.memberId),
);

/** A member with the account; null for one that was removed or never was. */
export async function findMember(
  db: Reader,
  orgId: string,
  memberId: string,
): Promise<Member | null> {
  const [row] = await BY_ID(db, { orgId, memberId });
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
  const rows = await OF_PERSON(db, { orgId, ...spellingsOf(address) });
  return rows.filter((row) => isSpelling(row.email, address)).map(toMember);
}

/**
 * The accounts of the person behind an address, as `membersByAddress`, with what the account menu
 * asks beside them: how the org asks for its NDA, whether this member ever signed it, and whether
 * there is a partner to send data to. One statement, since each page of a member asks it.
 */
export async function menuOfMember(
  db: Reader,
  orgId: string,
  { id, email }: { id: string; email: string },
): Promise<{
  accounts: Account[];
  provider: NdaSettingsTable["provider"];
  hasSigned: boolean;
  hasPartners: boolean;
}> {
  const address = addressOf(email);
  const rows = await MENU_OF(db, { orgId, memberId: id, ...spellingsOf(address) });
  const [first] = rows;
  return {
    accounts: rows
      .filter((row) => isSpelling(row.email, address))
      .map((row) => toMember(row).account),
    provider: first?.provider ?? "none",
    hasSigned: first?.signed != null,
    hasPartners: first?.partner != null,
  };
}

/** Memberships that may be those of the person behind an address, by the account's name. */
function personRows(db: Reader, p: Spellings & { orgId: string }) {
  return memberRows(db, p.orgId)
    .where("m.email", ">=", p.from)
    .where("m.email", "<", p.before)
    .orderBy("a.name")
    .orderBy("a.id");
}

const OF_PERSON = prepared((db, p: Spellings & { orgId: string }) => personRows(db, p));

const MENU_OF = prepared((db, p: Spellings & { orgId: string; memberId: string }) => {
  const own = inOrg(db, p.orgId);
  return personRows(db, p).select([
    own.selectFrom("ndaSettings").select("provider").as("provider"),
    own
      .selectFrom("ndaSignatures")
      .select("id")
      .where("memberId", "=", p.memberId)
      .where("versionId", "is not", null)
      .limit(1)
      .as("signed"),
    own.selectFrom("partners").select("id").limit(1).as("partner"),
  ]);
});

/**
 * Whether the person behind an address was a member of some account here and was removed from it.
 */
export async function wasRemoved(
  db: Reader,
  orgId: string,
  address: { email: string; key: string },
): Promise<boolean> {
  const { from, before } = spellingsOf(address);
  const rows = await inOrg(db, orgId)
    .selectFrom("members")
    .select("email")
    .where("removedAt", "is not", null)
    .where("email", ">=", from)
    .where("email", "<", before)
    .execute();
  return rows.some((row) => isSpelling(row.email, address));
}

type Spellings = ReturnType<typeof spellingsOf>;

/**
 * Between which texts every spelling of a person's address stands, so that the index of addresses
 * finds them: after the name comes the at sign, or a plus with a tag. Others stand there, too.
 */
export function spellingsOf({ key }: { key: string }) {
  const [name = key] = key.split("@", 1);
  // The letter A is the sign behind the at sign.
  return { from: name, before: `${name}A` };
}

/** Whether both are one person's. */
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
  return member === null ? [] : accountsOfPerson(db, orgId, member.email);
}

/** The same of a member whose address is known. */
export function accountsOfPerson(db: Reader, orgId: string, email: string): Promise<Member[]> {
  return membersByAddress(db, orgId, addressOf(email));
}

function addressOf(email: string): { email: string; key: string } {
  return readEmail(email) ?? { email, key: email };
}

/**
 * Adds a person to an account; the address is stored trimmed and in lower case.
 * @returns the member's id
 * @throws NotFound for an account of another org; Refused when the account has the address already
 */
export async function addMember(
  write: Write,
  accountId: string,
  values: {
    id?: string;
    email: string;
    firstName: string;
    lastName: string;
    autoApproved?: boolean;
  },
): Promise<string> {
  const { trx, orgId, now } = write;
  await mustFindAccount(trx, orgId, accountId);
  const email = canonicalEmail(values.email);
  const there = await inOrg(trx, orgId)
    .selectFrom("members")
    .select(["id", "removedAt"])
    .where("accountId", "=", accountId)
    .where("email", "=", email)
    .executeTakeFirst();
  if (there !== undefined && there.removedAt === null)
    throw new Refused(`${email} is already a member of this account.`, "email");
  const id = there?.id ?? values.id ?? newId();
  const person = {
    firstName: values.firstName,
    lastName: values.lastName,
    autoApproved: values.autoApproved ? (1 as const) : (0 as const),
  };
  if (there !== undefined) {
    await inOrg(trx, orgId)
      .updateTable("members")
      .set({ ...person, removedAt: null, removedBy: null })
      .where("id", "=", id)
      .execute();
  } else {
    await trx
      .insertInto("members")
      .values({ orgId, id, accountId, email, ...person, createdAt: isoNow(now) })
      .execute();
  }
  await noteEntries(write, "accounts", [accountId]);
  await recordAudit(write, { action: "member.added", subject: id, detail: { accountId, email } });
  return id;
}

const NOTE_SIGN_IN = prepared((db, p: { orgId: string; memberId: string; at: string }) =>
  inOrg(db, p.orgId).updateTable("members").set({ signedInAt: p.at }).where("id", "=", p.memberId),
);

/** Notes when a member signed in: of a person's several accounts the last used one comes first. */
export async function noteSignIn(
  { trx, orgId, now }: Omit<Write, "by">,
  memberId: string,
): Promise<void> {
  await NOTE_SIGN_IN(trx, { orgId, memberId, at: isoNow(now) });
}

function canonicalEmail(email: string): string {
  return email.trim().toLowerCase();
}

function memberRows(db: Reader, orgId: string) {
  return inOrg(db, orgId)
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
