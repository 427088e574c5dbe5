import type { Actor } from "../../audit/store/audit.server.ts";
import type { ContentUids } from "../store.server.ts";
import type { Writer } from "../../../../db/store.ts";
import type { StagedFile } from "../stage-files.ts";
import type { AssetsInPlace } from "./assets-in-place.ts";

/** What everything of one import is written with. */
export interface Applying {
  trx: Writer;
  orgId: string;
  uids: ContentUids;
  assets: AssetsInPlace;
  /** What is stored of a file, by its SHA-256. */
  stored: ReadonlyMap<string, StagedFile>;
  by: string;
  actor: Actor;
  now: Date;
}

/** A text of a row's value; null where it says nothing. */
export function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A list of names in a row's value. */
export function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}
