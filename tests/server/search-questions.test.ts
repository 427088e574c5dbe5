import { expect } from "vitest";
import { searchPortal } from "#content/search/store/search.server.ts";
import { SEARCH_QUESTIONS } from "../search-questions.ts";
import { testInTurn } from "../in-turn.ts";
import { openDemoSearch } from "./demo-search.ts";

const FIRST = 0.93;
const AMONG_THREE = 0.98;

testInTurn(
  "what reviewers ask the demo is answered first in 93 %, and among the first three in 98 %",
  async () => {
    expect(SEARCH_QUESTIONS.length).toBeGreaterThanOrEqual(150);
    const { org, source, scope } = await openDemoSearch();
    const places: { question: string; place: number; titles: string[] }[] = [];
    for (const [question, ...answers] of SEARCH_QUESTIONS) {
      const matches = await searchPortal(source, org, scope(), question);
      const titles = matches.slice(0, 5).map(({ record }) => record.title);
      const place = titles.findIndex((title) => answers.some((answer) => title.includes(answer)));
      places.push({ question, place, titles });
    }
    const share = (most: number) =>
      places.filter(({ place }) => place >= 0 && place < most).length / places.length;
    const missed = places.filter(({ place }) => place !== 0);
    for (const { question, place, titles } of missed)
      process.stdout.write(`${place} ${question}: ${titles.join(" / ")}\n`);
    process.stdout.write(`first ${share(1).toFixed(3)}, among three ${share(3).toFixed(3)}\n`);
    expect(share(1)).toBeGreaterThanOrEqual(FIRST);
    expect(share(3)).toBeGreaterThanOrEqual(AMONG_THREE);
  },
);
