import { describe, expect, test } from "vitest";
import { askRequester } from "#access/access-requests/store/request-questions.server.ts";
import { inOrg } from "#db/tenant.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { mails, RILEY, setting } from "./access-world.ts";
import { memberKeyIn, namesOf } from "./api-names.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const LIST = "/api/v1/portal/requests";
const WISH = "The SOC 1 report for our auditors, by December 10.";

interface Told {
  id: string;
  code: string;
  scope: string;
  status: string;
  data: { id: string }[];
}

const json = ({ text }: Answer) => JSON.parse(text) as Told;

function deskOf(world: World, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  return {
    read: (target = "") => world.ask(`${LIST}${target}`, { headers }),
    post: (target: string, body?: object, more: Record<string, string> = {}) =>
      world.ask(`${LIST}${target}`, {
        method: "POST",
        headers: { ...headers, ...more, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}

const rowsOf = async (world: World) =>
  inOrg(world.services.store.read, await world.orgId("acme"))
    .selectFrom("accessRequests")
    .selectAll()
    .where("email", "=", RILEY)
    .where("status", "=", "pending")
    .execute();

describe("a request by a member’s key", () => {
  test("is the member’s own, tells the team, and names the key", async () => {
    const world = await openWorld();
    const { item = "", product = "", account } = await namesOf(world);
    const { read, post } = deskOf(world, await memberKeyIn(world));
    const before = json(await read()).data;
    const made = await post("", { itemId: item, note: `  ${WISH} ` });
    expect([made.status, json(made)]).toMatchObject([
      201,
      { kind: "access", status: "pending", productIds: [product], itemId: item, note: WISH },
    ]);
    const { id } = json(made);
    expect(made.headers.location).toBe(`${LIST}/${id}`);
    expect(await rowsOf(world)).toMatchObject([
      { id, accountId: account, itemUid: item, note: WISH, companyName: "Customer Inc" },
    ]);
    expect((await mails(world, "staff-access-request")).at(-1)?.text).toContain(WISH);
    const again = await post("", { note: "And the policy" });
    expect([again.status, json(again).code]).toEqual([409, "pending_request"]);
    expect(json(await read()).data).toEqual([json(made), ...before]);
    const audit = await inOrg(world.services.store.read, await world.orgId("acme"))
      .selectFrom("audit")
      .select(["action", "actorName"])
      .where("subject", "=", id)
      .execute();
    expect(audit.map(({ actorName }) => actorName)).toEqual(["Riley Novak (key: Vendor review)"]);
  });

  test("counts for the person, however many keys they have: the team gets no more mails", async () => {
    const world = await openWorld();
    const desks = [
      deskOf(world, await memberKeyIn(world)),
      deskOf(world, await memberKeyIn(world, { name: "Another" })),
    ];
    const statuses: number[] = [];
    for (let call = 0; call < 62; call += 1)
      for (const { post } of desks.slice(call % 2, (call % 2) + 1))
        statuses.push((await post("", { note: WISH })).status);
    expect(statuses).toEqual([201, ...Array.from({ length: 59 }, () => 409), 429, 429]);
  });

  test("goes on: a question is answered, a note is added, and it is withdrawn", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const { read, post } = deskOf(world, await memberKeyIn(world));
    const { id } = json(await post("", { note: WISH }));
    const early = await post(`/${id}/answer`, { answer: "Yes" });
    expect([early.status, json(early).code]).toEqual([409, "not_waiting"]);
    const orgId = await world.orgId("acme");
    await store.write((trx) =>
      askRequester({ trx, orgId, by: SYSTEM, now: world.time }, id, "Which auditors?"),
    );
    expect(json(await read(`/${id}`))).toMatchObject({ question: "Which auditors?", answers: [] });
    const answered = await post(`/${id}/answer`, { answer: "Example & Co" });
    expect([answered.status, json(answered)]).toMatchObject([
      200,
      { question: null, answers: [{ question: "Which auditors?", answer: "Example & Co" }] },
    ]);
    const name = { "idempotency-key": "note-1" };
    const noted = await post(`/${id}/note`, { note: "The summary is enough." }, name);
    expect(json(noted)).toMatchObject({ note: `${WISH}\n\nThe summary is enough.` });
    const twice = await post(`/${id}/note`, { note: "The summary is enough." }, name);
    expect([twice.text, twice.headers["idempotent-replayed"]]).toEqual([noted.text, "true"]);
    for (const body of [{}, { note: " " }, { note: "x", more: true }])
      expect((await post(`/${id}/note`, body)).status).toBe(400);
    expect(json(await post(`/${id}/withdraw`))).toMatchObject({ id, status: "withdrawn" });
    for (const [call, body] of [
      ["withdraw", undefined],
      ["note", { note: "x" }],
    ] as const) {
      const late = await post(`/${id}/${call}`, body);
      expect([late.status, json(late).code]).toEqual([409, "not_waiting"]);
    }
    expect((await post("", { note: "Another" })).status).toBe(201);
  });

  test("for more time is about what ends, and refused where nothing does", async () => {
    const world = await openWorld();
    const { product = "", account = "" } = await namesOf(world);
    const { post } = deskOf(world, await memberKeyIn(world));
    const orgId = await world.orgId("acme");
    const ends = (expiresAt: string | null) =>
      world.services.store.write((trx) =>
        inOrg(trx, orgId)
          .updateTable("grants")
          .set({ expiresAt })
          .where("accountId", "=", account)
          .execute(),
      );
    await ends(null);
    expect((await post("", { kind: "extension" })).status).toBe(403);
    await ends(new Date(world.time.getTime() + 5 * 86_400_000).toISOString());
    const made = await post("", { kind: "extension", note: "The audit takes longer" });
    expect([made.status, json(made)]).toMatchObject([
      201,
      { kind: "extension", productIds: [product], itemId: null },
    ]);
  });

  test("is refused without the scope, for what isn’t there, and where nobody may ask", async () => {
    const world = await openWorld();
    const { request = "" } = await namesOf(world);
    const { read, post } = deskOf(world, await memberKeyIn(world));
    const reader = deskOf(world, await memberKeyIn(world, { scopes: ["portal:read"] }));
    for (const refused of [await reader.read(), await reader.post("", { note: WISH })])
      expect([refused.status, json(refused)]).toMatchObject([
        403,
        { code: "missing_scope", scope: "requests:write" },
      ]);
    for (const [body, status] of [
      [{ itemId: "no-such" }, 400],
      [{ kind: "more" }, 400],
      [{ note: "x".repeat(1001) }, 400],
      [{ email: "other@customer.example" }, 400],
    ] as const)
      expect([body, (await post("", body)).status]).toEqual([body, status]);
    expect((await post("?product=no-such", {})).status).toBe(404);
    // Another person’s request is not there.
    expect((await read(`/${request}`)).status).toBe(404);
    for (const call of ["note", "answer", "withdraw"])
      expect((await post(`/${request}/${call}`, { note: "x" })).status).toBe(404);
    expect((await read("?limit=3")).status).toBe(400);
    await setting(world, { accessRequestsEnabled: false });
    expect((await post("", { note: WISH })).status).toBe(403);
    expect(await rowsOf(world)).toEqual([]);
  });

  test("sends no sign-in link, and says what it did, where sign-in is discreet", async () => {
    const world = await openWorld();
    await setting(world, { discreetSignIn: true });
    const { post } = deskOf(world, await memberKeyIn(world));
    const links = async () =>
      (
        await inOrg(world.services.store.read, await world.orgId("acme"))
          .selectFrom("signInLinks")
          .select("id")
          .execute()
      ).length;
    const before = await links();
    expect((await post("", { note: WISH })).status).toBe(201);
    const again = await post("", { note: WISH });
    expect([again.status, json(again).code]).toEqual([409, "pending_request"]);
    expect(await links()).toBe(before);
  });

  test("by a key for some products is about these alone", async () => {
    const world = await openWorld();
    const { product = "" } = await namesOf(world);
    const all = deskOf(world, await memberKeyIn(world));
    const { id } = json(await all.post("", { note: WISH }));
    const own = deskOf(world, await memberKeyIn(world, { products: [product] }));
    expect((await own.read(`/${id}`)).status).toBe(200);
    const orgId = await world.orgId("acme");
    const other = await inOrg(world.services.store.read, orgId)
      .selectFrom("products")
      .select(["id", "slug"])
      .where("id", "!=", product)
      .executeTakeFirstOrThrow();
    expect((await own.post(`?product=${encodeURIComponent(other.slug)}`, {})).status).toBe(404);
    await world.services.store.write((trx) =>
      inOrg(trx, orgId)
        .updateTable("accessRequests")
        .set({ productId: other.id, productIdsJson: null })
        .where("id", "=", id)
        .execute(),
    );
    expect((await own.read(`/${id}`)).status).toBe(404);
    expect(json(await own.read()).data).toEqual([]);
    expect((await all.read(`/${id}`)).status).toBe(200);
  });
});
