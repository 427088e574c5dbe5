import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expect, PASSWORD, signIn, test } from "./fixtures.ts";
import { wording } from "../wording.ts";

const PERIOD_MS = 30_000;
const panel = (page: Page) => page.getByRole("region", { name: "Two-factor sign-in" });

/** The code of an authenticator app that was given this secret, now or some periods later. */
function codeOf(secret: string, periodsLater = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, "")) }).generate({
    timestamp: Date.now() + periodsLater * PERIOD_MS,
  });
}

async function begin(page: Page): Promise<void> {
  await panel(page).locator("summary", { hasText: wording.turnOnTwoFactor }).click();
  await panel(page).getByLabel("Current password").fill(PASSWORD);
  await panel(page).getByRole("button", { name: wording.setUpTwoFactor }).click();
}

/** Sets up two-factor sign-in on the account page, which must be open. */
async function enrol(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await begin(page);
  await expect(panel(page).getByRole("img", { name: "QR code" })).toBeVisible();
  const secret = await panel(page)
    .getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    .innerText();
  await panel(page).getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await panel(page).getByRole("button", { name: "Turn on" }).click();
  const shown = panel(page).getByRole("group", { name: "Recovery codes" });
  await expect(shown).toBeVisible();
  return { secret, recoveryCodes: (await shown.innerText()).trim().split("\n") };
}

async function enterCode(page: Page, code: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code");
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("enrolled with a code, a person signs in with the next code and with a recovery code, each once", async ({
  page,
  faults,
  people,
}) => {
  faults.expectDocument(400);
  const { email } = await people.hire({ acme: "editor" });
  await signIn(page, email, { redirectTo: "/account" });
  const { secret, recoveryCodes } = await enrol(page);
  expect(recoveryCodes).toHaveLength(10);
  await page.goto("/account");
  await expect(panel(page)).toContainText("On. 10 recovery codes are left.");
  await expect(panel(page).getByText(recoveryCodes[0] ?? "")).toHaveCount(0);

  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await signIn(page, email, { redirectTo: "/account" });
  await enterCode(page, "000000");
  await expect(page.getByText("That code isn’t right or was already used.").first()).toBeVisible();
  await expect(page).toHaveTitle(/^Error: Enter your code/);
  await enterCode(page, codeOf(secret, 1));
  await expect(page).toHaveURL("/account");

  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await signIn(page, email, { redirectTo: "/account" });
  await enterCode(page, (recoveryCodes[3] ?? "").toUpperCase());
  await expect(page).toHaveURL("/account");
  await expect(panel(page)).toContainText("9 recovery codes are left.");

  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await signIn(page, email, { redirectTo: "/account" });
  await enterCode(page, recoveryCodes[3] ?? "");
  await expect(page.getByRole("alert")).toContainText("That code isn’t right or was already used.");
});

test("between password and code nothing is open, and another person can sign in instead", async ({
  page,
  people,
}) => {
  const { email } = await people.hire({ acme: "editor" });
  await signIn(page, email, { redirectTo: "/account" });
  await enrol(page);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await signIn(page, email);
  await expect(page).toHaveURL("/sign-in/code");
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in\?redirectTo=/);
  await page.goto("/acme");
  await expect(page.getByRole("region", { name: "Preview" })).toHaveCount(0);
  await page.goto("/sign-in/code");
  await page.getByRole("link", { name: "Sign in as someone else" }).click();
  await expect(page).toHaveURL("/sign-in");
});

test("a wrong first code turns nothing on, and setting up can be cancelled", async ({
  page,
  faults,
  people,
}) => {
  faults.expectDocument(400);
  const { email } = await people.hire({ acme: "editor" });
  await signIn(page, email, { redirectTo: "/account" });
  await begin(page);
  await panel(page).getByLabel("Code", { exact: true }).fill("000000");
  await panel(page).getByRole("button", { name: "Turn on" }).click();
  await expect(panel(page).getByText("That code isn’t right.").first()).toBeVisible();
  await panel(page).getByRole("button", { name: "Cancel" }).click();
  await expect(panel(page).locator("summary")).toHaveText(wording.turnOnTwoFactor);
});

test("the password turns two-factor sign-in off and makes new recovery codes", async ({
  page,
  people,
}) => {
  const { email } = await people.hire({ acme: "editor" });
  await signIn(page, email, { redirectTo: "/account" });
  const { recoveryCodes } = await enrol(page);
  await panel(page).locator("summary", { hasText: "New recovery codes" }).click();
  const renew = panel(page).locator("details").filter({ hasText: "New recovery codes" });
  await renew.getByLabel("Current password").fill(PASSWORD);
  await renew.getByRole("button", { name: "Generate new recovery codes" }).click();
  const shown = panel(page).getByRole("group", { name: "Recovery codes" });
  await expect(shown).not.toContainText(recoveryCodes[0] ?? "");
  await panel(page).locator("summary", { hasText: "Turn off two-factor sign-in" }).click();
  const off = panel(page).locator("details").filter({ hasText: "Turn off two-factor sign-in" });
  await off.getByLabel("Current password").fill(PASSWORD);
  await off.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("status")).toContainText("Two-factor sign-in is off.");
  await expect(panel(page).locator("summary")).toHaveText(wording.turnOnTwoFactor);
});
