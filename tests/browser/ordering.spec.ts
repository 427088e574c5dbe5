import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSound } from "./sound.ts";

// Its tests arrange one page: one after the other.
test.describe.configure({ mode: "default" });

/** Each project arranges a page of its own, so that neither stands in the other's way. */
const PAGES = {
  scripts: { staff: "owner@acme.example", base: "/acme/product/Acme+Data+Lake" },
  plain: { staff: "owner@globex.example", base: "/globex" },
};

const rows = (page: Page, list = 0) =>
  page.getByRole("dialog").locator(`[data-list="${list}"] > li`);
const names = (page: Page, list = 0) => rows(page, list).locator("p.font-medium").allTextContents();

async function move(page: Page, row: string, how: string): Promise<void> {
  const menu = page
    .getByRole("dialog")
    .locator("li")
    .filter({ hasText: row })
    .locator("details")
    .first();
  if ((await menu.count()) > 0 && (await menu.getAttribute("open")) === null)
    await menu.locator("summary").click();
  await page.getByRole("button", { name: `${how} ${row}`, exact: true }).click();
}

test("sections are arranged, combined, saved and taken back @chromium", async ({
  page,
  enterAs,
  javaScriptEnabled,
}) => {
  // Every move is a page, by buttons and by keys.
  test.slow();
  const { staff, base } = javaScriptEnabled ? PAGES.scripts : PAGES.plain;
  await enterAs(staff);
  await page.goto(`${base}/edit/sections`);
  const dialog = page.getByRole("dialog", { name: "Re-order sections" });
  const save = dialog.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  const before = await names(page);
  await isSound(page);
  await page.mouse.click(5, 400);
  await expect(dialog).toBeVisible();

  await move(page, "Help", "Move to top");
  await expect(rows(page).first()).toContainText("Help");
  await expect(page.getByRole("button", { name: "Move down Help", exact: true })).toBeFocused();
  await expect(page.getByRole("button", { name: "Move to top Help", exact: true })).toBeDisabled();
  await move(page, "Help", "Move down");
  await expect(rows(page).nth(1)).toContainText("Help");
  await expect(page.getByRole("button", { name: "Move down Help", exact: true })).toBeFocused();
  if (javaScriptEnabled) {
    await page.keyboard.press("ArrowDown");
    await expect(rows(page).nth(2)).toContainText("Help");
    await expect(dialog.getByRole("status")).toHaveText(/^Help: 3 of \d+$/);
    await rows(page)
      .filter({ hasText: "Help" })
      .dragTo(rows(page).first(), { targetPosition: { x: 60, y: 4 } });
    await expect(rows(page).first()).toContainText("Help");
  }
  if (before.includes("Overview & Certifications")) {
    await move(page, "Overview & Certifications", "Separate");
    await expect(rows(page)).toHaveCount(before.length + 1);
  } else {
    await move(page, "Certifications", "Combine");
    await expect(rows(page).filter({ hasText: "Overview & Certifications" })).toHaveCount(1);
  }
  await isSound(page);
  await save.click();
  await expect(page.getByRole("status").filter({ hasText: "Updated section order" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("as it was before")).toBeVisible();
  await page.goto(`${base}/edit/sections`);
  expect(await names(page)).toEqual(before);
  if (javaScriptEnabled) {
    // Keys are heard once the page has come to life.
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden({ timeout: 1_000 });
    }).toPass();
  }
});

test("cards, a card's items and documents are arranged by buttons and keys", async ({
  page,
  enterAs,
  javaScriptEnabled,
  laidOut,
}) => {
  // Every move is a page, by buttons and by keys.
  test.slow();
  const { staff, base } = javaScriptEnabled ? PAGES.scripts : PAGES.plain;
  await enterAs(staff);
  for (const [path, title] of [
    ["card-order", "Re-order cards"],
    ["cards/AccessControl/order", "Reorder items in Access Control"],
  ] as const) {
    await page.goto(`${base}/edit/${path}`);
    const dialog = page.getByRole("dialog", { name: title });
    await expect(dialog.getByRole("button", { name: "Save order" })).toBeDisabled();
    if (laidOut) {
      expect((await dialog.boundingBox())?.height).toBeLessThanOrEqual(600);
      await expect(dialog.getByRole("button", { name: "Save order" })).toBeInViewport();
    }
    await isSound(page);
    const [first = "", second = ""] = await names(page);
    const down = dialog.getByRole("button", { name: `Move down ${first}`, exact: true });
    if (javaScriptEnabled) {
      await down.focus();
      await page.keyboard.press("ArrowDown");
    } else await down.click();
    await expect(rows(page).first()).toContainText(second);
    await dialog.getByRole("button", { name: "Save order" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Updated" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("as it was before")).toBeVisible();
  }

  await page.goto(`${base}/edit/cards/Documents/order`);
  const dialog = page.getByRole("dialog", { name: "Reorder items in Documents" });
  await isSound(page);
  const title = (await names(page, 1))[0] ?? "";
  await move(page, title, "Move to Featured");
  await expect(rows(page, 0).last()).toContainText(title);
  await dialog.getByRole("button", { name: "Save order" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "Updated Documents card item's order" }),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Featured Documents" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("as it was before")).toBeVisible();
});

test("an order that is not saved is not thrown away unasked @scripts-alone", async ({
  page,
  enterAs,
}) => {
  const { staff, base } = PAGES.scripts;
  await enterAs(staff);
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  for (const [path, title] of [
    ["sections", "Re-order sections"],
    ["card-order", "Re-order cards"],
    ["cards/AccessControl/order", "Reorder items in Access Control"],
  ] as const) {
    await page.goto(`${base}/edit/${path}`);
    const dialog = page.getByRole("dialog", { name: title });
    const [first = "", second = ""] = await names(page);
    const down = dialog.getByRole("button", { name: `Move down ${first}`, exact: true });
    // The moves of sections are folded into a menu.
    if (path === "sections") await rows(page).first().locator("summary").first().click();
    await down.focus();
    await page.keyboard.press("ArrowDown");
    await expect(rows(page).first()).toContainText(second);
    await page.keyboard.press("Escape");
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(rows(page).first()).toContainText(second);
    await dialog.getByRole("link", { name: "Close" }).click();
    await question.getByRole("button", { name: "Discard changes" }).click();
    await expect(dialog).toBeHidden();
    // An order that is as it was is left without a question.
    await page.goto(`${base}/edit/${path}`);
    expect((await names(page))[0]).toBe(first);
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden({ timeout: 1_000 });
    }).toPass();
    await expect(question).toBeHidden();
  }
});
