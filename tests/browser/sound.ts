import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { chance, everything, sample } from "../sample.ts";
import { expect, test } from "./fixtures.ts";
import { outOfReach, overflow, smallTargets } from "./layout.ts";
import { PlainPage } from "./plain/page.ts";

/** A window's width in pixels, and what the visitor prefers. */
interface Look {
  width: number;
  colorScheme: "light" | "dark";
}

const WIDTHS = [320, 768, 1280];

/** Where the pages are kept that tests/html reads when the browsers have ended. */
export const SAVED_PAGES = path.resolve("test-results/pages");

/** The short form, which each page has to read anew before it can be looked at. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG 2.2 A and AA, and best practice. */
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Rules that the layout check covers more strictly, and that take axe a third of its time. */
const CHECKED_BY_LAYOUT = ["target-size"];

/** The part of a journey's pages that axe looks at in the short run. */
const AXE_IN_JOURNEYS = 0.1;

/** The part of what axe looks at in the short run that it compares the contrast of, too. */
const CONTRAST = 0.35;

const OPEN_DIALOG = '[role="dialog"], dialog[open]';

/** A phone, a tablet and a laptop, light and dark: one of the six by the seed, or in the long run all of them. */
function looksOf(name: string): Look[] {
  const looks = WIDTHS.flatMap((width): Look[] => [
    { width, colorScheme: "light" },
    { width, colorScheme: "dark" },
  ]);
  return everything ? looks : sample(looks, 1, name);
}

/**
 * The page as it stands has valid HTML, nothing out of reach and no target too small, and axe finds nothing:
 * in the looks of this run.
 * @param options.html the document as it came over the wire; else the page as it stands, where no script changed it
 */
export async function isSound(page: Page, { html }: { html?: string } = {}): Promise<void> {
  // The answer to a form that is on its way takes this page's place.
  await expect(page.locator("form[data-sending]")).toHaveCount(0);
  await savePage(page, html);
  // No browser laid it out; its markup is checked once the journeys have ended.
  if (page instanceof PlainPage) return;
  const problems: string[] = [];
  const looks = looksOf(page.url());
  const isAsked = asksAxe();
  for (const width of new Set(looks.map((look) => look.width))) {
    await page.setViewportSize({ width, height: 900 });
    problems.push(...(await layoutFaults(page)).map((fault) => `${width} wide: ${fault}`));
    if (!isAsked) continue;
    for (const { colorScheme } of looks.filter((look) => look.width === width)) {
      // Colors that are on their way from one scheme to the other are no fault.
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      problems.push(
        ...(await axeViolations(page)).map((fault) => `${width} wide, ${colorScheme}: ${fault}`),
      );
    }
  }
  expect(problems, page.url()).toEqual([]);
}

/** The same in the middle of a journey: the window and its colors stay as they are. */
export async function isSoundAsItStands(page: Page): Promise<void> {
  await savePage(page);
  if (page instanceof PlainPage) return;
  const problems = await layoutFaults(page);
  if (asksAxe()) problems.push(...(await axeViolations(page)));
  expect(problems, page.url()).toEqual([]);
}

/** How often each test has come to a page that axe can look at. */
const visits = new WeakMap<object, number>();

/**
 * Whether axe looks at this page: at every state of quality.spec, and in the journeys, which pass through the same
 * pages, at a part of them by the seed. It needs scripts to run in the page, and the markup is the same without.
 */
function asksAxe(): boolean {
  if (withoutScripts()) return false;
  const info = test.info();
  const nth = (visits.get(info) ?? 0) + 1;
  visits.set(info, nth);
  if (everything || info.titlePath[0]?.startsWith("quality.spec")) return true;
  return chance(`axe ${info.title} ${nth}`) < AXE_IN_JOURNEYS;
}

async function layoutFaults(page: Page): Promise<string[]> {
  const wider = await overflow(page);
  return [
    ...(wider > 0 ? [`the page is ${wider} px wider than its window`] : []),
    ...(await outOfReach(page)),
    ...(await smallTargets(page)),
  ];
}

/**
 * What axe finds, with the first elements of each violation. In the short run it looks at an open dialog alone, since
 * the page behind is inert and has a look of its own. What stands in a frame is the browser's own viewer.
 */
async function axeViolations(page: Page): Promise<string[]> {
  // The palette is one for all pages, and to compare each text with what is behind it takes axe most of its time.
  const contrast = everything || chance(`contrast ${test.info().title} ${page.url()}`) < CONTRAST;
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ({ dialog, options }) => {
      const own = window as unknown as { axe: typeof axe };
      const open = dialog === null ? [] : [...document.querySelectorAll(dialog)];
      const { violations } = await own.axe.run(
        { ...(open.length > 0 ? { include: open } : {}), exclude: ["iframe"] },
        options,
      );
      return violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help} (${nodes.length}: ${nodes
            .map(({ html }) => html.slice(0, 200))
            .slice(0, 3)
            .join(", ")})`,
      );
    },
    {
      dialog: everything ? null : OPEN_DIALOG,
      options: {
        runOnly: { type: "tag" as const, values: AXE_TAGS },
        rules: {
          ...Object.fromEntries(CHECKED_BY_LAYOUT.map((rule) => [rule, { enabled: everything }])),
          "color-contrast": { enabled: contrast },
        },
        // Only an experimental rule reads stylesheets.
        preload: false,
        resultTypes: ["violations" as const],
      },
    },
  );
}

/** Keeps a document for the HTML checkers: one that came over the wire, or one that no script has changed. */
async function savePage(page: Page, html?: string): Promise<void> {
  // On a busy machine a page can be read before all of it, or its stylesheet, has come. Without scripts a page
  // counts as complete ('domcontentloaded') while its stylesheet is still on the way.
  await page.waitForLoadState("load");
  const markup =
    html ??
    (page instanceof PlainPage ? page.wire : null) ??
    (withoutScripts()
      ? await page.evaluate(() => `<!DOCTYPE html>${document.documentElement.outerHTML}`)
      : undefined);
  if (markup === undefined) return;
  const { pathname } = new URL(page.url());
  const readable = pathname.replace(/[^\w.-]+/g, "_").slice(0, 60);
  const name = `${readable}-${createHash("sha256").update(markup).digest("hex").slice(0, 12)}`;
  mkdirSync(SAVED_PAGES, { recursive: true });
  writeFileSync(path.join(SAVED_PAGES, `${name}.html`), markup);
}

function withoutScripts(): boolean {
  return test.info().project.use.javaScriptEnabled === false;
}
