import * as z from "zod";
import { NotFound } from "#db/refusals.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { NO_FIELDS, type PageButton, pageButton } from "#web/forms/page-buttons.ts";
import type { TOPIC_BUTTONS } from "../forms/updates.ts";
import { unpublishUpdate } from "../store/topic-edits.server.ts";
import { findUpdate, withdrawScheduled } from "../store/topic-withdrawal.server.ts";
import { hideTopic, pinTopic, showTopic, unpinTopic } from "../store/topics.server.ts";
import type { UpdateDesk } from "./desk.ts";

type TopicButton = PageButton<UpdateDesk, Response>;

/** What the buttons of a topic's page do. */
export const BUTTONS: Readonly<Record<(typeof TOPIC_BUTTONS)[number], TopicButton>> = {
  hide: ofTopic(hideTopic, "The topic is hidden from visitors."),
  show: ofTopic(showTopic, "The topic is shown to visitors."),
  pin: ofTopic(pinTopic, "The topic stays on top of the list."),
  unpin: ofTopic(unpinTopic, "The topic is no longer pinned."),
  unpublish: ofUpdate(unpublishUpdate, "The update is no longer published.", pageOf),
  withdraw: ofUpdate(
    withdrawScheduled,
    "The update is a draft again.",
    (_, draftId) => `/updates/drafts/${draftId}`,
  ),
};

function pageOf({ id }: UpdateDesk): string {
  return `/updates/topics/${id}`;
}

function ofTopic(verb: (write: Write, id: string) => Promise<unknown>, done: string): TopicButton {
  return pageButton(NO_FIELDS, async (desk: UpdateDesk) => {
    await desk.change(verb);
    return redirectWithFlash(desk.context, pageOf(desk), done);
  });
}

/** @param to where it leads, by what the verb made */
function ofUpdate<Made>(
  verb: (write: Write, updateId: string) => Promise<Made>,
  done: string,
  to: (desk: UpdateDesk, made: Made) => string,
): TopicButton {
  const schema = z.object({ updateId: z.string().max(64).optional().default("") });
  return pageButton(schema, async (desk: UpdateDesk, { value: { updateId } }) => {
    const { read } = desk.context.get(servicesContext).store;
    const update = await findUpdate(read, desk.org.id, updateId);
    if (update?.topicId !== desk.id) throw new NotFound("update");
    const made = await desk.change((write) => verb(write, updateId));
    return redirectWithFlash(desk.context, to(desk, made), done);
  });
}
