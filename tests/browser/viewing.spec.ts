import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSound } from "./sound.ts";
import { wording } from "../wording.ts";

const RILEY = "riley@customer.example";
const NOOR = "noor@unsigned.example";

const stored = (name: string) =>
  readFileSync(new URL(`../../demo/acme/files/${name}`, import.meta.url));
const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** The row of a document in the drawer of its card. */
async function rowOf(page: Page, card: string, item: string, document: string): Promise<Locator> {
  await page.goto(`/acme/card/${card}`);
  return page
    .getByRole("dialog")
    .getByRole("article", { name: item, exact: true })
    .getByRole("listitem")
    .filter({ hasText: document });
}

async function view(page: Page, card: string, item: string, document: string): Promise<void> {
  await (await rowOf(page, card, item, document)).getByRole("link", { name: /^View / }).click();
  await expect(page.getByRole("heading", { level: 1, name: document, exact: true })).toBeVisible();
}

/** Downloads by the page's own button: the name is the document's, the bytes are those of the library. */
async function downloads(page: Page, document: string, file: string): Promise<void> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("main").getByRole("link", { name: "Download", exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(document);
  expect(hash(readFileSync(await download.path()))).toBe(hash(stored(file)));
}

/** Whether the picture of a page is there. */
const widthOf = (page: Page, number: number) =>
  page
    .locator(`#page-${number} img`)
    .evaluate((img: HTMLImageElement) => (img.complete ? img.naturalWidth : 0));

test("anybody reads a PDF page by page, on a phone too: by number, by zoom and by its words @chromium", async ({
  page,
  javaScriptEnabled,
}) => {
  const name = "Acme Cloud SOC 3 Report 2026.pdf";
  await page.setViewportSize({ width: 360, height: 740 });
  await view(page, "Reports", "SOC 3 Report", name);
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect.poll(() => widthOf(page, 1)).toBeGreaterThan(1000);
  await expect(page.getByRole("heading", { name: "Page 1 of 3" })).toBeVisible();
  await isSound(page);

  await page.getByRole("link", { name: "200%" }).click();
  await expect(page).toHaveURL(/[?&]zoom=200/);
  const picture = await page.locator("#page-1 img").boundingBox();
  expect(picture?.width ?? 0).toBeGreaterThan(500);
  const region = page.getByRole("region", { name: `${name}, 200%` });
  await region.focus();
  await expect(region).toBeFocused();
  await isSound(page);

  await page.getByLabel("Page", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Go" }).click();
  await expect(page).toHaveURL(/[?&]page=2/);
  await expect(page).toHaveURL(/[?&]zoom=200/);
  await expect(page.locator("#page-1")).toHaveCount(0);
  await expect.poll(() => widthOf(page, 2)).toBeGreaterThan(1000);

  await page.getByRole("searchbox", { name: "Find in this document" }).fill("multi-factor");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("Found on 1 page")).toBeVisible();
  await isSound(page);
  await page.getByRole("link", { name: "Page 3", exact: true }).click();
  await expect(page).toHaveURL(/[?&]page=3/);
  await expect(page.locator("#page-3 details[open] mark").first()).toHaveText("multi-factor");
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(page).not.toHaveURL(/find=/);
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page.getByRole("heading", { name: "Page 1 of 3" })).toBeVisible();

  if (!javaScriptEnabled) return;
  // The address follows the page that is read.
  await page.locator("#page-2 h2").evaluate((heading) => heading.scrollIntoView());
  await expect(page).toHaveURL(/[?&]page=2/);
  await expect(page.getByLabel("Page", { exact: true })).toHaveValue("2");
});

// Without scripts the file is offered above the pages.
test("a page that does not come offers the file in its place @scripts-alone", async ({
  page,
  faults,
}) => {
  faults.expectBlocked(/\/view\/pages\/1\?/);
  await page.route(/\/view\/pages\/1\?/, (route) => route.abort());
  await view(page, "Reports", "SOC 3 Report", "Acme Cloud SOC 3 Report 2026.pdf");
  await expect(page.locator("#page-1")).toContainText(
    "This page is taking longer than usual to load.",
  );
  await expect(page.locator("#page-1").getByRole("link", { name: "Open the file" })).toBeVisible();
});

test("a PDF stands in the browser's own viewer where one chooses it, on a page that leads back to its item and downloads the file @chromium", async ({
  page,
  enterAs,
}) => {
  const name = "Acme Cloud SOC 2 Type II Report 2026.pdf";
  await enterAs(RILEY);
  await view(page, "Reports", "SOC 2 Report", name);
  await expect.poll(() => widthOf(page, 1)).toBeGreaterThan(1000);
  await page.getByRole("link", { name: "Browser viewer" }).click();
  await expect(page).toHaveURL(/[?&]viewer=browser/);
  const frame = page.locator(`iframe[title="${name}"]`);
  await expect(frame).toBeVisible();
  const content = await page.request.get((await frame.getAttribute("src")) ?? "");
  expect([content.status(), content.headers()["content-type"], hash(await content.body())]).toEqual(
    [200, "application/pdf", hash(stored("soc2-type2-2026.pdf"))],
  );
  await expect(page.getByRole("link", { name: "Open the file" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Valid until");
  await isSound(page);
  await downloads(page, name, "soc2-type2-2026.pdf");
  await page.getByRole("link", { name: "Page viewer" }).click();
  await expect(page.locator("#page-1")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "SOC 2 Report" }).click();
  await expect(page.getByRole("heading", { name: "SOC 2 Report" }).first()).toBeVisible();
});

test("a picture is shown in its own size, no wider than the page @chromium", async ({
  page,
  enterAs,
}) => {
  const name = "Acme Platform Architecture Overview.png";
  await enterAs(RILEY);
  await view(page, "Reports", "Architecture Diagram", name);
  const picture = page.getByRole("img", { name });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1600);
  expect(Number(await picture.getAttribute("height"))).toBeGreaterThan(100);
  await isSound(page);
  await downloads(page, name, "architecture-overview.png");
});

test("anybody reads public text and Markdown as a page; what has expired says so", async ({
  page,
}) => {
  const policy = "Acme Cloud Vulnerability Disclosure Policy.md";
  await view(page, "ApplicationSecurity", "Responsible Disclosure", policy);
  const article = page.getByRole("main").getByRole("article");
  await expect(article.getByRole("heading", { name: "Safe harbor" })).toBeVisible();
  await expect(article.getByRole("columnheader", { name: "After" })).toBeVisible();
  await isSound(page);
  await downloads(page, policy, "vulnerability-disclosure-policy.md");

  const scan = "Acme Cloud TLS Configuration Scan.txt";
  await page.setViewportSize({ width: 1280, height: 900 });
  await view(page, "DataSecurity", "Encryption in Transit", scan);
  await expect(page.getByRole("main").getByRole("article")).toContainText("TLS_AES_256_GCM_SHA384");
  await expect(page.getByRole("main")).toContainText("Valid until");
  await isSound(page);
  await downloads(page, scan, "tls-scan.txt");

  const before = await rowOf(page, "DataSecurity", "Encryption in Transit", "(month before)");
  await expect(before).toContainText("Expired");
  await before.getByRole("link", { name: /^View / }).click();
  await expect(page.getByRole("main")).toContainText("Expired");
});

test("a view-only PDF is page images with the reader's name, each with its text, and nothing to download @chromium", async ({
  page,
  enterAs,
  javaScriptEnabled,
}) => {
  const name = "Acme Platform Data Flow Diagram.pdf";
  const notice = "This file is view-only and not downloadable in the Trust Center";
  await enterAs(RILEY);
  const row = await rowOf(page, "Reports", "Data Flow Diagram", name);
  await expect(row.getByText("View only")).toBeVisible();
  await expect(row.getByTitle(notice)).toBeVisible();
  await expect(row.getByRole("link", { name: /^Download / })).toHaveCount(0);
  await view(page, "Reports", "Data Flow Diagram", name);
  await expect(page.getByRole("main")).toContainText(`${notice}.`);
  await expect(page.getByRole("main").getByRole("link", { name: "Download" })).toHaveCount(0);
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText(
    /Shown to .*Riley Novak.*riley@customer\.example.*Customer Inc.*Trace/,
  );
  const pages = page.getByRole("main").locator("ol img");
  const count = await pages.count();
  expect(count).toBeGreaterThan(1);
  for (let at = 0; at < count; at++) {
    const image = pages.nth(at);
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => (img.complete ? img.naturalWidth : 0)))
      .toBeGreaterThan(400);
    // The place that the page keeps for it has the picture's own shape.
    const [kept, real] = await image.evaluate((img: HTMLImageElement) => [
      img.width / img.height,
      img.naturalWidth / img.naturalHeight,
    ]);
    expect(Math.abs((kept ?? 0) - (real ?? 1))).toBeLessThan(0.02);
  }
  await page.getByText("Text of page 2").click();
  await expect(page.getByRole("main").locator("ol details[open] pre")).not.toBeEmpty();
  if (javaScriptEnabled) await page.evaluate(() => window.scrollTo(0, 0));
  await isSound(page);
});

test("a view-only picture is one page; without permission to download, its address says why @chromium", async ({
  page,
  enterAs,
  faults,
}) => {
  await enterAs(RILEY);
  await view(page, "Reports", "Network Diagram", "Acme Platform Network Diagram.png");
  const image = page.getByRole("main").locator("ol img");
  await expect(image).toHaveCount(1);
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(400);
  await isSound(page);
  faults.expectDocument(403);
  await page.goto(page.url().replace("/view?", "/download?"));
  await expect(page.getByRole("heading", { level: 1, name: "View only" })).toBeVisible();
  await isSound(page);
});

test("a PDF behind a password opens in the browser's viewer, which asks for it", async ({
  page,
  enterAs,
}) => {
  const name = "Acme Platform Penetration Test Retest Letter 2026.pdf";
  await enterAs(RILEY);
  // The viewer's question holds the page's load back, so what follows a load can't be waited for.
  const drawer = await (await page.request.get("/acme/card/Reports")).text();
  const href =
    drawer.split(`aria-label="View ${name}"`)[0]?.split('href="').at(-1)?.split('"')[0] ?? "";
  const answer = await page.request.get(href.replaceAll("&amp;", "&"));
  expect(answer.status()).toBe(200);
  const html = await answer.text();
  expect(html).toContain("This file is encrypted so viewing may take a moment.");
  expect(html).toMatch(
    /<iframe[^>]+title="Acme Platform Penetration Test Retest Letter 2026\.pdf"/,
  );
});

test("a locked file leads to the login tab, and one under the NDA says that it waits for a signature", async ({
  page,
  enterAs,
  faults,
}) => {
  await enterAs(RILEY);
  const href =
    (await (
      await rowOf(page, "Reports", "SOC 2 Report", "Report 2026.pdf")
    )
      .getByRole("link", { name: /^View / })
      .getAttribute("href")) ?? "";
  await page.context().clearCookies();
  await page.goto(href);
  await expect(page.getByRole("dialog").getByLabel("Email", { exact: true })).toBeVisible();
  await isSound(page);

  await enterAs(NOOR);
  const row = await rowOf(page, "Reports", "SOC 2 Report", "Report 2026.pdf");
  await expect(row).toContainText("NDA required");
  await expect(row.getByRole("link", { name: /^Download / })).toHaveCount(0);
  faults.expectDocument(403);
  await page.goto(href);
  await expect(page.getByRole("heading", { level: 1, name: wording.signFirst })).toBeVisible();
  await isSound(page);
});
