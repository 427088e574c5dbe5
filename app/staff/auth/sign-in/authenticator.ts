import { findStaffByEmail, type Staff } from "#auth/store/staff.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { signInCodeSchema, signInSchema } from "#model/auth/forms/staff-forms.ts";
import { FormStrategy, type Attempt } from "#web/forms/form-strategy.ts";
import { knownBrowser } from "#auth/known-browser.ts";
import { networkOf } from "#platform/http/request/rate-limit.ts";
import { verifyPassword } from "./password.ts";
import { CodesExhausted, findPendingSignIn, signInWithCode } from "./pending-sign-in.ts";

/** Email or password is wrong; which of the two is nobody's business. */
export class WrongCredentials extends Error {}

/** The address is there, the password is due. It says nothing about whose address it is. */
export class PasswordDue extends Error {}

/**
 * Recognizes a person of staff by address and password, and begins no session.
 * @throws PasswordDue where the form has the address alone
 */
export const passwordStrategy = new FormStrategy(
  "password",
  signInSchema,
  ["password"],
  async (attempt) => {
    const { redirectTo, email, password } = attempt.submitted.value;
    if (password === undefined) throw new PasswordDue();
    return { staff: await verify(attempt, { email, password }), redirectTo };
  },
);

/**
 * The second step: the code of an app, or a recovery code, of the person whose password this
 * browser gave. Code and pending session are spent in the transaction that begins the session, so
 * that is what it gives.
 */
export const codeStrategy = new FormStrategy(
  "totp",
  signInCodeSchema,
  ["code"],
  async ({ submitted, ...asking }) => {
    const pending = await findPendingSignIn(asking);
    // It ended between this request's first look and this one.
    if (pending === null) throw new CodesExhausted();
    const wanted = new URL(asking.request.url).searchParams.get("redirectTo");
    return signInWithCode(asking, pending, submitted.value.code, wanted);
  },
);

/**
 * The person behind email and password. Tries are counted before they are made, the narrowest
 * limit of an address first: what it refuses does not count against the address as a whole. A
 * browser that the person has signed in with before has tries of its own, which no stranger uses
 * up.
 */
async function verify(
  { context, request }: Attempt<unknown>,
  { email, password }: { email: string; password: string },
): Promise<Staff> {
  const services = context.get(servicesContext);
  const { ip, requestId } = context.get(hostContext);
  const { limits } = services;
  const fromHere = `${networkOf(ip)} ${email}`;
  const browser = knownBrowser(request, services, { staff: email });
  const own = `${browser} ${email}`;
  if (browser !== null) await limits.consume("sign-in-known-browser", own);
  else {
    await limits.consume("sign-in-ip", ip);
    await limits.consume("sign-in-address-network", fromHere);
    await limits.consume("sign-in-address", email);
  }
  const staff = await findStaffByEmail(services.store.read, email);
  const right = await verifyPassword(password, staff?.passwordHash ?? null);
  if (staff === null || !right) {
    services.log.warn({ requestId, ip }, "a sign-in was refused");
    throw new WrongCredentials();
  }
  if (browser !== null) await limits.forgive("sign-in-known-browser", own);
  else {
    await limits.forgive("sign-in-address-network", fromHere);
    await limits.giveBack("sign-in-address", email);
  }
  return staff;
}
