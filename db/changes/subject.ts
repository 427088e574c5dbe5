import type { Permission } from "../../app/domain/permissions.ts";
import { sha256 } from "../ids.ts";
import { NotFound } from "../refusals.ts";
import type { Reader, Writer } from "../store.ts";

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

/**
 * A thing that staff edit as a whole. Its snapshot is JSON of all its rows: history keeps it, undo and restore
 * write it back, and its stamp tells two editors of each other.
 */
export interface Subject<Snapshot extends object> {
  /** What staff need to change it, and so to take a change back. */
  permission: Permission;
  /** Its name in history: 'Reports card'. */
  title(snapshot: Snapshot, key: SubjectKey): string;
  /** Everything of it as it is stored; null when it is not there. */
  read(db: Reader, key: SubjectKey): Promise<Snapshot | null>;
  /**
   * Makes it what the snapshot says, with the rows that go with it; null removes it. What the snapshot names
   * and is gone since (a document, a profile) is left out.
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
  /** The part of a snapshot that makes it another version; all of it unless this says otherwise. */
  compared?(snapshot: Snapshot): unknown;
}

/** A subject among others: callers hand its snapshots through without looking inside. */
export type AnySubject = Subject<object>;

/** Says of a subject that its snapshots are its own business. */
export function subject<Snapshot extends object>(definition: Subject<Snapshot>): AnySubject {
  return definition as unknown as AnySubject;
}

/** The product of a subject that only products have. */
export function productOf({ productId }: SubjectKey): string {
  if (productId === null) throw new NotFound("product");
  return productId;
}

/** A short name of a version: the same content has the same stamp, whatever the order of its keys. */
export function stampOf(value: unknown): string {
  return sha256(canonical(value)).slice(0, 32);
}

/** The stamp of a subject's snapshot. */
export function versionOf(of: AnySubject, snapshot: object | null): string {
  return stampOf(snapshot === null ? null : (of.compared?.(snapshot) ?? snapshot));
}

function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
