import { redirect } from "react-router";
import type { Route } from "./+types/plain";
import { loadCards } from "../../visibility/store/items.server.ts";
import { meantDocument } from "../../visibility/store/files.server.ts";
import { fileAddress } from "../../features/documents/rules/library.ts";
import { findItem } from "../../visibility/store/slugs.server.ts";
import { accessPlace, MEANT_DOCUMENT } from "../../features/access-requests/rules/access-dialog.ts";
import {
  CARD_KINDS,
  CARD_TITLES,
  NOT_EXPANDABLE_KINDS,
  type CardKind,
} from "../../features/cards/rules/kinds.ts";
import { anything, oneOf, type RouteHandle } from "../../values/page-query.ts";
import {
  itemAddress,
  loginQuery,
  portalBase,
  portalRequest,
  productAddress,
  type PortalRequest,
} from "../scope.ts";

export const handle: RouteHandle = {
  query: { own: { itemUid: anything, itemName: anything, [MEANT_DOCUMENT]: oneOf("true") } },
};

/**
 * The page with nothing open. `itemUid` and `itemName` select an item or a card: they lead to its
 * address, or to the document that is meant by an item, where access has just been given for it.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const uid = query.get("itemUid");
  const name = query.get("itemName");
  if ((uid === null && name === null) || accessPlace(query, "") !== null) return null;
  const portal = await portalRequest(context, request, params);
  query.delete("itemUid");
  query.delete("itemName");
  const opens = query.get(MEANT_DOCUMENT) === "true";
  query.delete(MEANT_DOCUMENT);
  const kind = name === null ? undefined : await cardNamed(portal, name);
  // The table has a page of its own; the item of that name only leads there.
  if (uid === null && kind === "Subprocessors") {
    if (!portal.product.isDefault) query.set("product", portal.product.slug);
    throw redirect(
      `${portalBase(context, portal.org)}/subprocessors${query.size === 0 ? "" : `?${query}`}`,
    );
  }
  const item = await findItem(portal.scope, uid === null ? { title: name ?? "" } : { uid });
  const page = productAddress(context, portal.org, portal.product);
  if (item !== null && item.locked) throw redirect(`${page}?${loginQuery(query, item.uid)}`);
  const meant = opens && item !== null ? await meantDocument(portal.scope, item.uid) : null;
  if (item !== null && meant !== null)
    throw redirect(
      fileAddress({
        prefix: portalBase(context, portal.org),
        fileId: meant.document.id,
        access: "view",
        source: "file_row",
        itemUid: item.uid,
        productId: portal.product.id,
      }),
    );
  const search = query.size === 0 ? "" : `?${query}`;
  if (item !== null) throw redirect(`${itemAddress(context, portal, item.slug)}${search}`);
  if (kind !== undefined && !NOT_EXPANDABLE_KINDS.has(kind))
    throw redirect(`${page === "/" ? "" : page}/card/${kind}${search}`);
  return null;
}

/**
 * The card of that kind, else the one that staff call so, else the one whose standard title it is.
 */
async function cardNamed(portal: PortalRequest, name: string): Promise<CardKind | undefined> {
  const wanted = name.toLowerCase();
  const own = await loadCards(portal.scope);
  return (
    CARD_KINDS.find((kind) => kind === name) ??
    CARD_KINDS.find((kind) => own.get(kind)?.title?.toLowerCase() === wanted) ??
    CARD_KINDS.find((kind) => CARD_TITLES[kind].toLowerCase() === wanted)
  );
}

export default function Plain() {
  return null;
}
