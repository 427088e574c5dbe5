import { newId } from "#db/ids.ts";
import { keepMarkdown } from "#platform/files/store/markdown.server.ts";
import type { Reader, Store, Writer } from "#db/store.ts";
import { acrossTenants } from "#db/tenant.ts";
import type { BlobStore } from "#platform/files/blob-store.ts";
import type { InstallationKey } from "#platform/files/installation-key.ts";
import { ContentError, contentIds } from "./content-ids.ts";
import { DiskFolder } from "./folder.ts";
import { layOutContent } from "./markdown-of-content.ts";
import { readFolder, type Content } from "./read-folder.ts";
import { stageFiles, unstage } from "./stage-files.ts";
import { writeContent, type ContentCounts } from "./write-content.ts";

/**
 * Makes a new org from a content folder: reads and judges it, stores its files, then writes every
 * row in one transaction. What fails leaves nothing; a process killed in between leaves at most
 * unused blobs.
 * @param options.by the name that the content's rows say wrote them, where the folder names nobody
 * @param options.alongside what else belongs to the same transaction
 * @returns the new org's id, and how many rows of each noun it has
 * @throws ContentError when the folder has faults, or an org has its slug or one of its domains
 *   already
 */
export async function importFolder(
  { store, blobs, key }: { store: Store; blobs: BlobStore; key: InstallationKey },
  folder: string,
  {
    now,
    by,
    alongside,
  }: { now: Date; by: string; alongside?: (trx: Writer, orgId: string) => Promise<unknown> },
): Promise<{ orgId: string; counts: ContentCounts }> {
  const content = await readFolder(folder);
  const whole =
    content.org.slug !== undefined &&
    content.documents.every((document) => document.file !== undefined);
  if (!whole)
    throw new ContentError([
      {
        file: "org.yaml",
        line: 1,
        key: "slug",
        message: "a new org needs its slug here, and every document its file",
      },
    ]);
  await refuseTaken(store.read, content);
  const orgId = newId();
  const staged = await stageFiles(
    blobs,
    orgId,
    { folder: new DiskFolder(folder), files: content.files },
    { isNew: true },
  );
  try {
    const hashes = new Map([...staged].map(([name, { hash }]) => [name, hash]));
    const laidOut = await layOutContent(
      { store, orgId },
      { folder: new DiskFolder(folder), content, hashes },
    );
    const counts = await store.write(async (trx) => {
      // Looked at again under the write lock: of two imports at once the second is refused.
      await refuseTaken(trx, content);
      const written = await writeContent(trx, orgId, content, staged, {
        now,
        by,
        idOf: contentIds(key, orgId),
      });
      await keepMarkdown({ trx, orgId, now }, laidOut);
      await alongside?.(trx, orgId);
      return written;
    });
    return { orgId, counts };
  } catch (error) {
    await unstage(blobs, orgId, staged);
    throw error;
  }
}

async function refuseTaken(db: Reader, { org }: Content): Promise<void> {
  const same = await db
    .selectFrom("orgs")
    .select("id")
    .where("slug", "=", org.slug ?? "")
    .executeTakeFirst();
  const hosts = org.domains.map((domain) => domain.host);
  const domains =
    hosts.length === 0
      ? []
      : await acrossTenants(db, "A host belongs to one company of all.")
          .selectFrom("domains")
          .select("host")
          .where("host", "in", hosts)
          .execute();
  const taken = [
    ...(same === undefined
      ? []
      : [{ key: "slug", message: `there is an org ${org.slug} already` }]),
    ...domains.map(({ host }) => ({
      key: "domains",
      message: `another org has the domain ${host}`,
    })),
  ];
  if (taken.length > 0)
    throw new ContentError(taken.map((fault) => ({ file: "org.yaml", line: 1, ...fault })));
}
