import type { CardKind } from "./kinds.ts";

/**
 * The dialogs by which staff edit a product's page: a path below the page's `edit/`, and the module in staff/edit
 * that answers there. routes.ts mounts each of them for the default product and for every other; menus and the
 * toolbar offer what stands here, so that no link leads nowhere.
 */
export const EDIT_DIALOGS = {
  "changes/:changeId/undo": "undo",
  "cards/:kind/display-text": "display-text",
  "cards/:kind": "card",
  "cards/:kind/items/new": "item-new",
  "cards/:kind/items/:uid": "item",
  "cards/:kind/items/:uid/delete": "item-delete",
  "cards/:kind/order": "order/items",
  "card-order": "order/cards",
  sections: "order/sections",
} as const satisfies Readonly<Record<string, string>>;

export type EditPath = keyof typeof EDIT_DIALOGS;

const known: Readonly<Record<string, string>> = EDIT_DIALOGS;

/** Whether there is a dialog at a path such as `cards/:kind/icon`. */
export function hasEditDialog(path: string): boolean {
  return Object.hasOwn(known, path);
}

/** The hidden field of an edit form that names the version it was rendered with (db/changes). */
export const BASE_FIELD = "base";

/** Kinds that hold one item, whose entries are arranged in forms of their own, or answers in a fixed order (product.md §3). */
const ONE_ORDER: ReadonlySet<CardKind> = new Set<CardKind>(["Overview", "TrustedBy", "SecurityGrades", "Subprocessors", "RiskProfile", "CustomerData"]);

/** Whether the items of a card can be put in an order. */
export function isReorderable(kind: CardKind): boolean {
  return !ONE_ORDER.has(kind);
}
