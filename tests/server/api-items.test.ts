import { expect, test } from "vitest";
import { inOrg } from "#db/tenant.ts";
import { deleteDocument } from "#content/documents/store/library.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { namesOf, staffKeyIn } from "./api-names.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const OWNER = "owner@acme.example";

interface Item {
  id: string;
  uid: string;
  kind: string;
  title: string;
  documentIds: string[];
}

async function openDesk(world: World, key?: string) {
  const names = await namesOf(world);
  const { product = "", document = "", staffKey = "" } = names;
  const send = (method: string, target: string, body?: object, etag?: unknown) =>
    world.ask(`/api/v1/${target}`, {
      method,
      headers: {
        authorization: `Bearer ${key ?? staffKey}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(typeof etag === "string" ? { "if-match": etag } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { product, document, send };
}

const json = ({ text }: Answer) => JSON.parse(text) as Record<string, unknown>;
const itemIn = (answer: Answer) => json(answer) as unknown as Item;
const fieldsIn = (answer: Answer) => Object.keys((json(answer).errors ?? {}) as object);

test("an item of one’s own is added, is on the portal, changed, moved and deleted by a key", async () => {
  const world = await openWorld();
  const { product, document, send } = await openDesk(world);
  const made = await send("POST", "items", {
    productId: product,
    kind: "Reports",
    title: "Red team report",
    explanation: "Once a **year**.",
    access: "public",
    documentIds: [document],
    listEntries: [{ label: "Scope" }],
  });
  expect([made.status, json(made)]).toMatchObject([
    201,
    {
      productId: product,
      kind: "Reports",
      enabledState: "Enabled",
      access: "public",
      documentIds: [document],
      listEntries: [{ label: "Scope" }],
      slug: null,
    },
  ]);
  const { id, uid } = itemIn(made);
  expect([id, made.headers.location]).toEqual([`${product}.${uid}`, `/api/v1/items/${id}`]);
  expect((await world.ask("/acme/card/Reports")).text).toContain("Red team report");
  const at = `items/${id}`;
  const read = await send("GET", at);
  expect([read.text, read.headers.etag]).toEqual([made.text, made.headers.etag]);

  // What is not sent stays.
  const changed = await send(
    "PATCH",
    at,
    { explanation: null, documentIds: [] },
    made.headers.etag,
  );
  expect([changed.status, json(changed)]).toEqual([
    200,
    { ...json(made), explanation: null, documentIds: [], updatedAt: expect.any(String) },
  ]);
  expect((await send("PATCH", at, { title: "Late one" }, made.headers.etag)).status).toBe(412);
  expect((await send("PATCH", at, { title: "No base" })).status).toBe(428);
  const moved = await send(
    "PATCH",
    at,
    { title: "Red team test", kind: "DataSecurity", slug: "red-team" },
    changed.headers.etag,
  );
  expect([moved.status, json(moved)]).toMatchObject([
    200,
    { title: "Red team test", kind: "DataSecurity", slug: "red-team", access: "public" },
  ]);
  expect((await world.ask("/acme/item/red-team")).text).toContain("Red team test");
  const history = await inOrg(world.services.store.read, await world.orgId("acme"))
    .selectFrom("changes")
    .select("actorName")
    .where("subjectId", "=", uid)
    .execute();
  // One for the item that is new, one for its fields, and one each for fields, URL and card.
  expect(history.map(({ actorName }) => actorName)).toEqual(
    Array.from({ length: 5 }, () => "Ingrid Sommer (key: Report upload)"),
  );
  expect((await send("DELETE", at, undefined, moved.headers.etag)).status).toBe(204);
  expect((await send("GET", at)).status).toBe(404);
  expect((await send("PATCH", at, { title: "Gone" }, "*")).status).toBe(404);
});

test("an item of the catalog begins by its uid, once, and can’t be deleted", async () => {
  const world = await openWorld();
  const { product, send } = await openDesk(world);
  const card = json(await send("GET", `cards/${product}.AccessControl`));
  const catalog = card.catalog as { uid: string; title: string }[];
  const { data } = json(await send("GET", "items?limit=200")) as unknown as { data: Item[] };
  const there = new Set(data.map(({ id }) => id));
  const free = catalog.find((one) => !there.has(`${product}.${one.uid}`));
  if (free === undefined) throw new Error("every item of this card is there");
  const begin = () => send("POST", "items", { productId: product, uid: free.uid });
  const made = await begin();
  expect([made.status, json(made)]).toMatchObject([
    201,
    { uid: free.uid, kind: "AccessControl", title: free.title, enabledState: "Enabled" },
  ]);
  const again = await begin();
  expect([again.status, fieldsIn(again)]).toEqual([409, ["uid"]]);
  const at = `items/${product}.${free.uid}`;
  expect((await send("DELETE", at, undefined, made.headers.etag)).status).toBe(400);
  const off = await send("PATCH", at, { enabledState: "NotEnabled" }, made.headers.etag);
  expect([off.status, json(off).enabledState]).toEqual([200, "NotEnabled"]);
});

test("an item is refused at its fields, in the words of its form, and nothing is saved", async () => {
  const world = await openWorld();
  const { product, document, send } = await openDesk(world);
  const count = async () => {
    const { data } = json(await send("GET", "items?limit=200")) as unknown as { data: Item[] };
    return data.length;
  };
  const before = await count();
  const whole = { productId: product, kind: "Reports", title: "Red team report" };
  for (const [wrong, field] of [
    [{ productId: "no-such" }, "productId"],
    [{ title: "x" }, "title"],
    [{ title: undefined }, "title"],
    [{ enabledState: "Perhaps" }, "enabledState"],
    [{ expiry: "2026-02-31" }, "expiry"],
    [{ href: "javascript:alert(1)" }, "href"],
    [{ documentIds: ["no-such"] }, "documentIds"],
    [{ kind: "Subprocessors" }, "kind"],
    [{ choice: "yes" }, "choice"],
    [{ listEntries: [{ label: "", description: "None" }] }, "listEntries.0.label"],
    [{ kind: undefined, uid: "Reports.nothing" }, "uid"],
  ] as const) {
    const refused = await send("POST", "items", { ...whole, ...wrong });
    expect([wrong, refused.status, fieldsIn(refused)]).toEqual([wrong, 400, [field]]);
  }
  expect((await send("POST", "items", { ...whole, uid: "Reports.soc2" })).status).toBe(400);
  expect(await count()).toBe(before);

  const made = await send("POST", "items", whole);
  expect(made.status).toBe(201);
  const same = await send("POST", "items", whole);
  expect([same.status, fieldsIn(same)]).toEqual([400, ["title"]]);
  expect((await send("POST", "items", { ...whole, allowDuplicate: true })).status).toBe(201);
  const at = `items/${itemIn(made).id}`;
  for (const [wrong, field] of [
    [{ kind: "Certifications" }, "kind"],
    [{ slug: "Not A Slug" }, "slug"],
    [{ auditor: "x".repeat(61) }, "auditor"],
  ] as const) {
    const refused = await send("PATCH", at, wrong, made.headers.etag);
    expect([wrong, refused.status, fieldsIn(refused)]).toEqual([wrong, 400, [field]]);
  }
  const fileless = `items/${product}.RiskProfile.hosting`;
  const filed = await send("PATCH", fileless, { documentIds: [document] }, "*");
  expect([filed.status, fieldsIn(filed)]).toEqual([400, ["documentIds"]]);
  // All of a change or nothing of it.
  expect((await send("PATCH", at, { slug: "red-team" }, made.headers.etag)).status).toBe(200);
  const half = { explanation: "Half of it", slug: "red-team" };
  const clash = await send("PATCH", fileless, half, "*");
  expect([clash.status, fieldsIn(clash)]).toEqual([409, ["slug"]]);
  expect((await send("GET", fileless)).text).not.toContain("Half of it");
});

test("a card gets its name and texts, is hidden and shown, by a key", async () => {
  const world = await openWorld();
  const { product, send } = await openDesk(world);
  const at = `cards/${product}.Reports`;
  const read = await send("GET", at);
  const named = await send(
    "PATCH",
    at,
    { title: "Reports and letters", placeholder: "None yet" },
    read.headers.etag,
  );
  expect([named.status, json(named)]).toEqual([
    200,
    {
      ...json(read),
      title: "Reports and letters",
      placeholder: "None yet",
      updatedAt: expect.any(String),
    },
  ]);
  expect((await world.ask("/acme")).text).toContain("Reports and letters");
  const hidden = await send("PATCH", at, { hidden: true }, named.headers.etag);
  expect([hidden.status, json(hidden).hidden]).toEqual([200, true]);
  expect((await world.ask("/acme")).text).not.toContain("Reports and letters");
  const shown = await send("PATCH", at, { hidden: false }, hidden.headers.etag);
  expect([shown.status, json(shown)]).toMatchObject([200, { hidden: false }]);
  const back = await send("PATCH", at, { title: null }, shown.headers.etag);
  expect([back.status, json(back).title]).toEqual([200, null]);
  for (const [wrong, field] of [
    [{ title: "x" }, "title"],
    [{ displayText: "xyz" }, "displayText"],
    [{ hidden: "yes" }, "hidden"],
  ] as const) {
    const refused = await send("PATCH", at, wrong, back.headers.etag);
    expect([wrong, refused.status, fieldsIn(refused)]).toEqual([wrong, 400, [field]]);
  }
  const certifications = `cards/${product}.Certifications`;
  const renamed = await send("PATCH", certifications, { title: "Seals" }, "*");
  expect([renamed.status, fieldsIn(renamed)]).toEqual([400, ["title"]]);
  expect((await send("PATCH", `cards/${product}.Nothing`, { hidden: true }, "*")).status).toBe(404);
});

test("items and cards of other products are closed to a key for some", async () => {
  const world = await openWorld();
  const lake = await world.productId("acme", "Acme Data Lake");
  const bound = await staffKeyIn(world, { email: OWNER, name: "Bound", products: [lake] });
  const { product, send } = await openDesk(world, bound);
  for (const noun of ["items", "cards"]) {
    const { data } = json(await send("GET", `${noun}?limit=200`)) as unknown as {
      data: { productId: string }[];
    };
    expect([noun, new Set(data.map(({ productId }) => productId))]).toEqual([
      noun,
      new Set([lake]),
    ]);
  }
  expect((await send("GET", `cards/${product}.Reports`)).status).toBe(404);
  expect((await send("PATCH", `cards/${product}.Reports`, { hidden: true }, "*")).status).toBe(404);
  const other = { productId: product, kind: "Reports", title: "Red team report" };
  const refused = await send("POST", "items", other);
  expect([refused.status, json(refused).code]).toEqual([403, "other_products"]);
  expect((await send("POST", "items", { ...other, productId: lake })).status).toBe(201);
});

test("an item says otherwise once one of its documents is deleted", async () => {
  const world = await openWorld();
  const { document, send } = await openDesk(world);
  const orgId = await world.orgId("acme");
  const link = await inOrg(world.services.store.read, orgId)
    .selectFrom("itemDocuments")
    .select(["productId", "itemUid"])
    .where("documentId", "=", document)
    .executeTakeFirstOrThrow();
  world.time = new Date(world.time.getTime() + 1_000);
  const since = `items?limit=200&updatedSince=${world.time.toISOString()}`;
  expect(json(await send("GET", since)).data).toEqual([]);
  await world.services.store.write((trx) =>
    deleteDocument({ trx, orgId, by: SYSTEM, now: world.time }, document),
  );
  const { data } = json(await send("GET", since)) as unknown as { data: Item[] };
  expect(data.map(({ id }) => id)).toContain(`${link.productId}.${link.itemUid}`);
  expect(data.flatMap(({ documentIds }) => documentIds)).not.toContain(document);
});

test("a key for some products gives its items only documents that it reads", async () => {
  const world = await openWorld();
  const lake = await world.productId("acme", "Acme Data Lake");
  const bound = await staffKeyIn(world, { email: OWNER, name: "Bound", products: [lake] });
  const { send } = await openDesk(world, bound);
  const { send: sendFree } = await openDesk(world);
  const { data } = json(await sendFree("GET", "documents?limit=200")) as unknown as {
    data: { id: string; items: { productId: string }[] }[];
  };
  const own = data.find(({ items }) => items.some(({ productId }) => productId === lake));
  const others = data
    .filter(({ items }) => items.every(({ productId }) => productId !== lake))
    .slice(0, 5);
  expect(others.length).toBeGreaterThan(1);
  const whole = { productId: lake, kind: "Reports", title: "Red team report", access: "public" };
  const made = await send("POST", "items", { ...whole, documentIds: [own?.id] });
  expect(made.status).toBe(201);
  for (const { id } of others) {
    const at = `items/${itemIn(made).id}`;
    const documentIds = [own?.id, id];
    const refused = [
      await send("POST", "items", { ...whole, title: "Another one", documentIds: [id] }),
      await send("PATCH", at, { documentIds }, made.headers.etag),
    ];
    for (const answer of refused)
      expect([answer.status, fieldsIn(answer)]).toEqual([400, ["documentIds"]]);
    expect((await send("GET", `documents/${id}`)).status).toBe(404);
    expect((await send("GET", at)).text).toBe(made.text);
  }
});
