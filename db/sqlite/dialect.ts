import type Database from "better-sqlite3";
import {
  CompiledQuery,
  type BinaryOperationNode,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from "kysely";
import { boundTexts } from "../bound-texts.ts";
import { emptyListCondition } from "../empty-lists.ts";
import type { CarriesDialect, Dialect } from "../engine.ts";
import { CommitMark } from "./commit-mark.ts";
import { Pace } from "../pace.ts";
import { noteDatabaseTime } from "../write-queue.ts";

/** Statements that are kept prepared; those that were used longest ago go first. */
const MAX_PREPARED = 400;
/** A statement that is longer has its values counted out in it: the next one hardly is the same. */
const MAX_PREPARED_LENGTH = 4_000;
/** What keeps every other statement as it was prepared. */
const PLAIN = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i;

/**
 * The one connection of a database as Kysely uses it. Two things are done otherwise than Kysely's
 * own does them: a statement is prepared once and kept, which is a third of what a small one costs;
 * and a transaction of many statements lets the event loop go between two of them whenever it had
 * it for a while. It stays one transaction: nothing else runs on this connection before it ends.
 */
class PreparedConnection implements DatabaseConnection {
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();
  #pace: Pace | null = null;

  constructor(database: Database.Database) {
    this.#database = database;
  }

  /** From now on statements belong to a transaction, or no more. */
  set inTransaction(inside: boolean) {
    this.#pace = inside ? new Pace() : null;
  }

  async executeQuery<Row>({
    sql,
    parameters,
  }: Pick<CompiledQuery, "sql" | "parameters">): Promise<QueryResult<Row>> {
    if (this.#pace?.isDue === true) await this.#pace.breathe();
    const since = performance.now();
    try {
      const statement = this.#statement(sql);
      const values = boundTexts(parameters);
      if (statement.reader) return { rows: statement.all(values) as Row[] };
      const { changes, lastInsertRowid } = statement.run(values);
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
    } finally {
      noteDatabaseTime(performance.now() - since);
    }
  }

  async *streamQuery<Row>({
    sql,
    parameters,
  }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#database.prepare(sql).iterate(boundTexts(parameters)))
      yield { rows: [row as Row] };
  }

  #statement(sql: string): Database.Statement {
    const known = this.#prepared.get(sql);
    if (known !== undefined) {
      // The last in the map is the one that was used last.
      this.#prepared.delete(sql);
      this.#prepared.set(sql, known);
      return known;
    }
    const statement = this.#database.prepare(sql);
    if (!PLAIN.test(sql)) this.#prepared.clear();
    else if (sql.length <= MAX_PREPARED_LENGTH) {
      const [oldest] = this.#prepared.keys();
      if (this.#prepared.size >= MAX_PREPARED && oldest !== undefined)
        this.#prepared.delete(oldest);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }
}

/**
 * Kysely's SQLite driver with transactions that take the write lock at once: a deferred one would
 * fail with SQLITE_BUSY at its first write, after its reads have already been acted on.
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

  /**
   * SQLite has ended the transaction itself where the disk was full: a rollback would then fail,
   * and hide why.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * SQLite undoes schema changes with their transaction, though Kysely's adapter denies it for the
 * sake of older libraries: without this a killed migration would leave half its tables behind.
 */
class TransactionalAdapter extends SqliteAdapter implements CarriesDialect {
  readonly dialect: Dialect;

  constructor(dialect: Dialect) {
    super();
    this.dialect = dialect;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Statements as each engine takes them. */
class PortableCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const condition = emptyListCondition(node);
    if (condition === null) super.visitBinaryOperation(node);
    else this.append(condition);
  }
}

export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Database.Database;
  readonly #own: Dialect;

  /** @param own what queries ask of this kind of database */
  constructor(database: Database.Database, own: Dialect) {
    super({ database });
    this.#database = database;
    this.#own = own;
  }

  override createQueryCompiler(): QueryCompiler {
    return new PortableCompiler();
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#database);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter(this.#own);
  }
}
