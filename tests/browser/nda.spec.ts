import { expect, signIn, test } from "./fixtures.ts";
import { newestMailWhole } from "./mails.ts";
import { isSound, isSoundAsItStands } from "./sound.ts";
import { wording } from "../wording.ts";

const NOOR = "noor@unsigned.example";

test("a member is reminded of the NDA, reads it, and is told what is missing", async ({
  page,
  enterAs,
  faults,
}) => {
  await enterAs(NOOR);
  await page.goto("/acme");
  const reminder = page.getByRole("region", { name: "NDA", exact: true });
  await expect(reminder).toContainText(wording.signToOpen);
  await reminder.getByRole("link", { name: "Sign NDA" }).click();
  await expect(page.getByRole("region", { name: wording.ndaText })).toBeVisible();
  await isSoundAsItStands(page);
  faults.expectDocument(400);
  await page.getByLabel("Your full name").fill("Noor Haddad");
  await page.getByRole("button", { name: "Sign NDA" }).click();
  await expect(page.getByText(wording.agreeToNda).first()).toBeVisible();
  await expect(page.getByLabel("Your full name")).toHaveValue("Noor Haddad");
  await isSoundAsItStands(page);
});

test("staff see a new text as members will read it, before it is published", async ({ page }) => {
  await signIn(page, "reviewer@acme.example", { redirectTo: "/nda" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("NDAs");
  await isSoundAsItStands(page);
  await page.getByRole("link", { name: "Add NDA text" }).click();
  await page.getByLabel("Title").fill("NDA of next year");
  await page.getByLabel("Text", { exact: true }).fill("A **bold** promise");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(
    page.getByRole("region", { name: "What members will see" }).locator("strong"),
  ).toHaveText("bold");
  await isSoundAsItStands(page);
  await page.goto("/nda/import");
  await isSoundAsItStands(page);
});

test("with scripts the reminder goes after twenty seconds; the account menu keeps the way @scripts-alone", async ({
  page,
  enterAs,
}) => {
  await page.clock.install({ time: 0 });
  await enterAs(NOOR);
  await page.clock.pauseAt(3_600_000);
  await page.goto("/acme");
  const reminder = page.getByRole("region", { name: "NDA", exact: true });
  await expect(reminder).toBeVisible();
  await page.clock.runFor(19_900);
  await expect(reminder).toBeVisible();
  await page.clock.runFor(200);
  await expect(reminder).toBeHidden();
});

test("who signs gets the PDF by mail; staff see it named at the mail, and open it from the register", async ({
  page,
  context,
  enterAs,
  people,
  baseURL,
}) => {
  const { slug, name, owner } = await people.foundTeam();
  const { email } = await people.bindByNda(slug);
  await enterAs(email);
  await page.goto(`/${slug}/nda`);
  await page.getByLabel("Your full name").fill("Noa Berg");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Sign NDA" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "We have emailed you the signed copy." }),
  ).toBeVisible();
  const mail = await newestMailWhole(baseURL ?? "", email);
  const file = mail.attachments[0];
  expect([
    mail.attachments.length,
    file?.mimeType,
    file?.filename?.startsWith(`${name} NDA `),
  ]).toEqual([1, "application/pdf", true]);
  const pdf = Buffer.from(file?.content as ArrayBuffer);
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");

  await context.clearCookies();
  await enterAs(owner.email);
  await page.goto("/mail");
  await page.getByRole("link", { name: `Your signed NDA with ${name}` }).click();
  const attachments = page.getByRole("region", { name: "Attachments" });
  await expect(attachments).toContainText(/NDA \d{4}-\d{2}-\d{2}\.pdf \(\d+(?:\.\d)? KB\)/);
  await isSound(page);
  const link = await attachments.getByRole("link").getAttribute("href");
  const kept = await page.request.get(link ?? "");
  expect([kept.status(), kept.headers()["content-type"], (await kept.body()).equals(pdf)]).toEqual([
    200,
    "application/pdf",
    true,
  ]);
});
