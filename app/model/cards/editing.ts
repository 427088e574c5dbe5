import {
  CARD_KINDS,
  DEFAULT_CARD_ORDER,
  isListItem,
  NOT_EXPANDABLE_KINDS,
  NOT_MOVABLE_KINDS,
  type CardKind,
} from "./kinds.ts";

/**
 * Cards that are edited in a dialog of their own, by its path; every other one in its drawer,
 * `cards/:kind`.
 */
const CARD_EDITORS: Readonly<Partial<Record<CardKind, string>>> = {
  Subprocessors: "subprocessors",
};

/** The path below `edit/` at which a card is edited. */
export function cardEditPath(kind: CardKind): string {
  return CARD_EDITORS[kind] ?? `cards/${kind}`;
}

/**
 * Where a card stands for its editors, below the product's page: its drawer; the dialog of its list
 * where a kind has no drawer; the page itself for a kind that shows nothing.
 */
export function cardAddress(kind: CardKind, mode: "read" | "edit"): string {
  const own = CARD_EDITORS[kind];
  if (own !== undefined) return `/edit/${own}`;
  if (NOT_EXPANDABLE_KINDS.has(kind)) return "";
  return `/card/${kind}${mode === "edit" ? "?edit=true" : ""}`;
}

/**
 * Where an item is edited, below the product's page: its form; an item that stands for the list of
 * its card, where that list is edited.
 */
export function itemEditPath({ uid, kind }: { uid: string; kind: CardKind }): string {
  return isListItem(uid) && CARD_EDITORS[kind] !== undefined
    ? `/edit/${CARD_EDITORS[kind]}`
    : `/edit/cards/${kind}/items/${encodeURIComponent(uid)}`;
}

/** What a card's action menu can offer. */
export type CardAction = "edit" | "display-text" | "visibility" | "placeholder" | "order" | "icon";

/**
 * Cards that show a list, a text or answers of their own: no placeholder stands for their items.
 */
const NO_PLACEHOLDER: ReadonlySet<CardKind> = new Set<CardKind>([
  "Overview",
  "TrustedBy",
  "Subprocessors",
  "Documents",
]);

/**
 * The entries of a card's menu, limited by its kind, by what the person may and by what the org
 * has.
 * @param rights.icons assets:edit and the feature for card icons
 */
export function cardActions(
  kind: CardKind,
  rights: { edit: boolean; icons: boolean },
): CardAction[] {
  if (!rights.edit || kind === "CustomerData") return [];
  return [
    "edit",
    "display-text",
    "visibility",
    ...(NO_PLACEHOLDER.has(kind) ? [] : (["placeholder"] as const)),
    ...(isReorderable(kind) ? (["order"] as const) : []),
    ...(hasCardIcon(kind) && rights.icons ? (["icon"] as const) : []),
  ];
}

/** Only the cards of the cards section show an icon on the page. */
export function hasCardIcon(kind: CardKind): boolean {
  return DEFAULT_CARD_ORDER.includes(kind);
}

/** Whether a card shows a placeholder text while none of its items is enabled. */
export function hasPlaceholder(kind: CardKind): boolean {
  return kind !== "CustomerData" && !NO_PLACEHOLDER.has(kind);
}

/**
 * The cards that an item can move to; none on the cards that don't take part, and none for the item
 * that stands for a list.
 */
export function destinationsOf({ kind, uid }: { kind: CardKind; uid: string }): CardKind[] {
  return NOT_MOVABLE_KINDS.has(kind) || isListItem(uid)
    ? []
    : CARD_KINDS.filter((other) => other !== kind && !NOT_MOVABLE_KINDS.has(other));
}

/** What the tooltip of a switched-off feature says. */
export const LOCKED_FEATURE = "Upgrade your plan to unlock this feature";

/** The hidden field of an edit form that names the version it was rendered with (app/web/history). */
export const BASE_FIELD = "base";

/**
 * Kinds that hold one item, whose entries are arranged in forms of their own, or answers in a fixed
 * order.
 */
const ONE_ORDER: ReadonlySet<CardKind> = new Set<CardKind>([
  "Overview",
  "TrustedBy",
  "SecurityGrades",
  "Subprocessors",
  "RiskProfile",
  "CustomerData",
]);

/** Whether the items of a card can be put in an order. */
export function isReorderable(kind: CardKind): boolean {
  return !ONE_ORDER.has(kind);
}
