import type { KeyKind } from "#model/access-keys.ts";
import type { Writer } from "#db/store.ts";
import { brandOf, type Brand } from "#platform/mail/brand.ts";
import { claimDueJob } from "#platform/jobs/store/due-jobs.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { renderMail } from "#platform/mail/render.tsx";
import type { ClockJob } from "#platform/mail/scheduled-job.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { lastDaily } from "#values/schedule.ts";
import { listEndingKeys, rememberKeyReminder } from "../store/access-keys.server.ts";
import { listEndingMemberKeys, rememberMemberKeyReminder } from "../store/member-keys.server.ts";
import { keysExpiring } from "./key-mails.tsx";

const HOUR = 8;

/**
 * Once a day, at eight o'clock in the org's time zone: one mail to each person whose keys end within
 * 14 days, and one within the last day.
 */
export const keyRemindersJob: ClockJob = {
  job: "key-reminders",
  due: (now, timeZone) => lastDaily(now, HOUR, timeZone),
  async isIdle({ store, now }, { orgId }) {
    const moment = now();
    return (
      (await listEndingKeys(store.read, orgId, moment)).length === 0 &&
      (await listEndingMemberKeys(store.read, orgId, moment)).length === 0
    );
  },
  async work({ config, store, now }, turn) {
    const org = await findOrg(store.read, turn.orgId);
    if (org === null) return;
    const moment = now();
    const brand = await brandOf(store.read, org, config);
    await store.write(async (trx) => {
      if (!(await claimDueJob(trx, org.id, "key-reminders", turn))) return;
      await remindStaff(trx, org.id, brand, moment);
      if (org.published && org.customization.memberKeysEnabled)
        await remindMembers(trx, org.id, brand, moment);
    });
  },
};

async function remindStaff(trx: Writer, orgId: string, brand: Brand, now: Date): Promise<void> {
  const ending = await listEndingKeys(trx, orgId, now);
  // The keys that their person alone sees, and the company's, lead to pages of their own.
  const mails = Map.groupBy(ending, ({ email, kind }) => `${kind satisfies KeyKind} ${email}`);
  for (const keys of mails.values()) {
    const [first] = keys;
    if (first === undefined) continue;
    const to = { email: first.email, name: first.staffName };
    await queueMail(trx, orgId, { to, mail: renderMail(brand, keysExpiring, { keys }), now });
    for (const key of keys) await rememberKeyReminder({ trx, orgId }, key);
  }
}

/** What members' keys opened is told where the portal is there, and takes them. */
async function remindMembers(trx: Writer, orgId: string, brand: Brand, now: Date): Promise<void> {
  const ending = await listEndingMemberKeys(trx, orgId, now);
  for (const own of Map.groupBy(ending, ({ email }) => email).values()) {
    const [first] = own;
    if (first === undefined) continue;
    const to = { email: first.email, name: first.memberName || first.email };
    const keys = own.map((key) => ({ ...key, kind: "member" as const }));
    await queueMail(trx, orgId, { to, mail: renderMail(brand, keysExpiring, { keys }), now });
    for (const key of own) await rememberMemberKeyReminder({ trx, orgId }, key);
  }
}
