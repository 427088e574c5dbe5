import { notFound } from "#web/forms/form.ts";
import { redirect, type RouterContextProvider } from "react-router";
import { findLetter, type FoundLetter } from "#visibility/store/letters.server.ts";
import { letterFileId } from "#model/bulk-download.ts";
import { PDF } from "#model/visibility/file-rights.ts";
import { refusal, type Servable } from "#content/documents/portal/document-request.ts";
import {
  loginQuery,
  portalBase,
  portalRequest,
  productAddress,
  type PortalRequest,
} from "#web/portal/scope.ts";

/**
 * A request for a bridge letter: the portal's own parts, and the letter as this viewer reaches it.
 */
export interface LetterRequest {
  portal: PortalRequest;
  found: FoundLetter;
}

/**
 * The letter, when this viewer may view or download it; it follows its item's rule for files.
 * @throws 404 for what the viewer may not know of; a redirect to the NDA while a member has not
 *   signed it, to the login tab for what is locked; 403 for what may only be viewed
 */
export async function requireLetter(
  context: Readonly<RouterContextProvider>,
  request: Request,
  params: { itemUid?: string | undefined },
  access: "view" | "download",
): Promise<LetterRequest> {
  const portal = await portalRequest(context, request, params);
  const found = await findLetter(portal.scope, params.itemUid ?? "");
  if (found === null) throw notFound();
  const reason = found[access];
  if (reason === "nda" && portal.viewer.mode === "accountExternal") {
    const { pathname, search } = new URL(request.url);
    const base = portalBase(context, portal.org);
    const back = `${base}${pathname.replace(/\.data$/, "").replace(/^\/[^/]+/, "")}${search}`;
    throw redirect(`${base}/nda?${new URLSearchParams({ returnTo: back })}`);
  }
  if (reason === "nda" || reason === "locked") {
    const query = loginQuery(new URL(request.url).searchParams, found.item.uid);
    query.delete("productId");
    throw redirect(`${productAddress(context, portal.org, portal.product)}?${query}`);
  }
  if (reason !== null) throw refusal(reason);
  return { portal, found };
}

/** A letter as the serving and counting of files know it. */
export function servableLetter({ portal, found }: LetterRequest, version: string): Servable {
  const document = {
    id: letterFileId(found.item.uid),
    originalName: found.fileName,
    contentType: PDF,
    blobHash: version,
  };
  return { portal, file: { item: found.item, gated: found.gated, document } };
}
