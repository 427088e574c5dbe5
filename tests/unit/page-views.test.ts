import { expect, test } from "vitest";
import { isVisit, PageViews } from "../../app/http/page-views.ts";
import { StorageUnavailable } from "#db/store.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

test.each([
  [FIREFOX, {}, true],
  [FIREFOX, { destination: "document" }, true],
  ["Lynx/2.9.2 libwww-FM/2.14 SSL-MM/1.4.1", {}, true],
  [FIREFOX, { destination: "empty" }, false],
  [FIREFOX, { destination: "iframe" }, false],
  [FIREFOX, { purpose: "prefetch" }, false],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", {}, false],
  ["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0 Safari", {}, false],
  ["curl/8.14.1", {}, false],
  ["", {}, false],
  [undefined, {}, false],
  [`Mozilla/5.0 ${"x".repeat(1_000_000)}`, {}, true],
])("a request by %.60s, %o, is a visit: %s", (userAgent, more, expected) => {
  expect(isVisit({ userAgent, destination: undefined, purpose: undefined, ...more })).toBe(
    expected,
  );
});

/** A store that notes what each transaction wrote, and does so only where `takes` says so. */
function counting(takes: () => Error | null) {
  const rows: unknown[] = [];
  const writes: unknown[][] = [];
  let begun: unknown[] = [];
  let end = async () => undefined as void;
  const insert = {
    insertInto: () => ({
      values: (row: { orgId: string }) => ({
        onConflict: () => ({
          execute: async () => {
            if (row.orgId === "gone") throw new Error("FOREIGN KEY constraint failed");
            begun.push(row);
          },
        }),
      }),
    }),
  };
  const services = {
    now: () => new Date("2026-11-24T23:59:00.000Z"),
    log: { warn: () => undefined },
    store: {
      beforeClose: (work: typeof end) => void (end = work),
      write: async (work: (trx: unknown) => Promise<unknown>) => {
        const fault = takes();
        if (fault !== null) throw fault;
        begun = [];
        await work(insert);
        writes.push(begun);
        rows.push(...begun);
      },
    },
  };
  return { views: new PageViews(services as never), rows, writes, end: () => end() };
}

test("views of a company and a day are one number, written together at the end too", async () => {
  const { views, rows, writes, end } = counting(() => null);
  for (const orgId of ["a", "b", "a"]) views.note(orgId);
  expect(rows).toEqual([]);
  await end();
  expect(rows).toEqual([
    { orgId: "a", day: "2026-11-24", views: 2 },
    { orgId: "b", day: "2026-11-24", views: 1 },
  ]);
  expect(writes).toHaveLength(1);
  await end();
  expect(writes).toHaveLength(1);
});

test("a company that has gone costs no other its views", async () => {
  const { views, rows, writes } = counting(() => null);
  for (const orgId of ["a", "gone", "b"]) views.note(orgId);
  await views.flush();
  expect(rows).toEqual([
    { orgId: "a", day: "2026-11-24", views: 1 },
    { orgId: "b", day: "2026-11-24", views: 1 },
  ]);
  await views.flush();
  expect(writes).toHaveLength(2);
});

test("what a busy database does not take waits on; what it never will is dropped", async () => {
  let fault: Error | null = new StorageUnavailable(503, {});
  const { views, rows } = counting(() => fault);
  views.note("a");
  await views.flush();
  views.note("a");
  fault = null;
  await views.flush();
  expect(rows).toEqual([{ orgId: "a", day: "2026-11-24", views: 2 }]);
  fault = new Error("FOREIGN KEY constraint failed");
  views.note("gone");
  await views.flush();
  fault = null;
  await views.flush();
  expect(rows).toHaveLength(1);
});
