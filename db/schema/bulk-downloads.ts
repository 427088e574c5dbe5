// Archives that were prepared for one reader.
import type { Id, IsoTime } from "./values.ts";

export interface BulkDownloadsTable {
  /** SHA-256 of the link's token. */
  tokenHash: string;
  orgId: Id;
  productId: Id;
  /** Whose link it is: `member:{id}`, or `preview:{staff}:{account}:{profile}`. */
  viewerKey: string;
  /** What the archive holds: items, files, and the hashes of what was prepared. */
  filesJson: string;
  createdAt: IsoTime;
  expiresAt: IsoTime;
}

export interface BulkDownloadsTables {
  bulkDownloads: BulkDownloadsTable;
}
