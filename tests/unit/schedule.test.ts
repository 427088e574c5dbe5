import { describe, expect, test } from "vitest";
import { daysBetween, lastDaily, lastMonday } from "#values/schedule.ts";

describe("the last Monday at eight", () => {
  test.each([
    // 2026-11-23 is a Monday.
    ["2026-11-23T08:00:00.000Z", "UTC", "2026-11-23T08:00:00.000Z"],
    ["2026-11-23T07:59:59.999Z", "UTC", "2026-11-16T08:00:00.000Z"],
    ["2026-11-29T23:00:00.000Z", "UTC", "2026-11-23T08:00:00.000Z"],
    ["2026-11-23T12:59:59.000Z", "America/New_York", "2026-11-16T13:00:00.000Z"],
    ["2026-11-23T13:00:00.000Z", "America/New_York", "2026-11-23T13:00:00.000Z"],
    ["2026-11-22T19:00:00.000Z", "Pacific/Auckland", "2026-11-22T19:00:00.000Z"],
    ["2026-11-22T18:59:59.000Z", "Pacific/Auckland", "2026-11-15T19:00:00.000Z"],
    ["2026-11-23T02:30:00.000Z", "Asia/Kolkata", "2026-11-23T02:30:00.000Z"],
    // Clocks went back on 25 October and forward on 29 March 2026.
    ["2026-10-26T10:00:00.000Z", "Europe/Berlin", "2026-10-26T07:00:00.000Z"],
    ["2026-10-25T10:00:00.000Z", "Europe/Berlin", "2026-10-19T06:00:00.000Z"],
    ["2026-03-30T06:00:00.000Z", "Europe/Berlin", "2026-03-30T06:00:00.000Z"],
  ])("before %s in %s is %s", (now, zone, expected) => {
    expect(lastMonday(new Date(now), 8, zone).toISOString()).toBe(expected);
  });
});

describe("the last eight o'clock", () => {
  test.each([
    ["2026-11-21T08:00:00.000Z", "UTC", "2026-11-21T08:00:00.000Z"],
    ["2026-11-21T07:59:00.000Z", "UTC", "2026-11-20T08:00:00.000Z"],
    ["2026-03-29T06:30:00.000Z", "Europe/Berlin", "2026-03-29T06:00:00.000Z"],
    ["2026-03-29T05:30:00.000Z", "Europe/Berlin", "2026-03-28T07:00:00.000Z"],
    ["2026-11-21T17:59:00.000Z", "Pacific/Kiritimati", "2026-11-20T18:00:00.000Z"],
  ])("before %s in %s is %s", (now, zone, expected) => {
    expect(lastDaily(new Date(now), 8, zone).toISOString()).toBe(expected);
  });
});

test("days between two days are counted over changed clocks and months", () => {
  expect(daysBetween("2026-03-28", "2026-03-30")).toBe(2);
  expect(daysBetween("2026-11-21", "2026-12-21")).toBe(30);
  expect(daysBetween("2026-11-21", "2026-11-20")).toBe(-1);
});
