import { expect, test } from "vitest";
import { dueOf, dueOn, dueWords, monthsAfter } from "#model/knowledge-base/reviews.ts";

const ADDED = "2026-01-31T10:00:00.000Z";
const fresh = { everyMonths: null, reviewedAt: null, createdAt: ADDED, modifiedAt: ADDED };
const at = (moment: string) => new Date(moment);

test("months end with the last day of a shorter one", () => {
  expect(monthsAfter(ADDED, 3)).toBe("2026-04-30T10:00:00.000Z");
  expect(monthsAfter("2027-11-30T10:00:00.000Z", 3)).toBe("2028-02-29T10:00:00.000Z");
  expect(monthsAfter("2026-12-15T00:00:00.000Z", 12)).toBe("2027-12-15T00:00:00.000Z");
});

test("an entry is due once its months are over, counted from its last review", () => {
  expect(dueOn(fresh)).toBeNull();
  expect(dueOf(fresh, [], at("2099-01-01T00:00:00Z"))).toBeNull();
  const quarterly = { ...fresh, everyMonths: 3 };
  expect(dueOf(quarterly, [], at("2026-04-30T09:59:59Z"))).toBeNull();
  const due = dueOf(quarterly, [], at("2026-04-30T10:00:00Z"));
  expect(due).toEqual({ since: "2026-04-30T10:00:00.000Z", document: null });
  const reviewed = { ...quarterly, reviewedAt: "2026-04-30T12:00:00.000Z" };
  expect(dueOf(reviewed, [], at("2026-07-30T11:00:00Z"))).toBeNull();
  expect(dueOf(reviewed, [], at("2026-07-30T12:00:00Z"))).not.toBeNull();
});

test("a document that changes after the last look makes an entry due, until it is looked at", () => {
  const now = at("2026-03-10T00:00:00Z");
  const replaced = {
    id: "d",
    name: "soc2.pdf",
    at: "2026-03-01T00:00:00.000Z",
    how: "replaced",
  } as const;
  const due = dueOf(fresh, [replaced], now);
  expect(due).toEqual({ since: replaced.at, document: replaced });
  if (due !== null)
    expect(dueWords(due)).toBe("Due for review: soc2.pdf, which it links to, was replaced");
  for (const seen of [
    { reviewedAt: "2026-03-02T00:00:00.000Z" },
    { modifiedAt: "2026-03-02T00:00:00.000Z" },
  ])
    expect(dueOf({ ...fresh, ...seen }, [replaced], now)).toBeNull();
  // What came first is told.
  expect(dueOf({ ...fresh, everyMonths: 3 }, [replaced], at("2026-06-01T00:00:00Z"))).toEqual(due);
});
