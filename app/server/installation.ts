import { LISTS } from "./lists.ts";
import { hostname } from "node:os";
import { PostgresRefused } from "#db/engine.ts";
import {
  dueMigrations,
  firstForbidding,
  lastMigrationOf,
  migrate,
  SchemaRefused,
} from "#db/migrate.ts";
import type { Membership, Store } from "#db/store.ts";
import type { DutyName } from "#db/servers.ts";
import { orgOfFormerSlug } from "#tenancy/orgs/store/former-slugs.server.ts";
import { listOrgs } from "#tenancy/orgs/store/org-lists.server.ts";
import { firstSetupLink } from "#staff/auth/sign-in/commands.ts";
import { hashPassword, randomPassword } from "#staff/auth/sign-in/password.ts";
import { ConfigError, sharesFiles, type Config } from "#platform/config.ts";
import { moveFromReservedSlugs } from "#company/auth/mail/address-changed.tsx";
import { loadDemo } from "#operations/exchange/demo.ts";
import type { Log, Services } from "#platform/context.ts";
import { checkBesidePostgres, checkDatabase, checkForCommand } from "#platform/database-check.ts";
import { FolderRefused, makeDataFolder, openToOthers } from "#platform/data-folder.ts";
import { holdFolder, type FolderLock } from "#platform/folder-lock.ts";
import { BackupRefused } from "#model/backup.ts";
import { backUpBeforeUpgrade } from "#operations/backup/upgrade.server.ts";
import { movedWarning, refuseMoved } from "#operations/move/moved.server.ts";
import { BlobStore } from "#platform/files/blob-store.ts";
import { InstallationKeyError } from "#platform/files/installation-key.ts";
import { openPlace } from "#platform/files/open-place.ts";
import type { BlobWriterKind } from "#platform/files/spool.ts";
import { openDatabaseOf } from "#platform/open-database.ts";
import { RateLimits } from "#platform/http/request/rate-limit.ts";
import { VERSION } from "#platform/version.ts";

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
  const prepared = await holdWhilePreparing(config, log);
  try {
    return await open(config, log, "command");
  } finally {
    await prepared();
  }
}

/** A server that has its folder and its database, and may prepare them. */
export interface OpenedServer {
  services: Services;
  lock: FolderLock;
  /** Lets another server prepare the database. */
  prepared: () => Promise<void>;
}

/**
 * As `openServices`, for a server: it has the folder to itself until it lets go of it, and the
 * database was looked at. Of several servers that start at once, one prepares the database.
 * @throws as `openServices`
 */
export async function openForServer(config: Config, log: Log): Promise<OpenedServer> {
  await makeDataFolder(config.dataDir);
  const warning = await openToOthers(config.dataDir);
  if (warning !== null) log.warn({}, warning);
  const lock = await holdFolder(config.dataDir, `${config.host}:${config.port}`);
  try {
    if (config.database === null) await checkDatabase(config.dataDir, { checked: true });
    else checkBesidePostgres(config.dataDir);
    const prepared = await holdWhilePreparing(config, log);
    try {
      return { services: await open(config, log, "server"), lock, prepared };
    } catch (error) {
      await prepared();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Waits until nobody else migrates or fills the database. On SQLite the folder's lock does that.
 * @returns lets go
 */
async function holdWhilePreparing(
  { database }: Pick<Config, "database">,
  log: Log,
): Promise<() => Promise<void>> {
  if (database === null) return () => Promise.resolve();
  const { holdPreparation } = await import("#db/postgres/engine.ts");
  let isSaid = false;
  return holdPreparation(database.directUrl, () => {
    if (!isSaid) log.info({}, "another server prepares the database");
    isSaid = true;
  });
}

/**
 * What a server with this configuration does for all of them, when it has its turn: every duty, but that
 * backups are made by a server that was told where, and drafts by one that has a model.
 */
export function dutiesOf({ backups, ai }: Pick<Config, "backups" | "ai">): DutyName[] {
  return [
    "mail",
    "webhooks",
    "clock",
    "readings",
    "housekeeping",
    ...(ai === null ? [] : ["drafts" as const]),
    ...(backups === null ? [] : ["nightly" as const]),
  ];
}

/**
 * Is one of the servers of the installation from now on.
 * @throws ConfigError for one that would keep emails on its own disk while others serve, too
 */
export async function joinServers({ config, store }: Services): Promise<Membership> {
  if (config.mail === "outbox" && sharesFiles(config) && (await store.liveServers()).length > 0)
    throw new ConfigError(
      "MAIL is outbox, and another server runs on this database: emails would be saved on one server’s disk, where the other’s can’t be found. Set MAIL on every server to the address of your mail server.",
    );
  const facts = {
    host: hostname(),
    address: `${config.host}:${config.port}`,
    version: VERSION,
    lastMigration: await lastMigrationOf(store.read),
  };
  return store.join(facts, dutiesOf(config));
}

/** @throws SchemaRefused where servers of an earlier version run that could not live with what is due */
async function refuseBesideOlder(store: Store, due: readonly string[]): Promise<void> {
  const last = await lastMigrationOf(store.read);
  const older = (await store.liveServers()).filter(({ lastMigration }) => lastMigration < last);
  const forbidding = await firstForbidding(store.connection, due);
  if (older.length === 0 || forbidding === null) return;
  const named = older.map(({ host, address, version }) => `${version} on ${host} (${address})`);
  throw new SchemaRefused(
    `This version changes the database (“${forbidding}”) in a way that servers of the version before can’t work with. Stop them first, and start again: ${named.join(", ")}. Nothing was changed.`,
  );
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
  const opened = await openDatabaseOf(config, { serves: writer === "server" });
  const { store, key } = opened;
  const now = () => new Date();
  try {
    if (writer === "server") await refuseMoved(store);
    else {
      const warning = await movedWarning(store);
      if (warning !== null) log.warn({}, warning);
    }
    const due = await dueMigrations(store.connection);
    if (due.length > 0) {
      await refuseBesideOlder(store, due);
      const kept = await backUpBeforeUpgrade(config, key, now());
      log.info({ backup: kept, migrations: due }, "database and keys backed up before the upgrade");
    }
    const ran = await migrate(store.connection);
    if (ran.length > 0) log.info({ migrations: ran }, "database migrated");
    store.migrated();
    await opened.noteKey(now());
    const blobs = new BlobStore(await openPlace(config, { key, writer, store, log }), key);
    const limits = new RateLimits({ read: store.read, key });
    return { config, store, blobs, key, limits, ...LISTS, now, log };
  } catch (error) {
    await store.close();
    throw error;
  }
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
