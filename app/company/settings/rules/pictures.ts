/**
 * The pictures of a portal: their place in the address, what they are for, and how large they may
 * be.
 */
export const PICTURES = {
  logo: {
    picture: "logo",
    kinds: "logo",
    title: "Logo",
    hint: "Shown in the header, 30 pixels high, and in emails. Without a logo, your name is shown.",
    maxBytes: 1024 * 1024,
  },
  "logo-dark": {
    picture: "logoDark",
    kinds: "logo",
    title: "Logo on dark pages",
    hint: "Replaces the logo for visitors who prefer dark pages.",
    maxBytes: 1024 * 1024,
  },
  favicon: {
    picture: "favicon",
    kinds: "favicon",
    title: "Favicon",
    hint: "Square, 32 pixels or more.",
    maxBytes: 1024 * 1024,
  },
  banner: {
    picture: "banner",
    kinds: "logo",
    title: "Banner image",
    hint: "At the top of the page, 1280 × 350 pixels.",
    maxBytes: 5 * 1024 * 1024,
  },
} as const;
export type PicturePath = keyof typeof PICTURES;

export function isPicturePath(path: string): path is PicturePath {
  return Object.hasOwn(PICTURES, path);
}

/** The kinds of file in words, as the hints name them. */
export const PICTURE_TYPES = {
  logo: "PNG, JPEG, SVG, WebP or GIF",
  favicon: "PNG, JPEG, SVG, WebP, GIF or ICO",
} as const;
