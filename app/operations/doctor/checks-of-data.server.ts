import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import path from "node:path";
import type { CustomDomain } from "#db/facts.ts";
import { canLiveWith, migrationNames } from "#db/migrate.ts";
import { ConfigError, type BucketSettings, type Config } from "#platform/config.ts";
import { databaseFile, FolderRefused } from "#platform/data-folder.ts";
import { lockFolder, MOVING, RESTORING } from "#platform/folder-lock.ts";
import { formatMoment } from "#values/moments.ts";
import { sizeInWords } from "#values/file-size.ts";
import { BlobMissing, type BlobStore } from "#platform/files/blob-store.ts";
import { freeBytes } from "#platform/files/folders.ts";
import { keyFileOf, readKey, type InstallationKey } from "#platform/files/installation-key.ts";
import { blobsOfCommand, probe } from "#platform/files/open-place.ts";
import type { BucketProbe } from "#platform/files/s3/probe.ts";
import { verifyFiles } from "#platform/files/verify-files.ts";
import {
  checkHooks,
  checkMoved,
  checkSchema,
  checkDump,
  checkServers,
  ofFile,
  ofPostgres,
  type Asked,
} from "./checks-of-database.server.ts";
import { STALE_MS } from "#model/backup.ts";
import { listSnapshots, readNightly } from "#platform/backup/nightly-state.server.ts";
import { judgeClock, note, right, skipped, wrong, type Check } from "#model/doctor.ts";

/** Below this, in bytes, writes are about to fail. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;
/** So many damaged files are named. */
const NAMED = 5;

/** What was found in the data folder, and what the other checks need of it. */
export interface DataFound {
  checks: Check[];
  key: InstallationKey | null;
  serverRuns: boolean;
  /** null when the database can't be asked. */
  domains: CustomDomain[] | null;
}

/** Looks at the data folder and everything in it; nothing is changed. */
export async function checkData(
  { dataDir, database: elsewhere, blobs }: Pick<Config, "dataDir" | "database" | "blobs">,
  { files, now }: { files: boolean; now: Date },
): Promise<DataFound> {
  const folder = await checkFolder(dataDir, elsewhere !== null);
  const found: DataFound = { checks: [folder], key: null, serverRuns: false, domains: null };
  if (folder.state === "wrong" && !existsSync(dataDir)) return found;
  found.serverRuns = await isServed(dataDir);
  found.checks.push(
    found.serverRuns
      ? right("server", "one runs on this data folder")
      : note(
          "server",
          "none runs on this data folder",
          "if it should be running, start it with npm start",
        ),
  );
  const keyFile = keyFileOf({ dataDir, database: elsewhere });
  found.key = await readKey(keyFile).catch(() => null);
  const inFile = databaseFile(dataDir);
  const asked = elsewhere === null ? ofFile(inFile) : await ofPostgres(elsewhere.directUrl);
  found.checks.push(await checkRoom(dataDir, inFile));
  found.checks.push(await checkKey(keyFile, found.key));
  const bucket = blobs.kind === "s3" ? await checkBucket(blobs) : null;
  if (bucket !== null) found.checks.push(bucket);
  const database = await asked.soundness(found);
  found.checks.push(database);
  if (database.state === "wrong" || database.state === "skipped") return found;
  if (elsewhere !== null)
    found.checks.push(await checkDump(elsewhere.directUrl), ...(await checkServers(elsewhere)));
  const [migrations, known] = [
    await asked.migrations(),
    await migrationNames(asked.beginsSquashed),
  ];
  const isStrange = migrations.some((migration) => !known.includes(migration));
  const additive = isStrange ? await asked.additive() : [];
  found.checks.push(checkSchema(migrations, known, additive));
  if (canLiveWith(known, new Set(migrations), new Set(additive))) {
    found.checks.push(await checkHooks(asked, now));
    const moved = await checkMoved(asked);
    if (moved !== null) found.checks.push(moved);
  }
  found.checks.push(
    bucket?.state === "wrong"
      ? skipped("stored files", "the bucket can’t be used")
      : await checkFiles({ dataDir, blobs }, found.key, asked, files),
  );
  found.domains = await asked.domains();
  found.checks.push(judgeClock(now, await asked.latestAudit(), await isSynchronized()));
  return found;
}

async function checkFolder(dataDir: string, isBesidePostgres: boolean): Promise<Check> {
  const name = "data folder";
  const found = await stat(dataDir).catch(() => null);
  if (found === null)
    return wrong(
      name,
      `${dataDir} doesn’t exist`,
      "set DATA_DIR to the folder of your installation, or start once to make one",
    );
  if (existsSync(path.join(dataDir, RESTORING)))
    return wrong(
      name,
      `a restore into ${dataDir} was interrupted, or goes on: what is there is incomplete`,
      "run npm run restore again with the same backup",
    );
  if (existsSync(path.join(dataDir, MOVING)))
    return wrong(
      name,
      `a move into ${dataDir} was interrupted, or goes on: what is there is incomplete`,
      "run the same npm run move again",
    );
  if (isBesidePostgres && existsSync(databaseFile(dataDir)))
    return wrong(
      name,
      `${dataDir} holds an installation on SQLite (trust.db), which DATABASE_URL doesn’t move`,
      "move it with npm run move, or set DATA_DIR to a new folder",
    );
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return wrong(
      name,
      `this user can’t write to ${dataDir}`,
      `run this as the server’s user, or give the folder to this user: chown -R USER ${dataDir}`,
    );
  }
  const open: string[] = [];
  for (const part of [".", "trust.db", "keys", "keys/installation.key", "blobs"]) {
    const entry = await stat(path.join(dataDir, part)).catch(() => null);
    if (entry !== null && process.platform !== "win32" && (entry.mode & 0o077) !== 0)
      open.push(path.join(dataDir, part));
  }
  return open.length === 0
    ? right(name, `${dataDir}, private to its user`)
    : wrong(name, `others on this machine can open ${open.join(", ")}`, `chmod -R go= ${dataDir}`);
}

/** Whether a server holds the folder. A folder that was never served has no lock. */
async function isServed(dataDir: string): Promise<boolean> {
  if (!existsSync(path.join(dataDir, "lock.db"))) return false;
  const lock = await lockFolder(dataDir).catch(() => null);
  lock?.release();
  return lock === null;
}

async function checkRoom(dataDir: string, file: string): Promise<Check> {
  const name = "room";
  const free = await freeBytes(dataDir);
  const words = `${sizeInWords(free)} free in ${dataDir}`;
  if (free < MIN_FREE_BYTES)
    return wrong(name, words, "make room: below 64 MB, writes are about to be refused");
  const upgrade = existsSync(file) ? 2 * (await stat(file)).size : 0;
  return free < upgrade
    ? note(
        name,
        words,
        `an upgrade copies the database and needs ${sizeInWords(upgrade)}: make room`,
      )
    : right(name, words);
}

async function checkKey(file: string, key: InstallationKey | null): Promise<Check> {
  const name = "key";
  if (key === null)
    return wrong(
      name,
      existsSync(file) ? `${file} is malformed` : `${file} is missing`,
      "put it there from your backup: without it no stored file can be read",
    );
  const inBackups = "keep a copy of it elsewhere";
  return right(name, `${file} is there; ${inBackups}`);
}

/** Whether files can be stored in the bucket, read and removed, and what a deletion there means. */
async function checkBucket(settings: BucketSettings): Promise<Check> {
  const name = "bucket";
  const { address } = settings;
  const words = `“${address.bucket}” at ${address.endpoint}`;
  let found: BucketProbe;
  try {
    found = await probe(settings);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return wrong(name, error.message, "see docs/operate/s3.md");
  }
  if (found.fault !== null)
    return wrong(
      name,
      `${words}: ${found.fault}`,
      "check BLOBS, the key, and what it may do there: docs/operate/s3.md",
    );
  const works = `${words} stores, reads, lists and deletes`;
  if (found.versions === true) return right(name, `${works}, and keeps earlier versions`);
  return note(
    name,
    found.versions === null
      ? `${works}, but doesn’t say whether it keeps earlier versions`
      : `${works}, but keeps no earlier versions: one deletion there is a loss`,
    "turn on versioning for the bucket, and set BACKUP_DIR or back it up otherwise",
  );
}

async function checkFiles(
  place: Pick<Config, "dataDir" | "blobs">,
  key: InstallationKey | null,
  asked: Asked,
  whole: boolean,
): Promise<Check> {
  const name = "stored files";
  if (key === null) return skipped(name, "they can’t be opened without the key");
  let blobs: BlobStore;
  try {
    blobs = await blobsOfCommand(place, key);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof FolderRefused)) throw error;
    return wrong(name, error.message, "see docs/operate/s3.md");
  }
  const faults: string[] = [];
  let count = 0;
  let bytes = 0;
  if (whole) {
    const store = await asked.open();
    try {
      const verified = await verifyFiles({ store, blobs });
      count = verified.files;
      bytes = verified.bytes;
      faults.push(...verified.faults);
    } finally {
      await store.close();
    }
  } else
    for await (const { blob, found } of blobs.statAll(await asked.blobs())) {
      count += 1;
      if (found instanceof Error || found.size !== blob.size)
        faults.push(`${blob.hash} is ${found instanceof BlobMissing ? "missing" : "damaged"}`);
      else bytes += blob.size;
    }
  const words = `${count === 1 ? "1 file" : `${count} files`}, ${sizeInWords(bytes)}`;
  if (faults.length > 0)
    return wrong(
      name,
      `${faults.length} of ${words} damaged or missing: ${faults.slice(0, NAMED).join("; ")}`,
      "restore a backup, or upload them again: npm run verify-files names each with its document",
    );
  return right(
    name,
    whole
      ? `${words}, all read completely`
      : `${words}, all of the right size (--files reads them completely)`,
  );
}

/** Whether the system says that a time service sets its clock; null where it says nothing. */
function isSynchronized(): Promise<boolean | null> {
  return new Promise((resolve) => {
    execFile(
      "timedatectl",
      ["show", "--property=NTPSynchronized", "--value"],
      { timeout: 2_000 },
      (error, stdout) => resolve(error === null ? stdout.trim() === "yes" : null),
    );
  });
}

/** The nightly backups: whether they are asked for, and how old the last good one is. */
export async function checkBackups(
  { backups, dataDir }: Pick<Config, "backups" | "dataDir">,
  now: Date,
): Promise<Check> {
  const name = "backups";
  if (backups === null)
    return note(
      name,
      "no automatic backups are configured",
      "set BACKUP_DIR to a folder on another disk, or schedule npm run backup yourself",
    );
  const { folder } = backups;
  const mend = `check that ${folder} exists and has room, then try: npm run backup -- ${folder}/`;
  const all = await listSnapshots(folder).catch(() => null);
  if (all === null) return wrong(name, `${folder} can’t be read`, mend);
  const { fault } = await readNightly(dataDir);
  const why = fault === null ? "" : `; the last try failed: ${fault}`;
  const last = all.findLast(({ faulty, at }) => !faulty && at <= now);
  if (last === undefined)
    return fault === null
      ? note(
          name,
          `there is none in ${folder} yet`,
          "the server makes the first one when it starts",
        )
      : wrong(name, `there is no good one in ${folder}${why}`, mend);
  const words = `the last good one in ${folder} is from ${formatMoment(last.at.toISOString(), "UTC")}`;
  if (now.getTime() - last.at.getTime() > STALE_MS) return wrong(name, `${words}${why}`, mend);
  return fault === null ? right(name, words) : note(name, `${words}${why}`, mend);
}
