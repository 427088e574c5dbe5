import { describe, expect, test } from "vitest";
import { switchFeature } from "#company/settings/store/customizations.server.ts";
import type { Feature } from "#model/settings/customization.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { addProductCopy } from "#content/products/store/product-copies.server.ts";
import { arrangeDocuments, hideSection } from "#content/products/store/product-order.server.ts";
import { grantRole } from "#auth/store/staff.server.ts";
import {
  changesOf,
  EDITOR,
  follow,
  itemOf,
  messageOf,
  post,
  postFile,
  words,
} from "./edit-world.ts";
import { changed, formOf } from "./page-form.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

/** Where the editor's dialogs lead, and what they leave behind. */

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function without(world: World, feature: Feature): Promise<void> {
  const orgId = await world.orgId("acme");
  await world.services.store.write((trx) =>
    switchFeature({ trx, orgId, now: world.time }, feature, false),
  );
}

const shown = async (world: World, path: string) => (await world.ask(path, { as: EDITOR })).status;

describe("a card without a drawer", () => {
  const ITEM = "/acme/edit/cards/Subprocessors/items/Subprocessors.subprocessors";

  test("is where the dialogs of its item close to, and where saving leads", async () => {
    const world = await openWorld();
    for (const path of [ITEM, "/acme/edit/items/Subprocessors.subprocessors/url"]) {
      const page = await world.ask(path, { as: EDITOR });
      expect(page.status).toBe(200);
      expect(page.text).not.toContain('href="/acme/card/Subprocessors');
    }
    const page = await world.ask(ITEM, { as: EDITOR });
    expect(page.text).toContain('href="/acme/edit/subprocessors"');
    const saved = await world.ask(ITEM, {
      as: EDITOR,
      form: changed(formOf(page, 'name="enabledState"'), {
        explanation: "Who processes data for us",
      }),
      headers: { origin: "http://localhost:3000" },
    });
    expect([saved.status, saved.headers.location]).toEqual([303, "/acme/edit/subprocessors"]);
    expect(await shown(world, saved.headers.location ?? "")).toBe(200);
  });

  test("gets a name of its own in a dialog, as others do in their drawer, unless the plan leaves it out", async () => {
    const world = await openWorld();
    const path = "/acme/edit/cards/Subprocessors/name";
    expect((await world.ask("/acme/edit/subprocessors", { as: EDITOR })).text).toContain(
      `href="${path}"`,
    );
    const faulty = await post(world, path, { title: "x" });
    expect([faulty.status, words(faulty).includes(wording.atLeast2Characters)]).toEqual([
      400,
      true,
    ]);
    const saved = await post(world, path, { title: "Our suppliers" });
    expect([saved.status, saved.headers.location]).toEqual([303, "/acme/edit/subprocessors"]);
    const { text, undo } = messageOf(await follow(world, saved));
    expect(text).toContain("Card renamed to “Our suppliers”");
    expect(words(await world.ask("/acme"))).toContain("Our suppliers");
    expect((await post(world, undo, {})).status).toBe(303);
    expect(words(await world.ask("/acme"))).not.toContain("Our suppliers");
    await without(world, "cardRenaming");
    expect((await post(world, path, { title: "Never" })).status).toBe(404);
    expect((await world.ask("/acme/edit/subprocessors", { as: EDITOR })).text).not.toContain(path);
  });

  test("has a conflict told when two name it at once", async () => {
    const world = await openWorld();
    const path = "/acme/edit/cards/Subprocessors/name";
    const form = formOf(await world.ask(path, { as: EDITOR }), 'name="title"');
    await post(world, path, { title: "Theirs" }, "owner@acme.example");
    const late = await world.ask(path, {
      as: EDITOR,
      form: changed(form, { title: "Mine" }),
      headers: { origin: "http://localhost:3000" },
    });
    expect([
      late.status,
      words(late).includes("Theirs"),
      late.text.includes('value="Mine"'),
    ]).toEqual([409, true, true]);
  });
});

describe("a card's drawer", () => {
  const MARK = 'name="titleWas"';
  const send = (world: World, path: string, form: URLSearchParams) =>
    world.ask(path, { as: EDITOR, form, headers: { origin: "http://localhost:3000" } });

  test("offers Undo for all that one save changed, however much it was", async () => {
    const world = await openWorld();
    for (const at of [
      "/acme/card/AccessControl?edit=true",
      "/acme/product/Acme+Data+Lake/card/AccessControl?edit=true",
    ]) {
      const form = formOf(await world.ask(at, { as: EDITOR }), MARK);
      const before = form.getAll("state");
      expect(before.length).toBeGreaterThan(11);
      form.delete("state");
      for (const state of before)
        form.append("state", state === "Enabled" ? "NotEnabled" : "Enabled");
      const done = await changesOf(world);
      const { undo } = messageOf(await follow(world, await send(world, at, form)));
      expect((await changesOf(world)).length - done.length).toBe(before.length);
      expect((await post(world, undo, {})).status).toBe(303);
      expect(formOf(await world.ask(at, { as: EDITOR }), MARK).getAll("state")).toEqual(before);
    }
  });

  test("names no changes of two saves as one", async () => {
    const world = await openWorld();
    await post(world, "/acme/edit/cards/Reports/display-text", { displayText: "First words" });
    world.time = new Date(world.time.getTime() + 60_000);
    await post(world, "/acme/edit/cards/Reports/display-text", { displayText: "Second words" });
    const ids = (await changesOf(world)).map(({ id }) => id);
    for (const word of [
      `${ids[0]}~${ids[1]}`,
      `${ids[1]}~${ids[0]}`,
      `${ids[0]}~no-such`,
      `${ids[0]}~${ids[0]}~${ids[1]}`,
      "~",
    ])
      expect((await post(world, `/acme/edit/changes/${word}/undo`, {})).status, word).toBe(404);
  });

  test("enables no item of the Documents card that has no file", async () => {
    const world = await openWorld();
    const at = "/acme/card/Documents?edit=true";
    const form = formOf(await world.ask(at, { as: EDITOR }), MARK);
    const uids = form.getAll("uid");
    const states = form.getAll("state");
    const bare = uids.findIndex((_, i) => states[i] === "NotEnabled");
    expect(bare).toBeGreaterThanOrEqual(0);
    form.delete("state");
    states.forEach((state, i) => form.append("state", i === bare ? "Enabled" : state));
    const refused = await send(world, at, form);
    expect([refused.status, words(refused).includes(wording.uploadFile)]).toEqual([400, true]);
    expect((await itemOf(world, uids[bare] ?? ""))?.enabledState ?? "NotEnabled").toBe(
      "NotEnabled",
    );
    const product = await world.productId("acme");
    const call = await world.ask(`/api/trust-center/products/${product}/cards/Documents`, {
      as: EDITOR,
      method: "PATCH",
      headers: { origin: "http://localhost:3000", "content-type": "application/json" },
      body: JSON.stringify({ items: [{ uid: uids[bare], enabledState: "Enabled" }] }),
    });
    expect([call.status, call.text.includes(wording.uploadFile)]).toEqual([409, true]);
  });

  test("shows the company's own icon, as the page does", async () => {
    const world = await openWorld();
    expect(
      (
        await postFile(
          world,
          "/acme/edit/cards/Reports/icon",
          { mode: "custom" },
          { name: "icon.png", type: "image/png", bytes: PNG },
        )
      ).status,
    ).toBe(303);
    const icon =
      (
        await world.services.store.read
          .selectFrom("cards")
          .select("iconAssetId")
          .where("productId", "=", await world.productId("acme"))
          .where("kind", "=", "Reports")
          .executeTakeFirstOrThrow()
      ).iconAssetId ?? "";
    expect(icon).not.toBe("");
    for (const path of ["/acme/card/Reports", "/acme/card/Reports?edit=true"]) {
      const dialog = (await world.ask(path, { as: EDITOR })).text.split('role="dialog"')[1] ?? "";
      expect(dialog.split("</h2>")[0], path).toContain(icon);
    }
  });

  test("says what a plan without hiding leaves out", async () => {
    const world = await openWorld();
    expect(words(await world.ask("/acme/card/Reports?edit=true", { as: EDITOR }))).not.toContain(
      "Hiding items:",
    );
    await without(world, "restrictedHiddenFiles");
    expect(words(await world.ask("/acme/card/Reports?edit=true", { as: EDITOR }))).toContain(
      "Hiding items: Upgrade your plan to unlock this feature.",
    );
  });
});

test("an item with documents keeps a way to unlink them in a card whose items have none", async () => {
  const world = await openWorld();
  expect(
    (
      await post(world, "/acme/edit/items/Reports.soc2/move", {
        destinationCardId: "SecurityGrades",
      })
    ).status,
  ).toBe(303);
  const path = "/acme/edit/cards/SecurityGrades/items/Reports.soc2";
  expect((await world.ask(path, { as: EDITOR })).text).toContain('name="unlink"');
});

test("no item takes the address of the bulk download", async () => {
  const world = await openWorld();
  const refused = await post(world, "/acme/edit/items/Reports.soc2/url", { slug: "bulk-download" });
  expect([
    refused.status,
    words(refused).includes(
      "This URL slug is already in use by a page of the portal: bulk-download",
    ),
  ]).toEqual([400, true]);
});

test("an item that comes back after its deletion leaves its custom address to who took it meanwhile", async () => {
  const world = await openWorld();
  const form = changed(
    formOf(
      await world.ask("/acme/edit/cards/Policies/items/new", { as: EDITOR }),
      'name="enabledState"',
    ),
    { title: "Short lived" },
  );
  await world.ask("/acme/edit/cards/Policies/items/new", {
    as: EDITOR,
    form,
    headers: { origin: "http://localhost:3000" },
  });
  const { uid } = await world.services.store.read
    .selectFrom("items")
    .select("uid")
    .where("title", "=", "Short lived")
    .executeTakeFirstOrThrow();
  expect((await post(world, `/acme/edit/items/${uid}/url`, { slug: "the-one" })).status).toBe(303);
  const deleted = await post(world, `/acme/edit/cards/Policies/items/${uid}/delete`, {});
  expect(deleted.status).toBe(303);
  const { undo } = messageOf(await follow(world, deleted));
  expect((await post(world, "/acme/edit/items/Reports.soc2/url", { slug: "the-one" })).status).toBe(
    303,
  );
  expect((await post(world, undo, {})).status).toBe(303);
  expect([
    (await itemOf(world, uid))?.title,
    (await itemOf(world, uid))?.customSlug,
    (await itemOf(world, "Reports.soc2"))?.customSlug,
  ]).toEqual(["Short lived", null, "the-one"]);
});

test("a copy of a product has the order of its documents", async () => {
  const world = await openWorld();
  const [orgId, main] = [await world.orgId("acme"), await world.productId("acme")];
  const copy = await world.productId("acme", "Acme Data Lake");
  const { store } = world.services;
  const uids = (
    await store.read
      .selectFrom("itemDocuments")
      .select("itemUid")
      .distinct()
      .where("productId", "=", main)
      .orderBy("itemUid", "desc")
      .execute()
  ).map(({ itemUid }) => itemUid);
  await store.write(async (trx) => {
    await arrangeDocuments(trx, orgId, main, uids.slice(0, 1), uids);
    for (const table of [
      "itemDocuments",
      "items",
      "trustedCompanies",
      "subprocessors",
      "securityGrades",
    ] as const)
      await trx.deleteFrom(table).where("productId", "=", copy).execute();
    await addProductCopy({ trx, orgId, now: world.time }, main, copy);
  });
  const orders = await store.read
    .selectFrom("productPages")
    .select(["documentOrderJson"])
    .where("productId", "in", [main, copy])
    .execute();
  expect(
    orders.map(({ documentOrderJson }) => JSON.parse(documentOrderJson ?? "null") as unknown),
  ).toEqual([uids, uids]);
});

test("a hidden half of the combined row is told to its editor, shown again from there, and never shown meanwhile", async () => {
  const world = await openWorld();
  const [orgId, main] = [await world.orgId("acme"), await world.productId("acme")];
  await world.services.store.write((trx) => hideSection(trx, orgId, main, "certifications"));
  await world.services.store.write((trx) =>
    trx
      .updateTable("productPages")
      .set({ sectionOrderJson: JSON.stringify(["overview_and_certifications"]) })
      .where("productId", "=", main)
      .execute(),
  );
  const show = "/acme/edit/sections/overview_and_certifications/show";
  const page = await world.ask("/acme", { as: EDITOR });
  expect(page.text).toContain(show);
  expect(words(page)).toMatch(/Visitors don’t see the section Certifications\s*\./);
  const visitors = async () => (await world.ask("/acme/card/Certifications")).status;
  expect(await visitors()).toBe(404);
  expect((await post(world, show, { hidden: "false" })).status).toBe(303);
  expect(await visitors()).toBe(200);
});

test("who works for two companies is led into the area of the one whose portal is open", async () => {
  const world = await openWorld();
  const globex = await world.orgId("globex");
  const { id } = await world.services.store.read
    .selectFrom("staff")
    .select("id")
    .where("email", "=", EDITOR)
    .executeTakeFirstOrThrow();
  await world.services.store.write((trx) =>
    grantRole({ trx, orgId: globex, by: SYSTEM, now: new Date() }, id, "editor"),
  );
  const [here, there] = await Promise.all(
    ["/acme/updates", "/globex/updates"].map((path) => world.ask(path, { as: EDITOR })),
  );
  expect(here?.text).toContain('href="/updates/new"');
  expect(there?.text).not.toContain('href="/updates/new"');
  for (const path of ["/updates/new", "/home"]) expect(there?.text).toContain(`value="${path}"`);
  expect(there?.text).toContain(`name="orgId" value="${globex}"`);
});
