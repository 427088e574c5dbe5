import * as z from "zod";
import { sizeInWords } from "#values/file-size.ts";

/**
 * What a backup holds, how its parts are named, and when the next one is due: nothing here touches
 * a disk.
 */

/**
 * There is no backup, no good one, or none can be made or restored here; the message is for the
 * operator.
 */
export class BackupRefused extends Error {}

/** The database of a backup, a file of SQLite. */
export const DATABASE = "trust.db";
/** The database of a backup of PostgreSQL, as pg_dump writes it. */
export const DUMP = "database.dump";
export const KEY = "keys/installation.key";
export const MANIFEST = "manifest.json";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After how long without a good nightly backup those who run the installation are told. */
export const STALE_MS = 2 * DAY_MS;
/** How long after one that failed the next one is tried. */
export const RETRY_MS = HOUR_MS;
/** What a disk keeps free beside a backup. */
const SPARE_BYTES = 16 * 1024 * 1024;

const memberName = z
  .string()
  .regex(
    /^(?:trust\.db|database\.dump|keys\/installation\.key|blobs\/[A-Za-z0-9_-]{1,64}\/[0-9a-f]{2}\/[0-9a-f]{64})$/,
  );

const memberSchema = z.object({
  name: memberName,
  /** Bytes, as they lie in the backup. */
  size: z.int().min(0),
  /** SHA-256 of these bytes, hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifestSchema = z.object({
  /** Of the manifest itself; a later one may be another. */
  format: z.literal(1),
  /** Of the program that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** Whether stored files are members, or left where they are: a backup from before an upgrade. */
  files: z.enum(["within", "left"]),
  /** Whether the key is a member, or kept elsewhere. */
  keys: z.enum(["within", "apart"]),
  /** Names the key without telling anything of it. */
  keyId: z.string(),
  /** The number of the database's last commit. */
  mark: z.int(),
  /** Rows by table. */
  counts: z.record(z.string(), z.int()),
  members: z.array(memberSchema),
  /** Files that were missing or damaged in the data folder when the backup was made, in words. */
  faults: z.array(z.string()),
});

export type Member = z.infer<typeof memberSchema>;
export type Manifest = z.infer<typeof manifestSchema>;

/** A manifest as it is stored: with the digest of itself, so that a flipped bit in it shows. */
export function writeManifest(manifest: Manifest, digest: (text: string) => string): string {
  const sha256 = digest(JSON.stringify(manifest));
  return `${JSON.stringify({ sha256, manifest }, null, 1)}\n`;
}

const storedSchema = z.object({ sha256: z.string(), manifest: z.looseObject({}) });

/**
 * Reads a manifest.
 * @param name what the operator calls the backup
 * @throws BackupRefused when it is damaged, or of a later version's form
 */
export function readManifest(
  text: string,
  name: string,
  digest: (text: string) => string,
): Manifest {
  const stored = storedSchema.safeParse(parsed(text));
  if (!stored.success || digest(JSON.stringify(stored.data.manifest)) !== stored.data.sha256)
    throw new BackupRefused(`${name} is damaged: its ${MANIFEST} is not what was written.`);
  if (stored.data.manifest.format !== 1)
    throw new BackupRefused(
      `${name} was made by a newer version of Open Trust Center. Use that version.`,
    );
  const manifest = manifestSchema.safeParse(stored.data.manifest);
  if (!manifest.success)
    throw new BackupRefused(`${name} isn’t a backup of Open Trust Center: its ${MANIFEST} is odd.`);
  return manifest.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Whether a member of an archive may be written below a data folder. */
export function isMemberName(name: string): boolean {
  return memberName.safeParse(name).success;
}

/** The name of a member that is a stored file. */
export function blobMember(orgId: string, hash: string): string {
  return `blobs/${orgId}/${hash.slice(0, 2)}/${hash}`;
}

/** The stored file that a member is; null for one that is something else. */
export function blobOfMember(name: string): { orgId: string; hash: string } | null {
  const [folder, orgId = "", , hash = ""] = name.split("/");
  return folder === "blobs" && isMemberName(name) ? { orgId, hash } : null;
}

/**
 * How a copy differs from what its manifest says.
 * @returns the first difference in words; null when there is none
 */
export function countFault(
  found: Readonly<Record<string, number>>,
  wanted: Readonly<Record<string, number>>,
): string | null {
  for (const table of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const [has, should] = [found[table] ?? 0, wanted[table] ?? 0];
    if (has !== should) return `table ${table} has ${has} rows, its ${MANIFEST} says ${should}`;
  }
  return null;
}

/** What to say when there is not room enough; null when there is. @param free, needed bytes */
export function roomFault(
  what: string,
  place: string,
  { free, needed }: { free: number; needed: number },
): string | null {
  return free >= needed + SPARE_BYTES
    ? null
    : `Not enough space for ${what} in ${place}: ${sizeInWords(needed + SPARE_BYTES)} needed, ${sizeInWords(free)} free. Make room, or choose another place. Nothing was changed.`;
}

/**
 * The name of a backup in a folder of them: its moment, so that names sort by time. `faulty`: files
 * were missing or damaged.
 */
export function snapshotName(at: Date, faulty: boolean): string {
  const moment = at
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "");
  return faulty ? `${moment}-faulty` : moment;
}

const SNAPSHOT = /^(\d{4}-\d{2}-\d{2}T)(\d{2})(\d{2})(\d{2}Z)(-faulty)?$/;

export interface SnapshotRef {
  name: string;
  at: Date;
  faulty: boolean;
}

/** The backups among the names in a folder, oldest first. */
export function snapshotsIn(names: readonly string[]): SnapshotRef[] {
  return [...names].sort().flatMap((name) => {
    const [, day, hour, minute, rest, faulty] = SNAPSHOT.exec(name) ?? [];
    if (day === undefined) return [];
    return [
      { name, at: new Date(`${day}${hour}:${minute}:${rest}`), faulty: faulty !== undefined },
    ];
  });
}

/**
 * Which backups of a folder go: all but the newest `keep` good ones, and faulty ones that are older
 * than a good one, or than `keep` others.
 */
export function superseded(snapshots: readonly SnapshotRef[], keep: number): SnapshotRef[] {
  const good = snapshots.filter(({ faulty }) => !faulty);
  const faulty = snapshots.filter((snapshot) => snapshot.faulty);
  const newest = good.at(-1);
  const kept = new Set([
    ...good.slice(-keep),
    ...faulty.filter(({ at }) => newest === undefined || at > newest.at).slice(-keep),
  ]);
  return snapshots.filter((snapshot) => !kept.has(snapshot));
}

/** A time of the day, UTC. */
export interface TimeOfDay {
  hour: number;
  minute: number;
}

/** The last moment, not after `now`, at which it was that time of the day, UTC. */
export function lastDue(now: Date, { hour, minute }: TimeOfDay): Date {
  const today = new Date(now);
  today.setUTCHours(hour, minute, 0, 0);
  return today <= now ? today : new Date(today.getTime() - DAY_MS);
}

/**
 * Whether a nightly backup is to be made now: the last good one is older than the last time it was
 * due, and no try of the last hour failed. One that lies in the future, by a clock that was wrong,
 * counts for nothing.
 */
export function isDue(
  now: Date,
  at: TimeOfDay,
  { lastGood, lastFailure }: { lastGood: Date | null; lastFailure: Date | null },
): boolean {
  const hasOne = lastGood !== null && lastGood >= lastDue(now, at) && lastGood <= now;
  const failedJustNow =
    lastFailure !== null && Math.abs(now.getTime() - lastFailure.getTime()) < RETRY_MS;
  return !hasOne && !failedJustNow;
}

/**
 * What those who run the installation have to know of its nightly backups; null while all is well.
 */
export function backupNotice(
  now: Date,
  { lastGood, fault }: { lastGood: Date | null; fault: string | null },
): { since: Date | null; fault: string | null } | null {
  if (lastGood === null) return fault === null ? null : { since: null, fault };
  return now.getTime() - lastGood.getTime() > STALE_MS ? { since: lastGood, fault } : null;
}
