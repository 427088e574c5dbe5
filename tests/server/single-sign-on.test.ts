import type { ClientMetadata } from "oidc-provider";
import { describe, expect, test } from "vitest";
import { findStaffSession } from "#auth/store/sessions.server.ts";
import { CLIENT, type SignOnProvider } from "../sign-on-provider.ts";
import {
  comeBack,
  DOMAIN,
  leaveFor,
  leavingOf,
  openSignOnWorld,
  press,
  proveDomain,
  saveProvider,
  settingsPage,
  signOn,
} from "./sign-on-world.ts";
import { actions, codeNow, cookieOf, enrol, OWNER, signIn, staffId } from "./staff-journeys.ts";
import type { Answer, World } from "./world.ts";
import { testInFive, testInTurn } from "../in-turn.ts";

const EDITOR = "editor@acme.example";
const NEWCOMER = "nora@acme.example";
const HOUR = 3_600_000;

/** Acme's team signs in with a provider that knows its owner, its editor and somebody new. */
async function setUp(more: Record<string, string> = {}) {
  const { world, providers, names } = await openSignOnWorld();
  const [provider, other] = providers as [SignOnProvider, SignOnProvider];
  const orgId = await world.orgId("acme");
  provider.addClient(`${world.services.config.origin}/sign-in/with/${orgId}/callback`);
  for (const [sub, email] of [
    ["1", OWNER],
    ["2", EDITOR],
    ["3", NEWCOMER],
  ] as const)
    provider.people.set(sub, { email, email_verified: true, name: `Person ${sub}` });
  await proveDomain(world, names);
  const saved = await saveProvider(world, provider, more);
  expect([saved.status, saved.headers.location]).toEqual([303, "/settings/single-sign-on"]);
  /** Another provider, with a client of the same name and secret, and the same people. */
  const twin = () => {
    other.clients = [...provider.clients];
    for (const [sub, claims] of provider.people) other.people.set(sub, claims);
    return other;
  };
  return { world, provider, names, twin };
}

const read = (answer: Answer) => answer.text.replaceAll("<!-- -->", "");

/** What was refused, and that nobody was signed in by it. */
function refused(answer: Answer): string {
  expect(answer.status).toBe(400);
  expect(cookieOf(answer)).toBe("");
  expect(answer.text).toContain("<title>Error: You are not signed in");
  return read(answer);
}

const rolesOf = async (world: World, email: string) =>
  (
    await world.services.store.read
      .selectFrom("staffRoles")
      .innerJoin("staff", "staff.id", "staffRoles.staffId")
      .innerJoin("orgs", "orgs.id", "staffRoles.orgId")
      .select(["orgs.slug", "staffRoles.role"])
      .where("staff.email", "=", email)
      .orderBy("orgs.slug")
      .execute()
  ).map(({ slug, role }) => `${slug} ${role}`);

const mailed = async (world: World, kind: string) =>
  (
    await world.services.store.read
      .selectFrom("outbox")
      .select("toEmail")
      .where("kind", "=", kind)
      .execute()
  ).map(({ toEmail }) => toEmail);

describe("single sign-on", () => {
  test("leads a proved domain to its provider, whoever exists, and signs in for that company alone", async () => {
    const { world, provider } = await setUp();
    const asked = await world.ask("/sign-in", { form: { email: EDITOR } });
    const nobody = await world.ask("/sign-in", { form: { email: "nobody@acme.example" } });
    expect(read(asked)).toContain("Continue with Acme Cloud");
    expect(read(nobody).replaceAll("nobody@", "editor@").length).toBe(read(asked).length);
    const elsewhere = await world.ask("/sign-in", { form: { email: "owner@globex.example" } });
    expect(read(elsewhere)).not.toContain("Continue with");

    // Somebody of both teams gets into the one whose provider says who they are.
    const both = await staffId(world, EDITOR);
    const globex = await world.orgId("globex");
    await world.services.store.write((trx) =>
      trx
        .insertInto("staffRoles")
        .values({ orgId: globex, staffId: both, role: "editor", grantedAt: "", grantedBy: "" })
        .execute(),
    );
    const answer = await signOn(world, provider, "2", { email: EDITOR, redirectTo: "/documents" });
    expect([answer.status, answer.headers.location]).toEqual([303, "/documents"]);
    const cookie = cookieOf(answer);
    const session = await findStaffSession(
      world.services.store.read,
      cookie.slice("otc_staff=".length),
      world.time,
    );
    expect(session?.roles.map(({ slug }) => slug)).toEqual(["acme"]);
    const switching = await world.ask("/account/org", {
      form: { orgId: globex },
      headers: { cookie },
    });
    expect(switching.status).toBe(404);
    const own = await world.ask("/account", { headers: { cookie } });
    expect(read(own)).toContain("Single sign-on");
    expect(read(own)).toContain("urn:example:two-factors");
    expect(await mailed(world, "single-sign-on-connected")).toEqual([EDITOR]);
    expect(await actions(world, "acme")).toContain("staff.identity-linked");

    world.time = new Date(world.time.getTime() + 7 * HOUR);
    expect((await world.ask("/account", { headers: { cookie } })).status).toBe(200);
    world.time = new Date(world.time.getTime() + 5 * HOUR);
    expect((await world.ask("/account", { headers: { cookie } })).headers.location).toContain(
      "/sign-in",
    );
  });

  test("tests the whole way, shows what the provider says and what would happen, and changes nothing", async () => {
    const { world, provider } = await setUp({ enabled: "", newcomerRole: "viewer" });
    const before = await world.services.store.read.selectFrom("staff").select("id").execute();
    provider.person = "3";
    const cookie = await world.cookieOf(OWNER, world.host);
    const answer = await press(world, "test");
    const way = await leavingOf(world, answer, cookie);
    const shown = await comeBack(world, await provider.browse(way.address), way.cookie);
    expect([shown.status, cookieOf(shown)]).toEqual([200, ""]);
    expect(read(shown)).toContain(
      `${NEWCOMER} would join the team as a viewer. Nothing was changed.`,
    );
    expect(read(shown)).toContain("email_verified");
    expect(await world.services.store.read.selectFrom("staff").select("id").execute()).toEqual(
      before,
    );
    expect(
      await world.services.store.read.selectFrom("staffIdentities").selectAll().execute(),
    ).toEqual([]);

    // What a test says is for whoever pressed the button.
    const again = await leavingOf(world, await press(world, "test"));
    refused(await comeBack(world, await provider.browse(again.address), again.cookie));
    // It is off: nobody gets in by it.
    const off = await world.ask("/sign-in/single-sign-on", { form: { email: OWNER } });
    expect(read(off)).toContain(`Single sign-on isn’t finished: ${DOMAIN} is not proved.`);
  });

  testInFive("lets somebody new in as the role that is chosen, or nobody new", async () => {
    const { world, provider } = await setUp();
    const stranger = () => signOn(world, provider, "3", { email: NEWCOMER });
    expect(refused(await stranger())).toContain(
      "You are not on the team of Acme Cloud. Ask one of its owners.",
    );
    expect(await rolesOf(world, NEWCOMER)).toEqual([]);
    await saveProvider(world, provider, { newcomerRole: "reviewer" });
    expect((await stranger()).status).toBe(303);
    expect(await rolesOf(world, NEWCOMER)).toEqual(["acme reviewer"]);
    // Nobody chose a password, so none opens it.
    const password = await signIn(world, { email: NEWCOMER });
    expect(password.status).toBe(400);
    // Who was taken off the team is not new.
    const nora = await staffId(world, NEWCOMER);
    await world.services.store.write((trx) =>
      trx.deleteFrom("staffRoles").where("staffId", "=", nora).execute(),
    );
    expect(refused(await stranger())).toContain("You are not on the team of Acme Cloud.");
  });

  testInFive("gives the role that the claim says at each sign-in, to owners never", async () => {
    const groups = { roleClaim: "groups", roleLines: "admins = admin\nsecurity team = reviewer" };
    const { world, provider } = await setUp(groups);
    const as = async (sub: string, email: string, says: unknown) => {
      provider.people.set(sub, { email, email_verified: true, groups: says });
      expect((await signOn(world, provider, sub, { email })).status).toBe(303);
      return rolesOf(world, email);
    };
    expect(await as("2", EDITOR, ["staff", "security team"])).toEqual(["acme reviewer"]);
    expect(await as("2", EDITOR, ["security team", "admins"])).toEqual(["acme admin"]);
    expect(await as("2", EDITOR, "none of them")).toEqual(["acme admin"]);
    expect(await as("1", OWNER, ["security team"])).toEqual(["acme owner"]);
    expect(await as("3", NEWCOMER, ["security team"])).toEqual(["acme reviewer"]);
    expect(await actions(world, "acme")).toContain("role.changed");
  });

  test("signs in by a key of its own whose public part it publishes", async () => {
    const { world, provider } = await setUp();
    const orgId = await world.orgId("acme");
    const published = await world.ask(`/sign-in/with/${orgId}/keys`);
    expect(published.headers["content-type"]).toContain("application/jwk-set+json");
    const jwks = JSON.parse(published.text);
    expect(jwks.keys).toHaveLength(1);
    expect(jwks.keys[0]).not.toHaveProperty("d");
    const { client_secret: _secret, ...client } = provider.clients[0] ?? { client_id: "" };
    provider.clients = [
      {
        ...client,
        token_endpoint_auth_method: "private_key_jwt",
        token_endpoint_auth_signing_alg: "ES256",
        jwks,
      },
    ];
    provider.renew();
    await saveProvider(world, provider, { clientProof: "key", clientSecret: "" });
    expect((await signOn(world, provider, "1")).status).toBe(303);
    expect(await world.services.store.read.selectFrom("orgSecrets").selectAll().execute()).toEqual(
      [],
    );
  });

  test("keeps the secret encrypted, and shows it nowhere", async () => {
    const { world, provider } = await setUp();
    const rows = await world.services.store.read.selectFrom("orgSecrets").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(CLIENT.secret);
    expect(await settingsPage(world)).not.toContain(CLIENT.secret);
    const again = await saveProvider(world, provider, {
      issuer: "login",
      clientSecret: "typed-beside-it",
    });
    expect(again.status).toBe(400);
    expect(read(again)).toContain("Enter an address such as https://login.example.com");
    expect(read(again)).not.toContain("typed-beside-it");
    // An empty field keeps it.
    await saveProvider(world, provider, { clientSecret: "" });
    expect((await signOn(world, provider, "1")).status).toBe(303);
  });
});

describe("a single sign-on that is not as it should be", () => {
  test("is refused when its code or its state comes a second time", async () => {
    const { world, provider } = await setUp();
    provider.person = "1";
    const { address, cookie } = await leaveFor(world, OWNER);
    const back = await provider.browse(address);
    expect((await comeBack(world, back, cookie)).status).toBe(303);
    expect(refused(await comeBack(world, back, cookie))).toContain("already used");
    // The code with a state of its own: the provider refuses it, and was told another verifier.
    const next = await leaveFor(world, OWNER);
    const replayed = new URL(await provider.browse(next.address));
    replayed.searchParams.set("code", new URL(back).searchParams.get("code") ?? "");
    expect(refused(await comeBack(world, replayed.href, next.cookie))).toContain(
      "Your identity provider answered with invalid_grant.",
    );
  });

  test("is refused in another browser, too late, and with another nonce", async () => {
    const { world, provider } = await setUp();
    provider.person = "1";
    const [one, other] = [await leaveFor(world, OWNER), await leaveFor(world, OWNER)];
    const back = await provider.browse(one.address);
    expect(refused(await comeBack(world, back, other.cookie))).toContain("in another browser");
    expect(refused(await comeBack(world, back, ""))).toContain("in another browser");
    world.time = new Date(world.time.getTime() + 11 * 60_000);
    expect(refused(await comeBack(world, back, one.cookie))).toContain("took too long");

    const altered = await leaveFor(world, OWNER);
    const address = new URL(altered.address);
    address.searchParams.set("nonce", "another");
    const answer = await comeBack(world, await provider.browse(address.href), altered.cookie);
    expect(refused(answer)).toContain("can’t be trusted");
  });

  test("is refused when another provider answers, or it comes back to another company", async () => {
    const { world, provider, twin } = await setUp();
    const other = twin();
    other.person = "1";
    const { address, cookie } = await leaveFor(world, OWNER);
    const led = new URL(address);
    led.host = other.host;
    const answer = await comeBack(world, await other.browse(led.href), cookie);
    expect(refused(answer)).toContain("can’t be trusted");

    provider.person = "1";
    const mine = await leaveFor(world, OWNER);
    const back = await provider.browse(mine.address);
    const elsewhere = back.replace(await world.orgId("acme"), await world.orgId("globex"));
    refused(await comeBack(world, elsewhere, mine.cookie));
    // Nothing was spent there: the right address still takes it.
    expect((await comeBack(world, back, mine.cookie)).status).toBe(303);
  });

  test("is another person when another issuer says the same subject", async () => {
    const { world, provider, twin } = await setUp();
    expect((await signOn(world, provider, "1")).status).toBe(303);
    const other = twin();
    other.people.set("1", { email: EDITOR, email_verified: true });
    await saveProvider(world, other);
    const answer = await signOn(world, other, "1", { email: EDITOR });
    const session = await findStaffSession(
      world.services.store.read,
      cookieOf(answer).slice("otc_staff=".length),
      world.time,
    );
    expect(session?.staff.email).toBe(EDITOR);
    // At one provider, an address is one person's: a second subject with it is refused.
    other.people.set("9", { email: EDITOR, email_verified: true });
    expect(refused(await signOn(world, other, "9", { email: EDITOR }))).toContain(
      "Someone else at your identity provider already signs in with this address.",
    );
  });

  test("is refused without a confirmed address, and with one of another domain", async () => {
    const { world, provider } = await setUp({ newcomerRole: "viewer" });
    const says = async (claims: Record<string, unknown>) => {
      provider.people.set("3", claims);
      return signOn(world, provider, "3", { email: NEWCOMER });
    };
    const unconfirmed = "Your identity provider doesn’t confirm your address.";
    expect(refused(await says({ email: NEWCOMER }))).toContain(unconfirmed);
    expect(refused(await says({ email: NEWCOMER, email_verified: false }))).toContain(unconfirmed);
    expect(refused(await says({ email: "nora@globex.example", email_verified: true }))).toContain(
      "Single sign-on isn’t finished: globex.example is not proved.",
    );
    expect(await rolesOf(world, NEWCOMER)).toEqual([]);
  });

  test("is refused when its domain moved to another company, whose owners and own are told", async () => {
    const { world, provider, names } = await setUp();
    const GLOBEX = "owner@globex.example";
    await proveDomain(world, names, DOMAIN, GLOBEX);
    expect(await settingsPage(world)).toContain("Not verified");
    expect(await settingsPage(world, GLOBEX)).not.toContain("Not verified");
    expect(await actions(world, "acme")).toContain("settings.sign-on-domain-lost");
    expect(await mailed(world, "single-sign-on-changed")).toEqual(
      expect.arrayContaining([OWNER, GLOBEX]),
    );
    const answer = await world.ask("/sign-in/single-sign-on", { form: { email: OWNER } });
    expect(read(answer)).toContain(`Single sign-on isn’t finished: ${DOMAIN} is not proved.`);
    expect(provider.person).toBe("");
  });

  test("works again at once with keys that the provider changed", async () => {
    const { world, provider } = await setUp();
    expect((await signOn(world, provider, "1")).status).toBe(303);
    provider.renew();
    expect((await signOn(world, provider, "1")).status).toBe(303);
  });

  testInTurn(
    "says so when the provider refuses, and when it hangs for ten seconds, with the owners’ way back",
    async () => {
      const { world, provider } = await setUp();
      provider.person = "1";
      const { address, cookie } = await leaveFor(world, OWNER);
      const state = new URL(address).searchParams.get("state") ?? "";
      const denied = `${world.services.config.origin}/sign-in/with/${await world.orgId("acme")}/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
      expect(refused(await comeBack(world, denied, cookie))).toContain(
        "Your identity provider answered with access_denied.",
      );

      provider.hangs = 10_000;
      const answer = await world.ask("/sign-in/single-sign-on", { form: { email: OWNER } });
      expect(answer.status).toBe(400);
      expect(read(answer)).toContain("Your identity provider can’t be reached.");
      expect(read(answer)).toContain("Owners can sign in with a password and code, or a passkey.");
      // The way back stands on the same page.
      expect(read(answer)).toContain('name="password"');
    },
  );

  testInFive(
    "is the only way in when it is said so, except for an owner with a second factor",
    async () => {
      const { world, provider } = await setUp();
      const without = await saveProvider(world, provider, { only: "yes" });
      expect(without.status).toBe(400);
      expect(read(without)).toContain("It’s your way back in if your identity provider fails.");
      expect(await settingsPage(world)).toContain("only owners can sign in without it");
      const { secret, cookie } = await enrol(world);
      const saved = await saveProvider(world, provider, { only: "yes" }, { cookie });
      expect(saved.status).toBe(303);

      // A password opens the account, and nothing of the company.
      const editor = cookieOf(await signIn(world, { email: EDITOR }));
      const items = await world.ask("/documents", { headers: { cookie: editor } });
      expect([items.status, items.headers.location]).toEqual([303, "/account"]);
      expect(read(await world.ask("/account", { headers: { cookie: editor } }))).toContain(
        "requires single sign-on",
      );
      const theirs = cookieOf(await signOn(world, provider, "2", { email: EDITOR }));
      expect((await world.ask("/documents", { headers: { cookie: theirs } })).status).toBe(200);

      // The provider is down, and the owner comes back by password and code.
      provider.hangs = 10_000;
      const pending = cookieOf(await signIn(world));
      const owner = await world.ask("/sign-in/code", {
        form: { code: codeNow(world, secret) },
        headers: { cookie: pending },
      });
      const back = await world.ask("/settings/single-sign-on", {
        headers: { cookie: cookieOf(owner) },
      });
      expect(back.status).toBe(200);
    },
  );
});

describe("a provider that says that somebody signed out", () => {
  const SESSION = { backchannel_logout_session_required: true };

  /** The provider's own session of whoever signs in next, and the cookie of theirs here. */
  async function signedIn(more: Partial<ClientMetadata>) {
    const { world, provider } = await setUp();
    const orgId = await world.orgId("acme");
    const logout = `/sign-in/with/${orgId}/logout`;
    provider.clients = provider.clients.map((client) => ({ ...client, ...more }));
    provider.renew();
    const cookie = cookieOf(await signOn(world, provider, "1"));
    const isIn = async (whose = cookie) =>
      (await world.ask("/account", { headers: { cookie: whose } })).status === 200;
    expect(await isIn()).toBe(true);
    /** Sends what the provider says, as it sends it. */
    const say = (token: string) => world.ask(logout, { form: { logout_token: token } });
    return { world, provider, isIn, say };
  }

  test("ends that session at once, by its own name for it", async () => {
    const { world, provider, isIn, say } = await signedIn(SESSION);
    const { providerSession } = await world.services.store.read
      .selectFrom("sessions")
      .select("providerSession")
      .where("method", "=", "single-sign-on")
      .executeTakeFirstOrThrow();
    expect(providerSession).not.toBeNull();
    const another = await provider.sentLogout("1", "another");
    expect((await say(another)).status).toBe(200);
    expect(await isIn()).toBe(true);
    const answer = await say(await provider.sentLogout("1", providerSession ?? ""));
    expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(await isIn()).toBe(false);
    expect(await actions(world, "acme")).toContain("staff.ended-by-provider");
  });

  testInFive("ends all of that person’s, and nobody else’s", async () => {
    const { world, provider, isIn, say } = await signedIn({});
    const editor = cookieOf(await signOn(world, provider, "2", { email: EDITOR }));
    const password = cookieOf(await signIn(world));
    expect((await say(await provider.logoutToken({ sub: "1" }))).status).toBe(200);
    expect([await isIn(), await isIn(editor), await isIn(password)]).toEqual([false, true, true]);
  });

  test("is asked for its keys once in ten minutes, and again for a key that is new", async () => {
    const { world, provider, isIn, say } = await signedIn({});
    const asked = () => provider.asked.splice(0).map((path) => path.split("?")[0]);
    const forged = (await provider.logoutToken({ sub: "1" })).split(".").slice(0, 2);
    const later = (seconds: number) => {
      world.time = new Date(world.time.getTime() + seconds * 1_000);
    };
    asked();
    for (let count = 0; count < 5; count += 1)
      expect((await say(`${forged.join(".")}.${"A".repeat(86)}`)).status).toBe(400);
    expect(asked()).toEqual(["/.well-known/openid-configuration", "/jwks"]);
    expect((await say(await provider.logoutToken({ sub: "2" }))).status).toBe(200);
    expect(asked()).toEqual([]);
    // The provider signs with another key: it is looked for at most twice a minute.
    provider.renew();
    expect(provider.provider).toBeDefined();
    const renewed = () => provider.logoutToken({ sub: "1" });
    expect((await say(await renewed())).status).toBe(400);
    expect([asked(), await isIn()]).toEqual([[], true]);
    later(31);
    expect((await say(await renewed())).status).toBe(200);
    expect([asked().length, await isIn()]).toEqual([2, false]);
    later(11 * 60);
    await say(await renewed());
    expect(asked()).toHaveLength(2);
    // While it fails, strangers don’t make the server try each time.
    later(11 * 60);
    provider.fails = true;
    for (let count = 0; count < 3; count += 1)
      expect((await say(await renewed())).status).toBe(400);
    expect(asked()).toHaveLength(1);
    provider.fails = false;
    later(11);
    expect((await say(await renewed())).status).toBe(200);
    // A description of it that is too long to be read is none either, and isn’t read each time.
    later(11 * 60);
    provider.isHuge = true;
    asked();
    for (let count = 0; count < 3; count += 1)
      expect((await say(await renewed())).status).toBe(400);
    expect(asked()).toHaveLength(1);
    provider.isHuge = false;
    later(11);
    expect((await say(await renewed())).status).toBe(200);
  });

  test("is not believed without its signature, as a token of a sign-in, or years ago", async () => {
    const { world, provider, isIn, say } = await signedIn({});
    const token = await provider.logoutToken({ sub: "1" });
    const [head = "", body = ""] = token.split(".");
    const tokens = [
      "",
      "none",
      `${head}.${body}.`,
      `${head}.${body}.${"A".repeat(86)}`,
      await provider.logoutToken({ sub: "1", events: {} }),
      await provider.logoutToken({ sub: "1", nonce: "of a sign-in" }),
      await provider.logoutToken({ sub: "1", aud: "another-client" }),
      await provider.logoutToken({ sub: "1", iss: "http://127.0.0.1:1" }),
      await provider.logoutToken({ sub: "1", iat: 1_700_000_000 }),
      await provider.logoutToken({}),
    ];
    for (const wrong of tokens) expect((await say(wrong)).status, wrong).toBe(400);
    expect(await isIn()).toBe(true);
    const globex = `/sign-in/with/${await world.orgId("globex")}/logout`;
    const elsewhere = await world.ask(globex, { form: { logout_token: token } });
    expect([elsewhere.status, await isIn()]).toEqual([400, true]);
    expect((await say(token)).status).toBe(200);
    expect(await isIn()).toBe(false);
  });
});
