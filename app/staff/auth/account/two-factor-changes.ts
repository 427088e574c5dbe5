import { redirect } from "react-router";
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
import { CANCEL, confirmPasswordSchema, enrolSchema } from "#model/auth/forms/staff-forms.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { answering, parseForm } from "#web/forms/form.ts";
import { actorOf } from "#auth/current-staff.ts";
import { newRecoveryCodes, newTotpSecret, recoveryCodeHash, totpStep } from "../sign-in/totp.ts";
import { checkPassword, type Change, type ChangeAnswer } from "./change.ts";

const SECTION = "/account#two-factor";

/**
 * Makes a secret, which counts for nothing until a code of it was entered. It asks for the
 * password: an open browser alone must not lock its owner out.
 */
export async function beginEnrolment(change: Change): Promise<ChangeAnswer> {
  const { context, session, form } = change;
  const submitted = parseForm(context, form, confirmPasswordSchema, { hide: ["currentPassword"] });
  if (!submitted.ok) return submitted.answer;
  const refused = await checkPassword(change, submitted);
  if (refused !== null) return refused;
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
export async function confirmEnrolment(change: Change): Promise<ChangeAnswer> {
  const { context, session, form } = change;
  if (form.has(CANCEL)) return cancelEnrolment(change);
  const submitted = parseForm(context, form, enrolSchema, { hide: ["code"] });
  if (!submitted.ok) return submitted.answer;
  const { store, key, limits, now } = context.get(servicesContext);
  const { id } = session.staff;
  await limits.consume("code-staff", id);
  const staff = await findStaff(store.read, id);
  const sealedSecret = staff?.totpSecret ?? null;
  if (staff === null || sealedSecret === null || staff.totpConfirmedAt !== null)
    return redirect(SECTION, { status: 303 });
  const step = totpStep(key, sealedSecret, submitted.value.code, now());
  if (step === null)
    return submitted.refuse({
      fields: { code: ["This code is wrong. Enter the one that your app shows now."] },
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
export async function renewCodes(change: Change): Promise<ChangeAnswer> {
  const { context, session, form } = change;
  const submitted = parseForm(context, form, confirmPasswordSchema, { hide: ["currentPassword"] });
  if (!submitted.ok) return submitted.answer;
  const refused = await checkPassword(change, submitted);
  if (refused !== null) return refused;
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

export async function disableTwoFactor(change: Change): Promise<ChangeAnswer> {
  const { context, session, form } = change;
  const submitted = parseForm(context, form, confirmPasswordSchema, { hide: ["currentPassword"] });
  if (!submitted.ok) return submitted.answer;
  const refused = await checkPassword(change, submitted);
  if (refused !== null) return refused;
  const { store, now } = context.get(servicesContext);
  return answering(submitted, async () => {
    await store.write(async (trx) => {
      await mayTurnOffTwoFactor(trx, session.staff.id);
      await disableTotp({ trx, by: actorOf(context, session), now: now() }, session.staff.id);
    });
    return redirectWithFlash(context, "/account", "Two-factor sign-in is off.");
  });
}
