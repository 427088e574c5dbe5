import { expect, test } from "./fixtures.ts";

test.describe("on paper @chromium", () => {
  test.beforeEach(({ page }) => page.emulateMedia({ media: "print" }));

  test("every answer of the FAQ is there, and no control", async ({ page }) => {
    await page.goto("/acme/faq");
    const entries = page.locator("main details");
    expect(await entries.count()).toBeGreaterThan(5);
    for (const entry of await entries.all())
      expect(
        await entry.evaluate((one) => one.lastElementChild?.getBoundingClientRect().height),
      ).toBeGreaterThan(10);
    await expect(page.getByRole("search")).toHaveCount(0);
    await expect(page.getByRole("banner")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Get access" })).toHaveCount(0);
    await expect(page.getByText("Link to this answer").first()).toBeHidden();
  });

  test("a drawer stands alone at the full width, all of it", async ({ page }) => {
    await page.goto("/acme/card/Reports");
    const drawer = page.getByRole("dialog");
    await expect(page.locator("main")).toBeHidden();
    const [whole, body] = await drawer.evaluate((one) => [
      one.getBoundingClientRect().width,
      document.body.clientWidth,
    ]);
    expect(Math.round(whole ?? 0)).toBe(body);
    const hidden = await drawer.evaluate((one) =>
      [one, ...one.querySelectorAll("*")].some(
        (part) =>
          // What only screen readers have is a point large.
          part.clientHeight > 1 &&
          part.scrollHeight > part.clientHeight + 2 &&
          getComputedStyle(part).overflowY !== "visible",
      ),
    );
    expect(hidden).toBe(false);
    await expect(drawer.getByText("Close")).toBeHidden();
  });

  test("no banner and no button is there, and who publishes it stands behind all text", async ({
    page,
  }) => {
    for (const path of ["/acme", "/acme/faq", "/acme/updates"]) {
      await page.goto(path);
      await expect(page.getByRole("complementary")).toHaveCount(0);
      await expect(page.getByRole("button")).toHaveCount(0);
      await expect(page.getByText("Start your security review")).toBeHidden();
      const [end, foot] = await page.evaluate(() => [
        document.querySelector("main")?.getBoundingClientRect().bottom ?? 0,
        document.querySelector("[data-printed]")?.getBoundingClientRect().top ?? 0,
      ]);
      expect([path, end > 0 && foot >= end]).toEqual([path, true]);
    }
  });

  test("a list of your team has neither its notice nor what its forms fold", async ({
    page,
    enterAs,
  }) => {
    await enterAs("owner@acme.example");
    await page.goto("/requests");
    await expect(page.getByRole("row").first()).toBeVisible();
    await expect(page.getByText("Emails are not being delivered")).toBeHidden();
    await expect(page.getByText("Each person joins the account")).toBeHidden();
    await expect(page.getByRole("navigation")).toHaveCount(0);
  });

  test("links that lead outside have their address beside them, and the sheet says whose it is", async ({
    page,
  }) => {
    await page.goto("/acme/subprocessors");
    const outside = page.locator('main a[href^="https://"]').first();
    if ((await outside.count()) > 0)
      expect(await outside.evaluate((link) => getComputedStyle(link, "::after").content)).toContain(
        (await outside.getAttribute("href")) ?? "none",
      );
    const line = page.locator("[data-printed]");
    expect(await line.evaluate((one) => getComputedStyle(one, "::after").content)).toContain(
      "/subprocessors",
    );
    await expect(line).toHaveText("Acme Cloud Trust Center");
  });
});
