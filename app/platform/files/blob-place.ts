import type { FileHandle } from "node:fs/promises";
import type { Spool } from "./spool.ts";

const ORG_ID = /^(?!tmp$)[A-Za-z0-9_-]{1,64}$/i;
const HASH = /^[0-9a-f]{64}$/;

/** A blob as it lies somewhere: sealed, of which parts are read. */
export interface SealedFile {
  /** How many sealed bytes there are. */
  readonly size: number;
  /**
   * Fills `target` with what lies at `position`.
   * @param until where the last byte lies that will be asked for: what is before it may be fetched
   *   ahead
   * @returns how many bytes it got: fewer only where the file ends
   */
  read(target: Buffer, position: number, until: number): Promise<number>;
  /** Ends whatever is still being read. */
  close(): Promise<void>;
}

/** What lies under a blob's name. */
export interface StoredBlob {
  orgId: string;
  hash: string;
}

/**
 * Where blobs lie under their names. What is stored is written into the spool first, a folder of
 * this machine, and whole when it comes here.
 */
export interface BlobPlace {
  readonly spool: Spool;
  /** Whether it is reached by a network: `keep` copies the spooled file then, else moves it. */
  readonly isFar: boolean;
  /**
   * Gives a whole file its name; when it returns, it lasts. One that is there has the same bytes,
   * or had: whether it is still whole would have to be read, so the new one takes its place.
   * @param file open for reading and writing; it is left to the caller to close
   */
  keep(spooled: { file: FileHandle; path: string }, orgId: string, hash: string): Promise<void>;
  /**
   * Opens what lies under a name.
   * @param wanted how many bytes from its start will be asked for first
   * @returns null when there is nothing
   */
  open(orgId: string, hash: string, wanted: number): Promise<SealedFile | null>;
  /**
   * Forgets what is kept nearer than the place itself, since it proved false.
   * @returns whether to open it again is worth a try
   */
  distrust(orgId: string, hash: string): Promise<boolean>;
  /** Removes a blob for good. @returns whether it was there */
  remove(orgId: string, hash: string): Promise<boolean>;
  /** Gives a blob the time of now. @returns whether it is there */
  touch(orgId: string, hash: string): Promise<boolean>;
  /** Whether a blob was stored or touched at a moment or after it. */
  isYounger(orgId: string, hash: string, moment: Date): Promise<boolean>;
  /** Removes a blob unless it was stored or touched after a moment. @returns whether it did */
  removeOlder(orgId: string, hash: string, before: Date): Promise<boolean>;
  /**
   * What lies here and may have no row: all that was neither stored nor touched since a moment.
   * A place where looking is dear looks once a day, and tells what it saw so a day ago already.
   */
  unnoticed(before: Date, now: Date): AsyncGenerator<StoredBlob>;
  /** @throws when nothing can be read here now */
  check(): Promise<void>;
}

/** @throws RangeError for what can't be an org's folder */
export function checkOrg(orgId: string): void {
  if (!isOrgName(orgId)) throw new RangeError("an org’s id is base64url text");
}

/** @throws RangeError for what can't be the name of a blob */
export function checkName(orgId: string, hash: string): void {
  checkOrg(orgId);
  if (!isHash(hash)) throw new RangeError("a blob’s hash is 64 hexadecimal digits");
}

export function isOrgName(text: string): boolean {
  return ORG_ID.test(text);
}

export function isHash(text: string): boolean {
  return HASH.test(text);
}
