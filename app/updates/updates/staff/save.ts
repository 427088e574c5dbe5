import { data, type RouterContextProvider } from "react-router";
import type * as z from "zod";
import { Refused } from "#db/refusals.ts";
import {
  AlreadyPublished,
  DraftChanged,
  saveDraft,
  type TopicDraft,
} from "../store/topic-drafts.server.ts";
import { publishDraft } from "../store/topic-publication.server.ts";
import { servicesContext } from "#platform/context.ts";
import { updateForm } from "../forms/updates.ts";
import { keepTexts } from "#platform/files/markdown/keep-markdown.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { updateMail } from "../mail/mailing.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { answering, readSubmission, type Accepted, type FormAnswer } from "#web/forms/form.ts";
import { actorOf, type StaffInOrg } from "#auth/current-staff.ts";
import { toPublished } from "./desk.ts";
import type { Theirs } from "./update-form.tsx";

interface Saving {
  request: Request;
  context: Readonly<RouterContextProvider>;
  staff: StaffInOrg;
  /** The topic that the update follows up. */
  topicId: string | null;
  /** The draft of the address; undefined where a new one is written. */
  draftId?: string;
}

/**
 * What the form of an update does, new or a draft: saves it, shows it, or publishes it where nobody
 * gets mail of it.
 */
export async function saveUpdate({ request, context, staff, topicId, draftId }: Saving) {
  const { store, config, now } = context.get(servicesContext);
  const { org, session } = staff;
  const by = actorOf(context, session);
  const submitted = await readSubmission(
    { request, context },
    updateForm({ topicId, timeZone: org.timeZone, now: now() }),
  );
  const { updatesNeedSecondPerson } = org.customization;
  const save = async ({ value }: Accepted<z.output<ReturnType<typeof updateForm>>>) => {
    const { intent, values, draft: issued, revision, publishNow } = value;
    // Mail can't be called back: who publishes it sees first who gets it.
    const publishes = intent === "publish" && values.email === null && !updatesNeedSecondPerson;
    await keepTexts({ store, now }, org.id, { message: values.message });
    const brand = await brandOf(store.read, org, config);
    const done = await store.write(async (trx) => {
      const write = { trx, orgId: org.id, by, now: now() };
      const draft = await saveDraft(write, values, {
        id: draftId ?? issued,
        revision: draftId === undefined ? revision : (revision ?? 0),
      });
      if (!publishes) return { draft, published: null };
      return {
        draft,
        published: await publishDraft(write, draft.id, {
          revision: draft.revision,
          needSecondPerson: false,
          confirmListed: false,
          publishNow,
          mail: updateMail(brand),
        }),
      };
    });
    const { published } = done;
    if (published !== null) return toPublished(context, org, published);
    return redirectWithFlash(
      context,
      intent === "save"
        ? `/updates/drafts/${done.draft.id}`
        : `/updates/drafts/${done.draft.id}/review`,
      "Draft saved.",
    );
  };
  let theirs: Theirs | null = null;
  const answer = await answering(submitted, save, {
    answers(error, { refuse }): Response | FormAnswer | undefined {
      if (error instanceof AlreadyPublished)
        return redirectWithFlash(context, `/updates/topics/${error.topicId}`, "Update published.");
      if (error instanceof DraftChanged) {
        theirs = theirsOf(error.draft);
        return refuse({ form: [error.message] }, { status: 409 });
      }
      if (!(error instanceof Refused)) return undefined;
      return refuse(
        error.field === null
          ? { form: [error.message] }
          : { fields: { [error.field]: [error.message] } },
      );
    },
  });
  return answer instanceof Response ? answer : shown(answer, theirs);
}

function shown(answer: FormAnswer, theirs: Theirs | null) {
  return data({ result: answer.data.result, theirs }, answer.init ?? undefined);
}

function theirsOf(draft: TopicDraft): Theirs {
  return {
    revision: draft.revision,
    by: draft.changedBy,
    subject: draft.subject,
    message: draft.message,
  };
}
