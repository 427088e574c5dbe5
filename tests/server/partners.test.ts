import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { importJWK, jwtVerify, SignJWT, type JWK } from "jose";
import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { revokeGrant } from "#auth/accounts/store/grants.server.ts";
import { switchFeature } from "#company/settings/store/customizations.server.ts";
import { unpublishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import {
  addPartner,
  listPartners,
  purgePartnerTokens,
  updatePartner,
} from "#company/partners/store/partners.server.ts";
import { RILEY } from "./access-world.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";
const EDITOR = "editor@acme.example";
const NOOR = "noor@unsigned.example";
const HOUR = 3_600_000;
const READ = "/api/partner/trust-center";

interface Sending {
  world: World;
  orgId: string;
  partner: { id: string; name: string; domain: string };
}

async function sending(): Promise<Sending> {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const partners = await listPartners(world.services.store.read, orgId);
  const partner = partners.find(({ name }) => name === "Vendor Ledger");
  if (partner === undefined) throw new Error("the demo has no partner");
  return { world, orgId, partner };
}

const accountOf = async ({ store }: World["services"], email: string) =>
  store.read
    .selectFrom("members")
    .select(["id", "accountId", "orgId"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();

async function tokenAddress({ world, partner }: Sending, email = RILEY): Promise<string> {
  const { accountId } = await accountOf(world.services, email);
  return `/api/statuspage/share/${accountId}/external/${partner.id}/jwt/`;
}

async function tokenFor(set: Sending, email = RILEY): Promise<string> {
  const made = await set.world.ask(await tokenAddress(set, email), {
    as: email,
    method: "POST",
  });
  expect(made.status).toBe(200);
  return (JSON.parse(made.text) as { result: { token: string } }).result.token;
}

const read = (world: World, token: string, query = ""): Promise<Answer> =>
  world.ask(`${READ}${query}`, { headers: { authorization: `Bearer ${token}` } });

async function keysOf(world: World): Promise<JWK[]> {
  const answer = await world.ask("/.well-known/jwks.json");
  expect(answer.headers["content-type"]).toBe("application/jwk-set+json");
  return (JSON.parse(answer.text) as { keys: JWK[] }).keys;
}

const rowsOf = ({ services }: World) =>
  services.store.read.selectFrom("partnerTokens").selectAll().orderBy("createdAt").execute();

describe("a token for a partner", () => {
  test("is made by POST alone, for 24 hours, and checked by the published keys", async () => {
    const set = await sending();
    const { world, partner, orgId } = set;
    const address = await tokenAddress(set);
    const preview = await world.ask(address, { as: RILEY });
    expect(JSON.parse(preview.text)).toEqual({
      result: { token: null, partner, expiresInHours: 24 },
    });
    expect(await rowsOf(world)).toEqual([]);

    const made = await world.ask(address, { as: RILEY, method: "POST" });
    expect(made.headers["cache-control"]).toBe("private, no-store");
    const { result } = JSON.parse(made.text) as {
      result: { token: string; partner: object; expiresAt: string };
    };
    expect(result.partner).toEqual(partner);
    const header = JSON.parse(
      Buffer.from(result.token.split(".")[0] ?? "", "base64url").toString(),
    );
    const keys = await keysOf(world);
    expect(keys.map(({ d }) => d)).toEqual([undefined, undefined]);
    const key = keys.find(({ kid }) => kid === header.kid);
    const { payload } = await jwtVerify(result.token, await importJWK(key ?? {}, "ES256"), {
      issuer: world.services.config.origin,
      audience: partner.domain,
      currentDate: world.time,
    });
    const { id } = await accountOf(world.services, RILEY);
    expect([payload.sub, payload["org"], (payload.exp ?? 0) - (payload.iat ?? 0)]).toEqual([
      id,
      orgId,
      24 * 3600,
    ]);
    const [row] = await rowsOf(world);
    expect([row?.id, row?.expiresAt]).toEqual([payload.jti, result.expiresAt]);
    // Nothing that is kept opens anything.
    expect(JSON.stringify(row)).not.toContain(result.token.split(".")[2]);
    const audit = await world.services.store.read
      .selectFrom("audit")
      .select(["action", "actor", "detailJson"])
      .where("action", "like", "partner.token%")
      .execute();
    expect(audit).toEqual([
      {
        action: "partner.token-generated",
        actor: `member:${id}`,
        detailJson: expect.stringContaining("Vendor Ledger"),
      },
    ]);
  });

  test("is refused to everybody but members with access, and without the feature", async () => {
    const set = await sending();
    const { world, orgId, partner } = set;
    const status = async (email: string, as = email) =>
      (await world.ask(await tokenAddress(set, email), { as, method: "POST" })).status;
    expect(await status(RILEY)).toBe(200);
    expect(await status(NOOR)).toBe(200);
    expect(await status("kim@expired.example")).toBe(404);
    expect(await status("sam@prospect.example")).toBe(404);
    expect(await status("lee@declined.example")).toBe(404);
    expect(await status(RILEY, NOOR)).toBe(404);
    expect(await status(RILEY, OWNER)).toBe(404);
    // A partner of another company.
    const globex = await world.orgId("globex");
    const theirs = await world.services.store.write((trx) =>
      addPartner(
        { trx, orgId: globex, by: SYSTEM, now: world.time },
        { name: "Theirs", domain: "theirs.example" },
      ),
    );
    const address = (await tokenAddress(set)).replace(partner.id, theirs);
    expect((await world.ask(address, { as: RILEY, method: "POST" })).status).toBe(404);
    await world.services.store.write((trx) =>
      switchFeature({ trx, orgId, now: world.time }, "partnerImport", false),
    );
    expect(await status(RILEY)).toBe(404);
    expect((await world.ask("/acme/send-data", { as: RILEY })).status).toBe(404);
  });

  test("can be made twenty times an hour", async () => {
    const set = await sending();
    const address = await tokenAddress(set);
    const statuses = [];
    for (let i = 0; i < 21; i += 1)
      statuses.push((await set.world.ask(address, { as: RILEY, method: "POST" })).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });
});

describe("a partner reads", () => {
  test("what the member sees at that moment, with addresses of pages and no file", async () => {
    const set = await sending();
    const { world } = set;
    const answer = await read(world, await tokenFor(set));
    expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    const facts = JSON.parse(answer.text);
    const { accountId, id } = await accountOf(world.services, RILEY);
    expect([facts.org.slug, facts.account.id, facts.partner.name]).toEqual([
      "acme",
      accountId,
      "Vendor Ledger",
    ]);
    const told = facts.cards.flatMap((card: { items: object[] }) => card.items);
    const soc2 = told.find(({ itemUid }: { itemUid: string }) => itemUid === "Reports.soc2");
    expect(soc2.documents.length).toBeGreaterThan(0);
    const page = new URL(soc2.documents[0].url);
    expect([page.host, page.pathname]).toEqual([
      "trust.acme.example:3000",
      "/product/Acme+Platform/soc2-type2",
    ]);
    // Without a session of the member's own the page gives nothing away.
    const stranger = await world.ask(`/acme${page.pathname}${page.search}`);
    expect(stranger.text).not.toContain(soc2.documents[0].name);
    expect(answer.text).not.toMatch(/\/(?:view|download)\b/);
    expect(facts.faq.length).toBeGreaterThan(5);
    expect(facts.subprocessors.length).toBeGreaterThan(5);
    const event = await world.services.store.read
      .selectFrom("events")
      .select(["accountId", "memberId", "detailJson"])
      .where("name", "=", "trust center read by a partner")
      .execute();
    expect(event).toEqual([
      { accountId, memberId: id, detailJson: expect.stringContaining("vendorledger.example") },
    ]);
    expect((await rowsOf(world)).map(({ reads }) => reads)).toEqual([1]);
  });

  test("no more than the member: what waits for the NDA stays closed", async () => {
    const set = await sending();
    const [passed, waiting] = await Promise.all(
      [RILEY, NOOR].map(async (email) => (await read(set.world, await tokenFor(set, email))).text),
    );
    const texts = (text = "") =>
      (JSON.parse(text).cards as { items: { explanation: string | null }[] }[])
        .flatMap(({ items }) => items)
        .filter(({ explanation }) => explanation !== null).length;
    expect(texts(waiting)).toBeLessThanOrEqual(texts(passed));
    const member = await set.world.ask(
      `/api/statuspage/share/${(await accountOf(set.world.services, NOOR)).accountId}/external/view/${await set.world.productId("acme")}`,
      { as: NOOR },
    );
    const seen = (JSON.parse(member.text).items as { itemUid: string }[]).map(
      ({ itemUid }) => itemUid,
    );
    const told = (JSON.parse(waiting ?? "").cards as { items: { itemUid: string }[] }[])
      .flatMap(({ items }) => items)
      .map(({ itemUid }) => itemUid);
    expect(told.filter((uid) => !seen.includes(uid))).toEqual([]);
  });

  test("products by id or slug, and none that the member has no page of", async () => {
    const set = await sending();
    const token = await tokenFor(set);
    const lake = await set.world.productId("acme", "Acme Data Lake");
    const answer = await read(set.world, token, `?productId=${lake}`);
    expect(JSON.parse(answer.text).productId).toBe(lake);
    expect((await read(set.world, token, "?productId=nothing")).status).toBe(404);
  });

  test.each([
    ["once the token was revoked", "revoked"],
    ["once 24 hours have passed", "expired"],
    ["once the partner was removed", "removed"],
    ["once the partner has another domain", "moved"],
    ["once the feature was switched off", "off"],
    ["once the account's access has ended", "ended"],
    ["once the member was removed", "gone"],
    ["once the portal was unpublished", "unpublished"],
  ] as const)("nothing %s", async (_, how) => {
    const set = await sending();
    const { world, orgId, partner } = set;
    const { store } = world.services;
    const token = await tokenFor(set);
    expect((await read(world, token)).status).toBe(200);
    const member = await accountOf(world.services, RILEY);
    const [row] = await rowsOf(world);
    const end = {
      revoked: async () => {
        const answer = await world.ask(`/accounts/${member.accountId}`, {
          as: OWNER,
          form: { intent: "revoke-token", tokenId: row?.id ?? "" },
        });
        expect(answer.status).toBe(303);
      },
      expired: async () => {
        world.time = new Date(world.time.getTime() + 24 * HOUR);
      },
      removed: async () => {
        const answer = await world.ask(`/settings/partners/${partner.id}`, {
          as: OWNER,
          form: { intent: "remove" },
        });
        expect(answer.status).toBe(303);
      },
      moved: () =>
        store.write((trx) =>
          updatePartner(
            { trx, orgId, by: SYSTEM, now: world.time },
            { ...partner, domain: "other.example" },
          ),
        ),
      off: () =>
        store.write((trx) =>
          switchFeature({ trx, orgId, now: world.time }, "partnerImport", false),
        ),
      ended: async () => {
        const grants = await store.read
          .selectFrom("grants")
          .select("id")
          .where("accountId", "=", member.accountId)
          .execute();
        for (const { id } of grants)
          await store.write((trx) => revokeGrant({ trx, orgId, by: SYSTEM, now: world.time }, id));
      },
      gone: async () => {
        const answer = await world.ask(`/accounts/${member.accountId}`, {
          as: OWNER,
          form: { intent: "remove-member", memberId: member.id },
        });
        expect(answer.status).toBe(303);
      },
      unpublished: () =>
        store.write((trx) => unpublishOrg({ trx, orgId, by: SYSTEM, now: world.time })),
    };
    await end[how]();
    const answer = await read(world, token);
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  });

  test("nothing with a token that was altered, is another's, or says that it needs no signature", async () => {
    const set = await sending();
    const { world, partner } = set;
    const token = await tokenFor(set);
    const [header = "", payload = "", signature = ""] = token.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const text = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { kid } = JSON.parse(Buffer.from(header, "base64url").toString()) as { kid: string };
    const signed = (alg: string, by: Parameters<SignJWT["sign"]>[0]) =>
      new SignJWT(claims).setProtectedHeader({ alg, typ: "JWT", kid }).sign(by);
    const published = (await keysOf(world)).find((key) => key.kid === kid);
    const pem = createPublicKey({ format: "jwk", key: published as never })
      .export({ format: "pem", type: "spki" })
      .toString();
    const forged = {
      altered: `${header}.${text({ ...claims, sub: "somebody" })}.${signature}`,
      longer: `${header}.${text({ ...claims, exp: claims.exp + 9_000 })}.${signature}`,
      cut: token.slice(0, -2),
      foreign: await signed("ES256", privateKey),
      none: `${text({ alg: "none", typ: "JWT", kid })}.${payload}.`,
      confused: await signed("HS256", new TextEncoder().encode(pem)),
      empty: "",
      nonsense: "a.b.c",
      huge: `${header}.${"A".repeat(8_000)}.${signature}`,
    };
    for (const [how, bad] of Object.entries(forged))
      expect([how, (await read(world, bad)).status]).toEqual([how, 401]);
    expect((await world.ask(`${READ}?token=${token}`)).status).toBe(401);
    // One of ours for something else: a key of the knowledge base.
    expect(partner.domain).toBe(claims.aud);
    expect((await read(world, token)).status).toBe(200);
  });

  test("with a token of the last hours of a quarter, when the next one has begun", async () => {
    const set = await sending();
    const { world } = set;
    const end = new Date(Date.UTC(world.time.getUTCFullYear() + 1, 0, 1) - 2 * HOUR);
    // Whose access ran until then: Riley's has no end in these hours.
    await world.services.store.write((trx) =>
      trx.updateTable("grants").set({ expiresAt: null }).execute(),
    );
    world.time = end;
    const token = await tokenFor(set);
    const before = (await keysOf(world)).map(({ kid }) => kid);
    world.time = new Date(end.getTime() + 6 * HOUR);
    const after = (await keysOf(world)).map(({ kid }) => kid);
    expect(after[1]).toBe(before[0]);
    expect(after[0]).not.toBe(before[0]);
    expect((await read(world, token)).status).toBe(200);
  });
});

describe("the dialog of a member", () => {
  test("asks which tool first, keeps nothing half-made, and shows the token once", async () => {
    const set = await sending();
    const { world, partner } = set;
    const first = await world.ask("/acme/send-data", { as: RILEY });
    expect(first.text).toContain(wording.sendToTool);
    expect(first.text).toContain("Choose an integration");
    expect((await world.ask("/acme", { as: RILEY })).text).toContain("/acme/send-data");

    const nothing = await world.ask("/acme/send-data", { as: RILEY, form: {} });
    expect([nothing.status, /<title>([^<]*)/.exec(nothing.text)?.[1]]).toEqual([
      400,
      expect.stringMatching(/^Error: Send data to TPRM tool/),
    ]);
    const gone = await world.ask("/acme/send-data", { as: RILEY, form: { partner: "no-such" } });
    expect([gone.status, gone.text]).toEqual([
      409,
      expect.stringContaining("This integration no longer exists."),
    ]);
    expect(await rowsOf(world)).toEqual([]);

    const shown = await world.ask("/acme/send-data", {
      as: RILEY,
      form: { partner: partner.id },
    });
    expect([shown.status, shown.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    const token = /[\w-]{20,}\.[\w-]{20,}\.[\w-]{20,}/.exec(
      /id="copied-token"[^>]*>([^<]*)/.exec(shown.text)?.[1] ?? "",
    )?.[0];
    expect(shown.text).toContain(wording.linkExpires);
    expect((await read(world, token ?? "")).status).toBe(200);
    const again = await world.ask("/acme/send-data", { as: RILEY });
    expect(again.text).not.toContain(token);
  });

  test("is not offered where there is no partner", async () => {
    const { world, orgId } = await sending();
    await world.services.store.write((trx) =>
      trx.deleteFrom("partners").where("orgId", "=", orgId).execute(),
    );
    expect((await world.ask("/acme/send-data", { as: RILEY })).status).toBe(404);
    expect((await world.ask("/acme", { as: RILEY })).text).not.toContain("/acme/send-data");
  });

  test("leads strangers to the login tab", async () => {
    const { world } = await sending();
    const answer = await world.ask("/acme/send-data");
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringContaining("loginRequest=true"),
    ]);
  });

  test("lists what was sent on the member's own page, which ends it", async () => {
    const set = await sending();
    const { world } = set;
    const token = await tokenFor(set);
    const [row] = await rowsOf(world);
    const page = await world.ask("/acme/my-account", { as: RILEY });
    expect(page.text).toContain(wording.sentToTools);
    expect(page.text).toContain("Vendor Ledger");
    // Someone else's list doesn't have it.
    const other = await world.ask("/acme/my-account", {
      as: NOOR,
      form: { intent: "revoke-token", tokenId: row?.id ?? "" },
    });
    expect(other.status).toBe(404);
    expect((await read(world, token)).status).toBe(200);
    const ended = await world.ask("/acme/my-account", {
      as: RILEY,
      form: { intent: "revoke-token", tokenId: row?.id ?? "" },
    });
    expect(ended.status).toBe(303);
    expect((await read(world, token)).status).toBe(401);
  });
});

describe("Settings, Partners", () => {
  const names = async (world: World, orgId: string) =>
    (await listPartners(world.services.store.read, orgId)).map(({ name }) => name);

  test("adds, changes and removes partners, on the record", async () => {
    const { world, orgId } = await sending();
    const added = await world.ask("/settings/partners", {
      as: OWNER,
      form: { name: "Risk Desk", domain: " RiskDesk.example " },
    });
    expect(added.status).toBe(303);
    const partner = (await listPartners(world.services.store.read, orgId)).find(
      ({ name }) => name === "Risk Desk",
    );
    expect(partner?.domain).toBe("riskdesk.example");
    const page = `/settings/partners/${partner?.id}`;
    const saved = await world.ask(page, {
      as: OWNER,
      form: { intent: "save", name: "Risk Desk 2", domain: "riskdesk.example" },
    });
    expect([saved.status, await names(world, orgId)]).toEqual([
      303,
      ["Risk Desk 2", "Third Party Desk", "Vendor Ledger"],
    ]);
    expect((await world.ask(page, { as: OWNER, form: { intent: "remove" } })).status).toBe(303);
    expect(await names(world, orgId)).toEqual(["Third Party Desk", "Vendor Ledger"]);
    expect((await world.ask(page, { as: OWNER })).status).toBe(404);
    const audit = await world.services.store.read
      .selectFrom("audit")
      .select("action")
      .where("orgId", "=", orgId)
      .where("subject", "=", partner?.id ?? "")
      .orderBy("at")
      .orderBy("id")
      .execute();
    expect(audit.map(({ action }) => action).sort()).toEqual([
      "partner.added",
      "partner.removed",
      "partner.updated",
    ]);
  });

  test.each([
    ["no name", { name: "", domain: "a.example" }, wording.requiredField],
    ["a long name", { name: "x".repeat(101), domain: "a.example" }, wording.atMost100Characters],
    ["markup", { name: "<b>Tool</b>", domain: "a.example" }, "Leave out angle brackets"],
    [
      "an address",
      { name: "Tool", domain: "https://a.example" },
      "Use format &quot;example.com&quot;",
    ],
    [
      "another's domain",
      { name: "Tool", domain: "vendorledger.example" },
      "Vendor Ledger already has this domain.",
    ],
  ])("refuses %s, with what was typed", async (_, form, message) => {
    const { world, orgId } = await sending();
    const answer = await world.ask("/settings/partners", { as: OWNER, form });
    expect([400, 409]).toContain(answer.status);
    expect(answer.text).toContain(message);
    expect(answer.text).toContain("<title>Error: Partners");
    expect((await names(world, orgId)).length).toBe(2);
  });

  test("is the settings' own: editors change nothing, and nobody another company's", async () => {
    const { world, partner } = await sending();
    const form = { name: "Mine", domain: "mine.example" };
    expect((await world.ask("/settings/partners", { as: EDITOR, form })).status).toBe(403);
    for (const body of [{ intent: "remove" }, { intent: "save", ...form }])
      expect(
        (
          await world.ask(`/settings/partners/${partner.id}`, {
            as: "owner@globex.example",
            form: body,
          })
        ).status,
      ).toBe(404);
  });

  test("tells the view API's members alone who they can send to", async () => {
    const { world, partner } = await sending();
    const { accountId } = await accountOf(world.services, RILEY);
    const ofMember = await world.ask(`/api/statuspage/share/${accountId}/external/view`, {
      as: RILEY,
    });
    expect(JSON.parse(ofMember.text).partners).toContainEqual(partner);
    expect(JSON.parse((await world.ask("/api/share/acme/view")).text).partners).toEqual([]);
  });
});

test("tokens that ran out a month ago are forgotten", async () => {
  const set = await sending();
  const { world } = set;
  await tokenFor(set);
  const purge = () => world.services.store.write((trx) => purgePartnerTokens(trx, world.time));
  world.time = new Date(world.time.getTime() + 30 * 24 * HOUR);
  expect(await purge()).toBe(0);
  world.time = new Date(world.time.getTime() + 24 * HOUR);
  expect(await purge()).toBe(1);
});
