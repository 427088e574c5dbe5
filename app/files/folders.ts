import { mkdir, open } from "node:fs/promises";
import path from "node:path";

/** Waits until the folder's entries (names made, renamed or removed in it) are on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes a folder, with the folders above it that are missing, for this user alone (0700), and waits until
 * what was made is on the disk.
 * @param folder an absolute path
 */
export async function makeFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = path.dirname(made))
    await syncFolder(path.dirname(made));
}
