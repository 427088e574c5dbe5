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

test("a member sends a questionnaire, the team works on it together, and the member reads the answers", async ({
  page,
  context,
  enterAs,
  faults,
}) => {
  const name = `sent-${Math.random().toString(36).slice(2, 8)}`;
  const head = "Section,Question,Response,Justification,Question Type";
  const csv = `${head}\nData,Do you encrypt data at rest?,,,Text\nPeople,Do you train people?,,,Text\n`;
  await enterAs("riley@customer.example");
  await page.goto("/acme/my-account");
  await page.getByRole("link", { name: "Send a questionnaire" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Questionnaires");
  await isSoundAsItStands(page);
  faults.expectDocument(400);
  await page.getByLabel("Message").fill("For our renewal");
  await page.getByRole("button", { name: "Send questionnaire" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("For our renewal");
  await isSoundAsItStands(page);
  await page
    .getByLabel("File")
    .setInputFiles({ name: `${name}.csv`, mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.getByRole("button", { name: "Send questionnaire" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name}.csv`);
  await expect(page.getByText("0 of 2 answered")).toBeVisible();
  await isSoundAsItStands(page);
  const own = page.url();

  await enterAs("reviewer@acme.example");
  await page.goto(own.replace("/acme/", "/"));
  await expect(page.getByText("For our renewal")).toBeVisible();
  await page.getByText("Assign these 2 questions").click();
  await page.getByRole("button", { name: "Assign" }).click();
  await expect(page.getByText("2 questions assigned to you.")).toBeVisible();
  await isSoundAsItStands(page);
  await page.getByRole("link", { name: "Do you encrypt data at rest?" }).click();
  await page.getByLabel("Note").fill("Ask Kim about the keys");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("Note saved.")).toBeVisible();
  await isSoundAsItStands(page);
  await page.getByLabel("Answer", { exact: true }).fill("Yes, with AES-256.");
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Do you train people?");
  await page.getByRole("button", { name: "Skip this question" }).click();
  await page.getByRole("button", { name: "Finish" }).click();
  await expect(page.getByRole("button", { name: "Release to" })).toBeVisible();
  await isSoundAsItStands(page);

  // Whoever is on the team too reads the portal as the team.
  await context.clearCookies();
  await enterAs("riley@customer.example");
  await page.goto(own);
  await expect(page.getByText("Yes, with AES-256.")).toBeVisible();
  await expect(page.getByText("Ask Kim")).toHaveCount(0);
  await isSoundAsItStands(page);
});

test("keys lead through the questions of a questionnaire @scripts-alone", async ({
  page,
  enterAs,
}) => {
  const name = `keys-${Math.random().toString(36).slice(2, 8)}`;
  const csv = `Question,Response,Justification,Question Type\nFirst of ${name}?,,,Text\nSecond of ${name}?,,,Text\n`;
  await enterAs("reviewer@acme.example");
  await page.goto("/questionnaires/new");
  await page
    .getByLabel("File")
    .setInputFiles({ name: `${name}.csv`, mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.getByRole("button", { name: "Add questionnaire" }).click();
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`First of ${name}?`);
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Second of ${name}?`);
  await page.keyboard.press("k");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`First of ${name}?`);
  await page.keyboard.press("a");
  await expect(page.getByRole("button", { name: "Save and continue" })).toBeFocused();
  await page.keyboard.press("s");
  await expect(page.getByRole("button", { name: "Skip this question" })).toBeFocused();
  await page.keyboard.press("e");
  await expect(page.getByLabel("Answer", { exact: true })).toBeFocused();
  // Where somebody types, a letter is a letter.
  await page.keyboard.press("j");
  await expect(page.getByLabel("Answer", { exact: true })).toHaveValue("j");
});
