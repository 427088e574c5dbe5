import type { Route } from "./+types/disconnect";
import { itemAction } from "../item-action.ts";
import { reconnect } from "./reconnect.ts";
import { ITEM_BUTTON } from "./handle.ts";
import { ItemForm, itemMeta } from "../item-form.tsx";
import { itemLoader } from "../item-page.ts";

export const handle = ITEM_BUTTON;

export function loader(args: Route.LoaderArgs) {
  return itemLoader(args);
}

/** Disconnects the item at once; the form goes on with what else stands in it. */
export function action(args: Route.ActionArgs) {
  return itemAction(args, (sent) => reconnect(sent, "disconnect"));
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return itemMeta(loaderData, params);
}

export default function DisconnectItem(props: Route.ComponentProps) {
  return <ItemForm {...props} />;
}
