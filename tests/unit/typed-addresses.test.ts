import { describe, expect, it } from "vitest";
import { takeTyped, whyNotSent } from "#values/typed-addresses.ts";
import { overPieces, timeOf } from "../work-time.ts";

/** Types keys one after the other into an empty field, as the chips take them. */
function type(keys: string, known: string[] = []) {
  const chips = [...known];
  let text = "";
  let fault = "";
  for (const key of keys) {
    text += key;
    const typed = takeTyped(text, chips, { caret: text.length });
    chips.push(...typed.taken);
    if (typed.taken.length > 0 || typed.left === "") text = typed.left;
    fault = typed.fault;
  }
  return { chips, text, fault };
}

describe("addresses that are typed", () => {
  it.each([
    [" ", "space"],
    [",", "comma"],
  ])("are taken by a separator (%j)", (separator) =>
    expect(type(`Jane@corp.example${separator}`)).toEqual({
      chips: ["jane@corp.example"],
      text: "",
      fault: "",
    }),
  );

  it("never grow together with what was refused before them", () => {
    const typed = type("bad a1@x.example,");
    expect(typed).toEqual({
      chips: ["a1@x.example"],
      text: "bad ",
      fault: '"bad" is not a valid email',
    });
    expect(type("bad,a1@x.example c@d.example ").chips).toEqual(["a1@x.example", "c@d.example"]);
  });

  it("are no address before they are finished, whatever stands beside them", () => {
    expect(type("bad jane@corp.exam").chips).toEqual([]);
    expect(type("bad jane@corp.example").text).toBe("bad jane@corp.example");
  });

  it("are left alone while they are corrected in the midst of a text", () => {
    expect(takeTyped("jane@corp.ex kim@corp.example", [], { caret: 12 })).toEqual({
      taken: [],
      left: "jane@corp.ex kim@corp.example",
      caret: 12,
      fault: "",
    });
    expect(takeTyped("jane@corp.ex kim@corp.example", [], { caret: 29 }).taken).toEqual([
      "jane@corp.ex",
    ]);
  });

  it("are each there once, however they are tagged", () => {
    expect(type("jane@corp.example jane+x@corp.example ")).toEqual({
      chips: ["jane@corp.example"],
      text: "jane+x@corp.example ",
      fault: '"jane+x@corp.example" has already been added',
    });
    expect(type("JANE@corp.example ", ["jane@corp.example"]).chips).toHaveLength(1);
  });

  it("are all taken at the end, and what is refused keeps a separator", () =>
    expect(takeTyped("bad a@x.example worse", [], { caret: 21, all: true })).toEqual({
      taken: ["a@x.example"],
      left: "bad worse ",
      caret: 9,
      fault: '"bad" is not a valid email',
    }));

  it.each([
    ["separators alone", " ,, ", 4, "", 0],
    ["a caret in what stays", "a@x.example bad", 13, "bad", 1],
    ["a caret in what goes", "bad a@x.example, c", 18, "bad c", 5],
  ])("keep the caret where it was: %s", (_, text, caret, left, at) =>
    expect(takeTyped(text, [], { caret })).toMatchObject({ left, caret: at }),
  );

  it("take time in proportion to their length", () => {
    const text = " ,".repeat(500_000) + "a@".repeat(200_000);
    const took = timeOf(() => void takeTyped(text, [], { caret: 0, all: true }));
    expect(overPieces(took, 150)).toBeNull();
  });
});

describe("an invitation", () => {
  it.each([
    ["", [], "none"],
    [" , ", [], "none"],
    ["jane@", [], "faulty"],
    ["jane@corp.example", [], null],
    ["", ["jane@corp.example"], null],
    ["bad ", ["jane@corp.example"], "faulty"],
    ["jane@corp.example", ["jane@corp.example"], "faulty"],
    ["b@x.example c@x.example", ["a@x.example"], "many"],
  ] as const)("of %j beside %j waits for: %s", (text, known, why) =>
    expect(whyNotSent(text, known, 2)).toBe(why),
  );
});
