import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";

const MODIFIER = process.platform === "darwin" ? "Meta" : "Control";

async function openByKey(page: Page) {
  await page.keyboard.press(`${MODIFIER}+k`);
  const dialog = page.getByRole("dialog", { name: /^Search / });
  await expect(dialog).toBeVisible();
  return { dialog, field: dialog.getByRole("searchbox", { name: "Search items" }) };
}

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

  test("finds the same first thing as the page without scripts does", async ({ page }) => {
    for (const term of ["encryption", "penetration test", "subprocessor", "gdpr"]) {
      await page.goto(`/acme/search?q=${encodeURIComponent(term)}`);
      const first = await page
        .getByRole("listitem")
        .filter({ hasText: "Top match" })
        .getByRole("link")
        .first()
        .getAttribute("href");
      await page.goto("/acme");
      const { dialog, field } = await openByKey(page);
      await field.fill(term);
      await expect(dialog.getByText("Top match")).toBeVisible();
      const link = dialog.locator("[data-hit]").filter({ hasText: "Top match" });
      await expect(link).toHaveAttribute("href", first ?? "");
    }
  });

  test("is left by Escape and empty when it opens again", async ({ page }) => {
    await page.goto("/acme");
    const { dialog, field } = await openByKey(page);
    await field.fill("zzzzqqq");
    await expect(dialog.getByText("No results found")).toBeVisible();
    await expect(dialog.getByText("Try using a different search term")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    const again = await openByKey(page);
    await expect(again.field).toHaveValue("");
    await expect(again.dialog.getByText("Start searching above")).toBeVisible();
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
    await expect(page).toHaveURL(new RegExp(`${(href ?? "").split(/[?#]/)[0]}`));
  });

  test("opens by a click or the first letter in the field under the title", async ({ page }) => {
    await page.goto("/acme");
    const home = page.locator("main").getByRole("searchbox", { name: "Search items" });
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
