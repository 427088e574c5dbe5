import type { Readable } from "node:stream";
import { ContentUids } from "../store/exchange.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { BlobStore } from "#platform/files/blob-store.ts";
import type { InstallationKey } from "#platform/files/installation-key.ts";
import { deflatedZip, type ArchiveFile } from "#platform/files/deflated-zip.ts";
import { contentIds, type ContentIds } from "../content-ids.ts";
import { rowsOfOrg } from "./of-org.ts";
import { yamlFiles, type ContentFolder } from "./yaml-files.ts";

/**
 * Every file of an export bears this date, the first that the format knows: the same content is the
 * same bytes.
 */
const FILE_DATE = new Date("1980-01-01T00:00:00Z");
/** A write in between shows in the org's revision; then it is read again. */
const TRIES = 5;

/**
 * An org's content as an archive of readable YAML and files: the same content gives the same bytes,
 * in whichever org it lies.
 * @param options.withFiles whether documents come along; pictures always do
 * @returns what makes the archive's bytes; a file that can't be read destroys their stream
 */
export async function exportContent(
  { db, blobs, key }: { db: Reader; blobs: BlobStore; key: InstallationKey },
  orgId: string,
  { withFiles }: { withFiles: boolean },
): Promise<{ stream(): Readable }> {
  const folder = await folderOf(db, orgId, contentIds(key, orgId), withFiles);
  const sizes = new Map(
    (await inOrg(db, orgId).selectFrom("blobs").select(["hash", "size"]).execute()).map(
      ({ hash, size }) => [hash, size],
    ),
  );
  const texts = [...folder.texts].map(([name, text]): ArchiveFile => {
    const bytes = Buffer.from(text, "utf8");
    const size = bytes.length;
    return { name, size, modified: FILE_DATE, deflate: true, open: async () => [bytes] };
  });
  const files = folder.files.map(({ path, hash }): ArchiveFile => ({
    name: path,
    size: sizes.get(hash) ?? 0,
    modified: FILE_DATE,
    deflate: false,
    open: async () => (await blobs.open(orgId, hash)).stream as AsyncIterable<Uint8Array>,
  }));
  const sorted = [...texts, ...files].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { stream: () => deflatedZip(sorted) };
}

async function folderOf(
  db: Reader,
  orgId: string,
  idOf: ContentIds,
  withFiles: boolean,
): Promise<ContentFolder> {
  const revision = async () =>
    (
      await db
        .selectFrom("orgs")
        .select("revision")
        .where("id", "=", orgId)
        .executeTakeFirstOrThrow()
    ).revision;
  for (let tried = 1; ; tried += 1) {
    const before = await revision();
    const types = new Map<string, string>();
    for (const table of ["assets", "documents"] as const) {
      for (const { blobHash, contentType } of await inOrg(db, orgId)
        .selectFrom(table)
        .select(["blobHash", "contentType"])
        .execute())
        types.set(blobHash, contentType);
    }
    const rows = await rowsOfOrg(db, orgId, await ContentUids.of(db, orgId, idOf));
    if ((await revision()) !== before && tried < TRIES) continue;
    return yamlFiles(rows, { typeOf: (hash) => types.get(hash) ?? "", withFiles });
  }
}
