import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../postgres.ts";
import { ADDRESS_KEY } from "#platform/files/installation-key.ts";

/** The moment at which the named world was made: clocks of the tests start here. */
export const WORLD_MADE = "2026-11-20T10:00:00.000Z";
export const DEMO_PASSWORD = "correct horse battery staple";

declare module "vitest" {
  interface ProvidedContext {
    worldFolder: string;
    /** A server of PostgreSQL of this run's own; null: worlds are files of SQLite. */
    postgres: string | null;
  }
}

/** Makes the named world once: both demo orgs, loaded by the built server's own code, as one database image or template. */
export default async function makeTemplate(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "trust-center-world-"));
  const { Store, BlobStore, RateLimits, loadInstallationKey, migrate, prepare, LISTS } =
    await builtServer();
  const { readConfig } = await import("#platform/config.ts");
  const config = readConfig({ DATA_DIR: folder, DEMO_PASSWORD });
  const key = await loadInstallationKey(folder);
  const postgres = project.name === "postgres" ? await startPostgres() : null;
  const addressKey = key.derive(ADDRESS_KEY);
  const store =
    postgres === null
      ? Store.open(path.join(folder, "trust.db"), addressKey)
      : await Store.connect(await postgres.newDatabase("world"), addressKey);
  await migrate(store.connection);
  const blobs = new BlobStore(path.join(folder, "blobs"), key);
  await prepare({
    config,
    store,
    blobs,
    key,
    limits: new RateLimits(),
    ...LISTS,
    now: () => new Date(WORLD_MADE),
    log: silent,
  });
  // Visitors come to acme by its own domain as well: its links are built from it.
  await store.write(async (trx) => {
    await trx
      .updateTable("domains")
      .set({ answeredAt: WORLD_MADE })
      .where("verifiedAt", "is not", null)
      .execute();
  });
  if (postgres === null) await writeFile(path.join(folder, "image.db"), store.image());
  await store.close();
  project.provide("worldFolder", folder);
  project.provide("postgres", postgres?.addressOf("postgres") ?? null);
  return async () => {
    await postgres?.end();
    await rm(folder, { recursive: true, force: true });
  };
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The built server: what users run is what is tested. */
export async function builtServer(): Promise<typeof import("#server/server.ts")> {
  process.env.NODE_ENV = "test";
  return (await import(
    path.resolve("build/server/index.js")
  )) as typeof import("#server/server.ts");
}
