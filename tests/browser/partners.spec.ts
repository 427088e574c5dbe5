import { expect, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";
import { wording } from "../wording.ts";

const RILEY = "riley@customer.example";
const OWNER = "owner@acme.example";

test("a member sends data to a tool, which reads it by the token, and ends the token again", async ({
  page,
  enterAs,
  faults,
  request,
  javaScriptEnabled,
}) => {
  await enterAs(RILEY);
  await page.goto("/acme");
  await page.locator("summary", { hasText: "Account: " }).click();
  await page.getByRole("link", { name: wording.sendToTool }).click();
  const dialog = page.getByRole("dialog", { name: wording.sendToTool });
  await expect(dialog).toBeVisible();
  await isSoundAsItStands(page);

  faults.expectDocument(400);
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByText("Choose an integration").first()).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
  await dialog.getByRole("radio", { name: "Vendor Ledger" }).check();
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByText(wording.linkExpires)).toBeVisible();
  await isSoundAsItStands(page);
  const token = (await dialog.getByRole("group", { name: "Token" }).textContent()) ?? "";
  const read = await request.get("/api/partner/trust-center", {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(read.status()).toBe(200);

  const copy = dialog.getByRole("button", { name: "Copy" });
  if (javaScriptEnabled) {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    // Real time must not run on beside the five seconds that are told here.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(3_600_000);
    await copy.click();
    await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await page.clock.runFor(4_900);
    await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
    await page.clock.runFor(200);
    await expect(dialog.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
    // What looks at the pages from here on has timers of its own.
    await page.clock.resume();
  } else {
    await expect(copy).toBeHidden();
  }
  await dialog.getByRole("link", { name: "Back" }).click();
  await expect(dialog.getByRole("radio", { name: "Vendor Ledger" })).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);

  await page.goto("/acme/my-account");
  const sent = page.getByRole("region", { name: wording.sentToTools });
  await isSoundAsItStands(page);
  await sent
    .getByRole("button", { name: /^Revoke the token for Vendor Ledger/ })
    .first()
    .click();
  await expect(page.getByText("The token was revoked.")).toBeVisible();
  expect(
    (
      await request.get("/api/partner/trust-center", {
        headers: { Authorization: `Bearer ${token}` },
      })
    ).status(),
  ).toBe(401);
});

test("an owner lists a partner, mends what is wrong with it, and removes it", async ({
  page,
  enterAs,
  faults,
  javaScriptEnabled,
}) => {
  const own = `Ledger ${javaScriptEnabled ? "One" : "Two"}`;
  const domain = javaScriptEnabled ? "one.example" : "two.example";
  await enterAs(OWNER);
  await page.goto("/settings/partners");
  await isSoundAsItStands(page);
  await page.getByLabel("Name").fill(own);
  await page.getByLabel("Domain").fill("https://tool.example/");
  faults.expectDocument(400);
  await page.getByRole("button", { name: "Add partner" }).click();
  await expect(page.getByText('Use format "example.com"').first()).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue(own);
  await page.getByLabel("Domain").fill(domain);
  await page.getByRole("button", { name: "Add partner" }).click();
  await expect(page.getByText(`${own} was added.`)).toBeVisible();
  await page.getByRole("link", { name: `Edit ${own}` }).click();
  await expect(page.getByRole("heading", { name: own })).toBeVisible();
  await isSoundAsItStands(page);
  await page.locator("summary", { hasText: "Remove" }).click();
  await page.getByRole("button", { name: `Remove ${own}` }).click();
  await expect(page.getByText(`${own} was removed.`)).toBeVisible();
});
