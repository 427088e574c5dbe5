import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod } from "node:fs/promises";
import type pg from "pg";
import type { PostgresPoolClient } from "kysely";
import { errorWords } from "#values/error-words.ts";
import { ErasedAddresses, PostgresRefused, type Reader } from "../engine.ts";
import type { CustomDomain, DatabaseFacts, NamedBlob } from "../facts.ts";
import type { Schema } from "../schema.ts";
import { UNHURRIED, withClient } from "./connections.ts";
import { columnsNaming, postgresKysely } from "./own.ts";

/** So much of what a program says is told. */
const MAX_WORDS = 500;

/** A copy of a database as it was at one moment. */
export interface Dumped {
  facts: DatabaseFacts;
  /** The stored files that its rows name, in a fixed order. */
  blobs: NamedBlob[];
}

/**
 * Copies a database as it is at one moment, beside any number of readers and writers, by pg_dump.
 * Rows of files that no other row names are not counted: `restoreDump` takes them out.
 * @param file a path at which there is nothing
 * @throws PostgresRefused when pg_dump is not there, or refuses
 */
export function dumpDatabase(url: string, file: string): Promise<Dumped> {
  return withClient(
    url,
    async (client) => {
      // The transaction keeps the moment that pg_dump reads, and what is asked here.
      await client.query("begin transaction isolation level repeatable read read only");
      const { rows } = await client.query<{ id: string }>("select pg_export_snapshot() as id");
      await runProgram(url, "pg_dump", [
        "--format=custom",
        "--no-owner",
        "--no-privileges",
        `--snapshot=${rows[0]?.id ?? ""}`,
        `--file=${file}`,
      ]);
      await chmod(file, 0o600);
      const nobody = await nobodyNames(client);
      const blobs = await blobRows(client, `where not (${nobody})`);
      const facts = await factsOf(client);
      return { facts: { ...facts, counts: { ...facts.counts, blobs: blobs.length } }, blobs };
    },
    UNHURRIED,
  );
}

/**
 * Puts a copy into an empty database, whole or not at all, without the rows of files that nothing
 * names.
 * @returns what the database says of itself then
 * @throws PostgresRefused when pg_restore is not there, or refuses
 */
export async function restoreDump(url: string, file: string): Promise<DatabaseFacts> {
  await runProgram(url, "pg_restore", [
    "--no-owner",
    "--no-privileges",
    "--single-transaction",
    "--exit-on-error",
    file,
  ]);
  return withClient(
    url,
    async (client) => {
      await client.query(`delete from blobs where ${await nobodyNames(client)}`);
      await client.query("analyze");
      return factsOf(client);
    },
    UNHURRIED,
  );
}

/** Whether there is no table in a database. */
export async function isEmpty(url: string): Promise<boolean> {
  return withClient(url, async (client) => (await tablesOf(client)).length === 0);
}

/** Removes what a restore put into a database that was empty before. */
export async function emptyAgain(url: string): Promise<void> {
  await withClient(
    url,
    async (client) => {
      for (const table of await tablesOf(client))
        await client.query(`drop table ${quoted(table)} cascade`);
      await client.query("drop function if exists instr(text, text)");
    },
    UNHURRIED,
  );
}

/**
 * Has work done on an empty database beside another, which is removed afterwards.
 * @throws PostgresRefused when its user may not make one
 */
export async function onScratch<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `otc_drill_${randomBytes(8).toString("hex")}`;
  const scratch = new URL(url);
  scratch.pathname = `/${name}`;
  await withClient(
    url,
    (client) =>
      client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C'`),
    UNHURRIED,
  ).catch((error: unknown) => {
    throw new PostgresRefused(
      `The drill needs a database of its own, and none can be made (${errorWords(error)}). Let the user of DATABASE_URL make one: alter role … createdb.`,
      { cause: error },
    );
  });
  try {
    return await work(scratch.href);
  } finally {
    await withClient(
      url,
      (client) => client.query(`drop database ${name} with (force)`),
      UNHURRIED,
    );
  }
}

/** What a database says of itself now. */
export function databaseFacts(url: string): Promise<DatabaseFacts> {
  return withClient(url, factsOf, UNHURRIED);
}

/** The main version of the pg_dump of this machine, and of a server; null where there is no pg_dump. */
export async function dumpVersions(url: string): Promise<{ own: number | null; server: number }> {
  const { version } = await sizeAndVersion(url);
  const said = await new Promise<string>((resolve) => {
    execFile("pg_dump", ["--version"], (error, out) => resolve(error === null ? out : ""));
  });
  const own = /\d+/.exec(said)?.[0];
  return { own: own === undefined ? null : Number(own), server: Number.parseInt(version, 10) };
}

/** Every stored file that a database has a row of, in a fixed order. */
export function blobsOf(url: string): Promise<NamedBlob[]> {
  return withClient(url, (client) => blobRows(client, ""), UNHURRIED);
}

/** Whether a database has a row of this file now. */
export function hasBlobRow(url: string, { orgId, hash }: NamedBlob): Promise<boolean> {
  return withClient(url, async (client) => {
    const found = await client.query('select 1 from blobs where "orgId" = $1 and "hash" = $2', [
      orgId,
      hash,
    ]);
    return found.rows.length > 0;
  });
}

/** Every verified host of every company. */
export function customDomains(url: string): Promise<CustomDomain[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<CustomDomain>(
      `select d.host, c.token from domains as d
       left join "domainClaims" as c on c."orgId" = d."orgId" and c.host = d.host
       where d."verifiedAt" is not null order by d.host`,
    );
    return rows;
  });
}

/** The latest moment that the audit names; null when it names none. */
export function latestAudit(url: string): Promise<Date | null> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ at: string | null }>("select max(at) as at from audit");
    const at = rows[0]?.at ?? null;
    return at === null ? null : new Date(at);
  });
}

/** The version of the server, and the bytes of the database. */
export function sizeAndVersion(url: string): Promise<{ bytes: number; version: string }> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ bytes: number; version: string }>(
      "select pg_database_size(current_database()) as bytes, current_setting('server_version') as version",
    );
    return rows[0] ?? { bytes: 0, version: "" };
  });
}

async function blobRows(client: pg.Client, where: string): Promise<NamedBlob[]> {
  const { rows } = await client.query<NamedBlob>(
    `select "orgId", "hash", "size" from blobs ${where} order by "orgId", "hash"`,
  );
  return rows;
}

/** The condition on a row of a stored file that no other row names. */
async function nobodyNames(client: pg.Client): Promise<string> {
  const naming = await columnsNaming(readerOn(client), "blobs", "hash");
  return naming
    .map(
      ({ table, column }) =>
        `not exists (select 1 from ${quoted(table)} as naming where naming."orgId" = blobs."orgId" and naming.${quoted(column)} = blobs."hash")`,
    )
    .join(" and ");
}

async function factsOf(client: pg.Client): Promise<DatabaseFacts> {
  const tables = await tablesOf(client);
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await client.query<{ n: number }>(
      `select count(*) as n from ${quoted(table)}`,
    );
    counts[table] = rows[0]?.n ?? 0;
  }
  const { rows: migrations } = tables.includes("kysely_migration")
    ? await client.query<{ name: string }>("select name from kysely_migration order by name")
    : { rows: [] };
  return { migrations: migrations.map(({ name }) => name), counts, mark: 0 };
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = current_schema() order by 1",
  );
  return rows.map(({ name }) => name);
}

/** Kysely on one connection, in whatever transaction it is. */
function readerOn(client: pg.Client): Reader {
  const lent = {
    query: client.query.bind(client),
    release: () => undefined,
  } as unknown as PostgresPoolClient;
  const pool = { connect: async () => lent, end: async () => undefined, options: {} };
  return postgresKysely<Schema>(pool, new ErasedAddresses(null), {
    ownName: "",
    mayBegin: () => true,
    isTold: () => false,
    counts: () => false,
    done: () => undefined,
  });
}

/** What PostgreSQL's own programs know in an address; anything else they refuse. */
const PROGRAMS_KNOW = new Set([
  "application_name",
  "channel_binding",
  "connect_timeout",
  "gssencmode",
  "host",
  "hostaddr",
  "keepalives",
  "keepalives_count",
  "keepalives_idle",
  "keepalives_interval",
  "options",
  "passfile",
  "port",
  "ssl_min_protocol_version",
  "sslcert",
  "sslcrl",
  "sslkey",
  "sslmode",
  "sslrootcert",
  "target_session_attrs",
  "tcp_user_timeout",
  "user",
]);

/** An address as PostgreSQL's own programs take it, without what the driver or a host alone knows, and without its password. */
export function programsAddress(url: string): URL {
  const address = new URL(url);
  const { searchParams } = address;
  // Encrypted, whoever signed the certificate: that is what they call it.
  if (searchParams.get("sslmode") === "no-verify") searchParams.set("sslmode", "require");
  // They know no authorities but those of a file, and refuse to check a certificate without one.
  if (/^(?:1|true)$/.test(searchParams.get("ssl") ?? "") && !searchParams.has("sslmode"))
    searchParams.set("sslmode", searchParams.has("sslrootcert") ? "verify-full" : "require");
  const unknown = [...searchParams.keys()].filter((name) => !PROGRAMS_KNOW.has(name));
  for (const name of unknown) searchParams.delete(name);
  address.password = "";
  return address;
}

/** The password of an address, wherever the driver takes it from; empty for none. */
function passwordIn(url: string): string {
  const { searchParams, password } = new URL(url);
  return searchParams.get("password") || decodeURIComponent(password);
}

/**
 * Runs one of PostgreSQL's own programs on a database; the password is not among its words, which
 * others on the machine could read.
 * @throws PostgresRefused with what it says
 */
async function runProgram(url: string, program: string, words: readonly string[]): Promise<void> {
  const address = programsAddress(url);
  const password = passwordIn(url);
  const env = { ...process.env, ...(password === "" ? {} : { PGPASSWORD: password }) };
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, [`--dbname=${address.href}`, ...words], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = `${said}${text}`.slice(-MAX_WORDS);
    });
    child.on("error", (error: NodeJS.ErrnoException) =>
      reject(
        new PostgresRefused(
          error.code === "ENOENT"
            ? `${program} is not on this machine. Install PostgreSQL’s client programs, of the server’s version or newer (Debian: postgresql-client).`
            : `${program} can’t be started (${error.message}).`,
          { cause: error },
        ),
      ),
    );
    child.on("close", (code) =>
      code === 0
        ? resolve()
        : reject(
            new PostgresRefused(`${program} failed: ${said.trim() || `it ended with ${code}`}`),
          ),
    );
  });
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
