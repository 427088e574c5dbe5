import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";
import { wording } from "../wording.ts";

test("an editor adds, edits and deletes an entry of the knowledge base", async ({
  page,
  enterAs,
  faults,
}) => {
  const question = `Do you rehearse ${Math.random().toString(36).slice(2)}?`;
  await enterAs("editor@acme.example");
  await page.goto("/knowledge-base");
  await isSoundAsItStands(page);
  await page.getByRole("link", { name: "Add entry" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add entry");
  faults.expectDocument(400);
  await page.getByLabel("Question").fill("Why?");
  await page.getByLabel("Answer", { exact: true }).fill("Because we do, every quarter.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("Use 5 characters or more");
  await isSoundAsItStands(page);
  await page.getByLabel("Question").fill(question);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The entry was added." })).toBeVisible();
  await page.getByRole("searchbox").fill(question);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("button", { name: `Add to favorites: ${question}` }).click();
  await expect(
    page.getByRole("button", { name: `Remove from favorites: ${question}` }),
  ).toBeVisible();
  await page.getByRole("link", { name: question }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit entry");
  await isSoundAsItStands(page);
  await page.getByText("Delete", { exact: true }).click();
  await page.getByRole("button", { name: "Delete this entry" }).click();
  await expect(page.getByRole("status").filter({ hasText: wording.entryDeleted })).toBeVisible();
});

test("a spreadsheet of answers comes in by a mapping and a preview", async ({ page, enterAs }) => {
  const question = `Is this imported ${Math.random().toString(36).slice(2)}?`;
  await enterAs("editor@acme.example");
  await page.goto("/knowledge-base/import");
  await isSoundAsItStands(page);
  await page.getByLabel("File", { exact: true }).setInputFiles({
    name: "answers.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      `Control,Our words,Note\n${question},"Yes, it is.",For you\nWhy?,Too short,\n`,
    ),
  });
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByLabel("Question", { exact: true })).toHaveValue("0");
  await page.getByLabel("Answer", { exact: true }).selectOption("1");
  await page.getByLabel("Access of new entries").selectOption("internal");
  await isSoundAsItStands(page);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 added, 0 changed" })).toBeVisible();
  await isSoundAsItStands(page);
  await page.getByRole("button", { name: "Import" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "1 added, 0 changed. 1 row was skipped." }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: question })).toBeVisible();
});

test("an owner takes the content along and sees that bringing it in changes nothing", async ({
  page,
  enterAs,
  faults,
  people,
}) => {
  // A company of its own: nobody changes it between the export and the comparison.
  await enterAs((await people.foundTeam()).owner.email);
  await page.goto("/settings/content");
  await isSoundAsItStands(page);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const buffer = readFileSync(await (await downloading).path());
  expect(buffer.subarray(0, 2).toString()).toBe("PK");
  await page
    .getByLabel("Archive")
    .setInputFiles({ name: "content.zip", mimeType: "application/zip", buffer });
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import content");
  await expect(page.getByText("Nothing would change")).toBeVisible();
  await isSoundAsItStands(page);
  faults.expectDocument(400);
  await page.goto("/settings/content");
  await page.getByLabel("Archive").setInputFiles({
    name: "none.zip",
    mimeType: "application/zip",
    buffer: Buffer.from("not an archive"),
  });
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("cell", { name: wording.invalidZip })).toBeVisible();
  await isSoundAsItStands(page);
});
