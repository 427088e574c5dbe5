import { expect, test } from "./fixtures.ts";
import { isSound } from "./sound.ts";
import { wording } from "../wording.ts";

test("staff change a rule in place: it is tried first, and a second editor loses nothing", async ({
  page,
  context,
  people,
  enterAs,
  faults,
}) => {
  // A rule is tried before it is saved, by two editors.
  test.slow();
  const { owner } = await people.foundTeam();
  await enterAs(owner.email);
  await page.goto("/rules/new");
  await page.getByLabel("Domain or address").fill("partner.example");
  await page.getByLabel("Then", { exact: true }).selectOption("decline");
  await page.getByRole("button", { name: "Check against past requests" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Added the rule for partner.example.")).toBeVisible();

  await page.getByRole("link", { name: "partner.example" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit rule" })).toBeVisible();
  await expect(page.getByText("This rule is checked as number 1 of 1")).toBeVisible();
  await isSound(page);
  const address = page.url();
  faults.expectDocument(400);
  await page.getByLabel("Domain or address").fill("no domain");
  await page.getByLabel("Note").fill("Competes with us");
  await page.getByRole("button", { name: "Check against past requests" }).click();
  await expect(page).toHaveTitle(/^Error: Edit rule/);
  await expect(page.getByRole("alert")).toContainText(wording.enterDomain);
  await expect(page.getByLabel("Note")).toHaveValue("Competes with us");
  await isSound(page);

  await page.getByLabel("Domain or address").fill("corp.example");
  await page.getByLabel("Test an email address").fill("jane@corp.example");
  await page.getByRole("button", { name: "Check against past requests" }).click();
  const tried = page.getByRole("status", { name: "Past requests" });
  await expect(tried).toContainText("It would have matched none of the last 0 requests.");
  await expect(tried).toContainText(
    "jane@corp.example: would be declined by the rule for corp.example.",
  );
  await isSound(page);

  // Someone else is quicker.
  const other = await context.newPage();
  await other.goto(address);
  await other.getByLabel("Note").fill("Ask Kim first");
  await other.getByRole("button", { name: "Check against past requests" }).click();
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("Saved the rule for partner.example.")).toBeVisible();
  await other.close();

  faults.expectDocument(409);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const conflict = page.getByRole("alert");
  await expect(conflict).toContainText(wording.changedByOther);
  await expect(conflict).toContainText("Ask Kim first");
  await expect(page.getByLabel("Note")).toHaveValue("Competes with us");
  await isSound(page);
  await page.getByRole("button", { name: "Save my version" }).click();
  await expect(page.getByText("Saved the rule for corp.example.")).toBeVisible();
  await expect(page.getByRole("row", { name: "corp.example" })).toContainText("Competes with us");
  await isSound(page);
});
