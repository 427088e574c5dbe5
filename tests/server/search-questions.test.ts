import { expect, test } from "vitest";
import { findOrg } from "../../db/orgs.ts";
import { pageScope } from "../../db/pages/scope.ts";
import { listProducts } from "../../db/products.ts";
import { PUBLIC_VIEWER } from "../../app/domain/viewer.ts";
import { searchPortal } from "../../app/features/search/store.server.ts";
import { documentTexts, readMissedTexts } from "../../app/files/texts/stored-texts.ts";
import { SEARCH_QUESTIONS } from "../search-questions.ts";
import { openWorld } from "./world.ts";

const FIRST = 0.85;
const AMONG_THREE = 0.95;

test("what reviewers ask the demo is answered first in 85 %, and among the first three in 95 %", async () => {
  expect(SEARCH_QUESTIONS.length).toBeGreaterThanOrEqual(150);
  const world = await openWorld();
  const { services, time } = world;
  const { store, key } = services;
  await readMissedTexts(services);
  const org = await findOrg(store.read, await world.orgId("acme"));
  if (org === null) throw new Error("acme is not there");
  const product = (await listProducts(store.read, org.id)).find(({ isDefault }) => isDefault);
  const scope = () => pageScope(store.read, org, product?.id ?? "", PUBLIC_VIEWER, time);
  const source = {
    store,
    textsOf: (db: typeof store.read, orgId: string, hashes: readonly string[]) =>
      documentTexts(db, key, orgId, hashes),
  };
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
});
