import type Database from "better-sqlite3";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { Pace } from "../pace.ts";

/** Statements that are kept prepared; those that were used longest ago go first. */
const MAX_PREPARED = 400;
/** A statement that is longer has its values counted out in it: the next one hardly is the same. */
const MAX_PREPARED_LENGTH = 4_000;
/** What keeps every other statement as it was prepared. */
const PLAIN = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i;

/**
 * The one connection of a database as Kysely uses it. Two things are done otherwise than Kysely's own does them:
 * a statement is prepared once and kept, which is a third of what a small one costs; and a transaction of many
 * statements lets the event loop go between two of them whenever it had it for a while. It stays one transaction:
 * nothing else runs on this connection before it ends.
 */
export class PreparedConnection implements DatabaseConnection {
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
    const statement = this.#statement(sql);
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  async *streamQuery<Row>({
    sql,
    parameters,
  }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#database.prepare(sql).iterate(parameters)) yield { rows: [row as Row] };
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
