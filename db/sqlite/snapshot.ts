import Database from "better-sqlite3";
import { chmodSync, existsSync } from "node:fs";
import { errorWords } from "#values/error-words.ts";
import type { CustomDomain, DatabaseFacts, NamedBlob } from "../facts.ts";
import { isCorrupt } from "./open.ts";

/**
 * How long a look at the database waits for a moment in which nobody else has it alone, in
 * milliseconds.
 */
const BUSY_MS = 5_000;
const PAGES_A_STEP = 1_000;

function openForReading(file: string): Database.Database {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  database.pragma(`busy_timeout = ${BUSY_MS}`);
  return database;
}

/**
 * Copies a database as it is at one moment, beside any number of readers and writers. A read
 * transaction is held while pages are copied: it keeps the moment, so no write makes the copy begin
 * again, and in WAL mode it keeps nobody from reading or writing.
 * @param target a path at which there is nothing; the copy has no journal beside it
 */
export async function copyDatabase(file: string, target: string): Promise<void> {
  const source = openForReading(file);
  try {
    source.exec("begin");
    // The transaction gets its moment with its first read.
    source.prepare("select count(*) from sqlite_master").get();
    await source.backup(target, { progress: () => PAGES_A_STEP });
    source.exec("rollback");
  } finally {
    source.close();
  }
  chmodSync(target, 0o600);
  const copy = new Database(target);
  try {
    copy.pragma("journal_mode = DELETE");
  } finally {
    copy.close();
  }
}

/** The stored files that a database has rows of, in a fixed order. */
export function blobsOf(file: string): NamedBlob[] {
  const database = openForReading(file);
  try {
    return database
      .prepare("select orgId, hash, size from blobs order by orgId, hash")
      .all() as NamedBlob[];
  } finally {
    database.close();
  }
}

/** Whether a database has a row of this file now; it is asked beside a running server. */
export function hasBlobRow(file: string, { orgId, hash }: NamedBlob): boolean {
  const database = openForReading(file);
  try {
    return (
      database.prepare("select 1 from blobs where orgId = ? and hash = ?").get(orgId, hash) !==
      undefined
    );
  } finally {
    database.close();
  }
}

/**
 * Removes the rows of files that no other row names from a copy: such files are about to be removed
 * from the folder, and nothing in the copy needs them. Which columns name a file is asked of the
 * foreign keys.
 */
export function dropUnnamedBlobs(file: string): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma("secure_delete = ON");
    const naming = database
      .prepare(
        `select m.name as "table", k."from" as "column" from sqlite_master as m, pragma_foreign_key_list(m.name) as k
         where m.type = 'table' and k."table" = 'blobs' and k."to" = 'hash' order by m.name`,
      )
      .all() as { table: string; column: string }[];
    const nobody = naming.map(
      ({ table, column }) =>
        `not exists (select 1 from ${quoted(table)} as naming where naming."orgId" = blobs."orgId" and naming.${quoted(column)} = blobs."hash")`,
    );
    database.prepare(`delete from blobs where ${nobody.join(" and ")}`).run();
  } finally {
    database.close();
  }
}

/** What a database says of itself. @throws when it is none of this application */
export function factsOf(file: string): DatabaseFacts {
  const database = openForReading(file);
  try {
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' order by name")
      .pluck()
      .all() as string[];
    return {
      migrations: tables.includes("kysely_migration")
        ? (database
            .prepare("select name from kysely_migration order by name")
            .pluck()
            .all() as string[])
        : [],
      counts: Object.fromEntries(
        tables.map((table) => [
          table,
          database
            .prepare(`select count(*) from ${quoted(table)}`)
            .pluck()
            .get() as number,
        ]),
      ),
      mark: database.pragma("user_version", { simple: true }) as number,
    };
  } finally {
    database.close();
  }
}

/** Every verified host of every company. */
export function customDomains(file: string): CustomDomain[] {
  const database = openForReading(file);
  try {
    return database
      .prepare(
        `select d.host, c.token from domains as d
         left join domainClaims as c on c.orgId = d.orgId and c.host = d.host
         where d.verifiedAt is not null order by d.host`,
      )
      .all() as CustomDomain[];
  } finally {
    database.close();
  }
}

/** The latest moment that the audit names; null when it names none. */
export function latestAudit(file: string): Date | null {
  const database = openForReading(file);
  try {
    const at = database.prepare("select max(at) from audit").pluck().get() as string | null;
    return at === null ? null : new Date(at);
  } finally {
    database.close();
  }
}

/** The bytes of a database without its journal: what a copy of it takes. */
export function bytesOf(file: string): number {
  const database = openForReading(file);
  try {
    return (
      (database.pragma("page_count", { simple: true }) as number) *
      (database.pragma("page_size", { simple: true }) as number)
    );
  } finally {
    database.close();
  }
}

/**
 * Reads a whole database: every page, every index against its table, every foreign key.
 * @returns the first fault in plain words; null when it is sound
 */
export function wholeFault(file: string): string | null {
  if (!existsSync(file)) return "it is missing";
  let database: Database.Database | null = null;
  try {
    database = openForReading(file);
    const [first] = database.pragma("integrity_check(1)") as { integrity_check: string }[];
    const words = first?.integrity_check ?? "no answer";
    if (words !== "ok") return words.replace(/\s+/g, " ").trim();
    const [stray] = database.pragma("foreign_key_check") as { table: string; parent: string }[];
    return stray === undefined
      ? null
      : `a row of ${stray.table} names one of ${stray.parent} that is not there`;
  } catch (error) {
    if (isCorrupt(error)) return errorWords(error);
    throw error;
  } finally {
    database?.close();
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
