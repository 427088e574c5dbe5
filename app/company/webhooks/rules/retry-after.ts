import { MOST_WAIT_MS } from "#model/webhooks.ts";

/** Longer than any way to write a number of seconds or a date of HTTP. */
const MAX_CHARACTERS = 40;

/**
 * When a receiver asks to be tried again (Retry-After: seconds, or a date), at most a day from now.
 * @returns null where it says nothing that can be read, and for what is over
 */
export function retryTime(header: string | undefined, now: Date): Date | null {
  const text = (header ?? "").trim();
  if (text === "" || text.length > MAX_CHARACTERS) return null;
  const at = /^\d+$/.test(text) ? now.getTime() + Number(text) * 1_000 : dateOf(text);
  if (Number.isNaN(at) || at <= now.getTime()) return null;
  return new Date(Math.min(at, now.getTime() + MOST_WAIT_MS));
}

/** A date as HTTP writes it: 'Fri, 27 Nov 2026 08:00:00 GMT'. NaN for anything else. */
function dateOf(text: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}
