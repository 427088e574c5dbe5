import { existsSync } from "node:fs";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PostgresRefused } from "#db/engine.ts";
import { migrate, provider, SchemaRefused } from "#db/migrate.ts";
import type { DatabaseFacts } from "#db/facts.ts";
import { factsOf, wholeFault } from "#db/sqlite/snapshot.ts";
import { Store } from "#db/store.ts";
import type { Config } from "#platform/config.ts";
import { databaseFile, makeDataFolder } from "#platform/data-folder.ts";
import { holdForRestore, RESTORING } from "#platform/folder-lock.ts";
import { BlobDamaged, BlobStore } from "#platform/files/blob-store.ts";
import { blobsOfCommand } from "#platform/files/open-place.ts";
import { codeOf } from "#platform/files/errors.ts";
import { freeBytes, makeFolder, syncFolder } from "#platform/files/folders.ts";
import { ADDRESS_KEY, keyFile, readKey } from "#platform/files/installation-key.ts";
import { verifyFiles } from "#platform/files/verify-files.ts";
import { extract, openBackup, type BackupSource } from "./source.server.ts";
import { BLOBS, readFileOf } from "./members.server.ts";
import {
  BackupRefused,
  blobOfMember,
  countFault,
  DATABASE,
  DUMP,
  KEY,
  roomFault,
  type Manifest,
  type Member,
} from "#model/backup.ts";
import { withFile } from "./tar.ts";

/** The database has its name last of all: without it no version starts on what is there. */
const UNNAMED = `${DATABASE}.restoring`;
const OWN = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, UNNAMED, DUMP, "blobs", "keys"];
/** So many faults of a damaged backup are told. */
const MAX_FAULTS = 20;

/**
 * Puts a backup into a new data folder: every member compared with its digest, the database read to
 * its end and its rows counted. What is interrupted leaves a mark with which nothing starts, and
 * may be begun again.
 * @param keys where the key is, for a backup that has none within
 * @param database an empty one of PostgreSQL, for a backup of one; null: SQLite in the folder
 * @param blobs where stored files go: into the folder, or a bucket
 * @throws BackupRefused, FolderRefused, PostgresRefused when the backup, the folder or the database
 *   is not right; both are as they were then
 */
export async function restoreBackup(
  place: string,
  dataDir: string,
  keys: string | null,
  database: Config["database"] = null,
  blobs: Config["blobs"] = { kind: "folder" },
): Promise<Manifest> {
  const source = await openBackup(place);
  try {
    const { manifest } = source;
    await refuseNewer(source);
    if (manifest.files === "left")
      throw new BackupRefused(
        `${source.label} was made before an upgrade and contains only the database and the key. To go back to it, see docs/operate/upgrade.md. Nothing was changed.`,
      );
    await refuseOtherKind(source, database);
    const key = await keyFor(source, keys);
    // Before the folder is touched; what an earlier try left makes room first.
    if (!existsSync(path.join(dataDir, RESTORING)))
      await requireRoom(source, nearestFolder(path.resolve(dataDir)));
    await makeDataFolder(dataDir);
    const lock = await holdForRestore(dataDir, OWN);
    try {
      await requireRoom(source, dataDir);
      await mark(dataDir, place);
      const put = (member: Member, as?: string) => extract(source, member, dataDir, as);
      const files = blobs.kind === "s3" ? await intoBucket(source, dataDir, blobs, key) : put;
      if (database === null) {
        await putInto(source, dataDir, key, files);
        await rename(path.join(dataDir, UNNAMED), databaseFile(dataDir));
      } else await putIntoPostgres(source, dataDir, database, key, files);
      await syncFolder(dataDir);
      await clearMark(dataDir);
      return manifest;
    } catch (error) {
      for (const name of OWN) await rm(path.join(dataDir, name), { recursive: true, force: true });
      await clearMark(dataDir);
      throw explained(error, dataDir);
    } finally {
      lock.release();
    }
  } finally {
    await source.close();
  }
}

/** Puts one member in its place. */
type PutMember = (member: Member, as?: string) => Promise<void>;

/**
 * Puts stored files into a bucket and all else into the folder: each is whole in the folder, and
 * compared with its digest, before it leaves.
 * @throws BackupRefused when the key isn't the one of the files; FolderRefused when the bucket is
 *   another installation's
 */
async function intoBucket(
  source: BackupSource,
  folder: string,
  blobs: Config["blobs"],
  key: Buffer | null,
): Promise<PutMember> {
  const trial = path.join(folder, "keys", "trial.key");
  const within = source.manifest.members.find(({ name }) => name === KEY);
  if (key !== null) await writeKey(trial, key);
  else if (within !== undefined)
    await extract(source, within, folder, path.relative(folder, trial));
  const own = await readKey(trial);
  await rm(trial, { force: true });
  if (own?.id !== source.manifest.keyId)
    throw new BackupRefused(
      `${source.label} is damaged: its key is not the one that its files need.`,
    );
  const bucket = await blobsOfCommand({ dataDir: folder, blobs }, own);
  return async (member, as) => {
    const blob = blobOfMember(member.name);
    if (blob === null) return extract(source, member, folder, as);
    const passing = `${BLOBS}/tmp/restoring`;
    await extract(source, member, folder, passing);
    const file = path.join(folder, passing);
    try {
      await bucket.putSealed(blob.orgId, blob.hash, readFileOf(file, member.size));
    } catch (error) {
      // It was damaged already when it was backed up, and the backup says so.
      if (!(error instanceof BlobDamaged)) throw error;
    }
    await rm(file);
  };
}

async function mark(dataDir: string, place: string): Promise<void> {
  const file = path.join(dataDir, RESTORING);
  await writeFile(file, `${JSON.stringify({ from: path.resolve(place) })}\n`, { mode: 0o600 });
  await withFile(file, "r+", (handle) => handle.sync());
  await syncFolder(dataDir);
}

async function clearMark(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, RESTORING), { force: true });
  await syncFolder(dataDir);
}

/**
 * Writes every member below a folder, and looks at what was written. @throws BackupRefused with the
 * first fault
 */
async function putInto(
  source: BackupSource,
  folder: string,
  key: Buffer | null,
  put: PutMember,
): Promise<void> {
  const { label, manifest } = source;
  for (const member of manifest.members)
    await put(member, member.name === DATABASE ? UNNAMED : member.name);
  if (key !== null) await writeKey(keyFile(folder), key);
  const copy = path.join(folder, UNNAMED);
  const fault = databaseFault(copy, manifest);
  if (fault !== null) throw new BackupRefused(`${label} is damaged: ${fault}.`);
  if ((await readKey(keyFile(folder)))?.id !== manifest.keyId)
    throw new BackupRefused(`${label} is damaged: its key is not the one that its files need.`);
}

/**
 * Writes every member below a folder, the key into its file, and the database into an empty one.
 * @throws BackupRefused with the first fault; the database is empty again then
 */
async function putIntoPostgres(
  source: BackupSource,
  folder: string,
  { directUrl: url, keyFile: file }: NonNullable<Config["database"]>,
  key: Buffer | null,
  put: PutMember,
): Promise<void> {
  const { label, manifest } = source;
  const postgres = await import("#db/postgres/snapshot.ts");
  for (const member of manifest.members) await put(member);
  if (key !== null) await writeKey(keyFile(folder), key);
  const own = await readKey(keyFile(folder));
  if (own?.id !== manifest.keyId)
    throw new BackupRefused(`${label} is damaged: its key is not the one that its files need.`);
  const dump = path.join(folder, DUMP);
  const hasKey = existsSync(file);
  try {
    const fault = countFault((await postgres.restoreDump(url, dump)).counts, manifest.counts);
    if (fault !== null) throw new BackupRefused(`${label} is damaged: ${fault}.`);
    if (!hasKey) await writeKey(file, await readFile(keyFile(folder)));
  } catch (error) {
    await postgres.emptyAgain(url);
    throw error;
  }
  await rm(dump);
  if (path.resolve(file) !== keyFile(folder))
    await rm(path.dirname(keyFile(folder)), { recursive: true });
}

/**
 * A copy of one kind of database fits into that kind alone.
 * @throws BackupRefused for the other kind, and for a database or a key that is in use
 */
async function refuseOtherKind(
  { label, manifest }: BackupSource,
  database: Config["database"],
): Promise<void> {
  if (isDump(manifest) !== (database !== null))
    throw new BackupRefused(
      database === null
        ? `${label} contains a PostgreSQL database. Set DATABASE_URL to an empty one, and INSTALLATION_KEY_FILE. Nothing was changed.`
        : `${label} contains an SQLite database. Unset DATABASE_URL and INSTALLATION_KEY_FILE. Nothing was changed.`,
    );
  if (database === null) return;
  const { isEmpty } = await import("#db/postgres/snapshot.ts");
  const { writeFault } = await import("#db/postgres/engine.ts");
  const fault = await writeFault(database.directUrl);
  if (fault !== null) throw new BackupRefused(fault);
  if (!(await isEmpty(database.directUrl)))
    throw new BackupRefused(
      "The database in DATABASE_URL isn’t empty. Create a new one, and restore into that. Nothing was changed.",
    );
  const own = await readKey(database.keyFile);
  if (own !== null && own.id !== manifest.keyId)
    throw new BackupRefused(
      `${database.keyFile} is the key of another installation than ${label}. Set INSTALLATION_KEY_FILE to a new path. Nothing was changed.`,
    );
}

function isDump({ members }: Manifest): boolean {
  return members.some(({ name }) => name === DUMP);
}

/** What is wrong with the database of a backup; null when nothing is. */
function databaseFault(copy: string, manifest: Manifest): string | null {
  const fault = wholeFault(copy);
  if (fault !== null) return `its database isn’t intact (${fault})`;
  return countFault(factsOf(copy).counts, manifest.counts);
}

async function writeKey(file: string, key: Buffer): Promise<void> {
  await makeFolder(path.dirname(file));
  await withFile(file, "wx", async (handle) => {
    await handle.writeFile(key);
    await handle.sync();
  });
  await syncFolder(path.dirname(file));
}

/**
 * The bytes of the key for a backup that has none within; null for one that has.
 * @throws BackupRefused when it is not given, or is another one
 */
async function keyFor(
  { label, manifest }: BackupSource,
  keys: string | null,
): Promise<Buffer | null> {
  if (manifest.keys === "within") return null;
  if (keys === null)
    throw new BackupRefused(
      `The key of ${label} is kept apart. Pass it with --keys FILE. Nothing was changed.`,
    );
  const file = path.resolve(keys);
  if (!existsSync(file)) throw new BackupRefused(`There is no key ${file}. Nothing was changed.`);
  if ((await readKey(file))?.id !== manifest.keyId)
    throw new BackupRefused(
      `${file} is the key of another installation than ${label}. Nothing was changed.`,
    );
  return readFile(file);
}

async function refuseNewer({ label, manifest }: BackupSource): Promise<void> {
  if (!manifest.members.some(({ name }) => name === DATABASE || name === DUMP))
    throw new BackupRefused(`${label} isn’t a valid backup. It has no database.`);
  const known = new Set(Object.keys(await provider.getMigrations()));
  const strange = manifest.migrations.find((name) => !known.has(name));
  if (strange !== undefined)
    throw new BackupRefused(
      `${label} was made by version ${manifest.version} of Open Trust Center, whose database has “${strange}”, which this version doesn’t know. Restore it with that version. Nothing was changed.`,
    );
}

async function requireRoom({ manifest }: BackupSource, folder: string): Promise<void> {
  const needed = manifest.members.reduce((sum, { size }) => sum + size, 0);
  const fault = roomFault("what the backup holds", folder, {
    free: await freeBytes(folder),
    needed,
  });
  if (fault !== null) throw new BackupRefused(fault);
}

/** A folder that is there: the one asked for, else the next one above it. */
function nearestFolder(folder: string): string {
  const above = path.dirname(folder);
  return existsSync(folder) || above === folder ? folder : nearestFolder(above);
}

function explained(error: unknown, folder: string): unknown {
  return ["ENOSPC", "EDQUOT"].includes(codeOf(error))
    ? new BackupRefused(`The disk of ${folder} is full. Nothing was restored. Make room first.`, {
        cause: error,
      })
    : error;
}

/** What a drill of restoring found. */
export interface Drill {
  manifest: Manifest;
  /** What is wrong, in words; none for a backup that restores whole. */
  faults: string[];
  files: { count: number; bytes: number };
  /** Whether every file was decrypted: not without the key. */
  decrypted: boolean;
}

/**
 * Restores a backup into a temporary folder as far as to the start of a server: digests, pages,
 * foreign keys, counts, the way up to the schema of this version, and every file decrypted. The
 * folder is removed afterwards.
 * @param keys where the key may be, for a backup that has none within; the first that fits is taken
 * @param database for a backup of PostgreSQL: beside which database the drill makes one of its own
 * @throws BackupRefused when it can't even be read as a backup, or there is no room for the drill;
 *   PostgresRefused when no database can be made for it
 */
export async function checkBackup(
  place: string,
  keys: readonly string[],
  database: Config["database"] = null,
): Promise<Drill> {
  const source = await openBackup(place);
  const folder = await mkdtemp(path.join(tmpdir(), "open-trust-center-drill-"));
  try {
    await refuseNewer(source);
    await requireRoom(source, folder);
    if (!isDump(source.manifest)) return await drill(source, folder, keys, DRILL_OF_FILE);
    if (database === null)
      throw new BackupRefused(
        `${source.label} contains a PostgreSQL database. Set DATABASE_URL and INSTALLATION_KEY_FILE, so that the drill can restore it.`,
      );
    const { onScratch } = await import("#db/postgres/snapshot.ts");
    return await onScratch(database.directUrl, (url) =>
      drill(source, folder, keys, drillOfPostgres(url)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
    await source.close();
  }
}

/** How the database of a drill is looked at and opened. */
interface DrillKind {
  /** What is wrong with it; null when nothing is. */
  fault: (folder: string, manifest: Manifest) => Promise<string | null>;
  open: (folder: string, addressKey: Buffer | null) => Promise<Store>;
}

const DRILL_OF_FILE: DrillKind = {
  fault: async (folder, manifest) => databaseFault(path.join(folder, DATABASE), manifest),
  open: async (folder, addressKey) => Store.open(path.join(folder, DATABASE), addressKey),
};

function drillOfPostgres(url: string): DrillKind {
  return {
    async fault(folder, manifest) {
      const { restoreDump } = await import("#db/postgres/snapshot.ts");
      let facts: DatabaseFacts;
      try {
        facts = await restoreDump(url, path.join(folder, DUMP));
      } catch (error) {
        if (error instanceof PostgresRefused) return `its database isn’t intact (${error.message})`;
        throw error;
      }
      return countFault(facts.counts, manifest.counts);
    },
    open: (_folder, addressKey) => Store.connect(url, addressKey),
  };
}

async function drill(
  source: BackupSource,
  folder: string,
  keys: readonly string[],
  kind: DrillKind,
): Promise<Drill> {
  const { manifest } = source;
  const files = { count: 0, bytes: 0 };
  const result: Drill = { manifest, faults: [...manifest.faults], files, decrypted: false };
  for (const member of manifest.members) {
    try {
      await extract(source, member, folder);
    } catch (error) {
      if (!(error instanceof BackupRefused)) throw error;
      result.faults.push(error.message.replace(/\.$/, ""));
      if (result.faults.length >= MAX_FAULTS) return result;
    }
  }
  const fault = await kind.fault(folder, manifest);
  if (fault !== null) result.faults.push(fault);
  // Nothing can be said of files by a database that can't be read.
  if (result.faults.length > manifest.faults.length) return result;
  for (const file of manifest.keys === "within" ? [] : keys) {
    if (existsSync(keyFile(folder)) || !existsSync(file)) continue;
    if ((await readKey(file))?.id === manifest.keyId)
      await writeKey(keyFile(folder), await readFile(file));
  }
  const key = await readKey(keyFile(folder));
  if (key !== null && key.id !== manifest.keyId) result.faults.push(`${KEY} is another key`);
  const store = await kind.open(folder, key?.derive(ADDRESS_KEY) ?? null);
  try {
    if (key === null) return result;
    await migrate(store.connection);
    result.decrypted = true;
    if (manifest.files === "left") return result;
    const read = await verifyFiles({
      store,
      blobs: new BlobStore(path.join(folder, "blobs"), key),
    });
    files.count = read.files;
    files.bytes = read.bytes;
    // A file that was missing when the backup was made is told once.
    if (manifest.faults.length === 0) result.faults.push(...read.faults);
  } catch (error) {
    if (!(error instanceof SchemaRefused)) throw error;
    result.faults.push(error.message);
  } finally {
    await store.close();
  }
  return result;
}
