import type { Page } from "@playwright/test";
import { expect, PASSWORD, signIn, test } from "./fixtures.ts";
import { isSound } from "./sound.ts";

const SCRIPT_BYTES = 2 * 1_024;

const panel = (page: Page) => page.getByRole("region", { name: "Passkeys" });

/** A device of Chromium's own, which verifies its person or can't. @returns lets it verify, or not */
async function withDevice(page: Page): Promise<(isVerified: boolean) => Promise<void>> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("WebAuthn.enable");
  const { authenticatorId } = await protocol.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return async (isUserVerified) => {
    await protocol.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  };
}

test("a person adds a passkey, signs in with it alone and removes it @scripts-alone", async ({
  page,
  people,
}) => {
  const { email } = await people.hire({ acme: "editor" });
  const verify = await withDevice(page);
  await signIn(page, email, { redirectTo: "/account" });
  await panel(page).locator("summary", { hasText: "New passkey" }).click();
  await panel(page).getByLabel("Name of the passkey").fill("Work laptop");
  await panel(page).getByLabel("Current password").fill(PASSWORD);
  await panel(page).getByRole("button", { name: "Add a passkey" }).click();
  await expect(panel(page).getByRole("group", { name: "New passkey: Work laptop" })).toBeVisible();
  await isSound(page);
  await panel(page).getByRole("button", { name: "Create the passkey" }).click();
  await expect(page.getByText("The passkey was added.")).toBeVisible();
  await expect(panel(page).getByRole("listitem")).toContainText("Work laptop");
  await expect(panel(page)).toContainText("Not used yet.");

  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL("/sign-in");
  // Noted as each comes: its body takes a while to be told, and would count as one of a later press.
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script")
      scripts.push(response.body().then(({ length }) => length));
  });
  await page.goto("/sign-in?redirectTo=/account");
  await page.waitForLoadState("networkidle");
  scripts.length = 0;
  // A device that does not know its person signs nobody in, and the form says so.
  await verify(false);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("No passkey was used.")).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in/);
  expect(scripts.length).toBeGreaterThan(0);
  const bytes = (await Promise.all(scripts)).reduce((all, one) => all + one, 0);
  expect(bytes).toBeLessThanOrEqual(SCRIPT_BYTES);
  await verify(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/account");
  await expect(panel(page)).toContainText("Last used");

  await panel(page).locator("summary", { hasText: "Remove a passkey" }).click();
  const removing = panel(page).locator("details").filter({ hasText: "Remove a passkey" });
  await removing.getByLabel("Current password").fill(PASSWORD);
  await removing.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The passkey was removed.")).toBeVisible();
  await expect(panel(page)).toContainText("You have no passkeys.");
});

test("without scripts the button for passkeys is not there, and the password is", async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled !== false, "with scripts the button is there");
  await page.goto("/sign-in");
  await expect(page.getByText("To sign in with a passkey, turn on JavaScript")).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
});
