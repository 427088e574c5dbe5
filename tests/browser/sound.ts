import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { HtmlValidate, type ConfigData } from "html-validate";
import { expect, test } from "./fixtures.ts";
import { outOfReach, overflow, smallTargets } from "./layout.ts";

const validator = new HtmlValidate(
  JSON.parse(readFileSync(new URL("html-validate.json", import.meta.url), "utf8")) as ConfigData,
);

/** The page as it stands is valid HTML, nothing out of reach, no target too small; axe finds nothing, narrow and wide, light and dark. */
export async function isSound(page: Page): Promise<void> {
  const problems: string[] = [];
  const html = await page
    .evaluate(() => `<!DOCTYPE html>${document.documentElement.outerHTML}`)
    .catch(() => null);
  if (html !== null && test.info().project.name === "no-scripts")
    problems.push(
      ...(await validator.validateString(html)).results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      ),
    );
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    problems.push(
      ...[...(await outOfReach(page)), ...(await smallTargets(page))].map(
        (what) => `${width}: ${what}`,
      ),
    );
    if ((await overflow(page)) > 0) problems.push(`${width}: wider than its window`);
    if (test.info().project.name === "no-scripts") continue;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // What stands in a frame is the browser's own viewer.
      const { violations } = await new AxeBuilder({ page })
        .exclude("iframe")
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
        .analyze();
      problems.push(
        ...violations.map(
          ({ id, nodes }) => `${width} ${colorScheme} ${id}: ${nodes[0]?.html.slice(0, 200)}`,
        ),
      );
    }
  }
  expect(problems).toEqual([]);
}
