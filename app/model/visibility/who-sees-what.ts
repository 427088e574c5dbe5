import type { PublicAccessLevel } from "#model/settings/customization.ts";
import { countsAsEnabled, type EnabledState } from "#model/items/items.ts";
import { PUBLIC_KINDS, type CardKind } from "#model/cards/kinds.ts";
import type { Audience, FaqAccess } from "#model/updates/words.ts";
import { grantIn, readsAsAccount, type Viewer } from "./viewer.ts";

/**
 * Who sees what: the one rule that every page, feed, search, API answer and file asks.
 */

/** What the rule needs to know of an item. */
export interface ItemFacts {
  uid: string;
  kind: CardKind;
  enabledState: EnabledState;
  publicAccess: boolean;
  /** Restricted and hidden: only accounts whose profile includes it. */
  hidden: boolean;
  /** The card that the item stands in is hidden. */
  cardHidden: boolean;
}

export interface Setting {
  productId: string;
  level: PublicAccessLevel;
}

/**
 * - `absent`: nothing of the item leaves the server, not even its title
 * - `locked`: its title, and how to ask for access
 * - `open`: its text
 */
export type TextAccess = "absent" | "locked" | "open";

/**
 * - `open`: view and download as the document allows
 * - `nda`: open once the NDA is signed
 * - `locked`: shown as locked
 * - `none`: not shown at all
 */
export type FileAccess = "open" | "nda" | "locked" | "none";

/**
 * How a viewer who may not have it can ask: by 'Get access', by the request dialog, or only by
 * invitation.
 */
export type AccessOffer = "get-access" | "request" | "invitation" | null;

export interface ItemAccess {
  text: TextAccess;
  files: FileAccess;
  offer: AccessOffer;
}

const ABSENT: ItemAccess = { text: "absent", files: "none", offer: null };

/** What a viewer gets of one item: a cell of the table of who sees what. */
export function itemAccess(viewer: Viewer, item: ItemFacts, setting: Setting): ItemAccess {
  if (viewer.mode === "main") {
    const { permissions } = viewer.staff;
    const files =
      permissions.has("files:view") || permissions.has("files:download") ? "open" : "none";
    return { text: "open", files, offer: null };
  }
  if (item.cardHidden || !countsAsEnabled(item.enabledState)) return ABSENT;

  const grant = grantIn(viewer, setting.productId);
  const included = grant !== null && (grant.allItems || grant.itemUids.has(item.uid));
  const isPublic = item.publicAccess && !item.hidden;
  if (included) {
    const bound = !isPublic && grant.ndaRequired && !grant.ndaPassed;
    return { text: "open", files: bound ? "nda" : "open", offer: null };
  }
  if (item.hidden) return ABSENT;
  if (isPublic && (grant !== null || publicItemIsOpen(item.kind, setting.level))) {
    return { text: "open", files: "open", offer: null };
  }
  const offer = grant !== null ? "request" : offerAt(setting.level);
  return { text: textIsOpen(item.kind, setting.level) ? "open" : "locked", files: "locked", offer };
}

/** A public item is open everywhere, but at Minimal in the public kinds alone. */
function publicItemIsOpen(kind: CardKind, level: PublicAccessLevel): boolean {
  return level !== "Minimal" || PUBLIC_KINDS.has(kind);
}

function textIsOpen(kind: CardKind, level: PublicAccessLevel): boolean {
  return level === "Limited" || level === "Full" || PUBLIC_KINDS.has(kind);
}

function offerAt(level: PublicAccessLevel): AccessOffer {
  if (level === "Full") return "invitation";
  return level === "Minimal" ? "request" : "get-access";
}

/**
 * Whether the facts that staff released of a locked document stand beside it: at Minimal, its
 * item's title alone does.
 */
export function showsReleasedFacts({ level }: Pick<Setting, "level">): boolean {
  return level !== "Minimal";
}

/** Whether a viewer may see a hidden card or section, marked as hidden. */
export function seesHidden(viewer: Viewer): boolean {
  return viewer.mode === "main";
}

/**
 * FAQ entries and controls: public, accounts or internal; at level Minimal only accounts see them.
 */
export function seesFaqEntry(
  viewer: Viewer,
  access: FaqAccess,
  { productId, level }: Setting,
): boolean {
  if (viewer.mode === "main") return true;
  if (access === "internal") return false;
  if (readsAsAccount(viewer, productId)) return true;
  return access === "public" && level !== "Minimal";
}

/** Topic updates by their audience: private ones are for accounts. */
export function seesTopicUpdate(viewer: Viewer, audience: Audience, productId: string): boolean {
  return viewer.mode === "main" || audience === "public" || readsAsAccount(viewer, productId);
}

/** Hidden topics are shown to the owner alone. */
export function seesTopic(viewer: Viewer, topic: { hidden: boolean }): boolean {
  return !topic.hidden || viewer.mode === "main";
}
