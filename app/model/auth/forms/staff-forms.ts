import * as z from "zod";
import { isOrgSlug, NAME_CHARACTERS } from "#values/names.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "../permissions.ts";

/**
 * The forms of signing in, of an own account, and of the first start. Names are what the inputs are
 * called.
 */

const TOO_LONG = `Use at most ${PASSWORD_MAX} characters`;

/** Trimmed and lower-cased: an address is one person however it is typed. */
export const staffEmail = z
  .string({ error: "Enter an email address" })
  .trim()
  .toLowerCase()
  .pipe(
    z
      .email({ error: "Enter an email address such as name@example.com" })
      .max(254, "Use at most 254 characters"),
  );

/**
 * A password that someone claims to have: any text, so that a wrong one is told from a short one by
 * nobody.
 */
const givenPassword = z.string({ error: "Enter your password" }).max(PASSWORD_MAX, TOO_LONG);

/** A password that someone chooses. */
const newPassword = z
  .string({ error: `Enter a password of ${PASSWORD_MIN} characters or more` })
  .min(PASSWORD_MIN, `Use ${PASSWORD_MIN} characters or more`)
  .max(PASSWORD_MAX, TOO_LONG);

const code = z.string({ error: "Enter a code" }).trim().max(64, "This code is too long");

/**
 * Signing in: the address first, then the password. A form without a password is the first step;
 * `step` tells a password that was left empty from one that nobody asked for yet.
 */
export const signInSchema = z
  .object({
    email: staffEmail,
    password: givenPassword.optional(),
    step: z.literal("password").optional().catch(undefined),
    /** Judged by values/local-path, whatever it is. */
    redirectTo: z.unknown().optional(),
  })
  .refine(({ step, password }) => step === undefined || password !== undefined, {
    path: ["password"],
    error: "Enter your password",
    // An address that is wrong does not hide a password that is missing.
    when: () => true,
  });

/** Continuing with the identity provider of the address's company. */
export const singleSignOnSchema = z.object({
  email: staffEmail,
  /** Judged by values/local-path, whatever it is. */
  redirectTo: z.unknown().optional(),
});

/** Who forgot the password. */
export const forgottenPasswordSchema = z.object({ email: staffEmail });

/** What replaces it, with the field that the page issued. */
export const newPasswordSchema = z.object({ newPassword, issued: z.string().max(200).optional() });

/** Six digits of an authenticator app, or a recovery code. */
export const signInCodeSchema = z.object({ code });

/** The name of a form's second button, which calls off what the form is about. */
export const CANCEL = "cancel";

/** Six digits, spaces forgiven; or the button that needs none. */
export const enrolSchema = z.discriminatedUnion(CANCEL, [
  z.object({ [CANCEL]: z.literal("yes") }),
  z.object({
    [CANCEL]: z.undefined().optional(),
    code: code
      .transform((text) => text.replace(/\s/g, ""))
      .pipe(z.string().regex(/^\d{6}$/, "Enter the 6-digit code from your app")),
  }),
]);

export const confirmPasswordSchema = z.object({ currentPassword: givenPassword });

export const changePasswordSchema = z.object({ currentPassword: givenPassword, newPassword });

/** The buttons of the account page, by the last words of their addresses. */
export const ACCOUNT_BUTTONS = [
  "change-password",
  "begin-totp",
  "confirm-totp",
  "renew-codes",
  "disable-totp",
  "end-session",
  "sign-out-everywhere",
  "choose-notifications",
  "leave-team",
  "begin-passkey",
  "add-passkey",
  "remove-passkey",
] as const;
export type AccountButton = (typeof ACCOUNT_BUTTONS)[number];

/**
 * What a device answered, as the browser writes it down. Who sends none has no scripts, or called
 * it off.
 */
const credential = z.string().max(16_000).optional();

/** A new passkey: what its person calls it, and the password that they have. */
export const beginPasskeySchema = confirmPasswordSchema.extend({
  passkeyName: z
    .string({ error: "Enter a name" })
    .trim()
    .min(1, "Enter a name")
    .max(60, "Use at most 60 characters"),
});

/** The new passkey itself. */
export const addPasskeySchema = z.object({ credential });

/** Which of the own passkeys goes. */
export const removePasskeySchema = confirmPasswordSchema.extend({
  passkey: z.string({ error: "Choose a passkey" }).min(1).max(64),
});

/** Signing in with a passkey. */
export const passkeySignInSchema = z.object({
  credential,
  /** Judged by values/local-path, whatever it is. */
  redirectTo: z.unknown().optional(),
});

/** The handle that the list of sessions gives each of them. */
export const sessionHandleSchema = z.object({ session: z.string().regex(/^[0-9a-f]{16}$/) });

/**
 * Giving up an own role; which org it is stands in the form, since another window may show another
 * one.
 */
export const leaveTeamSchema = confirmPasswordSchema.extend({
  orgId: z
    .string({ error: "Something went wrong with this form. Reload the page and try again." })
    .min(1)
    .max(64),
});

export const currentOrgSchema = z.object({
  orgId: z.string().min(1).max(64),
  redirectTo: z.unknown().optional(),
});

export const orgName = z
  .string({ error: "Enter the name of your organization" })
  .trim()
  .min(2, "Use 2 characters or more")
  .max(100, "Use at most 100 characters")
  .regex(NAME_CHARACTERS, "Use letters, digits, spaces and . , ' & ( ) - / only");

export const orgSlug = z
  .string({ error: "Enter a URL slug for your portal" })
  .trim()
  .toLowerCase()
  .refine(isOrgSlug, "Use 2 to 50 letters, digits and inner hyphens. Some words are reserved.");

/** The first org and its owner. */
export const setupSchema = z.object({
  orgName,
  /** Left empty, it follows from the name. */
  slug: orgSlug.optional(),
  email: staffEmail,
  password: newPassword,
});
