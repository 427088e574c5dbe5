import { describe, expect, test } from "vitest";
import {
  differences,
  includedWords,
  isFound,
  profileTree,
  searchWords,
  type ItemChoice,
} from "#access/profiles/rules/profiles.ts";

const PRODUCTS = [
  { id: "one", name: "One" },
  { id: "two", name: "Two" },
];
const CARDS = [
  { productId: "one", kind: "Reports", title: "Reports" },
  { productId: "one", kind: "Legal", title: "Legal" },
  { productId: "two", kind: "Reports", title: "Reports" },
] as const;

function item(uid: string, more: Partial<ItemChoice> = {}): ItemChoice {
  return {
    productId: "one",
    kind: "Reports",
    uid,
    title: `Title of ${uid}`,
    publicAccess: false,
    hidden: false,
    state: "Enabled",
    documents: [],
    chosen: false,
    ...more,
  };
}

const WHOLE = { words: [], card: "", page: 1 };
const shape = (tree: ReturnType<typeof profileTree>) =>
  tree.products.flatMap(({ id, cards }) =>
    cards.map(
      ({ kind, rows }) => `${id} ${kind} ${rows?.map(({ uid }) => uid).join() ?? "closed"}`,
    ),
  );

describe("the tree of a profile", () => {
  const items = [
    item("a", { chosen: true, documents: ["d1", "d2"] }),
    item("b", { chosen: true, documents: ["d2"] }),
    item("c", { kind: "Legal" }),
    item("d", { productId: "two", documents: ["d3"] }),
  ];

  test("has products, cards and items in their order, and leaves out empty cards", () => {
    expect(shape(profileTree(items, PRODUCTS, CARDS, WHOLE))).toEqual([
      "one Reports a,b",
      "one Legal c",
      "two Reports d",
    ]);
    expect(shape(profileTree(items.slice(0, 1), PRODUCTS, CARDS, WHOLE))).toEqual([
      "one Reports a",
    ]);
  });

  test("counts a document once, however many items link to it", () => {
    const { total, products } = profileTree(items, PRODUCTS, CARDS, WHOLE);
    expect(total).toEqual({ items: 2, documents: 2 });
    expect(products[0]?.cards[0]?.chosen).toEqual({ items: 2, documents: 2 });
    expect(products[1]?.cards[0]?.chosen).toEqual({ items: 0, documents: 0 });
  });

  const large: [string, Parameters<typeof profileTree>[3], string[], number, number][] = [
    ["is closed", WHOLE, ["one Reports closed", "one Legal closed", "two Reports closed"], 1, 0],
    [
      "opens one card",
      { ...WHOLE, card: "one:Legal" },
      ["one Reports closed", "one Legal c", "two Reports closed"],
      1,
      0,
    ],
    [
      "opens a card page by page",
      { ...WHOLE, card: "one:Reports", page: 2 },
      ["one Reports b", "one Legal closed", "two Reports closed"],
      2,
      0,
    ],
    [
      "shows what is found, and says what is left",
      { ...WHOLE, words: ["title"] },
      ["one Reports a"],
      1,
      3,
    ],
    ["finds in other products", { ...WHOLE, words: ["of", "d"] }, ["two Reports d"], 1, 0],
  ];
  test.each(large)("of very many items %s", (_, query, expected, pages, left) => {
    const tree = profileTree(items, PRODUCTS, CARDS, query, 1);
    expect([shape(tree), tree.pages, tree.left, tree.isLarge]).toEqual([
      expected,
      pages,
      left,
      true,
    ]);
  });

  test("tells its counts", () => {
    expect(includedWords({ items: 1, documents: 0 })).toBe("1 item, 0 documents");
    expect(includedWords({ items: 1200, documents: 1 })).toBe("1,200 items, 1 document");
  });

  test("is searched by all words, however they are written", () => {
    expect(isFound("SOC 2 Report", searchWords(" report  soc "))).toBe(true);
    expect(isFound("SOC 2 Report", searchWords("report iso"))).toBe(false);
    expect(isFound("Anything", searchWords(""))).toBe(true);
  });

  test("is compared with another by what each includes alone", () => {
    const of = (uids: string, allItems = false) => ({
      allItems,
      has: ({ uid }: ItemChoice) => uids.includes(uid),
    });
    const uids = (rows: readonly ItemChoice[]) => rows.map(({ uid }) => uid).join("");
    const compared = (mine: ReturnType<typeof of>, theirs: ReturnType<typeof of>) => {
      const { onlyMine, onlyTheirs, both } = differences(items, mine, theirs);
      return [uids(onlyMine), uids(onlyTheirs), both];
    };
    expect(compared(of("ab"), of("bc"))).toEqual(["a", "c", 1]);
    expect(compared(of("", true), of("d"))).toEqual(["abc", "", 1]);
    expect(compared(of("", true), of("", true))).toEqual(["", "", 4]);
  });
});
