import { catalogueItem, catalogueOf, takesDocuments } from "#model/cards/catalogue/index.ts";
import type { Choice } from "#model/cards/catalogue/item.ts";
import { DEFAULT_ITEM_TYPE } from "./items.ts";
import { CATALOGUE_ONLY_KINDS, type CardKind } from "#model/cards/kinds.ts";

/**
 * Which sections the form of an item has: a standard item as the catalogue says, a custom one as
 * the items of its card.
 */
export interface ItemCapabilities {
  /** Its title can be changed. */
  title: boolean;
  /** The types that it can be, 'Other' last; null where types make no sense. */
  types: readonly string[] | null;
  maturity: boolean;
  recurrence: boolean;
  auditor: boolean;
  expiry: boolean;
  link: boolean;
  listEntries: boolean;
  choices: readonly Choice[] | null;
  documents: boolean;
  /** The report that its bridge letter belongs to. */
  bridgeLetter: "SOC 1" | "SOC 2" | null;
  /** An official badge can stand in place of the generic one. */
  badge: boolean;
}

/** What the capabilities depend on beside the catalogue. */
export interface ItemToEdit {
  uid: string;
  kind: CardKind;
  /** Entries of its own that it has already, in a card whose list is no table of its own. */
  hasListEntries?: boolean;
  /** Documents that it brought from a card whose items have some: they can be unlinked. */
  hasDocuments?: boolean;
}

/** Standard items that can't be called otherwise, whatever the plan says. */
const NEVER_RENAMED: ReadonlySet<CardKind> = new Set<CardKind>([
  "Certifications",
  "SecurityGrades",
]);

/**
 * Whether a card, or a standard item in it, may get another name. @param cardRenaming whether the
 * org has the feature
 */
export function mayRename(kind: CardKind, cardRenaming: boolean): boolean {
  return cardRenaming && !NEVER_RENAMED.has(kind);
}

/**
 * Whether staff may add items of their own to a card: the lists and the risk profile are what the
 * catalogue says.
 */
export function takesCustomItems(kind: CardKind): boolean {
  return kind !== "CustomerData" && !CATALOGUE_ONLY_KINDS.has(kind);
}

export function capabilitiesOf(
  { uid, kind, hasListEntries = false, hasDocuments = false }: ItemToEdit,
  { cardRenaming }: { cardRenaming: boolean },
): ItemCapabilities {
  const standard = catalogueItem(uid);
  // A standard item keeps its own capabilities wherever it was moved; a custom one has what its
  // neighbours have.
  const models = standard === undefined ? catalogueOf(kind) : [standard];
  const some = (name: "maturity" | "recurrence" | "auditor" | "expiry" | "link") =>
    models.some((model) => model[name] === true);
  const isCustom = standard === undefined;
  const types = [...new Set(models.flatMap((model) => model.types ?? []))];
  return {
    title: isCustom || mayRename(kind, cardRenaming),
    types: types.length === 0 ? null : [...types, DEFAULT_ITEM_TYPE],
    maturity: some("maturity"),
    recurrence: some("recurrence"),
    auditor: some("auditor"),
    expiry: some("expiry"),
    link: isCustom || some("link"),
    listEntries: !CATALOGUE_ONLY_KINDS.has(kind) && (isCustom || hasListEntries),
    choices: standard?.choices ?? null,
    documents: takesDocuments({ uid, kind }) || hasDocuments,
    bridgeLetter: standard?.bridgeLetter ?? null,
    badge: kind === "Certifications",
  };
}
