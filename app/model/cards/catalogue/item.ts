import type { CardKind } from "../kinds.ts";

/** A value an item's choice can take: what is stored and what is shown. */
export interface Choice {
  value: string;
  label: string;
}

/**
 * A standard item of the field that every new product can tick.
 * Which form sections the item supports follows from its capabilities.
 */
export interface CatalogueItem {
  /** `{kind}.{name}`, stable for ever: imports and saved rows refer to it. */
  uid: `${CardKind}.${string}`;
  title: string;
  /** One or two sentences for the editor: what a reviewer wants to read here. */
  guidance: string;
  /** Documents can be linked. */
  files?: true;
  /** The item can carry a link. */
  link?: true;
  /** Possible item types besides 'Other', e.g. 'Type II'. */
  types?: readonly string[];
  maturity?: true;
  recurrence?: true;
  auditor?: true;
  expiry?: true;
  choices?: readonly Choice[];
  listEntries?: true;
  bridgeLetter?: "SOC 1" | "SOC 2";
  /** Id of the badge that a certification shows (model/cards/catalogue/badges). */
  badge?: string;
  /** Comes first in its card. */
  priority?: true;
}
