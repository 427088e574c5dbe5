import { describe, expect, test } from "vitest";
import { permissionsOf } from "#model/auth/permissions.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { updateCard } from "#content/cards/store/cards.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import type { ItemSnapshot } from "#content/items/store/item-history-words.server.ts";
import { SUBJECTS } from "#server/history/store/subjects.server.ts";
import { undoChange } from "#web/history/store/undo.server.ts";
import { arrangeItems } from "#content/items/store/item-places.server.ts";
import { saveItem } from "#content/items/store/items.server.ts";
import { removeItem } from "#content/items/store/item-state.server.ts";
import { arrangeCards, arrangeSections } from "#content/products/store/product-order.server.ts";
import type { Writer } from "#db/store.ts";
import { cardOf, changesOf, EDITOR, follow, hidden, messageOf, post } from "./edit-world.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { itemSubject } from "#content/items/store/item-history.server.ts";
import { cardSubject } from "#content/products/store/card-history.server.ts";
import { testInFive } from "../in-turn.ts";

const DIALOG = "/acme/edit/cards/Reports/display-text";

const undoIn = (answer: Answer) => messageOf(answer).undo;
const displayText = async (world: World) => (await cardOf(world, "Reports")).displayText;

describe("a saved change", () => {
  test("is public with the next request, stands in history and audit, and Undo takes it back", async () => {
    const world = await openWorld();
    const before = await displayText(world);
    const saved = await post(world, DIALOG, { displayText: "What auditors wrote" });
    expect([saved.status, saved.headers.location]).toEqual([303, "/acme"]);
    expect((await world.ask("/acme")).text).toContain("What auditors wrote");
    const page = await follow(world, saved);
    expect(page.text).toContain("Display text of");
    const undo = undoIn(page);
    expect(undo).toMatch(/^\/acme\/edit\/changes\/[\w-]+\/undo$/);
    const [row] = await changesOf(world);
    expect(row).toMatchObject({
      subject: "card",
      subjectId: "Reports",
      actorName: "Tomasz Wilk",
      undoneAt: null,
    });
    expect(row?.summary).toContain("“What auditors wrote”");
    expect(
      await world.services.store.read
        .selectFrom("audit")
        .select("action")
        .where("action", "=", "card.changed")
        .execute(),
    ).toHaveLength(1);

    const undone = await post(world, undo, {});
    expect(undone.status).toBe(303);
    expect((await follow(world, undone)).text).toContain("as it was before");
    expect(await displayText(world)).toBe(before);
    expect((await world.ask("/acme")).text).not.toContain("What auditors wrote");
    const again = await post(world, undo, {});
    expect(again.status).toBe(409);
    expect(again.text).toContain("This was already undone.");
  });

  testInFive(
    "that changes nothing leaves no row, and one that was overtaken can't be undone",
    async () => {
      const world = await openWorld();
      const undo = undoIn(
        await follow(world, await post(world, DIALOG, { displayText: "First text" })),
      );
      await post(world, DIALOG, { displayText: "First text" });
      expect(await changesOf(world)).toHaveLength(1);
      await post(world, DIALOG, { displayText: "Second text" });
      const late = await post(world, undo, {});
      expect(late.status).toBe(409);
      expect(late.text).toContain("was changed again since");
      expect(await displayText(world)).toBe("Second text");
    },
  );

  test("of somebody else is noticed: both versions, nothing lost, and a way to save over it", async () => {
    const world = await openWorld();
    const base = hidden(await world.ask(DIALOG, { as: EDITOR }), "base");
    expect(base).not.toBe("");
    await post(world, DIALOG, { displayText: "The owner's text", base }, "owner@acme.example");
    const answer = await post(world, DIALOG, { displayText: "The editor's text", base });
    expect(answer.status).toBe(409);
    for (const words of [
      "Your version",
      "Saved by ",
      "The owner&#x27;s text",
      "The editor&#x27;s text",
      "Use theirs",
      "<title>Error: ",
    ])
      expect(answer.text).toContain(words);
    expect(await displayText(world)).toBe("The owner's text");
    const over = await post(world, DIALOG, {
      displayText: "The editor's text",
      base: hidden(answer, "base"),
    });
    expect(over.status).toBe(303);
    expect(await displayText(world)).toBe("The editor's text");
  });

  test("is undone by those alone who may edit there: other orgs and roles find nothing", async () => {
    const world = await openWorld();
    const undo = undoIn(
      await follow(world, await post(world, DIALOG, { displayText: "First text" })),
    );
    for (const as of [
      "viewer@acme.example",
      "reviewer@acme.example",
      "owner@globex.example",
      "riley@customer.example",
    ]) {
      expect([as, (await post(world, undo, {}, as)).status]).toEqual([as, 404]);
    }
    expect(
      (await post(world, undo.replace("/acme/", "/globex/"), {}, "owner@globex.example")).status,
    ).toBe(404);
    expect(
      (await post(world, undo.replace("/acme/", "/acme/product/Acme+Data+Lake/"), {})).status,
    ).toBe(404);
    expect(
      (
        await world.ask(undo, {
          as: EDITOR,
          method: "POST",
          form: {},
          headers: { origin: "https://evil.example" },
        })
      ).status,
    ).toBe(403);
    expect(await displayText(world)).toBe("First text");
  });
});

describe("what is written", () => {
  test("is the change with its history and its audit row, or none of them", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const [orgId, productId] = [await world.orgId("acme"), await world.productId("acme")];
    const count = async () => [
      await displayText(world),
      (await changesOf(world)).length,
      (await store.read.selectFrom("audit").select("id").execute()).length,
    ];
    const before = await count();
    const edit = {
      orgId,
      productId,
      subject: cardSubject,
      subjectId: "Reports",
      by: SYSTEM,
      now: world.time,
    } as const;
    const broken = store.write(async (trx) => {
      await recordChange(trx, edit, () =>
        updateCard(trx, orgId, productId, "Reports", { displayText: "Half a change" }),
      );
      throw new Error("the power went");
    });
    await expect(broken).rejects.toThrow("the power went");
    expect(await count()).toEqual(before);
  });

  test("comes back exactly when an item is deleted: links, slugs, places in profiles and among the featured", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const [orgId, productId] = [await world.orgId("acme"), await world.productId("acme")];
    const { featuredJson } = await store.read
      .selectFrom("productPages")
      .select("featuredJson")
      .where("productId", "=", productId)
      .executeTakeFirstOrThrow();
    const [uid = ""] = JSON.parse(featuredJson) as string[];
    const key = { orgId, productId, subjectId: uid };
    await store.write((trx) =>
      saveItem(
        trx,
        orgId,
        productId,
        { uid, kind: "Reports", customSlug: "our-own-slug" },
        { by: "Test", on: world.time },
      ),
    );
    await store.write((trx) =>
      saveItem(
        trx,
        orgId,
        productId,
        { uid, kind: "Reports", customSlug: "newer-slug" },
        { by: "Test", on: world.time },
      ),
    );
    const before = (await SUBJECTS.item.read(store.read, key)) as ItemSnapshot;
    expect([before.documents.length > 0, before.oldSlugs.length > 0, before.featuredAt]).toEqual([
      true,
      true,
      0,
    ]);
    const edit = { ...key, subject: itemSubject, by: SYSTEM, now: world.time } as const;
    const { changeId } = await store.write((trx) =>
      recordChange(trx, edit, () => removeItem(trx, orgId, productId, uid)),
    );
    expect(await SUBJECTS.item.read(store.read, key)).toBeNull();
    await store.write((trx) =>
      undoChange(trx, orgId, changeId ?? "", {
        subjects: SUBJECTS,
        permissions: permissionsOf("editor"),
        by: SYSTEM,
        now: world.time,
      }),
    );
    const after = (await SUBJECTS.item.read(store.read, key)) as ItemSnapshot;
    expect({ ...after, row: { ...after.row, lastModifiedOn: "", lastModifiedBy: "" } }).toEqual({
      ...before,
      row: { ...before.row, lastModifiedOn: "", lastModifiedBy: "" },
    });
  });

  test("of an order is undone, too: sections, cards, items", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const [orgId, productId] = [await world.orgId("acme"), await world.productId("acme")];
    const uids = (
      await store.read
        .selectFrom("items")
        .select("uid")
        .where("productId", "=", productId)
        .where("kind", "=", "Reports")
        .orderBy("uid")
        .execute()
    ).map(({ uid }) => uid);
    const works = [
      ["sections", "", (trx: Writer) => arrangeSections(trx, orgId, productId, ["help", "cards"])],
      [
        "card-order",
        "",
        (trx: Writer) => arrangeCards(trx, orgId, productId, ["Policies", "Reports"]),
      ],
      [
        "item-order",
        "Reports",
        (trx: Writer) => arrangeItems(trx, orgId, productId, "Reports", uids.toReversed()),
      ],
    ] as const;
    for (const [subject, subjectId, verb] of works) {
      const key = { orgId, productId, subjectId };
      const before = await SUBJECTS[subject].read(store.read, key);
      const { changeId } = await store.write((trx) =>
        recordChange(trx, { ...key, subject: SUBJECTS[subject], by: SYSTEM, now: world.time }, () =>
          verb(trx),
        ),
      );
      expect([subject, await SUBJECTS[subject].read(store.read, key)]).not.toEqual([
        subject,
        before,
      ]);
      await store.write((trx) =>
        undoChange(trx, orgId, changeId ?? "", {
          subjects: SUBJECTS,
          permissions: permissionsOf("editor"),
          by: SYSTEM,
          now: world.time,
        }),
      );
      expect([subject, await SUBJECTS[subject].read(store.read, key)]).toEqual([subject, before]);
    }
    for (const { summary } of await changesOf(world)) expect(summary).toMatch(/→|another place/);
  });
});
