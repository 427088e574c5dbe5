import { redirect } from "react-router";
import { hostContext, viewerContext } from "#platform/context.ts";
import { isOwner } from "#model/visibility/viewer.ts";
import { catalogueKind } from "#model/cards/catalogue/index.ts";
import { cardAddress, itemEditPath } from "#model/cards/editing.ts";
import { loadCardView } from "#visibility/store/card-view.server.ts";
import { LED_FROM, NOT_HERE } from "#values/not-here.ts";
import { NotHere } from "./not-here.tsx";
import type { Route } from "./+types/plain";
import { loadCards } from "#visibility/store/items.server.ts";
import { meantDocument } from "#visibility/store/files.server.ts";
import { fileAddress } from "#model/documents/library.ts";
import { findItem } from "#visibility/store/slugs.server.ts";
import { accessPlace, MEANT_DOCUMENT } from "#model/access-requests/access-dialog.ts";
import {
  CARD_KINDS,
  CARD_TITLES,
  NOT_EXPANDABLE_KINDS,
  type CardKind,
} from "#model/cards/kinds.ts";
import { anything, oneOf, type RouteHandle } from "#values/page-query.ts";
import {
  itemAddress,
  loginQuery,
  orgOf,
  portalBase,
  portalRequest,
  productAddress,
  sameAddress,
  type PortalRequest,
} from "#web/portal/scope.ts";

export const handle: RouteHandle = {
  query: {
    kept: { [NOT_HERE]: oneOf(...LED_FROM) },
    own: {
      itemUid: anything,
      itemName: anything,
      inviteToken: anything,
      [MEANT_DOCUMENT]: oneOf("true"),
    },
  },
};

/**
 * The page with nothing open. `itemUid` and `itemName` select an item or a card: they lead to its
 * address, or to the document that is meant by an item, where access has just been given for it.
 * With `edit=true` those who may edit are led to its form. What names nothing that this viewer may
 * know of is said on the page, in the same words whether it exists or not.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const uid = query.get("itemUid");
  const name = query.get("itemName");
  if (accessPlace(query, "") !== null) return null;
  const led = LED_FROM.find((what) => what === query.get(NOT_HERE)) ?? null;
  if (uid === null && name === null) {
    // An invitation opens the form that it invites to, which says when it no longer counts.
    if (query.has("inviteToken") && context.get(viewerContext).mode === "public") {
      const changes = { requestAccess: "true", source: query.get("source") ?? "invite" };
      throw redirect(sameAddress(context, orgOf(context), request, changes));
    }
    return led === null ? null : { notHere: led };
  }
  const portal = await portalRequest(context, request, params);
  const edits =
    query.get("edit") === "true" &&
    isOwner(portal.viewer, "statuspage:edit") &&
    context.get(hostContext).domainOrgSlug === null;
  query.delete("itemUid");
  query.delete("itemName");
  const opens = query.get(MEANT_DOCUMENT) === "true";
  query.delete(MEANT_DOCUMENT);
  const item = await findItem(portal.scope, uid === null ? { title: name ?? "" } : { uid });
  const page = productAddress(context, portal.org, portal.product);
  const below = (path: string) => `${page === "/" ? "" : page}${path}`;
  // A card's kind selects the card, whichever of the two parameters says it.
  const kind =
    name === null ? CARD_KINDS.find((known) => known === uid) : await cardNamed(portal, name);
  // The table has a page of its own; the item of that name only leads there.
  const isTable = (uid === null || item === null) && kind === "Subprocessors";
  if (edits) {
    const path = await editPath(portal, { item: isTable ? null : item, uid, kind });
    query.delete("edit");
    if (path !== null) throw redirect(withQuery(below(path), query));
  }
  if (isTable) {
    if (!portal.product.isDefault) query.set("product", portal.product.slug);
    throw redirect(
      `${portalBase(context, portal.org)}/subprocessors${query.size === 0 ? "" : `?${query}`}`,
    );
  }
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
  if (kind !== undefined && (await opensAsDrawer(portal, kind)))
    throw redirect(`${below(`/card/${kind}`)}${search}`);
  return { notHere: "item" as const };
}

/**
 * The form of what an address selects, below the product's page; null where it has none. An item of
 * the catalogue that nobody touched has one, too.
 */
async function editPath(
  portal: PortalRequest,
  {
    item,
    uid,
    kind,
  }: {
    item: Awaited<ReturnType<typeof findItem>>;
    uid: string | null;
    kind: CardKind | undefined;
  },
): Promise<string | null> {
  if (item !== null) return itemEditPath(item);
  const standard = uid === null ? undefined : catalogueKind(uid);
  if (uid !== null && standard !== undefined) return itemEditPath({ uid, kind: standard });
  if (kind === undefined || !(await loadCards(portal.scope)).has(kind)) return null;
  return cardAddress(kind, "edit") || null;
}

async function opensAsDrawer({ scope }: PortalRequest, kind: CardKind): Promise<boolean> {
  return !NOT_EXPANDABLE_KINDS.has(kind) && (await loadCardView(scope, kind)) !== null;
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
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

export default function Plain({ loaderData }: { loaderData: Route.ComponentProps["loaderData"] }) {
  const what = loaderData?.notHere ?? null;
  return what === null ? null : <NotHere what={what} />;
}
