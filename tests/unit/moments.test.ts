import { describe, expect, test } from "vitest";
import { dayMoment } from "#values/moments.ts";
import { Clock } from "#visibility/store/scope.server.ts";

const ZONE = "Europe/Paris";
const TODAY = "2026-11-20";

describe("a moment that is told by its day", () => {
  test.each([
    ["the same day", "2026-11-20T10:00:00Z", TODAY, "today"],
    ["the night before, which is the same day there", "2026-11-19T23:30:00Z", TODAY, "today"],
    ["the day before", "2026-11-19T22:30:00Z", TODAY, "yesterday"],
    ["some days ago", "2026-11-15T12:00:00Z", TODAY, "5 days ago"],
    ["across the change of the clocks", "2026-10-24T22:30:00Z", TODAY, "26 days ago"],
    ["a month ago", "2026-10-21T12:00:00Z", TODAY, "30 days ago"],
    ["longer ago", "2026-10-20T12:00:00Z", TODAY, "October 20, 2026"],
    ["a day to come", "2026-11-21T12:00:00Z", TODAY, "November 21, 2026"],
    ["where the page counts from no day", "2026-11-20T10:00:00Z", null, "November 20, 2026"],
  ])("%s", (_what, iso, today, text) => {
    expect(dayMoment(iso, today, ZONE).text).toBe(text);
  });

  test("has the day and the time in full", () => {
    expect(dayMoment("2026-11-15T12:00:00Z", TODAY, ZONE)).toMatchObject({
      iso: "2026-11-15T12:00:00Z",
      full: "November 15, 2026, 13:00 GMT+1",
    });
  });
});

describe("a page that tells moments by their day", () => {
  const clock = () => new Clock(new Date("2026-11-20T11:00:00Z"), ZONE);

  test("counts from today and ends with it, where one of them is recent", () => {
    const own = clock();
    expect(own.countedFrom(["2020-01-01T00:00:00Z", "2026-11-01T00:00:00Z"])).toBe(TODAY);
    expect(own.validUntil).toBe("2026-11-20T23:00:00.000Z");
  });

  test.each([[[]], [["2026-10-01T00:00:00Z"]]])(
    "counts from no day and stays, where none is: %j",
    (moments) => {
      const own = clock();
      expect(own.countedFrom(moments)).toBeNull();
      expect(own.validUntil).toBeNull();
    },
  );
});
