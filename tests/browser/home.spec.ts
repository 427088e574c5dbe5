import { expect, test } from "./fixtures.ts";
import { isSound } from "./sound.ts";

test("staff see what waits, go there, and come back by the navigation", async ({
  page,
  enterAs,
}) => {
  await enterAs("owner@acme.example");
  await page.goto("/home");
  await expect(page.getByRole("heading", { name: "Waiting for you" })).toBeVisible();
  await isSound(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByText("As figures").click();
  await expect(page.getByRole("columnheader", { name: "Week from" })).toBeVisible();
  await page.getByRole("link", { name: /^Review: \d+ access request/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Private area" })
    .getByRole("link", { name: "Home" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
});

test("a narrow window opens the navigation as a sheet, and a page closes it", async ({
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

test("a name leads to what has it", async ({ page, enterAs, javaScriptEnabled }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs("reviewer@acme.example");
  await page.goto("/home");
  const field = page.getByRole("search", { name: "Everything" }).getByRole("textbox");
  if (javaScriptEnabled === true)
    await expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(field).toBeFocused({ timeout: 1_000 });
    }).toPass();
  await field.fill("riley");
  await field.press("Enter");
  await expect(page.getByRole("status")).toContainText("for “riley”");
  await isSound(page);
  await page.getByRole("main").getByRole("link", { name: "Customer Inc" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Customer Inc" })).toBeVisible();
  await page.goto("/home/find?q=no+such+thing");
  await expect(page.getByText("Nothing has this name")).toBeVisible();
});
