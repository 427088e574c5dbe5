import { expect, test } from "vitest";
import { retryTime } from "#company/webhooks/rules/retry-after.ts";

const NOW = new Date("2026-11-27T08:00:00.000Z");

test.each([
  ["seconds", "120", "2026-11-27T08:02:00.000Z"],
  ["a date", "Fri, 27 Nov 2026 09:30:00 GMT", "2026-11-27T09:30:00.000Z"],
  ["more than a day", "999999", "2026-11-28T08:00:00.000Z"],
  ["a date years off", "Sat, 27 Nov 2032 09:30:00 GMT", "2026-11-28T08:00:00.000Z"],
  ["seconds beyond any number", "9".repeat(40), "2026-11-28T08:00:00.000Z"],
  ["no time at all", "0", null],
  ["a time that is over", "Fri, 27 Nov 2026 07:00:00 GMT", null],
  ["a negative number", "-5", null],
  ["words", "soon", null],
  ["a date of another make", "2026-11-27T09:30:00Z", null],
  ["more than a header of it has", "1".repeat(400), null],
])("a receiver that asks for %s is tried again then, or as ever", (_what, header, at) => {
  expect(retryTime(header, NOW)?.toISOString() ?? null).toBe(at);
});
