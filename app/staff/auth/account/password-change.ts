import type * as z from "zod";
import { endPasswordLinks } from "#auth/store/password-links.server.ts";
import { createStaffSession } from "#auth/store/sessions.server.ts";
import { revokeOtherSessions } from "#auth/store/session-list.server.ts";
import { setPassword } from "#auth/store/staff.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import type { changePasswordSchema } from "#model/auth/forms/staff-forms.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import type { Accepted } from "#web/forms/form.ts";
import { actorOf } from "#auth/current-staff.ts";
import { tellPasswordChanged } from "../sign-in/forgotten-password.ts";
import { sessionCookie } from "../sign-in/begin-session.ts";
import { hashPassword } from "../sign-in/password.ts";
import type { Change, ChangeAnswer } from "./change.ts";

/**
 * Changes the own password. Every session ends, and this browser gets a new one; one that an identity
 * provider began goes on here.
 */
export async function changePassword(
  { context, request, session }: Change,
  { value }: Accepted<z.output<typeof changePasswordSchema>>,
): Promise<ChangeAnswer> {
  const { config, store, now } = context.get(servicesContext);
  const passwordHash = await hashPassword(value.newPassword);
  const staffId = session.staff.id;
  const token = await store.write(async (trx) => {
    const write = { trx, by: actorOf(context, session), now: now() };
    await setPassword(write, staffId, passwordHash);
    // What a provider began stays the one that it can end, and ends when it would have.
    const isProviders = session.onlyOrgId !== null;
    await revokeOtherSessions(trx, staffId, isProviders ? session.tokenHash : null, write.now);
    await endPasswordLinks(trx, staffId);
    await tellPasswordChanged(trx, { request, context }, session.staff);
    if (isProviders) return null;
    const { ip } = context.get(hostContext);
    return createStaffSession(trx, {
      staffId,
      orgId: session.orgId,
      method: session.method,
      ip,
      userAgent: request.headers.get("User-Agent"),
      now: write.now,
    });
  });
  return redirectWithFlash(
    context,
    "/account",
    "Your password was changed, and your other sessions were signed out.",
    token === null ? [] : [sessionCookie(config, token)],
  );
}
