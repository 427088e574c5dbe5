import type { Page } from "@playwright/test";
import { expect, PASSWORD, signIn, test, typeCredentials } from "./fixtures.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";
const banner = (page: Page) => page.getByRole("region", { name: "Preview" });

test.describe("signing in and out", () => {
  test("the right password leads to the home page, and the own portal is in Main mode", async ({
    page,
  }) => {
    await signIn(page, OWNER);
    await expect(page).toHaveURL("/home");
    await page.goto("/acme");
    await expect(banner(page)).toContainText("Ingrid Sommer");
    await expect(
      page.getByRole("banner").locator("summary", { hasText: "Account: Ingrid Sommer" }),
    ).toBeVisible();
  });

  test("a wrong password shows the form again with the address, a summary above it and the fault in the title", async ({
    page,
    faults,
  }) => {
    faults.expectDocument(400);
    await signIn(page, OWNER, { password: `${PASSWORD}?` });
    await expect(page.getByRole("alert")).toContainText(wording.wrongPassword);
    await expect(page).toHaveTitle(/^Error: Sign in/);
    await expect(page.getByLabel("Email")).toHaveValue(OWNER);
    await expect(page.getByLabel("Password")).toHaveValue("");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/home");
  });

  test("a page of the private area asks for the sign-in and then opens @chromium", async ({
    page,
  }) => {
    await page.goto("/audit?page=1");
    await expect(page).toHaveURL(/\/sign-in\?redirectTo=/);
    await typeCredentials(page, OWNER, PASSWORD);
    await expect(page).toHaveURL("/audit?page=1");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit log");
    await expect(page.getByRole("row").filter({ hasText: "Ingrid Sommer" }).first()).toBeVisible();
  });

  test("signing in never leads to another site", async ({ page }) => {
    await signIn(page, OWNER, { redirectTo: "//evil.example/x" });
    await expect(page).toHaveURL("/home");
  });

  test("signing out ends the session, says so, and the private area asks again", async ({
    page,
  }) => {
    await signIn(page, OWNER, { redirectTo: "/account" });
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page).toHaveURL("/sign-in");
    await expect(page.getByRole("status")).toHaveText(wording.signedOut);
    await page.goto("/account");
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(page.getByRole("status")).toHaveCount(0);
    await page.goto("/acme");
    await expect(banner(page)).toHaveCount(0);
  });

  test("with scripts that fail to load, staff sign in, read their pages and sign out @scripts-alone", async ({
    page,
    faults,
  }) => {
    faults.expectBlocked(/\.js$/);
    await page.route(/\.js$/, (route) => route.abort());
    await signIn(page, OWNER, { redirectTo: "/team" });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Team");
    await page.getByRole("link", { name: "Audit log" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit log");
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/sign-in");
  });
});

test.describe("Main mode", () => {
  test.beforeEach(({ enterAs }) => enterAs(OWNER));

  test("hidden cards and items, and public items, are marked", async ({ page }) => {
    await page.goto("/acme");
    await expect(page.getByRole("article", { name: "Asset Management" })).toContainText("Hidden");
    await expect(
      page
        .getByRole("article", { name: "Reports", exact: true })
        .getByRole("listitem")
        .filter({ hasText: "SOC 3 Report" }),
    ).toContainText("Public Access");
    await expect(
      page
        .getByRole("article", { name: "Reports", exact: true })
        .getByRole("listitem")
        .filter({ hasText: "SOC 1 Report" }),
    ).not.toContainText("Public Access");
    await page.goto("/acme/card/Reports");
    await expect(page.getByRole("article", { name: "Network Diagram" })).toContainText("Hidden");
    await page.goto("/acme/product/Acme+Data+Lake");
    await expect(page.getByRole("region", { name: "Trusted By" })).toContainText("Hidden");
  });

  test("a drawer also shows the items of the catalogue that are not enabled", async ({ page }) => {
    await page.goto("/acme");
    await page
      .getByRole("article", { name: "Reports", exact: true })
      .getByRole("heading")
      .getByRole("link")
      .click();
    const drawer = page.getByRole("dialog", { name: "Reports" });
    await expect(page).toHaveURL("/acme/card/Reports");
    const item = drawer.getByRole("article", { name: "Code Review Report" });
    await expect(item).toContainText("Not enabled");
    await expect(item).toContainText("Draft: summary of the external review");
  });

  test("the drawer closes by Close and, where scripts run, by Escape; the focus returns", async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.goto("/acme");
    const opener = page
      .getByRole("article", { name: "Legal", exact: true })
      .getByRole("heading")
      .getByRole("link");
    const dialog = page.getByRole("dialog", { name: "Legal" });
    await opener.click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole("link", { name: "Close" }).click();
    await expect(page).toHaveURL("/acme");
    await expect(dialog).toHaveCount(0);
    if (!javaScriptEnabled) return;
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await page.goBack();
    await expect(dialog).toBeVisible();
  });

  test("an item opens marked, focused and in sight, by its address and by its link @chromium", async ({
    page,
  }) => {
    await page.goto("/acme/product/Acme+Platform/code-review-report");
    const report = page.getByRole("article", { name: "Code Review Report" });
    await expect(report).toBeFocused();
    await expect(report).toBeInViewport();
    await page.goto("/acme");
    await page
      .getByRole("region", { name: "Certifications" })
      .getByRole("link", { name: "PCI DSS" })
      .click();
    const certificate = page.getByRole("article", { name: "PCI DSS" });
    await expect(certificate).toBeFocused();
    await expect(certificate).toBeInViewport();
  });

  test("questions show to whom they are open", async ({ page }) => {
    await page.goto("/acme/faq?q=FedRAMP");
    await expect(page.locator("main details")).toContainText("Internal");
    await page.goto("/acme/faq?q=cyber+insurance");
    await expect(
      page.locator("main details").filter({ hasText: "certificate holder" }),
    ).toContainText("Accounts");
  });
});

test.describe("preview", () => {
  test.beforeEach(({ enterAs }) => enterAs(OWNER));

  async function previewAs(
    page: Page,
    choice: { accountId?: string; permissionProfileId?: string },
  ): Promise<void> {
    await page.goto("/acme");
    await banner(page).locator("summary").click();
    for (const [name, option] of Object.entries(choice))
      await banner(page).locator(`select[name=${name}]`).selectOption({ label: option });
    await banner(page).getByRole("button", { name: "Preview" }).click();
  }

  test("as the public: its page with a banner that leads back", async ({ page }) => {
    await page.goto("/acme");
    await banner(page).locator("summary").click();
    await banner(page).getByRole("link", { name: "As the public" }).click();
    await expect(page).toHaveURL("/acme?view=public");
    await expect(banner(page)).toContainText("Previewing as the public");
    await expect(page.getByRole("article", { name: "Asset Management" })).toHaveCount(0);
    await expect(page.getByText("Public Access")).toHaveCount(0);
    await expect(page.getByRole("region", { name: wording.startReview })).toBeVisible();
    await banner(page).getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page).toHaveURL("/acme");
    await expect(banner(page)).toContainText("Ingrid Sommer");
    await expect(page.getByRole("article", { name: "Asset Management" })).toContainText("Hidden");
  });

  test("as an account: what its profile opens, on every page that links lead to", async ({
    page,
  }) => {
    await previewAs(page, { accountId: "Customer Inc" });
    await expect(banner(page)).toContainText("Previewing as Customer Inc");
    await expect(banner(page)).toContainText(/sees \d+ of \d+ documents/);
    const kept = /accountId=/;
    await expect(page).toHaveURL(kept);
    await page
      .getByRole("article", { name: "Reports", exact: true })
      .getByRole("link", { name: "View more: Reports" })
      .click();
    await expect(page.getByRole("article", { name: "Network Diagram" })).toBeVisible();
    await expect(page).toHaveURL(kept);
    await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(kept);
    for (const name of ["Updates", "Subprocessors", "Controls", "FAQs"]) {
      await page.getByRole("contentinfo").getByRole("link", { name }).click();
      await expect(page).toHaveURL(kept);
      await expect(banner(page)).toContainText("Previewing as Customer Inc");
    }
    await page.getByRole("main").getByRole("searchbox").fill("certificate holder");
    await page.getByRole("main").getByRole("button", { name: "Search" }).click();
    await expect(page.getByText("Can you name us as certificate holder")).toBeVisible();
    await expect(page).toHaveURL(kept);
    await page.getByRole("link", { name: "Back to Trust Center" }).click();
    await page.locator("summary", { hasText: "Product: Acme Platform" }).click();
    await page.getByRole("link", { name: "Acme Data Lake" }).click();
    await expect(banner(page)).toContainText("Previewing as Customer Inc");
    await expect(page).toHaveURL(/Acme\+Data\+Lake\?accountId=/);
  });

  test("as a permission profile, and as an account whose access has ended", async ({ page }) => {
    await previewAs(page, { permissionProfileId: "Regulators" });
    await expect(banner(page)).toContainText("Previewing as profile Regulators");
    await page.getByRole("link", { name: "View more: Reports" }).click();
    await expect(page.getByRole("article", { name: "SOC 1 Report" })).toContainText(
      "Fourteen control objectives",
    );
    await expect(page.getByRole("article", { name: "Network Diagram" })).toHaveCount(0);
    await previewAs(page, { accountId: "Expired Ltd" });
    await expect(banner(page)).toContainText("Previewing as Expired Ltd");
    await page.getByRole("link", { name: "View more: Reports" }).click();
    await expect(page.getByRole("article", { name: "SOC 2 Report" })).toContainText("Locked");
  });
});

test.describe("the private area", () => {
  test("a viewer is told that the audit is not theirs", async ({ page, faults, enterAs }) => {
    faults.expectDocument(403);
    await enterAs("viewer@acme.example");
    await page.goto("/audit");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("No access");
    await expect(page.getByText(wording.noAccessToPage)).toBeVisible();
    await expect(page).toHaveTitle("No access");
    await expect(page.getByText("An owner can give it to you: ")).toContainText("Ingrid Sommer");
    await expect(page.getByRole("link", { name: "Audit log" })).toHaveCount(0);
    await expect(page.getByRole("main")).toHaveCount(1);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: /^Menu/ }).click();
    await expect(
      page
        .getByRole("navigation", { name: "Private area" })
        .getByRole("link", { name: "Documents" }),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Portal" }).click();
    await expect(page).toHaveURL("/acme");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme Cloud Trust Center");
  });

  test("the team lists everyone with a role in this org, and nobody of another", async ({
    page,
    enterAs,
  }) => {
    await enterAs(OWNER);
    await page.goto("/team");
    await expect(page.getByRole("row").filter({ hasText: "reviewer@acme.example" })).toContainText(
      "Priya Raman",
    );
    await expect(page.getByText("owner@globex.example")).toHaveCount(0);
  });

  test("the switch between orgs is there for those who have two, and for them alone", async ({
    page,
    enterAs,
    people,
  }) => {
    await enterAs("editor@acme.example");
    await page.goto("/account");
    await expect(page.getByRole("banner")).toContainText("Acme Cloud");
    await expect(page.getByText("Switch organization")).toHaveCount(0);
    const { email } = await people.hire({ acme: "owner", globex: "admin" });
    await enterAs(email);
    // The account begins with who one is and where, before anything that asks for a password.
    await page.goto("/account");
    const first = page.getByRole("main").getByRole("region").first();
    await expect(first).toContainText(email);
    await expect(first.getByRole("listitem").filter({ hasText: "Acme Cloud" })).toContainText(
      "Owner",
    );
    await expect(first.getByRole("listitem").filter({ hasText: "Globex Health" })).toContainText(
      "Admin",
    );
    await page.goto("/team");
    await page.getByRole("banner").locator("summary").click();
    await page.getByRole("button", { name: "Globex Health" }).click();
    await expect(page).toHaveURL("/team");
    await expect(page.getByRole("row").filter({ hasText: "owner@globex.example" })).toBeVisible();
    await expect(page.getByText("owner@acme.example")).toHaveCount(0);
  });
});

test.describe("sessions", () => {
  test("a session ended in one browser ends in the other with its next request", async ({
    page,
    browser,
    baseURL,
    faults,
    people,
  }) => {
    const { email } = await people.hire({ acme: "viewer" });
    const elsewhere = await browser.newContext({
      baseURL,
      userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    });
    faults.watch(elsewhere);
    const other = await elsewhere.newPage();
    await signIn(other, email, { redirectTo: "/account" });
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("Your account");
    await signIn(page, email, { redirectTo: "/account" });
    const sessions = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: "(this browser)" })).toHaveCount(1);
    await page.getByRole("button", { name: "Sign out Firefox on Linux" }).click();
    await expect(page.getByRole("status")).toHaveText("The session was ended.");
    await expect(sessions).toHaveCount(1);
    await other.goto("/account");
    await expect(other).toHaveURL(/\/sign-in/);
    await elsewhere.close();
  });

  test("signing out everywhere ends them all", async ({
    page,
    browser,
    baseURL,
    faults,
    people,
  }) => {
    const { email } = await people.hire({ acme: "viewer" });
    const elsewhere = await browser.newContext({ baseURL });
    faults.watch(elsewhere);
    const other = await elsewhere.newPage();
    await signIn(other, email, { redirectTo: "/account" });
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("Your account");
    await signIn(page, email, { redirectTo: "/account" });
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page.getByRole("status")).toHaveText("You are signed out everywhere.");
    await other.reload();
    await expect(other).toHaveURL(/\/sign-in/);
    await elsewhere.close();
  });

  test("a new password ends the other sessions, and the old one no longer opens", async ({
    page,
    faults,
    people,
  }) => {
    faults.expectDocument(400);
    const { email } = await people.hire({ acme: "viewer" });
    await signIn(page, email, { redirectTo: "/account" });
    const panel = page.getByRole("region", { name: "Password" });
    await panel.locator("summary").click();
    await panel.getByLabel("Current password").fill(`${PASSWORD}?`);
    await panel.getByLabel("New password").fill("quite another battery");
    await panel.getByRole("button", { name: "Change password" }).click();
    await expect(panel.getByText(wording.wrongCurrentPassword)).toBeVisible();
    await expect(
      page.getByRole("alert").getByRole("link", { name: wording.wrongCurrentPassword }),
    ).toBeVisible();
    await panel.getByLabel("Current password").fill(PASSWORD);
    await panel.getByLabel("New password").fill("quite another battery");
    await panel.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByRole("status")).toContainText(wording.passwordChanged);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page).toHaveURL("/sign-in");
    await signIn(page, email);
    await expect(page.getByRole("alert")).toContainText(wording.wrongPassword);
    await signIn(page, email, { password: "quite another battery" });
    await expect(page).toHaveURL("/home");
  });
});
