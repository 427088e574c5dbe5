import type { Route } from "./+types/preview";
import { data } from "react-router";
import { itemEditOf } from "../../store/editable-item.server.ts";
import { again } from "../answer.ts";
import { checked, itemAction } from "../item-action.ts";
import { previewOf } from "../preview.ts";
import { ITEM_BUTTON } from "./handle.ts";
import { ItemForm, itemMeta } from "../item-form.tsx";
import { itemLoader } from "../item-page.ts";

export const handle = ITEM_BUTTON;

export function loader(args: Route.LoaderArgs) {
  return itemLoader(args);
}

/** Shows the item as the public would see it once the form is saved; nothing is. */
export function action(args: Route.ActionArgs) {
  return itemAction(args, (sent) =>
    checked(sent, async (form) => {
      const { edit, editable, values, notice } = sent;
      const wanted = itemEditOf(form, editable);
      const preview = await previewOf(args.context, edit, editable, wanted);
      return data(again(values, { notice, preview }));
    }),
  );
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return itemMeta(loaderData, params);
}

export default function PreviewItem(props: Route.ComponentProps) {
  return <ItemForm {...props} />;
}
