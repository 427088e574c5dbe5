import * as z from "zod";
import { readTypedEmail } from "#model/subscribers/email.ts";

/** Who gets the mail of a trust update. */

export const AUDIENCE_SOURCES = ["subscribers", "accounts", "profile", "listed"] as const;
export type AudienceSource = (typeof AUDIENCE_SOURCES)[number];

/** How many addresses can be listed by hand. */
export const MAX_LISTED = 1_000;

export interface UpdateAudience {
  source: AudienceSource;
  /** The permission profile whose accounts' members are meant. */
  profileId?: string;
  /** The listed addresses. */
  emails?: string[];
}

export interface UpdateRecipients {
  subscribers: boolean;
  audience: UpdateAudience | null;
}

/** As it is stored with an update. */
export const storedRecipients = z.object({
  subscribers: z.boolean(),
  audience: z
    .object({
      source: z.enum(AUDIENCE_SOURCES),
      profileId: z.string().optional(),
      emails: z.array(z.string()).optional(),
    })
    .nullable(),
});

/** Addresses typed one a line, or parted by commas, semicolons or spaces. */
export function splitAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter((word) => word !== "");
}

/** Listed words as addresses, each mailbox once, and the words that are none. */
export function readAddresses(words: readonly string[]): { emails: string[]; wrong: string[] } {
  const emails = new Map<string, string>();
  const wrong: string[] = [];
  for (const word of words) {
    const address = readTypedEmail(word);
    if (address === null) wrong.push(word);
    else if (!emails.has(address.key)) emails.set(address.key, address.email);
  }
  return { emails: [...emails.values()], wrong };
}

/** 'Subscribers', 'Subscribers and members of every account', 'Listed emails (3)'. */
export function recipientsInWords(
  { subscribers, audience }: UpdateRecipients,
  profileName?: string | null,
): string {
  const second = audience === null ? null : audienceInWords(audience, profileName ?? null);
  if (second === null) return "Subscribers";
  return subscribers
    ? `Subscribers and ${second.charAt(0).toLowerCase()}${second.slice(1)}`
    : second;
}

function audienceInWords({ source, emails }: UpdateAudience, profileName: string | null): string {
  switch (source) {
    case "subscribers":
      return "Subscribers";
    case "accounts":
      return "Members of every account";
    case "profile":
      return `Members with the permission profile ${profileName ?? "that was removed"}`;
    case "listed":
      return `Listed emails (${emails?.length ?? 0})`;
  }
}
