import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSound, isSoundAsItStands } from "./sound.ts";

test("staff see what waits, go there, and come back by the navigation", async ({
  page,
  enterAs,
}) => {
  await enterAs("owner@acme.example");
  await page.goto("/home");
  await expect(page.getByRole("heading", { name: "Waiting for you" })).toBeVisible();
  await isSound(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByText("Show numbers").click();
  await expect(page.getByRole("columnheader", { name: "Week from" })).toBeVisible();
  await page.getByRole("link", { name: /^Review: \d+ access request/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Private area" })
    .getByRole("link", { name: "Home" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
});

test("a narrow window opens the navigation as a sheet, and a page closes it @chromium", async ({
  page,
  enterAs,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enterAs("owner@acme.example");
  await page.goto("/home");
  const pages = page.getByRole("navigation", { name: "Private area" });
  await expect(pages).toBeHidden();
  await page.getByRole("button", { name: /^Menu/ }).click();
  await expect(pages).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(pages).toBeHidden();
  await page.getByRole("button", { name: /^Menu/ }).click();
  await pages.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expect(pages).toBeHidden();
});

const findField = (page: Page) =>
  page.getByRole("search", { name: "Everything" }).locator("input[name=q]");

/** The key, once the page listens to it. */
async function pressFind(page: Page, then: () => Promise<void>) {
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await then();
  }).toPass();
}

test("a name leads to what has it", async ({ page, enterAs, javaScriptEnabled }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs("reviewer@acme.example");
  await page.goto("/home");
  const field = findField(page);
  if (javaScriptEnabled === true)
    await pressFind(page, () => expect(field).toBeFocused({ timeout: 1_000 }));
  await field.fill("riley");
  await field.press("Enter");
  await expect(page.getByRole("main").getByRole("status")).toContainText("for “riley”");
  await isSound(page);
  await page.getByRole("main").getByRole("link", { name: "Customer Inc" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Customer Inc" })).toBeVisible();
  await page.goto("/home/find?q=no+such+thing");
  await expect(page.getByText("Nothing found")).toBeVisible();
});

test.describe("finding @scripts-alone", () => {
  test("offers what has the name while one types, for arrow keys, Enter and Escape", async ({
    page,
    enterAs,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await enterAs("owner@acme.example");
    await page.goto("/home");
    const field = findField(page);
    await pressFind(page, () => expect(field).toBeFocused({ timeout: 1_000 }));
    await expect(field).toHaveRole("combobox");
    await field.pressSequentially("riley@cust");
    const offers = page.getByRole("listbox", { name: "Found" });
    const member = offers
      .getByRole("group", { name: "Members" })
      .getByRole("option", { name: /^Riley / });
    await expect(member).toBeVisible();
    await expect(field).toHaveAttribute("aria-expanded", "true");
    await isSoundAsItStands(page);
    await field.press("Escape");
    await expect(offers).toBeHidden();
    await field.press("End");
    await field.pressSequentially("omer");
    await expect(member).toBeVisible();
    await expect(async () => {
      await field.press("ArrowDown");
      await expect(member).toHaveAttribute("aria-selected", "true", { timeout: 100 });
    }).toPass();
    await field.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Customer Inc" })).toBeVisible();
    await expect(field).toHaveValue("");
  });

  test("opens its own page by the key where the header has no field, and shows what is typed", async ({
    page,
    enterAs,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await enterAs("owner@acme.example");
    await page.goto("/documents");
    const own = page.getByRole("searchbox", { name: /^Name of a page/ });
    await pressFind(page, () => expect(own).toBeFocused({ timeout: 1_000 }));
    await own.pressSequentially("customer inc");
    await expect(page.getByRole("region", { name: "Accounts" })).toBeVisible();
    await expect(own).toBeFocused();
    await expect(own).toHaveValue("customer inc");
    await isSound(page);
  });

  test("is a second press away on the portal, with what was typed", async ({ page, enterAs }) => {
    await enterAs("owner@acme.example");
    await page.goto("/acme");
    const dialog = page.getByRole("dialog", { name: /^Search / });
    // A press while the dialog is on its way is the second one, which leads to the page of all.
    await pressFind(page, () => expect(dialog).toBeVisible({ timeout: 10_000 }));
    await dialog.getByRole("searchbox").fill("riley");
    await page.keyboard.press("Control+k");
    await expect(page).toHaveURL(/\/home\/find\?q=riley$/);
    await expect(page.getByRole("region", { name: "Members" })).toBeVisible();
  });
});

test("a window of middle width has the navigation as signs with names @chromium", async ({
  page,
  enterAs,
}) => {
  await page.setViewportSize({ width: 800, height: 900 });
  await enterAs("owner@acme.example");
  await page.goto("/home");
  const pages = page.getByRole("navigation", { name: "Private area" });
  await expect(pages).toBeVisible();
  await expect(page.getByRole("button", { name: /^Menu/ })).toBeHidden();
  const entry = pages.getByRole("link", { name: "Documents" });
  await expect(entry).toHaveAttribute("title", "Documents");
  expect((await pages.boundingBox())?.width).toBeLessThan(100);
  await isSoundAsItStands(page);
  await entry.click();
  await expect(page.getByRole("heading", { level: 1, name: "Documents" })).toBeVisible();
});
