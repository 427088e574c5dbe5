import Database from "better-sqlite3";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import * as z from "zod";
import { isBusy } from "#db/sqlite/open.ts";
import { FolderRefused } from "./data-folder.ts";

/**
 * How long a start waits for another process to let go of the folder, in milliseconds: one that was
 * just ended may still be going.
 */
const HELD_WAIT_MS = 1_000;

/** The locks of a data folder: a server's, and that of a backup into a folder of backups. */
export type LockName = typeof SERVER_LOCK | typeof BACKUP_LOCK;
export const SERVER_LOCK = "lock.db";
export const BACKUP_LOCK = "backup-lock.db";

/** What locks, and starts that were refused, leave in a folder. */
const LEFT_BY_LOCKS =
  /^(?:lock\.db|backup-lock\.db)(?:-journal)?$|^server\.json$|^\.writable-[0-9a-f]{16}$/;

/** Whether a file of a data folder says nothing of what is in it. */
export function isLeftByLocks(name: string): boolean {
  return LEFT_BY_LOCKS.test(name);
}

/** Stands in a data folder while a backup is put there; who finds it alone finds half of one. */
export const RESTORING = "restoring.json";
/** Stands in a data folder while an installation is moved into it. */
export const MOVING = "moving.json";

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
      `Another server runs on the data folder ${folder}${holderInWords(folder)}. Two servers would send every email twice. Stop that server, or set DATA_DIR to a different folder. Nothing was changed.`,
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
 * @throws FolderRefused when a server runs on it, or it holds something; a folder that nobody has
 *   locked yet is looked at first, so that what is refused gets no lock either
 */
export async function holdForRestore(folder: string, own: readonly string[]): Promise<FolderLock> {
  if (!existsSync(path.join(folder, SERVER_LOCK))) await refuseFull(folder, own);
  const lock = await lockFolder(folder);
  if (lock === null)
    throw new FolderRefused(
      `${folder} is in use${holderInWords(folder)}: stop that first, move the folder aside, and restore into a new one. Nothing was changed.`,
    );
  try {
    await refuseFull(folder, own);
  } catch (error) {
    lock.release();
    throw error;
  }
  for (const name of own) rmSync(path.join(folder, name), { recursive: true, force: true });
  return lock;
}

/** @throws FolderRefused for a folder with anything in it but locks and what an earlier try left */
async function refuseFull(folder: string, own: readonly string[]): Promise<void> {
  const isAgain = existsSync(path.join(folder, RESTORING));
  const found = (await readdir(folder)).filter((name) => !LEFT_BY_LOCKS.test(name));
  const strange = found.filter((name) => !isAgain || (name !== RESTORING && !own.includes(name)));
  if (strange.length > 0)
    throw new FolderRefused(
      `${folder} is not empty (${strange.slice(0, 3).join(", ")}${strange.length > 3 ? " ..." : ""}): move it aside, or set DATA_DIR to a new folder, and restore there. Nothing was changed.`,
    );
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
