import type { Route } from "./+types/upload";
import { goOn, itemAction } from "../item-action.ts";
import { ITEM_BUTTON } from "./handle.ts";
import { ItemForm, itemMeta } from "../item-form.tsx";
import { itemLoader } from "../item-page.ts";

export const handle = ITEM_BUTTON;

export function loader(args: Route.LoaderArgs) {
  return itemLoader(args);
}

/** Puts the files of the form into the library, and goes on with them chosen. */
export function action(args: Route.ActionArgs) {
  return itemAction(args, goOn, { needsFiles: true });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return itemMeta(loaderData, params);
}

export default function UploadDocuments(props: Route.ComponentProps) {
  return <ItemForm {...props} />;
}
