import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { getSystemErrorMap } from "node:util";
import { ConfigError } from "./config.ts";
import { syncFolder } from "./files/folders.ts";

/**
 * Nothing can be started on this data folder as it is; the message says why and what to do, for the
 * operator.
 */
export class FolderRefused extends Error {}

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
      `DATA_DIR ${JSON.stringify(folder)} can’t be created or written (${reasonOf(error)}). Choose a folder that this user can write to.`,
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
