/**
 * A text without what stands at its end, as long as that is one of some signs. A pattern with `$`
 * begins anew at each of them, and takes the square of their number.
 */
export function withoutEnd(text: string, isSign: (sign: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isSign(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

/** An address that more of a path is put behind. */
export function withoutSlashes(address: string): string {
  return withoutEnd(address, (sign) => sign === "/");
}

/** A dot or a blank of whatever kind. */
export const isDotOrBlank = (sign: string): boolean => sign === "." || /\s/.test(sign);
