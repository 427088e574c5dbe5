import { notFound } from "#web/forms/form.ts";
import { hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import { loadCardView } from "#visibility/store/card-view.server.ts";
import { ITEMS_A_PAGE, statusWord } from "../forms/card-forms.ts";
import type { FormValues } from "#values/form-values.ts";
import { mayRename, takesCustomItems } from "#model/items/capabilities.ts";
import { BADGES, customBadge } from "#model/cards/catalogue/badges.ts";
import { CARD_TITLES, type CardKind } from "#model/cards/kinds.ts";
import { STARTER_PAGE } from "#model/setup-guide.ts";
import { starterText } from "#content/starter-controls/rules/starter-controls.ts";
import { editedCard } from "#content/products/staff/edited-card.ts";
import type { EditRequest } from "#web/staff/editing/edit-request.ts";

/** Lists and answers that are edited in dialogs of their own. */
const OWN_DIALOGS: Readonly<Partial<Record<CardKind, { path: string; label: string }>>> = {
  RiskProfile: { path: "risk-profile", label: "Edit risk profile" },
  SecurityGrades: { path: "grades", label: "Edit grades" },
  TrustedBy: { path: "trusted-by", label: "Edit companies" },
};

/** What the drawer of a card is made of in edit mode. */
export type CardPage = Awaited<ReturnType<typeof cardPage>>;

export async function cardPage(edit: EditRequest, card: string, wanted: number) {
  const { org, scope, href } = edit;
  const { kind, title, snapshot } = await editedCard(edit, card);
  const view = await loadCardView(scope, kind);
  if (view === null) throw notFound();
  const pages = Math.max(1, Math.ceil(view.items.length / ITEMS_A_PAGE));
  const page = Math.min(Math.max(1, wanted), pages);
  const items = view.items.slice((page - 1) * ITEMS_A_PAGE, page * ITEMS_A_PAGE);
  const mayHide = hasFeature(org, "restrictedHiddenFiles");
  const own = OWN_DIALOGS[kind];
  const values: FormValues = {
    title: [snapshot.title ?? ""],
    titleWas: [snapshot.title ?? ""],
    uid: items.map(({ uid }) => uid),
    state: items.map(({ state }) => state),
    hide: items.filter(({ hidden }) => hidden).map(({ uid }) => uid),
    was: items.map(({ state, hidden }) => statusWord({ enabledState: state, hidden })),
  };
  return {
    page: { ...edit.page, closeHref: href(`/card/${kind}`) },
    kind,
    cardTitle: title,
    defaultTitle: CARD_TITLES[kind],
    mayRename: mayRename(kind, hasFeature(org, "cardRenaming")),
    hidden: snapshot.hiddenAt !== null,
    icon:
      view.icon === null
        ? null
        : `/api/share/${org.id}/assets/${view.icon.id}?v=${view.icon.revision}`,
    values,
    rows: items.map(
      ({ uid, title: itemTitle, isPublic, hidden, custom, documentCount, badgeId }) => ({
        uid,
        /** The seal of a certification; null for everything else. */
        badge:
          kind === "Certifications"
            ? ((badgeId === null ? undefined : BADGES[badgeId]) ?? customBadge(itemTitle))
            : null,
        title: itemTitle,
        isPublic,
        custom,
        hidden,
        documentCount,
        /** What was hidden before can always be shown again. */
        mayHide: !isPublic && (mayHide || hidden),
        editHref: href(`/edit/cards/${kind}/items/${uid}`),
        deleteHref: custom ? href(`/edit/cards/${kind}/items/${uid}/delete`) : null,
      }),
    ),
    /** The plan leaves out hiding, and there is something that could be hidden. */
    hidingLocked: !mayHide && items.some(({ isPublic }) => !isPublic),
    paging: { page, pages, total: view.items.length, here: href(`/card/${kind}`) },
    kinds: view.documentKinds.map((row) => ({
      ...row,
      href: row.kind === "Subprocessors" ? null : href(`/card/${row.kind}?edit=true`),
    })),
    startersHref: startersHref(edit, view.items),
    ownDialog: own === undefined ? null : { label: own.label, href: href(`/edit/${own.path}`) },
    addHref: takesCustomItems(kind) ? href(`/edit/cards/${kind}/items/new`) : null,
  };
}

/**
 * The page of the starter set, for a card that it has texts for and for whoever may open the page;
 * else null.
 */
function startersHref(
  { product, staff, areaIsHere }: EditRequest,
  items: readonly { uid: string; state: string }[],
): string | null {
  const left = items.some(
    ({ uid, state }) => state === "NotEnabled" && starterText(uid) !== undefined,
  );
  if (!left || !areaIsHere || !staff.permissions.has("settings:edit")) return null;
  const query = product.isDefault ? "" : `?product=${encodeURIComponent(product.slug)}`;
  return `${STARTER_PAGE}${query}`;
}
