import type { RouterContextProvider } from "react-router";
import type { FoundFile } from "../../../db/pages/files.ts";
import { PDF } from "../../domain/file-rights.ts";
import { BlobDamaged, BlobMissing } from "../../files/blob-store.ts";
import { NotMarkable } from "../../files/marking/marking.ts";
import type { PortalRequest } from "../scope.ts";
import { watermarkedCopy } from "./marks.ts";
import type { Refusal } from "./request.ts";
import type { ServedBlob } from "./serve.ts";

/** Whether a download of this file is a marked copy, where it can be made (product.md §6). */
export function isMarkedOnDownload({ scope }: Pick<PortalRequest, "scope">, file: Pick<FoundFile, "gated" | "document" | "viewOnly">): boolean {
  return scope.settings.watermarkDownloads && file.gated && file.document.contentType === PDF && !file.viewOnly;
}

/**
 * The bytes that this viewer's download carries: the original's, or those of their own watermarked copy. A
 * PDF that can't be marked is refused, or offered unmarked where the org chose so; never silently. Whether
 * the viewer may download at all has been asked before (`FoundFile.download`).
 */
export async function downloadBlob(context: Readonly<RouterContextProvider>, { portal, file }: { portal: PortalRequest; file: FoundFile }): Promise<ServedBlob | { refused: Refusal["reason"] }> {
  const original = { hash: file.document.blobHash, size: file.document.size };
  if (!isMarkedOnDownload(portal, file)) return original;
  try {
    return await watermarkedCopy(context, portal, file.document);
  } catch (error) {
    if (error instanceof BlobDamaged || error instanceof BlobMissing) return { refused: "failed" };
    if (!(error instanceof NotMarkable)) throw error;
    if (error.fault === "busy") return { refused: "busy" };
    return portal.scope.settings.viewOnlyFallback === "offer" ? original : { refused: "unmarkable" };
  }
}
