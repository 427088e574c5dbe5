import * as z from "zod";
import { NAME_CHARACTERS } from "#values/names.ts";
import {
  checkExpiry,
  companyName,
  grantFields,
  messageField,
  UNCHANGED,
} from "#access/access-requests/forms/review-forms.ts";
import { emailField } from "#model/subscribers/email.ts";

/** The buttons of an account's page, by the last words of their addresses. */
export const ACCOUNT_BUTTONS = [
  "rename",
  "add-member",
  "remove-member",
  "give",
  "end-grant",
  "revoke",
  "note",
  "merge",
  "revoke-token",
  "revoke-key",
] as const;
export type AccountButton = (typeof ACCOUNT_BUTTONS)[number];

/** The buttons of a member's own page, by the last words of their addresses. */
export const MEMBER_BUTTONS = [
  "end-session",
  "sign-out-everywhere",
  "switch-account",
  "revoke-token",
] as const;
export type MemberButton = (typeof MEMBER_BUTTONS)[number];

const name = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(50, "Use at most 50 characters")
    .regex(NAME_CHARACTERS, "Use letters, digits, spaces and . , ' & ( ) - / only");

const id = (message: string) => z.string({ error: message }).min(1, message).max(64, message);

export const renameSchema = z.object({ accountName: companyName });
export const addMemberSchema = z.object({
  email: emailField,
  firstName: name("First name is required"),
  lastName: name("Last name is required"),
});
/** An account that staff add by hand, with its first member. */
export const newAccountSchema = z
  .object({
    ...addMemberSchema.shape,
    ...grantFields,
    accountName: companyName,
    message: messageField,
    tell: z.literal("on").optional(),
  })
  .superRefine(checkExpiry);
export const removeMemberSchema = z.object({ memberId: id("Choose a member") });
/** Extends or changes access: what is unchanged stays what each product's grant says. */
export const giveSchema = z
  .object({
    ...grantFields,
    expires: z
      .enum([UNCHANGED, "none", "date", "days"], { error: "Choose when the access ends" })
      .default(UNCHANGED),
    nda: z
      .enum([UNCHANGED, "required", "waived"], { error: "Choose whether the NDA is required" })
      .default(UNCHANGED),
  })
  .superRefine(checkExpiry);
export const endGrantSchema = z.object({ grantId: id("Choose a product") });
export const revokeTokenSchema = z.object({ tokenId: id("Choose a token") });
export const noteSchema = z.object({
  note: z
    .string({ error: "Write a note" })
    .trim()
    .min(1, "Write a note")
    .max(4_000, "Use at most 4000 characters"),
});
export const mergeSchema = z.object({ into: id("Choose an account") });
