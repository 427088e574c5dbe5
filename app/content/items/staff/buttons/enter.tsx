import type { Route } from "./+types/enter";
import { valueOf, type FormValues } from "#values/form-values.ts";
import { goOn, itemAction } from "../item-action.ts";
import { saveItemForm } from "../save-item.ts";
import { ITEM_BUTTON } from "./handle.ts";
import { ItemForm, itemMeta } from "../item-form.tsx";
import { itemLoader } from "../item-page.ts";

export const handle = ITEM_BUTTON;

export function loader(args: Route.LoaderArgs) {
  return itemLoader(args);
}

/** Enter in a field, where no scripts run and nobody can tell in which one it was. */
export function action(args: Route.ActionArgs) {
  return itemAction(args, (sent) => (isSearch(sent.values) ? goOn(sent) : saveItemForm(sent)));
}

/**
 * With words in the library's search, or taken out of it, Enter searches: a search that was meant
 * never publishes half an item, and who meant to save presses Save.
 */
function isSearch(values: FormValues): boolean {
  return [valueOf(values, "documentSearch"), valueOf(values, "documentSearched")].some(
    (text) => text.trim() !== "",
  );
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return itemMeta(loaderData, params);
}

export default function PressEnter(props: Route.ComponentProps) {
  return <ItemForm {...props} />;
}
