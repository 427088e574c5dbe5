import { expect, test } from "vitest";
import { inOrg } from "#db/tenant.ts";
import { namesOf, staffKeyIn } from "./api-names.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const OWNER = "owner@acme.example";
const CONTROL = { title: "Programs have keys", access: "public" };
const listed = (externalId: string, more: object = {}) => ({
  externalId,
  reference: externalId.toUpperCase(),
  ...CONTROL,
  ...more,
});

const put = (world: World, key: string, target: string, entries: unknown) =>
  world.ask(`/api/v1/${target}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ entries }),
  });
const read = (world: World, key: string, target: string) =>
  world.ask(`/api/v1/${target}`, { headers: { authorization: `Bearer ${key}` } });
const json = ({ text }: Answer) =>
  JSON.parse(text) as {
    created: number;
    changed: number;
    unchanged: number;
    entries: { id: string; status: string; changes: string[] }[];
    data: { id: string; externalId: string; title: string; updatedAt: string }[];
    errors: Record<string, string[]>;
    code: string;
  };
const counts = (answer: Answer) => {
  const { created, changed, unchanged } = json(answer);
  return [answer.status, created, changed, unchanged];
};

test("a list that a program sends again changes what is new in it, and nothing else", async () => {
  const world = await openWorld();
  const key = await staffKeyIn(world, { email: OWNER });
  const list = [listed("a-1"), listed("a-2")];
  const whole = async () => (await read(world, key, "controls?limit=200")).text;
  const history = async () =>
    (
      await inOrg(world.services.store.read, await world.orgId("acme"))
        .selectFrom("changes")
        .select("id")
        .execute()
    ).length;
  const [before, changes] = [await whole(), await history()];

  const trial = await put(world, key, "controls?dryRun=true", list);
  expect(counts(trial)).toEqual([200, 2, 0, 0]);
  expect(json(trial).entries).toMatchObject([{ id: null, status: "created" }, { id: null }]);
  expect([await whole(), await history()]).toEqual([before, changes]);

  const first = await put(world, key, "controls", list);
  expect(counts(first)).toEqual([200, 2, 0, 0]);
  const found = json(await read(world, key, "controls?externalId=a-2")).data;
  expect(found).toMatchObject([{ id: json(first).entries[1]?.id, reference: "A-2" }]);
  expect(json(await read(world, key, "controls?externalId=none")).data).toEqual([]);

  world.time = new Date(world.time.getTime() + 60_000);
  const [stored, kept] = [await whole(), await history()];
  expect(counts(await put(world, key, "controls", list))).toEqual([200, 0, 0, 2]);
  expect([await whole(), await history()]).toEqual([stored, kept]);

  const third = [listed("a-1"), listed("a-2", { title: "Each program has a key" }), listed("a-3")];
  const changed = await put(world, key, "controls", third);
  expect(counts(changed)).toEqual([200, 1, 1, 1]);
  expect(json(changed).entries[1]).toMatchObject({ status: "changed", changes: ["title"] });
  const since = json(
    await read(world, key, `controls?limit=200&updatedSince=${world.time.toISOString()}`),
  ).data;
  expect(since.map(({ externalId }) => externalId).sort()).toEqual(["a-2", "a-3"]);

  // What was deleted since is made again.
  const gone = json(first).entries[0]?.id ?? "";
  const end = await world.ask(`/api/v1/controls/${gone}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${key}`, "if-match": "*" },
  });
  expect(end.status).toBe(204);
  expect(counts(await put(world, key, "controls", third))).toEqual([200, 1, 0, 2]);
});

test("a list is taken whole or not at all, and says at which entry it is wrong", async () => {
  const world = await openWorld();
  const key = await staffKeyIn(world, { email: OWNER });
  const { product = "" } = await namesOf(world);
  const before = (await read(world, key, "controls?limit=200")).text;
  for (const [entries, places] of [
    [[], ["entries"]],
    [[listed("a-1"), listed("a-1")], ["entries"]],
    [[listed("a-1"), { ...CONTROL, reference: "B" }], ["entries.1.externalId"]],
    [[listed("a-1"), listed("a-2", { access: "everyone" })], ["entries.1.access"]],
    [[listed("a-1"), listed("a-2", { color: "red" })], ["entries.1.color"]],
    [[listed("a-1"), listed("a-2", { reference: "A-1" })], ["entries.1.reference"]],
    [[listed("a-1", { productIds: ["none"] })], ["entries.0.productIds"]],
    [Array.from({ length: 101 }, (_, n) => listed(`c-${n}`)), ["entries"]],
  ] as const) {
    const answer = await put(world, key, "controls", entries);
    expect([entries.length, Object.keys(json(answer).errors)]).toEqual([entries.length, places]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  }
  expect((await put(world, key, "controls?dryRun=maybe", [listed("a-1")])).status).toBe(400);
  // A key for one product brings nothing in that is about all.
  const bound = await staffKeyIn(world, { email: OWNER, products: [product] });
  const all = await put(world, bound, "controls", [listed("a-1")]);
  expect([all.status, json(all).code]).toEqual([403, "other_products"]);
  expect((await read(world, key, "controls?limit=200")).text).toBe(before);
  expect(
    counts(await put(world, bound, "controls", [listed("a-1", { productIds: [product] })])),
  ).toEqual([200, 1, 0, 0]);
});

test("subprocessors, questions, documents and customers are kept in step by a program’s own names", async () => {
  const world = await openWorld();
  const { product = "", document = "", staffKey: key = "" } = await namesOf(world);
  const cloud = { externalId: "v-1", productId: product, company: "Zephyr Relay" };
  expect(counts(await put(world, key, "subprocessors", [cloud]))).toEqual([200, 1, 0, 0]);
  expect((await world.ask("/acme/subprocessors")).text).toContain("Zephyr Relay");
  const moved = [{ ...cloud, location: "Oslo, Norway" }];
  expect(counts(await put(world, key, "subprocessors", moved))).toEqual([200, 0, 1, 0]);
  expect(counts(await put(world, key, "subprocessors", moved))).toEqual([200, 0, 0, 1]);
  const away = await put(world, key, "subprocessors", [{ ...cloud, productId: "other" }]);
  expect([away.status, Object.keys(json(away).errors)]).toEqual([409, ["entries.0.productId"]]);

  const asked = {
    externalId: "q-1",
    question: "Who has keys?",
    answer: "Owners.",
    access: "public",
  };
  expect(counts(await put(world, key, "questions", [asked]))).toEqual([200, 1, 0, 0]);

  const report = { externalId: "report", auditor: "Birch Audit" };
  const none = await put(world, key, "documents", [report]);
  expect([none.status, Object.keys(json(none).errors)]).toEqual([400, ["entries.0.externalId"]]);
  const patch = (target: string, body: object) =>
    world.ask(`/api/v1/${target}`, {
      method: "PATCH",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "if-match": "*",
      },
      body: JSON.stringify(body),
    });
  expect((await patch(`documents/${document}`, { externalId: "report" })).status).toBe(200);
  expect(counts(await put(world, key, "documents", [report]))).toEqual([200, 0, 1, 0]);
  const other = json(await read(world, key, "documents?limit=2")).data.find(
    ({ id }) => id !== document,
  );
  const audit = await inOrg(world.services.store.read, await world.orgId("acme"))
    .selectFrom("audit")
    .select(["subject", "actorName", "detailJson"])
    .where("action", "=", "document.named-by-program")
    .execute();
  expect(audit).toMatchObject([{ subject: document, detailJson: '{"externalId":"report"}' }]);
  expect(audit[0]?.actorName).toContain("(key: ");
  const taken = await patch(`documents/${other?.id}`, { externalId: "report" });
  expect([taken.status, Object.keys(json(taken).errors)]).toEqual([409, ["externalId"]]);
  expect((await patch(`documents/${document}`, { externalId: null })).status).toBe(200);
  expect((await patch(`documents/${other?.id}`, { externalId: "report" })).status).toBe(200);

  const customer = {
    externalId: "crm-7",
    domain: "https://www.harbor-works.example/",
    name: "Harbor",
  };
  expect(counts(await put(world, key, "customers", [customer]))).toEqual([200, 1, 0, 0]);
  const named = { externalId: "crm-7", domain: "harbor-works.example", name: "Harbor Works" };
  expect(counts(await put(world, key, "customers", [named]))).toEqual([200, 0, 1, 0]);
  expect((await world.ask("/rules/customers?q=harbor-works", { as: OWNER })).text).toContain(
    "Harbor Works",
  );
  const free = await put(world, key, "customers", [{ externalId: "x", domain: "gmail.com" }]);
  expect([free.status, Object.keys(json(free).errors)]).toEqual([400, ["entries.0.domain"]]);
});

test("a list is refused where somebody else was quicker, and leaves no trace of what stays", async () => {
  const world = await openWorld();
  const { store } = world.services;
  const orgId = await world.orgId("acme");
  const key = await staffKeyIn(world, { email: OWNER });
  const first = json(await put(world, key, "controls", [listed("a-1"), listed("a-2")]));
  const [one, two] = first.entries.map(({ id }) => id);
  const whole = () =>
    world.ask("/api/v1/controls?limit=200", { headers: { authorization: `Bearer ${key}` } });
  const write = store.write.bind(store);
  // Between the moment at which it is judged and the one at which it is written.
  const meanwhile = (work: Parameters<typeof write>[0]) => {
    store.write = async (own, isContent) => {
      store.write = write;
      await write(work);
      return write(own, isContent);
    };
  };
  meanwhile((trx) =>
    inOrg(trx, orgId)
      .updateTable("controls")
      .set({ title: "By someone else" })
      .where("id", "=", two ?? "")
      .execute(),
  );
  const list = [
    listed("a-1", { title: "Changed by a list" }),
    listed("a-2", { access: "internal" }),
  ];
  const late = await put(world, key, "controls", list);
  expect([late.status, json(late).code, Object.keys(json(late).errors)]).toEqual([
    409,
    "stale",
    ["entries.1"],
  ]);
  expect((await whole()).text).toContain("By someone else");
  expect((await whole()).text).not.toContain("Changed by a list");
  // Somebody else took the name.
  meanwhile((trx) =>
    inOrg(trx, orgId)
      .updateTable("externalIds")
      .set({ externalId: "a-3" })
      .where("entryId", "=", one ?? "")
      .execute(),
  );
  const taken = await put(world, key, "controls", [listed("a-3")]);
  expect([taken.status, json(taken).code]).toEqual([409, "stale"]);
  expect(json(await read(world, key, "controls?externalId=a-3")).data).toMatchObject([{ id: one }]);

  // An entry of a list that stays as it is leaves no line in the audit log, though another one changes.
  const audited = async () =>
    (await inOrg(store.read, orgId).selectFrom("audit").select("id").execute()).length;
  const before = await audited();
  const some = [
    { ...listed("a-1"), externalId: "a-3" },
    listed("a-2", { title: "Changed by a list" }),
  ];
  expect(counts(await put(world, key, "controls", some))).toEqual([200, 0, 1, 1]);
  expect(await audited()).toBe(before + 1);
});
