import type Database from "better-sqlite3";
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
} from "kysely";
import { CommitMark } from "./commit-mark.ts";
import { PreparedConnection } from "./connection.ts";

/**
 * Kysely's SQLite driver with transactions that take the write lock at once: a deferred one would fail
 * with SQLITE_BUSY at its first write, after its reads have already been acted on.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Database.Database;
  readonly #connection: PreparedConnection;
  readonly #mark: CommitMark;

  constructor(database: Database.Database) {
    super({ database });
    this.#database = database;
    this.#connection = new PreparedConnection(database);
    this.#mark = new CommitMark(database);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    // Kysely's own is behind its lock; what is handed out instead is behind the same one.
    await super.acquireConnection();
    return this.#connection;
  }

  override async releaseConnection(): Promise<void> {
    this.#connection.inTransaction = false;
    await super.releaseConnection();
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    this.#connection.inTransaction = true;
    this.#mark.begin();
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#mark.commit();
    await super.commitTransaction(connection);
  }

  /** SQLite has ended the transaction itself where the disk was full: a rollback would then fail, and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * SQLite undoes schema changes with their transaction, though Kysely's adapter denies it for the sake of
 * older libraries: without this a killed migration would leave half its tables behind.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Database.Database;

  constructor(database: Database.Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#database);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
}
