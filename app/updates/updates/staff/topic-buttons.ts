import * as z from "zod";
import { NotFound } from "#db/refusals.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { changeButton, type PageButton } from "#web/forms/page-buttons.ts";
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
  pin: ofTopic(pinTopic, "The topic is pinned to the top of the list."),
  unpin: ofTopic(unpinTopic, "The topic is no longer pinned."),
  unpublish: ofUpdate(unpublishUpdate, "The update is no longer published."),
  withdraw: ofUpdate(
    withdrawScheduled,
    "The update is a draft again.",
    (draftId) => `/updates/drafts/${draftId}`,
  ),
};

function ofTopic(verb: (write: Write, id: string) => Promise<unknown>, done: string): TopicButton {
  return changeButton({ run: (write, _, { id }: UpdateDesk) => verb(write, id), done });
}

/** @param to where it leads by what the verb made; to the topic without it */
function ofUpdate<Made>(
  verb: (write: Write, updateId: string) => Promise<Made>,
  done: string,
  to?: (made: Made) => string,
): TopicButton {
  return changeButton({
    schema: z.object({ updateId: z.string().max(64).optional().default("") }),
    async run(write, { updateId }, { id }: UpdateDesk) {
      const update = await findUpdate(write.trx, write.orgId, updateId);
      if (update?.topicId !== id) throw new NotFound("update");
      return verb(write, updateId);
    },
    done,
    ...(to === undefined ? {} : { to: (_: unknown, made: Made) => to(made) }),
  });
}
