import { redirect } from "react-router";
import type { Route } from "./+types/plain";
import { findItem } from "../../../db/pages/slugs.ts";
import { accessPlace } from "../../domain/access-dialog.ts";
import { CARD_KINDS, CARD_TITLES, NOT_EXPANDABLE_KINDS } from "../../domain/kinds.ts";
import { anything, type RouteHandle } from "../../domain/page-query.ts";
import { itemAddress, loginQuery, portalRequest, productAddress } from "../scope.ts";

export const handle: RouteHandle = { query: { own: { itemUid: anything, itemName: anything } } };

/** The page with nothing open. `itemUid` and `itemName` select an item or a card: they lead to its address (spec/1 §2). */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const uid = query.get("itemUid");
  const name = query.get("itemName");
  if ((uid === null && name === null) || accessPlace(query, "") !== null) return null;
  const portal = await portalRequest(context, request, params);
  query.delete("itemUid");
  query.delete("itemName");
  const item = await findItem(portal.scope, uid === null ? { title: name ?? "" } : { uid });
  const page = productAddress(context, portal.org, portal.product);
  if (item !== null && item.locked) throw redirect(`${page}?${loginQuery(query, item.uid)}`);
  const search = query.size === 0 ? "" : `?${query}`;
  if (item !== null) throw redirect(`${itemAddress(context, portal, item.slug)}${search}`);
  const kind = CARD_KINDS.find(
    (candidate) =>
      candidate === name || CARD_TITLES[candidate].toLowerCase() === name?.toLowerCase(),
  );
  if (kind !== undefined && !NOT_EXPANDABLE_KINDS.has(kind))
    throw redirect(`${page === "/" ? "" : page}/card/${kind}${search}`);
  return null;
}

export default function Plain() {
  return null;
}
