import { open, stat } from "node:fs/promises";
import path from "node:path";
import type { FileHandle } from "node:fs/promises";
import { unlessMissing } from "#platform/files/errors.ts";
import { makeFolder, syncFolder } from "#platform/files/folders.ts";
import {
  BackupRefused,
  isMemberName,
  MANIFEST,
  readManifest,
  type Manifest,
  type Member,
} from "#model/backup.ts";
import { BLOBS, readFileOf, writeFileOf } from "./members.server.ts";
import {
  listSnapshots,
  manifestOf,
  sha256,
  SNAPSHOTS,
} from "#platform/backup/nightly-state.server.ts";
import { listTar, readPart } from "./tar.ts";

/** A backup that is read. */
export interface BackupSource {
  label: string;
  manifest: Manifest;
  /** @throws BackupRefused when it is not there to its end */
  read(member: Member): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/**
 * Opens a backup: an archive, a folder of one backup, or a folder of backups, whose newest good one
 * it is.
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
    if (own === undefined)
      throw new BackupRefused(`${file} isn’t a valid backup. It has no ${MANIFEST}.`);
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
  if (!isMemberName(member.name)) throw new BackupRefused(`${source.label} isn’t a valid backup.`);
  const file = path.join(folder, as);
  await makeFolder(path.dirname(file));
  const written = await writeFileOf(file, member, source.read(member));
  await syncFolder(path.dirname(file));
  if (written.sha256 !== member.sha256)
    throw new BackupRefused(
      `${source.label} is damaged: its member ${member.name} is not what was written.`,
    );
}
