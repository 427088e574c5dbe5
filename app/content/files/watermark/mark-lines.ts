import type { Mark } from "./jobs.ts";
import { writable } from "./glyphs.ts";

/**
 * The two lines of a watermark: who, and when with the trace id. A name that the font can't write
 * gives way to the email address, which stands beside it anyway; whatever is left unwritable is
 * left out, and the trace id tells the rest. Never an error.
 */
export function markLines(mark: Mark, covers: (codePoint: number) => boolean): [string, string] {
  const who = [mark.name, mark.email, mark.organisation]
    .map((text) => writable(text, covers))
    .filter((text) => text !== null);
  const when = writable(mark.when, covers);
  return [
    who.length === 0 ? "Public copy" : who.join(" · "),
    [...(when === null ? [] : [when]), `Trace ${mark.trace}`].join(" · "),
  ];
}
