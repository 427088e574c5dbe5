import type { Route } from "./+types/item";
import type { RouteHandle } from "#values/page-query.ts";
import { buttonOf } from "./buttons.ts";
import { itemAction } from "./item-action.ts";
import { ItemForm, itemMeta } from "./item-form.tsx";
import { itemLoader } from "./item-page.ts";

export const handle: RouteHandle = { dialog: true, takesFiles: true };

/**
 * An item of a card: everything that it says, who sees it, and what is linked. Without an id it is
 * 'Add custom item': the same form, for an item of the org's own.
 */
export function loader(args: Route.LoaderArgs) {
  return itemLoader(args);
}

/** Saves. The form's other buttons have addresses of their own (`item-button.tsx`). */
export function action(args: Route.ActionArgs) {
  return itemAction(args, (values) => buttonOf(values, args.params.uid === undefined));
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return itemMeta(loaderData, params);
}

export default function EditItem(props: Route.ComponentProps) {
  return <ItemForm {...props} />;
}
