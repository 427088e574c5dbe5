import type { RouterContextProvider } from "react-router";
import { findStaff } from "#auth/store/staff.server.ts";
import type { StaffSession } from "#model/auth/staff-session.ts";
import { servicesContext } from "#platform/context.ts";
import type { FormAnswer, Submitted } from "#web/forms/form.ts";
import { verifyPassword } from "../sign-in/password.ts";

/** One change to an own account: what each form of the page is given. */
export interface Change {
  context: Readonly<RouterContextProvider>;
  request: Request;
  session: StaffSession;
  form: FormData;
}

/** An answer that shows codes once, instead of a redirect that could not carry them. */
export interface ShownOnce {
  recoveryCodes: string[];
}

export type ChangeAnswer = Response | FormAnswer | ShownOnce;

/**
 * Checks the current password that a form carries: an open browser alone changes nothing that
 * matters.
 * @returns null when it is right, else the answer that shows the form again
 * @throws TooManyRequests
 */
export async function checkPassword(
  { context, session }: Change,
  submitted: Extract<Submitted<{ currentPassword: string }>, { ok: true }>,
): Promise<FormAnswer | null> {
  const { limits, store } = context.get(servicesContext);
  const { id } = session.staff;
  await limits.consume("own-password", id);
  const staff = await findStaff(store.read, id);
  if (!(await verifyPassword(submitted.value.currentPassword, staff?.passwordHash ?? null))) {
    return submitted.refuse({
      fields: { currentPassword: ["This is not your current password."] },
    });
  }
  await limits.forgive("own-password", id);
  return null;
}
