import pg from "pg";
import type { Socket } from "node:net";
import { PostgresRefused } from "../engine.ts";
import { SILENT } from "./faults.ts";

/** How long a server may take to let a connection in, in milliseconds. */
const CONNECT_MS = 3_000;
/** With these every write ends within six seconds, whatever the server does, in milliseconds. */
const TIMES = {
  connectionTimeoutMillis: CONNECT_MS,
  lock_timeout: 500,
  statement_timeout: 5_000,
  query_timeout: 5_500,
  // Sooner than others give up who wait for the lock of a process that stands still.
  idle_in_transaction_session_timeout: 4_000,
};
/** How long an idle connection is kept, in milliseconds: another one is a process for the server to start. */
const IDLE_MS = 300_000;

/** Numbers as numbers and truth as 0 or 1, as SQLite gives them. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
    if (oid === pg.types.builtins.BOOL) return (value: string) => (value === "t" ? 1 : 0);
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig["getTypeParser"],
};

/**
 * TLS modes that the driver takes for the strictest one, and warns of at length that it will not always; to the client
 * programs they go as they are.
 */
const STRICT = new Set(["prefer", "require", "verify-ca"]);

/** The address with the TLS mode that the driver makes of it. */
function strictAddress(url: string): string {
  const address = new URL(url);
  const { searchParams } = address;
  if (!STRICT.has(searchParams.get("sslmode") ?? "") || searchParams.has("uselibpqcompat"))
    return url;
  searchParams.set("sslmode", "verify-full");
  return address.href;
}

/** What every connection has in common. */
export function clientOf(url: string): pg.ClientConfig {
  return {
    connectionString: strictAddress(url),
    ...TIMES,
    types,
    application_name: "open-trust-center",
    keepAlive: true,
  };
}

/** A connection of a pool: the server has as long to let it in as any other, however long others stand in line. */
class PoolClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super({
      ...(typeof config === "string" ? { connectionString: config } : config),
      connectionTimeoutMillis: CONNECT_MS,
    });
  }
}

/** Connections that are used in turn. */
export function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...clientOf(url),
    max,
    Client: PoolClient,
    // To the pool this is how long one stands in line for a connection that others use: in a rush that is no fault of
    // the server, so as long as one may wait for a statement.
    connectionTimeoutMillis: TIMES.query_timeout,
    idleTimeoutMillis: IDLE_MS,
  });
  // The next query finds out by itself that a connection is gone.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    leaveSilent(client);
  });
  return pool;
}

/**
 * Ends a connection whose server says nothing any more: what follows on it would wait as long, one
 * after the other.
 */
function leaveSilent(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...words: unknown[]) => unknown;
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  client.query = ((...words: unknown[]) => {
    const asked = ask(...words);
    if (asked instanceof Promise)
      asked.catch((error: unknown) => {
        if (error instanceof Error && error.message === SILENT) stream.destroy();
      });
    return asked;
  }) as typeof client.query;
}

/**
 * Asks something on a connection of its own.
 * @throws PostgresRefused when there is none; what the work throws
 */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  more: pg.ClientConfig = {},
): Promise<T> {
  const client = await connected(url, more);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * A connection that its caller ends.
 * @throws PostgresRefused in words for an operator when there is none
 */
export async function connected(url: string, more: pg.ClientConfig = {}): Promise<pg.Client> {
  try {
    const client = new pg.Client({ ...clientOf(url), ...more });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    throw new PostgresRefused(
      `The database of DATABASE_URL can’t be reached (${wordsOf(error)}). Start it, or correct DATABASE_URL. Nothing was changed.`,
      { cause: error },
    );
  }
}

/** Whose certificate no authority has signed that is known here, in Node’s own codes. */
const UNKNOWN_AUTHORITY = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** What went wrong with a connection, without its address: that holds a password. */
function wordsOf(error: unknown): string {
  // Several addresses of one name fail as one error without words of its own.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error) || first.message === "") return String(first);
  if (first.message.includes("client password must be a string"))
    return "it asks for a password, and DATABASE_URL has none";
  if ("code" in first && UNKNOWN_AUTHORITY.has(String(first.code)))
    return "its TLS certificate isn’t signed by an authority that is known here; sslrootcert in DATABASE_URL names the file of another one";
  return first.message;
}

/**
 * For what takes as long as it takes, such as a backup. As texts: the driver leaves a number out that is zero, and then
 * the times count that the role or the database has.
 */
export const UNHURRIED = {
  statement_timeout: "0",
  query_timeout: 0,
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
} as unknown as pg.ClientConfig;
