import { expect } from "vitest";
import { searchPortal } from "#content/search/store/search.server.ts";
import { WORD_FAMILIES } from "../word-families.ts";
import { testInTurn } from "../in-turn.ts";
import { openDemoSearch } from "./demo-search.ts";

/** The texts of the demo's files are read first. */
const PATIENCE = 120_000;

testInTurn("each form of a word finds the same things", { timeout: PATIENCE }, async () => {
  const { org, source, scope } = await openDemoSearch();
  const found = async (term: string) => {
    const matches = await searchPortal(source, org, scope(), term);
    return matches.map(({ record }) => record.thing).toSorted();
  };
  for (const [first, ...forms] of [...WORD_FAMILIES, ["delete data", "data deletion"] as const]) {
    const things = await found(first);
    expect(things.length, first).toBeGreaterThan(0);
    for (const form of forms) expect([form, await found(form)]).toEqual([form, things]);
  }
  // An abbreviation is no beginning of a word.
  expect((await found("SLA")).filter((thing) => thing.includes("lavery"))).toEqual([]);
});

testInTurn(
  "where data is stored is found in German, French and Spanish",
  { timeout: PATIENCE },
  async () => {
    const { org, source, scope } = await openDemoSearch();
    for (const question of [
      "Where is our data stored?",
      "Wo werden unsere Daten gespeichert?",
      "Où sont stockées nos données ?",
      "¿Dónde se almacenan los datos?",
    ]) {
      const matches = await searchPortal(source, org, scope(), question);
      const first = matches.slice(0, 4).map(({ record }) => record.title);
      expect([question, first]).toEqual([
        question,
        expect.arrayContaining(["Where is our data stored?", "Data Security - Data Location"]),
      ]);
    }
  },
);
