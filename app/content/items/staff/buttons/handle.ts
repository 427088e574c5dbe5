import type { RouteHandle } from "#values/page-query.ts";

/** Of each address that a button of an item's form sends it to; opened, it shows the form. */
export const ITEM_BUTTON: RouteHandle = { dialog: true, takesFiles: true, button: true };
