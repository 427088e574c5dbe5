import { beforeEach, describe, expect, test } from "vitest";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { mails, requestValues, Visitor } from "./access-world.ts";
import { openWorld, type World } from "./world.ts";

const DOMAIN = "trust.acme.example";
const THERE = `http://${DOMAIN}:3000/`;
const HERE = "http://localhost:3000/acme";
const REVIEWER = "reviewer@acme.example";
const JO = "jo@newcomer.example";

const share = async (world: World) =>
  /data-copy-link=""[^>]*href="([^"]*)"|href="([^"]*)"[^>]*data-copy-link=""/
    .exec((await world.ask("/acme")).text)
    ?.slice(1)
    .find(Boolean);
const canonical = async (world: World) =>
  /<link rel="canonical" href="([^"]*)"/.exec((await world.ask("/acme")).text)?.[1];

/** Staff let the one person in who waits. */
async function approve(world: World): Promise<void> {
  const { id } = await world.services.store.read
    .selectFrom("accessRequests")
    .select("id")
    .where("email", "=", JO)
    .executeTakeFirstOrThrow();
  const [profile] = await listProfiles(world.services.store.read, await world.orgId("acme"));
  const answer = await world.ask(`/requests/${id}`, {
    as: REVIEWER,
    form: {
      intent: "approve",
      account: "new",
      accountName: "Newcomer Ltd",
      profileId: profile?.id ?? "",
      productIds: await world.productId("acme"),
      expires: "none",
      nda: "required",
    },
  });
  expect(answer.status).toBe(303);
}

const textsOf = async (world: World, kind: string) =>
  (await mails(world, kind)).map(({ text }) => text);

describe("a company's own domain by which no request ever came", () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld();
    await world.services.store.write((trx) =>
      trx.updateTable("domains").set({ answeredAt: null }).execute(),
    );
  });

  test("is in no link: mails, Share and the canonical address stay on the default host", async () => {
    expect([await share(world), await canonical(world)]).toEqual([HERE, HERE]);
    await new Visitor(world).request({ email: JO, subscribe: "on" });
    await approve(world);
    for (const kind of ["request-received", "subscription-confirm", "access-approved"]) {
      const [text = ""] = await textsOf(world, kind);
      expect(text, kind).toContain(HERE);
      expect(text, kind).not.toContain(DOMAIN);
    }
    expect((await world.ask("/settings/domain", { as: "owner@acme.example" })).text).toContain(
      "No one has opened it yet",
    );
  });

  test("is what links are built from as soon as a request came by it", async () => {
    expect((await world.ask("/", { host: `${DOMAIN}:3000` })).status).toBe(200);
    await expect.poll(() => canonical(world)).toBe(THERE);
    expect(await share(world)).toBe(THERE);
  });

  test("is not taken for answered by a host that is not verified", async () => {
    await world.services.store.write((trx) =>
      trx.updateTable("domains").set({ verifiedAt: null }).execute(),
    );
    expect((await world.ask("/", { host: DOMAIN })).status).toBe(404);
    const rows = await world.services.store.read.selectFrom("domains").selectAll().execute();
    expect(rows.map(({ answeredAt }) => answeredAt)).toEqual(rows.map(() => null));
  });
});

describe("the links of one journey", () => {
  test.each([
    ["the default host", {}, "/acme", HERE, DOMAIN],
    ["the company's own domain", { host: `${DOMAIN}:3000` }, "", THERE.slice(0, -1), HERE],
  ])("stay on %s", async (_, options, portal, own, other) => {
    const world = await openWorld();
    const visitor = new Visitor(world, "/acme", options);
    const form = {
      ...(await requestValues(world, "acme", { email: JO, subscribe: "on" })),
      intent: "request",
    };
    expect((await visitor.ask(`${portal}/get-access?requestAccess=true`, { form })).status).toBe(
      303,
    );
    await approve(world);
    for (const kind of ["request-received", "subscription-confirm", "access-approved"]) {
      const [text = ""] = await textsOf(world, kind);
      expect(text, kind).toContain(own);
      expect(text, kind).not.toContain(other);
    }
  });
});
