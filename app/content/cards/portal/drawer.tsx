import type { Route } from "./+types/drawer";
import { loadCardView } from "#visibility/store/card-view.server.ts";
import { drawnCard } from "#visibility/store/drawn.server.ts";
import { isCardKind, isListItem, NOT_EXPANDABLE_KINDS } from "#model/cards/kinds.ts";
import type { CardView } from "#model/visibility/card-view.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { formFailed, notFound } from "#web/forms/form.ts";
import { headOf } from "#web/portal/head.ts";
import { useDialogAbove, useProductHref } from "#web/portal/links.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { CardDrawer } from "./card-drawer.tsx";
import { refreshAfterAnswer } from "#content/items/integration-reading.server.ts";

export const handle: RouteHandle = { dialog: true, query: {} };

/** A card as a drawer over its page, at an address of its own. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (!isCardKind(params.kind) || NOT_EXPANDABLE_KINDS.has(params.kind)) throw notFound();
  const portal = await portalRequest(context, request, params);
  const card = await loadCardView(portal.scope, params.kind);
  if (card === null) throw notFound();
  cacheForEveryone(context, portal);
  await refreshAfterAnswer(context, portal.scope);
  return { card: await drawnCard(portal.scope, card), selected: null, failed: formFailed(context) };
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  // The same address is the card's form in edit mode (content/cards/staff/card-mode).
  return headOf(matches, {
    title: `${loaderData?.failed ? "Error: " : ""}${loaderData?.card.title ?? "Card"}`,
    description: loaderData?.card.displayText ?? null,
    ...(loaderData === undefined ? {} : { lists: listOf(loaderData.card) }),
    below: `/card/${params.kind}`,
    twin: true,
  });
}

/**
 * Only what the drawer shows: editors see what they have not enabled, too, and an answer that
 * nobody gave is no answer.
 */
function listOf({ title, items, riskProfile }: CardView) {
  const shown =
    riskProfile.length > 0
      ? riskProfile
      : items.filter(({ state, uid }) => state !== "NotEnabled" && !isListItem(uid));
  return { what: title, names: shown.map((row) => row.title) };
}

export default function Drawer({ loaderData }: Route.ComponentProps) {
  const href = useProductHref();
  const covered = useDialogAbove();
  if (covered) return null;
  return <CardDrawer card={loaderData.card} selected={loaderData.selected} closeHref={href("")} />;
}
