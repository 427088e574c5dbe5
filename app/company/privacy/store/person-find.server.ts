import { readEmail, type EmailAddress } from "#model/subscribers/email.ts";
import { spellingsOf } from "#auth/accounts/store/members.server.ts";
import { pattern } from "#db/patterns.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { DeclaredTable, Known, Person } from "#tenancy/persons/store/person-tables.server.ts";

/**
 * Finds a person of an org by address, however its tag after a `+` and its domain were written. Nothing known: every list
 * is empty.
 */
export async function findPerson(
  db: Reader,
  tables: readonly DeclaredTable[],
  orgId: string,
  address: EmailAddress,
): Promise<Person> {
  const emails = new Set<string>();
  const names = new Set<string>();
  for (const { table, addresses = [] } of tables)
    for (const { column, names: parts = [] } of addresses)
      for (const row of await rowsAddressed(db, orgId, { table, column, parts }, address)) {
        emails.add(row[column] ?? "");
        const name = parts
          .map((part) => row[part] ?? "")
          .join(" ")
          .trim();
        if (name !== "") names.add(name);
      }
  const person: Person = {
    address,
    emails: [...emails],
    names: [...names].sort((a, b) => b.length - a.length),
    memberIds: [],
    requestIds: [],
    subscriberIds: [],
  };
  for (const { table, ids } of tables) {
    if (ids === undefined) continue;
    const rows = await anyTable(db, orgId, table)
      .select(["id"])
      .where(ids.column, "in", ids.by === "keys" ? [address.key] : ["", ...emails])
      .execute();
    person[ids.as] = rows.map(({ id }) => String(id));
  }
  return person;
}

/** By what rows are the person's. The empty words stand for nobody, and keep SQL's lists from being empty. */
export function knownOf(person: Person): Known {
  const { address, emails, memberIds, requestIds, subscriberIds } = person;
  return {
    members: ["", ...memberIds],
    requests: ["", ...requestIds],
    subscribers: ["", ...subscriberIds],
    emails: ["", ...emails],
    keys: [address.key],
    actors: ["", ...memberIds.map((id) => `member:${id}`)],
    subjects: ["", ...memberIds, ...requestIds, ...subscriberIds, ...emails],
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

async function rowsAddressed(
  db: Reader,
  orgId: string,
  { table, column, parts }: { table: string; column: string; parts: readonly string[] },
  address: EmailAddress,
): Promise<Record<string, string | null>[]> {
  const at = address.key.lastIndexOf("@");
  const spelled = address.email.slice(address.email.lastIndexOf("@"));
  const domains = [address.key.slice(at), spelled];
  // In small letters every spelling of the domain is in it, whichever of them was typed.
  const { from, before } = spellingsOf(address);
  const rows = (await anyTable(db, orgId, table)
    .select([column, ...parts])
    .distinct()
    .where((eb) =>
      eb.or([
        eb.and([eb(column, ">=", from), eb(column, "<", before)]),
        ...domains.map((domain) =>
          eb(column, "like", pattern(`${address.key.slice(0, at)}+`, domain)),
        ),
      ]),
    )
    .execute()) as Record<string, string | null>[];
  // Others stand there, too.
  return rows.filter((row) => readEmail(row[column] ?? "")?.key === address.key);
}

/** The org's rows of a declared table: its columns were checked where they were declared. */
export function anyTable(db: Reader, orgId: string, table: string): AnyQuery {
  const any = inOrg(db, orgId) as unknown as { selectFrom(table: string): AnyQuery };
  return any.selectFrom(table);
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
  and(all: unknown[]): unknown;
  or(all: unknown[]): unknown;
}
