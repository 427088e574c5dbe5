import type { RouterContextProvider } from "react-router";
import { recordStaffAudit, staffActor } from "#tenancy/audit/store/audit.server.ts";
import { findPendingSession } from "#auth/store/sessions.server.ts";
import { revokeSession } from "#auth/store/session-list.server.ts";
import { useRecoveryCode, useTotpStep } from "#auth/store/staff-totp.server.ts";
import { findStaff, type Staff } from "#auth/store/staff.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { readCookie } from "#platform/http/request/cookies.ts";
import { knownBrowser } from "#auth/known-browser.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { beginSession, type BegunSession } from "./begin-session.ts";
import { recoveryCodeHash, totpStep } from "./totp.ts";

/** Between password and code: who it is, whether the code is right, and the end of it. */
export interface PendingSignIn {
  tokenHash: string;
  staff: Staff;
}

interface RequestContext {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** The code is wrong, spent, or came too late. */
export class WrongCode extends Error {}

/** The tries of this pending session are used up; it has ended. */
export class CodesExhausted extends Error {}

/** Whose code is awaited from this browser, or null. Staff sign in on the default host alone. */
export async function findPendingSignIn({
  request,
  context,
}: RequestContext): Promise<PendingSignIn | null> {
  const { config, store, now } = context.get(servicesContext);
  const token =
    context.get(hostContext).domainOrgSlug === null
      ? readCookie(request, config, "otc_staff")
      : null;
  const pending = token === null ? null : await findPendingSession(store.read, token, now());
  const staff = pending === null ? null : await findStaff(store.read, pending.staffId);
  return pending === null || staff === null ? null : { tokenHash: pending.tokenHash, staff };
}

/**
 * Finishes a sign-in with a code of the app or a recovery code.
 * @throws WrongCode; CodesExhausted with the fifth wrong one; TooManyRequests when the person's
 *   tries across all pending sessions are used up
 */
export async function signInWithCode(
  asking: RequestContext,
  pending: PendingSignIn,
  code: string,
  redirectTo: string | null,
): Promise<BegunSession> {
  const services = asking.context.get(servicesContext);
  const { limits } = services;
  const { id, email } = pending.staff;
  const browser = knownBrowser(asking.request, services, { staff: email });
  const [limit, whose] =
    browser === null
      ? (["code-staff", id] as const)
      : (["code-known-browser", `${browser} ${id}`] as const);
  try {
    await limits.consume("code", pending.tokenHash);
  } catch (error) {
    if (error instanceof TooManyRequests) return exhaust(asking, pending);
    throw error;
  }
  await limits.consume(limit, whose);
  try {
    const session = await complete(asking, pending, code, redirectTo);
    await limits.forgive(limit, whose);
    return session;
  } catch (error) {
    if (error instanceof WrongCode && (await limits.isSpent("code", pending.tokenHash)))
      return exhaust(asking, pending);
    throw error;
  }
}

/**
 * Turns the pending session into a real one, of a new id. Code and pending session are spent
 * together or not at all.
 */
async function complete(
  asking: RequestContext,
  { tokenHash, staff }: PendingSignIn,
  code: string,
  redirectTo: string | null,
): Promise<BegunSession> {
  const { store, key, now } = asking.context.get(servicesContext);
  const by = staffActor(staff, asking.context.get(hostContext).ip);
  const step = staff.totpSecret === null ? null : totpStep(key, staff.totpSecret, code, now());
  return store.write(async (trx) => {
    const write = { trx, by, now: now() };
    if (!(await revokeSession(trx, tokenHash, write.now))) throw new WrongCode();
    const spent =
      step === null
        ? await useRecoveryCode(write, staff.id, recoveryCodeHash(staff.id, code))
        : await useTotpStep(trx, staff.id, step);
    if (!spent) throw new WrongCode();
    return beginSession(trx, asking, staff, redirectTo);
  });
}

/** Ends the pending session: the password is asked again. */
async function exhaust(
  { context }: RequestContext,
  { tokenHash, staff }: PendingSignIn,
): Promise<never> {
  const { store, now } = context.get(servicesContext);
  await store.write(async (trx) => {
    const write = { trx, by: staffActor(staff, context.get(hostContext).ip), now: now() };
    if (!(await revokeSession(trx, tokenHash, write.now))) return;
    await recordStaffAudit(write, staff.id, { action: "staff.codes-exhausted" });
  });
  throw new CodesExhausted();
}
