import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, beforeEach } from "vitest";
import { BlobStore } from "#platform/files/blob-store.ts";
import { InstallationKey } from "#platform/files/installation-key.ts";
import type { Store } from "#db/store.ts";
import { tableNames } from "./engine-words.ts";
import { migratedImage, openMigrated } from "./migrated.ts";
import type { WorldImage } from "./world-database.ts";

export { brokenKeys } from "./engine-words.ts";

export const NOW = new Date("2026-11-20T12:00:00Z");
export const DEMO = path.resolve("demo");

type Table = Parameters<Store["read"]["selectFrom"]>[0] & string;

/** An empty installation for each test: a migrated database and a folder of blobs. */
export interface ImportWorld {
  image: WorldImage;
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
  beforeEach(async () => {
    world.folder = mkdtempSync(path.join(tmpdir(), "otc-import-"));
    const database = await openMigrated(world.image);
    world.store = database.store;
    world.key = new InstallationKey(Buffer.alloc(32, 7));
    world.blobs = new BlobStore(path.join(world.folder, "blobs"), world.key);
    return async () => {
      await database.close();
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
  const names = (await tableNames(store.read)) as Table[];
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name): Promise<[string, number]> => [name, await count(store, name)]),
    ),
  );
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
