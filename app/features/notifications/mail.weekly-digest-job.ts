import { digestChoices } from "./store/digest-choices.server.ts";
import { keptMarkdown } from "../../files/store/markdown.server.ts";
import { startMailing } from "../../mail/store/mailings.server.ts";
import { findOrg, type Org } from "../orgs/store/orgs.server.ts";
import { claimDueJob } from "../../jobs/store/due-jobs.server.ts";
import { updatesBetween } from "./store/weekly-digest.server.ts";
import { lastMonday } from "../../values/schedule.ts";
import { wantsUpdate, type UpdateChoice } from "../subscribers/rules/subscriptions.ts";
import { brandOf } from "../../mail/brand.ts";
import type { ClockJob, JobParts, Turn } from "../../mail/scheduled-job.ts";
import { renderMailing } from "../updates/mail/mailing.ts";
import { weeklyDigest } from "./mail.weekly-digest.tsx";

const HOUR = 8;

/**
 * Mondays at eight o'clock in the org's time zone: one mail with the public updates since the last one, to
 * subscribers who want one a week; none when there was nothing for them. The first turn of an org only
 * notes where to begin.
 */
export const weeklyDigestJob: ClockJob = {
  job: "weekly-digest",
  due: (now, timeZone) => lastMonday(now, HOUR, timeZone),
  async work(parts, turn) {
    const { store, now } = parts;
    const org = await findOrg(store.read, turn.orgId);
    const digests = org === null ? [] : await digestsFor(parts, org, turn);
    await store.write(async (trx) => {
      if (!(await claimDueJob(trx, turn.orgId, "weekly-digest", turn))) return;
      for (const { choice, mail } of digests) {
        const recipients = {
          subscribers: true,
          audience: null,
          category: "general" as const,
          productIds: [],
          digest: "weekly" as const,
          membersOnly: false,
          choice: {
            ...choice,
            categories: [...choice.categories],
            productIds: [...choice.productIds],
          },
        };
        await startMailing(trx, turn.orgId, { mail, recipients, by: "Weekly digest", now: now() });
      }
    });
  },
};

/** One digest for each choice that subscribers made, with what they chose. */
async function digestsFor({ config, store }: JobParts, org: Org, { since, until }: Turn) {
  if (since === null || !org.published) return [];
  const updates = await updatesBetween(store.read, org, { since, until });
  if (updates.length === 0) return [];
  const brand = await brandOf(store.read, org, config);
  const treeOf = await keptMarkdown(
    store.read,
    org.id,
    updates.map(({ message }) => message),
  );
  return (await digestChoices(store.read, org.id)).flatMap((choice: UpdateChoice) => {
    const chosen = updates
      .filter((update) => wantsUpdate(choice, update))
      .map((update) => ({ ...update, message: treeOf(update.message) }));
    return chosen.length === 0
      ? []
      : [{ choice, mail: renderMailing(brand, weeklyDigest, { updates: chosen }) }];
  });
}
