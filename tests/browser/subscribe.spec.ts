import { expect, test } from "./fixtures.ts";
import { newestMail, subscriberPaths } from "./mails.ts";
import { isSoundAsItStands } from "./sound.ts";
import { wording } from "../wording.ts";

/** The first address in a mail that a pattern names, as a path: in a mail it begins with the org's own domain, whose pages stand below /acme here, too. */
function pathIn(text: string, pattern: RegExp): string {
  const found = text.split(/[\s<>]+/).find((word) => /^https?:/.test(word) && pattern.test(word));
  if (found === undefined) throw new Error(`no link like ${pattern} in ${text}`);
  // Mails lead back to the host by which the visitor came.
  const { pathname, search } = new URL(found);
  return `${pathname}${search}`;
}

function someone(): string {
  return `reader-${Math.random().toString(36).slice(2)}@journey.example`;
}

test("a visitor subscribes, confirms by the mail's page, chooses, and unsubscribes", async ({
  page,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  const email = someone();
  await page.goto("/acme");
  await page
    .getByRole("region", { name: "Trust Center Updates" })
    .getByRole("link", { name: "Subscribe" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Subscribe to Acme Cloud's updates" });
  await expect(dialog).toBeVisible();
  await isSoundAsItStands(page);
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Subscribe" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: wording.confirmSubscription }),
  ).toBeVisible();
  await isSoundAsItStands(page);

  await page.goto(pathIn(await newestMail(origin, email), /subscription\/confirm/));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm subscription");
  await isSoundAsItStands(page);
  await page.getByRole("button", { name: "Confirm subscription" }).click();
  const confirmed = page.getByRole("dialog", { name: "Subscription confirmed" });
  await expect(confirmed).toContainText(
    "You will now receive updates from Acme Cloud's Trust Center via email",
  );
  await isSoundAsItStands(page);
  await confirmed.getByRole("link", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(new URL(page.url()).search).toBe("");

  const { preferences, unsubscribe } = await subscriberPaths(origin, email);
  await page.goto(preferences);
  await expect(page.getByText(email)).toBeVisible();
  await isSoundAsItStands(page);
  await page.getByLabel("Only those that I choose below").check();
  await page.getByLabel("Incidents").check();
  await page.getByLabel("One email a week").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status")).toContainText("Your choice was saved.");
  await expect(page.getByLabel("Incidents")).toBeChecked();
  await expect(page.getByLabel("One email a week")).toBeChecked();

  await page.goto(unsubscribe);
  const ask = page.getByRole("dialog", { name: "Unsubscribe to Acme Cloud's updates" });
  await expect(ask).toContainText(wording.noMoreUpdates);
  await isSoundAsItStands(page);
  await ask.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "You have been unsubscribed to updates" }),
  ).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  await page.goto(preferences);
  await expect(page.getByText("This address is unsubscribed from")).toBeVisible();
});

test("a refused form says what is wrong, where, and keeps the value", async ({ page, faults }) => {
  faults.expectDocument(400);
  await page.goto("/acme/subscribe");
  // What a browser lets through that knows no top-level domains.
  await page.getByLabel("Email").fill("someone@nowhere");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page).toHaveTitle(/^Error: Subscribe/);
  await expect(page.getByRole("alert")).toContainText(wording.invalidEmail);
  await expect(page.getByLabel("Email")).toHaveValue("someone@nowhere");
  await isSoundAsItStands(page);
});

test("the other results say what happened, and close to the page", async ({ page }) => {
  const results: [string, string, string][] = [
    ["subscribeStatus=Blocked", "Subscription failed", "blocked from subscribing"],
    ["subscribeStatus=TokenInvalid", "Subscription failed", wording.subscriptionLinkExpired],
    ["unsubscribeStatus=Failed", "Unsubscribe failed", wording.unsubscribeLinkExpired],
  ];
  for (const [query, title, words] of results) {
    await page.goto(`/acme?${query}`);
    const dialog = page.getByRole("dialog", { name: title });
    await expect(dialog).toContainText(words);
    await isSoundAsItStands(page);
    await dialog.getByRole("link", { name: "Back to Trust Center" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(new URL(page.url()).search).toBe("");
  }
  await page.goto("/acme?subscribeStatus=TokenInvalid");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(
    page.getByRole("dialog", { name: "Subscribe to Acme Cloud's updates" }),
  ).toBeVisible();
});

test("staff find, import, export and block subscribers", async ({ page, enterAs }) => {
  await enterAs("editor@acme.example");
  await page.goto("/subscribers");
  await isSoundAsItStands(page);
  await page.getByLabel("Search by address").fill("northbank");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("status")).toContainText("2 subscribers found");
  const email = someone();
  await page.goto("/subscribers/import");
  await isSoundAsItStands(page);
  await page.getByLabel("Rows").fill(`email\n${email}\nnobody`);
  await page.getByLabel("Subscribe them now, because they’ve already consented").check();
  await page.getByLabel("Where and when they agreed").fill("At the fair in May");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("status")).toContainText("1 person will be subscribed right away");
  await isSoundAsItStands(page);
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("status").first()).toContainText(
    "1 person is subscribed. 1 row was skipped.",
  );
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Confirmed");
  await row.locator("summary").click();
  await row.getByRole("button", { name: "Block address" }).click();
  await expect(page.getByRole("status").first()).toContainText(`${email} is blocked.`);
  await page.goto("/subscribers/blocks");
  await isSoundAsItStands(page);
  await page
    .getByRole("row")
    .filter({ hasText: email })
    .getByRole("button", { name: "Unblock" })
    .click();
  await expect(page.getByRole("status").first()).toContainText("can subscribe again");
  await page.goto("/subscribers/add");
  await isSoundAsItStands(page);
});

test("staff import subscribers from a file: what is wrong is said first, and nothing happens unseen", async ({
  page,
  people,
  enterAs,
  faults,
}) => {
  // Imports, exports and blocks of subscribers, a page each.
  test.slow();
  const { owner } = await people.foundTeam();
  await enterAs(owner.email);
  await page.goto("/subscribers/import");
  const choose = (text: string) =>
    page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const agreed = async () => {
    await page.getByLabel("Subscribe them now, because they’ve already consented").check();
    await page.getByLabel("Where and when they agreed").fill("At the fair in May");
    await page.getByRole("button", { name: "Next" }).click();
  };
  // A list whose columns nobody knows is asked about, above its first rows.
  await choose("Our people\nname,contact\nAnn,on request\nBob,bob@crowd.example\n");
  await agreed();
  await expect(page.getByLabel("Header row")).toHaveValue("2");
  await isSoundAsItStands(page);
  faults.expectDocument(400);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveTitle(/^Error: Import subscribers/);
  await expect(page.getByRole("alert")).toContainText("Choose the column with the email");
  await isSoundAsItStands(page);
  await page.getByLabel("Encoding").selectOption("windows-1252");
  await page.getByRole("button", { name: "Update preview" }).click();
  await expect(page.getByText("If characters look wrong below")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).selectOption("1");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("status")).toContainText(
    "1 person will be subscribed right away. 1 row will be skipped: 1 with an error. Read as Western European (Windows-1252). Row 1 is above the header and isn’t imported.",
  );
  await isSoundAsItStands(page);
  await page.getByRole("link", { name: "Back" }).click();
  const emails = Array.from({ length: 250 }, (_, i) => `person${i}@crowd.example`);
  await choose(`email\n${emails.join("\n")}\nnobody`);
  await agreed();
  await expect(page.getByRole("status")).toContainText(
    "250 people will be subscribed right away. 1 row will be skipped: 1 with an error.",
  );
  await expect(page.getByRole("row", { name: "252 nobody" })).toContainText(
    "Skipped: This email is invalid",
  );
  await expect(page.getByRole("row").nth(1)).toContainText("nobody");
  await isSoundAsItStands(page);
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("status").first()).toContainText(
    "250 people are subscribed. 1 row was skipped.",
  );
});

test.describe("at 320 pixels, in the dark @chromium", () => {
  test.use({ viewport: { width: 320, height: 700 }, colorScheme: "dark" });

  test("dialogs and pages are sound", async ({ page, enterAs }) => {
    for (const path of [
      "/acme?subscribe=true",
      "/acme/subscribe",
      "/acme?subscribeStatus=Confirmed",
      "/acme?subscribeStatus=TokenInvalid",
      "/acme?unsubscribeStatus=Failed",
    ]) {
      await page.goto(path);
      await isSoundAsItStands(page);
    }
    await enterAs("editor@acme.example");
    for (const path of [
      "/subscribers",
      "/subscribers/add",
      "/subscribers/import",
      "/subscribers/blocks",
    ]) {
      await page.goto(path);
      await isSoundAsItStands(page);
    }
  });
});
