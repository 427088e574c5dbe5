import { describe, expect, test } from "vitest";
import { helpfulFor, quotesFor } from "#content/answers/finding.ts";
import { CATALOGUE } from "#model/cards/catalogue/index.ts";
import type { SearchedTexts } from "#model/search.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import { SearchIndex } from "#model/search/matching.ts";
import { otherTitles, otherTitlesText, titleRows } from "#model/search/other-titles.ts";
import { MOST_TERM_WORDS, termSize } from "#model/search/synonyms.ts";
import { atOnce, wordsOf } from "#model/search/words.ts";

const folded = (text: string) => wordsOf(text).join(" ");
const rows = titleRows();

describe("the rows", () => {
  test("every standard item has other terms, and nothing else has", () => {
    const titles = rows.map(({ title }) => title);
    expect(titles.toSorted()).toEqual(CATALOGUE.map(({ title }) => title).toSorted());
    for (const { title, terms } of rows) {
      expect(terms.length, title).toBeGreaterThanOrEqual(2);
      expect(otherTitles(title), title).toHaveLength(terms.length);
    }
  });

  test("there are more than three thousand terms, none longer than a question's part", () => {
    const terms = rows.flatMap((row) => row.terms);
    expect(terms.length).toBeGreaterThan(3_000);
    for (const term of terms) {
      expect(term).toMatch(/^[\p{Ll}\p{N}][\p{Ll}\p{M}\p{N} .:/’'-]*$/u);
      expect(termSize(term), term).toBeLessThanOrEqual(MOST_TERM_WORDS);
    }
  });

  test("no term is twice in a row, another item's title, or in more than two rows", () => {
    const titles = new Set(rows.map(({ title }) => folded(title)));
    const having = new Map<string, string[]>();
    for (const { title, terms } of rows)
      for (const term of terms) {
        expect(titles, `${title}: ${term}`).not.toContain(folded(term));
        having.set(folded(term), [...(having.get(folded(term)) ?? []), title]);
      }
    for (const [term, own] of having) {
      expect(new Set(own).size, `${term}: ${own.join(", ")}`).toBe(own.length);
      expect(own.length, `${term}: ${own.join(", ")}`).toBeLessThanOrEqual(2);
    }
  });
});

describe("the terms of a title", () => {
  test("are found by the title in whatever form", () => {
    expect(otherTitles("Segregation of Duties")).toContainEqual(["dual", "control"]);
    expect(otherTitles("data back-ups")).toEqual(otherTitles("Data Backups"));
    expect(otherTitlesText("Data Backups")).toContain("backup frequency");
  });

  test("are none for a title of a company's own", () => {
    expect(otherTitles("Backups of our kites")).toEqual([]);
    expect(otherTitlesText("")).toBeUndefined();
    // 'What about …' asks for no title.
    for (const { title } of titleRows())
      expect(otherTitlesText(title), title).not.toMatch(
        /(?:^|[ ,])(?:about|against|under|no)(?:$|[ ,])/,
      );
  });
});

const record = (id: string, title: string, rest: Partial<SearchedTexts> = {}): SearchedTexts => {
  const text = otherTitlesText(title);
  return {
    id,
    thing: id,
    type: "trust center content",
    title,
    ...(text === undefined ? {} : { otherTitles: text }),
    ...rest,
  };
};

describe("the search", () => {
  const index = new SearchIndex<SearchedTexts>();
  index.put(record("duties", "Segregation of Duties"));
  index.put(record("text", "Kites", { explanation: "We avoid incompatible functions." }));
  index.put(record("title", "Incompatible functions of kites"));
  const found = (term: string, access: "open" | "title" = "open") =>
    index.search(term, () => access).map((match) => match.record.id);

  test("finds a standard title by another term for it: below the title, above a text", () => {
    expect(found("incompatible functions")).toEqual(["title", "duties", "text"]);
  });

  test("finds it for those who see the title alone, too", () => {
    expect(found("incompatible functions", "title")).toEqual(["title", "duties"]);
  });

  test("forgets the terms with the record", () => {
    index.remove("duties");
    expect(found("incompatible functions")).toEqual(["title", "text"]);
  });
});

test("an answer offers the item that a question calls by another term, and quotes it where nothing else is near", () => {
  const index = new SearchIndex<GatedRecord>();
  const item = (uid: string, title: string, explanation: string): GatedRecord => ({
    ...record(uid, title, { explanation }),
    productId: null,
    target: { kind: "item", uid, slug: uid },
    metadata: { cardTitle: "Card", explanation },
    gate: { by: "item", uid },
  });
  index.put(item("duties", "Segregation of Duties", "Two people hold each line."));
  index.put(item("kites", "Kites", "Our functions are kites."));
  const question = "How do you avoid incompatible functions?";
  const access = () => "open" as const;
  const said = atOnce(quotesFor(index, question, new Set(), access));
  expect(said.quotes.map(({ text }) => text)).toEqual([
    "Segregation of Duties. Two people hold each line.",
  ]);
  expect(atOnce(helpfulFor(index, said, access)).map(({ id }) => id)).toEqual(["duties", "kites"]);
});
