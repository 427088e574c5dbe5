import type { DialectAdapter, Kysely, Transaction } from "kysely";
import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { sha256 } from "./ids.ts";
import type { Schema } from "./schema.ts";
import type { DutyName, Membership, ServerFacts } from "./servers.ts";

export type Reader = Kysely<Schema>;
export type Writer = Transaction<Schema>;

/**
 * What failed below a statement: another process holds the lock, there is no room, or the database
 * can't be reached now.
 */
export type Fault = "busy" | "full" | "lost";

/** A database of one kind, opened: all that the store asks of it. */
export interface Engine {
  /** Reads that see what was committed last. */
  readonly read: Reader;
  /** Transactions that take the write lock as they begin. */
  readonly writer: Reader;
  /** What failed below a statement; null for any other error. */
  faultOf(error: unknown): Fault | null;
  /** Another number as soon as another process has written. */
  foreignWrites(): number;
  /** How old that number may be, in milliseconds: asking may cost something. */
  readonly foreignEvery: number;
  /** Whether pages are made of what the next transaction writes: others are told of it then. */
  isContent: boolean;
  /** Waits until the other servers of the database know of the last commit, or trust nothing they have in memory. */
  othersKnow(): Promise<void>;
  /** The schema is the newest one. */
  migrated(): void;
  /** Other servers of the database that live. */
  liveServers(): Promise<ServerFacts[]>;
  /**
   * Is one of the servers of the database from now on.
   * @param names the duties that it takes when they are free
   */
  join(server: ServerFacts, names: readonly DutyName[]): Promise<Membership>;
  /** Takes what was deleted out of what lies beside the rows. */
  settle(): Promise<void>;
  /** @throws when the database can't be read or written */
  check(): Promise<void>;
  /** What the database takes of its disk, in bytes, by the kind of file. */
  sizes(): Promise<Record<string, number>>;
  /** The whole database as bytes. */
  image(): Buffer;
  close(): Promise<void>;
}

/** What a query can ask of the kind of database that it runs on, in a transaction or not. */
export interface Dialect {
  readonly addresses: ErasedAddresses;
  /** Every table that has rows of tenants: those with a column orgId, in a fixed order. */
  tenantTables(db: Reader): Promise<string[]>;
  /** The columns of other tables whose foreign key leads to this column, in a fixed order. */
  columnsNaming(
    db: Reader,
    table: string,
    column: string,
  ): Promise<{ table: string; column: string }[]>;
  /** The columns of a table's primary key, in its order. */
  primaryKey(db: Reader, table: string): Promise<string[]>;
  /** Which tables name which others by foreign keys. */
  namingTables(db: Reader): Promise<{ naming: string; named: string }[]>;
  /**
   * Lets rows of this transaction point to nothing until it ends; at its end everything must be
   * right.
   */
  deferForeignKeys(trx: Writer): Promise<void>;
  /** Whether a new database begins with one migration that stands for all of the first releases. */
  readonly beginsSquashed: boolean;
  /** Whether several processes may share such a database: what they count together is counted in it. */
  readonly sharesCounts: boolean;
  /** Whether an error says that another connection holds the lock. */
  isBusy(error: unknown): boolean;
  /** Whether an error says that a statement does not fit the schema. */
  isStatementFault(error: unknown): boolean;
  /** The clauses of the schema, in one spelling. */
  schemaClauses<T>(db: Kysely<T>): Promise<ReadonlySet<string>>;
  /** An empty database of this kind, to compare with; the caller destroys it. Null: there is none. */
  emptyDatabase(): Kysely<unknown> | null;
}

/** The database can't be used; the message says why and what to do, for the operator. */
export class PostgresRefused extends Error {}

/** A server has the database. */
export class DatabaseServed extends PostgresRefused {}

const MARK = "hmac:";

/** By what an erased address is recognised: the key stays in this process. */
export class ErasedAddresses {
  readonly #key: KeyObject | null;

  /** @param key 32 bytes; null: nobody is asked about */
  constructor(key: Buffer | null) {
    this.#key = key === null ? null : createSecretKey(key);
  }

  /** What stands for an address in an org. */
  keyed(orgId: string, address: string): string {
    return this.keyedDigest(sha256(`${orgId} ${address}`));
  }

  /** For what was kept before there was a key (migration 3008). */
  keyedDigest(digest: string): string {
    if (this.#key === null)
      throw new Error("this connection was opened without the key of addresses");
    return `${MARK}${createHmac("sha256", this.#key).update(digest).digest("hex")}`;
  }
}

/** What an adapter of Kysely carries of the kind of database behind it. */
export interface CarriesDialect extends DialectAdapter {
  readonly dialect: Dialect;
}

/** The kind of database that a reader or a transaction belongs to. */
export function dialectOf<T>(db: Kysely<T>): Dialect {
  return (db.getExecutor().adapter as CarriesDialect).dialect;
}
