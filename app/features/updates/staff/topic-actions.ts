import { type RouterContextProvider } from "react-router";
import { NotFound } from "../../../../db/refusals.ts";
import { unpublishUpdate } from "../store/topic-edits.server.ts";
import { findUpdate, withdrawScheduled } from "../store/topic-publication.server.ts";
import { hideTopic, pinTopic, showTopic, unpinTopic } from "../store/topics.server.ts";
import { servicesContext } from "../../../context.ts";
import { topicActionSchema } from "../forms.ts";
import { redirectWithFlash } from "../../../http/request/flash.ts";
import { formAction } from "../../../forms/form.ts";
import { actorOf, type StaffInOrg } from "../../../auth/current-staff.ts";

const MARKS = {
  hide: { verb: hideTopic, done: "The topic is hidden from visitors." },
  show: { verb: showTopic, done: "The topic is shown to visitors." },
  pin: { verb: pinTopic, done: "The topic stays on top of the list." },
  unpin: { verb: unpinTopic, done: "The topic is no longer pinned." },
} as const;

/** What the buttons of a topic's page do. */
export async function changeTopic({
  request,
  context,
  staff,
  topicId,
}: {
  request: Request;
  context: Readonly<RouterContextProvider>;
  staff: StaffInOrg;
  topicId: string;
}) {
  const { store, now } = context.get(servicesContext);
  const { org, session } = staff;
  const by = actorOf(context, session);
  return formAction({ request, context }, topicActionSchema, async (submitted) => {
    const { intent, updateId } = submitted.value;
    const here = `/updates/topics/${topicId}`;
    if (intent === "unpublish" || intent === "withdraw") {
      const update = await findUpdate(store.read, org.id, updateId);
      if (update?.topicId !== topicId) throw new NotFound("update");
      if (intent === "unpublish") {
        await store.write((trx) => unpublishUpdate(trx, org.id, updateId, by, now()));
        return redirectWithFlash(context, here, "The update is no longer published.");
      }
      const draftId = await store.write((trx) =>
        withdrawScheduled(trx, org.id, updateId, by, now()),
      );
      return redirectWithFlash(
        context,
        `/updates/drafts/${draftId}`,
        "The update is a draft again.",
      );
    }
    const { verb, done } = MARKS[intent];
    await store.write((trx) => verb(trx, org.id, topicId, by, now()));
    return redirectWithFlash(context, here, done);
  });
}
