import { expect, test } from "vitest";
import { inSlices } from "#db/pace.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { findPassages } from "#content/answers/asking.server.ts";
import { chosenQuotes, rankedQuotes } from "#content/answers/rules/quoting.ts";
import { ANSWERED, UNANSWERED } from "../answer-questions.ts";
import { openDemoSearch } from "./demo-search.ts";

const RIGHT_SOURCE = 0.85;
const MOST_GUESSES = 1;

test("of 40 questions over the demo 85 % are quoted from the right source, and of 20 that it can't answer one is at most", async () => {
  expect(ANSWERED.length).toBeGreaterThanOrEqual(40);
  expect(UNANSWERED.length).toBeGreaterThanOrEqual(20);
  const { org, source, scope } = await openDemoSearch();
  const quoted = async (question: string) => {
    const { parts, passages } = await findPassages(source, org, scope(), question);
    const ranked = await inSlices(rankedQuotes(parts, passages));
    return chosenQuotes(ranked, passages).map(({ passage, text, score }) => ({
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

test("of files, those may leave for a model that their reader may download and that no NDA binds", async () => {
  const { org, source, scope, product, world } = await openDemoSearch();
  const holder = (ndaRequired: boolean): Viewer => ({
    mode: "accountExternal",
    account: { id: "a", name: "A", reviewStatus: "approved", expired: false },
    member: {
      id: "m",
      email: "m@a.example",
      firstName: "",
      lastName: "",
      isAutoApprovedAccountMember: false,
    },
    grants: [
      {
        productId: product.id,
        profileId: "p",
        profileName: "P",
        allItems: true,
        itemUids: new Set(),
        ndaRequired,
        ndaPassed: true,
        expiresAt: null,
      },
    ],
  });
  const files = async (viewer: Viewer) => {
    const { passages } = await findPassages(source, org, scope(viewer), "penetration test report");
    const own = passages.filter(({ type }) => type === "documents");
    const names = (leave: boolean) => [
      ...new Set(own.filter(({ mayLeave }) => mayLeave === leave).map(({ heading }) => heading)),
    ];
    return { leave: names(true), stay: names(false) };
  };
  const [bound, free] = [await files(holder(true)), await files(holder(false))];
  expect(bound.leave.length).toBeGreaterThan(0);
  expect(bound.stay.length).toBeGreaterThan(0);
  const onlyLookedAt = await world.services.store.read
    .selectFrom("documents")
    .select("originalName")
    .where("orgId", "=", org.id)
    .where("accessType", "=", "view-only")
    .execute();
  const names = new Set(onlyLookedAt.map(({ originalName }) => originalName));
  expect(free.stay.filter((name) => !names.has(name))).toEqual([]);
  expect(free.leave).toEqual(expect.arrayContaining(bound.leave));
  expect(free.leave.length).toBeGreaterThan(bound.leave.length);
  await world.services.store.write((trx) =>
    trx.updateTable("documents").set({ accessType: "view-only" }).execute(),
  );
  const viewOnly = await files(holder(false));
  expect([viewOnly.leave, viewOnly.stay.length > 0]).toEqual([[], true]);
});
