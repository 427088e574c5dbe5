import { describe, expect, test } from "vitest";
import { written } from "../../app/portal/twins/written.server.ts";
import { twinPath } from "#model/twins.ts";

describe("the address of a twin", () => {
  test.each([
    ["", "/index.json"],
    ["/", "/index.json"],
    ["/product/Data+Lake", "/product/Data+Lake/index.json"],
    ["/product/Data+Lake/soc-2", "/product/Data+Lake/soc-2.json"],
    ["/item/soc-2", "/item/soc-2.json"],
    ["/faq?product=Data+Lake", "/faq.json?product=Data+Lake"],
  ])("of %s is %s", (page, address) => {
    expect(twinPath(page, "json")).toBe(address);
  });
});

const FACTS = {
  kind: "card",
  empty: null,
  items: [
    {
      id: "a",
      title: "First\nitem",
      text: "Two\nlines",
      validUntil: "2027-01-31",
      list: ["one", "two"],
      documents: [{ id: null, name: "Report.pdf", size: 3 }],
    },
  ],
  none: [],
};

describe("a twin", () => {
  test("as JSON is what one writing would have given", async () => {
    expect(await written("Card", FACTS, "json")).toBe(`${JSON.stringify(FACTS, null, 2)}\n`);
  });

  test("as Markdown has every fact below the heading of what it is about", async () => {
    expect(await written("Card", FACTS, "md")).toBe(
      [
        "# Card",
        "",
        "- Kind: card",
        "",
        "## Items",
        "",
        "### First item",
        "",
        "- Id: a",
        "- Valid until: 2027-01-31",
        "- List: one; two",
        "",
        "**Text**",
        "",
        "Two",
        "lines",
        "",
        "#### Documents",
        "",
        "##### Report.pdf",
        "",
        "- Size: 3",
        "",
      ].join("\n"),
    );
  });
});
