import { getFormProps, useForm } from "@conform-to/react";
import type { Route } from "./+types/edit";
import { loadTopicFile } from "../store/topic-list.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { updateState } from "#model/updates/topic-states.ts";
import { formFailed, notFound } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { saveEdit } from "./edit-save.ts";
import { formChoices } from "./form-data.ts";
import { FormFrame } from "./form-frame.tsx";
import { initial, MessageField, ProductsField, TopicFields } from "./topic-fields.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: pageTitle(`Edit: ${loaderData?.values.subject ?? "update"}`, loaderData?.failed) },
  ];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "updates:publish");
  const { store, now } = context.get(servicesContext);
  const file = await loadTopicFile(store.read, org.id, params.topicId);
  const update = file?.updates.find(({ id }) => id === params.updateId);
  if (
    file === null ||
    update === undefined ||
    updateState(update, now().toISOString()) !== "published"
  )
    throw notFound();
  const { topic, productIds } = file;
  // With a second person required an edit waits as a draft; whoever opens the form goes on with it.
  const draft = file.drafts.find(({ updateId }) => updateId === update.id);
  const { subject, category, effectiveOn, objectionDays } = draft ?? topic;
  return {
    values: {
      revision: String(topic.revision),
      subject,
      category,
      products: draft?.productIds ?? productIds,
      effectiveOn: effectiveOn ?? "",
      objectionDays: objectionDays === null ? "" : String(objectionDays),
      message: draft?.message ?? update.message,
    },
    published: { subject: topic.subject, message: update.message },
    choices: await formChoices(store.read, org),
    back: `/updates/topics/${topic.id}`,
    needSecondPerson: org.customization.updatesNeedSecondPerson,
    failed: formFailed(context),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  return saveEdit({
    request,
    context,
    staff: await requireStaff(context, "updates:publish"),
    topicId: params.topicId,
    updateId: params.updateId,
  });
}

interface EditFields {
  revision?: string;
  subject?: string;
  category?: string;
  products?: string[];
  effectiveOn?: string;
  objectionDays?: string;
  message?: string;
}

export default function EditUpdate({ loaderData, actionData }: Route.ComponentProps) {
  const { values, published, choices, back, needSecondPerson } = loaderData;
  const [form, fields] = useForm<EditFields>({
    id: "edit",
    lastResult: actionData?.result ?? null,
    defaultValue: values,
  });
  const { subject, category, products, effectiveOn, objectionDays, message, revision } = fields;
  return (
    <FormFrame
      title="Edit update"
      lead="Visitors see when it was edited. Your team can still see the old version. No email is sent."
      back={{ to: back, label: published.subject }}
    >
      <form
        method="post"
        {...getFormProps(form, { ariaAttributes: false })}
        className="space-y-6 rounded-lg border border-line bg-surface p-5 sm:p-6"
      >
        <OnceField />
        <ErrorSummary
          errors={form.errors}
          fields={[subject, category, effectiveOn, objectionDays, products, message]}
        />
        {actionData?.conflict ? (
          <section
            aria-label="What is published now"
            className="space-y-2 rounded-md bg-sunken p-4"
          >
            <h2 className="font-semibold">What is published now</h2>
            <p>{published.subject}</p>
            <pre className="font-mono text-sm whitespace-pre-wrap">{published.message}</pre>
          </section>
        ) : null}
        <input type="hidden" name={revision.name} value={values.revision} />
        <TopicFields
          subject={subject}
          category={category}
          effectiveOn={effectiveOn}
          objectionDays={objectionDays}
        />
        <ProductsField field={products} products={choices.products} />
        <MessageField field={message} />
        {initial(message) === undefined ? null : (
          <p className="text-sm text-muted">
            Subject, category and dates belong to the topic and change for all its updates.
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button>{needSecondPerson ? "Send for approval" : "Save"}</Button>{" "}
          <ButtonLink to={back} look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </FormFrame>
  );
}
