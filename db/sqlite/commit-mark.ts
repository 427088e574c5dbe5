import type Database from "better-sqlite3";
import { randomInt } from "node:crypto";

/** Where the two marks stand in the first page of the file: bytes from its beginning. */
export const MARK_AT = 60;
export const MARK_BEFORE_AT = 68;

const HIGHEST = 0x7fff_ffff;

/**
 * Marks commits, so that a journal can be told from a stranger's. SQLite itself replays whatever
 * journal lies beside a database, and nothing in either file says that they belong together: a
 * backup put over what a killed server left is ruined by it. So each transaction that changed
 * something leaves a random number in the header (user_version) and beside it the number of the one
 * before (application_id). A journal then says of which file it is the continuation
 * (db/sqlite/journal).
 */
export class CommitMark {
  readonly #database: Database.Database;
  /** Prepared when the first transaction begins: a connection that only reads has none. */
  #statements: { changes: Database.Statement; mark: Database.Statement } | null = null;
  #changesAtBegin = 0;

  constructor(database: Database.Database) {
    this.#database = database;
  }

  /** A transaction has begun. */
  begin(): void {
    this.#statements ??= {
      changes: this.#database.prepare("select total_changes()").pluck(),
      mark: this.#database.prepare("pragma user_version").pluck(),
    };
    this.#changesAtBegin = this.#statements.changes.get() as number;
  }

  /** A transaction is about to be committed. */
  commit(): void {
    if (this.#statements === null || !this.#database.inTransaction) return;
    if (this.#statements.changes.get() === this.#changesAtBegin) return;
    const before = this.#statements.mark.get() as number;
    this.#database.exec(
      `pragma application_id = ${before}; pragma user_version = ${randomInt(1, HIGHEST)}`,
    );
  }
}
