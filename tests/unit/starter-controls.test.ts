import { describe, expect, test } from "vitest";
import { catalogueItem } from "#model/cards/catalogue/index.ts";
import {
  STARTER_GROUPS,
  STARTER_UIDS,
  starterSchema,
  starterWords,
} from "#content/starter-controls/rules/starter-controls.ts";

const ALL = STARTER_GROUPS.flatMap(({ controls }) => controls);

describe("the starter set", () => {
  test("has 40 controls, each once", () => {
    expect(ALL).toHaveLength(40);
    expect(STARTER_UIDS).toHaveLength(40);
  });

  test.each(ALL)("$uid is a standard item with one or two sentences", ({ uid, text }) => {
    expect(catalogueItem(uid)).toBeDefined();
    expect(text.length).toBeLessThanOrEqual(200);
    const sentences = text.replace(/TLS 1\.2/g, "TLS").split(/(?<=\.)\s+/);
    expect(sentences.length).toBeLessThanOrEqual(2);
    expect(text).toMatch(/^[A-Z].*\.$/);
    expect(text).not.toMatch(/[*_`<>[\]]/);
    // Its text is its own, not the advice that editors read.
    expect(text).not.toBe(catalogueItem(uid)?.guidance);
  });

  test.each<[string, unknown, boolean]>([
    ["one that is in it", { items: ["DataSecurity.dataBackups"], access: "public" }, true],
    ["none", { items: [], access: "public" }, false],
    ["nothing sent", { access: "public" }, false],
    ["an item outside of it", { items: ["Reports.soc2"], access: "public" }, false],
    [
      "an access that it does not offer",
      { items: ["DataSecurity.dataBackups"], access: "hidden" },
      false,
    ],
  ])("takes or refuses %s", (_, value, isTaken) => {
    expect(starterSchema.safeParse(value).success).toBe(isTaken);
  });

  test.each([
    [0, "These controls are already on your portal."],
    [1, "1 control added to your portal."],
    [12, "12 controls added to your portal."],
  ])("says that %i were added", (added, words) => {
    expect(starterWords(added)).toBe(words);
  });
});
