import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSound } from "./sound.ts";
import { wording } from "../wording.ts";

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><rect width="120" height="30" rx="6" fill="#0b5d4e"/></svg>';
const step = (page: Page, number: number, title: string) =>
  Promise.all([
    expect(page.getByText(`Step ${number} of 8`, { exact: true })).toBeVisible(),
    expect(page.getByRole("heading", { level: 1 })).toHaveText(title),
  ]);
const next = (page: Page) => page.getByRole("button", { name: "Save and continue" }).click();

test("the setup guide leads a new org to its published portal", async ({
  page,
  enterAs,
  people,
  faults,
  javaScriptEnabled,
}) => {
  // Eight steps, each filled in, looked at and gone back to.
  test.slow();
  const { slug, owner } = await people.found("Hooli");
  await enterAs(owner);
  await page.goto(`/${slug}`);
  await page.getByRole("link", { name: "Setup guide: step 1 of 8" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Welcome. Let’s publish Hooli’s trust center.",
  );
  await isSound(page);
  await page.getByRole("link", { name: "Begin" }).click();

  await step(page, 1, wording.whatYouHave);
  await isSound(page);
  await page.getByRole("button", { name: "Skip this step" }).click();
  await step(page, 2, wording.whatName);
  faults.expectDocument(400);
  await page.getByLabel("Portal title").fill("<Trust>");
  await next(page);
  await expect(page).toHaveTitle(/^Error: Step 2 of 8/);
  await expect(page.getByRole("alert")).toContainText(wording.noAngleBrackets);
  await expect(page.getByLabel("Portal title")).toHaveValue("<Trust>");
  await isSound(page);
  await page.getByLabel("Portal title").fill("Trust Desk");
  await page.getByLabel("Website").fill("hooli.example");
  await next(page);

  await step(page, 3, "Add your logo");
  await isSound(page);
  await page
    .getByLabel("File")
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(LOGO) });
  await next(page);
  await step(page, 4, "Choose your color");
  const ofLogo = page.getByRole("button", { name: "Use #0b5d4e from your logo" });
  if (javaScriptEnabled === false) {
    // Without scripts it saves at once; with them it fills the field in.
    await ofLogo.click();
    await step(page, 5, wording.whatAnyoneSees);
    await page.goto("/settings/start/color");
  } else {
    // It is there once scripts run: before that, the button saves at once.
    await expect(page.getByLabel("Pick a color")).toBeVisible();
    await ofLogo.click();
    await expect(page.getByLabel("Pick a color")).toHaveValue("#0b5d4e");
    await page.getByLabel("Pick a color").fill("#7a1fa2");
    await expect(page.getByLabel("Accent color")).toHaveValue("#7a1fa2");
    await ofLogo.click();
  }
  await expect(page.getByLabel("Accent color")).toHaveValue("#0b5d4e");
  await page.getByLabel("Accent color").fill("#ffcc00");
  await isSound(page);
  await next(page);
  await expect(page.getByRole("status")).toContainText("so that they stay readable");

  await step(page, 5, wording.whatAnyoneSees);
  await isSound(page);
  await page.getByRole("button", { name: "Skip this step" }).click();
  await step(page, 6, wording.whichCertifications);
  await page.goto("/products");
  await page.getByRole("link", { name: "Continue with step 6 of 8" }).click();
  await page.getByRole("link", { name: "Continue with step 6 of 8: Certifications" }).click();
  faults.expectDocument(400);
  await next(page);
  await expect(page.getByRole("alert")).toContainText(wording.chooseOrSkip);
  for (const name of ["SOC 2", "ISO 27001", "GDPR", "HIPAA"])
    await page.getByLabel(name, { exact: true }).check();
  await page.locator("summary", { hasText: "others" }).click();
  await page.getByLabel("DORA", { exact: true }).check();
  await isSound(page);
  await next(page);

  await step(page, 7, wording.whichControls);
  await expect(page.getByRole("status")).toHaveText("Saved: 5 certifications.");
  await expect(page.getByLabel("Data Backups")).not.toBeChecked();
  await page
    .getByRole(javaScriptEnabled === false ? "link" : "button", {
      name: "Select all: Customer data",
    })
    .click();
  await expect(page.getByLabel("Data Backups")).toBeChecked();
  await page.getByLabel("Production Data Use").uncheck();
  await page.getByLabel("Code Review").check();
  await isSound(page);
  await next(page);

  await step(page, 8, "Publish");
  await expect(page.getByRole("status")).toContainText("6 controls added to your portal.");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await isSound(page);
  const preview = page.getByRole("region", { name: "Preview" });
  for (const words of ["Hooli Trust Desk", "SOC 2", "Data Security"])
    await expect(preview).toContainText(words);
  await preview.getByRole("link", { name: "See it as the public" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hooli Trust Desk");
  await page.getByRole("link", { name: "Back to the setup guide" }).click();
  await step(page, 8, "Publish");
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Code Review" })).toContainText(
    "On your portal",
  );
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByLabel("SOC 2", { exact: true })).toBeChecked();
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("link", { name: /^Publish/ })
    .click();
  await page.getByRole("button", { name: "Publish" }).click();

  await expect(page).toHaveURL(`/${slug}?view=public&start=done`);
  await expect(page.getByRole("region", { name: wording.isPublic })).toContainText("Set up email");
  await expect(page.getByRole("region", { name: "Preview" })).not.toContainText("Setup guide");
  await isSound(page);
  await page
    .getByRole("region", { name: wording.isPublic })
    .getByRole("link", { name: "Close" })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hooli Trust Desk");
  await expect(page.getByRole("banner").getByRole("img", { name: "Hooli" })).toBeVisible();
  for (const name of ["SOC 2", "DORA"])
    await expect(page.getByRole("region", { name: "Certifications" })).toContainText(name);
  await page.context().clearCookies();
  await page.goto(`/${slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hooli Trust Desk");
});

test("it is put away by one button, and every page of it stays", async ({
  page,
  enterAs,
  people,
}) => {
  const { slug, owner } = await people.found("Raviga");
  await enterAs(owner);
  await page.goto("/settings/start");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page).toHaveURL(`/${slug}`);
  await expect(page.getByRole("status").first()).toContainText("Setup guide hidden.");
  await expect(page.getByRole("region", { name: "Preview" })).not.toContainText("Setup guide");
  await page.goto("/settings/start/access");
  await step(page, 5, wording.whatAnyoneSees);
});

test.describe("in another zone", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("a new company’s time zone is proposed from the browser, where scripts run", async ({
    page,
    javaScriptEnabled,
    enterAs,
    people,
  }) => {
    const { owner } = await people.found("Pied Piper");
    await enterAs(owner);
    await page.goto("/settings/start/name");
    const zone = page.getByLabel("Time zone");
    await expect(zone).toHaveValue(javaScriptEnabled === false ? "UTC" : "Asia/Tokyo");
    await zone.selectOption("Europe/Berlin");
    await page.getByLabel("Portal title").fill("Trust Desk");
    await next(page);
    await step(page, 3, "Add your logo");
    await page.goto("/settings/start/name");
    await expect(zone).toHaveValue("Europe/Berlin");
  });
});
