import * as z from "zod";
import { NotFound } from "#db/refusals.ts";
import { isPlannedTimeOver, PLANNED_TIME_OVER } from "#model/updates/topic-updates.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { keepTexts } from "#platform/files/markdown/keep-markdown.ts";
import { createUpdate } from "#updates/updates/create-update.server.ts";
import { updatePayload } from "#updates/updates/forms/updates.ts";
import { updateMail } from "#updates/updates/mail/mailing.ts";
import { unpublishUpdate } from "#updates/updates/store/topic-edits.server.ts";
import { findUpdate, withdrawScheduled } from "#updates/updates/store/topic-withdrawal.server.ts";
import {
  hideTopic,
  pinTopic,
  showTopic,
  unpinTopic,
} from "#updates/updates/store/topics.server.ts";
import { problem } from "#web/api/json-body.ts";
import { updateEntries } from "../store/content-entries.server.ts";
import { baseField, mustBeOfKey, verb, type Writes } from "./verb.ts";

const patch = z.strictObject({
  hidden: z.boolean().optional(),
  pinned: z.boolean().optional(),
  ...baseField,
});
const message = z.strictObject({ messageId: z.string().max(64) });

/** How trust updates are told, hidden and taken back. */
export const updateWrites: Writes = {
  need: { scope: "updates:write", permission: "updates:publish" },
  make: verb<z.output<ReturnType<typeof updatePayload>>>({
    about:
      "Writes an update and, with approve, publishes or schedules it. Where a second person has to approve it, the answer is 202.",
    body: updatePayload,
    async judge({ services, opened }, sent) {
      const { org } = opened;
      const { store, config, now } = services;
      const { topicId, topic: begun } = sent.values;
      const [topic] = topicId === null ? [] : await updateEntries(store.read, org.id, [topicId]);
      const about = topic?.productIds ?? begun?.productIds ?? [];
      mustBeOfKey(opened, about.length === 0 ? null : about);
      await keepTexts({ store, now }, org.id, { message: sent.values.message });
      const mail = updateMail(await brandOf(store.read, org, config));
      return async (write) => {
        if (!sent.publishNow && isPlannedTimeOver(sent.values.publishAt, write.now))
          throw problem(400, PLANNED_TIME_OVER.call, {
            errors: { publishAt: [PLANNED_TIME_OVER.call] },
          });
        const made = await createUpdate(write, org, sent, { mail }).catch(gone);
        return made.state === "waiting" ? { waiting: made } : made.topicId;
      };
    },
  }),
  change: verb<z.output<typeof patch>>({
    about: "Hides or shows an update, and pins or unpins it.",
    body: patch,
    judge: ({ id }, { hidden, pinned }) =>
      Promise.resolve(async (write) => {
        if (hidden !== undefined) await (hidden ? hideTopic : showTopic)(write, id);
        if (pinned !== undefined) await (pinned ? pinTopic : unpinTopic)(write, id);
        return id;
      }),
  }),
  calls: {
    unpublish: verb<z.output<typeof message>>({
      about: "Unpublishes a message of an update. A scheduled one becomes a draft again.",
      body: message,
      judge: ({ id }, { messageId }) =>
        Promise.resolve(async (write) => {
          const told = await findUpdate(write.trx, write.orgId, messageId);
          if (told?.topicId !== id)
            throw problem(400, NO_MESSAGE, { errors: { messageId: [NO_MESSAGE] } });
          const isScheduled = told.createdAt > write.now.toISOString();
          await (isScheduled ? withdrawScheduled : unpublishUpdate)(write, messageId);
          return id;
        }),
    }),
  },
};

const NO_MESSAGE = "This update has no such message.";

function gone(error: unknown): never {
  if (!(error instanceof NotFound)) throw error;
  const words = "This topic or product doesn’t exist";
  throw problem(400, words, { errors: { topicId: [words] } });
}
