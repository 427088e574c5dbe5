import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { declineAccount } from "#auth/accounts/store/accounts.server.ts";
import {
  mergeAccounts,
  removeMember,
  revokeAccount,
} from "#access/accounts/store/account-changes.server.ts";
import { addRule } from "#access/access-requests/store/access-rules.server.ts";
import { purgeTokens } from "#access/byoid/store/byoid.server.ts";
import { TOKEN_FAULTS, type TokenFault } from "#model/byoid.ts";
import { testInTurn } from "../in-turn.ts";
import { minutes, RILEY, Visitor } from "./access-world.ts";
import {
  AUDIENCE,
  openByoidWorld,
  setUp,
  signingKey,
  tokenOf,
  type IdentityProvider,
} from "./identity-provider.ts";
import { actions } from "./staff-journeys.ts";
import type { Answer, World } from "./world.ts";
import { wording } from "../wording.ts";

const DOMAIN = "trust.acme.example";

/** Follows the portal's address to the page, and presses the button. */
async function arrive(
  world: World,
  token: string,
  { visitor = new Visitor(world), path = "/acme" }: { visitor?: Visitor; path?: string } = {},
): Promise<{ page: Answer; answer: Answer; visitor: Visitor }> {
  const led = await visitor.ask(`${path}${path.includes("?") ? "&" : "?"}byoidJwt=${token}`);
  const page = await visitor.ask(led.headers.location ?? "/none");
  return { page, answer: await press(visitor, world, token), visitor };
}

async function press(
  visitor: Visitor,
  world: World,
  byoidJwt: string,
  fields: Record<string, string> = {},
  org = "acme",
): Promise<Answer> {
  return visitor.ask(`/byoid/${await world.orgId(org)}/welcome`, { form: { byoidJwt, ...fields } });
}

const members = (world: World, email = "jane@corp.example") =>
  world.services.store.read
    .selectFrom("members")
    .innerJoin("accounts", "accounts.id", "members.accountId")
    .select(["members.id", "accountId", "name", "firstName", "lastName", "autoApproved"])
    .where("email", "=", email)
    .execute();
const grants = (world: World, accountId: string) =>
  world.services.store.read
    .selectFrom("grants")
    .selectAll()
    .where("accountId", "=", accountId)
    .execute();
const sessions = async (world: World) =>
  (await world.services.store.read.selectFrom("sessions").select("tokenHash").execute()).length;

describe("a token in the portal's address", () => {
  test("leads the public to the page with its button, which signs in: account, member, grant, session, audit", async () => {
    const { world, key } = await openByoidWorld({ expiresInDays: 30 });
    const orgId = await world.orgId("acme");
    const token = await tokenOf(world, key);
    const visitor = new Visitor(world);
    const led = await visitor.ask(`/acme?byoidJwt=${token}`);
    expect([led.status, led.headers.location]).toEqual([
      302,
      `/byoid/${orgId}/welcome?byoidJwt=${token}`,
    ]);
    expect(led.headers["cache-control"]).toBe("private, no-store");
    const page = await visitor.ask(led.headers.location ?? "");
    expect(page.status).toBe(200);
    expect(page.text).toContain("<title>Sign in · Acme Cloud Trust Center</title>");
    expect(page.text).toContain("jane@corp.example");
    expect(page.headers).toMatchObject({
      "cache-control": "private, no-store",
      "referrer-policy": "strict-origin",
      "x-robots-tag": "noindex",
    });
    // Looking changed nothing.
    expect([(await members(world)).length, visitor.cookie("otc_member")]).toEqual([0, undefined]);

    const answer = await press(visitor, world, token);
    expect([answer.status, answer.headers.location]).toEqual([303, "/acme?welcome=true"]);
    const [member] = await members(world);
    expect(member).toMatchObject({
      name: "Corp & Söhne",
      firstName: "Jane",
      lastName: "Miró",
      autoApproved: 1,
    });
    const [grant, ...others] = await grants(world, member?.accountId ?? "");
    expect(others).toEqual([]);
    expect(grant).toMatchObject({
      productId: await world.productId("acme"),
      ndaRequired: 0,
      expiresAt: new Date(world.time.getTime() + 30 * 86_400_000).toISOString(),
    });
    expect((await visitor.ask("/acme")).text).toContain("Account: Jane Miró");
    expect(await actions(world, "acme")).toEqual(
      expect.arrayContaining([
        "account.created",
        "member.added",
        "grant.given",
        "member.signed-in",
      ]),
    );
  });

  test("keeps the way back, and stands in no log", async () => {
    const { world, key } = await openByoidWorld();
    const token = await tokenOf(world, key);
    const visitor = new Visitor(world);
    const led = await visitor.ask(`/acme/faq?product=Acme+Platform&byoidJwt=${token}`);
    expect(new URL(led.headers.location ?? "", "http://x").searchParams.get("redirectTo")).toBe(
      "/faq?product=Acme+Platform",
    );
    await press(visitor, world, token, { redirectTo: "/faq" });
    const again = await press(new Visitor(world), world, await tokenOf(world, key), {
      redirectTo: "/faq?product=Acme+Platform",
    });
    expect(again.headers.location).toBe("/acme/faq?product=Acme+Platform");
    const evil = await press(new Visitor(world), world, await tokenOf(world, key), {
      redirectTo: "//evil.example",
    });
    expect(evil.headers.location).toBe("/acme");
    await press(visitor, world, "not.a.token");
    expect(world.logged.join("\n")).not.toContain(token.slice(-40));
    const rows = await world.services.store.read
      .selectFrom("audit")
      .select(["detailJson", "subject"])
      .execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice(-40));
  });

  test("leaves the address of who is signed in already, a member or staff", async () => {
    const { world, key } = await openByoidWorld();
    const token = await tokenOf(world, key);
    expect(
      (await world.ask(`/acme/faq?byoidJwt=${token}&page=2`, { as: RILEY })).headers.location,
    ).toBe("/acme/faq?page=2");
    expect(
      (await world.ask(`/acme?byoidJwt=${token}`, { as: "owner@acme.example" })).headers.location,
    ).toBe("/acme");
    const staff = await world.ask(`/byoid/acme/welcome`, {
      as: "owner@acme.example",
      form: { byoidJwt: token },
    });
    expect([
      staff.status,
      staff.headers["set-cookie"]?.some((cookie) => cookie.includes("otc_member")),
    ]).toEqual([409, undefined]);
  });

  test("is none where nothing is set up, or it is switched off", async () => {
    const { world, key } = await openByoidWorld({ enabled: false });
    const token = await tokenOf(world, key);
    expect((await world.ask(`/byoid/acme/welcome?byoidJwt=${token}`)).status).toBe(404);
    expect((await press(new Visitor(world), world, token)).status).toBe(404);
    expect((await press(new Visitor(world), world, token, {}, "globex")).status).toBe(404);
  });

  test("signs in on the company's own domain, for that host alone", async () => {
    const { world, key } = await openByoidWorld();
    const token = await tokenOf(world, key);
    const visitor = new Visitor(world, "", { host: DOMAIN });
    const led = await visitor.ask(`/?byoidJwt=${token}`);
    expect(led.headers.location).toBe(
      `/byoid/${await world.orgId("acme")}/welcome?byoidJwt=${token}`,
    );
    expect((await visitor.ask(led.headers.location ?? "")).status).toBe(200);
    const answer = await press(visitor, world, token);
    expect([answer.status, answer.headers.location]).toEqual([303, "/?welcome=true"]);
    expect((await visitor.ask("/")).text).toContain("Account: Jane Miró");
    const cookie = `otc_member=${visitor.cookie("otc_member")}`;
    expect((await world.ask("/acme", { headers: { cookie } })).text).not.toContain(
      "Account: Jane Miró",
    );
    expect(
      (await visitor.ask(`/byoid/${await world.orgId("globex")}/welcome?byoidJwt=${token}`)).status,
    ).toBe(404);
  });
});

describe("a token is good once", () => {
  test("the same one again signs nobody in", async () => {
    const { world, key } = await openByoidWorld();
    const token = await tokenOf(world, key);
    await arrive(world, token);
    const before = await sessions(world);
    const { page, answer } = await arrive(world, token);
    for (const shown of [page, answer])
      expect([shown.status, shown.text.includes(TOKEN_FAULTS.used)]).toEqual([400, true]);
    expect(await sessions(world)).toBe(before);
  });

  test("fifty times at once is one session and one account", async () => {
    const { world, key } = await openByoidWorld();
    const token = await tokenOf(world, key);
    const before = await sessions(world);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => press(new Visitor(world), world, token)),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
    expect([await sessions(world), (await members(world)).length]).toEqual([before + 1, 1]);
  });

  test("one jti in two tokens is one token, and what was used stays used when the clock goes back", async () => {
    const { world, key } = await openByoidWorld();
    await arrive(world, await tokenOf(world, key, { jti: "same" }));
    expect(
      (await arrive(world, await tokenOf(world, key, { jti: "same", email: "kit@corp.example" })))
        .answer.status,
    ).toBe(400);
    const token = await tokenOf(world, key);
    await arrive(world, token);
    await minutes(world, 60 * 24);
    await world.services.store.write((trx) => purgeTokens(trx, world.time));
    await minutes(world, -60 * 24);
    expect((await arrive(world, token)).answer.text).toContain(TOKEN_FAULTS.used);
    await minutes(world, 60 * 24 * 9);
    expect(await world.services.store.write((trx) => purgeTokens(trx, world.time))).toBe(2);
  });
});

describe("a token is refused, with its reason and nothing done", () => {
  const now = 0;
  test.each<[string, TokenFault, Record<string, unknown>]>([
    ["of another issuer", "issuer", { iss: "https://id.evil.example" }],
    ["for another audience", "audience", { aud: "globex-trust" }],
    ["for several others", "audience", { aud: ["a", "b"] }],
    ["without an issuer", "claims", { iss: undefined }],
    ["without an audience", "claims", { aud: undefined }],
    ["without an end", "claims", { exp: undefined }],
    ["without a beginning", "claims", { iat: undefined }],
    ["without jti", "claims", { jti: undefined }],
    ["with an empty jti", "claims", { jti: "" }],
    ["with a jti that is no text", "claims", { jti: 7 }],
    ["with an end that is no number", "claims", { exp: "soon" }],
    ["without an address", "email", { email: undefined }],
    ["with an address that is none", "email", { email: "jane" }],
    ["with a list of addresses", "email", { email: ["jane@corp.example"] }],
    ["with an address that was not verified", "email", { email_verified: false }],
    ["without a company", "company", { company: undefined }],
    ["with a company of one letter", "company", { company: "A" }],
    ["with a company that is an object", "company", { company: { name: "Corp" } }],
    ["with an endless company", "company", { company: "x".repeat(201) }],
    ["that ended", "expired", { exp: now - 61 }],
    ["that begins later", "not-yet", { nbf: now + 61 }],
    ["that was made tomorrow", "not-yet", { iat: now + 86_400, exp: now + 90_000 }],
    [
      "that was made long ago, however long it says that it is good",
      "too-old",
      { iat: now - 3_700, exp: now + 86_400 },
    ],
  ])("%s: %s", async (_, fault, changes) => {
    const { world, key } = await openByoidWorld();
    const at = Math.floor(world.time.getTime() / 1_000);
    const moved = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [
        name,
        ["exp", "nbf", "iat"].includes(name) && typeof value === "number" ? value + at : value,
      ]),
    );
    const { page, answer } = await arrive(world, await tokenOf(world, key, moved));
    for (const shown of [page, answer])
      expect([shown.status, shown.text.includes(TOKEN_FAULTS[fault])]).toEqual([400, true]);
    expect(page.text).toContain("<title>Error: Sign in");
    expect([
      (await members(world)).length,
      (await world.services.store.read.selectFrom("byoidTokens").selectAll().execute()).length,
    ]).toEqual([0, 0]);
  });

  test("within a minute of its times it is taken: clocks differ", async () => {
    const { world, key } = await openByoidWorld();
    const at = Math.floor(world.time.getTime() / 1_000);
    expect((await arrive(world, await tokenOf(world, key, { exp: at - 50 }))).answer.status).toBe(
      303,
    );
    expect(
      (
        await arrive(
          world,
          await tokenOf(world, key, { iat: at + 50, nbf: at + 50, exp: at + 300 }),
        )
      ).answer.status,
    ).toBe(303);
  });

  test("signed by nothing, by a shared secret, by the public key as a secret, by another key, or altered", async () => {
    const { world, key } = await openByoidWorld();
    const right = await tokenOf(world, key);
    const [head = "", body = "", mac = ""] = right.split(".");
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const pem = key.publicKey.export({ type: "spki", format: "pem" }).toString();
    const { createHmac } = await import("node:crypto");
    const hmac = (secret: string) => {
      const signed = `${encode({ alg: "HS256", kid: key.kid, typ: "JWT" })}.${body}`;
      return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
    };
    const other = await signingKey(key.kid);
    const unknown = await signingKey("k9");
    const forged = {
      ...JSON.parse(Buffer.from(body, "base64url").toString()),
      email: "owner@acme.example",
    };
    const cases: [string, TokenFault][] = [
      [`${encode({ alg: "none" })}.${body}.`, "algorithm"],
      [`${encode({ alg: "None", kid: key.kid })}.${body}.${mac}`, "algorithm"],
      [hmac("secret"), "algorithm"],
      [hmac(pem), "algorithm"],
      [await tokenOf(world, other), "signature"],
      [await tokenOf(world, unknown), "unknown-key"],
      [`${head}.${encode(forged)}.${mac}`, "signature"],
      [`${head}.${body}.${mac.slice(0, -4)}AAAA`, "signature"],
      [`${head}.${body}`, "malformed"],
      ["not a token", "malformed"],
      ["a.b.c", "malformed"],
      ["x".repeat(7_501), "malformed"],
      ["", "missing"],
      [await tokenOf(world, key, {}, { typ: "at+jwt" }), "malformed"],
      [
        await tokenOf(world, other, {}, { jwk: other.publicKey.export({ format: "jwk" }) }),
        "signature",
      ],
    ];
    for (const [token, fault] of cases) {
      const answer = await press(new Visitor(world), world, token);
      expect([fault, answer.status, answer.text.includes(TOKEN_FAULTS[fault])]).toEqual([
        fault,
        400,
        true,
      ]);
    }
    expect(await members(world)).toEqual([]);
  });

  test("of one company at another: neither by its address nor with its keys", async () => {
    const { world, provider, key } = await openByoidWorld();
    await setUp(world, "globex", { jwksUrl: provider.jwksUrl, audience: "globex-trust" });
    const token = await tokenOf(world, key);
    expect((await press(new Visitor(world), world, token, {}, "globex")).text).toContain(
      TOKEN_FAULTS.audience,
    );
    expect(
      (await press(new Visitor(world), world, await tokenOf(world, key, { aud: "globex-trust" })))
        .text,
    ).toContain(TOKEN_FAULTS.audience);
    expect(await members(world)).toEqual([]);
    // The session that a token makes counts for its own company alone.
    const { visitor } = await arrive(world, await tokenOf(world, key));
    expect((await visitor.ask("/globex")).text).not.toContain("Account: Jane Miró");
  });

  test("posted from another site", async () => {
    const { world, key } = await openByoidWorld();
    const token = await tokenOf(world, key);
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
    ] as Record<string, string>[]) {
      expect(
        (await world.ask("/byoid/acme/welcome", { form: { byoidJwt: token }, headers })).status,
      ).toBe(403);
    }
    expect((await world.ask(`/byoid/acme/welcome?byoidJwt=${token}`, { form: {} })).text).toContain(
      TOKEN_FAULTS.missing,
    );
    expect(await members(world)).toEqual([]);
  });
});

describe("the keys", () => {
  test.each(["RS256", "PS384", "ES384", "ES512", "EdDSA"])(
    "sign by %s, published or pasted",
    async (alg) => {
      const { world, provider } = await openByoidWorld();
      const key = await signingKey("k2", alg);
      provider.keys = [key];
      expect((await arrive(world, await tokenOf(world, key))).answer.status).toBe(303);
      await setUp(world, "acme", {
        publicKey: key.publicKey.export({ type: "spki", format: "pem" }).toString(),
      });
      expect((await arrive(world, await tokenOf(world, key))).answer.status).toBe(303);
      const other = await signingKey("k3", alg === "EdDSA" ? "ES256" : "EdDSA");
      expect((await press(new Visitor(world), world, await tokenOf(world, other))).status).toBe(
        400,
      );
    },
  );

  test("are read once for many, again when they are old, and for a new key at most once in half a minute", async () => {
    const { world, provider, key } = await openByoidWorld();
    await Promise.all(
      Array.from({ length: 10 }, async () =>
        press(new Visitor(world), world, await tokenOf(world, key)),
      ),
    );
    expect(provider.asked).toBe(1);
    const rotated = await signingKey("k2");
    provider.keys = [rotated];
    expect((await press(new Visitor(world), world, await tokenOf(world, rotated))).text).toContain(
      TOKEN_FAULTS["unknown-key"],
    );
    expect(provider.asked).toBe(1);
    await minutes(world, 1);
    expect((await press(new Visitor(world), world, await tokenOf(world, rotated))).status).toBe(
      303,
    );
    expect(provider.asked).toBe(2);
    // The key that went is good no more, and a stranger's made-up ones don't make us ask.
    expect((await press(new Visitor(world), world, await tokenOf(world, key))).text).toContain(
      TOKEN_FAULTS["unknown-key"],
    );
    for (let i = 0; i < 20; i += 1)
      await press(
        new Visitor(world),
        world,
        await tokenOf(world, await signingKey(`made-up-${i}`)),
      );
    expect(provider.asked).toBe(2);
    await minutes(world, 11);
    expect((await press(new Visitor(world), world, await tokenOf(world, rotated))).status).toBe(
      303,
    );
    expect(provider.asked).toBe(3);
  });

  test("without a kid are tried in turn", async () => {
    const { world, provider, key } = await openByoidWorld();
    provider.keys = [await signingKey("k2"), key];
    expect(
      (await press(new Visitor(world), world, await tokenOf(world, key, {}, { kid: undefined })))
        .status,
    ).toBe(303);
    expect(
      (
        await press(
          new Visitor(world),
          world,
          await tokenOf(world, await signingKey("k3"), {}, { kid: undefined }),
        )
      ).text,
    ).toContain(TOKEN_FAULTS.signature);
  });

  test.each<[string, (provider: IdentityProvider) => IdentityProvider["answer"], string]>([
    ["fails", () => (res) => void res.writeHead(500).end(), "It answered 500."],
    [
      "redirects",
      (provider) => (res) => void res.writeHead(302, { Location: provider.jwksUrl }).end(),
      "redirect",
    ],
    ["answers no JSON", () => (res) => void res.end("<html>"), "not JSON"],
    ["answers no keys", () => (res) => void res.end("{}"), "isn’t a key set"],
    [
      "answers secrets alone",
      () => (res) => void res.end('{"keys":[{"kty":"oct","k":"AAAA"}]}'),
      "no public key",
    ],
    ["answers too much", () => (res) => void res.end(Buffer.alloc(2_000_000, 32)), "longer than"],
    [
      "breaks off",
      () => (res) =>
        void (res.writeHead(200, { "Content-Length": "100" }), res.write("{"), res.destroy()),
      "could not be reached",
    ],
  ])(
    "whose server %s: nobody comes in, staff see why, and it is not asked at once again",
    async (_, failing, words) => {
      const { world, provider, key } = await openByoidWorld();
      provider.answer = failing(provider);
      const answer = await press(new Visitor(world), world, await tokenOf(world, key));
      expect([
        answer.status,
        answer.headers["retry-after"],
        answer.text.includes(TOKEN_FAULTS["keys-unavailable"]),
      ]).toEqual([503, "30", true]);
      expect(world.logged.join("\n")).toContain(words);
      await press(new Visitor(world), world, await tokenOf(world, key));
      expect(provider.asked).toBe(1);
      provider.answer = null;
      await minutes(world, 1);
      expect((await press(new Visitor(world), world, await tokenOf(world, key))).status).toBe(303);
    },
  );

  testInTurn("are kept while their server fails or is slow", async () => {
    const { world, provider, key } = await openByoidWorld();
    await arrive(world, await tokenOf(world, key));
    provider.answer = () => undefined;
    await minutes(world, 11);
    const started = Date.now();
    expect((await press(new Visitor(world), world, await tokenOf(world, key))).status).toBe(303);
    expect(Date.now() - started).toBeLessThan(8_000);
    provider.answer = (res) => void res.writeHead(500).end();
    await minutes(world, 60 * 25);
    expect((await press(new Visitor(world), world, await tokenOf(world, key))).status).toBe(503);
  });

  test("on an inner address are not read", async () => {
    const { world, provider, key } = await openByoidWorld();
    world.services.config.outboundAllow.length = 0;
    expect((await press(new Visitor(world), world, await tokenOf(world, key))).status).toBe(503);
    expect([provider.asked, world.logged.join("\n").includes(wording.notPublicAddress)]).toEqual([
      0,
      true,
    ]);
  });
});

describe("who comes in", () => {
  test("a colleague joins the account of the same company, however it is written and whatever it is called now", async () => {
    const { world, key } = await openByoidWorld();
    await arrive(world, await tokenOf(world, key));
    const [jane] = await members(world);
    await world.services.store.write((trx) =>
      trx
        .updateTable("accounts")
        .set({ name: "Renamed" })
        .where("id", "=", jane?.accountId ?? "")
        .execute(),
    );
    await arrive(
      world,
      await tokenOf(world, key, { email: "kit@corp.example", company: " CORP & söhne " }),
    );
    expect((await members(world, "kit@corp.example"))[0]).toMatchObject({
      accountId: jane?.accountId,
      name: "Renamed",
    });
    expect(await grants(world, jane?.accountId ?? "")).toHaveLength(1);
    await arrive(
      world,
      await tokenOf(world, key, { email: "kit@corp.example", company: "Another" }),
    );
    expect(await members(world, "kit@corp.example")).toHaveLength(2);
  });

  test("a member is found by address in the account of that name; a stranger gets no other company's account by its name", async () => {
    const { world, key } = await openByoidWorld();
    const [riley] = await members(world, RILEY);
    const stranger = await arrive(
      world,
      await tokenOf(world, key, { email: "eve@elsewhere.example", company: riley?.name }),
    );
    expect(stranger.answer.status).toBe(303);
    expect((await members(world, "eve@elsewhere.example"))[0]?.accountId).not.toBe(
      riley?.accountId,
    );
    const { world: second, key: secondKey } = await openByoidWorld();
    const own = await arrive(
      second,
      await tokenOf(second, secondKey, {
        email: "Riley+sso@customer.example",
        company: riley?.name,
      }),
    );
    expect(own.answer.status).toBe(303);
    expect((await own.visitor.ask("/acme")).text).toContain(RILEY);
    expect(await members(second, RILEY)).toHaveLength(1);
  });

  test("what staff took away stays away: revoked, removed, declined", async () => {
    const { world, key } = await openByoidWorld();
    const { visitor } = await arrive(world, await tokenOf(world, key));
    const [jane] = await members(world);
    const orgId = await world.orgId("acme");
    const account = jane?.accountId ?? "";
    await world.services.store.write((trx) =>
      removeMember({ trx, orgId, by: SYSTEM, now: world.time }, account, jane?.id ?? ""),
    );
    expect((await visitor.ask("/acme")).text).not.toContain("Account: Jane");
    const removed = await press(new Visitor(world), world, await tokenOf(world, key));
    expect([removed.status, removed.text.includes("give access at this time")]).toEqual([
      403,
      true,
    ]);
    expect(
      (await arrive(world, await tokenOf(world, key, { email: "kit@corp.example" }))).answer.status,
    ).toBe(303);
    await world.services.store.write((trx) =>
      revokeAccount({ trx, orgId, by: SYSTEM, now: world.time }, account),
    );
    const revoked = await arrive(world, await tokenOf(world, key, { email: "kit@corp.example" }));
    expect(revoked.answer.headers.location).toBe("/acme?accessStatus=access-expired");
    expect((await revoked.visitor.ask("/acme?accessStatus=access-expired")).text).toContain(
      "kit@corp.example",
    );
    const extended = await revoked.visitor.ask("/acme/get-access?accessStatus=access-expired", {
      form: { intent: "extend" },
    });
    expect(extended.headers.location).toContain("accessStatus=request-sent");
    expect(
      (
        await press(
          new Visitor(world),
          world,
          await tokenOf(world, key, { email: "new@corp.example" }),
        )
      ).headers.location,
    ).toBe("/acme?requestAccess=true&source=byoid");
    await world.services.store.write((trx) =>
      declineAccount({ trx, orgId, by: SYSTEM, now: world.time }, account),
    );
    expect(
      (
        await press(
          new Visitor(world),
          world,
          await tokenOf(world, key, { email: "kit@corp.example" }),
        )
      ).status,
    ).toBe(403);
    expect((await grants(world, account)).filter(({ revokedAt }) => revokedAt === null)).toEqual(
      [],
    );
  });

  test("who was removed stays away in every spelling of the address", async () => {
    const { world, key } = await openByoidWorld();
    const orgId = await world.orgId("acme");
    const email = "jane+work@bücher.example";
    expect((await arrive(world, await tokenOf(world, key, { email }))).answer.status).toBe(303);
    const [jane] = await members(world, email);
    await world.services.store.write((trx) =>
      removeMember(
        { trx, orgId, by: SYSTEM, now: world.time },
        jane?.accountId ?? "",
        jane?.id ?? "",
      ),
    );
    const back = async (as: string) =>
      (await press(new Visitor(world), world, await tokenOf(world, key, { email: as }))).status;
    for (const as of [
      "jane@bücher.example",
      "Jane+again@BÜCHER.example",
      "jane@xn--bcher-kva.example",
    ])
      expect([as, await back(as)]).toEqual([as, 403]);
    expect(await back("jane.b@bücher.example")).toBe(303);
  });

  test("erasing somebody brings nobody back whom staff removed, and keeps nobody away who was there", async () => {
    const { world, key } = await openByoidWorld();
    const orgId = await world.orgId("acme");
    const { store } = world.services;
    const erase = async (email: string) =>
      expect(
        (
          await world.ask(`/settings/privacy/person?email=${email}`, {
            as: "owner@acme.example",
            form: { email, confirmation: email },
          })
        ).status,
      ).toBe(303);
    for (const email of ["jane@corp.example", "kit@corp.example"])
      expect((await arrive(world, await tokenOf(world, key, { email }))).answer.status).toBe(303);
    const [jane] = await members(world);
    await store.write((trx) =>
      removeMember(
        { trx, orgId, by: SYSTEM, now: world.time },
        jane?.accountId ?? "",
        jane?.id ?? "",
      ),
    );
    await erase("jane@corp.example");
    // Again does not forget it.
    await erase("jane@corp.example");
    await erase("kit@corp.example");
    const back = async (claims: Parameters<typeof tokenOf>[2]) =>
      (await press(new Visitor(world), world, await tokenOf(world, key, claims))).status;
    expect(await back({ email: "jane@corp.example" })).toBe(403);
    expect(await back({ email: "jane+again@corp.example" })).toBe(403);
    expect(await back({ email: "kit@corp.example" })).toBe(303);
    expect(await back({ email: "someone@corp.example" })).toBe(303);
    // The account is found by the membership, too, where the company is not linked to it.
    await store.write((trx) =>
      trx.deleteFrom("byoidAccounts").where("orgId", "=", orgId).execute(),
    );
    expect(await back({ email: "jane@corp.example" })).toBe(403);
  });

  test("access ends after its days, and a rule that blocks a domain stands above the token", async () => {
    const { world, key } = await openByoidWorld({ expiresInDays: 10 });
    await arrive(world, await tokenOf(world, key));
    await minutes(world, 60 * 24 * 11);
    expect((await arrive(world, await tokenOf(world, key))).answer.headers.location).toBe(
      "/acme?accessStatus=access-expired",
    );
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      addRule(
        { trx, orgId, by: SYSTEM, now: world.time },
        {
          matches: "domain",
          pattern: "rival.example",
          action: "block",
          profileId: null,
          productIds: [],
          expiresInDays: null,
          ndaRequired: false,
          message: "Not for you.",
          note: null,
        },
      ),
    );
    const blocked = await press(
      new Visitor(world),
      world,
      await tokenOf(world, key, { email: "x@rival.example", company: "Rival" }),
    );
    expect([
      blocked.status,
      blocked.text.includes("Not for you."),
      (await members(world, "x@rival.example")).length,
    ]).toEqual([403, true, 0]);
  });

  test("after a merge the company's people come into the account that is left", async () => {
    const { world, key } = await openByoidWorld();
    await arrive(world, await tokenOf(world, key));
    await arrive(
      world,
      await tokenOf(world, key, { email: "kit@other.example", company: "Other" }),
    );
    const [[jane], [kit]] = [await members(world), await members(world, "kit@other.example")];
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      mergeAccounts(
        { trx, orgId, by: SYSTEM, now: world.time },
        kit?.accountId ?? "",
        jane?.accountId ?? "",
      ),
    );
    await arrive(
      world,
      await tokenOf(world, key, { email: "pat@other.example", company: "Other" }),
    );
    expect((await members(world, "pat@other.example"))[0]?.accountId).toBe(jane?.accountId);
  });

  test("a name in any script, with what a name may not hold left out", async () => {
    const { world, key } = await openByoidWorld();
    await arrive(
      world,
      await tokenOf(world, key, {
        email: "noa@corp.example",
        given_name: "נועה",
        family_name: "<b>e\u0301\u202e</b>",
        company: "שלום <script> בע״מ",
      }),
    );
    const [noa] = await members(world, "noa@corp.example");
    expect([noa?.firstName, noa?.lastName, noa?.name]).toEqual([
      "נועה",
      "b é /b",
      "שלום script בע מ",
    ]);
    await arrive(
      world,
      await tokenOf(world, key, {
        email: "long@corp.example",
        given_name: undefined,
        family_name: undefined,
        name: `${"𐐷".repeat(60)} B`,
      }),
    );
    expect([...((await members(world, "long@corp.example"))[0]?.firstName ?? "")]).toHaveLength(50);
  });

  test("the session before ends, and an ended one is none", async () => {
    const { world, key } = await openByoidWorld();
    const { visitor } = await arrive(world, await tokenOf(world, key));
    const former = `otc_member=${visitor.cookie("otc_member")}`;
    await press(
      visitor,
      world,
      await tokenOf(world, key, { email: "kit@corp.example", given_name: "Kit" }),
    );
    expect((await world.ask("/acme", { headers: { cookie: former } })).text).not.toContain(
      "Account: Jane",
    );
    expect((await visitor.ask("/acme")).text).toContain("Account: Kit");
    await minutes(world, 60 * 24 * 8);
    expect((await visitor.ask("/acme")).text).not.toContain("Account: Kit");
  });
});

describe("its settings", () => {
  const OWNER = "owner@acme.example";
  async function form(
    world: World,
    changes: Record<string, string> = {},
  ): Promise<Record<string, string>> {
    const orgId = await world.orgId("acme");
    const profile = await world.services.store.read
      .selectFrom("permissionProfiles")
      .select("id")
      .where("orgId", "=", orgId)
      .limit(1)
      .executeTakeFirstOrThrow();
    return {
      intent: "save",
      enabled: "yes",
      issuer: "https://id.acme.example",
      audience: AUDIENCE,
      keys: "jwks",
      jwksUrl: "https://127.0.0.1/keys",
      publicKey: "",
      accountClaim: "company",
      profileId: profile.id,
      productIds: await world.productId("acme"),
      expiresIn: "90",
      nda: "required",
      ...changes,
    };
  }
  const stored = (world: World) =>
    world.services.store.read.selectFrom("byoidSettings").selectAll().executeTakeFirst();

  test("are saved with what was said of the keys, and audited; the page shows them again", async () => {
    const { world, provider } = await openByoidWorld();
    const saved = await world.ask("/settings/byoid", {
      as: OWNER,
      form: await form(world, { jwksUrl: provider.jwksUrl }),
    });
    expect([saved.status, saved.headers.location]).toEqual([303, "/settings/byoid"]);
    expect(await stored(world)).toMatchObject({
      jwksUrl: provider.jwksUrl,
      publicKey: null,
      expiresInDays: 90,
      ndaRequired: 1,
    });
    const flash =
      saved.headers["set-cookie"]?.find((cookie) => cookie.includes("otc_flash"))?.split(";")[0] ??
      "";
    expect(
      (await world.ask("/settings/byoid", { as: OWNER, headers: { cookie: flash } })).text,
    ).toContain("Saved. The provider publishes one key.");
    provider.answer = (res) => void res.writeHead(500).end();
    await minutes(world, 1);
    const failing = await world.ask("/settings/byoid", {
      as: OWNER,
      form: await form(world, { jwksUrl: provider.jwksUrl }),
    });
    const told =
      failing.headers["set-cookie"]
        ?.find((cookie) => cookie.includes("otc_flash"))
        ?.split(";")[0] ?? "";
    expect(
      (await world.ask("/settings/byoid", { as: OWNER, headers: { cookie: told } })).text,
    ).toContain("It answered 500.");
    expect(await actions(world, "acme")).toContain("byoid.settings-changed");
  });

  test.each<[string, Record<string, string>, string]>([
    ["without an issuer", { issuer: "" }, "Enter the issuer"],
    ["without an audience", { audience: " " }, "Enter the audience"],
    ["keys by http", { jwksUrl: "http://id.example.com/keys" }, "Use an https address"],
    [
      "an address with a password",
      { jwksUrl: "https://a:b@id.example.com/keys" },
      wording.enterAddressSuchAs,
    ],
    ["no address", { jwksUrl: "keys" }, wording.enterAddressSuchAs],
    ["no key", { keys: "pem" }, "Paste the public key"],
    ["a key that is none", { keys: "pem", publicKey: "hello" }, wording.invalidPublicKey],
    ["a claim that is none", { accountClaim: "<x>" }, "Use letters, digits"],
    ["no profile", { profileId: "" }, wording.chooseProfile],
    ["days that are none", { expiresIn: "0" }, "Enter a number of days"],
  ])("are refused %s, the values kept", async (_, changes, words) => {
    const { world } = await openByoidWorld({ enabled: false });
    const answer = await world.ask("/settings/byoid", {
      as: OWNER,
      form: await form(world, changes),
    });
    expect([
      answer.status,
      answer.text.includes(words),
      answer.text.includes("<title>Error: "),
    ]).toEqual([400, true, true]);
    expect(answer.text).toContain(
      `value="${AUDIENCE}"`.replace(AUDIENCE, changes.audience === undefined ? AUDIENCE : ""),
    );
    expect((await stored(world))?.enabledAt).toBeNull();
  });

  test("take no private key and no weak one, and no other company's profile", async () => {
    const { world, key } = await openByoidWorld({ enabled: false });
    const pem = key.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const answer = await world.ask("/settings/byoid", {
      as: OWNER,
      form: await form(world, { keys: "pem", publicKey: pem }),
    });
    expect([answer.status, answer.text.includes("This is a private key")]).toEqual([400, true]);
    const { generateKeyPairSync } = await import("node:crypto");
    const weak = generateKeyPairSync("rsa", { modulusLength: 1_024 })
      .publicKey.export({ type: "spki", format: "pem" })
      .toString();
    expect(
      (
        await world.ask("/settings/byoid", {
          as: OWNER,
          form: await form(world, { keys: "pem", publicKey: weak }),
        })
      ).text,
    ).toContain("2048 bits");
    const foreign = await world.services.store.read
      .selectFrom("permissionProfiles")
      .select("id")
      .where("orgId", "=", await world.orgId("globex"))
      .executeTakeFirstOrThrow();
    expect(
      (
        await world.ask("/settings/byoid", {
          as: OWNER,
          form: await form(world, { profileId: foreign.id }),
        })
      ).status,
    ).toBe(409);
    expect((await stored(world))?.enabledAt).toBeNull();
  });

  test("test a token: what would happen, or what is wrong, and nothing happens", async () => {
    const { world, provider, key } = await openByoidWorld();
    const ask = async (token: string) =>
      (
        await world.ask("/settings/byoid", { as: OWNER, form: { intent: "test", token } })
      ).text.replaceAll(/<!-- -->/g, "");
    const token = await tokenOf(world, key);
    const text = await ask(token);
    for (const words of [
      "The token is valid.",
      "jane@corp.example",
      "A new account with that name would be created.",
      "Acme Platform",
    ])
      expect(text).toContain(words);
    expect(text).not.toContain(token);
    expect(await members(world)).toEqual([]);
    expect(await ask(await tokenOf(world, key, { aud: "x" }))).toContain(TOKEN_FAULTS.audience);
    expect((await arrive(world, token)).answer.status).toBe(303);
    expect(await ask(token)).toContain(TOKEN_FAULTS.used);
    expect(await ask(await tokenOf(world, key))).toContain("They are already a member.");
    await setUp(world, "acme", { jwksUrl: `${provider.jwksUrl}/other`, enabled: false });
    provider.answer = (res) => void res.writeHead(500).end();
    expect(await ask(await tokenOf(world, key))).toContain("It answered 500.");
  });
});
