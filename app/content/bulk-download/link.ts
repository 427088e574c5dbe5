import {
  bulkViewerKey,
  findBulkDownload,
  keepBulkDownload,
  type BulkDownload,
} from "./store/bulk-download.server.ts";
import { recordVisitorEvent } from "#tenancy/visitor-events/store/visitor-events.server.ts";
import type { BulkDownloadAnswer } from "#model/bulk-download.ts";
import { keptQuery } from "#model/visibility/previewed.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { gatherFiles, type BulkScope, type Gathered, type ReadyFile } from "./gather.ts";

/**
 * Keeps what was gathered behind a link that is this viewer's alone; null when nothing was. @param
 * base the portal's path
 */
export async function linkTo(
  bulk: BulkScope,
  viewer: Viewer,
  { ready }: Gathered,
  { base, selectAllUsed }: { base: string; selectAllUsed: boolean },
): Promise<string | null> {
  const viewerKey = bulkViewerKey(viewer);
  if (ready.length === 0 || viewerKey === null) return null;
  const { store, now } = bulk.services;
  const files = ready.map(({ itemUid, fileId, generated, hash }) => ({
    itemUid,
    fileId,
    generated,
    hash,
  }));
  const { productId } = bulk.scope;
  const token = await store.write(async (trx) => {
    const write = { trx, orgId: bulk.org.id, now: now() };
    const detail = { files: files.length, selectAllUsed };
    const event = { name: "bulk download", viewer, productId, detail };
    await recordVisitorEvent(write, event);
    return keepBulkDownload(write, { viewerKey, productId, files });
  });
  // It opens for the very viewer that it was made for, so it says whom they look as.
  const keep = new URLSearchParams(keptQuery(viewer)).toString();
  return `${base}/bulk-download/${token}${keep === "" ? "" : `?${keep}`}`;
}

/** What POST {base}/bulk-download answers. */
export function answerOf(fileUrl: string | null, { ready, failed }: Gathered): BulkDownloadAnswer {
  return {
    fileUrl,
    failedFileIds: failed.map(({ fileId }) => fileId),
    failed: failed.map(({ fileId, itemUid, reason }) => ({ fileId, itemUid, reason })),
    successCount: ready.length,
  };
}

/** What a token leads to for this viewer; null for anything else. */
export async function findLink(
  { services, org }: Pick<BulkScope, "services" | "org">,
  viewer: Viewer,
  token: string,
): Promise<BulkDownload | null> {
  const viewerKey = bulkViewerKey(viewer);
  return viewerKey === null
    ? null
    : findBulkDownload(services.store.read, org.id, token, viewerKey, services.now());
}

/**
 * The files behind a link, judged again now: a right that was taken back meanwhile counts.
 * @returns `gone` when none is left, `changed` when they are not all what was prepared
 */
export async function filesOfLink(
  bulk: BulkScope,
  link: Pick<BulkDownload, "files">,
): Promise<ReadyFile[] | "gone" | "changed"> {
  const { ready, failed } = await gatherFiles(bulk, link.files);
  if (ready.length === 0) return "gone";
  const same = ready.every((file, i) => file.hash === link.files[i]?.hash);
  return failed.length === 0 && same ? ready : "changed";
}
