import { notFound } from "#web/forms/form.ts";
import { data, redirect, type RouterContextProvider } from "react-router";
import { findFile, type FoundFile } from "#visibility/store/files.server.ts";
import { fileAtVersion } from "#visibility/store/versions.server.ts";
import type { FileRefusal } from "#model/visibility/file-rights.ts";
import {
  loginQuery,
  portalRequest,
  productAddress,
  type PortalRequest,
} from "#web/portal/scope.ts";

/** A request for a file: the portal's own parts, and the file as this viewer reaches it. */
export interface FileRequest {
  portal: PortalRequest;
  file: FoundFile;
}

/**
 * What serving and counting know of a file: a document, or a letter that is made when it is asked
 * for.
 */
export interface Servable {
  portal: PortalRequest;
  file: {
    item: { uid: string };
    gated: boolean;
    document: Pick<FoundFile["document"], "id" | "originalName" | "contentType" | "blobHash">;
  };
}

/** What the page of a refused file is told. */
export interface Refusal {
  kind: "file-refused";
  reason: Exclude<FileRefusal, "locked"> | "failed" | "unmarkable" | "unshowable" | "busy";
}

/**
 * The file that an address names; null for what is not there for this viewer
 * (visibility/store/files).
 * @param version which of the document's versions; the one that the address names, null for the
 *   current one
 */
export async function fileRequest(
  context: Readonly<RouterContextProvider>,
  request: Request,
  params: { fileId?: string | undefined },
  version = new URL(request.url).searchParams.get("version"),
): Promise<FileRequest | null> {
  const portal = await portalRequest(context, request, params);
  const query = new URL(request.url).searchParams;
  const found = await findFile(portal.scope, {
    fileId: params.fileId ?? "",
    itemUid: query.get("itemUid"),
  });
  const file =
    found === null || version === null ? found : await fileAtVersion(portal.scope, found, version);
  return file === null ? null : { portal, file };
}

/**
 * The file, when this viewer may view or download it.
 * @throws 404; a redirect to the login tab for what is locked, as items do; 403 `Refusal` for
 *   everything else
 */
export async function requireFile(
  context: Readonly<RouterContextProvider>,
  request: Request,
  params: { fileId?: string | undefined },
  access: "view" | "download",
  version?: string | null,
): Promise<FileRequest> {
  const found = await fileRequest(context, request, params, version);
  if (found === null) throw notFound();
  const { portal, file } = found;
  const reason = file[access];
  if (reason === "locked")
    throw redirect(
      `${productAddress(context, portal.org, portal.product)}?${lockedQuery(request, file)}`,
    );
  if (reason !== null) throw refusal(reason);
  return found;
}

export function refusal(reason: Refusal["reason"]) {
  return data<Refusal>(
    { kind: "file-refused", reason },
    {
      status: STATUS[reason] ?? 403,
      statusText: reason,
      ...(reason === "busy" ? { headers: { "Retry-After": String(BUSY_SECONDS) } } : {}),
    },
  );
}

const STATUS: Readonly<Record<string, number>> = { failed: 500, busy: 503 };
/** When whoever met a full queue is asked to come again. */
const BUSY_SECONDS = 10;

/** Whether a request is a data twin: a file has none. */
export function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith(".data");
}

function lockedQuery(request: Request, file: FoundFile): URLSearchParams {
  const query = loginQuery(new URL(request.url).searchParams, file.item.uid);
  query.delete("productId");
  return query;
}
