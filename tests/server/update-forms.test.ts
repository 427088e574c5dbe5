import { describe, expect, test } from "vitest";
import { changed, formOf } from "./page-form.ts";
import { openWorld, type Answer, type World } from "./world.ts";

/** The forms of an update as a browser sends them: what the page chose, and each choice that it offers. */

const OWNER = "owner@acme.example";
const WORDS = { subject: "By mail alone", category: "general", message: "For **subscribers**." };
/** The box that the page does not tick: e-mail, and not the page. */
const BY_MAIL = { email: "on", statusPage: null };
const MARK = 'name="source"';

async function fresh(): Promise<World> {
  const world = await openWorld();
  await world.services.store.write((trx) => trx.deleteFrom("mailings").execute());
  return world;
}

const mailings = async (world: World) =>
  (
    await world.services.store.read
      .selectFrom("mailings")
      .select("recipientsJson")
      .orderBy("createdAt")
      .execute()
  ).map(({ recipientsJson }) => JSON.parse(recipientsJson) as { audience: unknown });

/** A draft with a topic of its own, and a published topic to follow up. */
async function pages(world: World) {
  const draft = await world.ask("/updates/new", {
    form: { ...WORDS, intent: "save", audience: "public", statusPage: "on" },
    as: OWNER,
  });
  const topic = await world.services.store.read
    .selectFrom("topics")
    .select("id")
    .where("orgId", "=", await world.orgId("acme"))
    .orderBy("createdAt", "desc")
    .executeTakeFirstOrThrow();
  return {
    "a new update": "/updates/new",
    "a draft": draft.headers.location ?? "",
    "a follow-up": `/updates/topics/${topic.id}/follow-up`,
  };
}
const PAGES = ["a new update", "a draft", "a follow-up"] as const;

/** Presses 'Publish' on the review where the form led there. */
async function published(world: World, answer: Answer): Promise<void> {
  expect([answer.status, answer.headers.location ?? answer.text.slice(0, 2_000)]).toEqual([
    303,
    expect.stringMatching(/\/review$/),
  ]);
  const review = answer.headers.location ?? "";
  const publish = `${review}/publish`;
  const form = formOf(await world.ask(review, { as: OWNER }), `action="${publish}"`);
  const done = await world.ask(publish, { form, as: OWNER });
  expect([done.status, done.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/updates\/topics\//),
  ]);
}

describe.each(PAGES)("%s", (name) => {
  test("goes by mail to subscribers alone, as its form is first shown", async () => {
    const world = await fresh();
    const path = (await pages(world))[name];
    const form = formOf(await world.ask(path, { as: OWNER }), MARK);
    // Nobody else is what it begins with.
    expect(form.getAll("source")).toEqual([""]);
    expect(form.get("subscribers")).toBe("on");
    const sent = changed(form, {
      ...(name === "a follow-up" ? { message: WORDS.message } : WORDS),
      ...BY_MAIL,
      intent: "publish",
    });
    await published(world, await world.ask(path, { form: sent, as: OWNER }));
    expect(await mailings(world)).toEqual([
      expect.objectContaining({ subscribers: true, audience: null }),
    ]);
    const mails = await world.deliver();
    expect(mails.length).toBeGreaterThan(0);
  });

  test("takes each choice that its page offers", async () => {
    const world = await fresh();
    const path = (await pages(world))[name];
    const page = await world.ask(path, { as: OWNER });
    const controls = [...page.text.matchAll(/<input[^>]*type="(?:radio|checkbox)"[^>]*>/g)];
    expect(controls.filter(([control]) => !/\bvalue="/.test(control))).toEqual([]);
    const offered = controls.flatMap(([control]) =>
      /\bname="source"/.test(control) ? [/\bvalue="([^"]*)"/.exec(control)?.[1]] : [],
    );
    expect(offered).toEqual(["", "accounts", "profile", "listed"]);
    const profile = await world.services.store.read
      .selectFrom("permissionProfiles")
      .select("id")
      .where("orgId", "=", await world.orgId("acme"))
      .executeTakeFirstOrThrow();
    for (const source of offered) {
      // Each page carries the draft that its form saves.
      const shown = formOf(await world.ask(path, { as: OWNER }), MARK);
      const answer = await world.ask(path, {
        form: changed(shown, {
          ...(name === "a follow-up" ? { message: `${WORDS.message} ${source}` } : WORDS),
          ...BY_MAIL,
          source: source ?? "",
          ...(source === "profile" ? { profileId: profile.id } : {}),
          ...(source === "listed" ? { emails: "a@b.example" } : {}),
          intent: "preview",
        }),
        as: OWNER,
      });
      expect([source, answer.status, answer.headers.location ?? ""]).toEqual([
        source,
        303,
        expect.stringMatching(/\/review$/),
      ]);
      // The draft's form shows the choice that was made.
      const draft = (answer.headers.location ?? "").replace(/\/review$/, "");
      const again = formOf(await world.ask(draft, { as: OWNER }), MARK);
      expect(again.getAll("source")).toEqual([source]);
    }
  });
});
