import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import { NotFound, Refused } from "#db/refusals.ts";
import { mustFindDraft } from "../store/topic-drafts.server.ts";
import { removeDraft, returnDraft, submitDraft } from "../store/topic-approvals.server.ts";
import { publishDraft } from "../store/topic-publication.server.ts";
import { findUpdate } from "../store/topic-withdrawal.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { reviewSchema } from "../forms/updates.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { updateMail } from "../mail/mailing.ts";
import { keepTexts } from "#platform/files/markdown/keep-markdown.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { goneBefore } from "#web/forms/button.ts";
import { formAction, type Accepted, type FormAnswer } from "#web/forms/form.ts";
import { actorOf, type StaffInOrg } from "#auth/current-staff.ts";

/**
 * What the buttons of a draft's review page do. What was decided before, by the same form or a
 * quicker colleague, is shown as it is.
 */
export async function decide({
  request,
  context,
  staff,
  draftId,
}: {
  request: Request;
  context: Readonly<RouterContextProvider>;
  staff: StaffInOrg;
  draftId: string;
}) {
  const { store, config, now } = context.get(servicesContext);
  const { org, session } = staff;
  const by = actorOf(context, session);
  const review = `/updates/drafts/${draftId}/review`;
  const press = async ({ value }: Accepted<z.output<typeof reviewSchema>>) => {
    const { intent, revision = 0, confirmListed, publishNow, note } = value;
    switch (intent) {
      case "publish": {
        // A draft that was made of changes, not written in a form, was not looked at yet.
        const { message } = await mustFindDraft(store.read, org.id, draftId);
        await keepTexts({ store, now }, org.id, { message });
        const mail = updateMail(await brandOf(store.read, org, config));
        const publishing = {
          revision,
          needSecondPerson: org.customization.updatesNeedSecondPerson,
          confirmListed,
          publishNow,
          mail,
        };
        const published = await store.write((trx) =>
          publishDraft({ trx, orgId: org.id, by, now: now() }, draftId, publishing),
        );
        return redirectWithFlash(
          context,
          `/updates/topics/${published.topicId}`,
          published.scheduled
            ? `Update scheduled for ${formatMoment(published.publishAt, org.timeZone)}.`
            : "Update published.",
        );
      }
      case "submit":
        await store.write((trx) =>
          submitDraft({ trx, orgId: org.id, by, now: now() }, draftId, revision),
        );
        return redirectWithFlash(
          context,
          review,
          "Sent for approval. A colleague who may publish updates finds it on the list of updates.",
        );
      case "return":
        await store.write((trx) =>
          returnDraft({ trx, orgId: org.id, by, now: now() }, draftId, note),
        );
        return redirectWithFlash(context, review, "Returned to its author.");
      case "delete": {
        const { topicId } = await mustFindDraft(store.read, org.id, draftId);
        await store.write((trx) => removeDraft({ trx, orgId: org.id, by, now: now() }, draftId));
        return redirectWithFlash(
          context,
          topicId === null ? "/updates" : `/updates/topics/${topicId}`,
          "Draft deleted.",
        );
      }
    }
  };
  return formAction({ request, context }, reviewSchema, press, {
    async answers(error, { refuse, value }): Promise<Response | FormAnswer | undefined> {
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
      const published = await findUpdate(store.read, org.id, draftId);
      if (published === null) {
        if (value.intent === "delete") throw goneBefore("This draft", "/updates");
        return undefined;
      }
      return redirectWithFlash(context, `/updates/topics/${published.topicId}`, {
        text: "This update is published already.",
        tone: "error",
      });
    },
  });
}
