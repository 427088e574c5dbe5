/** When a mail is tried again. */
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/**
 * How long a mail that is put off again and again is tried (RFC 5321 §4.5.4.1 asks for four to five
 * days).
 */
export const GIVE_UP_MS = 5 * 24 * HOUR_MS;

/**
 * The wait before the next attempt: a fifth of the time since the first one, from ten seconds to
 * six hours, and up to a fifth more, so that what was put off together does not come back together.
 */
export function backOff(sinceFirstMs: number, random: () => number = Math.random): number {
  const wait = Math.min(6 * HOUR_MS, Math.max(10 * SECOND_MS, sinceFirstMs / 5));
  return Math.round(wait * (1 + random() / 5));
}

/**
 * The wait before a transport that is down is tried again: one second, then twice as long each
 * time, a minute at most.
 */
export function probeWait(failures: number, random: () => number = Math.random): number {
  return Math.round(
    Math.min(60 * SECOND_MS, SECOND_MS * 2 ** Math.min(failures, 10)) * (0.9 + random() / 10),
  );
}
