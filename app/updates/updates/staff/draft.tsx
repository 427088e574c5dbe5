import type { Route } from "./+types/draft";
import { findDraft } from "../store/topic-drafts.server.ts";
import { findUpdate } from "../store/topic-withdrawal.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, notFound } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { fieldsOf, formChoices } from "./form-data.ts";
import { FormFrame } from "./form-frame.tsx";
import { saveUpdate } from "./save.ts";
import { UpdateForm } from "./update-form.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(`Draft: ${loaderData?.draft.subject ?? ""}`, loaderData?.failed) }];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "updates:publish");
  const { store } = context.get(servicesContext);
  const draft = await findDraft(store.read, org.id, params.draftId);
  if (draft === null || draft.updateId !== null) throw notFound();
  const { subject, topicId, revision, submitted, returned, changedBy, changedAt } = draft;
  return {
    draft: {
      subject,
      topicId,
      revision,
      waiting: submitted !== null,
      returned,
      changedBy,
      changedAt: formatMoment(changedAt, org.timeZone),
    },
    choices: await formChoices(store.read, org),
    values: fieldsOf(draft, org.timeZone),
    needSecondPerson: org.customization.updatesNeedSecondPerson,
    failed: formFailed(context),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const staff = await requireStaff(context, "updates:publish");
  const { store } = context.get(servicesContext);
  const draft = await findDraft(store.read, staff.org.id, params.draftId);
  if (draft !== null && draft.updateId === null)
    return saveUpdate({ request, context, staff, topicId: draft.topicId, draftId: draft.id });
  // The form of a draft that was published since, sent again.
  const published = await findUpdate(store.read, staff.org.id, params.draftId);
  if (published === null) throw notFound();
  return redirectWithFlash(context, `/updates/topics/${published.topicId}`, "Update published.");
}

export default function Draft({ loaderData, actionData }: Route.ComponentProps) {
  const { draft, choices, values, needSecondPerson } = loaderData;
  const lead = (
    <>
      <p>
        Draft, last changed by {draft.changedBy} on {draft.changedAt}.
      </p>
      {draft.waiting ? (
        <p className="mt-2 font-medium text-ink">
          Waiting for approval. If you edit it, it goes back to draft.
        </p>
      ) : null}
      {draft.returned === null ? null : (
        <p className="mt-2 font-medium text-ink">
          {draft.returned.by} returned it
          {draft.returned.note === "" ? "." : `: ${draft.returned.note}`}
        </p>
      )}
    </>
  );
  return (
    <FormFrame
      title={draft.subject}
      lead={lead}
      back={
        draft.topicId === null
          ? { to: "/updates", label: "Updates" }
          : { to: `/updates/topics/${draft.topicId}`, label: "Topic" }
      }
    >
      <UpdateForm
        key={draft.revision}
        choices={choices}
        values={values}
        result={actionData?.result ?? null}
        theirs={actionData?.theirs ?? null}
        followsUp={draft.topicId !== null}
        needSecondPerson={needSecondPerson}
        cancel="/updates"
      />
    </FormFrame>
  );
}
