import * as z from "zod";
import { PROVIDER_NAMES, type Integration } from "../../integrations.ts";
import { bridgeLetterSchema } from "../../bridge-letters.ts";
import type { Feature } from "#model/settings/customization.ts";
import { hasFewMarks, TOO_MANY_MARKS } from "#values/folding.ts";
import { isDay } from "#values/dates.ts";
import type { ItemCapabilities } from "../capabilities.ts";
import {
  DEFAULT_ITEM_TYPE,
  DOCUMENT_TYPES,
  ENABLED_STATES,
  MATURITY_LEVELS,
  RECURRENCES,
  type BridgeLetter,
  type ListEntry,
} from "../items.ts";
import { optionalLink } from "#values/links.ts";
import { oncePerFacts } from "#values/once-per-facts.ts";

/**
 * The form of an item: one schema for the page and the API. Names are what the inputs are called.
 */

export const TITLE_HINT = "Limit titles to 1-3 words so they are easy to read";
export const UPGRADE = "Upgrade your plan to unlock this feature";
/** What the root of a form says when saving failed for a reason that nobody expected. */
export const SAVE_ERROR = "Save error";
export const FILE_MISSING = "Please upload a file to save this item.";

/** Public, restricted and shown, restricted and hidden. */
export const ITEM_ACCESSES = ["public", "restricted", "hidden"] as const;
export type ItemAccessChoice = (typeof ITEM_ACCESSES)[number];

export const ACCESS_LABELS: Readonly<Record<ItemAccessChoice, string>> = {
  public: "Public",
  restricted: "Restricted",
  hidden: "Restricted and hidden",
};
export const ACCESS_MEANINGS: Readonly<Record<ItemAccessChoice, string>> = {
  public: "Everyone can see it and open its documents.",
  restricted:
    "Accounts whose permission profile includes it can open its documents. Others can request access.",
  hidden: "Only accounts whose profile includes it can see it.",
};

/** The feature that a plan needs for a choice. */
export const ACCESS_FEATURES: Readonly<Partial<Record<ItemAccessChoice, Feature>>> = {
  restricted: "allowRestrictedFiles",
  hidden: "restrictedHiddenFiles",
};

export const STATE_LABELS: Readonly<Record<(typeof ENABLED_STATES)[number], string>> = {
  Enabled: "Enabled",
  WorkInProgress: "In Progress",
  NotEnabled: "Not enabled",
};

export const MAX_EXPLANATION = 20_000;
export const MAX_LIST_ENTRIES = 100;
/** Documents that one save links or unlinks. */
export const MAX_LINKS_A_SAVE = 200;

/**
 * What a form is filled with when it is opened, and what a save may not take away from whoever has
 * it already.
 */
export interface ItemNow {
  access: ItemAccessChoice;
  type: string | null;
  choice: string | null;
  /** Its link stays what it is while it is connected. */
  integration?: Integration | null;
}

/** What the org's plan leaves out. */
export interface ItemPlan {
  hasFeature: (feature: Feature) => boolean;
}

const plain = (most: number) =>
  z
    .string({ error: "Use text" })
    .trim()
    .max(most, `Use at most ${most} characters`)
    .regex(/^[^\u0000-\u001f\u007f]*$/, "Use one line of text")
    .refine(hasFewMarks, TOO_MANY_MARKS);

/** Empty is none. */
const optionalText = (most: number) =>
  plain(most)
    .default("")
    .transform((text) => (text === "" ? null : text));

/** A title of 2 to 100 characters. */
export const itemTitle = plain(100)
  .min(2, "Use 2 characters or more")
  .regex(/^[^<>]*$/, "Leave out < and >");

const oneOf = <const T extends readonly string[]>(values: T, error: string) =>
  z
    .union([z.literal("").transform(() => null), z.null(), z.enum(values, { error })], { error })
    .default(null);

const listEntry = z.object({
  label: plain(120).default(""),
  description: plain(300).default(""),
  href: optionalLink,
});

/** Rows that were left empty are none; a row with anything in it needs its first field. */
const listEntries = z
  .array(listEntry, { error: "Send a list" })
  .max(MAX_LIST_ENTRIES, `Use at most ${MAX_LIST_ENTRIES} entries`)
  .default([])
  .transform((rows, context): ListEntry[] => {
    const filled = rows
      .map((row, i) => ({ ...row, i }))
      .filter(
        ({ label, description, href }) => label !== "" || description !== "" || href !== null,
      );
    const labels = new Set<string>();
    for (const { label, i } of filled) {
      const message =
        label === ""
          ? "Enter a name for this entry"
          : labels.has(label)
            ? "Another entry already has this name"
            : null;
      labels.add(label);
      if (message !== null)
        context.issues.push({ code: "custom", message, path: [i, "label"], input: label });
    }
    return filled.map(({ label, description, href }) => ({
      label,
      ...(description === "" ? {} : { description }),
      ...(href === null ? {} : { href }),
    }));
  });

const ids = z
  .array(z.string().min(1).max(64))
  .max(MAX_LINKS_A_SAVE, `Change at most ${MAX_LINKS_A_SAVE} documents at a time`)
  .default([]);

/** A letter that is off is kept as far as it goes; only an enabled one is complete. */
const letter = bridgeLetterSchema.nullable().default(null);

/** All that an item's schema depends on. */
interface FormFacts {
  title: boolean;
  /** null: types make no sense. */
  types: readonly string[] | null;
  choices: readonly string[];
  access: ItemAccessChoice;
  /** What the plan has, and what the item is already. */
  accesses: readonly ItemAccessChoice[];
  /** The page that it is connected with, and whose that is; its link stays this one. */
  connected: Pick<Integration, "page" | "provider"> | null;
}

function factsOf(can: ItemCapabilities, now: ItemNow, plan: ItemPlan): FormFacts {
  const { integration = null } = now;
  return {
    title: can.title,
    types: can.types && [...can.types, ...(now.type === null ? [] : [now.type])],
    choices: [
      ...(can.choices ?? []).map(({ value }) => value),
      ...(now.choice === null ? [] : [now.choice]),
    ],
    access: now.access,
    accesses: ITEM_ACCESSES.filter((access) => {
      const feature = ACCESS_FEATURES[access];
      return feature === undefined || access === now.access || plan.hasFeature(feature);
    }),
    connected: integration && { page: integration.page, provider: integration.provider },
  };
}

/** What an item's form says, whatever the item supports: `itemValues` leaves out the rest. */
function fields({ title, types, choices, access, accesses, connected }: FormFacts) {
  return z.object({
    title: title
      ? itemTitle
      : z
          .unknown()
          .optional()
          .transform(() => ""),
    enabledState: z.enum(ENABLED_STATES, { error: "Choose from the list" }).default("Enabled"),
    access: z
      .enum(ITEM_ACCESSES, { error: "Choose who can see this item" })
      .default(access)
      .check((context) => {
        if (accesses.includes(context.value)) return;
        context.issues.push({ code: "custom", message: UPGRADE, input: context.value });
      }),
    type:
      types === null
        ? z
            .unknown()
            .optional()
            .transform(() => null)
        : z.enum(types as [string, ...string[]], {
            error: "Select an item type to save this item",
          }),
    maturity: oneOf(MATURITY_LEVELS, "Choose from the list"),
    recurrence: oneOf(RECURRENCES, "Choose from the list"),
    auditor: optionalText(60),
    expiry: z
      .string({ error: "Invalid expiration date" })
      .trim()
      .refine((text) => text === "" || isDay(text), "Invalid expiration date")
      .default("")
      .transform((text) => (text === "" ? null : text)),
    explanation: z
      .string({ error: "Use text" })
      .transform((text) => text.replace(/\r\n?/g, "\n").trim())
      .pipe(
        z
          .string()
          .max(MAX_EXPLANATION, `Use at most ${MAX_EXPLANATION} characters`)
          .refine(hasFewMarks, TOO_MANY_MARKS),
      )
      .default("")
      .transform((text) => (text === "" ? null : text)),
    href: optionalLink.check((context) => {
      if (connected === null || context.value === connected.page) return;
      context.issues.push({
        code: "custom",
        message: `Disconnect ${PROVIDER_NAMES[connected.provider]} to change the link.`,
        input: context.value,
      });
    }),
    /** Whether visitors see what the connected page says. */
    showInCard: z.boolean({ error: "Use true or false" }).default(true),
    choice:
      choices.length === 0
        ? z
            .unknown()
            .optional()
            .transform(() => null)
        : oneOf(choices as [string, ...string[]], "Choose from the list"),
    listEntries,
    link: ids,
    unlink: ids,
    /** Types for documents that have none yet, by document. */
    documentTypes: z
      .record(z.string().max(64), z.enum(DOCUMENT_TYPES, { error: "Type is required" }))
      .default({}),
    bridgeLetter: letter,
    removeBadge: z.boolean().default(false),
    /** The stamp of what the form was filled with. */
    base: z.string().max(200).default(""),
    /** The title that somebody was warned of and wants all the same. */
    sameTitle: z.string().max(100).default(""),
  });
}

export type ItemFormSchema = ReturnType<typeof fields>;
export type ItemForm = z.output<ItemFormSchema>;

const schemaOf = oncePerFacts(fields);

/** What the form of an item may say. */
export function itemFormSchema(
  can: ItemCapabilities,
  now: ItemNow,
  plan: ItemPlan,
): ItemFormSchema {
  return schemaOf(factsOf(can, now, plan));
}

/**
 * What is saved of an item: what its form says, for the sections that it has; the others stay as
 * they are.
 */
export function itemValues(form: ItemForm, can: ItemCapabilities, plan: ItemPlan) {
  return {
    ...(can.title ? { title: form.title as string } : {}),
    enabledState: form.enabledState,
    publicAccess: form.access === "public",
    hidden: form.access === "hidden",
    explanation: form.explanation,
    ...(can.types === null ? {} : { type: form.type ?? DEFAULT_ITEM_TYPE }),
    ...(can.maturity ? { maturity: form.maturity } : {}),
    ...(can.recurrence ? { recurrence: form.recurrence } : {}),
    ...(can.auditor ? { auditor: form.auditor } : {}),
    ...(can.expiry ? { expiry: form.expiry } : {}),
    ...(can.link ? { href: form.href } : {}),
    ...(can.choices === null ? {} : { choice: form.choice }),
    ...(can.listEntries ? { listEntries: form.listEntries } : {}),
    ...(can.bridgeLetter === null || !plan.hasFeature("bridgeLetter")
      ? {}
      : { bridgeLetter: form.bridgeLetter as BridgeLetter | null }),
  };
}

/**
 * The texts of an item's form that are Markdown, by its fields, where they are other ones than what
 * is stored.
 */
export function markdownOfItem(
  { explanation, bridgeLetter }: Pick<ItemForm, "explanation" | "bridgeLetter">,
  stored: { explanation: string | null; bridgeLetter: BridgeLetter | null },
): Record<string, string | null> {
  const content = (bridgeLetter as BridgeLetter | null)?.letterContent ?? null;
  return {
    ...(explanation === stored.explanation ? {} : { explanation }),
    ...(content === (stored.bridgeLetter?.letterContent ?? null)
      ? {}
      : { "bridgeLetter.letterContent": content }),
  };
}

/** What an item is for readers now, as the form's choice. */
export function accessOf(item: { publicAccess: boolean; hidden: boolean }): ItemAccessChoice {
  return item.publicAccess ? "public" : item.hidden ? "hidden" : "restricted";
}

/** Where a new item begins: restricted, or public where the plan has nothing else. */
export function firstAccess(plan: ItemPlan): ItemAccessChoice {
  return plan.hasFeature("allowRestrictedFiles") ? "restricted" : "public";
}

/** The warning that a title draws that another item has. */
export function sameTitleWarning(title: string, cardTitle: string): string {
  return `There is already an item called “${title}” in ${cardTitle}. Use the existing item instead, so visitors find one answer.`;
}
