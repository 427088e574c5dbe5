import type { ReactNode } from "react";
import type { CardView, ItemView } from "#model/visibility/card-view.ts";

/**
 * How the portal draws what a staff dialog over its page wants to show as visitors see it; the page
 * hands it to its dialogs.
 */
export interface Previewing {
  item: (item: ItemView) => ReactNode;
  card: (card: CardView) => ReactNode;
}
