import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { wording } from "../wording.ts";

const mailbox = "trust@acme.example";

/** The headings of the page's sections, in their order. */
function sectionHeadings(page: Page): Promise<string[]> {
  return page.locator("main h2").allTextContents();
}

test("acme's sections stand in the default order, each with its content", async ({ page }) => {
  await page.goto("/acme");
  await expect(page).toHaveTitle("Acme Cloud Trust Center");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme Cloud Trust Center");
  expect(await sectionHeadings(page)).toEqual([
    wording.startReview,
    "Overview",
    "Certifications",
    "Trusted By",
    "Subprocessors",
    "Documents",
    "Cards",
    "Knowledge Base (FAQs)",
    "Trust Center Updates",
    "Help",
    "For your DORA register",
    "For your CRA file",
  ]);
  const section = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(section(wording.startReview).getByRole("listitem")).toHaveText([
    "View & download sensitive information",
    "Ask for information",
  ]);
  await expect(section("Overview")).toContainText(
    "Acme Platform runs the document and workflow automation",
  );
  await expect(section("Certifications").getByRole("listitem").getByRole("link")).toHaveCount(15);
  await expect(section("Trusted By")).toContainText(
    "More than 2,100 organizations in 41 countries rely on Acme Cloud",
  );
  await expect(section("Trusted By").getByRole("listitem")).toHaveCount(10);
  await expect(section("Subprocessors")).toContainText("25");
  await expect(
    section("Documents").getByRole("heading", { name: "Featured Documents" }),
  ).toBeVisible();
  await expect(section("Cards").getByRole("article")).toHaveCount(24);
  await expect(section("Knowledge Base (FAQs)").locator("details")).toHaveCount(5);
  await expect(section("Trust Center Updates").getByRole("article")).toHaveCount(5);
  await expect(section("Help").getByRole("link", { name: "Contact support" })).toHaveAttribute(
    "href",
    `mailto:${mailbox}`,
  );
  await expect(section("Help").getByRole("link", { name: "Report issue" })).toHaveAttribute(
    "href",
    "https://www.acme.example/security/report",
  );
});

test("a card shows its first three items, and nothing that is hidden", async ({ page }) => {
  await page.goto("/acme");
  const card = page.getByRole("article", { name: "Reports", exact: true });
  await expect(card.getByRole("listitem")).toHaveCount(3);
  await expect(card.getByRole("link", { name: "View more: Reports" })).toContainText("15 more");
  await expect(page.getByText("Network Diagram")).toHaveCount(0);
  await expect(page.getByRole("article", { name: "Asset Management", exact: true })).toHaveCount(0);
  await expect(page.getByText("Public Access")).toHaveCount(0);
});

test("the product selector leads to the other product, whose page has its own sections", async ({
  page,
}) => {
  await page.goto("/acme");
  const selector = page.locator("summary", { hasText: "Product: Acme Platform" });
  await selector.click();
  await expect(page.getByRole("link", { name: "Acme Cloud status" })).toHaveAttribute(
    "href",
    "https://status.acme.example",
  );
  await expect(page.getByRole("link", { name: "Acme Labs preview" })).toHaveCount(0);
  await page.getByRole("link", { name: "Acme Data Lake" }).click();
  await expect(page).toHaveURL("/acme/product/Acme+Data+Lake");
  await expect(page.locator("summary", { hasText: "Product: Acme Data Lake" })).toBeVisible();
  // Another journey arranges this page and takes that back at once.
  await expect(async () => {
    await page.goto("/acme/product/Acme+Data+Lake");
    const own = (await sectionHeadings(page)).filter((heading) => heading !== wording.startReview);
    expect(own).toEqual([
      "Overview",
      "Certifications",
      "Cards",
      "Documents",
      "Subprocessors",
      "Knowledge Base (FAQs)",
      "Trust Center Updates",
      "Help",
      "For your DORA register",
    ]);
    await expect(
      page.getByRole("region", { name: "Cards", exact: true }).getByRole("article").first(),
    ).toHaveAccessibleName("Data Security", { timeout: 1_000 });
  }).toPass({ timeout: 10_000 });
  await page
    .getByRole("article", { name: "Data Security", exact: true })
    .getByRole("link", { name: "Data Security", exact: true })
    .click();
  await expect(page).toHaveURL("/acme/product/Acme+Data+Lake/card/DataSecurity");
  await expect(page.getByRole("dialog", { name: "Data Security" })).toBeVisible();
});

test("a card opens wherever it is clicked, and its items lead to themselves @chromium", async ({
  page,
}) => {
  await page.goto("/acme");
  const card = page.getByRole("article", { name: "Data Security", exact: true });
  const box = await card.boundingBox();
  await card.click({ position: { x: 6, y: (box?.height ?? 0) / 2 } });
  await expect(page).toHaveURL("/acme/card/DataSecurity");
  await page.goto("/acme");
  await card.getByRole("listitem").getByRole("link").first().click();
  await expect(page).not.toHaveURL(/\/card\/DataSecurity|\/acme$/);
});

test("a menu closes by its own button, and where scripts run by Escape and by a click elsewhere", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/acme");
  const selector = page.locator("summary", { hasText: "Product: Acme Platform" });
  const menu = page.getByRole("link", { name: "Acme Data Lake" });
  await selector.click();
  await expect(menu).toBeVisible();
  await selector.click();
  await expect(menu).toBeHidden();
  await selector.click();
  await page.keyboard.press("Escape");
  await expect(menu).toBeVisible({ visible: !javaScriptEnabled });
  if (!javaScriptEnabled) return;
  await expect(selector).toBeFocused();
  await selector.click();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(menu).toBeHidden();
  await selector.press("Enter");
  await selector.press("ArrowDown");
  await expect(page.getByRole("link", { name: "Acme Platform", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(menu).toBeFocused();
});

test("'Get access' opens the login tab, and closing it leads back", async ({ page }) => {
  await page.goto("/acme");
  await page.getByRole("banner").getByRole("link", { name: "Get access" }).click();
  await expect(page).toHaveURL(/\?loginRequest=true/);
  const dialog = page.getByRole("dialog", { name: "Get access to Acme Cloud's Trust Center" });
  await expect(dialog.getByRole("heading", { level: 2 })).toHaveText(
    "Get access to Acme Cloud's Trust Center",
  );
  await expect(dialog.getByText(wording.enterEmailToStart)).toBeVisible();
  await expect(dialog.getByText("New here? A short request form comes next.")).toBeVisible();
  await dialog.getByRole("link", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/acme");
  await page
    .getByRole("region", { name: wording.startReview })
    .getByRole("link", { name: "Get access" })
    .click();
  await expect(page).toHaveURL(/\?loginRequest=true&source=banner/);
  await expect(dialog).toBeVisible();
});

test("closing the access dialog over another page stays on that page", async ({ page }) => {
  await page.goto("/acme/faq?requestAccess=true");
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/acme/faq");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Knowledge Base (FAQs)");
});

test("a locked item leads to the access dialog, and its text is nowhere in the page", async ({
  page,
}) => {
  const response = await page.goto("/acme/card/Reports");
  expect(await response?.text()).not.toContain("Fourteen control objectives");
  await page
    .getByRole("article", { name: "SOC 1 Report" })
    .getByRole("link", { name: "Get access" })
    .click();
  await expect(
    page.getByRole("dialog", { name: "Get access to Acme Cloud's Trust Center" }),
  ).toBeVisible();
  await expect(page).toHaveURL(/itemUid=Reports\.soc1/);
  // Closing it leads back to the drawer that it was opened in.
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL("/acme/card/Reports");
  await expect(page.getByRole("dialog", { name: "Reports" })).toBeVisible();
});

test("globex shows what its level lets the public see, under its own names", async ({ page }) => {
  // Another journey arranges this page and takes that back at once.
  await expect(async () => {
    await page.goto("/globex");
    expect(await sectionHeadings(page)).toEqual([
      "Overview",
      "Certifications",
      "Trusted By",
      "Subprocessors",
      "Documents",
      "Cards",
      "Assurance Portal Updates",
      "Help",
    ]);
  }).toPass({ timeout: 10_000 });
  await expect(page).toHaveTitle("Globex Health Assurance Portal");
  await expect(page.getByRole("banner").locator("summary")).toHaveCount(0);
  // No bar of new updates: the way to share the portal is all that stands aside.
  await expect(page.getByRole("complementary")).toHaveCount(1);
  // Its questions are for accounts, so that the footer does not name them.
  await expect(page.getByRole("contentinfo").getByRole("link")).toHaveText([
    "Updates",
    "Subprocessors",
    "Changes",
    "security.txt",
    "Terms",
    "Privacy",
  ]);
  await page.getByRole("link", { name: "View more: Security Grades" }).click();
  await expect(page.getByRole("dialog", { name: "Security Grades" })).toContainText(
    "Qualys SSL Labs",
  );
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await page.getByRole("link", { name: "View more: Data Security" }).click();
  const locked = page.getByRole("dialog", { name: "Data Security" });
  await expect(locked.getByRole("article")).toHaveCount(8);
  await expect(locked.getByRole("link", { name: "Request access" })).toHaveCount(8);
  await locked.getByRole("link", { name: "Request access" }).first().click();
  await expect(
    page.getByRole("dialog", { name: "Get access to Globex Health's Assurance Portal" }),
  ).toContainText(wording.enterEmailToStart);
});

test("globex's questions are for accounts alone", async ({ page, enterAs }) => {
  await page.goto("/globex/faq");
  await expect(page.getByText("No entries to show")).toBeVisible();
  await enterAs("alex@clinic.example");
  await page.goto("/globex/faq");
  await expect(page.getByText("Where is protected health information stored?")).toBeVisible();
  await expect(page.getByText("When will ISO 27001 be completed?")).toHaveCount(0);
});

test("what does not exist says so: company, page, card, item, product, topic", async ({
  page,
  faults,
}) => {
  faults.expectDocument(404);
  await page.goto("/nobody");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Company not found");
  for (const path of [
    "nothing",
    "card/Nothing",
    "card/CustomerData",
    "item/nothing",
    "product/Nothing",
    "updates/nothing",
  ]) {
    const response = await page.goto(`/acme/${path}`);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  }
});

test("on its own domain the portal stands at the root, and no link leads to /acme or to the default host", async ({
  page,
  faults,
  domainOrigin,
}) => {
  await page.goto(domainOrigin);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme Cloud Trust Center");
  const pages = [
    "/",
    "/card/Reports",
    "/product/Acme+Data+Lake",
    "/product/Acme+Platform/soc-3-report",
    "/updates",
    "/subprocessors",
    "/faq",
    "/controls",
    "/?loginRequest=true",
  ];
  for (const path of pages) {
    await page.goto(`${domainOrigin}${path}`);
    const addresses = await page
      .locator("[href], [src], [action], [srcset], [data-close]")
      .evaluateAll((elements) =>
        elements.flatMap((element) =>
          ["href", "src", "action", "srcset", "data-close"].map(
            (name) => element.getAttribute(name) ?? "",
          ),
        ),
      );
    // Staff sign in on the default host alone, so their way there is the one link that leads to it.
    const others = addresses.filter(
      (address) => !/^http:\/\/localhost:\d+\/sign-in\?/.test(address),
    );
    expect(
      others.filter((address) => /^\/acme(\/|\?|$)|localhost/.test(address)),
      path,
    ).toEqual([]);
  }
  await page.goto(domainOrigin);
  await page.getByRole("link", { name: "View more: Reports" }).click();
  await expect(page).toHaveURL(`${domainOrigin}/card/Reports`);
  await page.getByRole("dialog", { name: "Reports" }).getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL(`${domainOrigin}/`);
  await page.getByRole("contentinfo").getByRole("link", { name: "Updates" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trust Center Updates");
  faults.expectDocument(404);
  for (const path of ["/acme", "/globex", "/sign-in", "/audit", "/account"]) {
    expect((await page.goto(`${domainOrigin}${path}`))?.status(), path).toBe(404);
  }
});

test("the front page of the default host leads to the default org", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL("/acme");
});

test("the subprocessors' page ends with its footer, however many rows its table has @chromium", async ({
  page,
}) => {
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/acme/subprocessors");
    await expect(page.getByRole("table", { name: "Subprocessors" })).toBeVisible();
    const below = await page.evaluate(() => {
      const footer = document.querySelector("footer")?.getBoundingClientRect();
      return document.documentElement.scrollHeight - ((footer?.bottom ?? 0) + window.scrollY);
    });
    expect(Math.round(below), `${width} pixels wide`).toBeLessThanOrEqual(1);
  }
});

test("a browser that knows no layers of styles keeps the banner within the page", async ({
  page,
}) => {
  await page.goto("/acme");
  const href = await page.locator("link[rel=stylesheet]").getAttribute("href");
  const css = await (await page.request.get(href ?? "")).text();
  let depth = 0;
  // What is left when every block within a layer is skipped, as such a browser skips it.
  const rules = css
    .split(/(?<=[{}])/)
    .filter((part) => {
      const inside = depth > 0 || part.includes("@layer");
      if (inside) depth += part.endsWith("{") ? 1 : part.endsWith("}") ? -1 : 0;
      return !inside;
    })
    .join("");
  expect(rules).toMatch(/\.within-page\s*\{\s*max-width:\s*100%;?\s*\}/);
  await expect(page.locator('img[width="1280"]')).toHaveClass(/\bwithin-page\b/);
});

test("the sections of a portal are a link away, which stays in reach @chromium", async ({
  page,
}) => {
  await page.goto("/acme");
  const nav = page.getByRole("navigation", { name: "Sections" });
  const links = nav.getByRole("link");
  const titles = await links.allTextContents();
  expect(titles.length).toBeGreaterThan(5);
  for (const title of titles) {
    await nav.getByRole("link", { name: title, exact: true }).click();
    const heading = page.getByRole("heading", { level: 2, name: title, exact: true });
    await expect(heading).toBeInViewport();
    await expect(nav).toBeInViewport();
    // The rows that stay on top cover no heading.
    const [row, own] = [await nav.boundingBox(), await heading.boundingBox()];
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(own?.y ?? 0);
  }
});
