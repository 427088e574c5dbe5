import type { Route } from "./+types/item-button";
import type { RouteHandle } from "#values/page-query.ts";
import { buttonNamed } from "./buttons.ts";
import { itemAction } from "./item-action.ts";
import { ItemForm, itemMeta } from "./item-form.tsx";
import { itemLoader } from "./item-page.ts";

export const handle: RouteHandle = { dialog: true, takesFiles: true, button: true };

/** Opened, the address of a button shows its form. Who may not edit is told that first. */
export async function loader(args: Route.LoaderArgs) {
  const form = await itemLoader(args);
  buttonNamed(args.params.button, args.params.uid === undefined);
  return form;
}

/** Does what the button does that the address names. */
export function action(args: Route.ActionArgs) {
  return itemAction(args, () => buttonNamed(args.params.button, args.params.uid === undefined));
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
