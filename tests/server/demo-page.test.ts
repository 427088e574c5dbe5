import { describe, expect } from "vitest";
import { CARD_KINDS } from "#model/cards/kinds.ts";
import { testInFive } from "../in-turn.ts";
import { openWorld } from "./world.ts";

/** How many rows a page has, and how many of them say that they are locked. */
function rowsOf(html: string, begin: RegExp, end: string): { all: number; locked: number } {
  const rows = html.replaceAll("<!-- -->", "").split(begin).slice(1);
  return {
    all: rows.length,
    locked: rows.filter((row) => row.slice(0, row.indexOf(end)).includes("> Locked <")).length,
  };
}

describe("the demo looks like a page that a company would publish", () => {
  testInFive("at most a third of the rows that the public sees on it are locked", async () => {
    const world = await openWorld();
    const home = (await world.ask("/acme")).text;
    const onHome = rowsOf(home, /<li class="flex flex-wrap items-center gap-x-2\.5/, "</li>");
    expect(onHome.all).toBeGreaterThan(40);
    expect(onHome.locked).toBeGreaterThan(0);
    expect(onHome.locked / onHome.all).toBeLessThanOrEqual(1 / 3);

    const inCards = { all: 0, locked: 0 };
    for (const kind of CARD_KINDS) {
      const drawer = await world.ask(`/acme/card/${kind}`);
      if (drawer.status !== 200) continue;
      const { all, locked } = rowsOf(drawer.text, /<article id="item-/, "</article>");
      inCards.all += all;
      inCards.locked += locked;
    }
    expect(inCards.all).toBeGreaterThan(200);
    expect(inCards.locked).toBeGreaterThan(0);
    expect(inCards.locked / inCards.all).toBeLessThanOrEqual(1 / 3);
  });
});
