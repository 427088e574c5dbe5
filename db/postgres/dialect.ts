import {
  type BinaryOperationNode,
  CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  type DialectAdapter,
  type Driver,
  type OperatorNode,
  type OrderByItemNode,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  RawNode,
} from "kysely";
import { boundTexts } from "../bound-texts.ts";
import { emptyListCondition } from "../empty-lists.ts";
import type { CarriesDialect, Dialect } from "../engine.ts";
import { StorageUnavailable } from "../unavailable.ts";
import { knowsSilence, noteDatabaseTime, noteSilence } from "../write-queue.ts";
import { faultOf, SILENT } from "./faults.ts";
import { WRITTEN_CHANNEL } from "./peers.ts";

/** The lock that every write takes first: one writes at a time, whoever asks. */
const WRITE_LOCK = 4_735_018_001;

/** A connection of the pool as Kysely uses it. */
class PortableConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;

  constructor(inner: DatabaseConnection) {
    this.inner = inner;
  }

  /**
   * @throws StorageUnavailable where the database can't be reached, is full, or does not answer in
   *   time; what the statement throws
   */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const since = performance.now();
    try {
      return await this.inner.executeQuery<Row>({
        ...query,
        parameters: boundTexts(query.parameters),
      });
    } catch (error) {
      if (faultOf(error) !== null) noteIfSilent(since);
      throw unavailableOr(error);
    } finally {
      noteDatabaseTime(performance.now() - since);
    }
  }

  streamQuery<Row>(query: CompiledQuery, rows: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(query, rows);
  }
}

/** A failure that takes longer is no answer but the end of a wait, in milliseconds. */
const IN_VAIN_MS = 2_000;

function noteIfSilent(since: number): void {
  if (performance.now() - since >= IN_VAIN_MS) noteSilence();
}

/** What a visitor is told where no statement can be made; any other error as it is. */
function unavailableOr(error: unknown): unknown {
  const fault = faultOf(error);
  if (fault === null) return error;
  return new StorageUnavailable(fault === "full" ? 507 : 503, { cause: error });
}

/** How a process writes. */
export interface Commits {
  /** By what it knows its own commits among those that it is told of. */
  ownName: string;
  /** Whether a write may begin now; one that may not is tried again for a while. */
  mayBegin: () => boolean;
  /** Whether other processes are told of what is committed now: pages are made of it. */
  isTold: () => boolean;
  /** Whether commits are counted. */
  counts: () => boolean;
  /** The number of a commit that is done; 0 for one that nobody counts. */
  done: (number: number) => void;
}

/** A write that may not begin yet, as if another process held the lock. */
class NotYet extends Error {
  readonly code = "55P03";
}

/**
 * Transactions that take the one lock of all writes as they begin, so that what a verb reads is
 * what it writes upon: one writer, as in SQLite.
 */
class OneWriterDriver extends PostgresDriver {
  readonly #wrapped = new WeakMap<DatabaseConnection, PortableConnection>();
  readonly #commits: Commits;

  constructor(config: PostgresDialectConfig, commits: Commits) {
    super(config);
    this.#commits = commits;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    let inner: DatabaseConnection;
    if (knowsSilence())
      throw new StorageUnavailable(503, { cause: new Error("the database said nothing before") });
    const since = performance.now();
    try {
      inner = await super.acquireConnection();
    } catch (error) {
      noteIfSilent(since);
      // Whatever else it says, such as that the password is another one by now: there is no connection.
      const fault = unavailableOr(error);
      throw fault instanceof StorageUnavailable
        ? fault
        : new StorageUnavailable(503, { cause: error });
    }
    const known = this.#wrapped.get(inner) ?? new PortableConnection(inner);
    this.#wrapped.set(inner, known);
    return known;
  }

  /** @throws what `faultOf` calls busy, where nothing was done and it may be tried again */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#commits.mayBegin()) throw new NotYet("the server's own lock is not back yet");
    const since = performance.now();
    try {
      await innerOf(connection).executeQuery(
        CompiledQuery.raw(`begin; select pg_advisory_xact_lock(${WRITE_LOCK})`),
      );
    } catch (error) {
      if (faultOf(error) !== null) noteIfSilent(since);
      await this.rollbackTransaction(connection);
      throw faultOf(error) === "busy" ? error : unavailableOr(error);
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const number = this.#commits.isTold() ? await this.#tell(connection) : 0;
    const since = performance.now();
    try {
      await super.commitTransaction(innerOf(connection));
      this.#commits.done(number);
    } catch (error) {
      noteIfSilent(since);
      const isUnknown =
        faultOf(error) === "lost" || (error instanceof Error && error.message === SILENT);
      throw isUnknown
        ? new StorageUnavailable(503, { cause: error, isUnknown })
        : unavailableOr(error);
    }
  }

  /** Tells other processes, once it is committed. @returns the number of the commit; 0: none */
  async #tell(connection: DatabaseConnection): Promise<number> {
    const { ownName } = this.#commits;
    if (!this.#commits.counts()) {
      await connection.executeQuery(
        CompiledQuery.raw(`select pg_notify('${WRITTEN_CHANNEL}', '${ownName}')`),
      );
      return 0;
    }
    const { rows } = await connection.executeQuery<{ number: number }>(
      CompiledQuery.raw(
        `with counted as (update "commitCount" set number = number + 1 returning number)
        select number, pg_notify('${WRITTEN_CHANNEL}', '${ownName} ' || number) from counted`,
      ),
    );
    return rows[0]?.number ?? 0;
  }

  /** A connection that is gone has nothing to take back, and says nothing that would help. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(innerOf(connection));
    } catch (error) {
      if (faultOf(error) === null) throw error;
    }
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await super.releaseConnection(innerOf(connection));
  }
}

/** Kysely's own connection, as its driver asks for it. */
type OwnConnection = Parameters<PostgresDriver["rollbackTransaction"]>[0];

function innerOf(connection: DatabaseConnection): OwnConnection {
  const inner = connection instanceof PortableConnection ? connection.inner : connection;
  return inner as OwnConnection;
}

/** Says in PostgreSQL's words what a statement says in SQLite. */
class PortableCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const condition = emptyListCondition(node);
    if (condition === null) super.visitBinaryOperation(node);
    else this.append(condition);
  }

  /** The case of letters from A to Z doesn't count in a pattern: of other letters it does on SQLite. */
  protected override visitOperator(node: OperatorNode): void {
    if (node.operator === "like") this.append('collate "C" ilike');
    else if (node.operator === "not like") this.append('collate "C" not ilike');
    else super.visitOperator(node);
  }

  /** What is null is smaller than everything else. */
  protected override visitOrderByItem(node: OrderByItemNode): void {
    super.visitOrderByItem(node);
    if (node.nulls === undefined) this.append(isDescending(node) ? " nulls last" : " nulls first");
  }

  /** A number of SQLite has 64 bits. */
  protected override visitDataType(node: DataTypeNode): void {
    if (node.dataType === "integer") this.append("bigint");
    else super.visitDataType(node);
  }
}

function isDescending({ direction }: OrderByItemNode): boolean {
  return (
    direction !== undefined &&
    RawNode.is(direction) &&
    direction.sqlFragments.join("").trim().toLowerCase() === "desc"
  );
}

class DialectAdapterOfPostgres extends PostgresAdapter implements CarriesDialect {
  readonly dialect: Dialect;

  constructor(dialect: Dialect) {
    super();
    this.dialect = dialect;
  }
}

export class OneWriterPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #own: Dialect;
  readonly #commits: Commits;

  /** @param own what queries ask of this kind of database */
  constructor(config: PostgresDialectConfig, own: Dialect, commits: Commits) {
    super(config);
    this.#config = config;
    this.#own = own;
    this.#commits = commits;
  }

  override createDriver(): Driver {
    return new OneWriterDriver(this.#config, this.#commits);
  }

  override createQueryCompiler(): QueryCompiler {
    return new PortableCompiler();
  }

  override createAdapter(): DialectAdapter {
    return new DialectAdapterOfPostgres(this.#own);
  }
}
