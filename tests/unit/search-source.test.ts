import { afterEach, expect, test, vi } from "vitest";
import { SearchSource } from "../../app/islands/search-source.ts";
import type { BrowserIndex, BrowserRecord } from "#model/search.ts";
import { SearchIndex } from "#model/search/matching.ts";
import { paraphraseRows, WIDE_THESAURUS } from "#model/search/paraphrases.ts";

const RECORDS: readonly BrowserRecord[] = [
  {
    id: "a",
    thing: "a",
    type: "knowledge base",
    title: "Is there a rota for the offices?",
    href: "/a",
  },
  { id: "b", thing: "b", type: "trust center content", title: "On-call", href: "/b" },
  { id: "c", thing: "c", type: "trust center content", title: "Offices", href: "/c" },
];

afterEach(() => void vi.unstubAllGlobals());

/** A source whose server sends an index. */
async function sourceOf(index: BrowserIndex): Promise<SearchSource> {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(index)));
  const source = new SearchSource((what) => what);
  source.open();
  await source.loading;
  return source;
}

const found = (source: SearchSource, term: string) => {
  const { hits = [], isAll = false } = source.atOnce(term) ?? {};
  return { things: hits.map(({ record }) => record.id).sort(), isAll };
};

test("what a whole index finds is all that the server finds, by its terms, too", async () => {
  const server = new SearchIndex<BrowserRecord>(WIDE_THESAURUS);
  for (const record of RECORDS) server.put(record);
  const term = "rota";
  const all = server.search(term, () => "open").map(({ record }) => record.id);
  expect(all.sort()).toEqual(["a", "b"]);
  const index = { records: [...RECORDS], synonyms: [] };
  const whole = { ...index, isWhole: true, paraphrases: [...paraphraseRows()] };
  expect(found(await sourceOf(whole), term)).toEqual({ things: all, isAll: true });
  const part = { ...index, isWhole: false, paraphrases: [] };
  expect(found(await sourceOf(part), term)).toEqual({ things: ["a"], isAll: false });
});

test("what a whole index doesn’t find is asked of the server", async () => {
  const index = { records: [...RECORDS], synonyms: [], isWhole: true, paraphrases: [] };
  expect(found(await sourceOf(index), "walrus")).toEqual({ things: [], isAll: false });
});
