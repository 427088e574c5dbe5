import * as z from "zod";
import { orgName } from "#model/auth/forms/staff-forms.ts";
import { isTimeZone } from "#values/time-zones.ts";
import { box, optionalText, optionalUrl } from "#model/settings/fields.ts";
import { accentPalettes } from "#values/color.ts";
import {
  BANNER_HEIGHTS,
  BANNER_SIZES,
  FEATURES,
  type Feature,
  PUBLIC_ACCESS_LEVELS,
  type PublicAccessLevel,
} from "#model/settings/customization.ts";

/** Who publishes the portal, what it is called, and whose clock it goes by. */
export const generalSchema = z.object({
  orgName,
  websiteUrl: optionalUrl,
  timeZone: z.string({ error: "Choose a time zone" }).refine(isTimeZone, "Choose a time zone"),
  portalTitle: z
    .string({ error: "Enter a title" })
    .trim()
    .min(1, "Enter a title")
    .max(24, "Max 24 characters")
    .regex(/^[^<>\p{Cc}]*$/u, "Leave out < and >"),
  showPortalTitle: box,
  description: optionalText(300),
  guideUrl: optionalUrl,
});

/** How the portal looks: its color, its banner, the words above the logos of customers. */
export const lookSchema = z.object({
  accentColour: z
    .string({ error: "Enter a color such as #1f4b99" })
    .trim()
    .toLowerCase()
    .transform((text) => (/^[0-9a-f]{6}$/.test(text) ? `#${text}` : text))
    .pipe(z.string().regex(/^#[0-9a-f]{6}$/, "Enter a color such as #1f4b99")),
  reviewBannerSize: z.enum(BANNER_SIZES, { error: "Choose a size" }),
  bannerHeight: z.enum(BANNER_HEIGHTS, { error: "Choose a height" }),
  trustedByHeader: z
    .string({ error: "Enter the words above the logos" })
    .trim()
    .min(1, "Enter the words above the logos")
    .max(200, "Use at most 200 characters"),
  disablePoweredBy: box,
});

/** The button that takes a color from the logo: pressed, it stands for the field. */
export const LOGO_COLOR = "logoColor";

/** A form with an accent color in which a button's color comes before that of the field. */
export function withLogoColor<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((sent) => {
    const color = (sent as Record<string, unknown> | null)?.[LOGO_COLOR];
    return typeof color === "string" ? { ...(sent as object), accentColour: color } : sent;
  }, schema);
}

/** A color as a page uses it: as it is, or moved until text in it can be read. */
export interface ColorUse {
  on: "light" | "dark";
  /** Of links. */
  ink: string;
  /** Of buttons, and of the text on them. */
  fill: string;
  onFill: string;
  moved: boolean;
}

/** How an accent color is used on light and on dark pages. */
export function colorUses(color: string): readonly ColorUse[] {
  const palettes = accentPalettes(color);
  return (["light", "dark"] as const).map((on) => ({
    on,
    ink: palettes[on].accent,
    fill: palettes[on].fill,
    onFill: palettes[on].onFill,
    moved: palettes[on].accent !== color.toLowerCase(),
  }));
}

/** What links take where a color can't be read as text, in words; null where it can. */
export function colorWords(color: string): string | null {
  const moved = colorUses(color).filter((use) => use.moved);
  if (moved.length === 0) return null;
  return moved
    .map(({ on, ink }) => `Links on ${on} pages use ${ink}, so that they stay readable.`)
    .join(" ");
}

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
    hint: "Only the public cards are open. Everything else shows only a locked title with a request link. FAQs and controls are for accounts.",
  },
  {
    value: "PublicContentOnly",
    label: "Public content only",
    hint: "The public cards and every item marked as public are open. Everything else is a title with a lock and “Get access”.",
  },
  {
    value: "Limited",
    label: "Limited",
    hint: "The text of every item is open. Files that aren’t public are locked, with “Get access”.",
  },
  {
    value: "Full",
    label: "Full",
    hint: "The text of every item is open. Files that aren’t public are by invitation only, with no request form.",
  },
];

/** The switches of an org: it has every feature that nobody switched off. */
export const FEATURE_WORDS: Readonly<Record<Feature, { label: string; hint: string }>> = {
  sectionCustomization: {
    label: "Re-order sections",
    hint: "Editors can change the order of the portal’s sections.",
  },
  cardRenaming: {
    label: "Rename cards and items",
    hint: "When off, only custom items can be renamed.",
  },
  cardIcons: {
    label: "Card icons",
    hint: "Editors with the right to edit assets can choose a card’s icon.",
  },
  allowRestrictedFiles: {
    label: "Restricted files",
    hint: "Items can have files that aren’t public.",
  },
  restrictedHiddenFiles: {
    label: "Restricted and hidden items",
    hint: "Items that only accounts whose profile includes them can see.",
  },
  bridgeLetter: {
    label: "Bridge letters",
    hint: "Letters that cover the time after a report’s period.",
  },
  bulkDownload: {
    label: "Bulk download",
    hint: "Members can download several documents as one archive.",
  },
  appLoginInstructions: {
    label: "“Do you work at …?” in the sign-in dialog",
    hint: "Shows the team sign-in link.",
  },
  genAi: {
    label: "AI answers",
    hint: "Members can ask the portal questions. Answers come from what they can see.",
  },
  growthIntegrations: {
    label: "Integrations",
    hint: "Items show live status and statistics from Statuspage and HackerOne.",
  },
  partnerImport: {
    label: "Send data to TPRM tools",
    hint: "Members can send what they can see to the tools that you list under Partners.",
  },
};

/** One box a feature, and the tooltip that only staff see. */
export const featuresSchema = z.object({
  ...(Object.fromEntries(FEATURES.map((feature) => [feature, box])) as Record<Feature, typeof box>),
  multiProductTooltip: box,
});
