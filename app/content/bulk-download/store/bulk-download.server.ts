import * as z from "zod";
import { BULK_LINK_HOURS } from "#model/bulk-download.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { isoNow, newToken, sha256 } from "#db/ids.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

const preparedFile = z.object({
  itemUid: z.string(),
  fileId: z.string(),
  generated: z.boolean(),
  hash: z.string(),
});

/** A file of an archive, with the hash of the bytes that were prepared for its reader. */
export type PreparedFile = z.infer<typeof preparedFile>;

export interface BulkDownload {
  /** By it the record knows what left in one archive; it opens nothing. */
  id: string;
  productId: string;
  files: PreparedFile[];
  createdAt: string;
}

/**
 * Whose archive it is: the member, or the person of staff with whom they preview as; null for all
 * who have none.
 */
export function bulkViewerKey(viewer: Viewer): string | null {
  if (viewer.mode === "accountExternal") return `member:${viewer.member.id}`;
  if (viewer.mode !== "preview" || (viewer.account === null && viewer.profile === null))
    return null;
  return `preview:${viewer.staff.id}:${viewer.account?.id ?? ""}:${viewer.profile?.id ?? ""}`;
}

/** Notes what a link leads to. @returns the token that the link carries; only its hash is kept */
export async function keepBulkDownload(
  { trx, orgId, now }: Omit<Write, "by">,
  {
    viewerKey,
    productId,
    files,
  }: { viewerKey: string; productId: string; files: readonly PreparedFile[] },
): Promise<string> {
  const token = newToken();
  const expiresAt = isoNow(new Date(now.getTime() + BULK_LINK_HOURS * 3_600_000));
  await trx
    .insertInto("bulkDownloads")
    .values({
      tokenHash: sha256(token),
      orgId,
      productId,
      viewerKey,
      filesJson: JSON.stringify(files),
      createdAt: isoNow(now),
      expiresAt,
    })
    .execute();
  return token;
}

/**
 * What a token leads to for this viewer; null for another's, an expired, a foreign and a made-up
 * one alike.
 */
export async function findBulkDownload(
  db: Reader,
  orgId: string,
  token: string,
  viewerKey: string,
  now: Date,
): Promise<BulkDownload | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("bulkDownloads")
    .select(["productId", "filesJson", "createdAt"])
    .where("tokenHash", "=", sha256(token))
    .where("viewerKey", "=", viewerKey)
    .where("expiresAt", ">", isoNow(now))
    .executeTakeFirst();
  return row === undefined
    ? null
    : {
        id: sha256(token).slice(0, 16),
        productId: row.productId,
        files: z.array(preparedFile).parse(JSON.parse(row.filesJson)),
        createdAt: row.createdAt,
      };
}

/** Removes links that have ended. @returns how many */
export async function purgeBulkDownloads(trx: Writer, now: Date): Promise<number> {
  const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("bulkDownloads")
    .where("expiresAt", "<=", isoNow(now))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
