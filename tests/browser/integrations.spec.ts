import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";
import { wording } from "../wording.ts";

const dialog = (page: Page) => page.getByRole("dialog");

test("staff connect a status page, readers see it, and it is disconnected", async ({
  page,
  enterAs,
  people,
  faults,
  baseURL,
  javaScriptEnabled,
}) => {
  test.slow();
  const { slug, owner } = await people.found("Status Works");
  const status = `http://127.0.0.1:${Number(new URL(baseURL ?? "").port) + 1_000}/status`;
  await enterAs(owner);
  await page.goto(`/${slug}/edit/cards/Infrastructure/items/Infrastructure.statusMonitoring`);
  const link = dialog(page).getByLabel("Link", { exact: true });
  const connect = dialog(page).getByRole("button", { name: "Connect", exact: true });
  if (javaScriptEnabled) {
    await expect(connect).toBeDisabled();
    await link.fill("no link");
    await expect(connect).toBeDisabled();
  }
  await isSoundAsItStands(page);

  faults.expectDocument(400);
  await link.fill(`${status}/nothing`);
  await connect.click();
  await expect(dialog(page).getByRole("alert")).toContainText(wording.invalidStatuspage);
  await expect(link).toHaveValue(`${status}/nothing`);
  await isSoundAsItStands(page);

  await link.fill(status);
  await dialog(page).getByRole("radio", { name: "Public", exact: true }).check();
  await dialog(page).getByRole("radio", { name: "Enabled", exact: true }).check();
  await connect.click();
  await expect(dialog(page).getByText("Connected to Statuspage").first()).toBeVisible();
  await expect(dialog(page).getByText("Exports are delayed")).toBeVisible();
  await expect(dialog(page).getByText("Major issue")).toBeVisible();
  await expect(dialog(page).getByText(/^as of \d\d:\d\d UTC$/)).toBeVisible();
  await expect(dialog(page).getByLabel(wording.showOnPortal)).toBeChecked();
  await expect(link).not.toBeEditable();
  await isSoundAsItStands(page);
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).not.toHaveURL(/\/items\//);

  await page.goto(`/${slug}/card/Infrastructure`);
  await expect(dialog(page).getByRole("region", { name: "Statuspage" })).toContainText(
    "Exports are delayed",
  );
  await isSoundAsItStands(page);
  await page.goto(`/${slug}`);
  const live = page.getByRole("link", { name: "Exports are delayed" });
  await expect(live).toHaveAttribute("href", `/${slug}/live-status`);
  await expect(page.getByText("Major issue:")).toBeAttached();

  await page.goto(`/${slug}/edit/cards/Infrastructure/items/Infrastructure.statusMonitoring`);
  await dialog(page).getByRole("button", { name: "Disconnect" }).click();
  await expect(link).toBeEditable();
  await expect(link).toHaveValue(status);
  await page.goto(`/${slug}`);
  await expect(page.getByRole("link", { name: "Exports are delayed" })).toHaveCount(0);
});

test("staff connect a HackerOne program", async ({ page, enterAs, people, faults }) => {
  test.slow();
  const { slug, owner } = await people.found("Bounty Works");
  await enterAs(owner);
  await page.goto(
    `/${slug}/edit/cards/ApplicationSecurity/items/ApplicationSecurity.responsibleDisclosure`,
  );
  const link = dialog(page).getByLabel("Link", { exact: true });
  faults.expectDocument(400);
  await link.fill("https://hackerone.com/nobody");
  await dialog(page).getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog(page).getByRole("alert")).toContainText(wording.invalidHackerOne);
  await link.fill("https://hackerone.com/acme-labs");
  await dialog(page).getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog(page).getByText("Connected to HackerOne").first()).toBeVisible();
  await expect(dialog(page).getByText("87", { exact: true })).toBeVisible();
  await expect(link).not.toBeEditable();
  await isSoundAsItStands(page);
});

test("visitors see the demo's live status and statistics @chromium", async ({ page }) => {
  await page.goto("/acme");
  await expect(page.getByRole("link", { name: "All Systems Operational" })).toBeVisible();
  await page.goto("/acme/card/ApplicationSecurity");
  const program = dialog(page).getByRole("region", { name: "HackerOne" });
  await expect(program).toContainText("Connected to HackerOne");
  await expect(program).toContainText("412");
  await isSoundAsItStands(page);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true);
    }
  }
});
