import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, beforeEach } from "vitest";
import { BlobStore } from "#platform/files/blob-store.ts";
import { InstallationKey } from "#platform/files/installation-key.ts";
import { Store } from "#db/store.ts";
import { migratedImage } from "./migrated.ts";

export const NOW = new Date("2026-11-20T12:00:00Z");
export const DEMO = path.resolve("demo");

type Table = Parameters<Store["read"]["selectFrom"]>[0] & string;

/** An empty installation for each test: a migrated database and a folder of blobs. */
export interface ImportWorld {
  image: Buffer;
  store: Store;
  blobs: BlobStore;
  key: InstallationKey;
  folder: string;
}

export function useImportWorld(): ImportWorld {
  const world = {} as ImportWorld;
  beforeAll(async () => {
    world.image = await migratedImage();
  });
  beforeEach(() => {
    world.folder = mkdtempSync(path.join(tmpdir(), "otc-import-"));
    world.store = Store.clone(world.image);
    world.key = new InstallationKey(Buffer.alloc(32, 7));
    world.blobs = new BlobStore(path.join(world.folder, "blobs"), world.key);
    return async () => {
      await world.store.close();
      rmSync(world.folder, { recursive: true });
    };
  });
  return world;
}

export async function count(store: Store, table: Table, orgId?: string): Promise<number> {
  const where = orgId === undefined ? sql`` : sql` where "orgId" = ${orgId}`;
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ${sql.table(table)}${where}`.execute(store.read);
  return rows[0]?.n ?? 0;
}

/** The number of rows of every table. */
export async function allCounts(store: Store): Promise<Record<string, number>> {
  const { rows } = await sql<{
    name: Table;
  }>`select name from sqlite_master where type = 'table' and name not like '%kysely%' and name not like 'sqlite%'`.execute(
    store.read,
  );
  return Object.fromEntries(
    await Promise.all(
      rows.map(async ({ name }): Promise<[string, number]> => [name, await count(store, name)]),
    ),
  );
}

export async function brokenKeys(store: Store): Promise<unknown[]> {
  return (await sql`pragma foreign_key_check`.execute(store.read)).rows;
}

/** Every blob on the disk as `{orgId} {hash}`. */
export function storedBlobs({ folder }: ImportWorld): string[] {
  const root = path.join(folder, "blobs");
  const names = existsSync(root) ? readdirSync(root, { recursive: true, encoding: "utf8" }) : [];
  return names.flatMap((name) => {
    const [orgId, , hash] = name.split(path.sep);
    return hash === undefined ? [] : [`${orgId} ${hash}`];
  });
}

/** A copy of the demo whose files can be spoiled. */
export function demoCopy({ folder }: ImportWorld): string {
  const copy = path.join(folder, "demo");
  for (const slug of ["acme", "globex"])
    cpSync(path.join(DEMO, slug), path.join(copy, slug), { recursive: true });
  return copy;
}
