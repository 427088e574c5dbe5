import { redirect } from "react-router";
import type { Route } from "./+types/item";
import { loadCardView } from "#visibility/store/card-view.server.ts";
import { drawnCard } from "#visibility/store/drawn.server.ts";
import { findItemBySlug } from "#visibility/store/slugs.server.ts";
import { firstWords } from "#values/markdown.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { formFailed, notFound } from "#web/forms/form.ts";
import { postByForm } from "#access/comments/portal/post.ts";
import { headOf, MAX_DESCRIPTION } from "#web/portal/head.ts";
import { useDialogAbove, useProductHref } from "#web/portal/links.ts";
import {
  cacheForEveryone,
  itemAddress,
  loginQuery,
  portalRequest,
  productAddress,
} from "#web/portal/scope.ts";
import { itemEditPath } from "#model/cards/editing.ts";
import { isOwner } from "#model/visibility/viewer.ts";
import { CardDrawer } from "#content/cards/portal/card-drawer.tsx";
import { refreshAfterAnswer } from "#content/items/integration-reading.server.ts";

export const handle: RouteHandle = { dialog: true, query: {} };

/**
 * An item at its own address: its card opens with the item marked. A locked item leads to the login
 * tab, an old slug to the new one, and what the viewer may not know of is not there.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, params);
  const { org, product, scope } = portal;
  const target = await findItemBySlug(scope, params.slug ?? "");
  if (target.found === "nothing") throw notFound();
  const { search, searchParams } = new URL(request.url);
  if (target.found === "moved")
    throw redirect(`${itemAddress(context, portal, target.slug)}${search}`, 301);
  if (target.locked)
    throw redirect(
      `${productAddress(context, org, product)}?${loginQuery(searchParams, target.uid)}`,
    );
  // Those who may edit get its form, as `edit=true` gives them a card's.
  if (searchParams.get("edit") === "true" && isOwner(portal.viewer, "statuspage:edit")) {
    const page = productAddress(context, org, product);
    throw redirect(`${page === "/" ? "" : page}${itemEditPath(target)}`);
  }
  const card = await loadCardView(scope, target.kind);
  if (card === null) throw notFound();
  cacheForEveryone(context, portal);
  await refreshAfterAnswer(context, portal.scope);
  return {
    card: await drawnCard(portal.scope, card),
    selected: target.uid,
    failed: formFailed(context),
  };
}

/** The form of the item's conversation. */
export async function action(args: Route.ActionArgs) {
  return postByForm(args);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const item = loaderData?.card.items.find((candidate) => candidate.uid === loaderData.selected);
  return headOf(matches, {
    title: `${loaderData?.failed ? "Error: " : ""}${item?.title ?? "Item"}`,
    description: item?.explanation ? firstWords(item.explanation, MAX_DESCRIPTION) : null,
    ...(loaderData === undefined || item === undefined
      ? {}
      : { lists: { what: loaderData.card.title, names: [item.title] } }),
    item: params.slug,
    twin: true,
    changes:
      item === undefined ? undefined : { of: `Changes: ${item.title}`, query: { item: item.uid } },
  });
}

export default function Item({ loaderData }: Route.ComponentProps) {
  const href = useProductHref();
  const covered = useDialogAbove();
  if (covered) return null;
  return <CardDrawer card={loaderData.card} selected={loaderData.selected} closeHref={href("")} />;
}
