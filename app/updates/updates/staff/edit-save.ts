import { data, type RouterContextProvider } from "react-router";
import type * as z from "zod";
import { Refused } from "#db/refusals.ts";
import { saveDraft } from "../store/topic-drafts.server.ts";
import { submitDraft } from "../store/topic-approvals.server.ts";
import { editTopicUpdate } from "../store/topic-edits.server.ts";
import { loadTopicFile } from "../store/topic-list.server.ts";
import { servicesContext } from "#platform/context.ts";
import { updateState } from "#model/updates/topic-states.ts";
import { editForm } from "../forms/updates.ts";
import { keepTexts } from "#platform/files/markdown/keep-markdown.ts";
import { MarkdownRefused } from "#platform/files/markdown/refused.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import {
  answering,
  readSubmission,
  type Accepted,
  type FormAnswer,
  notFound,
} from "#web/forms/form.ts";
import { actorOf, type StaffInOrg } from "#auth/current-staff.ts";

interface Editing {
  request: Request;
  context: Readonly<RouterContextProvider>;
  staff: StaffInOrg;
  topicId: string;
  updateId: string;
}

/**
 * Changes what is published, at once or after somebody's approval where the org wants a second
 * person.
 */
export async function saveEdit({ request, context, staff, topicId, updateId }: Editing) {
  const { store, now } = context.get(servicesContext);
  const { org, session } = staff;
  const by = actorOf(context, session);
  const file = await loadTopicFile(store.read, org.id, topicId);
  const update = file?.updates.find(({ id }) => id === updateId);
  if (
    file === null ||
    update === undefined ||
    updateState(update, now().toISOString()) !== "published"
  )
    throw notFound();
  const submitted = await readSubmission(
    { request, context },
    editForm({ topicId, timeZone: org.timeZone, now: now() }),
  );
  const here = `/updates/topics/${topicId}`;
  let conflict = false;
  const save = async ({
    value: { revision, values },
  }: Accepted<z.output<ReturnType<typeof editForm>>>) => {
    const { topic, message } = values;
    if (topic === null) throw new Error("an edit has the fields of its topic");
    if (message !== update.message) await keepTexts({ store, now }, org.id, { message });
    if (org.customization.updatesNeedSecondPerson) {
      const before = file.drafts.find((draft) => draft.updateId === updateId);
      const channels = {
        audience: update.audience,
        statusPage: update.channelStatusPage === 1,
        email: null,
        publishAt: null,
      };
      await store.write(async (trx) => {
        const write = { trx, orgId: org.id, by, now: now() };
        const draft = await saveDraft(
          write,
          { ...values, ...channels, topicId },
          {
            updateId,
            ...(before === undefined ? {} : { id: before.id, revision: before.revision }),
          },
        );
        await submitDraft(write, draft.id, draft.revision);
      });
      return redirectWithFlash(context, here, "The change waits for approval.");
    }
    await store.write((trx) =>
      editTopicUpdate({ trx, orgId: org.id, by, now: now() }, updateId, {
        ...topic,
        message,
        revision,
      }),
    );
    return redirectWithFlash(context, here, "Update changed. Visitors see that it was edited.");
  };
  const answer = await answering(submitted, save, {
    answers(error, { refuse }) {
      if (!(error instanceof Refused) || error instanceof MarkdownRefused) return undefined;
      conflict = true;
      return refuse({ form: [error.message] }, { status: error.status });
    },
  });
  return answer instanceof Response ? answer : shown(answer, conflict);
}

function shown(answer: FormAnswer, conflict: boolean) {
  return data({ result: answer.data.result, conflict }, answer.init ?? undefined);
}
