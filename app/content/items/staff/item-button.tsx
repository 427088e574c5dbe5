import type { Route } from "./+types/item-button";
import type { RouteHandle } from "#values/page-query.ts";
import { buttonNamed } from "./buttons.ts";
import { itemAction } from "./item-action.ts";
import { ItemForm, itemMeta } from "./item-form.tsx";
import { itemLoader } from "./item-page.ts";

export const handle: RouteHandle = { dialog: true, takesFiles: true, button: true };

/** Opened, the address of a button shows its form. */
export function loader(args: Route.LoaderArgs) {
  buttonNamed(args.params.button, args.params.uid === undefined);
  return itemLoader(args);
}

/** Does what the button does that the address names. */
export function action(args: Route.ActionArgs) {
  const button = buttonNamed(args.params.button, args.params.uid === undefined);
  return itemAction(args, () => button);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return itemMeta(loaderData, params);
}

export default function ItemButtonPage(props: Route.ComponentProps) {
  return <ItemForm {...props} />;
}
