import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSound } from "./sound.ts";

async function fill(page: Page, subject: string): Promise<void> {
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Category").selectOption("Subprocessors");
  await page.getByLabel("Effective date").fill("2027-01-15");
  await page.getByLabel("Objection window (days)").fill("30");
  await page.getByLabel("Message", { exact: true }).fill("In 30 days **Somebody** joins.");
}

test.describe("an update", () => {
  test("asks for no more than its choices need, and comes through with what they hide", async ({
    page,
    enterAs,
    people,
  }) => {
    const editor = await people.hire({ acme: "editor" });
    await enterAs(editor.email);
    await page.goto("/updates/new");
    const effective = page.getByLabel("Effective date");
    await expect(effective).toBeHidden();
    await page.getByLabel("Category").selectOption("Subprocessors");
    await effective.fill("2027-01-15");
    await expect(page.getByRole("group", { name: "Recipients" })).toBeHidden();
    const channels = page.locator("summary", { hasText: "Channels" });
    await expect(channels).toContainText("Trust Center, no email");
    await expect(page.getByLabel("Send by email")).toBeHidden();
    await channels.click();
    await page.getByLabel("Send by email").check();
    await expect(page.getByLabel("Addresses")).toBeHidden();
    await page.getByLabel("Listed emails").check();
    await expect(page.getByLabel("Permission profile of the accounts")).toBeHidden();
    await page.getByLabel("Addresses").fill("not an address");
    await isSound(page);
    await page.getByLabel("Send by email").uncheck();
    await expect(page.getByLabel("Addresses")).toBeHidden();
    await page.getByLabel("Category").selectOption("General");
    await expect(effective).toBeHidden();
    await page.getByLabel("Subject").fill("Nothing that was hidden is asked for");
    await page.getByLabel("Message", { exact: true }).fill("A message.");
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByRole("status").first()).toContainText("saved");
  });

  test("is written, refused with its words kept, reviewed and published; visitors read it, edited and no longer", async ({
    page,
    enterAs,
    people,
    faults,
    browser,
    baseURL,
  }, info) => {
    // A company of its own: other journeys say which update of the demo's is the latest.
    const slug = await people.publish();
    const editor = await people.hire({ [slug]: "editor" });
    await enterAs(editor.email);
    const subject = `A new subprocessor ${info.project.name} ${Date.now()}`;
    await page.goto(`/${slug}/updates`);
    await page.getByRole("link", { name: "New update" }).click();
    await expect(page).toHaveURL("/updates/new");

    faults.expectDocument(400);
    await fill(page, "");
    await page.getByRole("button", { name: "Publish update" }).click();
    await expect(page.getByRole("alert")).toContainText("Enter a subject");
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue(
      "In 30 days **Somebody** joins.",
    );

    await page.getByLabel("Subject").fill(subject);
    await page.locator("summary", { hasText: "Channels" }).click();
    await page.getByLabel("Send by email").check();
    await page.getByLabel("Subscribers", { exact: true }).uncheck();
    await page.getByLabel("Listed emails").check();
    await page.getByLabel("Addresses").fill("one@update.example two@update.example");
    await page.getByRole("button", { name: "Publish update" }).click();
    await expect(page).toHaveURL(/\/review$/);
    await expect(page.getByRole("main")).toContainText("Listed emails (2): 2 recipients");
    await expect(page.getByRole("article", { name: "Preview of the email" })).toContainText(
      "Objection window: 30 days",
    );
    await page.getByRole("button", { name: "Publish update" }).click();
    await expect(page.getByRole("status")).toHaveText("Update published.");

    const visitor = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
    await visitor.goto(`/${slug}/updates`);
    const topic = visitor.getByRole("article").filter({ hasText: subject });
    await expect(topic).toContainText("January 15, 2027");
    await expect(topic).not.toContainText("Edited");
    await visitor.goto(`/${slug}`);
    await expect(visitor.getByRole("complementary", { name: "Latest trust update" })).toContainText(
      subject,
    );

    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByLabel("Message", { exact: true }).fill("In 30 days **Someone else** joins.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("status")).toContainText("Visitors see that it was edited.");
    await visitor.goto(`/${slug}/updates`);
    await expect(topic).toContainText("Edited");
    await expect(topic).toContainText("Someone else");

    await page.getByRole("main").locator("summary", { hasText: "Unpublish" }).click();
    await page.getByRole("button", { name: "Unpublish" }).click();
    await expect(page.getByRole("status")).toHaveText("The update is no longer published.");
    await visitor.goto(`/${slug}/updates`);
    await expect(topic).toHaveCount(0);
    await visitor.context().close();
  });

  test("is saved as a draft, found by state and search, and deleted", async ({
    page,
    enterAs,
  }, info) => {
    await enterAs("owner@acme.example");
    const subject = `A draft ${info.project.name} ${Date.now()}`;
    await page.goto("/updates/new");
    await fill(page, subject);
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByRole("status")).toHaveText("Draft saved.");
    await page.goto("/updates");
    await page.getByLabel("Search").fill(subject);
    await page.locator("summary", { hasText: "Filters" }).click();
    await page.getByLabel("State").selectOption("Draft");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("status").filter({ hasText: "1 topic" })).toBeVisible();
    // What a link clears is cleared in the fields, too.
    await page.getByRole("link", { name: "Clear" }).click();
    await expect(page.getByLabel("Search")).toHaveValue("");
    await page.locator("summary", { hasText: "Filters" }).click();
    await expect(page.getByLabel("State")).toHaveValue("");
    await page.getByRole("link", { name: subject }).click();
    await page.getByRole("button", { name: "Preview" }).click();
    await page.locator("summary", { hasText: "Delete this draft" }).click();
    await page.getByRole("button", { name: "Delete draft" }).click();
    await expect(page.getByRole("status").first()).toHaveText("Draft deleted.");
  });

  test("waits in the list of a colleague who approves", async ({ page, enterAs }) => {
    await enterAs("owner@acme.example");
    await page.goto("/updates");
    const waiting = page.getByRole("region", { name: "Waiting for approval" });
    await waiting.getByRole("link", { name: "Fix for a flaw in the PDF preview" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Review/);
    await expect(page.getByRole("region", { name: "Approval", exact: true })).toContainText(
      "Tomasz Wilk requested approval.",
    );
    await expect(page.getByRole("button", { name: "Return to author" })).toBeVisible();
  });
});

test("the pages of updates are sound: accessible, as wide as the window, easy to hit @scripts-alone", async ({
  page,
  enterAs,
  faults,
}) => {
  // axe reads every page of updates and their dialogs.
  test.slow();
  faults.expectDocument(400);
  await enterAs("owner@acme.example");
  await page.goto("/updates");
  await isSound(page);
  await page.getByRole("link", { name: "Certified to ISO/IEC 42001" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Certified to ISO/IEC 42001");
  await isSound(page);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit update");
  await isSound(page);
  await page.goto("/updates/new");
  await isSound(page);
  await page.getByRole("button", { name: "Publish update" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await isSound(page);
  await page.goto("/updates");
  await page
    .getByRole("region", { name: "Waiting for approval" })
    .getByRole("link")
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Review/);
  await isSound(page);
});
