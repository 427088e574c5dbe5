import { describe, expect, test } from "vitest";
import { colorsOfPixels, colorsOfSvg } from "#platform/files/picture-colors.ts";
import { colorSchema } from "#company/settings/rules/first-steps.ts";
import { withLogoColor } from "#company/settings/rules/settings-forms.ts";

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;
const fills = (...colors: string[]) =>
  svg(colors.map((color) => `<rect fill="${color}"/>`).join(""));

describe("the colors of an SVG", () => {
  test.each<[string, string, string[]]>([
    ["a fill", fills("#0b5d4e"), ["#0b5d4e"]],
    ["the most frequent first", fills("#c00020", "#0b5d4e", "#0b5d4e"), ["#0b5d4e", "#c00020"]],
    ["no black, white or gray", fills("#000000", "#fff", "#808080", "#efefec", "none"), []],
    ["three digits", fills("#0A6"), ["#00aa66"]],
    ["rgb()", fills("rgb(11, 93, 78)"), ["#0b5d4e"]],
    ["no rgb() that is none", fills("rgb(999, 0, 0)"), []],
    ["a name", fills("Navy"), ["#000080"]],
    ["no name that is none", fills("url(#a)", "context", "constructor"), []],
    ["a style", svg('<path style="stroke: #7a1fa2; fill:#fff"/>'), ["#7a1fa2"]],
    ["a style sheet", svg("<style>.a{fill:#7a1fa2}</style>"), ["#7a1fa2"]],
    ["a gradient", svg('<stop stop-color="#0055cc"/>'), ["#0055cc"]],
    ["one of two that look alike", fills("#0b5d4e", "#0b5d4e", "#0c5e50"), ["#0b5d4e"]],
    [
      "three at most",
      fills("#ff0000", "#00ff00", "#0000ff", "#ff00ff"),
      ["#ff0000", "#00ff00", "#0000ff"],
    ],
  ])("are %s", (_, text, colors) => {
    expect(colorsOfSvg(text)).toEqual(colors);
  });
});

/** So many pixels of each color. */
function pixels(...parts: readonly (readonly [number, number, number, number])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(([count, red, green, blue]) =>
      Array.from({ length: count }, () => [red, green, blue, 255]).flat(),
    ),
  );
}

describe("the colors of a drawn picture", () => {
  test.each<[string, Uint8Array, string[]]>([
    ["what covers most", pixels([9, 200, 0, 30], [20, 11, 93, 78]), ["#0b5d4e", "#c8001e"]],
    ["no paper and no ink", pixels([50, 255, 255, 255], [50, 10, 10, 12]), []],
    [
      "the color itself, not the edge where it meets the paper",
      pixels([100, 11, 93, 78], [1, 30, 107, 93], [900, 255, 255, 255]),
      ["#0b5d4e"],
    ],
    [
      "nothing that hardly covers anything",
      pixels([200, 11, 93, 78], [1, 200, 0, 30]),
      ["#0b5d4e"],
    ],
    ["nothing of no pixels", new Uint8Array(0), []],
  ])("are %s", (_, drawn, colors) => {
    expect(colorsOfPixels(drawn)).toEqual(colors);
  });
});

test.each<[string, object, string | null]>([
  ["the field alone", { accentColour: "#112233" }, "#112233"],
  ["the button before the field", { accentColour: "#112233", logoColor: "#0b5d4e" }, "#0b5d4e"],
  [
    "a button beside a field that holds none",
    { accentColour: "?", logoColor: "#0b5d4e" },
    "#0b5d4e",
  ],
  ["no button that holds none", { accentColour: "#112233", logoColor: "red" }, null],
])("a form with an accent takes %s", (_, sent, color) => {
  expect(withLogoColor(colorSchema).safeParse(sent).data?.accentColour ?? null).toBe(color);
});
