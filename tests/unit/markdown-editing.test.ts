import { describe, expect, test } from "vitest";
import { marked, type Mark } from "#values/markdown-editing.ts";

/** What a button makes of a text whose selection stands between ⟦ and ⟧, shown in the same way. */
function pressed(shown: string, mark: Mark): string {
  const start = shown.indexOf("⟦");
  const end = shown.indexOf("⟧") - 1;
  const { from, to, text, selected } = marked(shown.replace(/[⟦⟧]/g, ""), { start, end }, mark);
  const whole = shown.replace(/[⟦⟧]/g, "");
  const after = whole.slice(0, from) + text + whole.slice(to);
  return `${after.slice(0, selected.start)}⟦${after.slice(selected.start, selected.end)}⟧${after.slice(selected.end)}`;
}

describe("a button of a Markdown field", () => {
  const cases: [Mark, string, string][] = [
    ["bold", "It is ⟦ready⟧.", "It is **⟦ready⟧**."],
    ["bold", "It is **⟦ready⟧**.", "It is ⟦ready⟧."],
    ["bold", "It is⟦ ready ⟧now", "It is **⟦ready⟧** now"],
    ["bold", "It is ⟦⟧.", "It is **⟦bold text⟧**."],
    ["bold", "It is *⟦ready⟧*.", "It is ***⟦ready⟧***."],
    ["italic", "It is ⟦ready⟧.", "It is *⟦ready⟧*."],
    ["italic", "It is *⟦ready⟧*.", "It is ⟦ready⟧."],
    ["italic", "It is **⟦ready⟧**.", "It is ***⟦ready⟧***."],
    ["italic", "It is ***⟦ready⟧***.", "It is **⟦ready⟧**."],
    ["heading", "One\nT⟦w⟧o\nThree", "One\n## Two⟦⟧\nThree"],
    ["heading", "One\n## T⟦⟧wo\nThree", "One\nTwo⟦⟧\nThree"],
    ["heading", "⟦⟧", "## ⟦⟧"],
    ["list", "O⟦ne\n\nTw⟧o\nThree", "⟦- One\n\n- Two⟧\nThree"],
    ["list", "⟦- One\n- Two\n⟧Three", "⟦One\nTwo⟧\nThree"],
    ["list", "⟦- One\nTwo⟧", "⟦- One\n- Two⟧"],
    ["list", "### ⟦⟧Title", "- Title⟦⟧"],
    ["link", "See ⟦our page⟧.", "See [our page](⟦https://⟧)."],
    ["link", "See ⟦⟧.", "See [⟦link text⟧](https://)."],
    ["link", "See ⟦https://a.example/b⟧.", "See [⟦link text⟧](https://a.example/b)."],
  ];
  test.each(cases)("%s: %j", (mark, before, after) => {
    expect(pressed(before, mark)).toBe(after);
  });
});
