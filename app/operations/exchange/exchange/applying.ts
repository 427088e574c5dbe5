import type { Write } from "#tenancy/audit/store/audit.server.ts";
import type { ContentUids } from "../store/exchange.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { StagedFile } from "../stage-files.ts";
import type { AssetsInPlace } from "./assets-in-place.ts";

/** What everything of one import is written with. */
export interface Applying extends Write {
  uids: ContentUids;
  assets: AssetsInPlace;
  /** What is stored of a file, by its SHA-256. */
  stored: ReadonlyMap<string, StagedFile>;
}

/** A text of a row's value; null where it says nothing. */
export function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A list of names in a row's value. */
export function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

/** `sha256:…` of an org's picture by its id; null for none. */
export type FileOf = (assetId: string | null) => string | null;

/** What is stored of an org's pictures. */
export async function assetFiles(db: Reader, orgId: string): Promise<FileOf> {
  const rows = await inOrg(db, orgId).selectFrom("assets").select(["id", "blobHash"]).execute();
  const hashes = new Map(rows.map(({ id, blobHash }) => [id, `sha256:${blobHash}`]));
  return (assetId) => (assetId === null ? null : (hashes.get(assetId) ?? null));
}
