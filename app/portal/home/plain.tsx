import { redirect } from "react-router";
import type { Route } from "./+types/plain";
import { findItem } from "../../../db/pages/slugs.ts";
import { CARD_KINDS, CARD_TITLES, NOT_EXPANDABLE_KINDS } from "../../domain/kinds.ts";
import { portalBase, portalRequest, productPath } from "../scope.ts";

/** The page with nothing open. `itemUid` and `itemName` select an item or a card: they lead to its address (spec/1 §2). */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const uid = query.get("itemUid");
  const name = query.get("itemName");
  if ((uid === null && name === null) || query.get("loginRequest") === "true" || query.get("requestAccess") === "true") return null;
  const { org, product, products, scope } = await portalRequest(context, request, params);
  const base = `${portalBase(context, org)}${productPath(product)}`;
  query.delete("itemUid");
  query.delete("itemName");
  const item = await findItem(scope, uid === null ? { title: name ?? "" } : { uid });
  if (item !== null && item.locked) {
    query.set("loginRequest", "true");
    query.set("source", query.get("source") ?? "item");
    query.set("itemUid", item.uid);
    throw redirect(`${base}?${query}`);
  }
  if (item !== null) {
    throw redirect(`${portalBase(context, org)}${products.length > 1 ? productPath(product, false) : "/item"}/${item.slug}${query.size === 0 ? "" : `?${query}`}`);
  }
  const kind = CARD_KINDS.find((candidate) => candidate === name || CARD_TITLES[candidate].toLowerCase() === name?.toLowerCase());
  if (kind !== undefined && !NOT_EXPANDABLE_KINDS.has(kind)) throw redirect(`${base}/card/${kind}${query.size === 0 ? "" : `?${query}`}`);
  return null;
}

export default function Plain() {
  return null;
}
