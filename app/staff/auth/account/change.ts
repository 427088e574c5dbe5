import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import { findStaff } from "#auth/store/staff.server.ts";
import type { StaffSession } from "#model/auth/staff-session.ts";
import { servicesContext } from "#platform/context.ts";
import type { Accepted, FormAnswer, RefusalWords } from "#web/forms/form.ts";
import { pageButton } from "#web/forms/page-buttons.ts";
import type { AskedPasskey } from "../passkeys/passkey-panel.tsx";
import { verifyPassword } from "../sign-in/password.ts";

/** Whose own account is changed: what each form of the page is given. */
export interface Change {
  context: Readonly<RouterContextProvider>;
  request: Request;
  session: StaffSession;
}

/**
 * An answer that shows codes once, or asks the device once, instead of a redirect that could not
 * carry it.
 */
export type ShownOnce = { recoveryCodes: string[] } | { newPasskey: AskedPasskey };

export type ChangeAnswer = Response | FormAnswer | ShownOnce;

/**
 * A button whose form carries the current password: an open browser alone changes nothing that
 * matters.
 * @param press what it does where that is right
 */
export function withPassword<Schema extends z.ZodType<{ currentPassword: string }>>(
  schema: Schema,
  press: (change: Change, submitted: Accepted<z.output<Schema>>) => Promise<ChangeAnswer>,
  words: RefusalWords = {},
) {
  return pageButton(
    schema,
    async (change: Change, submitted) =>
      (await checkPassword(change, submitted)) ?? press(change, submitted),
    words,
  );
}

/**
 * @returns null when the password is right, else the answer that shows the form again
 * @throws TooManyRequests
 */
async function checkPassword(
  { context, session }: Change,
  submitted: Accepted<{ currentPassword: string }>,
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
