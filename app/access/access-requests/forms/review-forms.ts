import * as z from "zod";
import { hasPassed } from "#values/dates.ts";
import { NAME_CHARACTERS } from "#values/names.ts";

/** How staff decide about a request for access. */

/** How long a decision can be undone, and its mail is held. */
export const UNDO_SECONDS = 30;

/** The value of the field Account for an account that does not exist yet. */
export const NEW_ACCOUNT = "new";

/** The value of a field that leaves each grant what it is. */
export const UNCHANGED = "unchanged";

export const messageField = z.string().trim().max(2_000, "Use at most 2000 characters").optional();

const id = z.string().min(1).max(64);

/** YYYY-MM-DD of a day that exists. */
export const dayField = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "Enter a date such as 2027-01-31")
  .refine((text) => !/^\d{4}-\d{2}-\d{2}$/.test(text) || exists(text), "This date does not exist");

function exists(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
}

export const companyName = z
  .string({ error: "Company name is required" })
  .trim()
  .min(2, "Use 2 characters or more")
  .max(100, "Use at most 100 characters")
  .regex(NAME_CHARACTERS, "Use letters, digits, spaces and . , ' & ( ) - / only");

/**
 * What is given: profile, products, until when, NDA. The same for one request, for many, and for an
 * account.
 */
export const grantFields = {
  profileId: z
    .string({ error: "Choose a permission profile" })
    .min(1, "Choose a permission profile")
    .max(64),
  productIds: z
    .array(id, { error: "Choose at least one product" })
    .min(1, "Choose at least one product")
    .max(100),
  expires: z
    .enum(["none", "date", "days"], { error: "Choose when the access ends" })
    .default("none"),
  expiresOn: z.string().trim().optional(),
  expiresIn: z.string().trim().optional(),
  // Where the org asks for none, the form does not ask either, and one that comes later counts.
  nda: z
    .enum(["required", "waived"], { error: "Choose whether the NDA is required" })
    .default("required"),
};

interface Expiry {
  expires: "none" | "date" | "days" | "unchanged";
  expiresOn?: string | undefined;
  expiresIn?: string | undefined;
}

/** Checks the field that the chosen way of ending needs, and names the fault at that field. */
export function checkExpiry(value: Expiry, context: z.RefinementCtx): void {
  const fault = (path: string, text: string) =>
    context.addIssue({ code: "custom", path: [path], message: text });
  if (value.expires === "date") {
    const day = dayField.safeParse(value.expiresOn ?? "");
    if (!day.success)
      fault("expiresOn", day.error.issues[0]?.message ?? "Enter a date such as 2027-01-31");
  }
  if (value.expires === "days" && !/^[1-9]\d{0,3}$/.test(value.expiresIn ?? ""))
    fault("expiresIn", "Enter a number of days from 1 to 9999");
}

/**
 * What is wrong with a last day as the calendar of the org has it: it is over, which no schema
 * knows.
 */
export function pastEnd(
  { expires, expiresOn }: Expiry,
  timeZone: string,
  now: Date,
): string | null {
  return expires === "date" && hasPassed(expiresOn ?? "", now, timeZone)
    ? "This date has passed. Choose today or a later day."
    : null;
}

const grantObject = z.object(grantFields);
export type GrantForm = z.infer<typeof grantObject>;

/** What becomes of products that the account may read already. */
const held = z
  .enum(["keep", "replace"], { error: "Choose whether to keep or replace existing access" })
  .default("keep");

/** What a preset is called. */
const presetName = z
  .string({ error: "Enter a name" })
  .trim()
  .max(50, "Use at most 50 characters")
  .regex(NAME_CHARACTERS, "Use letters, digits, spaces and . , ' & ( ) - / only");

export const approveSchema = z
  .object({
    ...grantFields,
    held,
    account: z.string({ error: "Choose an account" }).min(1, "Choose an account").max(64),
    accountName: z.string().trim().optional(),
    message: messageField,
    /** Under this name the choices are kept for other requests. */
    presetName: presetName.optional(),
  })
  .superRefine((value, context) => {
    checkExpiry(value, context);
    if (value.presetName !== undefined && value.presetName !== "" && value.expires === "date")
      context.addIssue({
        code: "custom",
        path: ["presetName"],
        message: "Presets can’t use a fixed date. Choose “After a number of days” or “No expiry”.",
      });
    if (value.account !== NEW_ACCOUNT) return;
    const name = companyName.safeParse(value.accountName ?? "");
    if (!name.success)
      context.addIssue({
        code: "custom",
        path: ["accountName"],
        message: name.error.issues[0]?.message ?? "Company name is required",
      });
  });

export const declineSchema = z.object({
  /** 'Decline and block domain' is a second button of the same form. */
  block: z.enum(["domain"]).optional(),
  thirdParty: z.literal("on").optional(),
  message: messageField,
});

/** The buttons of a request's page, by the last words of their addresses. */
export const REQUEST_BUTTONS = [
  "approve",
  "decline",
  "undo",
  "reopen",
  "after",
  "assign",
  "note",
  "ask",
  "stop-asking",
] as const;
export type RequestButton = (typeof REQUEST_BUTTONS)[number];

/** What opens once somebody has decided about a request: their own choice, for all decisions. */
export const afterSchema = z.object({
  after: z.enum(["next", "stay"], { error: "Choose what opens after a decision" }),
});

const presetId = z.string({ error: "Choose a preset" }).min(1, "Choose a preset").max(64);
export const removePresetSchema = z.object({ presetId });
export const renamePresetSchema = z.object({
  presetId,
  name: presetName,
});

/** The buttons of the page of presets, by the last words of their addresses. */
export const PRESET_BUTTONS = ["rename", "remove"] as const;
export type PresetButton = (typeof PRESET_BUTTONS)[number];

const chosen = {
  requestIds: z
    .array(id, { error: "Select at least one request" })
    .min(1, "Select at least one request")
    .max(200),
};
export const bulkApproveSchema = z
  .object({ ...grantFields, ...chosen, message: messageField })
  .superRefine(checkExpiry);
/** Words for being declined that come up again and again; each is a whole message. */
export const DECLINE_REASONS = [
  {
    id: "work-email",
    label: "Use a work address",
    words: "Please request access again with your work email address.",
  },
  {
    id: "no-reason",
    label: "We can’t see why you need it",
    words: "Please request access again and tell us what you need the documents for.",
  },
  {
    id: "colleague",
    label: "A colleague can invite you",
    words: "Your company already has access. Please ask a colleague who uses it to invite you.",
  },
  {
    id: "contact",
    label: "Ask your contact with us",
    words: "Please ask your contact at our company to arrange access for you.",
  },
] as const;

export const bulkDeclineSchema = z.object({
  ...chosen,
  message: messageField,
  /** One of the reasons above; what is written in the message goes before it. */
  reason: z.string().max(64).optional(),
});
export const bulkPresetSchema = z.object({ ...chosen, preset: id });
/** Nobody, as a choice of who looks at a request. */
export const NOBODY = "nobody";
const assignee = z.string({ error: "Choose a person" }).min(1, "Choose a person").max(64);
export const assignSchema = z.object({ assignee });
export const bulkAssignSchema = z.object({ ...chosen, assignee });

const words = (missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(2_000, "Use at most 2000 characters");
/** A note for staff alone. */
export const internalNoteSchema = z.object({ note: words("Write a note first") });
/** A question to the person who asked for access. */
export const askSchema = z.object({ question: words("Write a question first") });

/** The buttons of the list of requests, by the last words of their addresses. */
export const LIST_BUTTONS = [
  "approve",
  "approve-with",
  "decline",
  "assign",
  "undo",
  "save-view",
  "remove-view",
] as const;
export type ListButton = (typeof LIST_BUTTONS)[number];

/** The folders of the inbox. */
export const REQUEST_FOLDERS = [
  "new",
  "asked",
  "nda",
  "approved",
  "declined",
  "expired",
  "withdrawn",
] as const;
export type RequestFolder = (typeof REQUEST_FOLDERS)[number];
export const FOLDER_NAMES: Readonly<Record<RequestFolder, string>> = {
  new: "New",
  asked: "Waiting for requester",
  nda: "Approved, NDA not signed",
  approved: "Approved",
  declined: "Declined",
  expired: "Expired",
  withdrawn: "Withdrawn",
};
