import type { Page } from "@playwright/test";

/** How far the page is wider than its window, in pixels. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}

/** What one could aim at and lies beside the window, where no scrolling leads: a menu that opens off the edge. */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
    return [
      ...document.querySelectorAll<HTMLElement>("a, button, input, summary, select, textarea"),
    ].flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      const shown =
        element.checkVisibility({ visibilityProperty: true }) &&
        width > 1 &&
        element.closest("[inert]") === null &&
        !scrolls(element.parentElement);
      if (!shown || (left >= -0.5 && right <= window.innerWidth + 0.5)) return [];
      return [
        `'${element.textContent?.trim().slice(0, 40)}' reaches from ${Math.round(left)} to ${Math.round(right)}`,
      ];
    });
  });
}

/** The least width and height of what a pointer has to hit, in pixels (quality.md, Reach). */
const LEAST = 24;

/**
 * What a pointer can aim at and is smaller than 24 by 24 pixels. Links inside a sentence may be as high
 * as its line (WCAG 2.2, 2.5.8); what is inert, or out of sight until it has the focus, is no target.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const reachable = [
      ...document.querySelectorAll<HTMLElement>("a, button, input, summary, select, textarea"),
    ].filter((element) => {
      const style = getComputedStyle(element);
      const clipped = style.clipPath !== "none" || style.clip !== "auto";
      return (
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !clipped &&
        element.closest("[inert]") === null &&
        element.getAttribute("type") !== "hidden"
      );
    });
    const letters = (text: string | null) => (text ?? "").replace(/[^\p{L}\p{N}]/gu, "").length;
    const inSentence = (element: HTMLElement) => {
      if (getComputedStyle(element).display !== "inline") return false;
      let block = element.parentElement;
      while (block !== null && getComputedStyle(block).display === "inline")
        block = block.parentElement;
      return letters(block?.textContent ?? "") > letters(element.textContent);
    };
    return reachable.flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      if ((width >= least && height >= least) || inSentence(element)) return [];
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40);
      return [
        `${element.tagName.toLowerCase()} '${name}' is ${Math.round(width * 10) / 10} x ${Math.round(height * 10) / 10}`,
      ];
    });
  }, LEAST);
}
