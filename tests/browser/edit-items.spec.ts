import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";
import { wording } from "../wording.ts";

const LAKE = "/acme/product/Acme+Data+Lake";
const CARD = `${LAKE}/card/Policies`;
const unique = (word: string) => `${word} ${randomBytes(4).toString("hex")}`;
const dialog = (page: Page) => page.getByRole("dialog");

test.beforeEach(async ({ enterAs, page }) => {
  // An item is added, seen, saved, edited, deleted and brought back: some twenty pages.
  test.slow();
  await enterAs("editor@acme.example");
  await page.setViewportSize({ width: 1024, height: 900 });
});

test("a custom item: added with a document, seen as the public will, saved, edited on its card, deleted, and back by Undo", async ({
  page,
  faults,
  javaScriptEnabled,
}) => {
  const title = unique("Spare parts");
  await page.goto(CARD);
  await dialog(page).getByRole("link", { name: "Edit card" }).click();
  await expect(dialog(page).getByLabel("Card name")).toHaveAttribute(
    "placeholder",
    "Type card name...",
  );
  await isSoundAsItStands(page);
  await dialog(page).getByRole("link", { name: "Add custom item" }).click();
  await expect(
    dialog(page).getByRole("heading", { level: 2, name: /^Add custom item to/ }),
  ).toBeVisible();
  await isSoundAsItStands(page);

  // What is wrong is said at its field, and nothing is lost.
  await dialog(page).getByLabel("Title").fill(title);
  await dialog(page).getByLabel("Link", { exact: true }).fill("no link");
  faults.expectDocument(400);
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page).getByRole("alert")).toContainText(wording.invalidUrl);
  await expect(page).toHaveTitle(/^Error: /);
  await expect(dialog(page).getByLabel("Title")).toHaveValue(title);
  await isSoundAsItStands(page);
  await dialog(page).getByLabel("Link", { exact: true }).fill("example.com/parts");
  await dialog(page).getByRole("radio", { name: "Public", exact: true }).check();
  const explanation = dialog(page).getByLabel("Explanation", { exact: true });
  if (javaScriptEnabled) {
    // A word is selected, and made bold by its button.
    await explanation.fill("Counted twice a year.");
    await explanation.evaluate((area: HTMLTextAreaElement) => {
      area.setSelectionRange("Counted ".length, "Counted twice".length);
    });
    await dialog(page).getByRole("button", { name: "Bold" }).first().click();
    await expect(explanation).toBeFocused();
  } else {
    await expect(dialog(page).getByRole("button", { name: "Bold" })).toHaveCount(0);
    await explanation.fill("Counted **twice** a year.");
  }
  await expect(explanation).toHaveValue("Counted **twice** a year.");
  if (javaScriptEnabled) {
    await dialog(page).getByRole("button", { name: "View with Markdown" }).click();
    await expect(
      dialog(page).getByRole("region", { name: "Explanation preview" }).locator("strong"),
    ).toHaveText("twice");
    await dialog(page).getByRole("button", { name: "Edit explanation" }).click();
  }

  // A document of the library, and Undo of one of them.
  const available = dialog(page).getByRole("list", { name: wording.libraryDocuments });
  if (javaScriptEnabled) {
    await available.getByRole("button", { name: /^Link .*Access Control Policy/ }).click();
    const linked = dialog(page).getByRole("list", { name: "Linked documents" });
    await expect(linked).toContainText("Linked (pending)");
    await expect(linked).toContainText("Save to link");
    await linked.getByRole("button", { name: /^Undo/ }).click();
    await expect(linked).toHaveCount(0);
    await available.getByRole("button", { name: /^Link .*Access Control Policy/ }).click();
  } else {
    await available.getByRole("checkbox", { name: /Access Control Policy/ }).check();
  }
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  const preview = dialog(page).getByRole("region", { name: wording.publicPreview });
  await expect(preview).toContainText(title);
  await expect(preview.locator("strong")).toHaveText("twice");
  await expect(preview).toContainText("Access Control Policy");
  await isSoundAsItStands(page);
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(CARD);
  await expect(dialog(page).getByRole("status")).toContainText(`“${title}” was added to`);
  await expect(dialog(page).getByRole("heading", { level: 3, name: title })).toBeVisible();

  // Its state on the card.
  await page.goto(`${CARD}?edit=true`);
  await dialog(page).getByLabel(`State of ${title}`).selectOption("In Progress");
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(CARD);
  await expect(dialog(page).getByRole("article", { name: title })).toContainText("In Progress");

  await page.goto(`${CARD}?edit=true`);
  await dialog(page)
    .getByRole("link", { name: `Delete item: ${title}` })
    .click();
  await expect(dialog(page)).toContainText(
    "If you delete this item, it will be removed from your Trust Center. You can undo this on the page that follows, or later in its history.",
  );
  await isSoundAsItStands(page);
  await dialog(page).getByRole("button", { name: "Delete item" }).click();
  await expect(dialog(page).getByRole("status")).toContainText(`“${title}” was deleted`);
  await expect(dialog(page).getByRole("heading", { level: 3, name: title })).toHaveCount(0);
  await dialog(page).getByRole("button", { name: "Undo" }).click();
  await expect(dialog(page).getByRole("button", { name: "Undo" })).toHaveCount(0);
  await page.goto(CARD);
  await expect(dialog(page).getByRole("article", { name: title })).toContainText(
    "Access Control Policy",
  );
});

test("a bridge letter: what it needs, how it reads, and off again", async ({
  page,
  faults,
  javaScriptEnabled,
}) => {
  const uid = javaScriptEnabled ? "Reports.soc2" : "Reports.soc1";
  await page.goto(`${LAKE}/edit/cards/Reports/items/${uid}`);
  await dialog(page).getByLabel("Show a bridge letter").check();
  await dialog(page).getByLabel("Signer Name").fill("");
  await dialog(page).getByLabel("Letter Content").fill("Nothing **material** changed.");
  await dialog(page).getByLabel("Signer Title").fill("CISO");
  faults.expectDocument(400);
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page).getByRole("alert")).toContainText(wording.signerRequired);
  await dialog(page).getByLabel("Signer Name").fill("Ada Lind");
  await dialog(page).getByRole("button", { name: "View with Markdown" }).last().click();
  const letter = dialog(page).getByRole("region", { name: "Letter preview" });
  await expect(letter).toContainText(wording.letterSalutation);
  await expect(letter.locator("strong")).toHaveText("material");
  await expect(letter).toContainText("Ada Lind");
  await isSoundAsItStands(page);
  await dialog(page).getByRole("button", { name: "Edit Letter Content" }).click();
  await expect(dialog(page).getByLabel("Letter Content")).toHaveValue(
    "Nothing **material** changed.",
  );
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(`${LAKE}/card/Reports`);
  await expect(dialog(page)).toContainText("Bridge-Letter.pdf");
  await page.goto(`${LAKE}/edit/cards/Reports/items/${uid}`);
  await dialog(page).getByLabel("Show a bridge letter").uncheck();
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(`${LAKE}/card/Reports`);
});

test("an upload in place becomes a document that the save links @chromium", async ({
  page,
  javaScriptEnabled,
}) => {
  const title = unique("Uploaded");
  const name = `${title.replace(" ", "-")}.txt`;
  await page.goto(`${LAKE}/edit/cards/Policies/items/new`);
  await dialog(page).getByLabel("Title").fill(title);
  await dialog(page)
    .getByLabel("Files")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  if (javaScriptEnabled) {
    const type = page.getByRole("dialog", { name: "Select document type" });
    await type.getByRole("button", { name: "Save" }).click();
    await expect(type).toContainText("Type is required");
    await type.getByLabel("Type").selectOption("Policy");
    await type.getByRole("button", { name: "Save" }).click();
    await expect(dialog(page).getByRole("list", { name: "Linked documents" })).toContainText(
      "Linked (pending)",
    );
  } else {
    await dialog(page).getByLabel("Document type").selectOption("Policy");
    await dialog(page).getByRole("button", { name: "Upload", exact: true }).click();
    await expect(
      dialog(page).getByRole("status").filter({ hasText: "Save to link." }),
    ).toContainText(name);
    await expect(dialog(page).getByLabel("Title")).toHaveValue(title);
  }
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(`${LAKE}/card/Policies`);
  await expect(dialog(page).getByRole("article", { name: title })).toContainText(name);
});

test("a document of the library keeps its type, “Other” included: nobody is asked again @scripts-alone", async ({
  page,
}) => {
  const name = `${unique("Other").replace(" ", "-")}.txt`;
  await page.goto(`${LAKE}/edit/cards/Policies/items/new`);
  await dialog(page).getByLabel("Document type").selectOption("Other");
  await dialog(page)
    .getByLabel("Files")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  const linked = dialog(page).getByRole("list", { name: "Linked documents" });
  const question = page.getByRole("dialog", { name: "Select document type" });
  await expect(linked).toContainText("Linked (pending)");
  await expect(question).toHaveCount(0);
  // It is in the library now: another item links it without a question.
  await page.goto(`${LAKE}/edit/cards/Reports/items/Reports.soc3`);
  await dialog(page)
    .getByRole("button", { name: `Link ${name}` })
    .click();
  await expect(linked).toContainText("Linked (pending)");
  await expect(question).toHaveCount(0);
});

test("unsaved changes are not thrown away unasked @scripts-alone", async ({ page }) => {
  await page.goto(`${LAKE}/edit/cards/Reports/items/Reports.soc3`);
  await dialog(page).getByLabel("Explanation").fill("Half a thought");
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await isSoundAsItStands(page);
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog(page).getByLabel("Explanation")).toHaveValue("Half a thought");
  await dialog(page).getByRole("link", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(page).toHaveURL(`${LAKE}/card/Reports?edit=true`);
  await page
    .getByRole("dialog", { name: "Edit Reports" })
    .getByRole("link", { name: "Cancel" })
    .click();
  await expect(page).toHaveURL(`${LAKE}/card/Reports`);
});

for (const width of [360, 768]) {
  test(`the forms fit ${width} pixels @chromium`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [
      `${LAKE}/card/Reports?edit=true`,
      `${LAKE}/edit/cards/Reports/items/Reports.soc2`,
      `${LAKE}/edit/cards/Certifications/items/Certifications.soc2`,
    ]) {
      await page.goto(path);
      await isSoundAsItStands(page);
    }
  });
}
