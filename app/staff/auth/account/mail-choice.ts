import type * as z from "zod";
import {
  chooseNotifications,
  choosePace,
} from "#company/notifications/store/notifications.server.ts";
import type { StaffSession } from "#model/auth/staff-session.ts";
import { servicesContext } from "#platform/context.ts";
import {
  DIGESTED_KINDS,
  type notificationChoiceSchema,
  notificationsFor,
} from "#model/notifications.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import type { Accepted } from "#web/forms/form.ts";
import { actorOf } from "#auth/current-staff.ts";
import type { Change, ChangeAnswer } from "./change.ts";

/** The mails that the person's role in an org brings. */
export function offeredMail({ roles }: StaffSession, orgId: string | null) {
  const role = roles.find((candidate) => candidate.orgId === orgId)?.role;
  return role === undefined ? [] : notificationsFor(role);
}

/** Sets which mails about the current org the person gets. */
export async function chooseMail(
  { context, session }: Change,
  { value: { wanted, pace } }: Accepted<z.output<typeof notificationChoiceSchema>>,
): Promise<ChangeAnswer> {
  const { store, now } = context.get(servicesContext);
  const { orgId } = session;
  const offered = offeredMail(session, orgId).map(({ kind }) => kind);
  if (orgId !== null && offered.length > 0)
    await store.write(async (trx) => {
      const { id } = session.staff;
      const by = actorOf(context, session);
      const write = { trx, orgId, by, now: now() };
      await chooseNotifications(write, id, offered, wanted);
      if (pace !== undefined && offered.some((kind) => DIGESTED_KINDS.includes(kind)))
        await choosePace(write, id, pace);
    });
  return redirectWithFlash(context, "/account", "Saved.");
}
