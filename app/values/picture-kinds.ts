/** What a picture is for, as far as it decides which kinds of file are taken. */
export type PictureKinds = "icon" | "logo" | "favicon";

/** The endings of pictures that a form takes. */
export const PICTURE_KINDS: Readonly<Record<PictureKinds, readonly string[]>> = {
  /** Icons of cards and badges of items: the kinds that their hint names. */
  icon: ["png", "jpg", "jpeg", "svg"],
  /** Logos and banners: what browsers show. */
  logo: ["png", "jpg", "jpeg", "svg", "webp", "gif"],
  favicon: ["png", "jpg", "jpeg", "svg", "webp", "gif", "ico"],
};

/** The endings as hints and messages list them: 'jpg' is the same as 'jpeg'. */
export function pictureEndings(kinds: PictureKinds): string {
  return PICTURE_KINDS[kinds].filter((ending) => ending !== "jpg").join(", ");
}

/** What a form says to a picture of another kind. */
export function acceptedPictures(kinds: PictureKinds): string {
  return `Accepted file types: ${pictureEndings(kinds)}`;
}

/** What an input's `accept` says. */
export function acceptOf(kinds: PictureKinds): string {
  return PICTURE_KINDS[kinds].map((ending) => `.${ending}`).join(",");
}
