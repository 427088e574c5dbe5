import { existsSync } from "node:fs";
import { hookFigures } from "#company/webhooks/store/hook-figures.server.ts";
import { PostgresRefused } from "#db/engine.ts";
import type { CustomDomain, NamedBlob } from "#db/facts.ts";
import { additiveNames, canLiveWith } from "#db/migrate.ts";
import { journalState } from "#db/sqlite/journal.ts";
import {
  blobsOf,
  bytesOf,
  customDomains,
  factsOf,
  latestAudit,
  wholeFault,
} from "#db/sqlite/snapshot.ts";
import { Store } from "#db/store.ts";
import { judgeHooks, note, right, skipped, wrong, type Check } from "#model/doctor.ts";
import type { Config } from "#platform/config.ts";
import type { InstallationKey } from "#platform/files/installation-key.ts";
import { notedKey } from "#platform/files/store/noted-key.server.ts";
import { moveNoted } from "#platform/move/store/moves.server.ts";
import { sizeInWords } from "#values/file-size.ts";
import { errorWords } from "#values/error-words.ts";

/** A database of either kind, as it is asked here. */
export interface Asked {
  /** As of its `Dialect`. */
  beginsSquashed: boolean;
  soundness: (found: { serverRuns: boolean; key: InstallationKey | null }) => Promise<Check>;
  migrations: () => Promise<string[]>;
  /** Of them, those that older versions can live with. */
  additive: () => Promise<string[]>;
  blobs: () => Promise<NamedBlob[]>;
  open: () => Promise<Store>;
  domains: () => Promise<CustomDomain[]>;
  latestAudit: () => Promise<Date | null>;
}

/** A database of SQLite. */
export function ofFile(file: string): Asked {
  return {
    beginsSquashed: false,
    soundness: ({ serverRuns }) => checkDatabase(file, serverRuns),
    migrations: async () => factsOf(file).migrations,
    additive: () => additiveIn(Store.open(file, null)),
    blobs: async () => blobsOf(file),
    open: async () => Store.open(file, null),
    domains: async () => customDomains(file),
    latestAudit: async () => latestAudit(file),
  };
}

/** A database of PostgreSQL, by an address without a pooler. */
export async function ofPostgres(url: string): Promise<Asked> {
  // What most installations never use is not loaded there.
  const postgres = await import("#db/postgres/snapshot.ts");
  return {
    beginsSquashed: true,
    soundness: ({ key }) => checkPostgres(url, key),
    migrations: async () => (await postgres.databaseFacts(url)).migrations,
    additive: async () => additiveIn(await Store.connect(url, null)),
    blobs: () => postgres.blobsOf(url),
    open: () => Store.connect(url, null),
    domains: () => postgres.customDomains(url),
    latestAudit: () => postgres.latestAudit(url),
  };
}

async function additiveIn(store: Store): Promise<string[]> {
  try {
    return await additiveNames(store.connection);
  } finally {
    await store.close();
  }
}

/** Whether the database is there, of the right kind, and written with this key. */
async function checkPostgres(url: string, key: InstallationKey | null): Promise<Check> {
  const name = "database";
  let store: Store;
  try {
    store = await Store.connect(url, null);
  } catch (error) {
    if (!(error instanceof PostgresRefused)) throw error;
    return wrong(name, error.message, "see docs/operate/postgres.md");
  }
  try {
    if ((await moveNoted(store.read, "arriving")) !== null)
      return wrong(
        name,
        "a move into the database of DATABASE_URL was interrupted, or goes on: what is there is incomplete",
        "run the same npm run move again",
      );
    const noted = await notedKey(store.read);
    if (noted === null)
      return wrong(
        name,
        "there is no installation in the database of DATABASE_URL",
        "restore a backup, or start once to make a new installation",
      );
    if (key !== null && key.id !== noted)
      return wrong(
        name,
        "the database was written with a different key than the one in INSTALLATION_KEY_FILE",
        "put the key of this installation there, from your backup",
      );
    const { writeFault } = await import("#db/postgres/engine.ts");
    const fault = await writeFault(url);
    if (fault !== null) return wrong(name, fault, "see docs/operate/postgres.md");
    const { sizeAndVersion } = await import("#db/postgres/snapshot.ts");
    const { bytes, version } = await sizeAndVersion(url);
    return right(name, `${sizeInWords(bytes)} on PostgreSQL ${version}, in the order of C.UTF-8`);
  } finally {
    await store.close();
  }
}

/** Whether this machine has what copies a database of PostgreSQL, before an upgrade and in a backup. */
export async function checkDump(url: string): Promise<Check> {
  const name = "pg_dump";
  const { dumpVersions } = await import("#db/postgres/snapshot.ts");
  const { own, server } = await dumpVersions(url);
  const remedy = `install PostgreSQL’s client programs, version ${server} or newer`;
  if (own === null)
    return note(name, "it isn’t on this machine, so no backup can be made, and no upgrade", remedy);
  if (own < server)
    return note(name, `version ${own} can’t copy a database of PostgreSQL ${server}`, remedy);
  return right(name, `version ${own}, for backups and before upgrades`);
}

/** Whether servers hear of each other's writes, and which of them run. */
export async function checkServers({
  url,
  directUrl,
}: NonNullable<Config["database"]>): Promise<Check[]> {
  const name = "notifications";
  const { notificationsArrive } = await import("#db/postgres/engine.ts");
  const arrive = await notificationsArrive(url, directUrl).catch(errorWords);
  const checks: Check[] = [];
  if (arrive === true) checks.push(right(name, "what one server writes is told to the others"));
  else if (arrive === false)
    checks.push(
      wrong(
        name,
        "LISTEN doesn’t work through DATABASE_URL, or DATABASE_LISTEN_URL is a different database",
        "set DATABASE_LISTEN_URL to an address of the same database without the pooler: docs/operate/postgres.md",
      ),
    );
  else checks.push(wrong(name, arrive, "correct DATABASE_URL or DATABASE_LISTEN_URL"));
  const store = await Store.connect(directUrl, null);
  try {
    const live = await store.liveServers();
    if (live.length > 0)
      checks.push(
        right(
          "servers",
          live
            .map(({ host, address, version }) => `${host} (${address}, version ${version})`)
            .join("; "),
        ),
      );
  } finally {
    await store.close();
  }
  return checks;
}

/** Whether the installation is at another place now; null when nothing says so. */
export async function checkMoved(asked: Asked): Promise<Check | null> {
  const store = await asked.open();
  try {
    const left = await moveNoted(store.read, "left");
    if (left === null) return null;
    return wrong(
      "move",
      `this installation was moved to ${left.place} on ${left.at.slice(0, 10)}, so no server starts here`,
      "start it there, or run npm run move -- --stay to use this copy again",
    );
  } finally {
    await store.close();
  }
}

/** Whether the database is there and whole. */
async function checkDatabase(file: string, serverRuns: boolean): Promise<Check> {
  const name = "database";
  if (!existsSync(file))
    return wrong(
      name,
      `${file} is missing`,
      "restore a backup, or start once to make a new installation",
    );
  // A journal that is being written to can't be judged; its server did so when it started.
  const state = serverRuns ? "own" : await journalState(file);
  if (state === "foreign" || state === "orphan")
    return wrong(
      name,
      `${file}-wal is the journal of another database`,
      `if you restored a backup by hand, delete ${file}-wal and ${file}-shm. Otherwise, put back the database that belongs to it.`,
    );
  const fault = wholeFault(file);
  return fault === null
    ? right(name, `${sizeInWords(bytesOf(file))}, all pages and foreign keys are intact`)
    : wrong(
        name,
        `${file} is damaged (${fault})`,
        "stop the server, move the folder aside, and restore the last good backup: docs/operate/backup.md",
      );
}

/**
 * Whether the database is this version's, or one that it can work with.
 * @param additive those of the migrations that older versions can live with
 */
export function checkSchema(
  migrations: readonly string[],
  known: readonly string[],
  additive: readonly string[],
): Check {
  const name = "version of the data";
  const strange = migrations.filter((migration) => !known.includes(migration)).sort();
  const last = strange.at(-1);
  if (last !== undefined && canLiveWith(known, new Set(migrations), new Set(additive)))
    return note(
      name,
      `a newer version was here and only added to the database (“${last}”), so this version can use it`,
      "to use what it added, start the newer version again: docs/operate/upgrade.md",
    );
  if (last !== undefined && last > (known.at(-1) ?? ""))
    return wrong(
      name,
      `a newer version upgraded the database (it has “${last}”, which this version doesn’t know)`,
      "start the newer version, or go back to the copy from before the upgrade: docs/operate/upgrade.md",
    );
  if (last !== undefined)
    return wrong(
      name,
      `the data folder was written by another version, whose database has “${last}”, which this version doesn’t know`,
      "run the version that wrote it, or a newer one",
    );
  const due = known.filter((migration) => !migrations.includes(migration));
  return due.length === 0
    ? right(name, `the database matches this version (${known.at(-1)})`)
    : note(
        name,
        `the database is from an earlier version: ${due.length} changes are due`,
        "the next start makes them, after copying the database",
      );
}

/** Whether what programs and channels are told arrives. */
export async function checkHooks(asked: Pick<Asked, "open">, now: Date): Promise<Check> {
  const name = "webhooks";
  const store = await asked.open();
  try {
    return judgeHooks(await hookFigures(store.read, now), now);
  } catch (error) {
    return skipped(name, errorWords(error));
  } finally {
    await store.close();
  }
}
