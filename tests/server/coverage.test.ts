import { expect, test } from "vitest";
import { addFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import { coverageSince, gapsOf } from "#content/knowledge-base/store/coverage.server.ts";
import { multipart } from "./multipart.ts";
import { openWorld } from "./world.ts";

const REVIEWER = "reviewer@acme.example";

test("coverage tells what the library answered, and what it did not is told where entries are added", async () => {
  const world = await openWorld();
  const { store } = world.services;
  const orgId = await world.orgId("acme");
  const question = "Who feeds the walrus?";
  // What the demo's questionnaires were answered with would be counted, too.
  await store.write((trx) => trx.deleteFrom("questionnaires").execute());
  const before = await coverageSince(store.read, orgId, "2000-01-01");
  expect(before.months.reduce((sum, { fromLibrary }) => sum + fromLibrary, 0)).toBe(0);
  await store.write((trx) =>
    addFaqEntry(
      trx,
      orgId,
      { question, answer: "The keeper.", access: "public", productIds: [] },
      world.time,
    ),
  );
  const bytes = `Question,Answer\r\n${question},\r\nWho washes the walrus?,\r\nOpen?,\r\n`;
  const sent = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart([{ name: "Check.csv", bytes }], {}),
  });
  const columns = sent.headers.location ?? "";
  const form = { "sheets[0].header": "1", "sheets[0].question": "0", "sheets[0].answer": "1" };
  await world.ask(columns, { as: REVIEWER, form });
  const page = columns.replace("/columns", "");
  await world.ask(`${page}/accept`, { as: REVIEWER, form: {} });
  const byHand = { version: "1", answer: "Nobody does" };
  await world.ask(`${page}/questions/2`, { as: REVIEWER, form: byHand });

  const { months } = await coverageSince(store.read, orgId, "2026-11-20");
  const gaps = await gapsOf(store.read, orgId, world.time);
  expect(months).toEqual([{ name: "2026-11", answered: 2, fromLibrary: 1 }]);
  expect(gaps.map(({ question: asked, times }) => [asked, times])).toEqual([
    ["Who washes the walrus?", 1],
  ]);
  const globex = await coverageSince(store.read, await world.orgId("globex"), "2000-01-01");
  expect(globex.months).toEqual([]);
  const shown = (await world.ask("/questionnaires/coverage", { as: REVIEWER })).text;
  expect(shown.replaceAll("<!-- -->", "")).toContain("1 (50%)");
  const list = (as: string) => world.ask("/knowledge-base", { as });
  expect((await list("owner@acme.example")).text).toContain("Who washes the walrus?");
  // What customers ask is not for those who only edit.
  expect((await list("editor@acme.example")).text).not.toContain("Who washes the walrus?");
  await store.write((trx) =>
    addFaqEntry(
      trx,
      orgId,
      { question: "Who washes the walrus?", answer: "We do.", access: "internal", productIds: [] },
      world.time,
    ),
  );
  expect(await gapsOf(store.read, orgId, world.time)).toEqual([]);
});
