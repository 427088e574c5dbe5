import { sql, type Expression, type ExpressionBuilder, type SqlBool } from "kysely";
import type { Schema } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import type { RetentionKind } from "#model/privacy/retention.ts";
import type { RECORD_WORDS } from "#model/settings/privacy.ts";
import type { EmailAddress } from "#model/subscribers/email.ts";

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

/** Who stands in a person's place once they are erased. */
export interface Pseudonym {
  name: string;
  email: string;
}

/**
 * A mail whose row or text is gone: its file in the mail folder, where there is one, goes after it.
 */
export interface GoneMail {
  id: string;
  createdAt: string;
}

export interface Removed {
  count: number;
  mails: GoneMail[];
}

/** By what a row is the person's. No list is empty: SQL knows no `in` of nothing. */
export interface Known {
  members: readonly string[];
  requests: readonly string[];
  subscribers: readonly string[];
  emails: readonly string[];
  keys: readonly string[];
  /** As the audit names who did something. */
  actors: readonly string[];
  /** As the audit names whom something was done to. */
  subjects: readonly string[];
}

/** What reading a person's records takes. */
export interface Reading {
  db: Reader;
  orgId: string;
  known: Known;
  /** Whether a text has the person's address in it. */
  namesAddress: (text: string) => boolean;
}

/** What erasing a person takes. */
export interface Erasing {
  trx: Writer;
  orgId: string;
  person: Person;
  known: Known;
  pseudonym: Pseudonym;
  now: Date;
}

export type RecordKind = keyof typeof RECORD_WORDS;
type Rows = readonly Record<string, unknown>[];
type Table = keyof Schema & string;
type Column<T extends Table> = keyof Schema[T] & string;
/** The columns that say whose a row is: any of them is enough. */
type Whose<T extends Table> = Readonly<{ [C in Column<T>]?: keyof Known }>;
/** @returns how many rows were changed or removed */
type Erase = (erasing: Erasing) => Promise<number>;

/** Records of one kind that were kept for their time. */
export interface Overdue {
  count(db: Reader, orgId: string, before: string): Promise<number>;
  /** Whether there is one: it looks no further than the first. */
  isAny(db: Reader, orgId: string, before: string): Promise<boolean>;
  /** At most so many: a batch, so that no write waits long behind it. */
  remove(trx: Writer, orgId: string, before: string, limit: number): Promise<Removed>;
}

/** Texts in which a person may be named besides rows of their own. Rows are named by `id`. */
export interface Mentions<C extends string = string> {
  columns: readonly C[];
  /** Columns that say whose row it is; read, and not written for it. */
  owner?: readonly C[];
  /**
   * One address in any column makes every column about the person: a mail's subject, an audit row's
   * detail.
   */
  whole?: boolean;
  /** What of a row stays whoever it names: somebody else is meant. */
  except?: (row: Readonly<Record<string, unknown>>, column: string) => boolean;
}

/** What a table holds of persons, and what is done with it: its noun declares that. */
interface PersonTable<T extends Table> {
  table: T;
  /** Columns with a person's address, and the names beside it: a person is found by them. */
  addresses?: readonly { column: Column<T>; names?: readonly Column<T>[] }[];
  /** Rows that are the person themselves: others refer to their ids. */
  ids?: {
    as: "memberIds" | "requestIds" | "subscriberIds";
    column: Column<T>;
    by: "emails" | "keys";
  };
  /** What the person may ask for: an export holds it, and the page counts it. */
  records?: Partial<Record<RecordKind, (reading: Reading) => Promise<Rows>>>;
  /** The first step of an erasure: what lets the person in, or writes to them, ends at once. */
  ends?: Erase;
  /** The second: what others wrote. */
  mentions?: Mentions<Column<T>>;
  /** The last step for mails, which go before everything else. */
  removesMails?: (erasing: Erasing) => Promise<GoneMail[]>;
  /** The last step: the person's own rows. */
  erases?: Erase;
  /** The columns that `erases` writes, where the rest of the row is nobody's own. */
  erasedColumns?: readonly Column<T>[];
  /** Rows that the database removes with those of another table. */
  goesWith?: Table;
  overdue?: Partial<Record<RetentionKind, Overdue>>;
}

/** A declaration whose columns were checked against its table. */
export type DeclaredTable = Omit<
  PersonTable<Table>,
  "addresses" | "ids" | "mentions" | "erasedColumns"
> & {
  addresses?: readonly { column: string; names?: readonly string[] }[];
  ids?: { as: "memberIds" | "requestIds" | "subscriberIds"; column: string; by: "emails" | "keys" };
  mentions?: Mentions;
  erasedColumns?: readonly string[];
};

/** Declares what a table holds of persons. */
export function personTable<T extends Table>(declared: PersonTable<T>): DeclaredTable {
  return declared as unknown as DeclaredTable;
}

/** Reads a person's rows as they stand: which columns, whose they are, and their order. */
export function rowsOf<T extends Table>(
  table: T,
  columns: readonly Column<T>[],
  whose: Whose<T>,
  order: Column<T>,
): (reading: Reading) => Promise<Rows> {
  // The names are checked against the table above; the builder is told those of one table.
  return ({ db, orgId, known }) =>
    inOrg(db, orgId)
      .selectFrom(table as "audit")
      .select(columns as readonly string[] as readonly "at"[])
      .where(isTheirs(whose, known))
      .orderBy(order as string as "at")
      .execute();
}

/** Removes a person's rows. */
export function deletes<T extends Table>(table: T, whose: Whose<T>): Erase {
  return async ({ trx, orgId, known }) => {
    const { numDeletedRows } = await inOrg(trx, orgId)
      .deleteFrom(table as "audit")
      .where(isTheirs(whose, known))
      .executeTakeFirst();
    return Number(numDeletedRows);
  };
}

/** Writes something else into columns of a person's rows. */
export function rewrites<T extends Table>(
  table: T,
  whose: Whose<T>,
  values: (erasing: Erasing) => Readonly<{ [C in Column<T>]?: string | null }>,
): Erase {
  return async (erasing) => {
    const { numUpdatedRows } = await inOrg(erasing.trx, erasing.orgId)
      .updateTable(table as "audit")
      .set(values(erasing) as unknown as Record<string, never>)
      .where(isTheirs(whose, erasing.known))
      .executeTakeFirst();
    return Number(numUpdatedRows);
  };
}

/** One after the other. */
export function inTurn(...steps: readonly Erase[]): Erase {
  return async (erasing) => {
    let rows = 0;
    for (const step of steps) rows += await step(erasing);
    return rows;
  };
}

function isTheirs<T extends Table>(whose: Whose<T>, known: Known) {
  const any = Object.entries(whose as Record<string, keyof Known>);
  return (eb: ExpressionBuilder<Schema, "audit">) =>
    eb.or(any.map(([column, by]) => eb(column as "actor", "in", [...known[by]])));
}

/**
 * Rows of one table that are overdue.
 * @param is which ones; nothing that waits (a request, a mail) is ever among them
 * @param key what a row is removed by
 */
export function overdueRows<T extends Table>(
  table: T,
  is: (eb: ExpressionBuilder<Schema, T>, before: string) => Expression<SqlBool>,
  key: Column<T> = "id" as Column<T>,
): Overdue {
  // As above: one table stands for all.
  const rows = (db: Reader, orgId: string, before: string) =>
    inOrg(db, orgId)
      .selectFrom(table as "events")
      .where((eb) => is(eb as unknown as ExpressionBuilder<Schema, T>, before));
  return {
    async count(db, orgId, before) {
      const { count } = await rows(db, orgId, before)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async isAny(db, orgId, before) {
      const first = rows(db, orgId, before).select(sql.ref<string>(key).as("key")).limit(1);
      return (await first.executeTakeFirst()) !== undefined;
    },
    async remove(trx, orgId, before, limit) {
      const ids = rows(trx, orgId, before).select(sql.ref<string>(key).as("key")).limit(limit);
      const { numDeletedRows } = await acrossTenants(
        trx,
        "The ids are those of the company's overdue rows.",
      )
        .deleteFrom(table as "events")
        .where(key as "id", "in", ids)
        .executeTakeFirst();
      return { count: Number(numDeletedRows), mails: [] };
    },
  };
}
