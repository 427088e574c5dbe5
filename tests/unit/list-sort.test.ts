import { expect, test } from "vitest";
import { readSort, sortedBy, sortParams } from "#values/list-sort.ts";
import { momentOf } from "#values/moments.ts";

const USUAL = { by: "name", descending: false } as const;
const KEYS = ["name", "size"] as const;

const addresses: [string, { by: "name" | "size"; descending: boolean }][] = [
  ["", USUAL],
  ["sort=size", { by: "size", descending: false }],
  ["sort=-size", { by: "size", descending: true }],
  ["sort=-name", { by: "name", descending: true }],
  ["sort=password", USUAL],
  ["sort=--size", USUAL],
];
test.each(addresses)("an address with '%s' asks for its order", (address, sort) => {
  expect(readSort(new URLSearchParams(address), KEYS, USUAL)).toEqual(sort);
});

test("an address says an order only where it is not the usual one", () => {
  expect(sortParams(USUAL, USUAL)).toEqual({});
  expect(sortParams({ by: "name", descending: true }, USUAL)).toEqual({ sort: "-name" });
});

test("rows are sorted both ways, those without a value come last in both", () => {
  const rows = [
    { name: "b", size: 10 },
    { name: "a", size: null },
    { name: "c", size: 9 },
  ];
  const names = (descending: boolean) =>
    sortedBy(rows, ({ size }) => size, descending).map(({ name }) => name);
  expect(names(false)).toEqual(["c", "b", "a"]);
  expect(names(true)).toEqual(["b", "c", "a"]);
  expect(sortedBy(rows, ({ name }) => name, false).map(({ name }) => name)).toEqual([
    "a",
    "b",
    "c",
  ]);
});

const moments: [string, string][] = [
  ["2026-11-24T12:00:20.000Z", "just now"],
  ["2026-11-24T11:55:00.000Z", "5 minutes ago"],
  ["2026-11-24T09:00:00.000Z", "3 hours ago"],
  ["2026-11-23T11:00:00.000Z", "yesterday"],
  ["2026-11-04T12:00:00.000Z", "20 days ago"],
  ["2026-11-27T12:00:00.000Z", "in 3 days"],
  ["2026-09-01T12:00:00.000Z", "Sep 1, 2026"],
];
test.each(moments)("%s is %s", (iso, text) => {
  const moment = momentOf(iso, new Date("2026-11-24T12:00:00.000Z"), "UTC");
  expect(moment.text).toBe(text);
  expect(moment.full).toMatch(/2026, \d\d:\d\d UTC$/);
});
