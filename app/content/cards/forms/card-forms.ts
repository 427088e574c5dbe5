import * as z from "zod";
import { base, displayTextSchema, placeholderSchema } from "#model/cards/forms/edit-forms.ts";
import { isTicked, valueOf, valuesOf, type FormValues } from "#values/form-values.ts";
import { ENABLED_STATES, type EnabledState } from "#model/items/items.ts";
import { NAME_CHARACTERS } from "#values/names.ts";

/** The form of a card's drawer in edit mode, shared by the page and the API. */

export const CARD_NAME_PLACEHOLDER = "Type card name...";

/** Items on one page of the drawer: their fields stay far below a form's limit. */
export const ITEMS_A_PAGE = 100;
const MAX_ITEMS = 1_000;

/** A name of 2 to 50 characters, or none: the card is called as it always was then. */
export const cardName = z
  .string({ error: "Use text" })
  .trim()
  .refine((text) => text === "" || text.length >= 2, "Use 2 characters or more")
  .refine((text) => text.length <= 50, "Use at most 50 characters")
  .refine(
    (text) => text === "" || NAME_CHARACTERS.test(text),
    "Use letters, digits, spaces and . , ' & ( ) - / only",
  )
  .nullable()
  .transform((text) => (text === null || text === "" ? null : text));

/** The dialog of a card's name alone, for a card that has no drawer. */
export const cardNameSchema = z.object({ base, title: cardName.default(null) });

const standing = {
  enabledState: z.enum(ENABLED_STATES, { error: "Choose from the list" }),
  hidden: z.boolean().default(false),
};

const items = z
  .array(
    z.object({
      uid: z.string().min(1).max(120),
      ...standing,
      /** How it stood when the form was opened: what was left so is not touched. */
      was: z.object(standing),
    }),
    { error: "Send a list" },
  )
  .max(MAX_ITEMS, `Change at most ${MAX_ITEMS} items at a time`)
  .default([]);

/** @param mayRename without it a name that is sent counts for nothing */
export function cardFormSchema({ mayRename }: { mayRename: boolean }) {
  const name = mayRename
    ? cardName.optional()
    : z
        .unknown()
        .optional()
        .transform(() => undefined);
  return z.object({
    title: name,
    titleWas: z
      .string()
      .max(100)
      .nullable()
      .default(null)
      .transform((text) => (text === "" ? null : text)),
    items,
  });
}

const text = (schema: z.ZodType<string>) =>
  schema
    .nullable()
    .optional()
    .transform((sent) => (sent === undefined ? undefined : sent || null));

/**
 * A card as the API saves it: its texts, where null is the default, and how its items stand. What
 * is not named stays. Whether the card is hidden is a call of its own.
 */
export const cardPatchSchema = z
  .strictObject({
    hidden: z.boolean({ error: "Say whether the card is hidden" }).optional(),
    title: cardName.optional(),
    displayText: text(displayTextSchema.shape.displayText.unwrap()),
    placeholder: text(placeholderSchema.shape.placeholder.unwrap()),
    items: z
      .array(
        z.strictObject({
          uid: z.string().min(1).max(120),
          enabledState: standing.enabledState.optional(),
          hidden: z.boolean().optional(),
        }),
        { error: "Send a list" },
      )
      .max(MAX_ITEMS, `Change at most ${MAX_ITEMS} items at a time`)
      .refine(
        (rows) => new Set(rows.map(({ uid }) => uid)).size === rows.length,
        "Each item can appear only once",
      )
      .optional(),
  })
  .refine(
    (sent) => Object.values(sent).some((value) => value !== undefined),
    "Send at least one change",
  )
  .refine(
    ({ hidden, ...others }) =>
      hidden === undefined || Object.values(others).every((value) => value === undefined),
    "Hide or show the card in a separate call",
  );

/** How an item stands, as a hidden field of its row says it. */
export function statusWord({
  enabledState,
  hidden,
}: {
  enabledState: EnabledState;
  hidden: boolean;
}): string {
  return `${enabledState}${hidden ? " hidden" : ""}`;
}

/** What the form says, in the shape that the schema and the API have. */
export function cardOfForm(values: FormValues): Record<string, unknown> {
  const states = valuesOf(values, "state");
  const were = valuesOf(values, "was");
  const hidden = new Set(valuesOf(values, "hide"));
  const added = new Set(valuesOf(values, "enable"));
  return {
    ...(isTicked(values, "title") ? { title: valueOf(values, "title") } : {}),
    titleWas: valueOf(values, "titleWas"),
    items: valuesOf(values, "uid").map((uid, i) => {
      const [enabledState, word] = (were[i] ?? "").split(" ");
      return {
        uid,
        enabledState: added.has(uid) ? "Enabled" : states[i],
        hidden: hidden.has(uid),
        was: { enabledState, hidden: word === "hidden" },
      };
    }),
  };
}
