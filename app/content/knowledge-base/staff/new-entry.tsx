import type { Route } from "./+types/new-entry";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { addFaqEntry } from "../store/faq.server.ts";
import { listFaqTopics } from "../store/faq-list.server.ts";
import { newId } from "#db/ids.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { NotFound } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { FAQ_LIMITS, faqSchema } from "#model/knowledge-base/forms/faq-forms.ts";
import { pageTitle } from "#values/page-title.ts";
import { keepTexts } from "#platform/files/markdown/keep-markdown.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { entryEdit } from "#web/staff/editing/entry-edit.ts";
import { EntryForm, type EntryValues } from "./entry-form.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add entry", loaderData?.failed) }];
}

/**
 * @param url.searchParams.question what the entry is to answer, such as a search that found nothing
 * @param url.searchParams.answer what was answered elsewhere already
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "kb:edit");
  const products = await listProducts(context.get(servicesContext).store.read, org.id);
  const question = (url.searchParams.get("question") ?? "").slice(0, FAQ_LIMITS.question.max);
  return {
    question,
    answer: (url.searchParams.get("answer") ?? "").slice(0, MOST_ANSWER),
    failed: formFailed(context),
    topics: await listFaqTopics(context.get(servicesContext).store.read, org.id),
    products: products.map(({ id, name }) => ({ id, name })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "kb:edit");
  return formAction(
    { request, context },
    faqSchema,
    async (submitted) => {
      const { store, now } = context.get(servicesContext);
      const { answer, comment } = submitted.value;
      await keepTexts({ store, now }, org.id, { answer, comment });
      const id = newId();
      const edit = entryEdit(context, { org, session }, "faq-entry", id);
      await store.write((trx) =>
        recordChange(trx, edit, () => addFaqEntry(trx, org.id, { ...submitted.value, id }, now())),
      );
      return redirectWithFlash(context, "/knowledge-base", "The entry was added.");
    },
    {
      answers: (error, submitted) => {
        if (error instanceof NotFound)
          return submitted.refuse(
            { fields: { productIds: ["A product no longer exists. Choose again."] } },
            { status: 409 },
          );
        return undefined;
      },
    },
  );
}

/** What an address carries of an answer. */
const MOST_ANSWER = 4_000;

const EMPTY: EntryValues = {
  question: "",
  answer: "",
  comment: "",
  topic: "",
  access: "public",
  favourite: false,
  productIds: [],
};

export default function NewEntry({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-8 text-2xl font-semibold tracking-tight">Add entry</h1>
      <EntryForm
        values={{ ...EMPTY, question: loaderData.question, answer: loaderData.answer }}
        result={actionData?.result ?? null}
        products={loaderData.products}
        topics={loaderData.topics}
        base={null}
      />
    </>
  );
}
