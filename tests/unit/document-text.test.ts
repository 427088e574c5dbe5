import { afterEach, describe, expect, test, vi } from "vitest";
import { documentText, inItsLines, NoText } from "#content/documents/texts/document-text.ts";
import { marking, NotMarkable } from "#content/files/watermark/marking.ts";
import type { Services } from "#platform/context.ts";

const services = {} as Pick<Services, "store" | "blobs" | "now" | "log">;
const file = { orgId: "o", blobHash: "h", contentType: "application/pdf", size: 1 };
const said = (text: string) => ({ text, hasHidden: false, isCut: false, isDamaged: false });

/** A PDF of so many pages, which are read a few at a time. */
function pages(count: number, page: (number: number) => ReturnType<typeof said>) {
  vi.spyOn(marking, "outline").mockResolvedValue({ pageCount: count, notes: [], pages: [] });
  return vi.spyOn(marking, "texts").mockImplementation(async (_source, { first, count: most }) => {
    const length = Math.min(most, 30, count - first + 1);
    return {
      pageCount: count,
      pages: Array.from({ length }, (_, at) => ({ number: first + at, ...page(first + at) })),
    };
  });
}

afterEach(() => vi.restoreAllMocks());

describe("a PDF's text", () => {
  test("is read to page 450, and nothing is left out", async () => {
    pages(450, (number) => said(number === 450 ? "Lastpagezebra" : `Page ${number}`));
    const { count, pages: read, leftOut } = await documentText(services, file);
    expect([count, read.length, read.at(-1)?.text]).toEqual([450, 450, "Lastpagezebra"]);
    expect(leftOut.searchedPages).toBeNull();
  });

  test("ends behind page 2,000, and says so", async () => {
    pages(2_450, () => said("Words"));
    const { leftOut, pages: read } = await documentText(services, file);
    expect(leftOut.searchedPages).toBeGreaterThanOrEqual(2_000);
    expect(leftOut.searchedPages).toBeLessThan(2_450);
    expect(read.at(-1)?.page).toBe(leftOut.searchedPages);
  });

  test("ends after a million characters, and says behind which page", async () => {
    const texts = pages(90, () => said("word ".repeat(9_000)));
    const { leftOut, pages: read } = await documentText(services, file);
    expect(leftOut).toMatchObject({ searchedPages: 23, isCut: true });
    expect(read.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1_000_000);
    expect(texts.mock.calls.length).toBeLessThan(3);
  });

  test("names the pages that can't be read, are cut or hide something, and goes on behind them", async () => {
    pages(10, (number) => ({
      ...said(`Page ${number}`),
      hasHidden: number === 2,
      isCut: number === 3,
      isDamaged: number === 4,
    }));
    const whole = vi.mocked(marking.texts).getMockImplementation();
    vi.mocked(marking.texts).mockImplementation(async (source, part) => {
      if (part.first === 6) throw new NotMarkable("too-complex");
      const read = await whole?.(source, part);
      if (read === undefined) throw new Error("there is no file");
      return part.first < 6 ? { ...read, pages: read.pages.slice(0, 6 - part.first) } : read;
    });
    const { leftOut, pages: read } = await documentText(services, file);
    expect(leftOut).toMatchObject({
      hiddenPages: [2],
      cutPages: [3],
      unreadPages: [4, 6],
      searchedPages: null,
    });
    expect(read.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 10]);
  });

  test("is on one line a page for the search, and in its own lines for readers", async () => {
    pages(1, () => said("The infor-\nmation\n\nof  two   \nlines"));
    const [page] = (await documentText(services, file)).pages;
    expect(page?.text).toBe("The infor\u00admation of two lines");
    expect(page && inItsLines(page)).toBe("The infor\u00admation\nof two\nlines");
  });

  test("is none where nothing on it is seen, and that something is hidden stays known", async () => {
    pages(1, () => ({ ...said(""), hasHidden: true }));
    const read = documentText(services, file);
    await expect(read).rejects.toThrow(NoText);
    await expect(read).rejects.toMatchObject({ count: 1, leftOut: { hiddenPages: [1] } });
  });
});
