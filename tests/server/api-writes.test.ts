import { describe, expect, test } from "vitest";
import { NOUNS } from "#api/v1/nouns.ts";
import { revokeKey } from "#auth/access-keys/store/access-keys.server.ts";
import { keepKeyAnswer } from "#auth/access-keys/store/key-answers.server.ts";
import { inOrg } from "#db/tenant.ts";
import type { NounName } from "#model/api-nouns.ts";
import { staffActor } from "#tenancy/audit/store/audit.server.ts";
import { WALK } from "../limits.ts";
import { chance, everything } from "../sample.ts";
import { namesOf, staffKeyIn } from "./api-names.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const OWNER = "owner@acme.example";
const CONTROL = {
  reference: "API-01",
  title: "Programs have keys of their own",
  requirements: ["SOC 2 CC6.1", "ISO 27001 A.5.15"],
  access: "public",
};

interface Sent {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const ask = (world: World, key: string, target: string, sent: Sent = {}) =>
  world.ask(target, {
    method: sent.method ?? "POST",
    headers: {
      authorization: `Bearer ${key}`,
      ...(sent.body === undefined ? {} : { "content-type": "application/json" }),
      ...sent.headers,
    },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  });

const json = ({ text }: Answer) => JSON.parse(text) as Record<string, unknown>;
const read = (world: World, key: string, target: string) =>
  ask(world, key, target, { method: "GET" });
const ifMatch = ({ headers }: Answer) => ({ "if-match": headers.etag ?? "" });

/** Every change below /api/v1, at the address of an entry that the organization has. */
async function changesIn(world: World, slug = "acme") {
  const orgId = await world.orgId(slug);
  const found: { name: NounName; method: string; target: string; scope: string }[] = [];
  for (const [name, { writes, ids }] of Object.entries(NOUNS) as [
    NounName,
    (typeof NOUNS)[NounName],
  ][]) {
    if (writes === undefined) continue;
    const [entry] = await ids(world.services.store.read, orgId, { after: "", count: 1 });
    const one = `/api/v1/${name}/${entry?.id ?? "none"}`;
    const { scope } = writes.need;
    if (writes.make !== undefined)
      found.push({ name, method: "POST", target: `/api/v1/${name}`, scope });
    if (writes.put !== undefined)
      found.push({ name, method: "PUT", target: `/api/v1/${name}`, scope });
    if (writes.change !== undefined) found.push({ name, method: "PATCH", target: one, scope });
    if (writes.end !== undefined) found.push({ name, method: "DELETE", target: one, scope });
    for (const call of Object.keys(writes.calls ?? {}))
      found.push({ name, method: "POST", target: `${one}/${call}`, scope });
  }
  return found;
}

describe("a change below /api/v1", () => {
  test("is made by a key that may, and by nothing else", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const unscoped = await staffKeyIn(world, {
      email: OWNER,
      scopes: ["content:read", "access:read"],
    });
    const revoked = await staffKeyIn(world, { email: OWNER, name: "Revoked" });
    const row = await inOrg(world.services.store.read, orgId)
      .selectFrom("accessKeys")
      .select("id")
      .where("name", "=", "Revoked")
      .executeTakeFirstOrThrow();
    await world.services.store.write((trx) =>
      revokeKey(
        { trx, orgId, by: staffActor({ id: "none", name: "A test" }), now: world.time },
        row.id,
        { kind: "company" },
      ),
    );
    const expired = await staffKeyIn(world, { email: OWNER, name: "Expired" });
    await world.services.store.write((trx) =>
      inOrg(trx, orgId)
        .updateTable("accessKeys")
        .set({ expiresAt: world.time.toISOString() })
        .where("name", "=", "Expired")
        .execute(),
    );
    const changes = await changesIn(world);
    expect(changes.length).toBeGreaterThan(5);
    const body = { nothing: "known" };
    for (const { method, target, scope } of changes) {
      const where = `${method} ${target}`;
      const none = await world.ask(target, {
        method,
        headers: { "content-type": "application/json", origin: "http://localhost:3000" },
        body: "{}",
      });
      const cookie = await world.ask(target, {
        method,
        as: OWNER,
        headers: { "content-type": "application/json", origin: "http://localhost:3000" },
        body: "{}",
      });
      const without = await ask(world, unscoped, target, { method, body });
      const ended = await ask(world, revoked, target, { method, body });
      const late = await ask(world, expired, target, { method, body });
      const domain = await world.ask(target, {
        method,
        host: "trust.acme.example",
        headers: { authorization: `Bearer ${expired}`, "content-type": "application/json" },
        body: "{}",
      });
      expect([
        where,
        none.status,
        cookie.status,
        without.status,
        ended.status,
        late.status,
        domain.status,
      ]).toEqual([where, 401, 401, 403, 401, 401, 404]);
      expect(json(without)).toMatchObject({ code: "missing_scope", scope });
      expect(json(ended)).toHaveProperty("requestId");
    }
  });

  test("of another organization's entry is that of one that never was", async () => {
    const world = await openWorld();
    // A key has sixty changes a minute.
    const keys = new Map<string, string>();
    for (const { name, method, target } of await changesIn(world, "globex")) {
      // Pages of the settings have the same names everywhere, and people can be on both teams.
      if (target === `/api/v1/${name}` || name === "settings" || name === "team") continue;
      const key = keys.get(name) ?? (await staffKeyIn(world, { email: OWNER, name }));
      keys.set(name, key);
      const call = target.split("/")[5];
      const random = ["/api/v1", name, "never", ...(call === undefined ? [] : [call])].join("/");
      const headers = { "if-match": "*" };
      const asked = async (address: string) => {
        const answer = await ask(world, key, address, { method, headers, body: undefined });
        return [answer.status, { ...json(answer), requestId: null }];
      };
      expect([method, name, await asked(target)]).toEqual([method, name, await asked(random)]);
    }
  });

  test("of controls and questions is made, read back, changed and ended, in the key's name", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    for (const [name, made, changed] of [
      ["controls", CONTROL, { title: "Each program has its own key" }],
      [
        "questions",
        {
          question: "Do programs have keys?",
          answer: "**Yes.**",
          access: "public",
          favourite: true,
        },
        { answer: "Each has *its own*.", favourite: false, shortAnswer: "yes" },
      ],
    ] as const) {
      const added = await ask(world, key, `/api/v1/${name}`, { body: made });
      expect([added.status, added.text]).toEqual([201, expect.any(String)]);
      expect(json(added)).toMatchObject(made);
      const target = `/api/v1/${name}/${String(json(added).id)}`;
      expect(added.headers.location).toBe(target);
      const there = await read(world, key, target);
      expect([there.text, there.headers.etag]).toEqual([added.text, added.headers.etag]);
      const page = name === "controls" ? "/acme/controls?q=API-01" : "/acme/faq?q=programs+keys";
      expect((await world.ask(page)).text).toContain("title" in made ? made.title : made.question);
      const patched = await ask(world, key, target, {
        method: "PATCH",
        body: changed,
        headers: ifMatch(added),
      });
      expect([patched.status, json(patched)]).toEqual([
        200,
        { ...json(added), ...changed, updatedAt: expect.any(String) },
      ]);
      const { read: db } = world.services.store;
      const history = await inOrg(db, await world.orgId("acme"))
        .selectFrom("changes")
        .select(["actorName", "subjectId"])
        .where("subjectId", "=", String(json(added).id))
        .execute();
      expect(history.map(({ actorName }) => actorName)).toEqual(
        Array.from({ length: 2 }, () => "Ingrid Sommer (key: Report upload)"),
      );
      const ended = await ask(world, key, target, { method: "DELETE", headers: ifMatch(patched) });
      expect([ended.status, ended.text]).toEqual([204, ""]);
      expect((await read(world, key, target)).status).toBe(404);
    }
  });

  test("names what it changes: 428 without, 412 once somebody else was quicker, nothing written", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const added = await ask(world, key, "/api/v1/controls", { body: CONTROL });
    const target = `/api/v1/controls/${String(json(added).id)}`;
    const patch = (body: object, headers: Record<string, string> = {}) =>
      ask(world, key, target, { method: "PATCH", body, headers });
    expect((await patch({ title: "Without a base" })).status).toBe(428);
    expect((await ask(world, key, target, { method: "DELETE" })).status).toBe(428);
    const base = (added.headers.etag ?? "").replaceAll('"', "");
    const first = await patch({ title: "By its base", base });
    expect([first.status, json(first).title]).toEqual([200, "By its base"]);
    const late = await patch({ title: "Too late" }, ifMatch(added));
    expect([late.status, late.headers.etag]).toEqual([412, first.headers.etag]);
    expect((await patch({ title: "Both", base }, ifMatch(first))).status).toBe(412);
    expect((await read(world, key, target)).text).toBe(first.text);
    expect((await patch({ title: "Whatever is there" }, { "if-match": "*" })).status).toBe(200);
  });

  test("is refused in the words of the form, at the fields, and writes nothing", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const before = (await read(world, key, "/api/v1/controls?limit=200")).text;
    for (const [body, errors] of [
      [{ title: "x" }, { reference: ["Enter a reference"], title: ["Use 2 characters or more"] }],
      [{ ...CONTROL, access: "everyone" }, { access: [expect.any(String)] }],
      [{ ...CONTROL, requirements: "SOC 2" }, { requirements: ["Send a list"] }],
      [{ ...CONTROL, color: "red" }, { color: ["This name is not known here"] }],
      [{ ...CONTROL, productIds: ["none"] }, { productIds: [expect.any(String)] }],
      [{ ...CONTROL, itemUid: 7 }, { itemUid: [expect.any(String)] }],
    ] as const) {
      const answer = await ask(world, key, "/api/v1/controls", { body });
      expect([answer.status, json(answer).errors]).toEqual([400, expect.objectContaining(errors)]);
    }
    const [, twice] = [
      await ask(world, key, "/api/v1/controls", { body: CONTROL }),
      await ask(world, key, "/api/v1/controls", { body: CONTROL }),
    ];
    expect([twice.status, json(twice).errors]).toEqual([
      409,
      { reference: ["Another control already has the reference API-01."] },
    ]);
    const text = await ask(world, key, "/api/v1/controls", {
      headers: { "content-type": "text/plain" },
      body: {},
    });
    expect(text.status).toBe(415);
    const after = json(await read(world, key, "/api/v1/controls?limit=200")).data as unknown[];
    expect(after.length).toBe((JSON.parse(before) as { data: unknown[] }).data.length + 1);
  });

  test("by a key for some products touches no others", async () => {
    const world = await openWorld();
    const [own, other] = [await world.productId("acme"), await otherProduct(world)];
    const key = await staffKeyIn(world, { email: OWNER, products: [own] });
    const make = (productIds: string[], reference: string) =>
      ask(world, key, "/api/v1/controls", { body: { ...CONTROL, reference, productIds } });
    const [all, others, both, mine] = [
      await make([], "P-0"),
      await make([other], "P-1"),
      await make([own, other], "P-2"),
      await make([own], "P-3"),
    ];
    expect([all.status, others.status, both.status, mine.status]).toEqual([403, 403, 403, 201]);
    expect(json(all)).toMatchObject({ code: "other_products" });
    const target = `/api/v1/controls/${String(json(mine).id)}`;
    const away = await ask(world, key, target, {
      method: "PATCH",
      body: { productIds: [] },
      headers: ifMatch(mine),
    });
    expect(away.status).toBe(403);
    expect((await read(world, key, target)).text).toBe(mine.text);
    const whole = await staffKeyIn(world, { email: OWNER });
    const shared = await ask(world, whole, "/api/v1/controls", {
      body: { ...CONTROL, reference: "P-4" },
    });
    const end = await ask(world, key, `/api/v1/controls/${String(json(shared).id)}`, {
      method: "DELETE",
      headers: { "if-match": "*" },
    });
    expect(end.status).toBe(403);
  });
});

describe("decisions by a key", () => {
  test("count at once, with their email held; an undo takes both back; the second is told who was first", async () => {
    const world = await openWorld();
    const { request = "", profile = "", product = "", staffKey: key = "" } = await namesOf(world);
    const orgId = await world.orgId("acme");
    const target = `/api/v1/requests/${request}`;
    const { email } = json(await read(world, key, target)) as { email: string };
    const approve = { profileId: profile, productIds: [product], expiresInDays: 30 };
    const decide = (word: string, body?: object) => ask(world, key, `${target}/${word}`, { body });
    const held = () =>
      inOrg(world.services.store.read, orgId)
        .selectFrom("outbox")
        .select("id")
        .where("toEmail", "=", email)
        .where("state", "=", "queued")
        .where("nextAttemptAt", ">", world.time.toISOString())
        .execute();
    const [asked, approved] = [
      await decide("ask", { question: "Which product is it about?" }),
      await decide("approve", approve),
    ];
    expect([asked.status, approved.status, json(approved)]).toEqual([
      200,
      200,
      expect.objectContaining({
        status: "approved",
        decidedBy: "Ingrid Sommer (key: Report upload)",
      }),
    ]);
    expect((await held()).length).toBe(1);
    const account = json(
      await read(world, key, `/api/v1/accounts/${String(json(approved).accountId)}`),
    );
    expect(account).toMatchObject({
      members: [expect.objectContaining({ email })],
      grants: [
        expect.objectContaining({
          productId: product,
          profileId: profile,
          ndaRequired: true,
          expiresAt: new Date(world.time.getTime() + 30 * 86_400_000).toISOString(),
        }),
      ],
    });
    const second = await decide("decline", {});
    expect([second.status, json(second).title]).toEqual([
      409,
      expect.stringContaining("Ingrid Sommer (key: Report upload)"),
    ]);
    const undone = await decide("undo");
    expect([undone.status, json(undone).status, (await held()).length]).toEqual([
      200,
      "pending",
      0,
    ]);
    const declined = await decide("decline", { message: "Not now.", reason: "third-party" });
    expect(json(declined)).toMatchObject({
      status: "declined",
      outcome: "request_declined_third_party",
      message: "Not now.",
    });
    world.time = new Date(world.time.getTime() + 31_000);
    expect((await decide("undo")).status).toBe(409);
  });

  test("are refused at the fields of the call, and beyond the products of the key", async () => {
    const world = await openWorld();
    const { request = "", profile = "", product = "", staffKey: key = "" } = await namesOf(world);
    const other = await otherProduct(world);
    const target = `/api/v1/requests/${request}/approve`;
    const approve = { profileId: profile, productIds: [product] };
    for (const [body, name] of [
      [{ productIds: [product] }, "profileId"],
      [{ ...approve, productIds: [] }, "productIds"],
      [{ ...approve, expiresInDays: 0 }, "expiresInDays"],
      [{ ...approve, expiresOn: "2020-01-01" }, "expiresOn"],
      [{ ...approve, expiresOn: "2027-01-01", expiresInDays: 3 }, "expiresInDays"],
      [{ ...approve, accountName: "x" }, "accountName"],
      [{ ...approve, accountId: "none" }, "profileId"],
    ] as const) {
      const answer = await ask(world, key, target, { body });
      expect([answer.status, Object.keys(json(answer).errors ?? {})]).toEqual([400, [name]]);
    }
    const bound = await staffKeyIn(world, { email: OWNER, products: [product] });
    const asked = await inOrg(world.services.store.read, await world.orgId("acme"))
      .selectFrom("accessRequests")
      .select("id")
      .where("email", "=", "mina@harbor.example")
      .executeTakeFirstOrThrow();
    const beyond = await ask(world, bound, `/api/v1/requests/${asked.id}/approve`, {
      body: { ...approve, productIds: [product, other] },
    });
    expect([beyond.status, json(beyond).code]).toEqual([403, "other_products"]);
    // Another request is about no product of the key.
    expect((await ask(world, bound, target, { body: approve })).status).toBe(404);
    const after = json(await read(world, key, `/api/v1/requests/${request}`));
    expect(after.status).toBe("pending");
  });
});

describe("what a key changes of the content", () => {
  test("of subprocessors, documents and updates is on the portal at once", async () => {
    const world = await openWorld();
    const { product = "", document = "", staffKey: key = "" } = await namesOf(world);
    const whateverIsThere = { "if-match": "*" };
    const list = "/acme/subprocessors";
    const added = await ask(world, key, "/api/v1/subprocessors", {
      body: { productId: product, company: "Zephyr Relay", purpose: "Relaying" },
    });
    expect(added.status).toBe(201);
    expect((await world.ask(list)).text).toContain("Zephyr Relay");
    const twice = await ask(world, key, "/api/v1/subprocessors", {
      body: { productId: product, company: "Zephyr Relay" },
    });
    expect([twice.status, Object.keys(json(twice).errors as object)]).toEqual([409, ["company"]]);
    const row = `/api/v1/subprocessors/${String(json(added).id)}`;
    const moved = await ask(world, key, row, {
      method: "PATCH",
      body: { location: "Oslo, Norway" },
      headers: ifMatch(added),
    });
    expect(json(moved)).toMatchObject({ purpose: "Relaying", location: "Oslo, Norway" });
    expect((await ask(world, key, row, { method: "DELETE", headers: ifMatch(moved) })).status).toBe(
      204,
    );
    expect((await world.ask(list)).text).not.toContain("Zephyr Relay");

    const named = await ask(world, key, `/api/v1/documents/${document}`, {
      method: "PATCH",
      body: { name: "Renamed by a program.pdf" },
      headers: whateverIsThere,
    });
    expect([named.status, json(named).name]).toEqual([200, "Renamed by a program.pdf"]);
    const wrong = await ask(world, key, `/api/v1/documents/${document}`, {
      method: "PATCH",
      body: { name: "Renamed.exe", periodFrom: "2026-02-01", periodTo: "2026-01-01" },
      headers: whateverIsThere,
    });
    expect([wrong.status, Object.keys(json(wrong).errors as object)]).toEqual([
      400,
      ["name", "periodTo"],
    ]);
    const gone = await ask(world, key, `/api/v1/documents/${document}`, {
      method: "DELETE",
      headers: whateverIsThere,
    });
    expect(gone.status).toBe(204);

    const told = await ask(world, key, "/api/v1/updates", {
      body: {
        subject: "Told by a program",
        category: "compliance",
        message: "It is **ready**.",
        approve: true,
        channelSp: true,
      },
    });
    expect(told.status).toBe(201);
    const feed = "/acme/updates";
    expect((await world.ask(feed)).text).toContain("Told by a program");
    const topic = `/api/v1/updates/${String(json(told).id)}`;
    const hidden = await ask(world, key, topic, {
      method: "PATCH",
      body: { hidden: true },
      headers: ifMatch(told),
    });
    expect(json(hidden)).toMatchObject({ hidden: true, pinned: false });
    expect((await world.ask(feed)).text).not.toContain("Told by a program");
    const [message] = json(told).messages as { id: string }[];
    const taken = await ask(world, key, `${topic}/unpublish`, { body: { messageId: message?.id } });
    expect(json(taken).messages).toMatchObject([{ unpublishedAt: world.time.toISOString() }]);
    const waits = await ask(world, key, "/api/v1/updates", {
      body: { subject: "Not yet", category: "compliance", message: "Soon.", channelSp: true },
    });
    expect([waits.status, json(waits).state]).toEqual([202, "waiting"]);
  });
});

describe("a call that is sent again with its Idempotency-Key", () => {
  const headers = { "idempotency-key": "ci-4711" };

  test("does nothing twice and is answered as before, for a day", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const make = (body: object = CONTROL, by = key) =>
      ask(world, by, "/api/v1/controls", { body, headers });
    const first = await make();
    const again = await make();
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect([again.headers.etag, again.headers.location]).toEqual([
      first.headers.etag,
      first.headers.location,
    ]);
    expect([first.headers["idempotent-replayed"], again.headers["idempotent-replayed"]]).toEqual([
      undefined,
      "true",
    ]);
    const other = await make({ ...CONTROL, reference: "API-02" });
    expect([other.status, json(other).title]).toEqual([
      422,
      "This Idempotency-Key was used for another request.",
    ]);
    // Another key's calls have names of their own.
    const second = await staffKeyIn(world, { email: OWNER, name: "Another" });
    expect((await make({ ...CONTROL, reference: "API-02" }, second)).status).toBe(201);
    expect((await read(world, key, "/api/v1/controls?limit=200")).text).toContain("API-02");
    world.time = new Date(world.time.getTime() + 24 * 3_600_000 + 1);
    const late = await make();
    expect([late.status, late.headers["idempotent-replayed"]]).toEqual([409, undefined]);
  });

  test("is refused while the first is under way, and may come again after a refusal", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const refused = await ask(world, key, "/api/v1/controls", { body: { title: "x" }, headers });
    expect(refused.status).toBe(400);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        ask(world, key, "/api/v1/controls", { body: CONTROL, headers }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(201);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    const made = answers.filter(({ status }) => status === 201).map(({ text }) => text);
    expect(new Set(made).size).toBe(1);
    const kept = await inOrg(world.services.store.read, await world.orgId("acme"))
      .selectFrom("keyAnswers")
      .select("sealed")
      .execute();
    expect(kept.length).toBe(1);
    expect(kept[0]?.sealed).not.toContain("API-01");
  });

  test("is refused where another process does it, and does nothing", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const key = await staffKeyIn(world, { email: OWNER });
    // A key's first use is written down; later ones of that minute are not.
    expect((await read(world, key, "/api/v1/me")).status).toBe(200);
    const orgId = await world.orgId("acme");
    const { id: keyId } = await inOrg(store.read, orgId)
      .selectFrom("accessKeys")
      .select("id")
      .executeTakeFirstOrThrow();
    const write = store.write.bind(store);
    // The other is done between this one's look for an earlier answer and its own work.
    store.write = async (work, isContent) => {
      store.write = write;
      await write((trx) =>
        keepKeyAnswer(
          trx,
          orgId,
          { owner: "staff", keyId, name: "ci-4711" },
          { bodyHash: "the other", sealed: "sealed" },
          world.time,
        ),
      );
      return write(work, isContent);
    };
    const answer = await ask(world, key, "/api/v1/controls", { body: CONTROL, headers });
    expect([answer.status, json(answer).code]).toEqual([409, "idempotency_key_in_use"]);
    expect((await read(world, key, "/api/v1/controls?limit=200")).text).not.toContain("API-01");
  });

  test("has a name of 1 to 255 characters", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    for (const name of ["", "x".repeat(256)])
      expect(
        (
          await ask(world, key, "/api/v1/controls", {
            body: CONTROL,
            headers: { "idempotency-key": name },
          })
        ).status,
      ).toBe(400);
  });
});

/** A JSON schema, as far as the description has it. */
interface Shape {
  type?: string;
  enum?: unknown[];
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
}

/** Words that come from everywhere. */
const WORDS = [
  "",
  "x",
  "2026-11-20",
  "2026-02-31",
  "SOC 2",
  "none",
  "\u0000",
  "é".repeat(400),
  "-1",
];

/** A value by a schema, which the name draws; now and then one of another type, or none. */
function drawn(shape: Shape, name: string): unknown {
  const luck = chance(name);
  if (luck < 0.04) return [null, 7, "x", true, [], {}][Math.floor(chance(`${name} other`) * 6)];
  const one = <T>(list: readonly T[]) => list[Math.floor(chance(`${name} one`) * list.length)];
  if (shape.anyOf !== undefined) return drawn(one(shape.anyOf) ?? {}, `${name} any`);
  if (shape.enum !== undefined) return one(shape.enum);
  if (shape.properties !== undefined)
    return Object.fromEntries(
      Object.entries(shape.properties)
        .filter(([field]) => chance(`${name} ${field}`) < 0.8)
        .map(([field, value]) => [field, drawn(value, `${name}.${field}`)]),
    );
  if (shape.type === "array")
    return Array.from({ length: Math.floor(luck * 4) }, (_, at) =>
      drawn(shape.items ?? {}, `${name}[${at}]`),
    );
  if (shape.type === "boolean") return luck < 0.5;
  if (shape.type === "integer" || shape.type === "number") return Math.floor(luck * 1e6) - 10;
  return shape.type === "null" ? null : one(WORDS);
}

test(
  "calls that are drawn from the description are answered or refused, never with an error of the server",
  WALK,
  async () => {
    const world = await openWorld();
    const described = JSON.parse((await world.ask("/api/openapi.json")).text) as {
      paths: Record<
        string,
        Record<string, { requestBody?: { content: { "application/json"?: { schema: Shape } } } }>
      >;
    };
    const { read: db } = world.services.store;
    const [orgId, names] = [await world.orgId("acme"), await namesOf(world)];
    const statuses = new Set<number>();
    let [key, calls] = ["", 0];
    for (const [path, methods] of Object.entries(described.paths))
      for (const [method, { requestBody }] of Object.entries(methods)) {
        for (let n = 0; n < (everything ? 50 : 6); n += 1) {
          // What members read has no noun of its own.
          const noun = path.includes("{id}") ? NOUNS[path.split("/")[3] as NounName] : undefined;
          const [entry] = (await noun?.ids(db, orgId, { after: "", count: 1 })) ?? [];
          const target = path.replace(/\{\w+\}/g, entry?.id ?? names.document ?? "none");
          const schema = requestBody?.content["application/json"]?.schema;
          const body = schema === undefined ? undefined : drawn(schema, `${method} ${path} ${n}`);
          // A key has sixty changes a minute, and a person has few keys.
          if (calls % 60 === 0) {
            await world.services.store.write((trx) =>
              inOrg(trx, orgId).deleteFrom("accessKeys").execute(),
            );
            key = await staffKeyIn(world, { email: OWNER });
          }
          calls += 1;
          const answer = await ask(world, key, target, {
            method: method.toUpperCase(),
            body,
            headers: { "if-match": "*" },
          });
          statuses.add(answer.status);
          expect([method, target, JSON.stringify(body), answer.status < 500]).toEqual([
            method,
            target,
            JSON.stringify(body),
            true,
          ]);
        }
      }
    // Six draws a call seldom make something new; other tests do.
    const met = [200, ...(everything ? [201] : []), 204, 400];
    expect(met.filter((status) => !statuses.has(status))).toEqual([]);
  },
);

test("a key has 60 changes a minute", async () => {
  const world = await openWorld();
  const key = await staffKeyIn(world, { email: OWNER });
  const statuses: number[] = [];
  for (let n = 0; n <= 60; n += 1) {
    const answer = await ask(world, key, "/api/v1/controls", { body: {} });
    statuses.push(answer.status);
    if (n === 0) expect(answer.headers.ratelimit).toContain('"writes";r=59;');
    if (n === 60) expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 400), 429]);
  expect((await read(world, key, "/api/v1/me")).status).toBe(200);
});

async function otherProduct(world: World): Promise<string> {
  const row = await inOrg(world.services.store.read, await world.orgId("acme"))
    .selectFrom("products")
    .select("id")
    .where("isDefault", "=", 0)
    .executeTakeFirstOrThrow();
  return row.id;
}
