import pg from "pg";
import { newId } from "../ids.ts";
import {
  type Engine,
  ErasedAddresses,
  type Fault,
  PostgresRefused,
  type Reader,
} from "../engine.ts";
import type { Schema } from "../schema.ts";
import { WRITTEN_CHANNEL } from "./dialect.ts";
import { faultOf } from "./faults.ts";
import { postgresKysely } from "./own.ts";

/** Reads at a time; one connection more writes, and one listens. */
const READERS = 8;
/** With these every write ends within six seconds, whatever the server does, in milliseconds. */
const TIMES = {
  connectionTimeoutMillis: 3_000,
  lock_timeout: 500,
  statement_timeout: 5_000,
  query_timeout: 5_500,
  idle_in_transaction_session_timeout: 5_000,
};
/** How long after a lost connection another one is tried to listen on, in milliseconds. */
const LISTEN_AGAIN_MS = 500;
const OLDEST_VERSION = 150_000;

/** Numbers as numbers and truth as 0 or 1, as SQLite gives them. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
    if (oid === pg.types.builtins.BOOL) return (value: string) => (value === "t" ? 1 : 0);
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig["getTypeParser"],
};

/** A database of PostgreSQL: a pool that reads, one connection that writes, and one that listens. */
class PostgresEngine implements Engine {
  readonly read: Reader;
  readonly writer: Reader;
  readonly #url: string;
  readonly #pools: { reading: pg.Pool; writing: pg.Pool };
  readonly #ownName = newId();
  #listener: pg.Client | null = null;
  #foreignWrites = 0;
  #isClosed = false;

  constructor(url: string, addressKey: Buffer | null) {
    const addresses = new ErasedAddresses(addressKey);
    this.#url = url;
    this.#pools = { reading: openPool(url, READERS), writing: openPool(url, 1) };
    this.read = postgresKysely<Schema>(this.#pools.reading, addresses, this.#ownName);
    this.writer = postgresKysely<Schema>(this.#pools.writing, addresses, this.#ownName);
  }

  /** Listens for what other processes write, again whenever the connection was lost. */
  async listen(): Promise<void> {
    const client = new pg.Client({ ...clientOf(this.#url), query_timeout: undefined });
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      // What was told in between is not known.
      this.#foreignWrites += 1;
      this.#listener = null;
      client.end().catch(() => undefined);
      if (!this.#isClosed) setTimeout(() => void this.listen(), LISTEN_AGAIN_MS).unref();
    };
    client.on("error", over);
    client.on("end", over);
    client.on("notification", ({ payload }) => {
      if (payload !== this.#ownName) this.#foreignWrites += 1;
    });
    try {
      await client.connect();
      await client.query(`listen ${WRITTEN_CHANNEL}`);
      this.#foreignWrites += 1;
      this.#listener = client;
      if (this.#isClosed) await client.end();
    } catch {
      over();
    }
  }

  faultOf(error: unknown): Fault | null {
    return faultOf(error);
  }

  /** Another number at each call while nobody tells this process anything. */
  foreignWrites(): number {
    if (this.#listener === null) this.#foreignWrites += 1;
    return this.#foreignWrites;
  }

  /**
   * Takes dead rows out of the tables. What a standby or an archive was sent before lies there as
   * long as its owner keeps it.
   */
  async settle(): Promise<void> {
    const client = new pg.Client({
      ...clientOf(this.#url),
      statement_timeout: 0,
      query_timeout: 0,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("vacuum");
    } finally {
      await client.end();
    }
  }

  async check(): Promise<void> {
    await Promise.all([
      this.#pools.reading.query("select 1"),
      this.#pools.writing.query("select 1"),
    ]);
  }

  image(): Buffer {
    throw new Error("a database of PostgreSQL has no image: copy it by its template");
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#listener?.end();
    await this.writer.destroy();
    await this.read.destroy();
  }
}

function clientOf(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    ...TIMES,
    types,
    application_name: "open-trust-center",
    keepAlive: true,
  };
}

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ ...clientOf(url), max });
  // The next query finds out by itself that a connection is gone.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * Opens a database of PostgreSQL, which isn't migrated by that.
 * @param url `postgres://user:password@host/database`
 * @param addressKey what erased addresses are recognised by, 32 bytes; null where nobody is asked
 *   about
 * @throws PostgresRefused for a version, an encoding or an order of texts that does not do; the
 *   driver's error when the database can't be reached
 */
export async function openPostgres(url: string, addressKey: Buffer | null): Promise<Engine> {
  await refuseUnfit(url);
  const engine = new PostgresEngine(url, addressKey);
  await engine.listen();
  return engine;
}

async function refuseUnfit(url: string): Promise<void> {
  const client = new pg.Client(clientOf(url));
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; encoding: string; collation: string }>(
      `select current_setting('server_version_num') as version,
        pg_encoding_to_char(encoding) as encoding, datcollate as collation
        from pg_database where datname = current_database()`,
    );
    const [found] = rows;
    if (found === undefined) throw new Error("the database does not name itself");
    if (Number(found.version) < OLDEST_VERSION)
      throw new PostgresRefused(
        "The database is older than PostgreSQL 15. Upgrade it and start again.",
      );
    if (found.encoding !== "UTF8" || !/^C(?:\.utf-?8)?$|^POSIX$/i.test(found.collation))
      throw new PostgresRefused(
        `The database has the encoding ${found.encoding} and the order ${found.collation}. Make it with: create database trust template template0 encoding 'UTF8' locale 'C.UTF-8'.`,
      );
  } finally {
    await client.end();
  }
}
