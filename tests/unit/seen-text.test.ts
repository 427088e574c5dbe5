import { beforeAll, describe, expect, test } from "vitest";
import { Pdfium } from "#content/files/watermark/pdfium.ts";
import { withWholeWords } from "#values/parted-words.ts";
import { line, replaced, textPdf } from "../text-pdf.ts";
import { testInFive } from "../in-turn.ts";

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await Pdfium.load();
});

async function read(...made: Parameters<typeof textPdf>) {
  const bytes = textPdf(...made);
  await pdfium.documents.take("test", bytes.length, async (write) => write(0, bytes));
  return pdfium.read(pdfium.documents.held("test"), 1);
}

const SEEN = line("Visibleword", 700);
const inLayer = (layer: number, content: string) => `/OC /L${layer} BDC ${content} EMC`;
const STRIPES = "q 96 0 0 60 60 480 cm /Stripes Do Q";
const BLACK = "q 300 0 0 60 60 480 cm /Black Do Q";
const longWords = "Hiddenword that goes on and on beside a letter that is seen";
const recognized = `BT 3 Tr /F1 12 Tf 72 500 Td (Hiddenword) Tj 0 Tr ET`;

describe("text that nobody sees on the page is left out", () => {
  test.each([
    ["cropped away", { content: line("Hiddenword", 100), crop: [0, 300, 612, 792] as const }],
    [
      "cropped away on a turned page",
      { content: line("Hiddenword", 100), crop: [0, 300, 612, 792] as const, rotate: 90 },
    ],
    ["off the page", { content: line("Hiddenword", 900) }],
    ["left of the page", { content: line("Hiddenword", 500, -400) }],
    ["white on white", { content: `1 g ${line("Hiddenword", 500)} 0 g` }],
    ["nearly white", { content: `0.99 g ${line("Hiddenword", 500)} 0 g` }],
    ["black on black", { content: `0 g 60 480 300 60 re f ${line("Hiddenword", 500)}` }],
    ["under a bar", { content: `${line("Hiddenword", 500)} 0 g 60 490 300 24 re f` }],
    [
      "under a bar just as high as its letters",
      { content: `${line("Hiddenword", 500)} 0 g 70 497 100 13 re f` },
    ],
    ["under a picture", { content: `${line("Hiddenword", 500)} ${STRIPES}` }],
    ["without ink", { content: `q /None gs ${line("Hiddenword", 500)} Q` }],
    ["clipped away", { content: `q 0 0 10 10 re W n ${line("Hiddenword", 500)} Q` }],
    ["invisible over nothing", { content: recognized }],
    ["invisible over a black bar of a scan", { content: `${BLACK} ${recognized}` }],
    ...[0, 3, 5, -4].map((up): [string, { content: string }] => [
      `under a bar with a label ${up} points above it`,
      {
        content: `${line("Hiddenword", 500)} 0 g 60 480 300 50 re f 1 g ${line("WITHHELD BY US", 500 + up)} 0 g`,
      },
    ]),
    ["a point high", { content: line("Hiddenword", 500, 72, 1) }],
    ["half a point high", { content: line("Hiddenword", 500, 72, 0.5) }],
    ["a point and a half high", { content: line("HIDDENword Hiddenword", 500, 72, 1.5) }],
    [
      "scaled to a hundredth",
      { content: `q 0.01 0 0 0.01 0 0 cm ${line("Hiddenword", 50_000, 7_200, 50)} Q` },
    ],
    ["squashed flat", { content: "BT /F1 12 Tf 1 0 0 0.02 72 500 Tm (Hiddenword) Tj ET" }],
    ["squashed flat, aslant", { content: "BT /F1 12 Tf 1 1 0.02 0 72 500 Tm (Hiddenword) Tj ET" }],
    ["squashed to a stroke", { content: "BT 1 Tz /F1 12 Tf 72 500 Td (Hiddenword) Tj 100 Tz ET" }],
    [
      "a point high over a picture, invisible",
      { content: `${STRIPES} BT 3 Tr /F1 1 Tf 72 500 Td (Hiddenword) Tj 0 Tr ET` },
    ],
    ["said in place of a letter", { content: replaced(longWords, line("x", 500)) }],
    [
      "said in place of a letter beside white ones",
      {
        content: replaced(longWords, `0 g ${line("x", 500)} 1 g ${line("w".repeat(40), 486)} 0 g`),
      },
    ],
    ["said in place of each of many", { content: `BT /Said 12 Tf 72 500 Td (xxxx) Tj ET` }],
    ["said in place of a large letter", { content: `BT /Said 60 Tf 72 500 Td (x) Tj ET` }],
    [
      "white below a text that is seen",
      { content: `1 g ${line("Hiddenword", 600)} 0 g ${line("Otherwords", 600)}` },
    ],
  ])("%s", async (_name, page) => {
    const { text, hasHidden } = await read([{ ...page, content: `${SEEN} ${page.content}` }]);
    expect(text).toContain("Visibleword");
    expect(text).not.toMatch(/Hidden|idden/);
    expect(hasHidden).toBe(true);
  });

  test.each([
    ["a layer that is off", { isOff: true }],
    ["a layer for print", { isForPrint: true }],
  ])("in %s", async (_name, layer) => {
    const content = `${SEEN} ${inLayer(1, line("Hiddenword", 500))}`;
    expect(await read([{ content }], [layer])).toMatchObject({
      text: "Visibleword",
      hasHidden: true,
    });
  });

  test("in a layer that is off where another one is on at the same place", async () => {
    const content = `${inLayer(1, line("Verborgenes", 700))} ${inLayer(2, line("Shownwords", 700))}`;
    const { text } = await read([{ content }], [{ isOff: true }, {}]);
    expect(text).toContain("Shownwords");
    expect(text).not.toContain("Verborgenes");
  });

  test("a covered part of a line is, and what stands beside it is not joined", async () => {
    const content = `${line("Account 12345678 open", 500)} 0 g 119 495 53 16 re f`;
    const { text, hasHidden } = await read([{ content }]);
    expect(text.replaceAll(/\s+/g, " ")).toBe("Account open");
    expect(hasHidden).toBe(true);
  });
});

describe("text that is seen is kept", () => {
  test.each([
    ["in a layer that is on", inLayer(1, line("Seenword", 500))],
    ["white on black", `0 g 60 480 300 60 re f 1 g ${line("Seenword", 500)}`],
    ["light gray", `0.85 g ${line("Seenword", 500)}`],
    ["small print", line("Seenword", 500, 72, 4)],
    ["an outline", `BT 1 Tr /F1 40 Tf 72 500 Td (Seenword) Tj ET`],
    ["twice, to look bold", `${line("Seenword", 500)} ${line("Seenword", 500, 72.4)}`],
    ["recognized in a scan", `${STRIPES} BT 3 Tr /F1 12 Tf 72 500 Td (Seenword) Tj ET`],
    ["over a picture", `${STRIPES} 0.5 g ${line("Seenword", 500)}`],
    ["in a ligature", `BT /Said 12 Tf 72 500 Td (Seenword for the omce) Tj ET`],
    ["of condensed print", `BT 50 Tz /F1 12 Tf 72 500 Td (Seenword) Tj 100 Tz ET`],
    ["turned", `BT /F1 4 Tf 0.7 0.7 -0.7 0.7 72 500 Tm (Seenword) Tj ET`],
    ["made large by the page", `q 12 0 0 12 0 0 cm ${line("Seenword", 40, 6, 1)} Q`],
    [
      "said of a word that a line's end parts",
      replaced("Seenword", `${line("Seen-", 500, 500)} ${line("word", 486)}`),
    ],
    [
      "said of a formula",
      replaced(
        "Seenword{n=1}",
        `${line("S", 500, 72, 20)} ${line("n", 492, 72, 7)} ${line("= 1", 492, 80, 7)} ${line("x", 500, 95)} ${line("y", 500, 104)}`,
      ),
    ],
    ["said of a hyphen", `${line("Seenword", 500)} ${replaced("-", line("~", 500, 130))}`],
    ["beside a bar", `${line("Seenword", 500)} 0 g 60 480 300 16 re f`],
  ])("%s", async (_name, content) => {
    const { text, hasHidden } = await read([{ content: `0 g ${SEEN} ${content}` }], [{}]);
    expect(text).toContain("Visibleword");
    expect(text).toContain("Seenword");
    expect(hasHidden).toBe(false);
  });

  test("on a page that is turned and cropped", async () => {
    for (const rotate of [0, 90, 180, 270, -90]) {
      const { text } = await read([{ content: SEEN, crop: [50, 300, 400, 792], rotate }]);
      expect(text, String(rotate)).toBe("Visibleword");
    }
  });

  test("words that a line's end parts are whole, hyphens of their own stay", async () => {
    const content = [
      line("The infor-", 700),
      line("mation is pseudo-", 684),
      line("nymised for customer-facing systems.", 668),
    ].join("\n");
    const { text } = await read([{ content }]);
    expect(withWholeWords(text).replaceAll(/\s+/g, " ")).toBe(
      "The information is pseudonymised for customer-facing systems.",
    );
  });

  testInFive(
    "of a page with too much of it the beginning, and that there is more is said",
    async () => {
      const many = Array.from({ length: 185 }, (_, at) =>
        line("abcdefghi ".repeat(30), 780 - 4 * at, 6, 4),
      ).join("\n");
      const { text, isCut } = await read([{ content: many }]);
      expect(isCut).toBe(true);
      expect(text.length).toBeGreaterThan(40_000);
    },
  );
});
