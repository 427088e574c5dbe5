import * as z from "zod";
import { nameField } from "#model/name-field.ts";
import { CHAT_KINDS, eventsFor, HOOK_EVENTS, type HookEventType } from "#model/webhooks.ts";

const TYPES: ReadonlySet<string> = new Set(HOOK_EVENTS.map(({ type }) => type));
const MAX_URL = 2_000;
const URL_WORDS = "Enter a URL such as https://example.com/hooks";

const url = z
  .string({ error: URL_WORDS })
  .trim()
  .max(MAX_URL, `Use at most ${MAX_URL.toLocaleString("en")} characters`)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), URL_WORDS)
  .refine((text) => {
    if (!URL.canParse(text)) return true;
    const { username, password } = new URL(text);
    return username === "" && password === "";
  }, "Leave out the name and the password");

const choices = {
  name: nameField,
  types: z
    .array(z.string())
    .min(1, "Choose at least one event")
    .refine((types) => types.every((type) => TYPES.has(type)), "Choose from the list")
    .transform((types) => [...new Set(types)] as HookEventType[]),
  details: z.boolean().default(false),
};

/** The form of a new webhook. Whether its address can be asked is the server's to know. */
export const newHookSchema = z.object({ ...choices, url });

const CHAT_TYPES: ReadonlySet<string> = new Set(eventsFor("slack").map(({ type }) => type));

/** The form of a new channel. */
export const newChannelSchema = z.object({
  ...choices,
  types: choices.types.refine(
    (types) => types.every((type) => CHAT_TYPES.has(type)),
    "Choose from the list",
  ),
  kind: z.enum(CHAT_KINDS, { error: "Choose Slack or Microsoft Teams" }),
  url,
});

/** The form of one that is there: without a URL it keeps its own. */
export const editHookSchema = z.object({ ...choices, url: url.optional() });

/** The button that sends a delivery once more. */
export const againSchema = z.object({ deliveryId: z.string().min(1).max(64) });
