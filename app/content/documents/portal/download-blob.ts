import type { RouterContextProvider } from "react-router";
import { hostContext, servicesContext } from "#platform/context.ts";
import { BlobDamaged, BlobMissing } from "#platform/files/blob-store.ts";
import type { MarkScope, ServedBlob } from "#content/files/watermark/marks.ts";
import { sentBlob } from "#content/files/watermark/sent-blob.ts";
import type { FileRequest, Refusal } from "./document-request.ts";

/**
 * For whom a portal request's files are marked. @param request whose reader may leave before it is
 * done
 */
export function markScope(
  context: Readonly<RouterContextProvider>,
  { portal }: Pick<FileRequest, "portal">,
  request?: Request,
): MarkScope & Pick<FileRequest["portal"], "org"> {
  return {
    services: context.get(servicesContext),
    org: portal.org,
    viewer: portal.viewer,
    ip: context.get(hostContext).ip,
    signal: request?.signal,
  };
}

/** The bytes that this viewer's download carries, or why there are none. */
export async function downloadBlob(
  context: Readonly<RouterContextProvider>,
  found: FileRequest,
  request: Request,
): Promise<ServedBlob | { refused: Refusal["reason"] }> {
  try {
    return await sentBlob(markScope(context, found, request), found.portal.scope, found.file);
  } catch (error) {
    if (error instanceof BlobDamaged || error instanceof BlobMissing) return { refused: "failed" };
    throw error;
  }
}
