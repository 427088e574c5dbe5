import { DOMAIN, expect, test } from "./fixtures.ts";

const FEEDS = [
  ["Atom feed", "application/atom+xml"],
  ["JSON Feed", "application/feed+json"],
] as const;

test.describe("sharing", () => {
  for (const [width, place] of [
    [1440, "a bar at the left edge"],
    [1280, "a card before the footer"],
    [768, "a card before the footer"],
    [360, "a card before the footer"],
  ] as const) {
    test(`at ${width} pixels it is ${place}, with the public link in three ways @chromium`, async ({
      page,
      baseURL,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/acme");
      const aside = page.getByRole("complementary", { name: "Share and subscribe" });
      await aside.scrollIntoViewIfNeeded();
      const box = await aside.boundingBox();
      const footer = await page.getByRole("contentinfo").boundingBox();
      if (width === 1440) expect((box?.x ?? 99) + (box?.width ?? 99)).toBeLessThan(88);
      else expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((footer?.y ?? 0) + 1);
      await expect(aside.getByRole("link", { name: "Share on LinkedIn" })).toBeHidden();
      await aside.locator("summary").click();
      const link = `http://${DOMAIN}:${new URL(baseURL ?? "").port}/`;
      await expect(aside.getByText(link, { exact: true })).toBeVisible();
      await expect(aside.getByRole("link", { name: "Share on LinkedIn" })).toHaveAttribute(
        "href",
        `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(link)}`,
      );
      const mail =
        (await aside.getByRole("link", { name: "Send by email" }).getAttribute("href")) ?? "";
      expect(new URL(mail).searchParams.get("body")).toBe(link);
      await expect(aside.getByRole("link", { name: "Subscribe" })).toHaveAttribute(
        "href",
        /\?subscribe=true$/,
      );
    });
  }

  test("is offered where there is something to share, not on a page of one's own or one that isn't there", async ({
    page,
    faults,
    enterAs,
  }) => {
    await enterAs("riley@customer.example");
    const aside = page.getByRole("complementary", { name: /^Share/ });
    for (const path of ["/acme", "/acme/card/Reports", "/acme/updates", "/acme/subprocessors"]) {
      await page.goto(path);
      await expect(aside, path).toBeAttached();
    }
    for (const path of ["/acme/my-account", "/acme/nda", "/acme/search?q=backup"]) {
      await page.goto(path);
      await expect(page.getByRole("contentinfo"), path).toBeAttached();
      await expect(aside, path).toHaveCount(0);
    }
    faults.expectDocument(404);
    await page.goto("/acme/nothing");
    await expect(aside).toHaveCount(0);
  });

  test("copies the link and says so for three seconds; without scripts there is nothing to copy with", async ({
    page,
    context,
    baseURL,
    javaScriptEnabled,
  }) => {
    // The page's own clock: on a busy machine seconds pass between a press and a look.
    if (javaScriptEnabled) await page.clock.install({ time: 0 });
    await page.goto("/acme/faq");
    if (javaScriptEnabled) await page.clock.pauseAt(3_600_000);
    await page.locator("summary", { hasText: "Share" }).click();
    const aside = page.getByRole("complementary", { name: "Share and subscribe" });
    if (!javaScriptEnabled) {
      await expect(aside.getByText("Copy link")).toBeHidden();
      return;
    }
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const copy = aside.locator("a[data-copy-link]");
    await copy.click();
    await expect(copy).toHaveText("Copied!");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `http://${DOMAIN}:${new URL(baseURL ?? "").port}/`,
    );
    await page.clock.runFor(2_900);
    await expect(copy).toHaveText("Copied!");
    await page.clock.runFor(200);
    await expect(copy).toHaveText("Copy link");
    expect(page.url()).toContain("/acme/faq");
  });

  test("opens and closes by the keyboard @scripts-alone", async ({ page }) => {
    await page.goto("/acme");
    const summary = page.locator("summary", { hasText: "Share" });
    await summary.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await expect(page.locator("a[data-copy-link]").last()).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("link", { name: "Share on LinkedIn" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Share on LinkedIn" })).toBeHidden();
    await expect(summary).toBeFocused();
  });

  test("is there for the owner, without a subscription", async ({ page, enterAs }) => {
    await enterAs("owner@acme.example");
    await page.goto("/acme/faq");
    const aside = page.getByRole("complementary", { name: "Share" });
    await aside.locator("summary").click();
    await expect(aside.getByRole("link", { name: "Share on LinkedIn" })).toBeVisible();
    await expect(aside.getByRole("link", { name: "Subscribe" })).toHaveCount(0);
  });
});

test.describe("feeds", () => {
  test("are offered beside the updates and read by the browser's own XML parser", async ({
    page,
    request,
    javaScriptEnabled,
  }) => {
    await page.goto("/acme/updates");
    for (const [name, type] of FEEDS) {
      const link = page.getByRole("link", { name }).first();
      await expect(link).toHaveAttribute("type", type);
      const href = (await link.getAttribute("href")) ?? "";
      await expect(page.locator(`head link[rel=alternate][type="${type}"]`)).toHaveAttribute(
        "href",
        href,
      );
      const answer = await request.get(href);
      expect([answer.status(), answer.headers()["content-type"]]).toEqual([
        200,
        `${type}; charset=utf-8`,
      ]);
      if (type !== "application/atom+xml" || !javaScriptEnabled) continue;
      const entries = await page.evaluate(
        (text) => {
          const feed = new DOMParser().parseFromString(text, "application/xml");
          if (
            feed.querySelector("parsererror") !== null ||
            feed.documentElement.namespaceURI !== "http://www.w3.org/2005/Atom"
          )
            return null;
          return [...feed.querySelectorAll("entry")].map((entry) =>
            ["id", "title", "updated"].every(
              (required) => entry.querySelector(required)?.textContent,
            ),
          );
        },
        await answer.text(),
      );
      expect(entries?.length).toBeGreaterThan(5);
      expect(entries?.every(Boolean)).toBe(true);
    }
  });
});
