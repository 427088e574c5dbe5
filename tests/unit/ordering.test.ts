import { describe, expect, test } from "vitest";
import type { EnabledState } from "#model/items/items.ts";
import { canMove, completed, moved, MOVES, parseMove, placed } from "#values/ordering.ts";
import { combineSections, DEFAULT_SECTION_ORDER, separateSections } from "#model/cards/sections.ts";

import { inCardOrder } from "#visibility/store/order.server.ts";

const one = [["a", "b", "c"]];
const two = [
  ["a", "b"],
  ["c", "d"],
];

describe("a row", () => {
  test.each([
    ["a", "top", false, ["a", "b", "c"]],
    ["a", "up", false, ["a", "b", "c"]],
    ["a", "down", true, ["b", "a", "c"]],
    ["a", "bottom", true, ["b", "c", "a"]],
    ["b", "top", true, ["b", "a", "c"]],
    ["b", "up", true, ["b", "a", "c"]],
    ["b", "down", true, ["a", "c", "b"]],
    ["c", "top", true, ["c", "a", "b"]],
    ["c", "down", false, ["a", "b", "c"]],
    ["c", "bottom", false, ["a", "b", "c"]],
    ["b", "across", false, ["a", "b", "c"]],
    ["x", "up", false, ["a", "b", "c"]],
  ] as const)("%s moved %s: possible %s, then %j", (id, move, possible, order) => {
    expect(canMove(one, id, move)).toBe(possible);
    expect(moved(one, id, move)).toEqual([order]);
  });

  test("goes to the end of the other list, and alone there it has nowhere else to go", () => {
    expect(moved(two, "a", "across")).toEqual([["b"], ["c", "d", "a"]]);
    const lonely = moved([["a"], ["b"]], "b", "across");
    expect(lonely).toEqual([["a", "b"], []]);
    expect(MOVES.filter((move) => canMove(lonely, "a", move))).toEqual([
      "down",
      "bottom",
      "across",
    ]);
  });

  test("is dropped at a place counted without it, in its own list and in the other", () => {
    expect(placed(one, "a", { column: 0, index: 1 })).toEqual([["b", "a", "c"]]);
    expect(placed(two, "a", { column: 1, index: 1 })).toEqual([["b"], ["c", "a", "d"]]);
    expect(placed(two, "a", { column: 1, index: 99 })).toEqual([["b"], ["c", "d", "a"]]);
  });
});

test("a sent order is made whole: nothing unknown, nothing twice, nothing lost", () => {
  expect(completed([["c", "x", "a", "c"]], one)).toEqual([["c", "a", "b"]]);
  expect(completed([["d"], ["a", "d"]], two)).toEqual([
    ["d", "b"],
    ["a", "c"],
  ]);
  expect(completed([], two)).toEqual(two);
});

test("a button's value is a known move and an id that may have spaces", () => {
  expect(parseMove("up Reports.soc2", MOVES)).toEqual({ move: "up", id: "Reports.soc2" });
  expect(parseMove("top a b", MOVES)).toEqual({ move: "top", id: "a b" });
  expect(parseMove("sideways a", MOVES)).toBeNull();
  expect(parseMove("up", MOVES)).toBeNull();
});

test("Overview and Certifications become one row where the first of them stands, and two again", () => {
  expect(combineSections(["help", "certifications", "cards", "overview"])).toEqual([
    "help",
    "overview_and_certifications",
    "cards",
  ]);
  expect(separateSections(combineSections(DEFAULT_SECTION_ORDER))).toEqual(DEFAULT_SECTION_ORDER);
});

describe("the first items of a card", () => {
  const item = (
    sortKey: string,
    text: "open" | "locked",
    { state = "Enabled", position = null }: { state?: EnabledState; position?: number | null } = {},
  ) => ({ uid: sortKey, kind: "Policies" as const, sortKey, state, position, access: { text } });
  const order = (items: ReturnType<typeof item>[]) => inCardOrder(items).map(({ uid }) => uid);

  test("are those that can be read, then locked ones, each by title", () => {
    expect(
      order([item("a", "locked"), item("d", "open"), item("b", "open"), item("c", "locked")]),
    ).toEqual(["b", "d", "a", "c"]);
  });

  test("of one title come in one order, whatever the database gives", () => {
    const [first, second] = ["x", "y"].map((uid) => ({ ...item("a", "open"), uid }));
    const [third, fourth] = ["x", "y"].map((uid) => ({
      ...item("a", "open", { position: 0 }),
      uid,
    }));
    if (!first || !second || !third || !fourth) throw new Error("there are four");
    expect(order([second, first])).toEqual(order([first, second]));
    expect(order([fourth, third])).toEqual(order([third, fourth]));
  });

  test("stay in their state: a locked item that is enabled precedes an open one in progress", () => {
    expect(order([item("a", "open", { state: "WorkInProgress" }), item("b", "locked")])).toEqual([
      "b",
      "a",
    ]);
  });

  test("are as staff arranged them, where they did", () => {
    expect(
      order([
        item("a", "open"),
        item("b", "open", { position: 1 }),
        item("c", "locked", { position: 0 }),
      ]),
    ).toEqual(["c", "b", "a"]);
  });

  test.each([null, 1])(
    "that a card shows are the first of all of them (position %s)",
    (position) => {
      const states = ["Enabled", "WorkInProgress"] as const;
      const all = Array.from({ length: 60 }, (_, at) => ({
        ...item("bcda"[at % 4] ?? "", at % 3 === 0 ? "locked" : "open", {
          state: states[Number(at % 7 === 0)] ?? "Enabled",
          position: at % 5 === 0 ? position : null,
        }),
        uid: `${at}`,
      }));
      for (const most of [0, 1, 5, 59, 60, 61])
        expect(inCardOrder(all, most)).toEqual(inCardOrder(all).slice(0, most));
    },
  );
});
