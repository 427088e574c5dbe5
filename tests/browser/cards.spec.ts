import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const card = (page: Page, name: string) =>
  page.getByRole("article", { name, exact: true }).getByRole("heading").getByRole("link");
const drawer = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const close = (dialog: Locator) => dialog.getByRole("link", { name: "Close" });

/** The page behind a drawer takes neither pointer nor focus. */
async function expectInert(page: Page, inert: boolean): Promise<void> {
  for (const part of ["header", "main", "footer"]) {
    await expect(page.locator(part).first()).toHaveJSProperty("inert", inert);
  }
}

test("a card opens its drawer at an address of its own, and Close leads back to the page", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/acme");
  await page.evaluate(() => document.documentElement.setAttribute("data-first", ""));
  await card(page, "Reports").click();
  await expect(page).toHaveURL("/acme/card/Reports");
  await expect(page).toHaveTitle("Reports · Acme Cloud Trust Center");
  await expect(drawer(page, "Reports").getByRole("article").first()).toBeVisible();
  await expectInert(page, true);
  await close(drawer(page, "Reports")).click();
  await expect(page).toHaveURL("/acme");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectInert(page, false);
  await expect(page).toHaveTitle("Acme Cloud Trust Center");
  // Scripts spare the reload: the document is still the first one.
  await expect(page.locator("html[data-first]")).toHaveCount(javaScriptEnabled ? 1 : 0);
});

test("an address with a drawer opens it: page, drawer and focus", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/acme/card/DataSecurity");
  await expect(drawer(page, "Data Security")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, includeHidden: true })).toHaveText(
    "Acme Cloud Trust Center",
  );
  await expectInert(page, true);
  if (javaScriptEnabled) await expect(drawer(page, "Data Security")).toBeFocused();
});

test("a click beside the drawer closes it @chromium", async ({ page }) => {
  await page.goto("/acme/card/Reports");
  await page.mouse.click(100, 400);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/acme");
});

test("Escape closes the drawer where scripts run, and the focus returns to the card", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/acme");
  await card(page, "Policies").click();
  await expect(drawer(page, "Policies")).toBeVisible();
  await page.keyboard.press("Escape");
  if (!javaScriptEnabled) {
    await expect(drawer(page, "Policies")).toBeVisible();
    return;
  }
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/acme");
  await expect(card(page, "Policies")).toBeFocused();
  await expect(card(page, "Policies")).toBeInViewport();
});

test("Escape closes a drawer that came with its address", async ({ page, javaScriptEnabled }) => {
  await page.goto("/acme/card/Reports");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(javaScriptEnabled ? 0 : 1);
  await expect(page).toHaveURL(javaScriptEnabled ? "/acme" : "/acme/card/Reports");
});

test("back and forward walk through open and closed drawers", async ({ page }) => {
  await page.goto("/acme");
  await card(page, "Reports").click();
  await expect(drawer(page, "Reports")).toBeVisible();
  await close(drawer(page, "Reports")).click();
  await expect(page).toHaveURL("/acme");
  await card(page, "Legal").click();
  await expect(drawer(page, "Legal")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goBack();
  await expect(drawer(page, "Reports")).toBeVisible();
  await expect(page).toHaveURL("/acme/card/Reports");
  await expectInert(page, true);
  await page.goForward();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectInert(page, false);
  await page.goForward();
  await expect(drawer(page, "Legal")).toBeVisible();
  await page.reload();
  await expect(drawer(page, "Legal")).toBeVisible();
});

test("every card of the page opens, and shows as many items as it promises", async ({ page }) => {
  // Two dozen pages.
  test.slow();
  await page.goto("/acme");
  const cards = await page.locator("#cards article").evaluateAll((articles) =>
    articles.map((article) => ({
      name: article.querySelector("h3")?.textContent ?? "",
      path: article.querySelector("h3 a")?.getAttribute("href") ?? "",
      more: /\((\d+) more\)/.exec(article.textContent ?? "")?.[1],
    })),
  );
  for (const { name, path, more } of cards) {
    await page.goto(path);
    await expect(drawer(page, name), path).toBeVisible();
    const shown = await drawer(page, name)
      .locator("[role=group] > ul > li, [role=group] > dl > div")
      .count();
    if (more !== undefined) expect(shown, name).toBe(Number(more) + 3);
  }
});

test("the address of an item opens its card with the item marked, focused and in sight @chromium", async ({
  page,
}) => {
  for (const address of [
    "/acme/product/Acme+Platform/accessibility-conformance-report",
    "/acme/item/accessibility-conformance-report",
  ]) {
    await page.goto(address);
    const item = drawer(page, "Reports").getByRole("article", {
      name: "Accessibility Conformance Report",
    });
    await expect(item).toBeFocused();
    await expect(item).toBeInViewport();
    await expect(page).toHaveTitle("Accessibility Conformance Report · Acme Cloud Trust Center");
  }
});

test("a certification's tile leads to its item, far down in the drawer @chromium", async ({
  page,
}) => {
  await page.goto("/acme");
  await page
    .getByRole("region", { name: "Certifications", exact: true })
    .getByRole("link", { name: "PCI DSS" })
    .click();
  const item = drawer(page, "Certifications").getByRole("article", { name: "PCI DSS" });
  await expect(item).toBeFocused();
  await expect(item).toBeInViewport();
  await expect(item).toContainText("Meridian Assurance");
  await expect(page).toHaveURL("/acme/product/Acme+Platform/pci-dss");
});

test("itemUid and itemName in the address lead to the item and to the card", async ({ page }) => {
  await page.goto("/acme?itemUid=Reports.soc3");
  await expect(
    drawer(page, "Reports").getByRole("article", { name: "SOC 3 Report" }),
  ).toBeFocused();
  await page.goto("/acme?itemName=Data+Security");
  await expect(drawer(page, "Data Security")).toBeVisible();
  await page.goto("/acme?itemUid=Reports.soc2");
  await expect(
    page.getByRole("dialog", { name: "Get access to Acme Cloud's Trust Center" }),
  ).toBeVisible();
});

test("a deep link is copied where scripts run, which is said for three seconds, and it can be followed everywhere", async ({
  page,
  context,
  baseURL,
  javaScriptEnabled,
}) => {
  const address = `${baseURL}/acme/product/Acme+Platform/soc-3-report`;
  if (javaScriptEnabled) {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.clock.install({ time: 0 });
  }
  await page.goto("/acme/card/Reports");
  if (javaScriptEnabled) await page.clock.pauseAt(3_600_000);
  await page.getByRole("link", { name: "Link to SOC 3 Report" }).click();
  if (!javaScriptEnabled) {
    await expect(page).toHaveURL(address);
    return;
  }
  const note = drawer(page, "Reports").getByRole("status");
  await expect(note).toHaveText("Copied link to clipboard");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(page).toHaveURL("/acme/card/Reports");
  await page.clock.runFor(2_900);
  await expect(note).toHaveText("Copied link to clipboard");
  await page.clock.runFor(200);
  await expect(note).toHaveCount(0);
});

test("the documents drawer counts the documents of each kind and leads to them", async ({
  page,
}) => {
  await page.goto("/acme");
  await page.getByRole("link", { name: "Browse by topic" }).click();
  const documents = drawer(page, "Documents");
  await expect(
    documents.getByRole("listitem").filter({ hasText: "Reports" }).first(),
  ).toContainText("18 Document(s)");
  await expect(documents.getByRole("article", { name: "Reviewer Starter Pack" })).toBeVisible();
  await documents.getByRole("link", { name: "View Questionnaires" }).click();
  await expect(page).toHaveURL("/acme/card/Questionnaires");
  await expect(drawer(page, "Questionnaires")).toBeVisible();
  await close(drawer(page, "Questionnaires")).click();
  await expect(page).toHaveURL("/acme");
});

test("the keyboard alone reaches a card, opens it, reads it and closes it @chromium", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/acme");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  const target = card(page, "Risk Profile");
  await tabTo(page, target, 90);
  await expect(target).toBeInViewport();
  await page.keyboard.press("Enter");
  const dialog = drawer(page, "Risk Profile");
  await expect(dialog).toBeVisible();
  await tabTo(page, close(dialog), 3);
  // What is behind the drawer is never reached: the focus is in the drawer, or with the browser itself.
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("[inert]") === null)).toBe(
      true,
    );
  }
  await tabTo(page, close(dialog), 12);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  if (javaScriptEnabled) await expect(target).toBeFocused();
});

test("with scripts that fail to load, a card still opens and closes @scripts-alone", async ({
  page,
  faults,
}) => {
  faults.expectBlocked(/\.js$/);
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto("/acme");
  await card(page, "Reports").click();
  await expect(drawer(page, "Reports")).toBeVisible();
  await close(drawer(page, "Reports")).click();
  await expect(page).toHaveURL("/acme");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("with a server that fails to answer, a card's link is followed all the same", async ({
  page,
  faults,
  javaScriptEnabled,
}) => {
  await page.goto("/acme");
  if (javaScriptEnabled) {
    faults.expectBlocked(/card\/Reports$/);
    await page.route(/card\/Reports$/, (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.abort(),
    );
  }
  await card(page, "Reports").click();
  await expect(drawer(page, "Reports")).toBeVisible();
});

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator, most: number): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}
