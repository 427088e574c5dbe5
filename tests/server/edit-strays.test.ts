import { describe, expect, test } from "vitest";
import { testInFive } from "../in-turn.ts";
import { changesOf, EDITOR, hidden, itemOf, ORIGIN, post, words } from "./edit-world.ts";
import { changed, formOf } from "./page-form.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";
const NEW = "/acme/edit/cards/Policies/items/new";
const MARK = 'name="enabledState"';

const send = (world: World, path: string, form: URLSearchParams, as = EDITOR): Promise<Answer> =>
  world.ask(path, { as, form, headers: ORIGIN });
const links = async (world: World, uid: string) =>
  (
    await world.services.store.read
      .selectFrom("itemDocuments")
      .select("documentId")
      .where("itemUid", "=", uid)
      .execute()
  ).map(({ documentId }) => documentId);

/** A policy of one's own with a document, and the form of it as the editor has it open. */
async function openPolicy(
  world: World,
): Promise<{ uid: string; path: string; form: URLSearchParams; document: string }> {
  const page = await world.ask(NEW, { as: EDITOR });
  const document = /name="link" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const fresh = changed(formOf(page, MARK), { title: "Clean desks", access: "public" });
  fresh.append("link", document);
  expect((await send(world, NEW, fresh)).status).toBe(303);
  const { uid } = await world.services.store.read
    .selectFrom("items")
    .select("uid")
    .where("title", "=", "Clean desks")
    .executeTakeFirstOrThrow();
  const path = `/acme/edit/cards/Policies/items/${uid}`;
  return {
    uid,
    path,
    form: changed(formOf(await world.ask(path, { as: EDITOR }), MARK), {
      explanation: "What I typed",
      title: "Clear desks",
    }),
    document,
  };
}

describe("an item's form that was open while somebody else", () => {
  testInFive(
    "moved the item: comes back with what was typed and where the item is; saved again, it stays there",
    async () => {
      const world = await openWorld();
      const { uid, path, form } = await openPolicy(world);
      expect(
        (await post(world, `/acme/edit/items/${uid}/move`, { destinationCardId: "Legal" }, OWNER))
          .status,
      ).toBe(303);
      for (const button of ["", "/preview", "/find", "/rows"]) {
        const told = await send(world, path + button, form);
        expect(told.status, button).toBe(409);
        expect(told.text).toContain(`action="${path}"`);
        expect(words(told)).toMatch(
          /Someone else moved this item to Legal while you were editing .* Card Your version Policies Saved by Ingrid Sommer at .* Legal Title Your version Clear desks .* Explanation Your version What I typed/,
        );
        expect(told.text).toContain(`href="/acme/edit/cards/Legal/items/${uid}"`);
        expect(formOf(told, MARK).get("explanation")).toBe("What I typed");
      }
      expect(await itemOf(world, uid)).toMatchObject({ kind: "Legal", title: "Clean desks" });
      expect((await world.ask(path, { as: EDITOR })).status).toBe(404);
      const told = formOf(await send(world, path, form), MARK);
      // Told once, its other buttons go on with it.
      const found = await send(world, `${path}/find`, changed(told, { documentSearch: "zzz" }));
      expect([found.status, formOf(found, MARK).get("explanation")]).toEqual([200, "What I typed"]);
      const saved = await send(world, path, formOf(found, MARK));
      expect([saved.status, saved.headers.location]).toEqual([303, "/acme/card/Legal"]);
      expect(await itemOf(world, uid)).toMatchObject({
        kind: "Legal",
        title: "Clear desks",
        explanation: "What I typed",
      });
    },
  );

  testInFive(
    "deleted the item: comes back with what was typed; sent again, the item does with all that it had",
    async () => {
      const world = await openWorld();
      const { uid, path, form, document } = await openPolicy(world);
      await post(world, `${path}/delete`, {}, OWNER);
      expect(await itemOf(world, uid)).toBeUndefined();
      // What is wrong in the form can be mended after it is known that there is something to mend.
      for (const changes of [{ sameTitle: "" }, { href: "no link" }] as Record<string, string>[]) {
        const told = await send(world, path, changed(form, changes));
        expect(told.status).toBe(409);
        expect(words(told)).toMatch(
          /Someone else deleted this item while you were editing .* Item Your version .* Saved by Ingrid Sommer at .* \(deleted\) Leave it deleted/,
        );
        expect(words(told)).toContain("Restore it");
        expect(formOf(told, MARK).get("explanation")).toBe("What I typed");
        for (const gone of ["/delete", "/move", "/url"])
          expect(told.text).not.toContain(`${uid}${gone}"`);
      }
      expect([await itemOf(world, uid), (await world.ask(path, { as: EDITOR })).status]).toEqual([
        undefined,
        404,
      ]);
      const told = formOf(await send(world, path, form), MARK);
      const faulty = await send(world, path, changed(told, { href: "no link" }));
      expect([faulty.status, words(faulty).includes(wording.invalidUrl)]).toEqual([400, true]);
      expect(words(await send(world, `${path}/preview`, told))).toContain("What I typed");
      expect(await itemOf(world, uid)).toBeUndefined();
      const before = (await changesOf(world)).length;
      expect((await send(world, path, told)).status).toBe(303);
      expect(await itemOf(world, uid)).toMatchObject({
        kind: "Policies",
        title: "Clear desks",
        explanation: "What I typed",
      });
      expect(await links(world, uid)).toEqual([document]);
      expect((await changesOf(world)).length).toBe(before + 1);
    },
  );

  test("did neither: what never was on the card stays a 404, in any org", async () => {
    const world = await openWorld();
    const { uid, path, form } = await openPolicy(world);
    const before = (await changesOf(world)).length;
    const elsewhere = [
      "/acme/edit/cards/Legal/items/" + uid,
      "/acme/edit/cards/Policies/items/Reports.soc2",
      "/acme/edit/cards/Policies/items/custom.nothing",
      "/acme/product/Acme+Data+Lake/edit/cards/Policies/items/" + uid,
    ];
    for (const address of elsewhere)
      expect((await send(world, address, form)).status, address).toBe(404);
    await post(world, `${path}/delete`, {}, OWNER);
    for (const address of elsewhere)
      expect((await send(world, address, form)).status, address).toBe(404);
    expect(
      (await send(world, `/globex/edit/cards/Policies/items/${uid}`, form, "owner@globex.example"))
        .status,
    ).toBe(404);
    expect((await changesOf(world)).length).toBe(before + 1);
  });
});

test("without scripts, Enter searches where words are in the library's search, and saves where none are", async () => {
  const world = await openWorld();
  const { uid, path, form } = await openPolicy(world);
  const enter = `${path}/enter`;
  // The first button of a form is the one that Enter presses.
  expect((await world.ask(path, { as: EDITOR })).text).toMatch(
    new RegExp(
      `<form[^>]*action="${path}"[^>]*><input[^>]*><button[^>]*formaction="${enter}"`,
      "i",
    ),
  );
  const found = await send(world, enter, changed(form, { documentSearch: "SOC 2" }));
  expect([found.status, (await itemOf(world, uid))?.title]).toEqual([200, "Clean desks"]);
  // Taking the words out again is a search, too.
  const all = await send(world, enter, changed(formOf(found, MARK), { documentSearch: "" }));
  expect([all.status, (await itemOf(world, uid))?.title]).toEqual([200, "Clean desks"]);
  expect((await send(world, enter, formOf(all, MARK))).status).toBe(303);
  expect(await itemOf(world, uid)).toMatchObject({ title: "Clear desks" });
});

interface List {
  path: string;
  table: "securityGrades" | "trustedCompanies" | "subprocessors";
  fields: Readonly<Record<string, string>>;
  saved: Readonly<Record<string, unknown>>;
}

const LISTS: readonly List[] = [
  {
    path: "grades",
    table: "securityGrades",
    fields: {
      provider: "BitSight",
      url: "acme.example",
      grade: "700",
      label: "What I typed",
      description: "",
    },
    saved: { label: "What I typed", grade: "700" },
  },
  {
    path: "trusted-by",
    table: "trustedCompanies",
    fields: { company: "What I typed", href: "example.com/story" },
    saved: { href: "https://example.com/story" },
  },
  {
    path: "subprocessors",
    table: "subprocessors",
    fields: { company: "What I typed", purpose: "Hosting", location: "Ireland" },
    saved: { purpose: "Hosting", location: "Ireland" },
  },
];

describe("an entry's form that was open while somebody else removed the entry", () => {
  for (const { path, table, fields, saved } of LISTS) {
    test(`of ${path}: comes back with what was typed, and can add it anew`, async () => {
      const world = await openWorld();
      const rows = () => world.services.store.read.selectFrom(table).selectAll().execute();
      const productId = await world.productId("acme");
      const { id } = await world.services.store.read
        .selectFrom(table)
        .select("id")
        .where("productId", "=", productId)
        .$if(table === "securityGrades", (query) =>
          query.where("provider" as never, "=", "BitSight" as never),
        )
        .executeTakeFirstOrThrow();
      const address = `/acme/edit/${path}/${id}`;
      const base = hidden(await world.ask(address, { as: EDITOR }), "base");
      // The rows of subprocessors are removed by their own dialog, the others by their list.
      const removed =
        path === "subprocessors"
          ? await post(world, address, { intent: "remove", base }, OWNER)
          : await post(world, `/acme/edit/${path}`, { intent: "remove", id }, OWNER);
      expect([removed.status, (await rows()).some((row) => row.id === id)]).toEqual([303, false]);

      for (const sent of [base, ""]) {
        const told = await post(world, address, { ...fields, base: sent });
        expect(told.status).toBe(409);
        expect(words(told)).toMatch(
          /Someone else removed this while you were editing .*\(removed\).* Leave it removed .* Add it again/,
        );
        expect(words(told)).toMatch(/Your version What I typed/);
        expect(told.text).toContain('value="What I typed"');
        expect(told.text).toContain(`href="/acme/edit/${path}"`);
      }
      expect((await world.ask(address, { as: EDITOR })).status).toBe(404);
      expect((await rows()).some((row) => row.id === id)).toBe(false);
      const faulty = await post(world, address, { ...fields, company: "", label: "", base });
      expect(faulty.status).toBe(400);
      const told = await post(world, address, { ...fields, base });
      expect((await post(world, address, { ...fields, base: hidden(told, "base") })).status).toBe(
        303,
      );
      expect((await rows()).find((row) => row.id === id)).toMatchObject(saved);
    });

    test(`of ${path}: an id that this product's list never had stays a 404`, async () => {
      const world = await openWorld();
      const productId = await world.productId("acme");
      const foreign = await world.services.store.read
        .selectFrom(table)
        .select("id")
        .where("productId", "<>", productId)
        .execute();
      expect(foreign.length).toBeGreaterThan(0);
      for (const id of ["none", ...foreign.map((row) => row.id)])
        expect((await post(world, `/acme/edit/${path}/${id}`, { ...fields })).status).toBe(404);
    });
  }

  test("removing it once more does no harm, and writes no second draft", async () => {
    const world = await openWorld();
    const drafts = async () =>
      (await world.services.store.read.selectFrom("topicDrafts").select("id").execute()).length;
    const { id } = await world.services.store.read
      .selectFrom("subprocessors")
      .select("id")
      .where("productId", "=", await world.productId("acme"))
      .executeTakeFirstOrThrow();
    await post(world, `/acme/edit/subprocessors/${id}`, { intent: "remove" }, OWNER);
    const [before, changes] = [await drafts(), (await changesOf(world)).length];
    const again = await post(world, `/acme/edit/subprocessors/${id}`, {
      intent: "remove",
      draftUpdate: "on",
    });
    expect([again.status, again.headers.location]).toEqual([303, "/acme/edit/subprocessors"]);
    expect([await drafts(), (await changesOf(world)).length]).toEqual([before, changes]);
  });
});
