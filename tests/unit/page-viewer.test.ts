import { describe, expect, test } from "vitest";
import { findInPages, findWords, markedWords } from "#content/documents/rules/find-in-text.ts";
import { viewerAddress, viewerQuery } from "#content/documents/rules/page-viewer.ts";
import type { KnownFailure } from "#content/files/watermark/failure-memory.ts";
import { drawLater, Kept } from "#content/files/watermark/kept-pages.ts";
import type { MarkedSource } from "#content/files/watermark/marking.ts";

const PAGES = [
  { page: 1, text: "Access is granted by role." },
  { page: 2, text: "Backups are kept in two regions." },
  { page: 3, text: "Encrypted backups, with ACCESS by two people (a.b)." },
];
const found = (find: string) => findInPages(PAGES, findWords(find)).pages.map(({ page }) => page);

describe("what is looked for in a document", () => {
  test.each([
    ["access", [1, 3]],
    ["ACCESS", [1, 3]],
    ["backups access", [3]],
    ["encrypt", [3]],
    ["a.b", [3]],
    ["a*b", []],
    ["(", [3]],
    ["zebra", []],
    ["", []],
    ["   ", []],
  ])("'%s' is on pages %j", (find, pages) => expect(found(find)).toEqual(pages));

  test("is at most eight words, each once, of a hundred characters", () => {
    expect(findWords("a b a c d e f g h i j")).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
    expect(findWords("x".repeat(500))[0]).toHaveLength(100);
  });

  test("is marked whole, whatever its case, and nothing is lost", () => {
    const text = "Keys, keyrings and KEY.";
    const parts = markedWords(text, ["key", "keyring"]);
    expect(parts.filter(({ marked }) => marked).map((part) => part.text)).toEqual([
      "Key",
      "keyring",
      "KEY",
    ]);
    expect(parts.map((part) => part.text).join("")).toBe(text);
  });

  test("has a snippet around its first place, and a list that ends", () => {
    const long = `${"before ".repeat(100)}needle ${"after ".repeat(100)}`;
    const pages = Array.from({ length: 80 }, (_, i) => ({ page: i + 1, text: long }));
    const { pages: listed, count } = findInPages(pages, ["needle"]);
    expect([listed.length, count]).toEqual([50, 80]);
    const snippet = listed[0]?.snippet.map(({ text }) => text).join("") ?? "";
    expect(snippet).toMatch(/^… before .*needle after .* …$/);
    expect(snippet.length).toBeLessThan(220);
  });
});

test.each([
  ["", { page: 1, zoom: 100, find: "", isBrowsers: false }],
  ["page=12&zoom=150&find=+keys+", { page: 12, zoom: 150, find: "keys", isBrowsers: false }],
  ["page=0&zoom=999&viewer=browser", { page: 1, zoom: 100, find: "", isBrowsers: true }],
  ["page=-3&zoom=1e2", { page: 1, zoom: 100, find: "", isBrowsers: false }],
  ["page=99999999999", { page: 1, zoom: 100, find: "", isBrowsers: false }],
])("the address '%s' is a view", (address, view) => {
  expect(viewerQuery(new URLSearchParams(address))).toEqual(view);
});

test("an address says only what differs from the beginning", () => {
  expect(viewerAddress({ page: 1, zoom: 100, find: "" })).toEqual({
    page: null,
    zoom: null,
    find: null,
    viewer: null,
  });
  expect(viewerAddress({ page: 3, zoom: 200, find: "a", isBrowsers: true })).toEqual({
    page: 3,
    zoom: 200,
    find: "a",
    viewer: "browser",
  });
});

describe("what is kept", () => {
  test("never takes more than it may: what was asked for longest ago goes", () => {
    const kept = new Kept<string>(100);
    for (const name of ["a", "b", "c", "d"]) kept.put(name, name, 25);
    expect(kept.get("a")).toBe("a");
    kept.put("e", "e", 20);
    expect(["a", "b", "c", "d", "e"].filter((name) => kept.get(name) !== null)).toEqual([
      "a",
      "c",
      "d",
      "e",
    ]);
    expect(kept.bytes).toBe(95);
  });

  test("is replaced under its name, and nothing is kept that would push out the rest", () => {
    const kept = new Kept<string>(100);
    kept.put("a", "one", 20);
    kept.put("a", "two", 10);
    kept.put("large", "large", 26);
    expect([kept.get("a"), kept.get("large"), kept.bytes]).toEqual(["two", null, 10]);
  });
});

describe("a first page that lists miss", () => {
  const SECOND = 1_000;
  const HOUR = 60 * 60 * SECOND;
  const begun = Date.parse("2026-11-27T12:00:00Z");

  /** A document whose drawing ends where its failures are looked up, before any process begins. */
  function document(key: string, known: () => Promise<KnownFailure[]>) {
    let tries = 0;
    const source: MarkedSource = {
      orgId: "org",
      key,
      kind: "pdf",
      size: 1,
      open: () => Promise.reject(new Error("nothing is opened")),
      failures: {
        known: () => {
          tries += 1;
          return known();
        },
        record: async () => undefined,
      },
    };
    const listed = async (after: number) => {
      const isComing = drawLater(source, new Date(begun + after));
      // What fails at once has failed by then.
      await new Promise((resolve) => setTimeout(resolve, 5));
      return [isComing, tries];
    };
    return listed;
  }

  test("is drawn again half a minute after the file could not be read", async () => {
    const listed = document("unread", () => Promise.reject(new Error("the disk is away")));
    expect(await listed(0)).toEqual([true, 1]);
    expect(await listed(29 * SECOND)).toEqual([false, 1]);
    expect(await listed(30 * SECOND)).toEqual([true, 2]);
  });

  test("is drawn again after an hour where the file is to blame", async () => {
    const listed = document("damaged", async () => [{ part: "file", fault: "damaged" }]);
    expect(await listed(0)).toEqual([true, 1]);
    expect(await listed(HOUR - SECOND)).toEqual([false, 1]);
    expect(await listed(HOUR)).toEqual([true, 2]);
  });

  test("is on its way for every list until it is drawn or fails", async () => {
    const { promise, reject } = Promise.withResolvers<KnownFailure[]>();
    const listed = document("slow", () => promise);
    expect(await listed(0)).toEqual([true, 1]);
    expect(await listed(45 * SECOND)).toEqual([true, 1]);
    reject(new Error("the disk is away"));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await listed(20 * SECOND)).toEqual([false, 1]);
    expect(await listed(50 * SECOND)).toEqual([true, 2]);
  });
});
