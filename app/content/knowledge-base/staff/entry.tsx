import type { Route } from "./+types/entry";
import { baseOf, recordChange, EditConflict } from "#web/history/store/record-change.server.ts";
import type { FaqSnapshot } from "../store/entry-history.server.ts";
import { findFaqEntry, removeFaqEntry, updateFaqEntry } from "../store/faq.server.ts";
import { listFaqTopics } from "../store/faq-list.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatDate } from "#values/dates.ts";
import { sourceWords } from "#model/knowledge-base.ts";
import {
  FAQ_ACCESS_WORDS,
  faqIntentSchema,
  faqSchema,
  type FaqForm,
} from "#model/knowledge-base/forms/faq-forms.ts";
import { pageTitle } from "#values/page-title.ts";
import { keepTexts } from "#platform/files/markdown/keep-markdown.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { buttonAction, goneBefore } from "#web/forms/button.ts";
import {
  answering,
  formFailed,
  notFound,
  parseForm,
  readSubmission,
  type Accepted,
} from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { entryEdit } from "#web/staff/editing/entry-edit.ts";
import { Button } from "#web/ui/button.tsx";
import {
  conflictAnswer,
  type ConflictField,
  type ShownConflict,
} from "#web/staff/editing/conflict.tsx";
import { EntryForm } from "./entry-form.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Edit entry", loaderData?.failed) }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "kb:edit");
  const { read } = context.get(servicesContext).store;
  const entry = await findFaqEntry(read, org.id, params.entryId);
  if (entry === null) throw notFound();
  const day = (iso: string) => ({ iso, text: formatDate(iso, org.timeZone) });
  const {
    question,
    answer,
    comment,
    topic,
    access,
    favouriteAt,
    productIds,
    createdAt,
    modifiedAt,
  } = entry;
  return {
    failed: formFailed(context),
    topics: await listFaqTopics(read, org.id),
    products: (await listProducts(read, org.id)).map(({ id, name }) => ({ id, name })),
    values: {
      question,
      answer,
      comment: comment ?? "",
      topic: topic ?? "",
      access,
      favourite: favouriteAt !== null,
      productIds,
    },
    base: await baseOf(read, "faq-entry", {
      orgId: org.id,
      productId: null,
      subjectId: params.entryId,
    }),
    source: sourceWords(entry),
    added: day(createdAt),
    modified: day(modifiedAt),
  };
}

const GONE = goneBefore("This entry", "/knowledge-base");

/** Saves the entry, or deletes it. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "kb:edit");
  const { store, now } = context.get(servicesContext);
  const before = await findFaqEntry(store.read, org.id, params.entryId);
  const asked = await readSubmission({ request, context }, faqIntentSchema);
  if (before === null) {
    if (asked.ok && asked.value.intent === "delete") throw GONE;
    throw notFound();
  }
  if (!asked.ok) return asked.answer;
  const edit = entryEdit(context, { org, session }, "faq-entry", params.entryId);
  if (asked.value.intent === "delete") {
    return buttonAction(
      context,
      "/knowledge-base",
      async () => {
        await store.write((trx) =>
          recordChange(trx, edit, () => removeFaqEntry(trx, org.id, params.entryId)),
        );
        return redirectWithFlash(context, "/knowledge-base", "The entry was deleted.");
      },
      GONE,
    );
  }
  const submitted = parseForm(context, asked.form, faqSchema);
  const save = async ({ value }: Accepted<FaqForm>) => {
    const { answer, comment } = value;
    await keepTexts({ store, now }, org.id, {
      ...(answer === before.answer ? {} : { answer }),
      ...(comment === before.comment ? {} : { comment }),
    });
    await store.write((trx) =>
      recordChange(trx, { ...edit, base: asked.value.base }, () =>
        updateFaqEntry(trx, org.id, params.entryId, value, now()),
      ),
    );
    return redirectWithFlash(context, "/knowledge-base", "The entry was saved.");
  };
  return answering(submitted, save, {
    gone: "The entry, or a product that you chose, no longer exists.",
    answers: (error, { value, refuse }) =>
      error instanceof EditConflict
        ? conflictAnswer(
            refuse({ form: [error.message] }, { status: error.status }),
            error,
            org.timeZone,
            bothVersions(value, error.current as FaqSnapshot | null),
          )
        : undefined,
  });
}

/** Both versions of an entry that two people edit, field by field. */
function bothVersions(
  { question, answer, comment, topic, access }: FaqForm,
  theirs: FaqSnapshot | null,
): ConflictField[] {
  return [
    { label: "Question", yours: question, theirs: theirs?.question ?? null },
    { label: "Answer", yours: answer, theirs: theirs?.answer ?? null },
    { label: "Comment", yours: comment, theirs: theirs?.comment ?? null },
    { label: "Topic", yours: topic, theirs: theirs?.topic ?? null },
    {
      label: "Access",
      yours: FAQ_ACCESS_WORDS[access],
      theirs: theirs === null ? null : FAQ_ACCESS_WORDS[theirs.access],
    },
  ];
}

export default function Entry({ loaderData, actionData }: Route.ComponentProps) {
  const { values, products, topics, base, source, added, modified } = loaderData;
  const conflict =
    actionData !== undefined && "conflict" in actionData
      ? (actionData.conflict as ShownConflict)
      : null;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Edit entry</h1>
      <p className="mt-2 mb-8 text-sm text-muted">
        Added <time dateTime={added.iso}>{added.text}</time>, last modified{" "}
        <time dateTime={modified.iso}>{modified.text}</time>, source: {source}.
      </p>
      <EntryForm
        values={values}
        result={actionData?.result ?? null}
        products={products}
        topics={topics}
        base={conflict?.base ?? base}
        conflict={conflict}
      >
        <details className="relative">
          <summary className="inline-flex min-h-10 cursor-pointer items-center rounded-md px-3 text-sm font-medium text-red hover:bg-red-soft">
            Delete
          </summary>
          <p className="mt-2 text-sm text-muted">It leaves the portal immediately.</p>
          <Button look="danger" name="intent" value="delete" className="mt-2" formNoValidate>
            Delete this entry
          </Button>
        </details>
      </EntryForm>
    </>
  );
}
