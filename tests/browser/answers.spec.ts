import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSound, isSoundAsItStands } from "./sound.ts";
import { wording } from "../wording.ts";

const RILEY = "riley@customer.example";
const QUESTION = "Where do you store our data?";

async function askAi(page: Page) {
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: /^Search / });
  await dialog.getByRole("button", { name: "Ask AI", exact: true }).click();
  return { dialog, field: dialog.getByRole("searchbox", { name: "Ask a question" }) };
}

test.describe("asking in words", () => {
  test("a member asks by the search's form, reads the answer, and follows its source @no-scripts-alone", async ({
    page,
    enterAs,
  }) => {
    await enterAs(RILEY);
    await page.goto("/acme/search");
    const form = page.getByRole("search", {
      name: wording.searchLabel,
      exact: true,
    });
    await form.getByRole("searchbox").fill(QUESTION);
    await form.getByRole("button", { name: "Ask AI" }).click();
    await expect(page.getByRole("heading", { name: "Answer" })).toBeVisible();
    await expect(page.getByText("In the region that you choose")).toBeVisible();
    await isSoundAsItStands(page);
    await page.getByText("Generated from 1 source").click();
    await page.getByRole("link", { name: "Where is our data stored?" }).click();
    await expect(page).toHaveURL(/kbEntry=/);
  });

  test("the page says what is missing, and that there is no answer", async ({
    page,
    enterAs,
    faults,
  }) => {
    faults.expectDocument(400);
    await enterAs(RILEY);
    await page.goto("/acme/search/answer");
    await isSound(page);
    const form = page.getByRole("search", { name: "Ask a question" });
    await form.getByRole("button", { name: "Ask AI" }).click();
    await expect(page.getByRole("alert")).toHaveText(wording.writeQuestion);
    await form.getByRole("searchbox").fill("Do you sell kites?");
    await form.getByRole("button", { name: "Ask AI" }).click();
    await expect(page.getByText(wording.noAnswer)).toBeVisible();
    await isSoundAsItStands(page);
    await form.getByRole("searchbox").fill("Who counts our encrypted backups?");
    await form.getByRole("button", { name: "Ask AI" }).click();
    await expect(page.getByRole("heading", { name: "This may help" })).toBeVisible();
    await isSoundAsItStands(page);
  });

  test("the dialog has a mode of its own, which keeps what was searched for @scripts-alone", async ({
    page,
    enterAs,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await enterAs(RILEY);
    await page.goto("/acme");
    await page.keyboard.press("Control+k");
    const search = page.getByRole("dialog", { name: /^Search / });
    await search.getByRole("searchbox", { name: "Search items" }).fill("encryption");
    await expect(search.getByText("Top match")).toBeVisible();
    const { dialog, field } = await askAi(page);
    await expect(field).toBeFocused();
    await field.fill(QUESTION);
    await field.press("Enter");
    await expect(dialog.getByRole("heading", { name: "Answer" })).toBeVisible();
    await expect(dialog.getByText("In the region that you choose")).toBeVisible();
    await isSoundAsItStands(page);
    await dialog.getByRole("button", { name: "Copy response" }).click();
    await expect(dialog.getByText("Copied response to clipboard")).toBeVisible();
    await dialog.getByText("Generated from 1 source").click();
    await expect(dialog.getByRole("link", { name: "Where is our data stored?" })).toBeVisible();
    await dialog.getByRole("button", { name: "Search", exact: true }).click();
    await expect(dialog.getByText("Top match")).toBeVisible();
    await dialog.getByRole("button", { name: "Ask AI", exact: true }).click();
    await expect(dialog.getByText("In the region that you choose")).toBeVisible();
    await field.fill("Do you sell kites?");
    await dialog.locator("form").getByRole("button", { name: "Ask AI" }).click();
    await expect(dialog.getByText("In the region that you choose")).toBeHidden();
    await expect(dialog.getByText(wording.noAnswer)).toBeVisible();
    await field.fill("Who counts our encrypted backups?");
    await field.press("Enter");
    await expect(dialog.getByRole("heading", { name: "This may help" })).toBeVisible();
    await isSoundAsItStands(page);
    const height = await dialog
      .locator("[data-answer]")
      .evaluate((element) => element.clientHeight);
    expect(height).toBeGreaterThanOrEqual(200);
  });

  test("the dialog says that an answer is being made, and when none could be @scripts-alone", async ({
    page,
    enterAs,
    faults,
  }) => {
    faults.expectCall(500);
    await enterAs(RILEY);
    await page.goto("/acme");
    let answer = () => {};
    await page.route("**/search/answer.json*", async (route) => {
      await new Promise<void>((resolve) => (answer = resolve));
      await route.fulfill({ status: 500, json: { title: "no" } });
    });
    const { dialog, field } = await askAi(page);
    await field.fill(QUESTION);
    await field.press("Enter");
    await expect(dialog.getByText("Generating Answer")).toBeVisible();
    await isSoundAsItStands(page);
    answer();
    await expect(dialog.getByRole("alert")).toHaveText(
      "Failed to get an answer from the AI. Please try again later.",
    );
  });

  test("the public's dialog is a plain box @scripts-alone", async ({ page }) => {
    await page.goto("/acme");
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: /^Search / });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Ask AI" })).toBeHidden();
  });

  test("staff switch it off and on in the settings", async ({ page, enterAs, people }) => {
    // A company of its own: others ask theirs at the same time.
    await enterAs((await people.foundTeam()).owner.email);
    await page.goto("/settings/answers");
    await isSound(page);
    await expect(page.getByText(wording.noModel)).toBeVisible();
    await page.getByLabel("Answer questions").uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(page.getByLabel("Answer questions")).not.toBeChecked();
    await page.getByLabel("Answer questions").check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Answer questions")).toBeChecked();
  });
});
