import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { wording } from "../wording.ts";

const documents = (page: Page) => page.getByRole("region", { name: "Documents", exact: true });
const tab = (page: Page, name: string) =>
  documents(page)
    .getByRole("navigation", { name: "Documents", exact: true })
    .getByRole("link", { name });
const updates = (page: Page) =>
  page.getByRole("region", { name: "Trust Center Updates", exact: true });
const rows = (page: Page) => page.getByRole("table").locator("tbody tr").filter({ visible: true });

test.describe("documents", () => {
  test("the tabs show all, public or private documents", async ({ page }) => {
    await page.goto("/acme");
    await expect(tab(page, "All")).toHaveAttribute("aria-current", "true");
    await tab(page, "Public").click();
    await expect(page).toHaveURL(/documents=public/);
    await expect(tab(page, "Public")).toHaveAttribute("aria-current", "true");
    await documents(page).getByRole("link", { name: "View all documents" }).click();
    await expect(tab(page, "Public")).toHaveAttribute("aria-current", "true");
    await expect(documents(page).getByText("Locked")).toHaveCount(0);
    await expect(documents(page).getByRole("link", { name: "SOC 3 Report" })).toBeVisible();
    await tab(page, "Private").click();
    await expect(documents(page).getByRole("link", { name: "SOC 3 Report" })).toHaveCount(0);
    await expect(documents(page).getByRole("link", { name: "SOC 2 Report Locked" })).toBeVisible();
  });

  test("says what a document is, and narrows and sorts by links that keep each other", async ({
    page,
  }) => {
    await page.goto("/acme");
    const types = documents(page).getByRole("navigation", { name: "Type" });
    const sorts = documents(page).getByRole("navigation", { name: "Sort" });
    await types.getByRole("link", { name: "SOC 2 report" }).click();
    await expect(page).toHaveURL(/documentType=SOC\+2\+report/);
    await expect(
      documents(page).getByRole("link", { name: "SOC 2 Report Locked SOC 2 report" }),
    ).toBeVisible();
    await expect(documents(page).getByRole("link", { name: "SOC 3 Report" })).toHaveCount(0);
    await sorts.getByRole("link", { name: "A to Z" }).click();
    await expect(page).toHaveURL(/documentSort=title.*|documentType=SOC\+2\+report/);
    await expect(types.locator("[aria-current]")).toHaveText("SOC 2 report");
    await expect(sorts.locator("[aria-current]")).toHaveText("A to Z");
    await types.getByRole("link", { name: "All types" }).click();
    await expect(documents(page).getByRole("heading", { name: "Other documents" })).toBeVisible();
  });

  test("featured documents come first, the others unfold and fold again", async ({
    page,
    laidOut,
  }) => {
    await page.goto("/acme");
    await expect(
      documents(page).getByRole("heading", { name: "Featured Documents" }),
    ).toBeVisible();
    await expect(documents(page).getByRole("listitem")).toHaveCount(2);
    await documents(page).getByRole("link", { name: "View all documents" }).click();
    const all = documents(page).getByRole("group", { name: "All documents" });
    const links = all.getByRole("link");
    expect(await links.count()).toBeGreaterThan(40);
    if (laidOut) expect((await all.boundingBox())?.height).toBeLessThanOrEqual(600);
    await documents(page).getByRole("link", { name: "View featured documents" }).click();
    await expect(all).toHaveCount(0);
    await expect(documents(page).getByRole("listitem")).toHaveCount(2);
  });

  for (const as of [undefined, "owner@acme.example"])
    test(`fold out in 500 ms and away in 600 ms, or at once where motion is unwelcome: ${as ?? "anybody"} @chromium`, async ({
      page,
      enterAs,
    }) => {
      if (as !== undefined) await enterAs(as);
      await page.goto("/acme");
      const all = documents(page).getByRole("group", { name: "All documents" });
      const away = documents(page).locator(".folds-away");
      await expect(away).toHaveCSS("animation-name", "none");
      await documents(page).getByRole("link", { name: "View all documents" }).click();
      await expect(all).toHaveCSS("animation-name", "fold-out");
      await expect(all).toHaveCSS("animation-duration", "0.5s");
      await expect(all).toBeInViewport();
      await documents(page).getByRole("link", { name: "View featured documents" }).click();
      await expect(away).toHaveCSS("animation-name", "fold-away");
      await expect(away).toHaveCSS("animation-duration", "0.6s");
      await expect(documents(page).getByText("Featured Documents")).toBeInViewport();
      await expect(away).toHaveCSS("height", "0px");
      await page.emulateMedia({ reducedMotion: "reduce" });
      await expect(away).toHaveCSS("animation-name", "none");
      await documents(page).getByRole("link", { name: "View all documents" }).click();
      await expect(all).toHaveCSS("animation-name", "none");
      await page.goto("/acme?show=documents");
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await expect(all).toHaveCSS("animation-name", "none");
    });

  test("following a tab keeps the documents in sight @chromium", async ({ page }) => {
    await page.goto("/acme");
    await tab(page, "Public").click();
    await expect(page).toHaveURL(/documents=public/);
    await expect(page.getByRole("heading", { name: "Documents", exact: true })).toBeInViewport();
  });
});

test.describe("questions", () => {
  test("a question unfolds its answer on the home page, and all of them stand in a dialog", async ({
    page,
  }) => {
    await page.goto("/acme");
    const section = page.getByRole("region", { name: "Knowledge Base (FAQs)" });
    const answer = section.getByText("AES-256-GCM");
    await expect(answer).toBeHidden();
    await section.getByText("How is data encrypted?").click();
    await expect(answer).toBeVisible();
    await section.getByText("How is data encrypted?").click();
    await expect(answer).toBeHidden();
    await section.getByRole("link", { name: "View more questions (22)" }).click();
    const dialog = page.getByRole("dialog", { name: "Knowledge Base (FAQs)" });
    await expect(dialog.getByText("22 entries")).toBeVisible();
  });

  test("they stand by topic, favorites first, and those of others are absent", async ({ page }) => {
    await page.goto("/acme/faq");
    const entries = page.locator("main details");
    await expect(entries).toHaveCount(22);
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
      "Access",
      "AI",
      "Compliance",
      "Continuity",
      "Data protection",
      "Encryption",
      "Incidents",
      "Testing",
    ]);
    const topic = page.getByRole("region", { name: "Compliance" });
    await expect(topic.getByRole("heading", { level: 3 })).toHaveText([
      /^Do you have a SOC 2 Type II report/,
      /^Which parts of the company/,
    ]);
    await expect(page.getByRole("link", { name: "Next" })).toHaveCount(0);
    await page.goto("/acme/faq?q=auditor");
    await expect(page.getByText("How do we exercise our audit rights?")).toHaveCount(0);
    await page.goto("/acme/faq?q=FedRAMP");
    await expect(page.getByText(wording.noResults)).toBeVisible();
    await page.goto("/acme/faq?product=Acme+Data+Lake");
    await expect(
      page.getByText("In which formats does Acme Data Lake keep our data?"),
    ).toBeVisible();
    await expect(page.getByText("Can we use our own encryption keys?")).toHaveCount(0);
  });

  test("a search looks in question, answer and comment, keeps its words and can find nothing", async ({
    page,
  }) => {
    await page.goto("/acme/faq");
    const box = page.getByRole("searchbox", { name: wording.searchFaq });
    await box.fill("frankfurt");
    await page.getByRole("main").getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/q=frankfurt/);
    await expect(box).toHaveValue("frankfurt");
    await expect(page.getByText("Where is our data stored?")).toBeVisible();
    await expect(page.getByText("How is data encrypted?")).toHaveCount(0);
    await box.fill("<b>nothing of the kind</b>");
    await box.press("Enter");
    await expect(page.getByText(wording.noResults)).toBeVisible();
    await expect(box).toHaveValue("<b>nothing of the kind</b>");
  });
});

test.describe("updates", () => {
  test("five topics a page, pinned ones first, the hidden one and private updates nowhere", async ({
    page,
    laidOut,
  }) => {
    await page.goto("/acme");
    const topics = updates(page).getByRole("article");
    await expect(topics).toHaveCount(5);
    await expect(topics.first()).toContainText("Pinned");
    await expect(topics.first()).toContainText(
      "New subprocessor: Statusbeacon for the public status page",
    );
    await expect(topics.nth(1)).toContainText("SOC 2 Type II report 2026 is available");
    await updates(page).getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(updates(page).getByText("Page 2 of 2")).toBeVisible();
    if (laidOut) await expect(updates(page)).toBeInViewport();
    await expect(page.getByText("Certified to ISO/IEC 42001")).toBeVisible();
    await expect(page.getByText("Late sign-in codes by text message")).toHaveCount(0);
    await expect(page.getByText("DORA addendum for financial entities")).toHaveCount(0);
    await updates(page).getByRole("link", { name: "Previous" }).click();
    await expect(updates(page).getByText("Page 1 of 2")).toBeVisible();
    await expect(page.getByText("Service credits are applied")).toHaveCount(0);
  });

  test("earlier updates of a topic unfold, and its own page shows them all", async ({ page }) => {
    await page.goto("/acme/updates");
    const topic = page
      .getByRole("article")
      .filter({ hasText: "Delayed document processing in EU Central" });
    await expect(topic.getByText("Resolved")).toBeHidden();
    await topic.getByText("3 earlier updates").click();
    await expect(topic.getByText("Resolved")).toBeVisible();
    await topic.getByRole("link", { name: "Delayed document processing in EU Central" }).click();
    await expect(page).toHaveURL(/\/acme\/updates\/[\w-]+$/);
    await expect(page).toHaveTitle(
      "Delayed document processing in EU Central · Acme Cloud Trust Center",
    );
    await expect(page.getByText("Since 08:12 UTC")).toBeVisible();
    await page.getByRole("link", { name: "All updates" }).click();
    await expect(page).toHaveURL("/acme/updates");
  });

  test("the updates bar leads to its topic on the page: marked, focused, below the header and in sight @chromium", async ({
    page,
  }) => {
    await page.goto("/acme");
    await page
      .getByRole("complementary", { name: "Latest trust update" })
      .getByRole("link")
      .click();
    await expect(page).toHaveURL(/tcuUid=/);
    await expectHighlighted(page, "SOC 2 Type II report 2026 is available");
  });

  test("tcuUid alone opens the page that holds the topic, and scrolls to it @chromium", async ({
    page,
  }) => {
    await page.goto("/acme?page=2");
    const topic = updates(page)
      .getByRole("article")
      .filter({ hasText: "Certified to ISO/IEC 42001" });
    const id = (await topic.getAttribute("id"))?.replace("topic-", "") ?? "";
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      await page.goto(`/acme?tcuUid=${id}`);
      await expect(updates(page).getByText("Page 2 of 2")).toBeVisible();
      await expectHighlighted(page, "Certified to ISO/IEC 42001");
    }
  });

  async function expectHighlighted(page: Page, subject: string): Promise<void> {
    const topic = updates(page).getByRole("article").filter({ hasText: subject });
    await expect(topic).toBeFocused();
    const header = (await page.locator("header").boundingBox()) ?? { y: 0, height: 0 };
    await expect
      .poll(async () => (await topic.boundingBox())?.y, {
        message: "the topic's top edge lies below the header",
      })
      .toBeGreaterThanOrEqual(header.y + header.height);
    expect((await topic.boundingBox())?.y, "the topic's top edge lies in the window").toBeLessThan(
      page.viewportSize()?.height ?? 0,
    );
    const marks = await updates(page)
      .getByRole("article")
      .evaluateAll((topics) => topics.map((element) => getComputedStyle(element).borderColor));
    expect(new Set(marks).size, "one topic looks different from the others").toBe(2);
  }
});

test.describe("subprocessors", () => {
  test("the row on the home page leads to the table of all of them", async ({ page }) => {
    await page.goto("/acme");
    const row = page.getByRole("region", { name: "Subprocessors", exact: true }).getByRole("link");
    await expect(row.locator("img")).toHaveCount(5);
    await row.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Subprocessors");
    await expect(rows(page)).toHaveCount(25);
    await expect(page.getByRole("columnheader")).toHaveText([
      "Company",
      "Purpose",
      "Location",
      "Additional Details",
    ]);
  });

  test("the search filters the table: as one types where scripts run, else when it is sent", async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.goto("/acme/subprocessors");
    const box = page.getByRole("searchbox", { name: wording.searchSubprocessors });
    const search = async (words: string) => {
      if (javaScriptEnabled) return box.pressSequentially(words);
      await box.fill(words);
      return page.getByRole("main").getByRole("button", { name: "Search" }).click();
    };
    await search("off-site");
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText("Coldharbour Archive");
    await expect(page).toHaveURL(
      javaScriptEnabled ? "/acme/subprocessors" : "/acme/subprocessors?q=off-site",
    );
    await search(" nowhere");
    await expect(page.getByText(wording.noResults)).toBeVisible();
    if (javaScriptEnabled)
      await expect(page.getByRole("status").filter({ hasText: wording.noResults })).toHaveCount(1);
    await expect(rows(page)).toHaveCount(0);
    await box.fill("");
    if (!javaScriptEnabled)
      await page.getByRole("main").getByRole("button", { name: "Search" }).click();
    await expect(rows(page)).toHaveCount(25);
    await expect(page.getByText(wording.noResults)).toHaveCount(0);
  });

  test("a sent search shows only what matches, and more typing asks the server again", async ({
    page,
  }) => {
    await page.goto("/acme/subprocessors?q=germany");
    const some = await rows(page).count();
    expect(some).toBeGreaterThan(3);
    expect(some).toBeLessThan(25);
    const box = page.getByRole("main").getByRole("searchbox");
    await expect(box).toHaveValue("germany");
    await box.fill("sweden");
    await box.press("Enter");
    await expect(rows(page)).toHaveCount(1);
  });

  test("a column that no row fills is not there", async ({ page }) => {
    await page.goto("/acme/subprocessors?product=Acme+Data+Lake");
    await expect(rows(page)).toHaveCount(6);
    await expect(page.getByRole("columnheader")).toHaveText(["Company", "Purpose", "Location"]);
    const box = page.getByRole("main").getByRole("searchbox");
    await box.fill("leipzig");
    await box.press("Enter");
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(/product=Acme\+Data\+Lake/);
  });
});
