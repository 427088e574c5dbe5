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

/**
 * Kysely's SQLite driver with transactions that take the write lock at once: a deferred one would fail
 * with SQLITE_BUSY at its first write, after its reads have already been acted on.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
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
    return new ImmediateDriver({ database: this.#database });
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
}
