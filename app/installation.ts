import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { getSystemErrorMap } from "node:util";
import { migrate } from "../db/migrate.ts";
import { listOrgs } from "../db/orgs.ts";
import { Store } from "../db/store.ts";
import { firstSetupLink } from "./account/commands.ts";
import { hashPassword, randomPassword } from "./account/password.ts";
import { ConfigError, type Config } from "./config.ts";
import { loadDemo } from "./content/demo.ts";
import type { Log, Services } from "./context.ts";
import { BlobStore } from "./files/blob-store.ts";
import { syncFolder } from "./files/folders.ts";
import { loadInstallationKey } from "./files/installation-key.ts";
import { RateLimits } from "./middleware/rate-limit.ts";

/**
 * Opens everything that a process needs below DATA_DIR, and brings the database to the newest schema.
 * @throws ConfigError when DATA_DIR can't be made or written
 */
export async function openServices(config: Config, log: Log): Promise<Services> {
  await makeDataFolder(config.dataDir);
  const key = await loadInstallationKey(config.dataDir);
  const store = Store.open(path.join(config.dataDir, "trust.db"));
  const ran = await migrate(store.connection);
  if (ran.length > 0) log.info({ migrations: ran }, "database migrated");
  const blobs = new BlobStore(path.join(config.dataDir, "blobs"), key);
  return { config, store, blobs, key, limits: new RateLimits(), now: () => new Date(), log };
}

/**
 * The data folder: for this user alone when it is made here, as it was when it is there; and it takes a file.
 * Folders are made one by one, since a recursive mkdir never ends where the system refuses with 'no such
 * file', as below /proc.
 * @throws ConfigError naming the folder, the reason and the remedy
 */
async function makeDataFolder(folder: string): Promise<void> {
  try {
    for (const missing of await missingFolders(folder)) {
      await mkdir(missing, { mode: 0o700 });
      await chmod(missing, 0o700);
      await syncFolder(path.dirname(missing));
    }
    const probe = path.join(folder, `.writable-${randomBytes(8).toString("hex")}`);
    await (await open(probe, "wx", 0o600)).close();
    await unlink(probe);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${JSON.stringify(folder)} can't be created or written (${reasonOf(error)}): choose a folder that this user may write.`,
      { cause: error },
    );
  }
}

/** The folder and those above it that do not exist, the highest first. */
async function missingFolders(folder: string): Promise<string[]> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return found === null ? [...(await missingFolders(path.dirname(folder))), folder] : [];
}

/** What the system says of a failed call, in its words: 'permission denied'. */
function reasonOf(error: unknown): string {
  const number =
    error instanceof Error && "errno" in error && typeof error.errno === "number" ? error.errno : 0;
  return getSystemErrorMap().get(number)?.[1] ?? String(error);
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
    const notes = defaultOrgNotes(config, await listOrgs(store.read));
    return link === null
      ? [...notes, `Sign in: ${origin}/sign-in`]
      : [...notes, `Set up the first company here, within a day, once: ${link}`];
  }
  const password = config.demoPassword ?? randomPassword();
  const loaded = await loadDemo(
    { store, blobs, key: services.key, config, log },
    { now: services.now(), password, hashPassword },
  );
  const orgs = await listOrgs(store.read);
  return [
    ...defaultOrgNotes(config, orgs),
    ...orgs.map((org) => `${org.name}: ${origin}/${org.slug}`),
    `Sign in: ${origin}/sign-in`,
    ...(loaded.staffCreated
      ? [
          `Demo staff: owner@acme.example (also runs the installation, at ${origin}/installation), editor@, reviewer@, viewer@acme.example, owner@globex.example`,
          `Demo password: ${password}`,
        ]
      : []),
  ];
}

/** A word about a DEFAULT_ORG that names no org: `/` leads to the first one then. */
function defaultOrgNotes({ defaultOrg }: Config, orgs: readonly { slug: string }[]): string[] {
  const [first] = orgs;
  if (
    defaultOrg === undefined ||
    first === undefined ||
    orgs.some(({ slug }) => slug === defaultOrg)
  )
    return [];
  return [
    `Note: DEFAULT_ORG "${defaultOrg}" names no company here, so / leads to ${first.slug}. There are: ${orgs.map(({ slug }) => slug).join(", ")}.`,
  ];
}
