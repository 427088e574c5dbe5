import {
  deliverableEmail,
  readEmail,
  type EmailAddress,
} from "#model/subscribers/subscriber-email.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Everything by which the rows of one person in an org are found. */
export interface Person {
  /** The address that was asked for. */
  address: EmailAddress;
  /** Every spelling of it that some row has: with tags, with the domain in either script. */
  emails: string[];
  /** Full names that the person's own rows have, the longest first. */
  names: string[];
  memberIds: string[];
  requestIds: string[];
  subscriberIds: string[];
}

/** Columns that hold a person's address, with the names beside it. */
const ADDRESSED = [
  { table: "members", email: "email", names: ["firstName", "lastName"] },
  { table: "accessRequests", email: "email", names: ["firstName", "lastName"] },
  { table: "subscribers", email: "email", names: [] },
  { table: "ndaSignatures", email: "email", names: ["name"] },
  { table: "traces", email: "email", names: ["name"] },
  { table: "signInLinks", email: "email", names: [] },
  { table: "subscriptionTokens", email: "email", names: [] },
  { table: "outbox", email: "toEmail", names: [] },
  { table: "suppressions", email: "email", names: [] },
  { table: "accessRequests", email: "invitedBy", names: [] },
  { table: "invitations", email: "email", names: [] },
] as const;

/**
 * Finds a person of an org by address, however it was tagged after a `+`. Nothing known: every list
 * is empty.
 */
export async function findPerson(
  db: Reader,
  orgId: string,
  address: EmailAddress,
): Promise<Person> {
  const emails = new Set<string>();
  const names = new Set<string>();
  for (const { table, email, names: parts } of ADDRESSED) {
    const rows = await rowsAddressed(db, orgId, table, email, parts, address);
    for (const row of rows) {
      emails.add(row[email] ?? "");
      const name = parts
        .map((part) => row[part] ?? "")
        .join(" ")
        .trim();
      if (name !== "") names.add(name);
    }
  }
  const [members, requests, subscribers] = [
    await inOrg(db, orgId)
      .selectFrom("members")
      .select(["id", "email"])
      .where("email", "in", ["", ...emails])
      .execute(),
    await inOrg(db, orgId)
      .selectFrom("accessRequests")
      .select("id")
      .where("emailKey", "=", address.key)
      .execute(),
    await inOrg(db, orgId)
      .selectFrom("subscribers")
      .select("id")
      .where("emailKey", "=", address.key)
      .execute(),
  ];
  return {
    address,
    emails: [...emails],
    names: [...names].sort((a, b) => b.length - a.length),
    memberIds: members.map(({ id }) => id),
    requestIds: requests.map(({ id }) => id),
    subscriberIds: subscribers.map(({ id }) => id),
  };
}

/** Whether anything at all is known. */
export function isKnown(person: Person): boolean {
  return person.emails.length > 0;
}

/** How many signatures stand under a pseudonym: what was kept when the person was erased. */
export async function signaturesUnder(
  db: Reader,
  orgId: string,
  pseudonymEmail: string,
): Promise<number> {
  return (
    await inOrg(db, orgId)
      .selectFrom("ndaSignatures")
      .select("id")
      .where("email", "=", pseudonymEmail)
      .execute()
  ).length;
}

type Addressed = (typeof ADDRESSED)[number];

async function rowsAddressed(
  db: Reader,
  orgId: string,
  table: Addressed["table"],
  email: string,
  parts: readonly string[],
  address: EmailAddress,
): Promise<Record<string, string | null>[]> {
  const at = address.key.lastIndexOf("@");
  const spelled = address.email.slice(address.email.lastIndexOf("@"));
  const like = [address.key.slice(at), spelled].map(
    (domain) => `${address.key.slice(0, at)}+%${domain}`,
  );
  const plain = [
    address.email,
    address.key,
    `${address.key.slice(0, at)}${spelled}`,
    deliverableEmail(address.email),
  ];
  // The tables differ and the question is the same: their columns are named above and by nobody
  // else.
  const any = inOrg(db, orgId) as unknown as {
    selectFrom(table: string): ReturnType<Reader["selectFrom"]>;
  };
  const rows = (await (any.selectFrom(table) as never as AnyQuery)
    .select([email, ...parts])
    .distinct()
    .where((eb) =>
      eb.or([eb(email, "in", plain), ...like.map((pattern) => eb(email, "like", pattern))]),
    )
    .execute()) as Record<string, string | null>[];
  // `_` and `%` of an address mean more to LIKE than they say.
  return rows.filter((row) => readEmail(row[email] ?? "")?.key === address.key);
}

/** A query on a table whose name is known at run time alone. */
export interface AnyQuery {
  select(columns: readonly string[]): AnyQuery;
  distinct(): AnyQuery;
  where(column: string, operator: string, value: unknown): AnyQuery;
  where(factory: (eb: AnyExpression) => unknown): AnyQuery;
  orderBy(column: string): AnyQuery;
  limit(limit: number): AnyQuery;
  offset(offset: number): AnyQuery;
  execute(): Promise<Record<string, unknown>[]>;
}

export interface AnyExpression {
  (column: string, operator: string, value: unknown): unknown;
  or(all: unknown[]): unknown;
}
