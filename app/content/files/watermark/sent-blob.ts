import type { FoundFile } from "#visibility/store/files.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { PDF } from "#model/visibility/file-rights.ts";
import { NotMarkable } from "./marking.ts";
import { watermarkedCopy, type MarkScope, type ServedBlob } from "./marks.ts";

/**
 * Why a file that may be downloaded can't be sent: no mark can be put on it, or too many wait for
 * theirs.
 */
export type SendingRefusal = "unmarkable" | "busy";

/** Whether a download of this file is a marked copy, where one can be made. */
export function isMarkedOnDownload(
  { settings }: Pick<PageScope, "settings">,
  file: Pick<FoundFile, "gated" | "viewOnly"> & {
    document: Pick<FoundFile["document"], "contentType">;
  },
): boolean {
  return (
    settings.watermarkDownloads && file.gated && file.document.contentType === PDF && !file.viewOnly
  );
}

/**
 * The bytes that this viewer's download carries: the original's, or those of their own watermarked
 * copy. A PDF that can't be marked is refused, or offered unmarked where the org chose so; never
 * silently. Whether the viewer may download at all has been asked before (`FoundFile.download`).
 * @throws BlobDamaged and BlobMissing for the original
 */
export async function sentBlob(
  mark: MarkScope,
  scope: Pick<PageScope, "settings">,
  file: FoundFile,
): Promise<ServedBlob | { refused: SendingRefusal }> {
  const original = { hash: file.document.blobHash, size: file.document.size };
  if (!isMarkedOnDownload(scope, file)) return original;
  try {
    return await watermarkedCopy(mark, file.document);
  } catch (error) {
    if (!(error instanceof NotMarkable)) throw error;
    if (error.fault === "busy") return { refused: "busy" };
    return scope.settings.viewOnlyFallback === "offer" ? original : { refused: "unmarkable" };
  }
}
