import type { Route } from "./+types/entry";
import { EditedEntry } from "#content/edit-kit/entry-form.tsx";
import { sourceWords } from "#model/knowledge-base.ts";
import { pageTitle } from "#values/page-title.ts";
import { faqEditor } from "../editor.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Edit entry", loaderData?.shown.failed) }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { entry, shown } = await faqEditor.page(context, params.entryId);
  return { shown, source: sourceWords(entry) };
}

/** Saves the entry, or deletes it. */
export async function action(args: Route.ActionArgs) {
  return faqEditor.change(args, args.params.entryId);
}

export default function Entry({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <EditedEntry
      noun="entry"
      id="entry"
      path="/knowledge-base"
      about={`, source: ${loaderData.source}`}
      shown={loaderData.shown}
      answer={actionData}
      afterDeletion="It’s removed from the portal immediately."
    />
  );
}
