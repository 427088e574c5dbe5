import { expect, test } from "vitest";
import { inOrg } from "#db/tenant.ts";
import { grantRole } from "#auth/store/staff.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { recordAudit, SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { mails } from "./access-world.ts";
import { staffKeyIn } from "./api-names.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";
const ADMIN = "reviewer@acme.example";

const json = ({ text }: Answer) => JSON.parse(text) as Record<string, unknown>;
const fieldsIn = (answer: Answer) => Object.keys((json(answer).errors ?? {}) as object);
const listIn = (answer: Answer) =>
  (json(answer) as { data: Record<string, unknown>[]; next: string | null }).data;

async function openDesk(world: World, email = OWNER, products: readonly string[] = []) {
  const key = await staffKeyIn(world, { email, products, name: `Of ${email}` });
  return (method: string, target: string, body?: object, etag?: unknown) =>
    world.ask(`/api/v1/${target}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(typeof etag === "string" ? { "if-match": etag } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

test("a product is added, named, put in order, made the default and deleted by a key", async () => {
  const world = await openWorld();
  const send = await openDesk(world);
  const acme = await world.productId("acme");
  world.time = new Date(world.time.getTime() + 1_000);
  const made = await send("POST", "products", { name: "Acme Edge", copyOf: acme, show: true });
  expect([made.status, json(made)]).toMatchObject([
    201,
    { name: "Acme Edge", slug: "Acme Edge", show: true, isDefault: false },
  ]);
  const { id } = json(made) as { id: string };
  const at = `products/${id}`;
  // Its items are as new as itself.
  const since = `items?limit=200&updatedSince=${world.time.toISOString()}`;
  const items = listIn(await send("GET", since));
  expect(new Set(items.map(({ productId }) => productId))).toEqual(new Set([id]));
  const named = await send("PATCH", at, { slug: "edge" }, made.headers.etag);
  expect([named.status, json(named)]).toMatchObject([
    200,
    { name: "Acme Edge", slug: "edge", show: true },
  ]);
  expect((await world.ask("/acme/product/edge")).status).toBe(200);
  expect((await send("PATCH", at, { show: false }, made.headers.etag)).status).toBe(412);
  // Visitors see it.
  expect((await send("DELETE", at, undefined, named.headers.etag)).status).toBe(409);
  const first = await send("POST", `${at}/default`);
  expect([first.status, json(first).isDefault]).toEqual([200, true]);
  expect((await send("DELETE", at, undefined, first.headers.etag)).status).toBe(409);
  expect((await send("POST", `products/${acme}/default`)).status).toBe(200);
  expect((await send("POST", `${at}/up`)).status).toBe(200);
  const positions = await inOrg(world.services.store.read, await world.orgId("acme"))
    .selectFrom("products")
    .select("id")
    .orderBy("position")
    .execute();
  expect(positions.at(-2)?.id).toBe(id);
  const hidden = await send("PATCH", at, { show: false }, "*");
  expect((await send("DELETE", at, undefined, hidden.headers.etag)).status).toBe(204);
  expect((await send("GET", at)).status).toBe(404);
  for (const [wrong, field] of [
    [{}, "name"],
    [{ name: "x" }, "name"],
    [{ name: "Acme Fog", slug: "/" }, "slug"],
    [{ name: "Acme Fog", copyOf: "no-such" }, "copyOf"],
  ] as const) {
    const refused = await send("POST", "products", wrong);
    expect([wrong, refused.status, fieldsIn(refused)]).toEqual([wrong, 400, [field]]);
  }
  const taken = await send("POST", "products", { name: "Acme Data Lake" });
  expect([taken.status, fieldsIn(taken)]).toEqual([409, ["name"]]);
  const bound = await openDesk(world, OWNER, [acme]);
  for (const refused of [
    await bound("POST", "products", { name: "Acme Fog" }),
    await bound("POST", `products/${acme}/default`),
  ])
    expect([refused.status, json(refused).code]).toEqual([403, "other_products"]);
});

test("each page of the settings comes back as it was read, and nothing changes", async () => {
  const world = await openWorld();
  const send = await openDesk(world);
  const pages = listIn(await send("GET", "settings")) as { id: string; values: object }[];
  expect(pages.map(({ id }) => id)).toEqual([
    "access",
    "dora",
    "features",
    "general",
    "help",
    "look",
    "privacy",
    "visitors",
  ]);
  const org = await findOrg(world.services.store.read, "acme");
  world.time = new Date(world.time.getTime() + 1_000);
  for (const { id, values } of pages) {
    const read = await send("GET", `settings/${id}`);
    const same = await send("PATCH", `settings/${id}`, { values }, read.headers.etag);
    expect([id, same.status, same.text]).toEqual([id, 200, read.text]);
  }
  const after = await findOrg(world.services.store.read, "acme");
  expect(after?.customization).toEqual(org?.customization);
  const since = await send("GET", `settings?updatedSince=${world.time.toISOString()}`);
  expect(listIn(since)).toEqual([]);
});

test("facts for registers change by a key, one by one, and a wrong LEI is refused", async () => {
  const world = await openWorld();
  const send = await openDesk(world);
  const dora = async () =>
    (await findOrg(world.services.store.read, "acme"))?.customization.dora ?? null;
  const before = await dora();
  const read = await send("GET", "settings/dora");
  const wrong = { dora: { lei: "000000ACMECLOUD00061" } };
  const refused = await send("PATCH", "settings/dora", { values: wrong }, read.headers.etag);
  expect([refused.status, refused.text.includes(wording.leiDigits)]).toEqual([400, true]);
  expect(await dora()).toEqual(before);
  const values = { dora: { services: ["S19", "S01"], storedIn: ["FR"], rank: 2 } };
  const saved = await send("PATCH", "settings/dora", { values }, read.headers.etag);
  expect(saved.status).toBe(200);
  expect(await dora()).toEqual({
    ...before,
    services: ["S01", "S19"],
    storedIn: ["FR"],
    rank: 2,
  });
});

test("settings change by a key as by their form, with the rest as it was", async () => {
  const world = await openWorld();
  const send = await openDesk(world);
  const read = await send("GET", "settings/access");
  world.time = new Date(world.time.getTime() + 1_000);
  const before = json(read).values as { requestForm: Record<string, object> };
  const changed = await send(
    "PATCH",
    "settings/access",
    {
      values: {
        accessDays: 90,
        blockedDomains: ["Rival.example", "other.example"],
        requestForm: { jobTitleTextField: { enabled: true } },
      },
    },
    read.headers.etag,
  );
  expect([changed.status, json(changed).values]).toEqual([
    200,
    {
      ...before,
      accessDays: 90,
      blockedDomains: ["rival.example", "other.example"],
      requestForm: {
        ...before.requestForm,
        jobTitleTextField: { ...before.requestForm.jobTitleTextField, enabled: true },
      },
    },
  ]);
  const since = await send("GET", `settings?updatedSince=${world.time.toISOString()}`);
  expect(listIn(since).map(({ id }) => id)).toEqual(["access"]);
  const none = await send("PATCH", "settings/access", { values: { accessDays: null } }, "*");
  expect((json(none).values as { accessDays: unknown }).accessDays).toBeNull();
  expect((await send("PATCH", "settings/access", { values: {} }, read.headers.etag)).status).toBe(
    412,
  );
  const closed = await send(
    "PATCH",
    "settings/visitors",
    { values: { publicAccessLevel: "Minimal" } },
    "*",
  );
  expect(closed.status).toBe(200);
  const { customization } = (await findOrg(world.services.store.read, "acme")) ?? {};
  expect(customization?.publicAccessLevel).toBe("Minimal");
  const off = await send("PATCH", "settings/features", { values: { bulkDownload: false } }, "*");
  expect((json(off).values as { bulkDownload: unknown }).bulkDownload).toBe(false);
  for (const [page, values, field] of [
    ["general", { orgName: "" }, "values.orgName"],
    ["general", { timeZone: "Mars" }, "values.timeZone"],
    ["general", { commentsEnabled: true }, "values.commentsEnabled"],
    ["general", { showPortalTitle: "no" }, "values.showPortalTitle"],
    ["look", { accentColour: "red" }, "values.accentColour"],
    ["visitors", { publicAccessLevel: "Open" }, "values.publicAccessLevel"],
    ["access", { accessDays: -1 }, "values.accessDays"],
    ["access", { allowedDomains: ["nothing"] }, "values.allowedDomains"],
    ["access", { requestForm: { nothing: true } }, "values.requestForm.nothing"],
    ["help", { supportMailbox: "nobody" }, "values.supportMailbox"],
    ["privacy", { retention: { searches: 0 } }, "values.retention.searches"],
  ] as const) {
    const refused = await send("PATCH", `settings/${page}`, { values }, "*");
    expect([page, values, refused.status, fieldsIn(refused)]).toEqual([page, values, 400, [field]]);
  }
  expect((await send("PATCH", "settings/scripts", { values: {} }, "*")).status).toBe(404);
  const history = await inOrg(world.services.store.read, await world.orgId("acme"))
    .selectFrom("changes")
    .select("actorName")
    .where("subject", "=", "settings")
    .where("actorName", "like", "%(key: %")
    .execute();
  expect(history).toHaveLength(4);
});

test("people leave the team by an owner’s key, by the rules of the page, and are told", async () => {
  const world = await openWorld();
  const send = await openDesk(world);
  const team = listIn(await send("GET", "team?limit=200")) as { id: string; email: string }[];
  const idOf = (email: string) => team.find((one) => one.email === email)?.id ?? "";
  const own = await send("DELETE", `team/${idOf(OWNER)}`, undefined, "*");
  expect(own.status).toBe(409);
  const orgId = await world.orgId("acme");
  await world.services.store.write((trx) =>
    inOrg(trx, orgId)
      .updateTable("staffRoles")
      .set({ role: "admin" })
      .where("staffId", "=", idOf(ADMIN))
      .execute(),
  );
  const admin = await openDesk(world, ADMIN);
  expect((await admin("GET", `team/${idOf(OWNER)}`)).status).toBe(200);
  const editor = `team/${idOf("editor@acme.example")}`;
  const refused = await admin("DELETE", editor, undefined, "*");
  expect([refused.status, json(refused).scope]).toEqual([403, "people:write"]);
  const read = await send("GET", editor);
  expect((await send("DELETE", editor, undefined, read.headers.etag)).status).toBe(204);
  expect((await send("GET", editor)).status).toBe(404);
  const told = await mails(world, "team-changed");
  expect(told.map(({ toEmail }) => toEmail)).toEqual(["editor@acme.example"]);
  // Who is on another organization's team alone, is not there.
  const globex = await world.orgId("globex");
  await world.services.store.write((trx) =>
    grantRole(
      { trx, orgId: globex, by: SYSTEM, now: world.time },
      idOf("editor@acme.example"),
      "editor",
    ),
  );
  expect((await send("GET", editor)).status).toBe(404);
  expect((await send("DELETE", editor, undefined, "*")).status).toBe(404);
});

test("the audit log is read in its order, to its end, from a time, and says who read it", async () => {
  const world = await openWorld();
  const send = await openDesk(world);
  const orgId = await world.orgId("acme");
  const count = async () => {
    const { n } = await inOrg(world.services.store.read, orgId)
      .selectFrom("audit")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  // The first read is in the log itself.
  await send("GET", "audit?limit=1");
  const total = await count();
  const seen: string[] = [];
  for (let target: string | null = "audit?limit=7"; target !== null;) {
    const answer: Answer = await send("GET", target);
    seen.push(...listIn(answer).map(({ id }) => String(id)));
    const { next } = json(answer) as { next: string | null };
    target = next === null ? null : `audit?limit=7&cursor=${next}`;
  }
  expect([seen.length, new Set(seen).size]).toEqual([total, total]);
  expect(seen).toEqual([...seen].sort());
  expect(await count()).toBe(total);
  world.time = new Date(world.time.getTime() + 60_000);
  await world.services.store.write((trx) =>
    recordAudit(
      { trx, orgId, by: SYSTEM, now: world.time },
      { action: "item.changed", subject: "New", detail: { change: "x" } },
    ),
  );
  const news = await send("GET", `audit?updatedSince=${world.time.toISOString()}`);
  expect(listIn(news)).toMatchObject([
    {
      at: world.time.toISOString(),
      action: "item.changed",
      subject: "New",
      detail: { change: "x" },
    },
  ]);
  const [one] = listIn(news);
  const read = await send("GET", `audit/${String(one?.id)}`);
  expect([read.status, json(read)]).toEqual([200, one]);
  const other = String(one?.id).replace(/^\d+/, "20200101000000000");
  expect((await send("GET", `audit/${other}`)).status).toBe(404);
  const looks = await inOrg(world.services.store.read, orgId)
    .selectFrom("audit")
    .select("actorName")
    .where("action", "=", "audit.read")
    .execute();
  expect(looks.map(({ actorName }) => actorName)).toEqual([`Ingrid Sommer (key: Of ${OWNER})`]);
  const foreign = await inOrg(world.services.store.read, await world.orgId("globex"))
    .selectFrom("audit")
    .select(["id", "at"])
    .executeTakeFirstOrThrow();
  const id = `${foreign.at.replaceAll(/\D/g, "")}.${foreign.id}`;
  expect((await send("GET", `audit/${id}`)).status).toBe(404);
  for (const noun of ["audit", "team", "settings"]) {
    const bound = await openDesk(world, OWNER, [await world.productId("acme")]);
    const refused = await bound("GET", noun);
    expect([noun, refused.status, json(refused).code]).toEqual([noun, 403, "other_products"]);
  }
});

test("events are those of its products for a key that has some", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const [acme, lake] = [
    await world.productId("acme"),
    await world.productId("acme", "Acme Data Lake"),
  ];
  const event = (id: string, productId: string | null) => ({
    id,
    orgId,
    at: world.time.toISOString(),
    name: "file engaged",
    viewerKind: "public",
    accountId: null,
    memberId: null,
    productId,
    itemUid: null,
    documentId: null,
    access: "download" as const,
    source: null,
    bytes: 7,
    detailJson: null,
  });
  await world.services.store.write((trx) =>
    trx
      .insertInto("events")
      .values([event("of-acme", acme), event("of-lake", lake), event("of-none", null)])
      .execute(),
  );
  const bound = await openDesk(world, OWNER, [lake]);
  const since = `events?updatedSince=${world.time.toISOString()}&limit=200`;
  const ids = listIn(await bound("GET", since)).map(({ id }) => String(id).split(".")[1]);
  expect(ids).toEqual(expect.arrayContaining(["of-lake", "of-none"]));
  expect(ids).not.toContain("of-acme");
});
