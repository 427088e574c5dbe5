import { mkdir } from "node:fs/promises";
import path from "node:path";
import { migrate } from "../db/migrate.ts";
import { listOrgs } from "../db/orgs.ts";
import { Store } from "../db/store.ts";
import { firstSetupLink } from "./account/commands.ts";
import { hashPassword, randomPassword } from "./account/password.ts";
import type { Config } from "./config.ts";
import { loadDemo } from "./content/demo.ts";
import type { Log, Services } from "./context.ts";
import { BlobStore } from "./files/blob-store.ts";
import { loadInstallationKey } from "./files/installation-key.ts";
import { RateLimits } from "./middleware/rate-limit.ts";

/** Opens everything that a process needs below DATA_DIR, and brings the database to the newest schema. */
export async function openServices(config: Config, log: Log): Promise<Services> {
  await mkdir(config.dataDir, { recursive: true });
  const key = await loadInstallationKey(config.dataDir);
  const store = Store.open(path.join(config.dataDir, "trust.db"));
  const ran = await migrate(store.connection);
  if (ran.length > 0) log.info({ migrations: ran }, "database migrated");
  const blobs = new BlobStore(path.join(config.dataDir, "blobs"), key);
  return { config, store, blobs, key, limits: new RateLimits(), now: () => new Date(), log };
}

/**
 * What a first start does before it serves: loads the demo, or offers /setup. Every step that a kill
 * interrupted is finished by the next start.
 * @returns the lines that the start prints
 */
export async function prepare(services: Services): Promise<string[]> {
  const { config, store, blobs, log } = services;
  const { origin } = config;
  if (!config.demo) {
    const link = await firstSetupLink(services);
    return link === null ? [`Sign in: ${origin}/sign-in`] : [`Set up the first company here, within a day, once: ${link}`];
  }
  const password = config.demoPassword ?? randomPassword();
  const loaded = await loadDemo({ store, blobs, config, log }, { now: services.now(), password, hashPassword });
  const orgs = await listOrgs(store.read);
  return [
    ...orgs.map((org) => `${org.name}: ${origin}/${org.slug}`),
    `Sign in: ${origin}/sign-in`,
    ...(loaded.staffCreated ? [`Demo staff: owner@acme.example, editor@, reviewer@, viewer@acme.example, owner@globex.example`, `Demo password: ${password}`] : []),
  ];
}
