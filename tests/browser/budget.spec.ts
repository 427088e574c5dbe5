import type { CDPSession, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const KB = 1_024;
/** Of a first anonymous visit to the demo portal, brotli, bytes on the wire with their headers. */
const BUDGET = { Document: 30 * KB, Stylesheet: 15 * KB, Script: 6 * KB };
/** Of a first load of a page of staff's, which hydrates. */
const STAFF_SCRIPTS = 200 * KB;
/** Of the search dialog once somebody turns to it, and of the index in that. */
const SEARCH_IN_ALL = 80 * KB;
const SEARCH_INDEX = 50 * KB;
const MOST_SHIFT = 0.02;

interface Transfer {
  url: string;
  type: string;
  encoding: string | undefined;
  bytes: number;
}

/** What the page's session transfers, as the browser counts it. */
async function recordTransfers(session: CDPSession): Promise<Transfer[]> {
  const transfers = new Map<string, Transfer>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    const encoding = Object.entries(response.headers).find(
      ([name]) => name.toLowerCase() === "content-encoding",
    )?.[1];
    transfers.set(requestId, { url: response.url, type, encoding, bytes: 0 });
  });
  const done: Transfer[] = [];
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const transfer = transfers.get(requestId);
    if (transfer !== undefined && transfer.url.startsWith("http"))
      done.push({ ...transfer, bytes: encodedDataLength });
  });
  await session.send("Network.enable");
  return done;
}

async function firstVisit(page: Page, path: string): Promise<Transfer[]> {
  const transfers = await recordTransfers(await page.context().newCDPSession(page));
  await page.goto(path, { waitUntil: "networkidle" });
  return transfers;
}

const sum = (transfers: readonly Transfer[], type: string) =>
  transfers
    .filter((transfer) => transfer.type === type)
    .reduce((bytes, transfer) => bytes + transfer.bytes, 0);

for (const { who, as } of [
  { who: "an anonymous visitor" },
  { who: "a member", as: "riley@customer.example" },
] as { who: string; as?: string }[]) {
  test(`the first visit of ${who} stays within the budget: HTML 30 KB, CSS 15 KB, scripts 6 KB, no fonts @chromium`, async ({
    page,
    enterAs,
    baseURL,
    javaScriptEnabled,
  }) => {
    if (as !== undefined) await enterAs(as);
    const transfers = await firstVisit(page, "/acme");
    for (const [type, most] of Object.entries(BUDGET)) {
      const own = transfers.filter((transfer) => transfer.type === type);
      expect(
        own.filter((transfer) => transfer.encoding !== "br").map((transfer) => transfer.url),
        `${type} without brotli`,
      ).toEqual([]);
      expect(sum(transfers, type), type).toBeLessThanOrEqual(most);
    }
    expect(sum(transfers, "Document")).toBeGreaterThan(0);
    expect(sum(transfers, "Script") > 0).toBe(javaScriptEnabled);
    expect(sum(transfers, "Font")).toBe(0);
    expect(
      transfers
        .filter((transfer) => !transfer.url.startsWith(baseURL ?? ""))
        .map((transfer) => transfer.url),
    ).toEqual([]);
  });
}

test("turning to the search brings at most 80 KB, of which the index is at most 50 @scripts-alone", async ({
  page,
}) => {
  const transfers = await recordTransfers(await page.context().newCDPSession(page));
  await page.goto("/acme", { waitUntil: "networkidle" });
  const before = transfers.length;
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: /^Search / })).toBeVisible();
  await expect
    .poll(() => transfers.some(({ url }) => url.endsWith("/search/index.json")))
    .toBe(true);
  // Pictures that the page itself loads while it stands are none of the search.
  const own = transfers.slice(before).filter(({ type }) => type !== "Image");
  const large = own.filter(({ bytes: size }) => size > KB);
  expect(large.filter(({ encoding }) => encoding !== "br").map(({ url }) => url)).toEqual([]);
  const index = own.filter(({ url }) => url.endsWith("/search/index.json"));
  const bytes = (some: readonly Transfer[]) => some.reduce((all, one) => all + one.bytes, 0);
  expect(bytes(index)).toBeLessThanOrEqual(SEARCH_INDEX);
  expect(bytes(own)).toBeLessThanOrEqual(SEARCH_IN_ALL);
  expect(sum(own, "Script")).toBeGreaterThan(0);
});

for (const path of ["/acme", "/home", "/inbox", "/requests", "/documents"])
  test(`the first load of ${path} brings an owner at most 200 KB of scripts @chromium`, async ({
    page,
    enterAs,
    javaScriptEnabled,
  }) => {
    await enterAs("owner@acme.example");
    const scripts = (await firstVisit(page, path)).filter(({ type }) => type === "Script");
    expect(sum(scripts, "Script")).toBeLessThanOrEqual(STAFF_SCRIPTS);
    expect(scripts.length > 0).toBe(javaScriptEnabled);
  });

test("a second visit transfers no styles, no scripts, and of the page only that nothing changed @chromium", async ({
  page,
  context,
  people,
}) => {
  // A company of its own: what another journey saves at the same time would be new on the page.
  const portal = `/${await people.publish()}`;
  expect(sum(await firstVisit(page, portal), "Document")).toBeGreaterThan(2 * KB);
  const again = await context.newPage();
  const transfers = await firstVisit(again, portal);
  expect(sum(transfers, "Stylesheet")).toBe(0);
  expect(sum(transfers, "Script")).toBe(0);
  expect(sum(transfers, "Document")).toBeLessThan(2 * KB);
});

for (const width of [320, 1280]) {
  test(`nothing moves while a page loads, ${width} wide @chromium`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/acme", "/globex", "/acme/card/Reports", "/acme/updates"]) {
      const shifts = await recordShifts(await page.context().newCDPSession(page));
      await page.goto(path, { waitUntil: "networkidle" });
      expect(
        shifts.reduce((total, shift) => total + shift, 0),
        path,
      ).toBeLessThanOrEqual(MOST_SHIFT);
    }
  });
}

/** The layout shifts of the page's next visits, as the browser's own performance timeline has them. */
async function recordShifts(session: CDPSession): Promise<number[]> {
  const shifts: number[] = [];
  session.on("PerformanceTimeline.timelineEventAdded", ({ event }) => {
    if (event.layoutShiftDetails !== undefined && !event.layoutShiftDetails.hadRecentInput)
      shifts.push(event.layoutShiftDetails.value);
  });
  await session.send("PerformanceTimeline.enable", { eventTypes: ["layout-shift"] });
  return shifts;
}
