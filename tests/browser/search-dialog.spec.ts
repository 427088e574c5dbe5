import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";
import { ARCHIVES } from "../limits.ts";
import { wording } from "../wording.ts";

test.beforeAll(async ({ people }) => {
  test.setTimeout(ARCHIVES.timeout);
  await people.textsAreRead();
});

const MODIFIER = process.platform === "darwin" ? "Meta" : "Control";

async function openByKey(page: Page) {
  await page.keyboard.press(`${MODIFIER}+k`);
  const dialog = page.getByRole("dialog", { name: /^Search / });
  await expect(dialog).toBeVisible();
  return { dialog, field: dialog.getByRole("searchbox", { name: "Search items" }) };
}

test("a group without a result leads to all that have some", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto("/acme/search?q=penetration+test&type=controls");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "No results found" })).toBeVisible();
  await isSoundAsItStands(page);
  const all = main.getByRole("link", { name: /^All groups \(\d+\)$/ });
  const count = /\d+/.exec(await all.innerText())?.[0];
  await main.getByRole("link", { name: /^FAQs \(\d+\)$/ }).click();
  await expect(main.getByRole("region", { name: "FAQs" })).toBeVisible();
  await page.goBack();
  await all.click();
  await expect(main.getByRole("status")).toHaveText(`${count} results`);
});

test.describe("the search dialog @scripts-alone", () => {
  test("opens by the key, groups what it finds, and shows the first beside it", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto("/acme");
    await expect(page.locator("[data-search-key]")).toHaveText("Ctrl+K");
    const { dialog, field } = await openByKey(page);
    await expect(field).toBeFocused();
    await expect(dialog.getByText("Start searching above")).toBeVisible();
    await isSoundAsItStands(page);
    await field.fill("encryption");
    const groups = dialog.locator("[data-group]");
    await expect(groups.first()).toBeVisible();
    await expect(dialog.getByText("Top match")).toHaveCount(1);
    await expect(dialog.locator("footer")).toContainText(/\d+ results/);
    for (const hint of ["to select", "to navigate", "to close"])
      await expect(dialog.locator("footer")).toContainText(hint);
    await expect(dialog.locator("mark").first()).toBeVisible();
    await expect(dialog.getByRole("region", { name: "Details" })).toBeVisible();
    await isSoundAsItStands(page);
  });

  test("finds what the page without scripts finds, in its order", async ({ page }) => {
    for (const term of [
      "encrypted",
      "SOC 2",
      "penetration test",
      "data deletion",
      "how do you notify us of incidents",
    ]) {
      await page.goto(`/acme/search?q=${encodeURIComponent(term)}`);
      const best = page.getByRole("main").getByRole("region", { name: "Top match" });
      const results = best.or(page.getByRole("main").getByRole("listitem"));
      const hrefs = await results.evaluateAll((entries) =>
        entries.map((entry) => entry.querySelector("a")?.getAttribute("href")),
      );
      await expect(results.first()).toContainText("Top match");
      const count = await page.getByText(/^\d+ results$/).innerText();
      await page.goto("/acme");
      const { dialog, field } = await openByKey(page);
      const answer = page.waitForResponse(/search\/results\.json\?/);
      await field.fill(term);
      await answer;
      await expect(dialog.locator("footer")).not.toContainText("Searching full texts");
      await expect(dialog.locator("footer")).toContainText(count);
      const hits = dialog.locator("[data-hit]");
      expect(
        await hits.evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
      ).toEqual(hrefs);
      await expect(hits.first()).toContainText("Top match");
    }
  });

  test("shows the top match first, beside it its details, and Enter opens it", async ({ page }) => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(viewport);
      await page.goto("/acme");
      const { dialog, field } = await openByKey(page);
      const answer = page.waitForResponse(/search\/results\.json\?/);
      await field.fill("SOC 2");
      const top = dialog.locator("[data-hit]").first();
      await expect(top).toContainText("Top match");
      await answer;
      await expect(dialog.locator("footer")).not.toContainText("Searching full texts");
      await expect(top).toContainText("Certifications - SOC 2");
      await expect(top).toContainText("Top match");
      await expect(top).toBeInViewport({ ratio: 1 });
      await expect(top).toHaveAttribute("data-active", "");
      await expect(dialog.locator("[data-active]")).toHaveCount(1);
      if (viewport.width === 1280)
        await expect(
          dialog.getByRole("region", { name: "Details" }).getByRole("heading", { level: 2 }),
        ).toHaveText("Certifications - SOC 2");
      await page.keyboard.press("ArrowDown");
      await expect(top).toBeFocused();
      await page.keyboard.press("ArrowUp");
      await expect(field).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/soc-2$/);
    }
  });

  test("opens nothing that a closed group hides", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/acme");
    const { dialog, field } = await openByKey(page);
    await field.fill("SOC 2");
    await expect(dialog.getByText("Top match")).toBeVisible();
    await dialog.locator("[data-group] summary").first().click();
    const next = dialog.locator("[data-group]").nth(1).locator("[data-hit]").first();
    await expect(next).toHaveAttribute("data-active", "");
    const details = dialog.getByRole("region", { name: "Details" });
    await expect(details).not.toContainText("Certifications - SOC 2");
  });

  test("keeps what the browser found where the server can't be reached, and says what was searched", async ({
    page,
    faults,
  }) => {
    faults.expectBlocked(/results\.json/);
    await page.goto("/acme");
    const { dialog, field } = await openByKey(page);
    await expect(dialog.getByText("Start searching above")).toBeVisible();
    await page.route("**/search/results.json*", (route) => route.abort());
    const footer = dialog.locator("footer");
    for (const [term, count] of [
      ["encryption", /[1-9]\d* results/],
      ["compensating", /Only titles/],
    ] as const) {
      await page.route("**/search/results.json*", (route) => route.abort());
      await field.fill(term);
      await expect(footer).toContainText("Only titles and the beginnings of texts were searched.");
      await expect(footer).toContainText(count);
      await isSoundAsItStands(page);
      await page.unroute("**/search/results.json*");
      await footer.getByRole("button", { name: "Try again" }).click();
      await expect(footer).not.toContainText("Only titles");
      await expect(footer).toContainText(/[1-9]\d* results/);
      await expect(field).toBeFocused();
    }
  });

  test("says in the server's words why it does not complete", async ({ page, faults }) => {
    faults.expectCall(429);
    await page.route("**/search/results.json*", (route) =>
      route.fulfill({
        status: 429,
        contentType: "application/problem+json",
        body: JSON.stringify({ title: "Too many attempts. Please try again in 34 seconds." }),
      }),
    );
    await page.goto("/acme");
    const { dialog, field } = await openByKey(page);
    await field.fill("encryption");
    await expect(dialog.locator("footer")).toContainText("try again in 34 seconds");
    await expect(dialog.getByText("Top match")).toBeVisible();
  });

  test("moves nothing under the hand of somebody who is at the results", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/acme");
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/search/results.json*", async (route) => {
      await held;
      await route.continue();
    });
    const { dialog, field } = await openByKey(page);
    await field.fill("encryption");
    await expect(dialog.getByText("Top match")).toBeVisible();
    await expect(dialog.getByText("Searching full texts…")).toBeVisible();
    const second = dialog.locator("[data-hit]").nth(1);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const before = await dialog.locator("[data-hit]").allInnerTexts();
    release();
    const all = dialog.getByRole("button", { name: /^Show all \d+ results$/ });
    await expect(all).toBeVisible();
    await expect(second).toBeFocused();
    expect(await dialog.locator("[data-hit]").allInnerTexts()).toEqual(before);
    const words = await all.innerText();
    await all.click();
    await expect(dialog.locator("footer")).toContainText(words.replace("Show all ", ""));
    await expect(all).toHaveCount(0);
    await expect(field).toBeFocused();
  });

  test("is left by Escape and empty when it opens again", async ({ page }) => {
    await page.goto("/acme");
    const { dialog, field } = await openByKey(page);
    await field.fill("zzzzqqq");
    await expect(dialog.getByText("No results found")).toBeVisible();
    await expect(dialog.getByText(wording.tryOtherSearch)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    const again = await openByKey(page);
    await expect(again.field).toHaveValue("");
    await expect(again.dialog.getByText("Start searching above")).toBeVisible();
  });

  test("says how to ask where it finds nothing", async ({ page }) => {
    await page.goto("/acme");
    const { dialog, field } = await openByKey(page);
    await field.fill("zzzzqqq");
    await expect(dialog.getByText("To ask Acme Cloud’s team, get access first.")).toBeVisible();
    await expect(dialog.getByRole("link", { name: "Read the FAQ" })).toBeVisible();
    await dialog.getByRole("link", { name: "Get access" }).click();
    await expect(page.getByRole("dialog", { name: /^Get access to Acme Cloud/ })).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  test("goes from hit to hit by arrows, and Enter opens one", async ({ page }) => {
    await page.goto("/acme");
    const { dialog, field } = await openByKey(page);
    await field.fill("encryption");
    await expect(dialog.getByText("Top match")).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const second = dialog.locator("[data-hit]").nth(1);
    await expect(second).toBeFocused();
    await expect(second).toHaveAttribute("data-active", "");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(field).toBeFocused();
    await page.keyboard.press("ArrowDown");
    const href = await dialog.locator("[data-hit]").first().getAttribute("href");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL((url) => url.pathname === (href ?? "").split(/[?#]/)[0]);
  });

  test("opens by a click or the first letter in the field under the title", async ({ page }) => {
    await page.goto("/acme");
    const home = page.locator("main").getByRole("searchbox", { name: wording.searchLabel });
    await home.focus();
    await page.keyboard.type("backup");
    const dialog = page.getByRole("dialog", { name: /^Search / });
    await expect(dialog.getByText("Top match")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await home.click();
    await expect(dialog).toBeVisible();
  });

  test("fills a small screen, and shows an entry within the list", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/acme");
    await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
    const dialog = page.getByRole("dialog", { name: /^Search / });
    expect((await dialog.boundingBox())?.width).toBe(360);
    await dialog.getByRole("searchbox", { name: "Search items" }).fill("encrypt");
    const hit = dialog.locator("[data-hit]").first();
    await hit.click();
    await expect(hit).toHaveAttribute("aria-expanded", "true");
    await expect(dialog.locator("[data-inline]")).toBeVisible();
    await isSoundAsItStands(page);
  });

  test("shows somebody with rights of their own what the server finds for them", async ({
    page,
    enterAs,
  }) => {
    await enterAs("riley@customer.example");
    await page.goto("/acme");
    const { dialog, field } = await openByKey(page);
    const answer = page.waitForRequest(/search\/results\.json\?/);
    await field.fill("encryption");
    await answer;
    await expect(dialog.getByText("Top match")).toBeVisible();
    // Of a page of a file it shows the place that matches, in whole words.
    const pages = dialog
      .locator("[data-group=documents] [data-hit]")
      .filter({ hasText: /Page \d+: / });
    await expect(pages.first()).toBeVisible();
    for (const hit of await pages.all()) {
      const said = hit.locator("> span").last();
      await expect(said.locator("mark").first()).toHaveText(/encrypt|cryptograph/i);
    }
    const marked = dialog.locator("[data-active] mark").first();
    const colors = await marked.evaluate((mark) => [
      getComputedStyle(mark).backgroundColor,
      getComputedStyle(mark.closest("[data-active]") ?? mark).backgroundColor,
    ]);
    expect(colors[0]).not.toBe(colors[1]);
  });

  test("tells the owner what was copied, on a page that hydrates", async ({
    page,
    context,
    enterAs,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await enterAs("owner@acme.example");
    await page.goto("/acme");
    await expect(page.locator("[data-search-key]")).toHaveText("Ctrl+K");
    const { dialog, field } = await openByKey(page);
    await field.fill("encryption");
    const question = dialog.locator("[data-group='knowledge base'] [data-hit]").first();
    await question.hover();
    const details = dialog.getByRole("region", { name: "Details" });
    await details.getByRole("button", { name: "Copy answer" }).click();
    await expect(details.getByText("Copied answer to clipboard")).toBeVisible();
  });
});
