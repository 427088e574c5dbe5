import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { FileHandle } from "node:fs/promises";
import { codeOf, unlessMissing } from "../../files/file-errors.ts";
import { makeFolder, syncFolder } from "../../files/folders.ts";
import {
  BackupRefused,
  blobMember,
  isMemberName,
  MANIFEST,
  readManifest,
  snapshotName,
  superseded,
  writeManifest,
  type Manifest,
  type Member,
} from "./rules.ts";
import { listSnapshots, manifestOf, sha256, SNAPSHOTS } from "./nightly-state.server.ts";
import { listTar, readPart, TarWriter, withFile } from "./tar.ts";

/**
 * Where backups lie: an archive is one tar file; a folder of backups has one folder a backup below `snapshots`,
 * and the stored files of all of them, each once, below `blobs`.
 */
const BLOBS = "blobs";
const PARTIAL = ".partial";
/** After how much silence what a killed backup left behind is removed, in milliseconds; one that runs writes again and again. */
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
        `${target} is there already: choose another name, or remove it first. Nothing was changed.`,
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
 * Begins a backup in a folder of backups. The caller sees to it that there is one at a time (BACKUP_LOCK).
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
      `${root} holds something else (${odd.slice(0, 3).join(", ")}): name an empty folder, one with earlier backups, or a file. Nothing was changed.`,
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
      `${root} holds the backups of another installation: give this one a folder of its own. Nothing was changed.`,
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
      await withFile(path.join(workshop, "trust.db"), "r+", (file) => file.sync());
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

/** Removes all but the newest backups of a folder, then the stored files that none of the others names. */
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

/** A backup that is read. */
export interface BackupSource {
  label: string;
  manifest: Manifest;
  /** @throws BackupRefused when it is not there to its end */
  read(member: Member): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/**
 * Opens a backup: an archive, a folder of one backup, or a folder of backups, whose newest good one it is.
 * @throws BackupRefused when it is none, is cut off, or its list of members is not what it holds
 */
export async function openBackup(place: string): Promise<BackupSource> {
  const target = path.resolve(place);
  const found = await stat(target).catch(unlessMissing(null));
  if (found === null) throw new BackupRefused(`There is no backup ${target}.`);
  if (!found.isDirectory()) return openArchive(target);
  const all = await listSnapshots(target);
  const newest = all.findLast(({ faulty }) => !faulty) ?? all.at(-1);
  const folder = newest === undefined ? target : path.join(target, SNAPSHOTS, newest.name);
  const manifest = await manifestOf(folder);
  const root = path.resolve(folder, "../..");
  return {
    label: folder,
    manifest,
    read: ({ name, size }) =>
      readFileOf(path.join(name.startsWith(`${BLOBS}/`) ? root : folder, name), size),
    close: () => Promise.resolve(),
  };
}

async function openArchive(file: string): Promise<BackupSource> {
  const handle = await open(file, "r");
  try {
    const held = await listTar(handle, file);
    const places = new Map(held.map((member) => [member.name, member]));
    const own = places.get(MANIFEST);
    if (own === undefined) throw new BackupRefused(`${file} is no backup: it has no ${MANIFEST}.`);
    const manifest = readManifest(await textOf(handle, own, file), file, sha256);
    const missing = manifest.members.find(({ name, size }) => places.get(name)?.size !== size);
    if (missing !== undefined)
      throw new BackupRefused(`${file} is damaged: its member ${missing.name} is missing or cut.`);
    if (held.length !== manifest.members.length + 1 || places.size !== held.length)
      throw new BackupRefused(`${file} is damaged: it holds more than its ${MANIFEST} names.`);
    return {
      label: file,
      manifest,
      read: ({ name, size }) => readPart(handle, { at: places.get(name)?.at ?? 0, size }, file),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function textOf(
  handle: FileHandle,
  place: { at: number; size: number },
  label: string,
): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of readPart(handle, place, label)) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

/**
 * Writes a member into a folder, for this user alone, and waits until it is on the disk.
 * @throws BackupRefused when its bytes are not those of the manifest
 */
export async function extract(
  source: BackupSource,
  member: Member,
  folder: string,
  as: string = member.name,
): Promise<void> {
  if (!isMemberName(member.name)) throw new BackupRefused(`${source.label} is no backup.`);
  const file = path.join(folder, as);
  await makeFolder(path.dirname(file));
  const written = await writeFileOf(file, member, source.read(member));
  await syncFolder(path.dirname(file));
  if (written.sha256 !== member.sha256)
    throw new BackupRefused(
      `${source.label} is damaged: its member ${member.name} is not what was written.`,
    );
}

/** Writes a new file to the disk. @throws Error when the source gives another number of bytes */
async function writeFileOf(
  file: string,
  { name, size }: { name: string; size: number },
  source: AsyncIterable<Buffer>,
): Promise<Member> {
  const hash = createHash("sha256");
  let written = 0;
  await withFile(file, "wx", async (handle) => {
    for await (const piece of hashed(source, hash)) {
      for (let at = 0; at < piece.length;)
        at += (await handle.write(piece, at, piece.length - at)).bytesWritten;
      written += piece.length;
    }
    await handle.sync();
  });
  if (written !== size) throw new Error(`${name} changed while it was read`);
  return { name, size, sha256: hash.digest("hex") };
}

/** A file as a manifest names it. */
export async function memberOf(name: string, file: string, size: number): Promise<Member> {
  const hash = createHash("sha256");
  for await (const piece of readFileOf(file, size)) hash.update(piece);
  return { name, size, sha256: hash.digest("hex") };
}

/** The bytes of a file that has that many of them. @throws BackupRefused when it is missing or shorter */
async function* readFileOf(file: string, size: number): AsyncGenerator<Buffer> {
  const handle = await open(file, "r").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") throw new BackupRefused(`${file} is missing.`);
    throw error;
  });
  try {
    yield* readPart(handle, { at: 0, size }, file);
  } finally {
    await handle.close();
  }
}

async function* hashed(
  source: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    hash.update(piece);
    yield piece;
  }
}

/** One piece as a source. */
export async function* once(piece: Buffer): AsyncGenerator<Buffer> {
  yield piece;
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
