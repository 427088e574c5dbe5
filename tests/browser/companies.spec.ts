import { randomBytes } from "node:crypto";
import { expect, test } from "./fixtures.ts";
import { isSound } from "./sound.ts";
import { wording } from "../wording.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** An org of its own: what it adds stays, and other journeys count the demo's rows. */
test("a file of subprocessors comes in with a preview; a company of it gets a name and a logo, and loses it", async ({
  page,
  enterAs,
  people,
  faults,
}) => {
  // An import with its preview, then a company, its logo and their ways back.
  test.slow();
  const { slug, owner } = await people.found("Harbour Works");
  await enterAs(owner);
  const name = `Harbour Mail ${randomBytes(4).toString("hex")}`;
  const dialog = page.getByRole("dialog");
  await page.goto(`/${slug}/edit/subprocessors/import`);
  faults.expectDocument(400);
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByRole("alert")).toContainText(wording.chooseFileOrPaste);
  await dialog.getByLabel("File", { exact: true }).setInputFiles({
    name: "vendors.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`Company,Purpose\n${name},Letters to customers`),
  });
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(
    dialog.getByRole("status").filter({ hasText: "1 added, 0 changed, 0 removed" }),
  ).toBeVisible();
  await expect(dialog).toContainText("vendors.csv");
  await isSound(page);
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "1 added, 0 changed, 0 removed." }),
  ).toBeVisible();

  await dialog.getByRole("link", { name: `Edit ${name}` }).click();
  await dialog.getByRole("link", { name: "Name and logo" }).click();
  await expect(dialog.getByRole("heading", { name: `Name and logo of ${name}` })).toBeVisible();
  await isSound(page);
  faults.expectDocument(400);
  await dialog.getByLabel("Domain").fill("https://harbour.example");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("without www. or http/s");
  await dialog.getByLabel("Domain").fill("harbour.example");
  await dialog
    .getByLabel("Logo", { exact: true })
    .setInputFiles({ name: "harbour.png", mimeType: "image/png", buffer: PNG });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: `${name} saved` })).toBeVisible();
  await page.goto(`/${slug}/edit/subprocessors`);
  await dialog.getByRole("link", { name: `Edit ${name}` }).click();
  await dialog.getByRole("link", { name: "Name and logo" }).click();
  await expect(dialog.getByRole("img", { name: `${name}’s current logo` })).toBeVisible();
  await expect(dialog.getByLabel("Domain")).toHaveValue("harbour.example");
  await isSound(page);
  await dialog.getByRole("checkbox", { name: "Remove harbour.png" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: `${name} saved` })).toBeVisible();
});

test("a dialog scrolled before its scripts arrived takes the focus and stays where it is @scripts-alone", async ({
  page,
  enterAs,
}) => {
  await enterAs("editor@acme.example");
  await page.setViewportSize({ width: 1280, height: 500 });
  let arrive = () => {};
  const scripts = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\.js(\?|$)/, async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto("/acme/edit/subprocessors/import", { waitUntil: "commit" });
  const next = page.getByRole("dialog").getByRole("button", { name: "Next" });
  await next.scrollIntoViewIfNeeded();
  const before = await next.boundingBox();
  arrive();
  await expect(page.getByRole("dialog").getByLabel("File", { exact: true })).toBeFocused();
  expect(await next.boundingBox()).toEqual(before);
});

test("items that stand in a list have their menu, and every item's form leads to its own address", async ({
  page,
  enterAs,
}) => {
  // An import with its preview, then a company, its logo and their ways back.
  test.slow();
  await enterAs("editor@acme.example");
  const dialog = page.getByRole("dialog");
  await page.goto("/acme/card/RiskProfile");
  await dialog
    .getByText("Actions for Data Access Level")
    .locator("xpath=ancestor::summary")
    .or(dialog.locator("summary").filter({ has: page.getByLabel(/^Actions for Data Access/) }))
    .first()
    .click();
  await expect(dialog.getByRole("link", { name: "Create custom url" }).first()).toBeVisible();
  await isSound(page);
  await page.goto("/acme/edit/cards/Subprocessors/items/Subprocessors.subprocessors");
  await isSound(page);
  await dialog.getByRole("link", { name: "Create custom url" }).click();
  await expect(dialog.getByLabel("URL slug")).toBeVisible();
});
