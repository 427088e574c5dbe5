import { expect, test } from "vitest";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { inOrg } from "#db/tenant.ts";
import { memberKeyIn, namesOf } from "./api-names.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const json = ({ text }: Answer) => JSON.parse(text) as Record<string, unknown>;

function deskOf(world: World, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  return {
    read: (target: string) => world.ask(`/api/v1/portal/${target}`, { headers }),
    ask: (body: object, query = "") =>
      world.ask(`/api/v1/portal/questions${query}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
  };
}

test("a member’s key asks about an item in its person’s name, and reads the conversation", async () => {
  const world = await openWorld();
  const { item = "", product = "" } = await namesOf(world);
  const { read, ask } = deskOf(world, await memberKeyIn(world));
  const before = json(await read(`questions?itemId=${item}`)).data as unknown[];
  const asked = await ask({ itemId: item, content: " Which regions does it cover? " });
  expect([asked.status, json(asked)]).toMatchObject([
    201,
    { itemId: item, productId: product, by: "member", content: "Which regions does it cover?" },
  ]);
  const again = await ask({ itemId: item, content: "Which regions does it cover?" });
  expect([again.status, json(again)]).toEqual([200, json(asked)]);
  const data = json(await read(`questions?itemId=${item}`)).data as unknown[];
  expect(data).toEqual([...before, json(asked)]);
  const orgId = await world.orgId("acme");
  const audit = await inOrg(world.services.store.read, orgId)
    .selectFrom("audit")
    .select("actorName")
    .where("action", "like", "comment.%")
    .where("actorName", "like", "%(key: Vendor review)")
    .execute();
  expect(audit).toHaveLength(1);

  for (const [body, status] of [
    [{ itemId: item, content: " " }, 400],
    [{ itemId: item }, 400],
    [{ itemId: item, content: "What?", more: true }, 400],
    [{ itemId: "no-such", content: "What?" }, 404],
  ] as const)
    expect([body, (await ask(body)).status]).toEqual([body, status]);
  expect((await read("questions")).status).toBe(400);
  expect((await ask({ itemId: item, content: "What?" }, "?product=no-such")).status).toBe(404);

  // Other accounts have conversations of their own, and other scopes none.
  const reader = deskOf(world, await memberKeyIn(world, { scopes: ["portal:read"] }));
  for (const refused of [
    await reader.ask({ itemId: item, content: "What?" }),
    await reader.read(`questions?itemId=${item}`),
  ])
    expect([refused.status, json(refused)]).toMatchObject([
      403,
      { code: "missing_scope", scope: "questions:ask" },
    ]);

  await world.services.store.write((trx) =>
    updateCustomization({ trx, orgId, now: world.time }, { commentsEnabled: false }),
  );
  expect((await ask({ itemId: item, content: "Still there?" })).status).toBe(404);
  expect((await read(`questions?itemId=${item}`)).status).toBe(404);
});

test("a member’s key says whose it is and what it opens now, whatever its scopes", async () => {
  const world = await openWorld();
  const { account, product = "" } = await namesOf(world);
  const key = await memberKeyIn(world, { scopes: ["files:read"], products: [product] });
  const me = await deskOf(world, key).read("me");
  expect([me.status, json(me)]).toMatchObject([
    200,
    {
      key: { name: "Vendor review", scopes: ["files:read"], productIds: [product], networks: [] },
      person: { email: "riley@customer.example" },
      account: { id: account },
      productIds: [product],
      org: { slug: "acme" },
    },
  ]);
  const staff = await world.ask("/api/v1/me", { headers: { authorization: `Bearer ${key}` } });
  expect(staff.status).toBe(401);
});
