import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { unlessMissing } from "#platform/files/errors.ts";
import { makeFolder, syncFolder } from "#platform/files/folders.ts";
import {
  BackupRefused,
  blobMember,
  DATABASE,
  DUMP,
  MANIFEST,
  snapshotName,
  superseded,
  writeManifest,
  type Manifest,
  type Member,
} from "#model/backup.ts";
import { BLOBS, hashed, memberOf, once, writeFileOf } from "./members.server.ts";
import {
  listSnapshots,
  manifestOf,
  sha256,
  SNAPSHOTS,
} from "#platform/backup/nightly-state.server.ts";
import { TarWriter, withFile } from "./tar.ts";

/*
 * Where backups lie: an archive is one tar file; a folder of backups has one folder a backup below
 * `snapshots`, and the stored files of all of them, each once, below `blobs`.
 */

/** What has not all of its bytes yet ends so. */
const PARTIAL = ".partial";
/**
 * After how much silence what a killed backup left behind is removed, in milliseconds; one that
 * runs writes again and again.
 */
const SILENCE_MS = 3_600_000;

/** A backup that is being written. Nothing of it has its name before `finish`. */
export interface BackupTarget {
  /** A folder of its own on the same disk, for what has to be written down meanwhile. */
  readonly workshop: string;
  /** A stored file that is there already from an earlier backup. */
  kept(orgId: string, hash: string): Promise<Member | null>;
  /** @throws Error when the source gives another number of bytes */
  add(name: string, size: number, source: AsyncIterable<Buffer>): Promise<Member>;
  /** Gives the backup its name, after everything is on the disk. @returns its path */
  finish(manifest: Manifest): Promise<string>;
  /** Removes what was written. */
  abandon(): Promise<void>;
}

/** Whether the operator means a folder of backups: it is one, or is written as one. */
export async function isFolderTarget(target: string): Promise<boolean> {
  if (/[/\\]$/.test(target)) return true;
  return (await stat(target).catch(unlessMissing(null)))?.isDirectory() ?? false;
}

/**
 * Begins an archive.
 * @throws BackupRefused when there is a file of that name
 */
export async function openArchiveTarget(file: string, at: Date): Promise<BackupTarget> {
  const target = path.resolve(file);
  const folder = path.dirname(target);
  const refuseOther = () => {
    if (existsSync(target))
      throw new BackupRefused(
        `${target} already exists. Choose another name or remove it first. Nothing was changed.`,
      );
  };
  refuseOther();
  const mark = `.${path.basename(target)}.`;
  await removeSilent(folder, (name) => name.startsWith(mark) && name.endsWith(PARTIAL));
  const workshop = path.join(folder, `${mark}${randomBytes(8).toString("hex")}${PARTIAL}`);
  await mkdir(workshop, { mode: 0o700 });
  const written = path.join(workshop, "whole.tar");
  const handle = await open(written, "wx", 0o600);
  const tar = new TarWriter(handle, at);
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await handle.close();
  };
  const add = async (name: string, size: number, source: AsyncIterable<Buffer>) => {
    const hash = createHash("sha256");
    await tar.add(name, size, hashed(source, hash));
    return { name, size, sha256: hash.digest("hex") };
  };
  return {
    workshop,
    kept: () => Promise.resolve(null),
    add,
    async finish(manifest) {
      const bytes = Buffer.from(writeManifest(manifest, sha256));
      await tar.add(MANIFEST, bytes.length, once(bytes));
      await tar.end();
      await handle.sync();
      await close();
      refuseOther();
      await rename(written, target);
      await syncFolder(folder);
      await rm(workshop, { recursive: true, force: true });
      return target;
    },
    async abandon() {
      await close();
      await rm(workshop, { recursive: true, force: true });
    },
  };
}

/**
 * Begins a backup in a folder of backups. The caller sees to it that there is one at a time
 * (BACKUP_LOCK).
 * @param keep how many good ones stay; the files that none of them names go. null: all stay
 * @throws BackupRefused when the folder holds something else, or backups of another installation
 */
export async function openFolderTarget(
  folder: string,
  { at, keep, keyId }: { at: Date; keep: number | null; keyId: string },
): Promise<BackupTarget> {
  const root = path.resolve(folder);
  await makeFolder(root);
  const odd = (await readdir(root)).filter((name) => ![SNAPSHOTS, BLOBS].includes(name));
  if (odd.length > 0 && !existsSync(path.join(root, SNAPSHOTS)))
    throw new BackupRefused(
      `${root} contains something else (${odd.slice(0, 3).join(", ")}): choose an empty folder, a folder with earlier backups, or a file. Nothing was changed.`,
    );
  const snapshots = path.join(root, SNAPSHOTS);
  await makeFolder(snapshots);
  for (const name of await readdir(snapshots))
    if (name.endsWith(PARTIAL))
      await rm(path.join(snapshots, name), { recursive: true, force: true });
  await removeSilent(path.join(root, BLOBS), (name) => name.endsWith(PARTIAL), 0);
  const last = (await listSnapshots(root)).at(-1);
  const earlier = last === undefined ? null : await manifestOf(path.join(snapshots, last.name));
  if (earlier !== null && earlier.keyId !== keyId)
    throw new BackupRefused(
      `${root} contains another installation’s backups. Choose a different folder. Nothing was changed.`,
    );
  const known = new Map((earlier?.members ?? []).map((member) => [member.name, member]));
  const workshop = path.join(snapshots, `.${randomBytes(8).toString("hex")}${PARTIAL}`);
  await mkdir(workshop, { mode: 0o700 });
  return {
    workshop,
    async kept(orgId, hash) {
      const name = blobMember(orgId, hash);
      const found = await stat(path.join(root, name)).catch(unlessMissing(null));
      const before = known.get(name);
      if (found === null || (before !== undefined && before.size !== found.size)) return null;
      return before ?? memberOf(name, path.join(root, name), found.size);
    },
    async add(name, size, source) {
      const isBlob = name.startsWith(`${BLOBS}/`);
      const file = path.join(isBlob ? root : workshop, name);
      await makeFolder(path.dirname(file));
      const temporary = isBlob
        ? path.join(root, BLOBS, `.${randomBytes(8).toString("hex")}${PARTIAL}`)
        : file;
      // The database may have been made in its very place.
      if (!isBlob && existsSync(file)) return memberOf(name, file, size);
      const member = await writeFileOf(temporary, { name, size }, source);
      if (isBlob) {
        await rename(temporary, file);
        await syncFolder(path.dirname(file));
      }
      return member;
    },
    async finish(manifest) {
      const bytes = Buffer.from(writeManifest(manifest, sha256));
      await writeFileOf(
        path.join(workshop, MANIFEST),
        { name: MANIFEST, size: bytes.length },
        once(bytes),
      );
      for (const name of [DATABASE, DUMP].filter((own) => existsSync(path.join(workshop, own))))
        await withFile(path.join(workshop, name), "r+", (file) => file.sync());
      await syncFolder(workshop);
      const target = path.join(snapshots, snapshotName(at, manifest.faults.length > 0));
      await rename(workshop, target);
      await syncFolder(snapshots);
      if (keep !== null) await prune(root, keep);
      return target;
    },
    abandon: () => rm(workshop, { recursive: true, force: true }),
  };
}

/**
 * Removes all but the newest backups of a folder, then the stored files that none of the others
 * names.
 */
async function prune(root: string, keep: number): Promise<void> {
  const snapshots = await listSnapshots(root);
  const gone = superseded(snapshots, keep);
  for (const { name } of gone)
    await rm(path.join(root, SNAPSHOTS, name), { recursive: true, force: true });
  const named = new Set<string>();
  for (const { name } of snapshots.filter((snapshot) => !gone.includes(snapshot))) {
    const manifest = await manifestOf(path.join(root, SNAPSHOTS, name)).catch(() => null);
    // What a damaged one needs is not known: then all files stay.
    if (manifest === null) return;
    for (const member of manifest.members) named.add(member.name);
  }
  for (const orgId of await readdir(path.join(root, BLOBS)).catch(unlessMissing([])))
    for (const shard of await readdir(path.join(root, BLOBS, orgId)).catch(() => []))
      for (const hash of await readdir(path.join(root, BLOBS, orgId, shard)))
        if (!named.has(blobMember(orgId, hash)))
          await rm(path.join(root, BLOBS, orgId, shard, hash), { force: true });
}

async function removeSilent(
  folder: string,
  isLeft: (name: string) => boolean,
  silenceMs = SILENCE_MS,
): Promise<void> {
  for (const name of await readdir(folder).catch(unlessMissing([]))) {
    const file = path.join(folder, name);
    if (!isLeft(name)) continue;
    const inside = path.join(file, "whole.tar");
    const touched = (await stat(inside).catch(() => stat(file).catch(unlessMissing(null))))
      ?.mtimeMs;
    if (touched !== undefined && Date.now() - touched >= silenceMs)
      await rm(file, { recursive: true, force: true });
  }
}
