import { expect, test } from "./fixtures.ts";
import { isSound } from "./sound.ts";

test("staff edit the lists: a company typed or picked, a grade by its provider's rules, the risk profile, and Undo", async ({
  page,
  enterAs,
  faults,
  javaScriptEnabled,
}, info) => {
  // Four lists, each added to, refused, changed and undone.
  test.slow();
  await enterAs("editor@acme.example");
  faults.expectDocument(400);
  const name = `Journey ${info.project.name} ${Date.now()}`;

  await page.goto("/acme/edit/subprocessors");
  await page.getByRole("link", { name: "Add subprocessor" }).click();
  await page.getByLabel("Company").fill(name);
  if (javaScriptEnabled) await page.getByRole("option", { name: `Just use: "${name}"` }).click();
  await page.getByLabel("Purpose").fill("Journeys");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/acme\/edit\/subprocessors$/);
  await expect(page.getByRole("status").filter({ hasText: `${name} added` })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Undone" })).toBeVisible();

  await page.goto("/acme/edit/grades");
  await page.getByRole("link", { name: "Add grade" }).click();
  await page.getByLabel("Provider").selectOption("CIS");
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Display Name").fill(name);
  await page.getByLabel("Grade", { exact: true }).fill("9");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("Invalid grade.");
  await page.getByLabel("Grade", { exact: true }).fill("4");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: `Move up ${name}` }).click();
  await expect(page.getByRole("status").filter({ hasText: "Updated the order" })).toBeVisible();
  if (javaScriptEnabled) {
    // Keys and dragging send what the buttons would.
    const rows = page.getByRole("dialog").locator("[data-row]");
    const own = rows.filter({ hasText: name });
    const place = (await rows.count()) - 2;
    await expect(rows.nth(place)).toContainText(name);
    await own.dragTo(rows.nth(place - 1), { targetPosition: { x: 60, y: 4 } });
    await expect(rows.nth(place - 1)).toContainText(name);
    await page.getByRole("button", { name: `Move down ${name}` }).press("ArrowDown");
    await expect(rows.nth(place)).toContainText(name);
    await expect(page.getByRole("button", { name: `Move down ${name}` })).toBeFocused();
  }
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await expect(page.getByRole("status").filter({ hasText: `${name} removed` })).toBeVisible();

  await page.goto("/acme/edit/risk-profile");
  await expect(page.getByRole("group", { name: "Data Access Level" })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Risk profile saved" })).toBeVisible();
});

test("the dialogs of the lists are sound @scripts-alone", async ({ page, enterAs }) => {
  // axe reads a dozen dialogs.
  test.slow();
  await enterAs("owner@acme.example");
  for (const path of [
    "grades",
    "grades/new?provider=SecurityScorecard",
    "trusted-by",
    "trusted-by/new",
    "subprocessors",
    "subprocessors/new",
    "subprocessors/import",
    "risk-profile",
  ]) {
    await page.goto(`/acme/edit/${path}`);
    await expect(page.getByRole("dialog")).toBeVisible();
    await isSound(page);
  }
});
