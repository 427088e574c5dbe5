import type * as z from "zod";
import { NotFound, Refused } from "#db/refusals.ts";
import { mustFindDraft } from "../store/topic-drafts.server.ts";
import { removeDraft, returnDraft, submitDraft } from "../store/topic-approvals.server.ts";
import { publishDraft } from "../store/topic-publication.server.ts";
import { findUpdate } from "../store/topic-withdrawal.server.ts";
import { servicesContext } from "#platform/context.ts";
import { type REVIEW_BUTTONS, reviewSchema } from "../forms/updates.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { updateMail } from "../mail/mailing.ts";
import { keepTexts } from "#platform/files/markdown/keep-markdown.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { goneBefore } from "#web/forms/button.ts";
import type { Accepted, FormAnswer } from "#web/forms/form.ts";
import { type PageButton, pageButton } from "#web/forms/page-buttons.ts";
import { toPublished, type UpdateDesk } from "./desk.ts";

type Review = z.output<typeof reviewSchema>;
type ReviewButton = PageButton<UpdateDesk, Response>;

/** What the buttons of a draft's review page do. */
export const BUTTONS: Readonly<Record<(typeof REVIEW_BUTTONS)[number], ReviewButton>> = {
  publish: ofDraft(publish),
  submit: ofDraft(async (desk, { revision = 0 }) => {
    await desk.change((write, id) => submitDraft(write, id, revision));
    return backTo(
      desk,
      "Sent for approval. Team members who can publish updates will find it in the list of updates.",
    );
  }),
  return: ofDraft(async (desk, { note }) => {
    await desk.change((write, id) => returnDraft(write, id, note));
    return backTo(desk, "Returned to its author.");
  }),
  delete: ofDraft(remove, goneBefore("This draft", "/updates")),
};

function backTo({ context, page }: UpdateDesk, done: string): Response {
  return redirectWithFlash(context, page, done);
}

/**
 * What was decided before, by the same form or a quicker colleague, is shown as it is.
 * @param gone thrown where the draft is not there; a missing page unless there are words for it
 */
function ofDraft(
  press: (desk: UpdateDesk, review: Review) => Promise<Response>,
  gone?: ReturnType<typeof goneBefore>,
): ReviewButton {
  return pageButton(
    reviewSchema,
    (desk: UpdateDesk, { value }) => press(desk, value),
    ({ context, org, id }) => ({
      async answers(
        error,
        { refuse }: Accepted<Review>,
      ): Promise<Response | FormAnswer | undefined> {
        if (error instanceof Refused)
          return refuse(
            error.field === "confirmListed"
              ? { fields: { confirmListed: [error.message] } }
              : error.field === "publishAt"
                ? { fields: { publishNow: [error.message] } }
                : { form: [error.message] },
            { status: error.field === null ? error.status : 400 },
          );
        if (!(error instanceof NotFound)) return undefined;
        const { read } = context.get(servicesContext).store;
        const published = await findUpdate(read, org.id, id);
        if (published === null) {
          if (gone !== undefined) throw gone;
          return undefined;
        }
        return redirectWithFlash(context, `/updates/topics/${published.topicId}`, {
          text: "This update is already published.",
          tone: "error",
        });
      },
    }),
  );
}

async function publish(
  { context, org, id, change }: UpdateDesk,
  { revision = 0, confirmListed, publishNow }: Review,
): Promise<Response> {
  const { store, config, now } = context.get(servicesContext);
  // A draft that was made of changes, not written in a form, was not looked at yet.
  const { message } = await mustFindDraft(store.read, org.id, id);
  await keepTexts({ store, now }, org.id, { message });
  const publishing = {
    revision,
    needSecondPerson: org.customization.updatesNeedSecondPerson,
    confirmListed,
    publishNow,
    mail: updateMail(await brandOf(store.read, org, config)),
  };
  const published = await change((write) => publishDraft(write, id, publishing));
  return toPublished(context, org, published);
}

async function remove({ context, org, id, change }: UpdateDesk): Promise<Response> {
  const { read } = context.get(servicesContext).store;
  const { topicId } = await mustFindDraft(read, org.id, id);
  await change(removeDraft);
  const to = topicId === null ? "/updates" : `/updates/topics/${topicId}`;
  return redirectWithFlash(context, to, "Draft deleted.");
}
