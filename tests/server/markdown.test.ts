import "./production-react.ts";
import { describe, expect, test } from "vitest";
import { MARKDOWN_FAULT_WORDS } from "#values/markdown.ts";
import { dialectOf } from "#db/engine.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { EDITOR, ORIGIN, itemOf, patch, words } from "./edit-world.ts";
import { multipart } from "./multipart.ts";
import { changed, formOf } from "./page-form.ts";
import { openWorld, type World } from "./world.ts";
import { holdOf, overPieces } from "../work-time.ts";

const OWNER = "owner@acme.example";
const UID = "AccessControl.dataAccess";
const KIND = "AccessControl";
const FORM = `/acme/edit/cards/${KIND}/items/${UID}`;
const CARD = `/acme/card/${KIND}`;

/** Levels without end: the parser calls itself for each. */
const DEEP = ">".repeat(20_000);
/** Marks that might each end at any later one. */
const MUCH = "a**b".repeat(15_000);
const SOUND =
  "Reviewed by **two people**.\n\n- [plan](/updates)\n- [elsewhere](//evil.example/x)\n";

const trees = (world: World) =>
  world.services.store.read.selectFrom("markdownTrees").selectAll().execute();

async function api(world: World, values: object) {
  const product = await world.productId("acme");
  return patch(world, `/api/trust-center/products/${product}/items/${UID}`, values);
}

/** Stores an explanation as an earlier version did, by which nothing was laid out. */
async function storeAsBefore(world: World, explanation: string): Promise<void> {
  const orgId = await world.orgId("acme");
  const productId = await world.productId("acme");
  await world.services.store.write(async (trx) => {
    await trx
      .updateTable("items")
      .set({ explanation, enabledState: "Enabled", publicAccess: 1 })
      .where("orgId", "=", orgId)
      .where("productId", "=", productId)
      .where("uid", "=", UID)
      .execute();
    await trx
      .updateTable("orgs")
      .set((eb) => ({ revision: eb("revision", "+", 1) }))
      .where("id", "=", orgId)
      .execute();
  });
}

describe("Markdown", () => {
  test("is laid out when it is saved, and drawn from what was kept", async () => {
    const world = await openWorld();
    const before = (await trees(world)).length;
    expect((await api(world, { explanation: SOUND, access: "public" })).status).toBe(200);
    expect(await trees(world)).toHaveLength(before + 1);
    const page = (await world.ask(CARD)).text;
    expect(page).toContain("<strong>two people</strong>");
    expect(page).toMatch(/<a href="\/updates"[^>]*>plan<\/a>/);
    // Links of settings are addresses of the web that say so; one that leaves out how is none.
    expect(page).toContain("elsewhere");
    expect(page).not.toContain("evil.example");
  });

  testInTurn(
    "that takes too much is refused at its field, and everything else goes on",
    async () => {
      const world = await openWorld();
      const stored = (await itemOf(world, UID))?.explanation;
      const before = (await trees(world)).length;
      for (const text of [
        DEEP,
        `${"|a".repeat(1_000)}\n${"|-".repeat(1_000)}\n${"a\n".repeat(5_000)}`,
      ]) {
        const answer = await api(world, { explanation: text });
        expect([answer.status, answer.headers["content-type"]]).toEqual([
          400,
          "application/problem+json",
        ]);
        expect(Object.values(MARKDOWN_FAULT_WORDS)).toContain(
          (JSON.parse(answer.text) as { errors: { explanation: string[] } }).errors.explanation[0],
        );
      }
      const form = changed(formOf(await world.ask(FORM, { as: EDITOR }), 'name="enabledState"'), {
        explanation: DEEP,
        title: "Kept as it was sent",
      });
      const page = await world.ask(FORM, { as: EDITOR, form, headers: ORIGIN });
      expect(page.status).toBe(400);
      expect(words(page)).toContain("formatting is too complex");
      expect(page.text).toContain("<title>Error: ");
      expect(page.text).toContain("&gt;".repeat(20_000));
      expect((await itemOf(world, UID))?.explanation).toBe(stored);
      expect(await trees(world)).toHaveLength(before);
      expect((await world.ask(CARD)).status).toBe(200);
    },
  );

  testInTurn(
    "is refused at every other door: questions, updates, letters, the NDA, previews",
    async () => {
      const world = await openWorld();
      const text = ">".repeat(19_000);
      const fault = "formatting is too complex";
      const kb = await world.ask("/knowledge-base/new", {
        as: EDITOR,
        headers: ORIGIN,
        form: { question: "Is it bounded?", answer: "Yes.", comment: text, access: "public" },
      });
      expect([kb.status, words(kb).includes(fault)]).toEqual([400, true]);
      const nda = await world.ask("/nda/versions/new", {
        as: OWNER,
        headers: ORIGIN,
        form: { title: "Agreement", body: text },
      });
      expect([nda.status, words(nda).includes(fault)]).toEqual([400, true]);
      const update = await world.ask("/updates/new", { as: EDITOR });
      const draft = await world.ask("/updates/new", {
        as: EDITOR,
        headers: ORIGIN,
        form: changed(formOf(update, 'name="message"'), {
          subject: "An update",
          category: "general",
          message: text,
          statusPage: "on",
          intent: "save",
        }),
      });
      expect([draft.status, words(draft).includes(fault)]).toEqual([400, true]);
      const sent = await world.ask("/api/trust-center/updates", {
        as: EDITOR,
        headers: { ...ORIGIN, "content-type": "application/json" },
        body: JSON.stringify({
          subject: "An update",
          category: "general",
          message: text,
          channelSp: true,
          spAudience: "public",
        }),
      });
      expect([sent.status, sent.text.includes(fault)], sent.text).toEqual([400, true]);
      const preview = (body: object, as: string | null = EDITOR, org = "acme") =>
        world.ask(`/api/trust-center/markdown?org=${org}`, {
          ...(as === null ? {} : { as }),
          headers: { ...ORIGIN, "content-type": "application/json" },
          body: JSON.stringify(body),
        });
      expect((await preview({ text })).status).toBe(400);
      expect((await preview({ text: "x" }, null)).status).toBe(401);
      // Reviewers write the NDA; viewers write nothing.
      expect((await preview({ text: "x" }, "reviewer@acme.example")).status).toBe(200);
      expect((await preview({ text: "x" }, "viewer@acme.example")).status).toBe(403);
      expect((await preview({ text: "x" }, EDITOR, "globex")).status).toBe(404);
      const shown = await preview({ text: "**x**" });
      expect(JSON.parse(shown.text)).toEqual({ tree: [["p", {}, [["strong", {}, ["x"]]]]] });
    },
  );

  testInFive(
    "of files is laid out when they come, refused where it takes too much, and text where it is long",
    async () => {
      const world = await openWorld();
      const send = (name: string, bytes: string) =>
        world.ask("/api/documents", { as: EDITOR, ...multipart([{ name, bytes }]) });
      const bad = await send("bad.md", MUCH);
      expect(bad.status).toBe(400);
      expect(bad.text).toContain("formatting is too complex");
      const view = async (name: string, bytes: string) => {
        expect((await send(name, bytes)).status).toBe(201);
        const { id } = await world.services.store.read
          .selectFrom("documents")
          .select("id")
          .where("originalName", "=", name)
          .executeTakeFirstOrThrow();
        const linked = await api(world, { link: [id], access: "public", documentTypes: {} });
        expect(linked.status, linked.text).toBe(200);
        return (await world.ask(`/acme/documents/${id}/view`)).text;
      };
      expect(await view("good.md", "# Plan\n\n**Bold**, and `code`.")).toMatch(
        /<h2>Plan<\/h2>\s*<p><strong>Bold<\/strong>/,
      );
      const long = await view("long.md", `${"**x** ".repeat(50_000)}`);
      expect(long).toContain("shown as plain text");
      expect(long).toContain("**x** **x**");
      // The same bytes under a name that says text were never Markdown.
      expect(await view("bad.txt", MUCH)).toContain("a**ba**b");
    },
  );

  testInFive("that an import brings is a line of its preview", async () => {
    const world = await openWorld();
    const csv = `question,answer\nIs it deep?,${">".repeat(19_000)}\nIs it sound?,**Yes** it is\n`;
    const place = await world.ask("/knowledge-base/import", {
      as: EDITOR,
      ...multipart([{ name: "rows.csv", bytes: csv }]),
    });
    const preview = await world.ask(
      `${place.headers.location}?question=0&answer=1&default=public`,
      { as: EDITOR },
    );
    expect(preview.status).toBe(200);
    expect(words(preview)).toContain("formatting is too complex");
    expect(words(preview)).toContain("1 added, 0 changed, 0 unchanged, 1 skipped");
  });

  testInFive(
    "stored before is plain until it is laid out; what can't be is listed to editors, and gone once it is written anew",
    async () => {
      const world = await openWorld();
      await storeAsBefore(world, "First **line**\nsecond\n\nnext");
      const plain = (await world.ask(CARD)).text;
      expect(plain).toContain('<p class="plain-text">First **line**\nsecond</p>');
      expect(await world.layOut()).toBe(1);
      expect((await world.ask(CARD)).text).toContain("First <strong>line</strong>");

      await storeAsBefore(world, `${DEEP.slice(0, 19_000)} end`);
      const { value: card, took } = await holdOf(() => world.ask(CARD));
      expect(card.status).toBe(200);
      expect(overPieces(took, 100)).toBeNull();
      await world.layOut();
      expect((await world.ask(CARD)).text).toMatch(
        /<p class="plain-text">(?:&gt;){19000} end<\/p>/,
      );
      const area = await world.ask("/history", { as: EDITOR });
      expect(words(area)).toContain("1 text is shown as plain paragraphs");
      const list = await world.ask("/history/plain-texts", { as: EDITOR });
      expect(list.status).toBe(200);
      expect(list.text).toContain(`href="${FORM}"`);
      expect(
        (await world.ask("/history/plain-texts", { as: "reviewer@acme.example" })).status,
      ).toBe(403);
      expect(words(await world.ask("/history", { as: "owner@globex.example" }))).not.toContain(
        "plain paragraphs",
      );
      // Other fields can be changed, and so can the text.
      expect((await api(world, { recurrence: "year" })).status).toBe(200);
      expect((await api(world, { explanation: "Flat." })).status).toBe(200);
      expect(words(await world.ask("/history/plain-texts", { as: EDITOR }))).toContain(
        "There are none",
      );
      expect(words(await world.ask("/history", { as: EDITOR }))).not.toContain("plain paragraphs");
    },
  );

  test("that nothing uses goes after a while, and with its company", async () => {
    const world = await openWorld();
    const sources = async () => new Set((await trees(world)).map(({ source }) => source));
    const before = await sources();
    await api(world, { explanation: "One **text**" });
    const [own] = [...(await sources())].filter((source) => !before.has(source));
    await api(world, { explanation: "Another **text**" });
    await world.layOut("acme", 1);
    expect(await sources()).toContain(own);
    await world.layOut("acme", 4);
    expect(await sources()).not.toContain(own);
    // What is in use stays.
    expect((await world.ask(CARD)).text).toContain("Another <strong>text</strong>");
    expect(
      await dialectOf(world.services.store.read).tenantTables(world.services.store.read),
    ).toContain("markdownTrees");
  });

  test("comes back laid out when a change is taken back", async () => {
    const world = await openWorld();
    await api(world, { explanation: "The **first** words", access: "public" });
    const { changeId } = JSON.parse((await api(world, { explanation: "Others" })).text) as {
      changeId: string;
    };
    await world.services.store.write((trx) => trx.deleteFrom("markdownTrees").execute());
    const undone = await world.ask(`/history/${changeId}?undo=true`, {
      as: EDITOR,
      headers: ORIGIN,
      form: {},
    });
    expect(undone.status).toBe(303);
    expect((await world.ask(CARD)).text).toContain("The <strong>first</strong> words");
  });

  test("of one company is looked at while another's kept page is answered as ever", async () => {
    const world = await openWorld();
    const page = async () => expect((await world.ask("/globex")).status).toBe(200);
    await page();
    let asked = 0;
    const { longest } = await holdOf(async () => {
      const over = new AbortController();
      const bomb = api(world, { explanation: DEEP }).finally(() => over.abort());
      while (!over.signal.aborted) {
        await page();
        asked += 1;
      }
      await bomb;
    });
    expect(asked).toBeGreaterThan(5);
    // On the event loop it took seconds.
    expect(overPieces(longest, 20)).toBeNull();
  });
});
