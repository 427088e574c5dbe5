import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { codeOf, unlessMissing } from "#platform/files/errors.ts";
import {
  BackupRefused,
  MANIFEST,
  readManifest,
  snapshotsIn,
  type Manifest,
  type SnapshotRef,
} from "#model/backup.ts";

/** What is known of the backups that there are, and of the nightly ones of this installation. */
export const SNAPSHOTS = "snapshots";

/** SHA-256 of a text, hexadecimal. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The backups in a folder of them, oldest first; none when there is no such folder. */
export async function listSnapshots(root: string): Promise<SnapshotRef[]> {
  return snapshotsIn(await readdir(path.join(root, SNAPSHOTS)).catch(unlessMissing([])));
}

/** @throws BackupRefused when it is damaged or missing */
export async function manifestOf(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT")
      throw new BackupRefused(`${folder} isn’t a valid backup. It has no ${MANIFEST}.`);
    throw error;
  });
  return readManifest(text, folder, sha256);
}

const stateSchema = z.object({
  /** When the newest good backup in BACKUP_DIR was made, as far as it was seen. */
  lastGood: z.iso.datetime().nullable(),
  /** Why the last try failed; null when it did not. */
  fault: z.string().nullable(),
  failedAt: z.iso.datetime().nullable(),
});

/**
 * How the nightly backups stand: noted in the data folder, so that no page waits for the disk of
 * the backups.
 */
export type NightlyState = z.infer<typeof stateSchema>;

export const NO_STATE: NightlyState = { lastGood: null, fault: null, failedAt: null };

function stateFile(dataDir: string): string {
  return path.join(dataDir, "nightly-backups.json");
}

/**
 * How the nightly backups of a data folder stand; nothing is known of a folder that has made none.
 */
export async function readNightly(dataDir: string): Promise<NightlyState> {
  const text = await readFile(stateFile(dataDir), "utf8").catch(() => "null");
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch {
    return NO_STATE;
  }
}

/** Notes how they stand, whole or not at all. */
export async function writeNightly(dataDir: string, state: NightlyState): Promise<void> {
  const file = stateFile(dataDir);
  const temporary = `${file}.${randomBytes(8).toString("hex")}`;
  try {
    await writeFile(temporary, `${JSON.stringify(state)}\n`, { mode: 0o600 });
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}
