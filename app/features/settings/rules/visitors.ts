import * as z from "zod";
import { PUBLIC_ACCESS_LEVELS, type PublicAccessLevel } from "./customization.ts";
import { box } from "./fields.ts";

/** What strangers may read and do. */
export const visitorsSchema = z.object({
  publicAccessLevel: z.enum(PUBLIC_ACCESS_LEVELS, { error: "Choose an access level" }),
  subscribeEnabled: box,
  commentsEnabled: box,
});

/** The access levels from the most closed to the most open, in words. */
export const LEVEL_WORDS: readonly { value: PublicAccessLevel; label: string; hint: string }[] = [
  {
    value: "Minimal",
    label: "Minimal",
    hint: "Only the public cards are open. Everything else is a title with a lock, FAQs and controls are for accounts, and each locked item asks for access.",
  },
  {
    value: "PublicContentOnly",
    label: "Public content only",
    hint: "The public cards and every item marked as public are open. Everything else is a title with a lock and ‘Get access’.",
  },
  {
    value: "Limited",
    label: "Limited",
    hint: "The text of every item is open. Files that are not public are locked, with ‘Get access’.",
  },
  {
    value: "Full",
    label: "Full",
    hint: "The text of every item is open. Files that are not public are by invitation: there is no request form.",
  },
];
