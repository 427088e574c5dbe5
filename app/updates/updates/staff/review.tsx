import { Link, redirect } from "react-router";
import type { Route } from "./+types/review";
import { findDraft } from "../store/topic-drafts.server.ts";
import { findUpdate } from "../store/topic-withdrawal.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { brandOf } from "#platform/mail/brand.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { formFailed, notFound } from "#web/forms/form.ts";
import { pressed } from "#web/forms/page-buttons.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { FormFrame } from "./form-frame.tsx";
import { updateDesk } from "./desk.ts";
import { REVIEW_BUTTONS } from "../forms/updates.ts";
import { BUTTONS } from "./review-buttons.ts";
import { reviewOf } from "./review-data.ts";
import { Decision } from "./review-decision.tsx";
import { MailPreview, PagePreview, Reach } from "./review-parts.tsx";

export const handle: RouteHandle = { button: REVIEW_BUTTONS };

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: pageTitle(`Review: ${loaderData?.review.topic.subject ?? ""}`, loaderData?.failed) },
  ];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org, session } = await requireStaff(context, "updates:publish");
  const { store, config, now } = context.get(servicesContext);
  const draft = await findDraft(store.read, org.id, params.draftId);
  if (draft === null) {
    // Published meanwhile: what is left of the draft is the update.
    const update = await findUpdate(store.read, org.id, params.draftId);
    if (update !== null) throw redirect(`/updates/topics/${update.topicId}`);
    throw notFound();
  }
  const review = await reviewOf(store.read, org, draft, {
    actor: actorOf(context, session).actor,
    brand: await brandOf(store.read, org, config),
    now: now(),
  });
  const { id, topicId, updateId, revision, changedBy, changedAt, returned } = draft;
  return {
    draft: {
      id,
      topicId,
      updateId,
      revision,
      changedBy,
      changedAt: formatMoment(changedAt, org.timeZone),
      returned,
    },
    review,
    timeZone: org.timeZone,
    portalTitle: org.customization.portalTitle,
    failed: formFailed(context),
  };
}

export async function action(args: Route.ActionArgs) {
  const desk = await updateDesk(args.context, {
    id: args.params.draftId,
    page: `/updates/drafts/${args.params.draftId}/review`,
  });
  return (await pressed(args, BUTTONS, desk)).answer;
}

export default function ReviewDraft({ loaderData, actionData }: Route.ComponentProps) {
  const { draft, review, timeZone, portalTitle } = loaderData;
  const { "": formErrors, confirmListed, publishNow, ...others } = actionData?.result.error ?? {};
  const edit =
    draft.updateId === null
      ? `/updates/drafts/${draft.id}`
      : `/updates/topics/${draft.topicId}/${draft.updateId}`;
  const lead = (
    <>
      {draft.updateId === null ? "A draft" : "A change of a published update"}, last changed by{" "}
      {draft.changedBy} on {draft.changedAt}.
      {draft.returned === null
        ? null
        : ` ${draft.returned.by} returned it${draft.returned.note === "" ? "." : `: ${draft.returned.note}`}`}
    </>
  );
  return (
    <FormFrame
      title={`Review: ${review.topic.subject}`}
      lead={lead}
      back={{ to: "/updates", label: "Updates" }}
    >
      <div className="space-y-8">
        <ErrorSummary
          errors={[
            ...(formErrors ?? []),
            ...Object.values(others).flatMap((errors) => errors ?? []),
          ]}
          fields={[
            { id: "confirm-listed", errors: confirmListed ?? [] },
            { id: "publish-now", errors: publishNow ?? [] },
          ]}
        />
        {draft.updateId === null ? <Reach review={review} portalTitle={portalTitle} /> : null}
        <PagePreview review={review} timeZone={timeZone} portalTitle={portalTitle} />
        {review.email === null || draft.updateId !== null ? null : (
          <MailPreview email={review.email} />
        )}
        <Decision
          draft={draft}
          review={review}
          confirmErrors={confirmListed ?? []}
          nowErrors={publishNow ?? []}
        />
        <p>
          <Link to={edit} className={buttonClass("secondary")}>
            Back to the form
          </Link>
        </p>
      </div>
    </FormFrame>
  );
}
