import { redirect } from "react-router";
import type * as z from "zod";
import { findStaff } from "#auth/store/staff.server.ts";
import {
  beginTotp,
  cancelTotp,
  confirmTotp,
  disableTotp,
  replaceRecoveryCodes,
} from "#auth/store/staff-totp.server.ts";
import { mayTurnOffTwoFactor } from "#company/auth/store/two-factor-rules.server.ts";
import { servicesContext } from "#platform/context.ts";
import type { enrolSchema } from "#model/auth/forms/staff-forms.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import type { Accepted } from "#web/forms/form.ts";
import { actorOf } from "#auth/current-staff.ts";
import { newRecoveryCodes, newTotpSecret, recoveryCodeHash, totpStep } from "../sign-in/totp.ts";
import type { Change, ChangeAnswer } from "./change.ts";

const SECTION = "/account#two-factor";

/** Makes a secret, which counts for nothing until a code of it was entered. */
export async function beginEnrolment({ context, session }: Change): Promise<ChangeAnswer> {
  const { store, key } = context.get(servicesContext);
  const secret = newTotpSecret(key);
  await store.write((trx) => beginTotp(trx, session.staff.id, secret));
  return redirect(SECTION, { status: 303 });
}

async function cancelEnrolment({ context, session }: Change): Promise<ChangeAnswer> {
  await context.get(servicesContext).store.write((trx) => cancelTotp(trx, session.staff.id));
  return redirect(SECTION, { status: 303 });
}

/**
 * Enrols with a code of the new secret, ends the person's other sessions, which never gave one, and
 * shows the recovery codes this once. The form's second button calls it off.
 */
export async function confirmEnrolment(
  change: Change,
  { value, refuse }: Accepted<z.output<typeof enrolSchema>>,
): Promise<ChangeAnswer> {
  const { context, session } = change;
  if (value.cancel === "yes") return cancelEnrolment(change);
  const { store, key, limits, now } = context.get(servicesContext);
  const { id } = session.staff;
  await limits.consume("code-staff", id);
  const staff = await findStaff(store.read, id);
  const sealedSecret = staff?.totpSecret ?? null;
  if (staff === null || sealedSecret === null || staff.totpConfirmedAt !== null)
    return redirect(SECTION, { status: 303 });
  const step = totpStep(key, sealedSecret, value.code, now());
  if (step === null)
    return refuse({
      fields: { code: ["That code isn’t right. Enter the one your app shows now."] },
    });
  await limits.forgive("code-staff", id);
  const recoveryCodes = newRecoveryCodes();
  const codeHashes = recoveryCodes.map((code) => recoveryCodeHash(id, code));
  const enrolled = await store.write((trx) =>
    confirmTotp({ trx, by: actorOf(context, session), now: now() }, id, {
      sealedSecret,
      step,
      codeHashes,
      keepSession: session.tokenHash,
    }),
  );
  return enrolled ? { recoveryCodes } : redirect(SECTION, { status: 303 });
}

/** Ten new recovery codes, shown this once; the old ones end. */
export async function renewCodes({ context, session }: Change): Promise<ChangeAnswer> {
  if (!session.staff.totpEnrolled) return redirect(SECTION, { status: 303 });
  const { store, now } = context.get(servicesContext);
  const recoveryCodes = newRecoveryCodes();
  const codeHashes = recoveryCodes.map((code) => recoveryCodeHash(session.staff.id, code));
  await store.write((trx) =>
    replaceRecoveryCodes(
      { trx, by: actorOf(context, session), now: now() },
      session.staff.id,
      codeHashes,
    ),
  );
  return { recoveryCodes };
}

export async function disableTwoFactor({ context, session }: Change): Promise<ChangeAnswer> {
  const { store, now } = context.get(servicesContext);
  await store.write(async (trx) => {
    await mayTurnOffTwoFactor(trx, session.staff.id);
    await disableTotp({ trx, by: actorOf(context, session), now: now() }, session.staff.id);
  });
  return redirectWithFlash(context, "/account", "Two-factor sign-in is off.");
}
