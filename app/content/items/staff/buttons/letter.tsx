import type { Route } from "./+types/letter";
import { data } from "react-router";
import { previewMarkdown } from "#platform/files/markdown/keep-markdown.ts";
import { valueOf } from "#values/form-values.ts";
import { again } from "../answer.ts";
import { itemAction } from "../item-action.ts";
import { ITEM_BUTTON } from "./handle.ts";
import { ItemForm, itemMeta } from "../item-form.tsx";
import { itemLoader } from "../item-page.ts";

export const handle = ITEM_BUTTON;

export function loader(args: Route.LoaderArgs) {
  return itemLoader(args);
}

/** View with Markdown, where no scripts run: the letter as it reads, or its editor again. */
export function action(args: Route.ActionArgs) {
  return itemAction(args, async ({ edit, values, notice }) => {
    const text = valueOf(values, "letterContent");
    const letterPreview =
      valueOf(values, "letterShown") === "preview"
        ? null
        : await previewMarkdown(edit.org.id, text, "letterContent");
    return data(again(values, { notice, letterPreview }));
  });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return itemMeta(loaderData, params);
}

export default function ViewLetter(props: Route.ComponentProps) {
  return <ItemForm {...props} />;
}
