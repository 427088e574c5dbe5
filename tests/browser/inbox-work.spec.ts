import { randomBytes } from "node:crypto";
import { expect, test } from "./fixtures.ts";
import { newestMail } from "./mails.ts";
import { isSound } from "./sound.ts";

const REVIEWER = "reviewer@acme.example";

test("a reviewer takes a request, notes something and asks; the requester answers by the mail's link", async ({
  page,
  context,
  enterAs,
  baseURL,
  faults,
}) => {
  // Two people, one after the other, each with pages that are checked.
  test.slow();
  const email = `una@${randomBytes(5).toString("hex")}.example`;
  await page.goto("/acme?requestAccess=true");
  await page.getByLabel("First name").fill("Una");
  await page.getByLabel("Last name").fill("Storm");
  await page.getByLabel("Work email").fill(email);
  await page.getByLabel("Company").fill("Storm Ltd");
  await page.getByLabel("Job title").fill("Security engineer");
  await page.getByLabel("Relationship to Acme Cloud").selectOption("partner");
  await page.getByLabel("Country").selectOption({ label: "Germany" });
  await page.getByLabel("Your contact at Acme Cloud").fill("sales@acme.example");
  await page.getByLabel("I request these documents").check();
  await page.getByLabel("I agree to").check();
  await page.getByRole("button", { name: "Submit Request" }).click();
  await expect(page.getByRole("dialog", { name: "Request sent" })).toBeVisible();

  await enterAs(REVIEWER);
  await page.goto("/requests");
  await page.getByRole("row", { name: email }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Assign to me" }).click();
  await expect(page.getByText("Assigned to you.")).toBeVisible();
  await page.getByText("Add a note", { exact: true }).click();
  await page.getByLabel("Note", { exact: true }).fill("Met them in spring.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Met them in spring.")).toBeVisible();
  faults.expectDocument(400);
  await page.getByText("Ask a question", { exact: true }).click();
  await page.getByRole("button", { name: "Send question" }).click();
  await expect(page.getByLabel("Question", { exact: true })).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await isSound(page);
  await page.getByLabel("Question", { exact: true }).fill("Which reports do you need?");
  await page.getByRole("button", { name: "Send question" }).click();
  await expect(page.getByText("Waiting for requester")).toBeVisible();
  await isSound(page);
  await page.goto("/requests?folder=asked&assigned=me");
  await expect(page.getByRole("row", { name: email })).toBeVisible();
  await isSound(page);

  await context.clearCookies();
  await expect.poll(() => newestMail(baseURL ?? "", email)).toContain("Which reports do you need?");
  const link = /https?:\/\/\S+requestToken=\S+/.exec(await newestMail(baseURL ?? "", email))?.[0];
  await page.goto(link ?? "");
  await expect(page.getByText("Which reports do you need?")).toBeVisible();
  await expect(page.getByText("Met them in spring.")).toHaveCount(0);
  await isSound(page);
  await page.getByLabel("Your answer").fill("The SOC 2 report, by Friday.");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText("Your answer was sent to Acme Cloud.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Questions you answered" })).toBeVisible();
  await isSound(page);

  await enterAs(REVIEWER);
  await page.goto("/requests?assigned=me");
  await page.getByRole("row", { name: email }).getByRole("link").first().click();
  await expect(page.getByText("The SOC 2 report, by Friday.")).toBeVisible();
});

test("somebody keeps a view of the list, and removes it", async ({ page, enterAs, people }) => {
  const { email } = await people.hire({ acme: "reviewer" });
  await enterAs(email);
  await page.goto("/requests?late=yes&sort=company");
  await page.getByText("Save this view").click();
  await page.getByLabel("Name of the view").fill("Late ones");
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByText("The view “Late ones” was saved.")).toBeVisible();
  await page.goto("/inbox");
  const views = page.getByRole("navigation", { name: "Saved views" });
  await isSound(page);
  await views.getByRole("link", { name: "Late ones" }).click();
  await expect(page).toHaveURL(/\/requests\?late=yes&sort=company$/);
  await isSound(page);
  await views.getByRole("button", { name: "Delete the view Late ones" }).click();
  await expect(page.getByText("The view “Late ones” was deleted.")).toBeVisible();
  await expect(views).toHaveCount(0);
});

test("a list of requests begins high, and a menu beside its title leads to the inbox’s other parts", async ({
  page,
  enterAs,
  laidOut,
}) => {
  await enterAs("owner@acme.example");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/requests?folder=approved");
  await expect(page.locator("#undelivered")).toBeVisible();
  if (laidOut) {
    const first = await page.getByRole("row").nth(1).boundingBox();
    expect(first?.y).toBeLessThan(300);
    expect(first?.height).toBeLessThanOrEqual(48);
  }
  const inbox = page.getByRole("navigation", { name: "Inbox" });
  await expect(inbox.getByRole("link", { name: /^Questions/ })).toBeHidden();
  await inbox.locator("summary").click();
  await inbox.getByRole("link", { name: /^Questions/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Questions");
});
