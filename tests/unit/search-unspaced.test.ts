import { describe, expect, test } from "vitest";
import { foldedEntry, matches, meaningsOf } from "#model/knowledge-base/meaning.ts";
import { SearchIndex } from "#model/search/matching.ts";
import { excerptOf } from "#model/search/excerpts.ts";
import { clausesOf, Synonyms, termSize } from "#model/search/synonyms.ts";
import { atOnce, markedParts, snippetOf, wordsOf } from "#model/search/words.ts";
import type { SearchedTexts } from "#model/search.ts";

const TEXTS = {
  japanese: "当社は個人情報を暗号化して保存します。",
  katakana: "データセンターはﾃﾞｰﾀを保護するISMS認証を取得済みです",
  chinese: "我们对客户数据进行加密，并保留SOC2审计报告。",
  thai: "เราเข้ารหัสข้อมูลส่วนบุคคลของลูกค้าทั้งหมด",
  korean: "ISO감사 보고서를 제공합니다",
  english: "We encrypt backups.",
};

function indexOf(texts: Readonly<Record<string, string>>, lists: readonly string[][] = []) {
  const index = new SearchIndex<SearchedTexts>(lists);
  for (const [id, explanation] of Object.entries(texts))
    index.put({ id, thing: id, type: "knowledge base", title: "", question: id, explanation });
  return index;
}

const find = (index: SearchIndex<SearchedTexts>, term: string) =>
  index.search(term, () => "open").map(({ record }) => record.id);

describe("words of scripts without spaces", () => {
  const index = indexOf(TEXTS);

  test.each([
    ["当社", "japanese"],
    ["個人情報", "japanese"],
    ["情報", "japanese"],
    ["暗号化", "japanese"],
    ["保存", "japanese"],
    ["暗号", "japanese"],
    ["号", "japanese"],
    ["す", "japanese"],
    ["データ", "katakana"],
    ["センター", "katakana"],
    ["ﾃﾞｰﾀ", "katakana"],
    ["保護", "katakana"],
    ["isms", "katakana"],
    ["認証", "katakana"],
    ["加密", "chinese"],
    ["数据", "chinese"],
    ["审计", "chinese"],
    ["SOC2", "chinese"],
    ["SOC2审计", "chinese"],
    ["SOC2审计报告", "chinese"],
    ["报告", "chinese"],
    ["เข้ารหัส", "thai"],
    ["ข้อมูล", "thai"],
    ["ลูกค้า", "thai"],
    ["ISO", "korean"],
    ["감사", "korean"],
    ["encrypt", "english"],
  ])("%s is found wherever it stands", (term, id) => {
    expect(find(index, term)[0]).toBe(id);
  });

  test.each(["人社", "号暗", "報人", "密加", "解读"])("%s stands nowhere", (term) => {
    expect(find(index, term)).toEqual([]);
  });

  test("a question is found by what it asks about, not by how it asks", () => {
    expect(find(index, "個人情報はどのように保存されますか？")).toEqual(["japanese"]);
    expect(find(index, "客户数据如何加密")[0]).toBe("chinese");
  });

  test("letters of a longer word count where they stand side by side", () => {
    const apart = indexOf({ apart: "暗号と番号化", side: "暗号化" });
    expect(find(apart, "暗号化")).toEqual(["side"]);
  });

  test("terms with one meaning are found by each other", () => {
    const own = indexOf(TEXTS, [
      ["秘匿化", "暗号化"],
      ["監査", "审计", "audit"],
    ]);
    expect(find(own, "秘匿化")).toEqual(["japanese"]);
    expect(find(own, "監査")).toEqual(["chinese"]);
    expect(find(own, "audit")).toEqual(["chinese"]);
    expect(termSize("個人情報保護マネジメントシステム")).toBeLessThanOrEqual(8);
    expect(clausesOf("暗号化について", new Synonyms([["暗号化", "encryption"]]))[0]).toMatchObject({
      others: [["encrypt"]],
    });
  });

  test("what was found is marked where it stands, letters that only look alike are not", () => {
    const marked = (text: string, term: string) => {
      const [match] = indexOf({ text }).search(term, () => "open");
      return markedParts(text, match?.found ?? new Set())
        .filter((part) => part.marked)
        .map((part) => part.text);
    };
    expect(marked(TEXTS.japanese, "個人情報")).toEqual(["個人情報"]);
    expect(marked(TEXTS.japanese, "暗号化")).toEqual(["暗号化"]);
    expect(marked(TEXTS.japanese, "号")).toEqual(["号"]);
    expect(marked(TEXTS.chinese, "SOC2审计")).toEqual(["SOC2审计"]);
    expect(marked(TEXTS.thai, "เข้ารหัส")).toEqual(["เข้ารหัส"]);
    expect(marked(TEXTS.katakana, "データ")).toEqual(["データ", "ﾃﾞｰﾀ"]);
  });

  test("excerpts show what was found, far into a text without blanks", () => {
    const text = `${"前文。".repeat(300)}暗号化${"後文。".repeat(300)}`;
    const [match] = indexOf({ text }).search("暗号化", () => "open");
    const found = match?.found ?? new Set<string>();
    expect(snippetOf(text, found)).toContain("暗号化");
    expect(snippetOf(text, found).length).toBeLessThan(260);
    expect(excerptOf(text, found, 500)).toContain("暗号化");
    expect(snippetOf(`ab ${text}`, found)).toContain("暗号化");
  });

  test("a very long stretch is cut into words a step at a time", () => {
    const words = wordsOf("漢字".repeat(200_000));
    expect(words).toHaveLength(400_000);
    expect(words.at(-1)).toBe("字");
  });

  test("the knowledge base's own search finds other terms for them, too", () => {
    const entry = atOnce(foldedEntry({ question: "q", answer: TEXTS.japanese, comment: null }));
    const meant = meaningsOf("秘匿化", new Synonyms([["秘匿化", "暗号化"]]));
    expect(atOnce(matches(entry, { words: ["秘匿化"], meant }))).toBe(true);
  });
});

describe("words that a line's end parted", () => {
  const PARTED_TEXT = "The infor\u00admation of customer\u00adfacing systems";
  const index = indexOf({ text: PARTED_TEXT });

  test.each([
    "information",
    "infor",
    "customer-facing",
    "customer facing",
    "facing",
    "customerfacing",
  ])("%s is found", (term) => expect(find(index, term)).toEqual(["text"]));

  test("they are shown whole and marked whole", () => {
    expect(markedParts(PARTED_TEXT, new Set(wordsOf("information")))).toEqual([
      { text: "The ", marked: false },
      { text: "information", marked: true },
      { text: " of customerfacing systems", marked: false },
    ]);
  });
});
