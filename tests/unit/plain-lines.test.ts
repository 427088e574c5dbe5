import { expect, test } from "vitest";
import { plainLines } from "#content/files/letter/lines.ts";
import { parseMarkdown } from "#platform/files/markdown/tree.ts";
import type { MarkdownTree } from "#values/markdown.ts";

function linesOf(markdown: string): string {
  const parsed = parseMarkdown(markdown);
  if ("fault" in parsed) throw new Error(parsed.fault);
  return plainLines(JSON.parse(parsed.json) as MarkdownTree);
}

test.each([
  ["Just **words**, _some_ `code`.", "Just words, some code."],
  ["# Title\n\nText\n\n> Said\n\n---", "Title\n\nText\n\nSaid"],
  ["We do:\n\n* a\n* b\n\nMore", "We do:\n- a\n- b\n\nMore"],
  ["3. c\n4. d\n   - e", "3. c\n4. d\n   - e"],
  ["- a\n\n  more of a\n- b", "- a\n\n  more of a\n- b"],
  ["[the **whole** policy](https://a.example/x)!", "the whole policy (https://a.example/x)!"],
  ["<https://a.example/x>", "https://a.example/x"],
  ["[write](mailto:a@b.example) <a@b.example>", "write (a@b.example) a@b.example"],
  ["[here](/faq) [there](javascript:alert(1))", "here there"],
  [
    "[one](https://a.example)[two](https://b.example)",
    "one (https://a.example)two (https://b.example)",
  ],
  ["| a | b |\n| - | - |\n| 1 | 2 |", "a; b\n1; 2"],
  ["```\n- kept\n  as is\n```", "- kept\n  as is"],
  ["first  \nsecond", "first\nsecond"],
  ["", ""],
])("%j reads as %j", (markdown, plain) => expect(linesOf(markdown)).toBe(plain));
