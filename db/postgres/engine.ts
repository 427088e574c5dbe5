import pg from "pg";
import { newId } from "../ids.ts";
import {
  DatabaseServed,
  type Engine,
  ErasedAddresses,
  type Fault,
  PostgresRefused,
  type Reader,
} from "../engine.ts";
import type { Schema } from "../schema.ts";
import { ALONE, type DutyName, type Membership, type ServerFacts } from "../servers.ts";
import { clientOf, connected, openPool, UNHURRIED, withClient } from "./connections.ts";
import { faultOf } from "./faults.ts";
import { postgresKysely } from "./own.ts";
import { Peers, SOON_GONE } from "./peers.ts";

/** Reads at a time; one connection more writes, and one listens. */
const READERS = 8;
/** How long after a lost connection another one is tried to listen on, in milliseconds. */
const LISTEN_AGAIN_MS = 500;
/**
 * The lock of the servers of a database; the connection of each that listens holds it: for itself, or
 * shared with others.
 */
const SERVER_LOCK = 4_735_018_002;
/** The lock of whoever prepares the database: migrates it, loads the demo. */
const PREPARE_LOCK = 4_735_018_003;
/** How long a start waits for another one that prepares the database, in milliseconds, and how often it looks. */
const PREPARE_WAIT_MS = 600_000;
const PREPARE_LOOK_MS = 100;
/** How long a notification may take that shows whether they arrive, in milliseconds. */
const HEAR_MS = 3_000;
const TRIAL_CHANNEL = "open_trust_center_trial";
/** How long a start waits for a server that was just ended, in milliseconds. */
const HELD_WAIT_MS = 1_000;
const OLDEST_VERSION = 150_000;

/** A database of PostgreSQL: a pool that reads, one connection that writes, and one that listens. */
class PostgresEngine implements Engine {
  readonly read: Reader;
  readonly writer: Reader;
  readonly foreignEvery = 0;
  isContent = true;
  readonly #directUrl: string;
  readonly #pools: { reading: pg.Pool; writing: pg.Pool };
  readonly #ownName = newId();
  readonly #serves: Serves;
  readonly #peers = new Peers(() => {
    this.#foreignWrites += 1;
  });
  #lastCommit = 0;
  #listener: pg.Client | null = null;
  #foreignWrites = 0;
  #isClosed = false;
  /** Whether the schema is there. */
  #isMigrated = false;

  constructor(
    url: string,
    addressKey: Buffer | null,
    { serves, directUrl }: { serves: Serves; directUrl: string },
  ) {
    const addresses = new ErasedAddresses(addressKey);
    this.#directUrl = directUrl;
    this.#serves = serves;
    this.#pools = { reading: openPool(url, READERS), writing: openPool(url, 1) };
    const commits = {
      ownName: this.#ownName,
      // Without its lock a server can't know that it is the only one, or that others hear of it.
      mayBegin: () => this.#serves === null || this.#listener !== null,
      isTold: () => this.isContent,
      counts: () => this.#peers.counts,
      done: (number: number) => {
        this.#lastCommit = number;
      },
    };
    this.read = postgresKysely<Schema>(this.#pools.reading, addresses, commits);
    this.writer = postgresKysely<Schema>(this.#pools.writing, addresses, commits);
  }

  /**
   * Listens for what other processes write, again whenever the connection was lost. A server's
   * listens once it has the lock of the database.
   */
  async listen(): Promise<void> {
    const client = new pg.Client({ ...clientOf(this.#directUrl), query_timeout: undefined });
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      // What was told in between is not known.
      this.#foreignWrites += 1;
      this.#listener = null;
      this.#peers.deaf(client);
      client.end().catch(() => undefined);
      if (!this.#isClosed) setTimeout(() => void this.listen(), LISTEN_AGAIN_MS).unref();
    };
    client.on("error", over);
    client.on("end", over);
    client.on("notification", (told) => this.#peers.note(told, this.#ownName));
    try {
      await client.connect();
      if (this.#serves !== null && !(await this.#mayServe(client, this.#serves))) return over();
      await this.#peers.listen(client);
      this.#foreignWrites += 1;
      this.#listener = client;
      if (this.#isClosed) await client.end();
    } catch {
      over();
    }
  }

  /**
   * Takes the lock of the servers for a connection. A server that was out of reach while the installation
   * was moved away gets none any more: nobody would ever see what it writes.
   */
  async #mayServe(client: pg.Client, serves: NonNullable<Serves>): Promise<boolean> {
    if (!(await holds(client, serves))) return false;
    if (!this.#isMigrated) return true;
    const { rows } = await client.query("select from moves where state = 'left'");
    return rows.length === 0;
  }

  faultOf(error: unknown): Fault | null {
    return faultOf(error);
  }

  /** Another number at each call while nobody tells this process anything. */
  foreignWrites(): number {
    if (this.#listener === null || !this.#peers.isTrusted) this.#foreignWrites += 1;
    return this.#foreignWrites;
  }

  async othersKnow(): Promise<void> {
    if (this.#serves !== "alone") await this.#peers.know(this.#lastCommit);
  }

  migrated(): void {
    this.#isMigrated = true;
    this.#peers.ready();
  }

  async liveServers(): Promise<ServerFacts[]> {
    const tables = await this.read.introspection.getTables();
    return tables.some(({ name }) => name === "servers") ? this.#peers.others() : [];
  }

  async join(server: ServerFacts, names: readonly DutyName[]): Promise<Membership> {
    await this.#hearOrRefuse();
    if (this.#serves !== "among others") return ALONE;
    await this.#peers.join(server, names);
    return this.#peers;
  }

  /** @throws PostgresRefused where what is told through the pool does not arrive: a pooler stands in between */
  async #hearOrRefuse(): Promise<void> {
    const client = this.#listener;
    const tell = (text: string, values: string[]) => this.#pools.reading.query(text, values);
    if (client === null || !(await hears(client, tell))) throw new PostgresRefused(UNHEARD);
  }

  /**
   * Takes dead rows out of the tables. What a standby or an archive was sent before lies there as
   * long as its owner keeps it.
   */
  async settle(): Promise<void> {
    await withClient(this.#directUrl, (client) => client.query("vacuum"), UNHURRIED);
  }

  /** @throws DatabaseServed when another server has the database for longer than a moment */
  async holdOrRefuse(): Promise<void> {
    for (const deadline = Date.now() + HELD_WAIT_MS; this.#listener === null;) {
      if (Date.now() >= deadline) throw await heldByAnother(this.#directUrl, this.#serves);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async check(): Promise<void> {
    if (this.#serves !== null && this.#listener === null)
      throw new Error("this server does not have the lock of its database");
    await Promise.all([
      this.#pools.reading.query("select 1"),
      this.#pools.writing.query("select 1"),
    ]);
  }

  async sizes(): Promise<Record<string, number>> {
    const { rows } = await this.#pools.reading.query<{ data: number }>(
      "select pg_database_size(current_database()) as data",
    );
    return { data: rows[0]?.data ?? 0 };
  }

  image(): Buffer {
    throw new Error("a database of PostgreSQL has no image: copy it by its template");
  }

  async close(): Promise<void> {
    await this.#peers.leave();
    this.#isClosed = true;
    await this.#listener?.end();
    await this.writer.destroy();
    await this.read.destroy();
  }
}

/** How a process has its database: as its only server, as one among others, or as a command. */
type Serves = "alone" | "among others" | null;

/** Takes the lock of the servers for a connection, if it is free for it. */
async function holds(client: pg.Client, serves: NonNullable<Serves>): Promise<boolean> {
  const lock = serves === "alone" ? "pg_try_advisory_lock" : "pg_try_advisory_lock_shared";
  const { rows } = await client.query<{ got: number }>(`select ${lock}(${SERVER_LOCK}) as got`);
  return rows[0]?.got === 1;
}

/** Whether a server has this database now. @throws when it can't be asked */
export async function isServed(url: string): Promise<boolean> {
  return withClient(url, async (client) => !(await holds(client, "alone")));
}

/**
 * Takes the lock of whoever prepares a database: one start, or one command, migrates it and loads
 * the demo, and the next one finds it done.
 * @param url a direct address
 * @param onWait called when another one prepares it
 * @returns lets go of it; the end of the process does, too
 * @throws PostgresRefused when the database can't be reached or written, or another one prepares it for too long
 */
export async function holdPreparation(
  url: string,
  onWait: () => void,
): Promise<() => Promise<void>> {
  await refuseUnfit(url);
  const client = await connected(url, { query_timeout: undefined });
  await refuseUnwritable(client).catch(async (error: unknown) => {
    await client.end();
    throw error;
  });
  await client.query(SOON_GONE);
  for (const until = Date.now() + PREPARE_WAIT_MS; ;) {
    const { rows } = await client.query<{ got: number }>(
      `select pg_try_advisory_lock(${PREPARE_LOCK}) as got`,
    );
    if (rows[0]?.got === 1) return () => client.end().catch(() => undefined);
    if (Date.now() >= until) {
      await client.end();
      throw new PostgresRefused(
        "Another server has been preparing the database of DATABASE_URL for ten minutes. Look at that server, or stop it, and start again. Nothing was changed.",
      );
    }
    onWait();
    await new Promise((resolve) => setTimeout(resolve, PREPARE_LOOK_MS));
  }
}

/** Whether a connection hears what another one tells. */
async function hears(
  client: pg.Client,
  tell: (text: string, values: string[]) => Promise<unknown>,
): Promise<boolean> {
  const sign = newId();
  let note = (_told: pg.Notification) => undefined as void;
  const heard = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), HEAR_MS);
    note = ({ payload }) => {
      if (payload !== sign) return;
      clearTimeout(timer);
      resolve(true);
    };
  });
  client.on("notification", note);
  try {
    await client.query(`listen ${TRIAL_CHANNEL}`);
    await tell("select pg_notify($1, $2)", [TRIAL_CHANNEL, sign]);
    return await heard;
  } finally {
    client.off("notification", note);
    await client.query(`unlisten ${TRIAL_CHANNEL}`);
  }
}

/**
 * Whether what is told through one address arrives at a connection to another.
 * @throws when either can't be asked
 */
export function notificationsArrive(url: string, directUrl: string): Promise<boolean> {
  return withClient(directUrl, (client) =>
    withClient(url, (other) => hears(client, (text, values) => other.query(text, values))),
  );
}

const UNHEARD =
  "Notifications (LISTEN) don’t arrive through DATABASE_URL. A pooler such as PgBouncer in transaction mode keeps them back. Set DATABASE_LISTEN_URL to an address of the database without the pooler. Nothing was changed.";

async function heldByAnother(url: string, serves: Serves): Promise<DatabaseServed> {
  const since = await withClient(url, async (client) => {
    const { rows } = await client.query<{ since: Date; from: string }>(
      `select a.backend_start as since, coalesce(host(a.client_addr), 'its own machine') as from
       from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
       where l.locktype = 'advisory' and l.granted and a.datname = current_database()
         and (l.classid::bigint << 32) + l.objid::bigint = ${SERVER_LOCK}
       order by a.backend_start`,
    );
    return rows[0];
  }).catch(() => undefined);
  const who = since === undefined ? "" : ` from ${since.from}, since ${since.since.toISOString()}`;
  const why =
    serves === "alone"
      ? "This server keeps its stored files in a folder, so it must be the only one. Stop that server, set DATABASE_URL to a different database, or set BLOBS on every server (docs/operate/scale.md)."
      : "That server keeps its stored files in a folder, so it must be the only one. Stop it, or set BLOBS there too (docs/operate/scale.md).";
  return new DatabaseServed(
    `Another server runs on the database of DATABASE_URL${who}. ${why} Nothing was changed.`,
  );
}

/**
 * Opens a database of PostgreSQL, which isn't migrated by that.
 * @param url `postgres://user:password@host/database`
 * @param addressKey what erased addresses are recognised by, 32 bytes; null where nobody is asked
 *   about
 * @param options.serves for a server: it holds the lock of the database's servers, alone or with others
 * @param options.directUrl an address that no pooler stands behind
 * @throws PostgresRefused for a version, an encoding or an order of texts that does not do, for a
 *   database that can't be reached, and for one that another server has
 */
export async function openPostgres(
  url: string,
  addressKey: Buffer | null,
  { serves = null, directUrl = url }: { serves?: Serves; directUrl?: string } = {},
): Promise<Engine> {
  await refuseUnfit(url);
  const engine = new PostgresEngine(url, addressKey, { serves, directUrl });
  await engine.listen();
  if (serves !== null)
    await engine.holdOrRefuse().catch(async (error: unknown) => {
      await engine.close();
      throw error;
    });
  return engine;
}

/** What a database says of itself before anything is done with it. */
interface Fitness {
  version: string;
  encoding: string;
  provider: string;
  collation: string | null;
}

/** @throws PostgresRefused in words for an operator */
async function refuseUnfit(url: string): Promise<void> {
  const found = await withClient(url, async (client) => {
    const { rows } = await client.query<Fitness>(
      `select current_setting('server_version_num') as version,
        pg_encoding_to_char(encoding) as encoding, datlocprovider as provider,
        case when datlocprovider = 'c' then datcollate
          else coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale') end as collation
        from pg_database as d where datname = current_database()`,
    );
    return rows[0];
  });
  if (found === undefined) throw new Error("the database does not name itself");
  if (Number(found.version) < OLDEST_VERSION)
    throw new PostgresRefused(
      "The database is older than PostgreSQL 15. Upgrade it and start again.",
    );
  const order = found.collation ?? "";
  if (
    found.encoding !== "UTF8" ||
    found.provider === "i" ||
    !/^C(?:\.utf-?8)?$|^POSIX$/i.test(order)
  )
    throw new PostgresRefused(
      `The database has the encoding ${found.encoding} and the order ${order}. Create it with: create database trust template template0 encoding 'UTF8' locale 'C.UTF-8'.`,
    );
}

/**
 * A table of another owner than the installation's, such as one of an extension or of what watches
 * the database, is none that it writes to.
 * @throws PostgresRefused where the user of an address can't write into its database
 */
async function refuseUnwritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    isReadOnly: number;
    mayMake: number;
    closed: string | null;
  }>(
    `select current_setting('transaction_read_only') = 'on' as "isReadOnly",
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayMake",
      (select min(tablename) from pg_tables where schemaname = current_schema()
        and tableowner = (select tableowner from pg_tables
          where schemaname = current_schema() and tablename = 'kysely_migration')
        and not (has_table_privilege(format('%I.%I', schemaname, tablename), 'insert')
          and has_table_privilege(format('%I.%I', schemaname, tablename), 'update')
          and has_table_privilege(format('%I.%I', schemaname, tablename), 'delete'))) as closed`,
  );
  const [found] = rows;
  if (found?.isReadOnly === 1)
    throw new PostgresRefused(
      "The database of DATABASE_URL can only be read: it is a standby, or set to be read alone (default_transaction_read_only). Use the address of the one that accepts writes. Nothing was changed.",
    );
  const lacking =
    found?.mayMake === 1
      ? found.closed === null
        ? null
        : `write to ${found.closed}`
      : "create tables";
  if (lacking !== null)
    throw new PostgresRefused(
      `The user of DATABASE_URL may not ${lacking}. Use the user that owns the database and its tables. Nothing was changed.`,
    );
}

/** Why the user of an address can't write into its database; null when it can. @throws when it can't be asked */
export function writeFault(url: string): Promise<string | null> {
  return withClient(url, async (client) => {
    try {
      await refuseUnwritable(client);
      return null;
    } catch (error) {
      if (error instanceof PostgresRefused) return error.message;
      throw error;
    }
  });
}
