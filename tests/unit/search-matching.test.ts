import { describe, expect, it } from "vitest";
import { keyOf, wordOf } from "#model/search/index-keys.ts";
import { SearchIndex } from "#model/search/matching.ts";
import {
  pagesOf,
  titleWithCard,
  windowOf,
  type RecordAccess,
  type SearchRecord,
} from "#model/search.ts";
import { foldWord, markedParts, snippetOf, wordsOf } from "#model/search/words.ts";
import { overPieces, timeOf } from "../work-time.ts";

const LISTS = [
  ["sso", "single sign on", "saml"],
  ["pentest", "penetration test"],
  ["gdpr", "data protection"],
];

const record = (id: string, texts: Partial<SearchRecord>): SearchRecord => ({
  id,
  thing: id,
  type: "trust center content",
  productId: "p",
  title: "",
  target: { kind: "item", uid: id, slug: id },
  metadata: {},
  ...texts,
});

const everything = (): RecordAccess => "open";

function found(
  records: readonly SearchRecord[],
  term: string,
  accessOf: (record: SearchRecord) => RecordAccess = everything,
): string[] {
  const index = new SearchIndex(LISTS);
  for (const one of records) index.put(one);
  return index.search(term, accessOf).map((match) => match.record.id);
}

describe("folding", () => {
  it.each([
    ["Verschlüsselung", "verschlusselung"],
    ["Straße", "strasse"],
    ["Sub-processors", "subprocessors"],
    ["AWS", "aws"],
  ])("%s is %s", (word, folded) => expect(foldWord(word)).toBe(folded));

  it.each([
    ["SOC2 Type II", ["soc", "2", "type", "ii"]],
    ["AES-256", ["aes", "256"]],
    ["bank's (own)", ["bank", "s", "own"]],
    ["sub-processor, sub processor", ["subprocess", "subprocess"]],
    ["sign-on", ["sign", "on"]],
    ["!?", []],
  ])("%s is cut into words", (text, words) => expect(wordsOf(text)).toEqual(words));
});

describe("a question in words", () => {
  const location = record("location", { title: "Data Location", explanation: "Where data is" });
  const entry = record("entry", {
    type: "knowledge base",
    title: "Where is the data location kept in the cloud?",
  });

  it("is answered by the FAQ first, where both are called so", () =>
    expect(found([location, entry], "where is the data location")).toEqual(["entry", "location"]));

  it("is no question where it is a name", () =>
    expect(found([location, entry], "data location")).toEqual(["location", "entry"]));
});

describe("what a question finds", () => {
  const backup = record("backup", { title: "Backups", explanation: "Nightly and encrypted" });
  const encryption = record("encryption", { title: "Encryption at rest" });
  const saml = record("saml", { title: "Sign-in", explanation: "We support SAML 2.0" });
  const test = record("test", {
    title: "Yearly review",
    text: "A penetration test by a third party",
  });
  const sub = record("sub", { title: "Café Données", text: "single and sign but not on its own" });
  const all = [backup, encryption, saml, test, sub];

  it.each([
    ["a word", "backup", ["backup"]],
    ["the plural of a word", "backups", ["backup"]],
    ["the beginning of a word", "encr", ["encryption", "backup"]],
    ["one wrong letter", "encription", ["encryption", "backup"]],
    ["one letter too few", "encrption", ["encryption", "backup"]],
    ["two neighbours swapped", "encyrption", ["encryption", "backup"]],
    ["two typos", "incription", []],
    ["a typo in a word of four letters", "saem", []],
    ["no diacritics", "cafe donnees", ["sub"]],
    ["another term for it", "SSO", ["saml"]],
    ["another term of several words, then its own words apart", "single sign on", ["saml", "sub"]],
    ["a term of several words for one", "pentest", ["test"]],
    ["words that say nothing beside it", "do you have a backup?", ["backup"]],
    ["nothing at all", "   ", []],
    ["only signs", "?!", []],
    ["what nobody wrote", "zebra", []],
  ])("%s: %s", (_, term, ids) => expect(found(all, term)).toEqual(ids));

  it("has all parts of the question before some of them", () => {
    const both = record("both", { text: "nightly penetration test" });
    expect(found([test, backup, both], "nightly penetration")).toEqual(["both"]);
    expect(found([test, backup], "nightly penetration")).toEqual(["backup", "test"]);
    expect(found([test, backup], "nightly zebra quokka")).toEqual([]);
  });

  it("puts what is called so first, then the exact phrase by title, question, explanation, text", () => {
    const records = [
      record("text", { text: "about key rotation" }),
      record("explanation", { explanation: "about key rotation" }),
      record("question", { question: "about key rotation" }),
      record("title", { title: "about key rotation" }),
      record("apart", { title: "Rotation of the key" }),
    ];
    expect(found(records, "key rotation")).toEqual([
      "title",
      "question",
      "apart",
      "explanation",
      "text",
    ]);
  });

  it("answers the same whatever else the index holds", () => {
    const hidden = Array.from({ length: 50 }, (_, n) =>
      record(`hidden-${n}`, { title: "Backups encrypted", text: "backup ".repeat(20) }),
    );
    const few = new SearchIndex(LISTS);
    const many = new SearchIndex(LISTS);
    for (const one of all) few.put(one);
    for (const one of [...hidden, ...all]) many.put(one);
    const sees = (one: SearchRecord): RecordAccess =>
      one.id.startsWith("hidden") ? "absent" : "open";
    for (const term of ["backup", "encrypted", "sso", "backup encrypted"])
      expect(many.search(term, sees)).toEqual(few.search(term, sees));
  });

  it("finds what is locked by its title alone", () => {
    const locked = (): RecordAccess => "title";
    expect(found(all, "backup", locked)).toEqual(["backup"]);
    expect(found(all, "nightly", locked)).toEqual([]);
    expect(found(all, "sso", locked)).toEqual([]);
    expect(found(all, "pentest", locked)).toEqual([]);
  });

  it("makes one result of the pieces of a thing: the best one", () => {
    const pages = [1, 2].map((page) =>
      record(`file-${page}`, { thing: "file", title: "Report", text: `page ${page} of keys` }),
    );
    expect(found(pages, "2 keys")).toEqual(["file-2"]);
  });
});

describe("an index", () => {
  it("forgets what is taken out and knows what is put in its place", () => {
    const index = new SearchIndex();
    index.put(record("a", { title: "Secret of old" }));
    index.put(record("a", { title: "Public now" }));
    expect(index.search("secret", everything)).toEqual([]);
    expect(index.search("public", everything)).toHaveLength(1);
    index.remove("a");
    index.remove("a");
    expect(index.search("public", everything)).toEqual([]);
    expect([index.count, index.characters]).toEqual([0, 0]);
  });

  it("says which words were found, for marking", () => {
    const index = new SearchIndex(LISTS);
    index.put(record("a", { title: "Sign-in", explanation: "We support SAML and backups" }));
    const [match] = index.search("sso backups", everything);
    expect(markedParts("SAML, Backup", match?.found ?? new Set())).toEqual([
      { text: "SAML", marked: true },
      { text: ", ", marked: false },
      { text: "Backup", marked: true },
    ]);
  });

  it("bears names of what every object has", () => {
    const index = new SearchIndex(LISTS);
    index.put(record("a", { title: "constructor __proto__ toString" }));
    expect(index.search("constructor", everything)).toHaveLength(1);
    expect(index.search("__proto__", everything)).toHaveLength(1);
  });
});

describe("what is shown", () => {
  it("cuts a snippet around the first found word", () => {
    const text = `${"before ".repeat(40)}needle ${"after ".repeat(60)}`;
    const snippet = snippetOf(text, new Set(wordsOf("needle")), 120);
    expect(snippet).toMatch(/^… before.* needle .*after …$/);
    expect(snippet.length).toBeLessThan(130);
    expect(snippetOf("short", new Set(), 120)).toBe("short");
  });

  it("counts 15 results, then 10 a page", () => {
    expect([1, 2, 3].map(windowOf)).toEqual([
      { from: 0, to: 15 },
      { from: 15, to: 25 },
      { from: 25, to: 35 },
    ]);
    expect([0, 15, 16, 25, 26].map(pagesOf)).toEqual([1, 1, 2, 2, 3]);
  });

  it("names the card of an item where it is another word", () => {
    expect(titleWithCard("Reports", "SOC 2")).toBe("Reports - SOC 2");
    expect(titleWithCard("Overview", "Overview")).toBe("Overview");
  });
});

describe("the keys of the index", () => {
  it.each(["backup", "резерв", "café", "加密", "한글", "\u{20000}x", "ଓଡ଼", "ﷺ", "đ", ""])(
    "stand for the word %j again",
    (word) => expect(wordOf(keyOf(word))).toBe(word),
  );

  it("begin as their words begin, with few kinds of signs", () => {
    expect(keyOf("加密技术").startsWith(keyOf("加密"))).toBe(true);
    const kinds = new Set<string>();
    for (let code = 0; code < 0x10000; code += 1)
      for (const sign of keyOf(String.fromCharCode(code))) kinds.add(sign);
    expect(kinds.size).toBeLessThan(1_100);
  });

  it("find words of every script, whole and by their beginning", () => {
    const texts = ["我们使用 加密技术", "резервное копирование", "암호화 정책", "Ελληνικά"];
    const records = texts.map((title, i) => record(String(i), { title }));
    const asked = ["加密", "加密技术", "резерв", "암호화", "암호", "ελλην"];
    expect(asked.map((term) => found(records, term))).toEqual(
      ["0", "0", "1", "2", "2", "3"].map((id) => [id]),
    );
    const index = new SearchIndex();
    for (const one of records) index.put(one);
    expect([...(index.search("加密", everything)[0]?.found ?? [])]).toEqual(["加密"]);
    expect(index.spellings("копированиэ")).toEqual(["копирование"]);
  });

  it("take many letters of a large script in the time that they are many", () => {
    const of = (count: number, from: number) => {
      const letters = Array.from({ length: count }, (_, i) =>
        String.fromCodePoint(0x4e00 + ((i + from) % 20_000)),
      );
      return record(String(from), { text: letters.join(" ") });
    };
    const taken = (count: number) => {
      const index = new SearchIndex();
      return timeOf(() => {
        for (let from = 0; from < count; from += 1_000) index.put(of(1_000, from));
      });
    };
    taken(4_000);
    const [some, more] = [4_000, 16_000].map((count) => Math.min(taken(count), taken(count)));
    if ((more ?? 0) >= 10 * (some ?? 0)) expect(overPieces(more ?? 0, 25)).toBeNull();
  });
});
