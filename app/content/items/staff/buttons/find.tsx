import type { Route } from "./+types/find";
import { goOn, itemAction } from "../item-action.ts";
import { ITEM_BUTTON } from "./handle.ts";
import { ItemForm, itemMeta } from "../item-form.tsx";
import { itemLoader } from "../item-page.ts";

export const handle = ITEM_BUTTON;

export function loader(args: Route.LoaderArgs) {
  return itemLoader(args);
}

/** Searches the library for documents to link: the answer lists what fits the words in the form. */
export function action(args: Route.ActionArgs) {
  return itemAction(args, goOn);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return itemMeta(loaderData, params);
}

export default function FindDocuments(props: Route.ComponentProps) {
  return <ItemForm {...props} />;
}
