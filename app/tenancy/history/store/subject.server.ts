import { createHash } from "node:crypto";
import type { NounName } from "#model/api-nouns.ts";
import type { Touched } from "#model/changes.ts";
import type { Permission } from "#model/auth/permissions.ts";
import type { SubjectName } from "#model/history/subject-names.ts";
import { sha256 } from "#db/ids.ts";
import { inSlices } from "#db/pace.ts";
import { NotFound } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";

/** Which thing of which tenant. */
export interface SubjectKey {
  orgId: string;
  /** null for what is the org's own. */
  productId: string | null;
  /** Its id within the product; empty where there is one only. */
  subjectId: string;
}

/** Who writes a snapshot back, and when. */
export interface RestoreStamp {
  by: string;
  now: Date;
}

/** Entries of a noun of the API, by their ids. */
export interface ChangedEntries {
  noun: NounName;
  ids: readonly string[];
}

/**
 * A thing that staff edit as a whole. Its snapshot is JSON of all its rows: history keeps it, undo
 * and restore write it back, and its stamp tells two editors of each other.
 */
export interface Subject<Snapshot extends object> {
  /** What history stores of it: a name never changes. */
  name: SubjectName;
  /** What staff need to change it, and so to take a change back. */
  permission: Permission;
  /** Its name in history: 'Reports card'. */
  title(snapshot: Snapshot, key: SubjectKey): string;
  /** Everything of it as it is stored; null when it is not there. */
  read(db: Reader, key: SubjectKey): Promise<Snapshot | null>;
  /**
   * Makes it what the snapshot says, with the rows that go with it; null removes it. What the
   * snapshot names and is gone since (a document, a profile) is left out.
   * @throws Refused when it can't stand beside what is there now
   */
  write(
    trx: Writer,
    key: SubjectKey,
    snapshot: Snapshot | null,
    stamp: RestoreStamp,
  ): Promise<void>;
  /** What changed, a line each, with old and new values. */
  words(
    db: Reader,
    key: SubjectKey,
    before: Snapshot | null,
    after: Snapshot | null,
  ): Promise<string[]> | string[];
  /** The entries of the API that say something else with it; none unless this says so. */
  entries?(
    db: Reader,
    key: SubjectKey,
    before: Snapshot | null,
    after: Snapshot | null,
  ): Promise<ChangedEntries> | ChangedEntries;
  /** What visitors may be told of it; nothing unless this says so. */
  told?(key: SubjectKey): Touched;
  /** The part of a snapshot that makes it another version; all of it unless this says otherwise. */
  compared?(snapshot: Snapshot): unknown;
}

/** A subject among others: callers hand its snapshots through without looking inside. */
export type AnySubject = Subject<object>;

/** Everything that staff edit as a whole, by the name that history stores. */
export type Subjects = Readonly<Record<SubjectName, AnySubject>>;

/** Says of a subject that its snapshots are its own business. */
export function subject<Snapshot extends object>(definition: Subject<Snapshot>): AnySubject {
  return definition as unknown as AnySubject;
}

/** The product of a subject that only products have. */
export function productOf({ productId }: SubjectKey): string {
  if (productId === null) throw new NotFound("product");
  return productId;
}

/**
 * A short name of a version: the same content has the same stamp, whatever the order of its keys.
 */
export function stampOf(value: unknown): string {
  return sha256(canonical(value)).slice(0, 32);
}

/** As `stampOf`, slice by slice: for what can have thousands of rows. */
export async function stampInSlices(value: unknown): Promise<string> {
  const hash = createHash("sha256");
  await inSlices(jsonPieces(value, canonical, (piece) => void hash.update(piece)));
  return hash.digest("hex").slice(0, 32);
}

/**
 * As `JSON.stringify`, slice by slice. @param value an object or a list; nothing in it that is no
 * JSON
 */
export async function jsonInSlices(value: object): Promise<string> {
  const pieces: string[] = [];
  await inSlices(jsonPieces(value, JSON.stringify, (piece) => void pieces.push(piece)));
  return pieces.join("");
}

/** The stamp of a subject's snapshot. */
export function versionOf(of: AnySubject, snapshot: object | null): Promise<string> {
  return stampInSlices(snapshot === null ? null : (of.compared?.(snapshot) ?? snapshot));
}

/** Lists of fewer rows than this are written as one. */
const LONG = 100;

/**
 * Writes a value as JSON, a long list row by row, in the objects and lists around it too; yields
 * after each row.
 * @param write one value that holds no long list
 * @param take is handed the text piece by piece
 */
function* jsonPieces(
  value: unknown,
  write: (value: unknown) => string,
  take: (piece: string) => void,
): Generator<void, void, void> {
  if (Array.isArray(value) && (value.length >= LONG || value.some(holdsLong))) {
    take("[");
    for (const [place, row] of value.entries()) {
      if (place > 0) take(",");
      if (holdsLong(row)) yield* jsonPieces(row, write, take);
      else take(write(row ?? null));
      yield;
    }
    take("]");
  } else if (holdsLong(value)) {
    // The order of its names is that of `write`, which says nothing of an undefined one.
    const outline = Object.fromEntries(
      Object.entries(value as object).flatMap(([name, inner]) =>
        inner === undefined ? [] : [[name, 0]],
      ),
    );
    let first = true;
    for (const name of Object.keys(JSON.parse(write(outline)) as object)) {
      take(`${first ? "{" : ","}${JSON.stringify(name)}:`);
      first = false;
      yield* jsonPieces((value as Record<string, unknown>)[name], write, take);
    }
    take("}");
  } else take(write(value ?? null));
}

/** Whether a long list is in it, or is it. */
function holdsLong(value: unknown): boolean {
  if (Array.isArray(value)) return value.length >= LONG || value.some(holdsLong);
  return isPlainObject(value) && Object.values(value).some(holdsLong);
}

function isPlainObject(value: unknown): value is object {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
