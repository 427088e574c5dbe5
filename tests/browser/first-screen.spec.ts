import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** How far a page is read in two screens of a telephone, and in one of a laptop, in pixels. */
const SCREENS = [
  { width: 1280, height: 900, within: 900 },
  { width: 360, height: 740, within: 1_480 },
];

for (const { width, height, within } of SCREENS) {
  test(`at ${width} × ${height} the first ${within} pixels hold what a buyer comes for @chromium`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/acme", { waitUntil: "load" });
    const main = page.getByRole("main");
    const glance = main.getByRole("region", { name: "At a glance" });
    const documents = glance.getByRole("list", { name: "Documents" });
    const wanted: Record<string, Locator> = {
      "the name": main.getByRole("heading", { level: 1 }),
      "the search": main.getByRole("searchbox"),
      "the first certification": glance.getByRole("link", { name: /Valid until/ }).first(),
      "the last certification": glance.getByRole("link", { name: /Valid until/ }).last(),
      "the latest report": glance.getByText("Latest report"),
      "the first document": documents.getByRole("link").first(),
      "all documents": documents.getByRole("link", { name: /^All documents \(\d+\)$/ }),
      "the way in": page.getByRole("link", { name: "Get access", exact: true }).first(),
    };
    const below: string[] = [];
    for (const [what, locator] of Object.entries(wanted)) {
      await expect(locator, what).toBeVisible();
      const box = await locator.boundingBox();
      if (box === null || box.y < 0 || box.y + box.height > within)
        below.push(`${what} ends at ${box === null ? "no place" : box.y + box.height}`);
    }
    expect(below).toEqual([]);
    expect(await glance.getByRole("link", { name: /Valid until/ }).count()).toBeGreaterThanOrEqual(
      3,
    );
    expect(await documents.getByRole("link").count()).toBeGreaterThanOrEqual(4);
  });
}
