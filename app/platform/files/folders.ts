import { closeSync, fsync, openSync } from "node:fs";
import { mkdir, statfs } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const sync = promisify(fsync);

/**
 * Waits until the folder's entries (names made, renamed or removed in it) are on the disk. Opening
 * and closing a folder takes microseconds and is done at once: waiting for a thread to do it takes
 * a turn of the event loop each, which is what takes time beside others.
 */
export async function syncFolder(folder: string): Promise<void> {
  const descriptor = openSync(folder, "r");
  try {
    await sync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Makes a folder, with the folders above it that are missing, for this user alone (0700), and waits
 * until what was made is on the disk.
 * @param folder an absolute path
 */
export async function makeFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = path.dirname(made))
    await syncFolder(path.dirname(made));
}

/** How many bytes the disk of a folder has left for this user. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
