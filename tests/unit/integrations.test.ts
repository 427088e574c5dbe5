import { describe, expect, test } from "vitest";
import { momentInDay } from "#values/moments.ts";
import {
  connectError,
  handleOf,
  INDICATOR_LOOKS,
  INDICATORS,
  inHoursOrDays,
  integrationWords,
  pageOf,
  providerOf,
  readReading,
  connectionStatus,
  statisticRows,
  storedReading,
  temporaryError,
  type Reading,
} from "#model/integrations.ts";
import { wording } from "../wording.ts";

const NOW = new Date("2026-11-23T14:05:00.000Z");
const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("links that can be connected", () => {
  test.each([
    ["https://hackerone.com/acme", "https://hackerone.com/acme"],
    [" hackerone.com/acme_labs-1/ ", "https://hackerone.com/acme_labs-1"],
    ["https://HackerOne.com/acme", "https://hackerone.com/acme"],
    ["https://hackerone.com/acme?type=team", null],
    ["https://hackerone.com/acme?", null],
    ["https://hackerone.com/acme#top", null],
    ["https://hackerone.com/", null],
    ["https://hackerone.com/acme/policy", null],
    ["http://hackerone.com/acme", null],
    ["https://hackerone.com:8443/acme", null],
    ["https://www.hackerone.com/acme", null],
    ["https://user@hackerone.com/acme", null],
    ["https://hackerone.com/%61cme", null],
    ["javascript:alert(1)", null],
    ["", null],
  ])("HackerOne: %j", (typed, page) => {
    expect(pageOf("hackerone", typed)).toBe(page);
    if (page !== null) expect(handleOf(page)).toBe(page.split("/").at(-1));
  });

  test.each([
    ["status.acme.com", "https://status.acme.com"],
    ["https://status.acme.com/", "https://status.acme.com"],
    ["http://status.acme.com/eu//", "http://status.acme.com/eu"],
    ["https://status.acme.com/?x=1", null],
    ["ftp://status.acme.com", null],
    ["localhost", null],
    ["", null],
  ])("Statuspage: %j", (typed, page) => {
    expect(pageOf("statuspageio", typed)).toBe(page);
  });
});

describe("how a reading stands", () => {
  const standing = (times: Partial<Parameters<typeof connectionStatus>[0]>) =>
    connectionStatus({ readAt: null, failedAt: null, example: false, ...times }, NOW);

  test("what was never read is due now", () => {
    expect(standing({})).toEqual({ state: "connecting", dueAt: NOW.toISOString() });
  });

  test("one is due when it is five minutes old, whether it went well or not", () => {
    expect(standing({ readAt: ago(MINUTE) })).toEqual({
      state: "connected",
      dueAt: ago(-4 * MINUTE),
    });
    expect(standing({ readAt: ago(9 * MINUTE), failedAt: ago(MINUTE) })).toEqual({
      state: "failed",
      dueAt: ago(-4 * MINUTE),
    });
    expect(standing({ readAt: ago(MINUTE), failedAt: ago(9 * MINUTE) }).state).toBe("connected");
  });

  test("one of yesterday is no live status", () => {
    expect(standing({ readAt: ago(DAY - 1) }).state).toBe("connected");
    expect(standing({ readAt: ago(DAY) }).state).toBe("connecting");
  });

  test("an example stays what it is", () => {
    expect(standing({ readAt: ago(400 * DAY), example: true })).toEqual({
      state: "connected",
      dueAt: null,
    });
  });
});

describe("what is said", () => {
  test("every indicator has a color and words of its own", () => {
    expect(INDICATORS.map((indicator) => INDICATOR_LOOKS[indicator].tone)).toEqual([
      "green",
      "green",
      "yellow",
      "orange",
      "red",
      "blue",
    ]);
    expect(new Set(Object.values(INDICATOR_LOOKS).map(({ words }) => words)).size).toBe(6);
  });

  test("errors, in the specification's words", () => {
    expect(connectError("hackerone", "UNKNOWN")).toBe(wording.hackerOneFailed);
    expect(connectError("hackerone", "NOT_FOUND")).toBe(wording.invalidHackerOne);
    expect(connectError("statuspageio", "NOT_FOUND")).toBe(wording.invalidStatuspage);
    expect(temporaryError("https://hackerone.com/acme")).toBe(
      "Temporary connection error. It might be due to a temporary issue in hackerone.com. In the meantime, your live status isn't shared on your Trust Center.",
    );
  });

  test("times and statistics", () => {
    expect([0.2, 1, 6.4, 47, 48, 60, 24_000].map(inHoursOrDays)).toEqual([
      "less than an hour",
      "1 hour",
      "6 hours",
      "47 hours",
      "2 days",
      "2.5 days",
      "1,000 days",
    ]);
    const rows = statisticRows(
      {
        programStatistics: { reportsResolved: 0, lastReportedResolved: null },
        responseEfficiency: {
          averageTimeToFirstResponse: 0,
          averageTimeToTriage: null,
          averageBounty: "$500",
        },
      },
      String,
    );
    expect(rows.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "Reports resolved: 0",
      "Average time to first response: less than an hour",
      "Average bounty: $500",
    ]);
  });

  test("a moment of today is its time, another one has its day", () => {
    expect(momentInDay(ago(0), NOW, "UTC")).toBe("14:05 UTC");
    expect(momentInDay(ago(DAY), NOW, "UTC")).toBe("November 22, 2026, 14:05 UTC");
  });

  test("history names the connection", () => {
    expect(integrationWords(null)).toBe("");
    expect(
      integrationWords({ provider: "statuspageio", page: "https://s.example", showInCard: false }),
    ).toBe("Statuspage, https://s.example, not shown on the Trust Center");
  });
});

test("a reading comes back as it was kept, and one of another shape is none", () => {
  const reading: Reading = {
    provider: "statuspageio",
    status: { indicator: "minor", description: "Slow" },
  };
  expect(readReading("statuspageio", storedReading(reading))).toEqual(reading);
  expect(readReading("hackerone", storedReading(reading))).toBeNull();
});

test("one item of a product belongs to each provider", () => {
  expect(providerOf("Infrastructure.statusMonitoring")).toBe("statuspageio");
  expect(providerOf("ApplicationSecurity.responsibleDisclosure")).toBe("hackerone");
  expect([providerOf("custom.x"), providerOf(null)]).toEqual([null, null]);
});
