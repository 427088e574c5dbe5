import type { Route } from "./+types/new-entry";
import { EntryForm } from "#content/edit-kit/entry-form.tsx";
import { pageTitle } from "#values/page-title.ts";
import { faqEditor } from "../editor.server.ts";
import { FAQ_LIMITS } from "../forms/faq-fields.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add entry", loaderData?.failed) }];
}

/** What an address carries of an answer. */
const MOST_ANSWER = 4_000;

/**
 * @param url.searchParams.question what the entry is to answer, such as a search that found nothing
 * @param url.searchParams.answer what was answered elsewhere already
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = (name: string, most: number) => (url.searchParams.get(name) ?? "").slice(0, most);
  return {
    ...(await faqEditor.newPage(context)),
    question: asked("question", FAQ_LIMITS.question.max),
    answer: asked("answer", MOST_ANSWER),
  };
}

export async function action(args: Route.ActionArgs) {
  return faqEditor.add(args);
}

export default function NewEntry({ loaderData, actionData }: Route.ComponentProps) {
  const { given, question, answer } = loaderData;
  return (
    <>
      <h1 className="mb-8 text-2xl font-semibold tracking-tight">Add entry</h1>
      <EntryForm
        id="entry"
        path="/knowledge-base"
        values={{ question, answer, access: "public", productIds: [] }}
        given={given}
        answer={actionData}
      />
    </>
  );
}
