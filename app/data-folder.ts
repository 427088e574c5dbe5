import Database from "better-sqlite3";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { chmod, mkdir, open, readdir, stat, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { getSystemErrorMap } from "node:util";
import * as z from "zod";
import { integrityFault } from "../db/sqlite/integrity.ts";
import { journalState } from "../db/sqlite/journal.ts";
import { isBusy } from "../db/sqlite/open.ts";
import { ConfigError } from "./config.ts";
import { syncFolder } from "./files/folders.ts";
import { hasBlobs } from "./files/installation-key.ts";

/**
 * Nothing can be started on this data folder as it is; the message says why and what to do, for the
 * operator.
 */
export class FolderRefused extends Error {}

/**
 * How long a start waits for another process to let go of the folder, in milliseconds: one that was
 * just ended may still be going.
 */
const HELD_WAIT_MS = 1_000;

/** The path of the database in a data folder. */
export function databaseFile(folder: string): string {
  return path.join(folder, "trust.db");
}

/**
 * The data folder: for this user alone when it is made here, as it was when it is there; and it
 * takes a file. Folders are made one by one, since a recursive mkdir never ends where the system
 * refuses with 'no such file', as below /proc.
 * @throws ConfigError naming the folder, the reason and the remedy
 */
export async function makeDataFolder(folder: string): Promise<void> {
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

/**
 * What to tell the operator of a data folder that others on the machine may read, list or write;
 * null for one that is this user's alone. What lies in it is for this user alone all the same, but
 * not what is put there by hand.
 */
export async function openToOthers(folder: string): Promise<string | null> {
  const { mode } = await stat(folder);
  return process.platform === "win32" || (mode & 0o077) === 0
    ? null
    : `DATA_DIR ${JSON.stringify(folder)} is open to others on this machine (mode ${(mode & 0o777).toString(8)}). Close it: chmod 700 ${folder}`;
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

/** The locks of a data folder: a server's, and that of a backup into a folder of backups. */
export type LockName = typeof SERVER_LOCK | typeof BACKUP_LOCK;
export const SERVER_LOCK = "lock.db";
export const BACKUP_LOCK = "backup-lock.db";

/** What locks, and starts that were refused, leave in a folder. */
const LEFT_BY_LOCKS =
  /^(?:lock\.db|backup-lock\.db)(?:-journal)?$|^server\.json$|^\.writable-[0-9a-f]{16}$/;

/** Stands in a data folder while a backup is put there; who finds it alone finds half of one. */
export const RESTORING = "restoring.json";

/** The folder is held by this process until it is let go or the process ends, however it ends. */
export interface FolderLock {
  release(): void;
}

/** Referenced from here, so that no lock is collected as garbage, which would open the folder. */
const held = new Set<Database.Database>();

/**
 * Takes a data folder for one server. The lock is the system's, on a file of its own (lock.db), so
 * it goes with the process. Commands don't hold it: they run beside a server.
 * @param address where the server is going to listen, for those who come later
 * @throws FolderRefused saying who holds it
 */
export async function holdFolder(folder: string, address: string): Promise<FolderLock> {
  const lock = await lockFolder(folder);
  if (lock === null)
    throw new FolderRefused(
      `Another server runs on the data folder ${folder}${holderInWords(folder)}. Two would send every mail twice: stop that one first, or set DATA_DIR to a folder of its own. Nothing was changed.`,
    );
  const note = holderFile(folder);
  const holder: Holder = {
    pid: process.pid,
    machine: hostname(),
    since: new Date().toISOString(),
    address,
  };
  try {
    writeFileSync(note, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  } catch {
    // The lock is what counts; on a full disk the note of the process before must not speak for
    // this one.
    rmSync(note, { force: true });
  }
  return {
    release() {
      rmSync(note, { force: true });
      lock.release();
    },
  };
}

function holderInWords(folder: string): string {
  const holder = readHolder(folder);
  return holder === null
    ? ""
    : `: process ${holder.pid} on ${holder.machine}, since ${holder.since}, at ${holder.address}`;
}

/**
 * Where the server of a data folder listens, as it noted at its start; null when there is none.
 * @param folder one that somebody may hold
 */
export function serverOf(folder: string): { pid: number; address: string } | null {
  return readHolder(folder);
}

/**
 * Takes a folder for a backup that is put there: it is empty but for locks, or holds what an
 * earlier try left.
 * @param own what such a try writes; it is removed
 * @throws FolderRefused when a server runs on it, or it holds something
 */
export async function holdForRestore(folder: string, own: readonly string[]): Promise<FolderLock> {
  const lock = await lockFolder(folder);
  if (lock === null)
    throw new FolderRefused(
      `${folder} is in use${holderInWords(folder)}: stop that first, put the folder aside, and restore into a new one. Nothing was changed.`,
    );
  const isAgain = existsSync(path.join(folder, RESTORING));
  const found = (await readdir(folder)).filter((name) => !LEFT_BY_LOCKS.test(name));
  const strange = found.filter((name) => !isAgain || (name !== RESTORING && !own.includes(name)));
  if (strange.length > 0) {
    lock.release();
    throw new FolderRefused(
      `${folder} is not empty (${strange.slice(0, 3).join(", ")}${strange.length > 3 ? " ..." : ""}): put it aside, or set DATA_DIR to a new folder, and restore there. Nothing was changed.`,
    );
  }
  for (const name of own) rmSync(path.join(folder, name), { recursive: true, force: true });
  return lock;
}

/** Takes the lock; null when another process has it, and keeps it for longer than a moment. */
export async function lockFolder(
  folder: string,
  name: LockName = SERVER_LOCK,
): Promise<FolderLock | null> {
  const database = new Database(path.join(folder, name), { timeout: 0 });
  for (const deadline = Date.now() + HELD_WAIT_MS; ;) {
    try {
      database.pragma("locking_mode = EXCLUSIVE");
      database.pragma("journal_mode = MEMORY");
      database.exec("begin exclusive");
      held.add(database);
      return {
        release() {
          held.delete(database);
          database.close();
        },
      };
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) {
        database.close();
        if (isBusy(error)) return null;
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const holderSchema = z.object({
  pid: z.number(),
  machine: z.string(),
  since: z.string(),
  address: z.string(),
});

/** Who holds a folder. */
type Holder = z.infer<typeof holderSchema>;

function holderFile(folder: string): string {
  return path.join(folder, "server.json");
}

function readHolder(folder: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(holderFile(folder), "utf8")));
  } catch {
    return null;
  }
}

/**
 * Looks whether the database may be opened, before anything opens it: SQLite would replay a
 * stranger's journal, and a server would write on in a damaged file. Nothing is changed.
 * @param checked whether its pages are read, too, as a server does
 * @throws FolderRefused naming the fault and the remedy
 */
export async function checkDatabase(
  folder: string,
  { checked }: { checked: boolean },
): Promise<void> {
  refuseHalfRestored(folder);
  const file = databaseFile(folder);
  if (!existsSync(file) && (await hasBlobs(path.join(folder, "blobs"))))
    throw new FolderRefused(
      `${file} is missing, but ${path.join(folder, "blobs")} holds files that it names. Put the database of the same backup there and start again. Nothing was changed.`,
    );
  const state = await journalState(file);
  if (state === "foreign" || state === "orphan")
    throw new FolderRefused(
      `${file}-wal is not the journal of ${file}${state === "orphan" ? ", which is missing or empty" : ""}: the database was put here without it, or copied while a server wrote. Started like this, it would be ruined. If you restored a backup, delete ${file}-wal and ${file}-shm, which the database before it left, and start again. If you did not, put back the trust.db that belongs to the journal: it may hold the last changes. Nothing was changed.`,
    );
  if (isForeignRollback(file))
    throw new FolderRefused(
      `${file}-journal is no journal of this version, and ${file} would be changed by it. If you restored a backup, delete ${file}-journal and start again. Nothing was changed.`,
    );
  if (!checked) return;
  const fault = integrityFault(file);
  if (fault === null) return;
  throw new FolderRefused(
    `${file} is damaged (${fault}). Restore a backup: delete trust.db, trust.db-wal and trust.db-shm in ${folder}, put the backup's trust.db there, and start again.${
      state === "own"
        ? ` If this is a backup already, only ${file}-wal and ${file}-shm, which the database before it left, are too much.`
        : ""
    } Keep a copy of what you delete. Nothing was changed.`,
  );
}

/** @throws FolderRefused when a backup is being put into the folder, or that broke off */
export function refuseHalfRestored(folder: string): void {
  if (existsSync(path.join(folder, RESTORING)))
    throw new FolderRefused(
      `A backup is being restored into ${folder}, or that was interrupted: what is there is incomplete. Wait for it, or run npm run restore again with the same backup; it begins anew. Nothing was changed.`,
    );
}

/**
 * Whether a rollback journal lies beside a database that has pages already: this product makes
 * none, and SQLite would play it back.
 */
function isForeignRollback(file: string): boolean {
  const journal = `${file}-journal`;
  return (
    existsSync(journal) &&
    statSync(journal).size > 512 &&
    existsSync(file) &&
    statSync(file).size > 64 * 1024
  );
}

/**
 * The look at the database that a command takes: a server that runs has had its own, and a journal
 * that is being written to can't be judged.
 * @throws FolderRefused as `checkDatabase`
 */
export async function checkForCommand(folder: string): Promise<void> {
  refuseHalfRestored(folder);
  const lock = await lockFolder(folder);
  if (lock === null) return;
  try {
    await checkDatabase(folder, { checked: false });
  } finally {
    lock.release();
  }
}
