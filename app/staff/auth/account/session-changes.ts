import type * as z from "zod";
import { recordStaffAudit } from "#tenancy/audit/store/audit.server.ts";
import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
} from "#auth/store/session-list.server.ts";
import { servicesContext } from "#platform/context.ts";
import type { sessionHandleSchema } from "#model/auth/forms/staff-forms.ts";
import { setCookie } from "#platform/http/request/cookies.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import type { Accepted } from "#web/forms/form.ts";
import { actorOf } from "#auth/current-staff.ts";
import type { Change, ChangeAnswer } from "./change.ts";

/**
 * What a page calls a session: enough to tell a person's own ones apart, and no part of the token.
 */
export function sessionHandle(tokenHash: string): string {
  return tokenHash.slice(0, 16);
}

/**
 * Ends one of the person's own sessions. One that ended already, or is somebody else's, is simply
 * not there.
 */
export async function endSession(
  { context, session }: Change,
  { value }: Accepted<z.output<typeof sessionHandleSchema>>,
): Promise<ChangeAnswer> {
  const { store, now } = context.get(servicesContext);
  const own = await listSessions(store.read, session.staff.id, now());
  const target = own.find(({ tokenHash }) => sessionHandle(tokenHash) === value.session);
  if (target !== undefined) {
    await store.write(async (trx) => {
      const write = { trx, by: actorOf(context, session), now: now() };
      if (!(await revokeSession(trx, target.tokenHash, write.now))) return;
      await recordStaffAudit(write, session.staff.id, {
        action: "staff.session-ended",
      });
    });
  }
  return redirectWithFlash(context, "/account", "The session was ended.");
}

export async function signOutEverywhere({ context, session }: Change): Promise<ChangeAnswer> {
  const { config, store, now } = context.get(servicesContext);
  await store.write(async (trx) => {
    const write = { trx, by: actorOf(context, session), now: now() };
    const ended = await revokeOtherSessions(trx, session.staff.id, null, write.now);
    await recordStaffAudit(write, session.staff.id, {
      action: "staff.signed-out-everywhere",
      detail: { sessions: ended },
    });
  });
  return redirectWithFlash(context, "/sign-in", "You are signed out everywhere.", [
    setCookie(config, "otc_staff", "", 0),
  ]);
}
