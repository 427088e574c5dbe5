import { LISTS } from "./lists.ts";
import path from "node:path";
import { PostgresRefused } from "#db/engine.ts";
import { dueMigrations, migrate, SchemaRefused } from "#db/migrate.ts";
import { orgOfFormerSlug } from "#tenancy/orgs/store/former-slugs.server.ts";
import { listOrgs } from "#tenancy/orgs/store/org-lists.server.ts";
import { firstSetupLink } from "#staff/auth/sign-in/commands.ts";
import { hashPassword, randomPassword } from "#staff/auth/sign-in/password.ts";
import type { Config } from "#platform/config.ts";
import { moveFromReservedSlugs } from "#company/auth/mail/address-changed.tsx";
import { loadDemo } from "#operations/exchange/demo.ts";
import type { Log, Services } from "#platform/context.ts";
import { checkBesidePostgres, checkDatabase, checkForCommand } from "#platform/database-check.ts";
import { FolderRefused, makeDataFolder, openToOthers } from "#platform/data-folder.ts";
import { holdFolder, type FolderLock } from "#platform/folder-lock.ts";
import { BackupRefused } from "#model/backup.ts";
import { backUpBeforeUpgrade } from "#operations/backup/upgrade.server.ts";
import type { BlobWriterKind } from "#platform/files/blob-places.ts";
import { BlobStore } from "#platform/files/blob-store.ts";
import { InstallationKeyError } from "#platform/files/installation-key.ts";
import { openDatabaseOf } from "#platform/open-database.ts";
import { RateLimits } from "#platform/http/request/rate-limit.ts";

/**
 * Opens everything that a command needs below DATA_DIR, and brings the database to the newest
 * schema. An older database is backed up first.
 * @throws ConfigError when DATA_DIR can't be made or written; BackupRefused when there is no room
 *   for that backup; FolderRefused, InstallationKeyError, PostgresRefused and SchemaRefused when
 *   there is something in it that must not be opened; each message is for the operator
 */
export async function openServices(config: Config, log: Log): Promise<Services> {
  await makeDataFolder(config.dataDir);
  if (config.database === null) await checkForCommand(config.dataDir);
  else checkBesidePostgres(config.dataDir);
  return open(config, log, "command");
}

/**
 * As `openServices`, for a server: it has the folder to itself until it lets go of it, and the
 * database was looked at.
 * @throws as `openServices`
 */
export async function openForServer(
  config: Config,
  log: Log,
): Promise<{ services: Services; lock: FolderLock }> {
  await makeDataFolder(config.dataDir);
  const warning = await openToOthers(config.dataDir);
  if (warning !== null) log.warn({}, warning);
  const lock = await holdFolder(config.dataDir, `${config.host}:${config.port}`);
  try {
    if (config.database === null) await checkDatabase(config.dataDir, { checked: true });
    else checkBesidePostgres(config.dataDir);
    return { services: await open(config, log, "server"), lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Whether an error's message is all that an operator needs to know: what is wrong, and the remedy.
 */
export function isPlainRefusal(error: unknown): error is Error {
  return (
    error instanceof BackupRefused ||
    error instanceof FolderRefused ||
    error instanceof InstallationKeyError ||
    error instanceof PostgresRefused ||
    error instanceof SchemaRefused
  );
}

async function open(config: Config, log: Log, writer: BlobWriterKind): Promise<Services> {
  const opened = await openDatabaseOf(config, { alone: writer === "server" });
  const { store, key } = opened;
  const now = () => new Date();
  try {
    const due = await dueMigrations(store.connection);
    if (due.length > 0) {
      const kept = await backUpBeforeUpgrade(config, key, now());
      log.info({ backup: kept, migrations: due }, "database and keys backed up before the upgrade");
    }
    const ran = await migrate(store.connection);
    if (ran.length > 0) log.info({ migrations: ran }, "database migrated");
    await opened.noteKey(now());
  } catch (error) {
    await store.close();
    throw error;
  }
  const blobs = new BlobStore(path.join(config.dataDir, "blobs"), key, writer);
  const limits = new RateLimits({ read: store.read, key });
  return { config, store, blobs, key, limits, ...LISTS, now, log };
}

/**
 * What a first start does before it serves: loads the demo, or offers /setup. Every step that a
 * kill interrupted is finished by the next start.
 * @returns the lines that the start prints
 */
export async function prepare(services: Services): Promise<string[]> {
  const moved = await moveFromReservedSlugs(services);
  const notes = moved.map(
    ({ from, to }) =>
      `Note: “${from}” is now a reserved word. The organization’s portal moved to /${to}. Old links redirect there, unless the product has a page of its own there.`,
  );
  const { config, store } = services;
  const named =
    config.defaultOrg === undefined ? null : await orgOfFormerSlug(store.read, config.defaultOrg);
  if (named !== null) services.config = { ...config, defaultOrg: named.slug };
  return [...notes, ...(await firstLines(services))];
}

async function firstLines(services: Services): Promise<string[]> {
  const { config, store, blobs, log } = services;
  const { origin } = config;
  if (!config.demo) {
    const link = await firstSetupLink(services);
    const notes = defaultOrgNotes(config, await listOrgs(store.read));
    return link === null
      ? [...notes, `Sign in: ${origin}/sign-in`]
      : [...notes, `Set up the first organization (single-use link, expires in 24 hours): ${link}`];
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
    `Note: there is no organization with the slug “${defaultOrg}” (DEFAULT_ORG), so / leads to ${first.slug}. Available slugs: ${orgs.map(({ slug }) => slug).join(", ")}.`,
  ];
}
