import { expect, test } from "vitest";
import { findOrg } from "../../db/orgs.ts";
import { pageScope } from "../../db/pages/scope.ts";
import { listProducts } from "../../db/products.ts";
import { PUBLIC_VIEWER } from "../../app/domain/viewer.ts";
import { findPassages } from "../../app/features/answers/passages.server.ts";
import { quotesFor } from "../../app/features/answers/quoting.ts";
import { documentTexts, readMissedTexts } from "../../app/files/texts/stored-texts.ts";
import { ANSWERED, UNANSWERED } from "../answer-questions.ts";
import { openWorld } from "./world.ts";

const RIGHT_SOURCE = 0.85;
const MOST_GUESSES = 1;

test("of 40 questions over the demo 85 % are quoted from the right source, and of 20 that it can't answer one is at most", async () => {
  expect(ANSWERED.length).toBeGreaterThanOrEqual(40);
  expect(UNANSWERED.length).toBeGreaterThanOrEqual(20);
  const world = await openWorld();
  const { services, time } = world;
  const { store, key } = services;
  await readMissedTexts(services);
  const org = await findOrg(store.read, await world.orgId("acme"));
  if (org === null) throw new Error("acme is not there");
  const product = (await listProducts(store.read, org.id)).find(({ isDefault }) => isDefault);
  const source = {
    store,
    textsOf: (db: typeof store.read, orgId: string, hashes: readonly string[]) =>
      documentTexts(db, key, orgId, hashes),
  };
  const quoted = async (question: string) => {
    const scope = pageScope(store.read, org, product?.id ?? "", PUBLIC_VIEWER, time);
    const { parts, passages } = await findPassages(source, org, scope, question);
    return quotesFor(parts, passages).map(({ passage, text, score }) => ({
      title: passages[passage]?.record.title ?? "",
      text,
      score,
    }));
  };
  let right = 0;
  for (const [question, ...sources] of ANSWERED) {
    const quotes = await quoted(question);
    if (sources.some((title) => quotes[0]?.title.includes(title))) right += 1;
    else
      process.stdout.write(
        `wrong: ${question}: ${quotes
          .slice(0, 2)
          .map(({ title, text, score }) => `${score.toFixed(2)} ${title} | ${text.slice(0, 90)}`)
          .join(" // ")}\n`,
      );
  }
  let guessed = 0;
  for (const question of UNANSWERED) {
    const quotes = await quoted(question);
    if (quotes.length === 0) continue;
    guessed += 1;
    process.stdout.write(
      `guessed: ${question}: ${quotes[0]?.title} | ${quotes[0]?.text.slice(0, 120)}\n`,
    );
  }
  process.stdout.write(
    `right source ${right} of ${ANSWERED.length}, guessed ${guessed} of ${UNANSWERED.length}\n`,
  );
  expect(right / ANSWERED.length).toBeGreaterThanOrEqual(RIGHT_SOURCE);
  expect(guessed).toBeLessThanOrEqual(MOST_GUESSES);
});
