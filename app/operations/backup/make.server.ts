import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { NamedBlob } from "#db/facts.ts";
import { isCorrupt } from "#db/sqlite/open.ts";
import { BACKUP_LOCK, lockFolder } from "#platform/folder-lock.ts";
import type { Config } from "#platform/config.ts";
import { checkForCommand, refuseHalfRestored } from "#platform/database-check.ts";
import { databaseFile } from "#platform/data-folder.ts";
import { sealedBytes, CHUNK_BYTES } from "#platform/files/blob-format.ts";
import { BlobDamaged, BlobMissing, type BlobStore } from "#platform/files/blob-store.ts";
import { codeOf } from "#platform/files/errors.ts";
import { freeBytes } from "#platform/files/folders.ts";
import { keyFileOf, readKey, type InstallationKey } from "#platform/files/installation-key.ts";
import { blobsOfCommand } from "#platform/files/open-place.ts";
import { VERSION } from "#platform/version.ts";
import {
  isFolderTarget,
  openArchiveTarget,
  openFolderTarget,
  type BackupTarget,
} from "./target.server.ts";
import { liveDatabase, type LiveDatabase } from "./database.server.ts";
import { once } from "./members.server.ts";
import {
  BackupRefused,
  blobMember,
  KEY,
  roomFault,
  type Manifest,
  type Member,
} from "#model/backup.ts";
import { readPart, withFile } from "./tar.ts";

/** What a backup is to be. */
export interface BackupWishes {
  /** `apart`: the key is left out. */
  keys: Manifest["keys"];
  /** In a folder: how many good ones stay; null: all. */
  keep: number | null;
  now: () => Date;
  /** A database of PostgreSQL; SQLite in the data folder when it is left out. */
  database?: Config["database"];
  /** Where stored files lie; in the data folder when it is left out. */
  blobs?: Config["blobs"];
}

/** How often a backup begins anew because a company was deleted while its files were copied. */
const TRIES = 3;

export interface BackupMade {
  path: string;
  manifest: Manifest;
  /** Bytes of the stored files, and of those that had to be copied. */
  files: { count: number; bytes: number; copied: number };
}

/**
 * A file that the copy of the database names went while files were copied: the copy is out of date.
 */
class OutOfDate extends Error {}

/**
 * Backs a data folder up, beside its running server: a copy of the database at one moment, exactly
 * the files that rows of it name, and the key.
 *
 * Files are removed a day after nothing names them any more, so those that the copy names are there
 * for a day. Where one is gone all the same, because its company was deleted at once or the backup
 * took longer than a day, the backup begins anew with a newer copy.
 * @param target a file that is not there yet, or a folder of backups
 * @param reach how the database is reached: what a test does between its copy and the files goes in here
 * @throws BackupRefused, FolderRefused, PostgresRefused when none can be made; nothing of it is left then
 */
export async function makeBackup(
  dataDir: string,
  target: string,
  { keys, keep, now, database = null, blobs = { kind: "folder" } }: BackupWishes,
  reach: typeof liveDatabase = liveDatabase,
): Promise<BackupMade> {
  const place = { dataDir, database, blobs };
  const file = databaseFile(dataDir);
  if (database === null && !existsSync(file))
    throw new BackupRefused(
      `There is no ${file}: DATA_DIR is not the data folder of an installation.`,
    );
  if (database === null) await checkForCommand(dataDir);
  else refuseHalfRestored(dataDir);
  const key = await requireKey(keyFileOf(place));
  const live = await reach(place);
  const intoFolder = await isFolderTarget(target);
  refuseInside(dataDir, target);
  const lock = intoFolder ? await lockFolder(dataDir, BACKUP_LOCK) : null;
  if (intoFolder && lock === null)
    throw new BackupRefused("Another backup is already running. Wait for it to finish.");
  try {
    for (let attempt = 1; ; attempt += 1) {
      const at = now();
      let opened: BackupTarget | null = null;
      try {
        opened = intoFolder
          ? await openFolderTarget(target, { at, keep, keyId: key.id })
          : await openArchiveTarget(target, at);
        return await fill(place, live, opened, { keys, key, at, twice: !intoFolder });
      } catch (error) {
        await opened?.abandon();
        if (isCorrupt(error)) throw damaged(live.label, (error as Error).message);
        if (!(error instanceof OutOfDate)) throw explained(error, target);
        if (attempt === TRIES)
          throw new BackupRefused(
            `Files were removed while they were backed up, ${TRIES} times over. Try again when fewer organizations are being deleted.`,
          );
      }
    }
  } finally {
    lock?.release();
  }
}

/** The key of an installation. @throws BackupRefused when there is none */
async function requireKey(file: string): Promise<InstallationKey> {
  const key = await readKey(file);
  if (key === null)
    throw new BackupRefused(
      `${file} is missing: without it no stored file can be read. Restore it first.`,
    );
  return key;
}

function refuseInside(dataDir: string, target: string): void {
  const relative = path.relative(path.resolve(dataDir), path.resolve(target));
  if (relative === "" || !(relative.startsWith("..") || path.isAbsolute(relative)))
    throw new BackupRefused(
      `${path.resolve(target)} is inside the data folder, so losing one loses both. Choose a location outside it, ideally on another disk.`,
    );
}

async function fill(
  place: Pick<Config, "dataDir" | "database" | "blobs">,
  live: LiveDatabase,
  target: BackupTarget,
  {
    keys,
    key,
    at,
    twice,
  }: { keys: Manifest["keys"]; key: InstallationKey; at: Date; twice: boolean },
): Promise<BackupMade> {
  await requireRoom(live, target, twice);
  const copy = path.join(target.workshop, live.member);
  const copied = await live.copy(copy);
  if (copied.fault !== null) throw damaged(live.label, copied.fault);
  const blobs = await blobsOfCommand(place, key);
  const members: Member[] = [];
  const faults: string[] = [];
  const files = { count: 0, bytes: 0, copied: 0 };
  for await (const { blob, found } of blobs.statAll(copied.blobs)) {
    const isMissing = found instanceof BlobMissing;
    if (isMissing && !(await live.hasBlobRow(blob))) throw new OutOfDate();
    if (found instanceof Error)
      faults.push(`${blobMember(blob.orgId, blob.hash)} was ${isMissing ? "missing" : "damaged"}`);
    if (isMissing) continue;
    const kept = await target.kept(blob.orgId, blob.hash);
    const member = kept ?? (await copyBlob(target, blobs, blob));
    members.push(member);
    files.count += 1;
    files.bytes += member.size;
    if (kept === null) files.copied += member.size;
  }
  members.push(await withMember(target, live.member, copy));
  if (keys === "within") {
    const bytes = await readFile(keyFileOf(place));
    members.push(await target.add(KEY, bytes.length, once(bytes)));
  }
  const manifest: Manifest = {
    format: 1,
    version: VERSION,
    createdAt: at.toISOString(),
    ...copied.facts,
    files: "within",
    keys,
    keyId: key.id,
    members,
    faults,
  };
  return { path: await target.finish(manifest), manifest, files };
}

function damaged(database: string, fault: string): BackupRefused {
  return new BackupRefused(
    `${database} is damaged (${fault}): it wasn’t backed up, and earlier backups are unchanged. Restore the last good one.`,
  );
}

async function copyBlob(
  target: BackupTarget,
  blobs: BlobStore,
  { orgId, hash }: NamedBlob,
): Promise<Member> {
  try {
    const { size, pieces } = await blobs.openSealed(orgId, hash);
    return await target.add(blobMember(orgId, hash), size, pieces);
  } catch (error) {
    // Removed, or stored once more, since the database was copied.
    throw error instanceof BlobMissing || error instanceof BlobDamaged ? new OutOfDate() : error;
  }
}

function withMember(target: BackupTarget, name: string, file: string): Promise<Member> {
  return withFile(file, "r", async (handle) => {
    const { size } = await handle.stat();
    return target.add(name, size, readPart(handle, { at: 0, size }, file));
  });
}

async function requireRoom(
  live: LiveDatabase,
  target: BackupTarget,
  twice: boolean,
): Promise<void> {
  let needed = (await live.bytes()) * (twice ? 2 : 1);
  for (const { orgId, hash, size } of await live.blobs())
    if ((await target.kept(orgId, hash)) === null)
      needed += sealedBytes({ size, chunkBytes: CHUNK_BYTES });
  const folder = path.dirname(target.workshop);
  const fault = roomFault("the backup", folder, { free: await freeBytes(folder), needed });
  if (fault !== null) throw new BackupRefused(fault);
}

function explained(error: unknown, target: string): unknown {
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT" || code === "SQLITE_FULL")
    return new BackupRefused(
      `The disk of ${path.resolve(target)} is full. No backup was made. Make room and try again.`,
      { cause: error },
    );
  if (
    code === "EACCES" ||
    code === "EPERM" ||
    code === "EROFS" ||
    code === "ENOTDIR" ||
    code === "EEXIST"
  )
    return new BackupRefused(
      `${path.resolve(target)} can’t be written (${code}): choose a place that this user can write to.`,
      { cause: error },
    );
  return error;
}
