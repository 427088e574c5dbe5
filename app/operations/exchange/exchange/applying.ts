import type { Write } from "#tenancy/audit/store/audit.server.ts";
import type { ContentUids } from "../store/exchange.server.ts";
import { createAsset } from "#platform/files/store/assets.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { endingOfType } from "../content-ids.ts";
import type { StagedFile } from "../stage-files.ts";
import type { Rows } from "./rows.ts";

/** What everything of one import is written with. */
export interface Applying extends Write {
  uids: ContentUids;
  /** What the org will hold. */
  target: Rows;
  /** What is stored of a file, by its SHA-256. */
  stored: ReadonlyMap<string, NamedFile>;
  assetOf: AssetOf;
}

/** A stored file, and what it is called in its folder. */
export type NamedFile = StagedFile & { fileName: string };

/** The asset that a row's `sha256:…` stands for; null for none. */
export type AssetOf = (type: string, file: unknown) => Promise<string | null>;

/**
 * An org's pictures while an import is written: one that is there is used again, a new one is made
 * once.
 */
export async function assetsInPlace(
  write: Write,
  stored: ReadonlyMap<string, NamedFile>,
): Promise<AssetOf> {
  const rows = await inOrg(write.trx, write.orgId)
    .selectFrom("assets")
    .select(["id", "type", "blobHash"])
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  const ids = new Map(rows.map(({ id, type, blobHash }) => [`${type}\n${blobHash}`, id]));
  return async (type, file) => {
    if (typeof file !== "string") return null;
    const hash = hashOf(file);
    const known = ids.get(`${type}\n${hash}`);
    if (known !== undefined) return known;
    const contentType = stored.get(hash)?.contentType ?? "image/png";
    const fileName = stored.get(hash)?.fileName ?? `${type}.${endingOfType(contentType)}`;
    const id = await createAsset(write, { type, fileName, contentType, blobHash: hash });
    ids.set(`${type}\n${hash}`, id);
    return id;
  };
}

/** The SHA-256 in a row's `sha256:…`. */
export function hashOf(file: unknown): string {
  return String(file).replace(/^sha256:/, "");
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
