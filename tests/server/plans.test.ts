import { SignJWT, type JWTPayload } from "jose";
import { describe, expect, test } from "vitest";
import { createStaffSession } from "#auth/store/sessions.server.ts";
import { findOrg, hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import { findPlan } from "#company/entitlements/store/entitlements.server.ts";
import { FEATURES, type Feature } from "#model/settings/customization.ts";
import { RILEY } from "./access-world.ts";
import { IdentityProvider, signingKey, type SigningKey } from "./identity-provider.ts";
import { builtServer } from "./template.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const OWNER = "owner@acme.example";
const DAY_MS = 86_400_000;

interface Setting {
  world: World;
  issuer: IdentityProvider;
  key: SigningKey;
  acme: string;
  page: string;
}

async function setting(): Promise<Setting> {
  const issuer = await IdentityProvider.open();
  const key = await signingKey("plans-1");
  issuer.keys = [key];
  const world = await openWorld({
    OUTBOUND_ALLOW: issuer.host,
    ENTITLEMENTS_JWKS: issuer.jwksUrl,
  });
  await world.services.store.write((trx) =>
    trx.updateTable("orgs").set({ timeZone: "UTC" }).execute(),
  );
  const acme = await world.orgId("acme");
  return { world, issuer, key, acme, page: `/installation/${acme}/plan` };
}

/** A plan that is right, with changes; undefined leaves a claim out. */
function planToken(
  { world, key }: Pick<Setting, "world" | "key">,
  changes: JWTPayload = {},
  header: { alg?: string; kid?: string } = {},
): Promise<string> {
  const now = Math.floor(world.time.getTime() / 1_000);
  const claims = {
    aud: world.services.config.origin,
    sub: "acme",
    iat: now,
    exp: now + 30 * 86_400,
    features: ["bulkDownload", "genAi", "timeTravel"],
    ...changes,
  };
  return new SignJWT(JSON.parse(JSON.stringify(claims)) as JWTPayload)
    .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
    .sign(key.privateKey);
}

/** As somebody of staff, in a session of this moment: days later an earlier one has ended. */
async function asks(world: World, target: string, form?: Record<string, string>): Promise<Answer> {
  const { id } = await world.services.store.read
    .selectFrom("staff")
    .select("id")
    .where("email", "=", OWNER)
    .executeTakeFirstOrThrow();
  const token = await world.services.store.write((trx) =>
    createStaffSession(trx, { staffId: id, orgId: null, now: world.time }),
  );
  const headers = { cookie: `otc_staff=${token}` };
  return world.ask(target, { headers, ...(form === undefined ? {} : { form }) });
}

const paste = ({ world, page }: Setting, token: string) =>
  asks(world, page, { intent: "save", token });

async function features({ world, acme }: Setting): Promise<Feature[]> {
  const org = await findOrg(world.services.store.read, acme);
  return FEATURES.filter((feature) => org !== null && hasFeature(org, feature));
}

async function days({ world }: Setting, count: number): Promise<void> {
  const { runDueJobs } = await builtServer();
  for (let day = 0; day < count; day += 1) {
    world.time = new Date(world.time.getTime() + DAY_MS);
    await runDueJobs(world.services);
  }
}

const mails = async ({ world }: Setting) =>
  (await world.mails())
    .filter(({ kind }) => kind === "plan-faulty")
    .map(({ subject, toEmail }) => `${toEmail}: ${subject}`);

describe("a plan", () => {
  test("decides in place of the switches, at every door, and is never shown again", async () => {
    const set = await setting();
    const { world, acme, page } = set;
    expect(await features(set)).toEqual([...FEATURES]);
    const token = await planToken(set);
    // Mail breaks long lines.
    const pasted = await paste(set, ` ${token.slice(0, 40)}\n${token.slice(40)} `);
    expect([pasted.status, pasted.headers.location]).toEqual([303, page]);
    expect(await features(set)).toEqual(["bulkDownload", "genAi"]);
    const shown = await asks(world, page);
    expect(shown.text).toContain("Active");
    expect(shown.text).not.toContain(token.slice(40, 80));
    const settings = (await asks(world, "/settings/features")).text;
    expect(settings).toContain("Your plan");
    expect(settings).not.toContain('name="bulkDownload"');
    // What is sent all the same changes no switch.
    const base = /name="base" value="([^"]*)"/.exec(settings)?.[1] ?? "";
    expect((await asks(world, "/settings/features", { base })).status).toBe(303);
    const view = JSON.parse((await world.ask("/api/share/acme/view")).text);
    expect(view.services).toEqual({ features: ["bulkDownload", "genAi"] });
    expect((await world.ask("/acme/send-data", { as: RILEY })).status).toBe(404);
    const row = await findPlan(world.services.store.read, acme);
    expect(row?.sealedToken).not.toContain(token.slice(40, 80));

    expect((await asks(world, page, { intent: "remove" })).status).toBe(303);
    expect(await features(set)).toEqual([...FEATURES]);
    const audit = await world.services.store.read
      .selectFrom("audit")
      .select(["action", "detailJson"])
      .where("orgId", "=", acme)
      .where("action", "like", "settings.plan%")
      .orderBy("at")
      .orderBy("action")
      .execute();
    expect(audit.map(({ action }) => action).sort()).toEqual([
      "settings.plan-removed",
      "settings.plan-set",
    ]);
    expect(JSON.stringify(audit)).not.toContain(token.slice(40, 80));
  });

  test("is the installation's owner's to give, and stays with its company", async () => {
    const set = await setting();
    const { world, page } = set;
    const token = await planToken(set);
    for (const as of ["reviewer@acme.example", "editor@acme.example", "owner@globex.example"])
      expect((await world.ask(page, { as, form: { intent: "save", token } })).status).toBe(404);
    expect((await paste(set, token)).status).toBe(303);
    const globex = await findOrg(world.services.store.read, "globex");
    expect(globex !== null && hasFeature(globex, "cardIcons")).toBe(true);
  });

  test("is nowhere where the installation takes none", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    expect((await asks(world, `/installation/${acme}/plan`)).status).toBe(404);
    expect((await asks(world, `/installation/${acme}`)).text).not.toContain(`${acme}/plan`);
  });

  test("is not taken from a token that is altered, foreign, too large or about others", async () => {
    const set = await setting();
    const { world, key, page } = set;
    const good = await planToken(set);
    const [header = "", payload = "", signature = ""] = good.split(".");
    const text = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const stranger = await signingKey(key.kid);
    const secret = new TextEncoder().encode(
      key.publicKey.export({ format: "pem", type: "spki" }) as string,
    );
    const seconds = Math.floor(world.time.getTime() / 1_000);
    const bad: Record<string, [token: string, message: string]> = {
      nothing: ["", "Paste the token"],
      words: ["a plan", "This isn’t a valid token"],
      altered: [
        `${header}.${text({ ...claims, features: FEATURES })}.${signature}`,
        "This token’s signature is invalid",
      ],
      foreign: [await planToken({ world, key: stranger }), "This token’s signature is invalid"],
      "of an unknown key": [
        await planToken(set, {}, { kid: "other" }),
        "This token is signed with an unknown key",
      ],
      "without a signature": [
        `${text({ alg: "none" })}.${payload}.`,
        "This token is signed with an algorithm that isn’t accepted here",
      ],
      "signed with the public key": [
        await new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: key.kid }).sign(secret),
        "This token is signed with an algorithm that isn’t accepted here",
      ],
      "for another installation": [
        await planToken(set, { aud: "https://trust.other.example" }),
        "This token is meant for another installation",
      ],
      "for another company": [
        await planToken(set, { sub: "globex" }),
        "This token is for another organization",
      ],
      expired: [await planToken(set, { exp: seconds - 60 }), "This token has expired"],
      "not valid yet": [
        await planToken(set, { nbf: seconds + 600 }),
        "This token is not valid yet",
      ],
      "without an end": [await planToken(set, { exp: undefined }), "The token is missing a claim"],
      "without features": [
        await planToken(set, { features: undefined }),
        "The token has no “features” list.",
      ],
      "too large": [
        await planToken(set, { more: "x".repeat(17_000) }),
        "A token has at most 16 KB",
      ],
    };
    for (const [what, [token, message]] of Object.entries(bad)) {
      const answer = await paste(set, token);
      expect([what, answer.status, answer.text.replaceAll("&#x27;", "'")]).toEqual([
        what,
        400,
        expect.stringContaining(message),
      ]);
      expect(answer.text).toContain("<title>Error: Plan of Acme Cloud");
    }
    expect(await features(set)).toEqual([...FEATURES]);
    expect((await asks(world, page)).text).not.toContain("Active");
  });

  test("is not taken while the keys can't be read", async () => {
    const set = await setting();
    set.issuer.answer = (res) => void res.writeHead(500).end();
    const answer = await paste(set, await planToken(set));
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining("can’t be read at the moment"),
    ]);
  });
});

describe("a plan that is no longer right", () => {
  test("counts seven days more, tells the owner once and at the end, and leaves the switches", async () => {
    const set = await setting();
    const { world } = set;
    const seconds = Math.floor(world.time.getTime() / 1_000);
    await paste(set, await planToken(set, { exp: seconds + 2 * 86_400 }));
    await days(set, 1);
    expect([await features(set), await mails(set)]).toEqual([["bulkDownload", "genAi"], []]);
    await days(set, 2);
    expect([await features(set), await mails(set)]).toEqual([
      ["bulkDownload", "genAi"],
      [`${OWNER}: Your plan is no longer valid · Acme Cloud`],
    ]);
    expect((await asks(world, "/settings/features")).text).toContain("It has expired.");
    await days(set, 5);
    expect([await features(set), (await mails(set)).length]).toEqual([
      ["bulkDownload", "genAi"],
      1,
    ]);
    await days(set, 2);
    expect([await features(set), await mails(set)]).toEqual([
      [...FEATURES],
      [
        `${OWNER}: Your plan is no longer valid · Acme Cloud`,
        `${OWNER}: Your plan has ended · Acme Cloud`,
      ],
    ]);
    await days(set, 3);
    expect((await mails(set)).length).toBe(2);
    const settings = (await asks(world, "/settings/features")).text;
    expect(settings).toContain('name="bulkDownload"');
    // A new token puts everything right.
    await paste(set, await planToken(set));
    expect(await features(set)).toEqual(["bulkDownload", "genAi"]);
  });

  test("because its key is gone counts again when the key is back", async () => {
    const set = await setting();
    await paste(set, await planToken(set));
    const other = await signingKey("plans-2");
    set.issuer.keys = [other];
    await days(set, 9);
    expect(await features(set)).toEqual([...FEATURES]);
    set.issuer.keys = [other, set.key];
    await days(set, 1);
    expect(await features(set)).toEqual(["bulkDownload", "genAi"]);
  });

  test("is told from one whose keys can't be read, which stays", async () => {
    const set = await setting();
    await paste(set, await planToken(set));
    set.issuer.answer = (res) => void res.writeHead(503).end();
    await days(set, 12);
    expect([await features(set), await mails(set)]).toEqual([["bulkDownload", "genAi"], []]);
  });

  test("ends with its own time all the same while the keys can't be read", async () => {
    const set = await setting();
    const seconds = Math.floor(set.world.time.getTime() / 1_000);
    await paste(set, await planToken(set, { exp: seconds + 2 * 86_400 }));
    set.issuer.answer = (res) => void res.writeHead(503).end();
    await days(set, 3);
    expect([await features(set), await mails(set)]).toEqual([
      ["bulkDownload", "genAi"],
      [`${OWNER}: Your plan is no longer valid · Acme Cloud`],
    ]);
    await days(set, 7);
    expect([await features(set), (await mails(set)).length]).toEqual([[...FEATURES], 2]);
  });

  test("goes on with a new key of the issuer, while the old one is still published", async () => {
    const set = await setting();
    await paste(set, await planToken(set));
    const next = await signingKey("plans-2");
    set.issuer.keys = [next, set.key];
    await days(set, 9);
    expect([await features(set), await mails(set)]).toEqual([["bulkDownload", "genAi"], []]);
    const renewed = await planToken({ world: set.world, key: next }, { features: ["cardIcons"] });
    expect((await paste(set, renewed)).status).toBe(303);
    expect(await features(set)).toEqual(["cardIcons"]);
  });
});
