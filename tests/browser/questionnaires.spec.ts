import { expect, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";

test("a reviewer adds a questionnaire, says where its questions are, answers and deletes it", async ({
  page,
  enterAs,
  faults,
}) => {
  const name = `check-${Math.random().toString(36).slice(2, 8)}`;
  const csv = `${name},,\nWhat we ask,What you say,Remark\nDo you encrypt data at rest?,,\nDo you test backups?,,\n`;
  await enterAs("reviewer@acme.example");
  await page.goto("/questionnaires");
  await isSoundAsItStands(page);
  await page.getByRole("link", { name: "Add questionnaire" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add questionnaire");
  faults.expectDocument(400);
  await page.getByLabel("Account").fill("No such account");
  await page.getByLabel("Note").fill("Until Friday");
  await page.getByRole("button", { name: "Add questionnaire" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("Note")).toHaveValue("Until Friday");
  await isSoundAsItStands(page);
  await page.getByLabel("Account").fill("");
  await page
    .getByLabel("File")
    .setInputFiles({ name: `${name}.csv`, mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.getByRole("button", { name: "Add questionnaire" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose the columns");
  await isSoundAsItStands(page);
  await page.getByLabel("Row with the column names").selectOption("2");
  await page.getByLabel("Questions").selectOption("0");
  await page.getByLabel("Answers").selectOption("1");
  await page.getByLabel("Comments").selectOption("2");
  await page.getByRole("button", { name: "Read the questions" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name}.csv`);
  await expect(page.getByText("0 of 2 answered")).toBeVisible();
  await isSoundAsItStands(page);
  await page.getByRole("link", { name: "Do you encrypt data at rest?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Do you encrypt data at rest?");
  await isSoundAsItStands(page);
  await page.getByLabel("Answer", { exact: true }).fill("Yes");
  await page.getByLabel("Comment", { exact: true }).fill("With AES-256.");
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Do you test backups?");
  await page.getByRole("button", { name: "Skip this question" }).click();
  await expect(page.getByText("1 of 2 answered")).toBeVisible();

  await page.getByText("Delete", { exact: true }).click();
  await page.getByRole("button", { name: "Delete questionnaire" }).click();
  await expect(page.getByText(`${name}.csv was deleted.`)).toBeVisible();
});
