import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { Store } from "#db/store.ts";
import { loadedOnce } from "#values/loaded-once.ts";
import { builtServer } from "./template.ts";

/** The database of a world, for others to begin with: an image of SQLite, or the name of a database of PostgreSQL. */
export type WorldImage = Buffer | { template: string };

/** A world's own database. */
export interface WorldDatabase {
  store: Store;
  /** The database as it is now. */
  image: () => Promise<WorldImage>;
  /** Closes the store, and removes what no other world needs. */
  close: () => Promise<void>;
}

/** Has a statement run on the server of PostgreSQL that this run started. */
async function administer(server: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const newName = (kind: string) => `${kind}_${randomBytes(8).toString("hex")}`;

function addressOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** A new database of PostgreSQL without tables. @returns its name and its address */
export async function emptyDatabase(server: string): Promise<{ name: string; url: string }> {
  const name = newName("empty");
  await administer(server, `create database ${name}`);
  return { name, url: addressOf(server, name) };
}

/**
 * A database that begins as another world's, or as the named world's.
 * @param addressKey what erased addresses are recognised by
 */
export async function worldDatabase(
  image: WorldImage | undefined,
  addressKey: Buffer,
): Promise<WorldDatabase> {
  const { Store } = await builtServer();
  const named = inject("postgres") === null ? namedWorld : async () => ({ template: "world" });
  return databaseOf(Store, image ?? (await named()), addressKey);
}

/**
 * A database that begins as an image.
 * @param opened of the built server, or as the tests import it
 */
export async function databaseOf(
  opened: Pick<typeof Store, "clone" | "connect">,
  image: WorldImage,
  addressKey: Buffer,
): Promise<WorldDatabase> {
  const server = inject("postgres");
  if (server === null) {
    if (!Buffer.isBuffer(image)) throw new Error("an image of PostgreSQL is none of SQLite");
    const store = opened.clone(image, addressKey);
    return { store, image: async () => store.image(), close: () => store.close() };
  }
  if (Buffer.isBuffer(image)) throw new Error("an image of SQLite is none of PostgreSQL");
  const name = newName("one");
  await administer(server, `create database ${name} template ${image.template}`);
  const store = await opened.connect(addressOf(server, name), addressKey);
  return {
    store,
    async image() {
      const template = newName("image");
      // A database that somebody is connected to is no template; the store connects again by itself.
      await administer(
        server,
        `alter database ${name} allow_connections false`,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
      await administer(
        server,
        `create database ${template} template ${name}`,
        `alter database ${name} allow_connections true`,
      );
      return { template };
    },
    async close() {
      await store.close();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}

/** The database of the named world, read once a worker: every test clones it. */
const namedWorld = loadedOnce(() => readFile(path.join(inject("worldFolder"), "image.db")));
