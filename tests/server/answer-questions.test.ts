import { expect } from "vitest";
import type { Viewer } from "#model/visibility/viewer.ts";
import { findPassages } from "#content/answers/asking.server.ts";
import { ANSWERED, UNANSWERED } from "../answer-questions.ts";
import { WALK } from "../limits.ts";
import { testInTurn } from "../in-turn.ts";
import { openDemoSearch } from "./demo-search.ts";

/** As many are answered at least; the others find no text that is sure to answer. */
const LEAST_RIGHT = 0.7;

testInTurn(
  "of 40 questions over the demo most are quoted from the right source and none from a wrong one, and of 20 that it can't answer none",
  WALK,
  async () => {
    expect(ANSWERED.length).toBeGreaterThanOrEqual(40);
    expect(UNANSWERED.length).toBeGreaterThanOrEqual(20);
    const { org, source, scope } = await openDemoSearch();
    const quoted = async (question: string) => {
      const { passages, quotes: ranked } = await findPassages(source, org, scope(), question);
      return ranked.slice(0, 1).map(({ passage, text, score }) => ({
        title: passages[passage]?.record.title ?? "",
        text,
        score,
      }));
    };
    const wrong: string[] = [];
    let right = 0;
    for (const [question, ...sources] of ANSWERED) {
      const [quote] = await quoted(question);
      if (quote === undefined) continue;
      if (sources.some((title) => quote.title.includes(title))) right += 1;
      else wrong.push(`${question}: ${quote.title} | ${quote.text}`);
    }
    const guessed: string[] = [];
    for (const question of UNANSWERED)
      for (const { title, text } of await quoted(question))
        guessed.push(`${question}: ${title} | ${text}`);
    expect({ wrong, guessed }).toEqual({ wrong: [], guessed: [] });
    expect(right / ANSWERED.length).toBeGreaterThanOrEqual(LEAST_RIGHT);
  },
);

testInTurn(
  "of files, those may leave for a model that their reader may download and that no NDA binds",
  async () => {
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
      const { passages } = await findPassages(
        source,
        org,
        scope(viewer),
        "penetration test report",
      );
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
  },
);
