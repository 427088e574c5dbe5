import type { Route } from "./+types/rows";
import { goOn, itemAction } from "../item-action.ts";
import { ITEM_BUTTON } from "./handle.ts";
import { ItemForm, itemMeta } from "../item-form.tsx";
import { itemLoader } from "../item-page.ts";

export const handle = ITEM_BUTTON;

export function loader(args: Route.LoaderArgs) {
  return itemLoader(args);
}

/** Add entry, where no scripts run: the form comes back with another empty row. */
export function action(args: Route.ActionArgs) {
  return itemAction(args, goOn);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return itemMeta(loaderData, params);
}

export default function AddRows(props: Route.ComponentProps) {
  return <ItemForm {...props} />;
}
