import * as z from "zod";
import { accentPalettes } from "../../../values/color.ts";
import { BANNER_HEIGHTS, BANNER_SIZES } from "./customization.ts";
import { box } from "./fields.ts";

/** How the portal looks: its colour, its banner, the words above the logos of customers. */
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

/** A colour as a page uses it: as it is, or moved until text in it can be read. */
export interface ColourUse {
  on: "light" | "dark";
  colour: string;
  /** Of text on the colour. */
  onColour: string;
  moved: boolean;
}

/** How an accent colour is used on light and on dark pages. */
export function colourUses(colour: string): readonly ColourUse[] {
  const palettes = accentPalettes(colour);
  return (["light", "dark"] as const).map((on) => ({
    on,
    colour: palettes[on].accent,
    onColour: palettes[on].onAccent,
    moved: palettes[on].accent !== colour.toLowerCase(),
  }));
}

/** What becomes of a colour that can't be read everywhere, in words; null where it can. */
export function colourWords(colour: string): string | null {
  const moved = colourUses(colour).filter((use) => use.moved);
  if (moved.length === 0) return null;
  return moved
    .map(
      ({ on, colour: used }) =>
        `On ${on} pages it becomes ${used}, so that text in it can be read.`,
    )
    .join(" ");
}
