import { findPasskey, spendChallenge, usePasskey } from "#auth/store/passkeys.server.ts";
import { findStaff } from "#auth/store/staff.server.ts";
import { passkeySignInSchema } from "#model/auth/forms/staff-forms.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { FormStrategy, type Attempt } from "#web/forms/form-strategy.ts";
import { beginSession, type BegunSession } from "../sign-in/begin-session.ts";
import { checkedUse, PasskeyRefused, passkeySite, readAnswer } from "./ceremony.ts";

/**
 * Signing in with a passkey, which counts as both factors. The challenge is spent by the first
 * answer to it, right or wrong; passkey and session are written together or not at all.
 * @throws PasskeyRefused without a word of what was wrong
 */
export const passkeyStrategy = new FormStrategy(
  "passkey",
  passkeySignInSchema,
  ["credential"],
  async (attempt) => signIn(attempt, attempt.submitted.value),
);

async function signIn(
  { request, context }: Attempt<unknown>,
  { credential, redirectTo }: { credential?: string | undefined; redirectTo?: unknown },
): Promise<BegunSession> {
  const { config, limits, log, store, now } = context.get(servicesContext);
  const { ip, requestId } = context.get(hostContext);
  await limits.consume("passkey-ip", ip);
  const site = passkeySite(config.origin);
  if (site === null) throw new PasskeyRefused();
  const answer = readAnswer(credential, "use");
  const [passkey, spent] = await store.write(async (trx) => [
    await findPasskey(trx, answer.credentialId),
    await spendChallenge(trx, answer.challenge, null, now()),
  ]);
  if (passkey === null || spent === null) {
    log.warn({ requestId, ip }, "a passkey was refused");
    throw new PasskeyRefused();
  }
  const counter = await checkedUse(site, answer, passkey);
  return store.write(async (trx) => {
    const staff = await findStaff(trx, passkey.staffId);
    if (staff === null || !(await usePasskey(trx, passkey, counter, now())))
      throw new PasskeyRefused();
    return beginSession(trx, { request, context }, staff, redirectTo, { method: "passkey" });
  });
}
