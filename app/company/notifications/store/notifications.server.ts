import type { RenderedMail } from "#model/mail/mail.ts";
import {
  DIGESTED_KINDS,
  NOTIFICATION_KINDS,
  rolesNotified,
  type MailPace,
  type NotificationKind,
} from "#model/notifications.ts";
import { ROLES } from "#model/auth/permissions.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Somebody of staff who gets a kind of mail. */
export interface Notified {
  id: string;
  name: string;
  email: string;
}

/** In place of a kind: mails that can come together are muted one by one, and come once a day. */
const ONE_BY_ONE = "one-by-one";

/** In place of a kind: the next request that opens after a decision, which is no mail. */
const NEXT_REQUEST = "next-request";

/**
 * Everyone of the org who may act on such a matter and has not muted mail about it, by name.
 * @param pace of the kinds that can come together: those who get them as they come, or once a day
 */
export async function staffToNotify(
  db: Reader,
  orgId: string,
  kind: NotificationKind,
  pace: MailPace = "at-once",
): Promise<Notified[]> {
  return inOrg(db, orgId)
    .selectFrom("staffRoles as r")
    .innerJoin("staff as s", "s.id", "r.staffId")
    .leftJoin("mutedNotifications as m", (join) =>
      join
        .onRef("m.orgId", "=", "r.orgId")
        .onRef("m.staffId", "=", "r.staffId")
        .on("m.kind", "=", kind),
    )
    .select(["s.id", "s.name", "s.email"])
    .where("r.role", "in", rolesNotified(kind, ROLES))
    .where("m.mutedAt", "is", null)
    .$if(DIGESTED_KINDS.includes(kind), (query) =>
      query
        .leftJoin("mutedNotifications as o", (join) =>
          join
            .onRef("o.orgId", "=", "r.orgId")
            .onRef("o.staffId", "=", "r.staffId")
            .on("o.kind", "=", ONE_BY_ONE),
        )
        .where("o.mutedAt", pace === "daily" ? "is not" : "is", null),
    )
    .orderBy("s.name")
    .orderBy("s.id")
    .execute();
}

/**
 * Queues one mail to everyone who wants to know, in the transaction of its cause.
 * @returns how many people it goes to
 */
export async function notifyStaff(
  { trx, orgId, now }: Omit<Write, "by">,
  kind: NotificationKind,
  mail: RenderedMail,
): Promise<number> {
  const people = await staffToNotify(trx, orgId, kind);
  for (const { email, name } of people)
    await queueMail(trx, orgId, { to: { email, name }, mail, now });
  return people.length;
}

/** The kinds of mail about an org that a person has switched off. */
export async function mutedKinds(
  db: Reader,
  orgId: string,
  staffId: string,
): Promise<ReadonlySet<NotificationKind>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("mutedNotifications")
    .select("kind")
    .where("staffId", "=", staffId)
    .execute();
  return new Set(NOTIFICATION_KINDS.filter((kind) => rows.some((row) => row.kind === kind)));
}

/** When the mails of an org that can come together come to a person. */
export async function paceOf(db: Reader, orgId: string, staffId: string): Promise<MailPace> {
  const row = await inOrg(db, orgId)
    .selectFrom("mutedNotifications")
    .select("kind")
    .where("staffId", "=", staffId)
    .where("kind", "=", ONE_BY_ONE)
    .executeTakeFirst();
  return row === undefined ? "at-once" : "daily";
}

/** Sets when the mails of an org that can come together come to a person. */
export async function choosePace(write: Write, staffId: string, pace: MailPace): Promise<void> {
  const { trx, orgId } = write;
  if (pace === (await paceOf(trx, orgId, staffId))) return;
  await setMuted(write, staffId, ONE_BY_ONE, pace === "daily");
  await recordAudit(write, {
    action: "staff.notification-pace",
    subject: staffId,
    detail: { pace },
  });
}

/**
 * Sets which mails about an org a person gets: each kind that is not wanted is muted.
 * @param offered the kinds that the person was asked about; others stay as they are
 */
export async function chooseNotifications(
  write: Write,
  staffId: string,
  offered: readonly NotificationKind[],
  wanted: readonly NotificationKind[],
): Promise<void> {
  const { trx, orgId } = write;
  const before = await mutedKinds(trx, orgId, staffId);
  for (const kind of offered) {
    const mute = !wanted.includes(kind);
    if (mute === before.has(kind)) continue;
    await setMuted(write, staffId, kind, mute);
    await recordAudit(write, {
      action: mute ? "staff.notification-muted" : "staff.notification-wanted",
      subject: staffId,
      detail: { kind },
    });
  }
}

/** Whether the next request opens for a person once they have decided about one. */
export async function opensNext(db: Reader, orgId: string, staffId: string): Promise<boolean> {
  const row = await inOrg(db, orgId)
    .selectFrom("mutedNotifications")
    .select("kind")
    .where("staffId", "=", staffId)
    .where("kind", "=", NEXT_REQUEST)
    .executeTakeFirst();
  return row === undefined;
}

/** Sets whether the next request opens for a person once they have decided about one. */
export async function chooseOpensNext(
  write: Omit<Write, "by">,
  staffId: string,
  opens: boolean,
): Promise<void> {
  if (opens === (await opensNext(write.trx, write.orgId, staffId))) return;
  await setMuted(write, staffId, NEXT_REQUEST, !opens);
}

/** Mutes something for a person, or no longer. */
async function setMuted(
  { trx, orgId, now }: Omit<Write, "by">,
  staffId: string,
  kind: NotificationKind | typeof ONE_BY_ONE | typeof NEXT_REQUEST,
  mute: boolean,
): Promise<void> {
  if (mute)
    await trx
      .insertInto("mutedNotifications")
      .values({ orgId, staffId, kind, mutedAt: isoNow(now) })
      .execute();
  else
    await inOrg(trx, orgId)
      .deleteFrom("mutedNotifications")
      .where("staffId", "=", staffId)
      .where("kind", "=", kind)
      .execute();
}
