import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";
import { wording } from "../wording.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const article = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
const note = (page: Page) => page.getByRole("status").first();

async function openMenu(page: Page, card: string): Promise<void> {
  await page.goto("/acme/product/Acme+Data+Lake");
  await page.locator("summary", { hasText: `Actions for ${card}` }).click();
}

/** Each project edits cards of its own: both run on one server. */
const cardOf = (javaScriptEnabled: boolean | undefined) =>
  javaScriptEnabled === false ? "Infrastructure" : "Access Control";

test.describe("editing the page from the page", () => {
  test.beforeEach(async ({ enterAs, people }) => {
    await enterAs((await people.hire({ acme: "editor" })).email);
  });

  test("a card is hidden from its menu, and Undo shows it again", async ({
    page,
    javaScriptEnabled,
  }) => {
    const card = cardOf(javaScriptEnabled);
    await openMenu(page, card);
    await article(page, card).getByRole("button", { name: "Hide" }).click();
    await expect(note(page)).toHaveText(wording.cardHidden);
    await expect(article(page, card)).toContainText("Hidden");
    await isSoundAsItStands(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(note(page)).toContainText("as it was before");
    await expect(article(page, card)).not.toContainText("Hidden");
  });

  test("two pages edit one text: the later save shows both versions and saves over it when told to", async ({
    page,
    context,
    javaScriptEnabled,
    faults,
  }) => {
    const card = cardOf(javaScriptEnabled);
    await openMenu(page, card);
    await article(page, card).getByRole("link", { name: "Edit display text" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit display text" });
    await expect(dialog).toContainText(wording.atLeast4OrEmpty);
    await isSoundAsItStands(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole("textbox", { name: card }).fill("What the other page wrote");
    await other.getByRole("button", { name: "Save" }).click();
    await expect(article(other, card)).toContainText("What the other page wrote");
    await other.close();

    faults.expectDocument(409);
    await dialog.getByLabel(card, { exact: true }).fill("What this page wrote");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Saved by Robin Vale");
    await expect(dialog.getByRole("alert")).toContainText("What the other page wrote");
    await expect(dialog.getByLabel(card, { exact: true })).toHaveValue("What this page wrote");
    await isSoundAsItStands(page);
    await dialog.getByRole("button", { name: "Save my version" }).click();
    await expect(article(page, card)).toContainText("What this page wrote");
  });

  test("a card gets an own icon, and the default one back", async ({ page, javaScriptEnabled }) => {
    const card = cardOf(javaScriptEnabled);
    await openMenu(page, card);
    await article(page, card).getByRole("link", { name: "Change card icon" }).click();
    const dialog = page.getByRole("dialog", { name: card });
    await isSoundAsItStands(page);
    await dialog.getByRole("radio", { name: "Custom icon" }).check();
    await dialog
      .getByLabel("Custom icon")
      .last()
      .setInputFiles({ name: "icon.png", mimeType: "image/png", buffer: PNG });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(note(page)).toContainText(wording.cardIconSaved);
    await note(page).getByRole("link", { name: "Refresh Page" }).click();
    await expect(article(page, card).locator("img")).toHaveCount(1);
    await openMenu(page, card);
    await article(page, card).getByRole("link", { name: "Change card icon" }).click();
    await page.getByRole("radio", { name: "Default icon" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(note(page)).toContainText(wording.cardIconReset);
    await expect(article(page, card).locator("img")).toHaveCount(0);
  });

  test("an item gets an own address, and history tells of it", async ({
    page,
    javaScriptEnabled,
  }) => {
    const [uid, slug] =
      javaScriptEnabled === false
        ? ["Reports.soc1", "soc-one-plain"]
        : ["Reports.soc3", "soc-three-quick"];
    await page.goto(`/acme/edit/items/${uid}/url`);
    await isSoundAsItStands(page);
    await page.getByLabel("URL slug").fill(slug);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(note(page)).toContainText("Successfully created custom URL for");
    await page.goto(`/acme/product/Acme+Platform/${slug}`);
    await expect(page.getByRole("dialog", { name: "Reports" })).toBeVisible();
    await page.goto("/history");
    await expect(page.getByRole("row").filter({ hasText: slug })).toContainText("Robin Vale");
    await isSoundAsItStands(page);
    await page
      .getByRole("row")
      .filter({ hasText: slug })
      .getByRole("link", { name: /Review and restore/ })
      .click();
    await expect(page.getByRole("heading", { name: "What changed" })).toBeVisible();
    await isSoundAsItStands(page);
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(note(page)).toContainText("Restored ");
  });
});
