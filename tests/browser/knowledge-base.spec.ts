import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";
import { wording } from "../wording.ts";

const QUESTION = "Where is our data stored?";
const COMMENT = "For Acme Data Lake the regions are Frankfurt and Virginia.";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Knowledge Base (FAQs)" });

test("the dialog of questions opens over the page, is searched and paged, and shows one entry beside the list", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/acme");
  await page.getByRole("link", { name: "View more questions (22)" }).click();
  await expect(page).toHaveURL("/acme?kb=open");
  await expect(page).toHaveTitle(/^Knowledge Base \(FAQs\)/);
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("columnheader")).toHaveText(["Details", "Comment"]);
  await expect(dialog.getByText("22 entries")).toBeVisible();
  await expect(dialog.getByRole("rowheader")).toHaveCount(10);
  await expect(dialog.getByText("Filter")).toHaveCount(0);
  await expect(dialog.getByText("Favorite")).toHaveCount(0);

  await dialog.getByRole("link", { name: "Next" }).click();
  await expect(dialog.getByText("Page 2 of 3")).toBeVisible();
  await dialog.getByRole("link", { name: "Previous" }).click();
  await expect(dialog.getByText("Page 1 of 3")).toBeVisible();

  await dialog.getByRole("link", { name: QUESTION }).click();
  const details = dialog.getByRole("region", { name: "Details" });
  await expect(details.getByRole("heading", { level: 4 })).toHaveText([
    "Question",
    "Answer",
    "Comment",
  ]);
  await expect(details).toContainText("In the region that you choose");
  await expect(details).toContainText(COMMENT);
  await expect(details.getByText("Metadata", { exact: true })).toHaveCount(0);
  await expect(page).toHaveURL(/kbEntry=[\w-]+/);
  const address = page.url();
  await details.getByRole("link", { name: "Close details" }).click();
  await expect(details).toHaveCount(0);

  const box = dialog.getByRole("searchbox", { name: wording.searchFaq });
  await box.fill("FRANKFURT virginia");
  await box.press("Enter");
  await expect(dialog.getByText("1 entry")).toBeVisible();
  await expect(box).toHaveValue("FRANKFURT virginia");
  await box.fill("nothing of the kind");
  await dialog.getByRole("button", { name: "Search" }).click();
  await expect(dialog.getByText(wording.noResults)).toBeVisible();
  await dialog.getByRole("link", { name: "Show all" }).click();
  await expect(dialog.getByText("22 entries")).toBeVisible();

  // The address of an entry opens it, and closing leads to the page below.
  await page.goto(address);
  await expect(details).toContainText(QUESTION);
  await dialog.getByRole("link", { name: "Close", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/acme#knowledge-base");
  await page.goto(`${address}x`);
  await expect(dialog.getByRole("status").first()).toContainText(wording.questionGone);
  await isSoundAsItStands(page);
});

test("on a narrow screen the answer stands under its question, and rows are not selected @chromium", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto("/acme?kb=open");
  const row = dialogOf(page).getByRole("rowheader").filter({ hasText: QUESTION });
  await expect(row.getByText("In the region that you choose")).toBeVisible();
  await expect(row.getByRole("link")).toHaveCSS("pointer-events", "none");
  // A question that can't be chosen is not drawn as a link.
  const looks = await dialogOf(page)
    .getByRole("rowheader")
    .first()
    .evaluate((cell) => {
      const link = cell.querySelector("a");
      const style = link === null ? null : getComputedStyle(link);
      return [style?.textDecorationLine, style?.color === getComputedStyle(cell).color];
    });
  expect(looks).toEqual(["none", true]);
});

test("the owner sees stars, access and dates, narrows by them, and reads what is known of an entry", async ({
  page,
  enterAs,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await enterAs("owner@acme.example");
  await page.goto("/acme?kb=open");
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("columnheader")).toHaveText([
    "Favorite",
    "Details",
    "Comment",
    "Access",
    "Date added",
    "Last modified",
  ]);
  await dialog.locator("summary", { hasText: "Filter" }).click();
  await expect(dialog.getByLabel("Time").locator("option")).toHaveText([
    "1 day",
    "7 days",
    "1 month",
    "1 year",
    "All Time",
  ]);
  await dialog.getByLabel("Access").selectOption("Internal");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/kbAccess=internal/);
  // Other tests add internal entries of their own; of those for others there is none.
  const cells = (name: string) => dialog.getByRole("cell", { name, exact: true });
  const onlyInternal = async () => {
    await expect(cells("Internal").nth(1)).toBeVisible();
    for (const others of ["Public", "Accounts"]) await expect(cells(others)).toHaveCount(0);
  };
  await onlyInternal();
  await dialog.getByRole("link", { name: "What do we say about FedRAMP?" }).click();
  const details = dialog.getByRole("region", { name: "Details" });
  for (const fact of [
    "Metadata",
    "Products:",
    "Source:",
    "Type:",
    "Date uploaded:",
    "Time modified:",
    "Access:Internal",
  ])
    await expect(details).toContainText(fact);
  await expect(details).toContainText("status page");
  await onlyInternal();
  await details.getByRole("link", { name: "Edit" }).click();
  await expect(page).toHaveURL(/\/knowledge-base\/[\w-]+$/);
});

test("each text of an entry is copied by its button @scripts-alone", async ({ page, context }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/acme");
  await page.getByRole("link", { name: "View more questions (22)" }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("link", { name: QUESTION }).click();
  const details = dialog.getByRole("region", { name: "Details" });
  await expect(details.getByRole("heading", { name: "Details" })).toBeFocused();
  for (const [type, text] of [
    ["question", QUESTION],
    ["answer", "In the region that you choose"],
    ["comment", COMMENT],
  ] as const) {
    await details.getByRole("button", { name: `Copy ${type}` }).click();
    await expect(details.getByText(`Copied ${type} to clipboard`)).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(text);
  }
  await isSoundAsItStands(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: "View more questions (22)" })).toBeFocused();
});
