import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { listAudit, SYSTEM } from "../../db/audit.ts";
import { createSetupLink } from "../../db/setup-links.ts";
import { grantRole } from "../../db/staff.ts";
import { DEMO_PASSWORD, openWorld, type Answer, type World } from "./world.ts";

const OWNER = "owner@acme.example";
const MINUTE = 60_000;

/** The name=value of a cookie that an answer sets. */
function cookieOf(answer: Answer, name = "otc_staff"): string {
  const set = answer.headers["set-cookie"]?.find((cookie) => cookie.startsWith(`${name}=`));
  return set?.split(";")[0] ?? "";
}

function signIn(world: World, form: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Answer> {
  return world.ask("/sign-in", { form: { email: OWNER, password: DEMO_PASSWORD, ...form }, headers });
}

async function account(world: World, cookie: string, form: Record<string, string>): Promise<Answer> {
  return world.ask("/account", { form, headers: { cookie } });
}

async function actions(world: World, slug: string): Promise<string[]> {
  return (await listAudit(world.services.store.read, await world.orgId(slug), { page: 1 })).rows.map((row) => row.action);
}

function codeNow(world: World, secret: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: world.time.getTime() });
}

/** Turns the owner's second factor on, through the pages. */
async function enrol(world: World): Promise<{ secret: string; recoveryCodes: string[]; cookie: string }> {
  const cookie = cookieOf(await signIn(world));
  expect((await account(world, cookie, { intent: "begin-totp" })).status).toBe(303);
  const page = await world.ask("/account", { headers: { cookie } });
  const secret = /select-all">([A-Z2-7 ]+)</.exec(page.text)?.[1]?.replace(/ /g, "") ?? "";
  expect(page.text).toContain(`secret=${secret}`);
  const confirmed = await account(world, cookie, { intent: "confirm-totp", code: codeNow(world, secret) });
  expect(confirmed.status).toBe(200);
  const recoveryCodes = confirmed.text.match(/[a-z2-7]{4}(-[a-z2-7]{4}){3}/g)?.slice(0, 10) ?? [];
  world.time = new Date(world.time.getTime() + MINUTE);
  return { secret, recoveryCodes, cookie };
}

describe("signing in", () => {
  test("is a plain form: labels, a button, no script of the framework", async () => {
    const world = await openWorld();
    const page = await world.ask("/sign-in");
    expect(page.status).toBe(200);
    for (const part of [/<label for="sign-in-email"[^>]*>Email</, /<label for="sign-in-password"[^>]*>Password</, />Sign in<\/button>/, /<title>Sign in/]) {
      expect(page.text).toMatch(part);
    }
    expect(page.text).not.toContain("entry.client");
    expect(page.headers["cache-control"]).toBe("private, no-store");
  });

  test("gives a session of a new id, leads to the org's portal, and is recorded", async () => {
    const world = await openWorld();
    const [first, second] = [await signIn(world), await signIn(world)];
    expect([first.status, first.headers.location]).toEqual([303, "/acme"]);
    expect(first.headers["set-cookie"]).toEqual([expect.stringMatching(/^otc_staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/)]);
    expect(cookieOf(first)).not.toBe(cookieOf(second));
    expect(await actions(world, "acme")).toContain("staff.signed-in");
    expect(await actions(world, "globex")).not.toContain("staff.signed-in");
    expect((await world.ask("/account", { headers: { cookie: cookieOf(first) } })).status).toBe(200);
  });

  test("ends the session that the browser had", async () => {
    const world = await openWorld();
    const old = cookieOf(await signIn(world));
    const fresh = cookieOf(await signIn(world, {}, { cookie: old }));
    expect((await world.ask("/account", { headers: { cookie: old } })).status).toBe(303);
    expect((await world.ask("/account", { headers: { cookie: fresh } })).status).toBe(200);
  });

  test("sets a __Host- cookie on https", async () => {
    const world = await openWorld({ ORIGIN: "https://trust.test" });
    const answer = await world.ask("/sign-in", { host: "trust.test", form: { email: OWNER, password: DEMO_PASSWORD } });
    expect(answer.headers["set-cookie"]).toEqual([expect.stringMatching(/^__Host-otc_staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600; Secure$/)]);
  });

  test("leads where redirectTo says, as long as that is a path of this host", async () => {
    const world = await openWorld();
    const cookie = cookieOf(await signIn(world));
    const cases = [
      ["/team", "/team"],
      ["/acme/faq?q=a#b", "/acme/faq?q=a#b"],
      ["//evil.example", "/acme"],
      ["/\\evil.example", "/acme"],
      ["/%09/evil.example", "/acme"],
      ["https://evil.example/", "/acme"],
      ["javascript:alert(1)", "/acme"],
    ] as const;
    for (const [redirectTo, location] of cases) {
      expect((await signIn(world, { redirectTo })).headers.location, redirectTo).toBe(location);
      const again = await world.ask(`/sign-in?redirectTo=${encodeURIComponent(redirectTo)}`, { headers: { cookie } });
      expect([again.status, again.headers.location], redirectTo).toEqual([303, location]);
    }
  });

  test("tells a wrong password from an unknown address by nothing", async () => {
    const world = await openWorld();
    const wrong = await signIn(world, { password: "not the password" });
    const unknown = await signIn(world, { email: "stranger@acme.example", password: "not the password" });
    for (const answer of [wrong, unknown]) {
      expect(answer.status).toBe(400);
      expect(answer.text).toContain("<title>Error: Sign in");
      expect(answer.text).toContain("Email or password is wrong.");
      expect(answer.text).not.toContain("not the password");
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect(unknown.text.replaceAll("stranger@acme.example", OWNER)).toBe(wrong.text);
    expect(wrong.text).toContain(`value="${OWNER}"`);
  });

  test("shows what is missing, with links to the fields", async () => {
    const world = await openWorld();
    const answer = await world.ask("/sign-in?redirectTo=/team", { form: { email: "", password: "" } });
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/<a href="#sign-in-email"[^>]*>Enter an email address</);
    expect(answer.text).toMatch(/<a href="#sign-in-password"[^>]*>Enter your password</);
    expect(answer.text).toContain('name="redirectTo" value="/team"');
  });

  test("allows ten tries an address, then 429 with the form and its values; others are not touched", async () => {
    const world = await openWorld();
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await signIn(world, { password: "wrong" })).status));
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    const refused = await signIn(world);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
    expect(refused.text).toContain("Too many attempts. Please try again in 15 minutes.");
    expect(refused.text).toContain(`value="${OWNER}"`);
    expect((await signIn(world, { email: "editor@acme.example" })).status).toBe(303);
  });

  test("forgets wrong tries once the password was right", async () => {
    const world = await openWorld();
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 5; i += 1) expect((await signIn(world, { password: "wrong" })).status).toBe(400);
      expect((await signIn(world)).status).toBe(303);
    }
  });

  test("does not exist on an org's own domain, and its cookie counts for nothing there", async () => {
    const world = await openWorld();
    const host = "trust.acme.example";
    const cookie = cookieOf(await signIn(world));
    expect((await world.ask("/sign-in", { host })).status).toBe(404);
    const refused = await world.ask("/sign-in", { host, form: { email: OWNER, password: DEMO_PASSWORD } });
    expect([404, 405]).toContain(refused.status);
    expect(refused.headers["set-cookie"]).toBeUndefined();
    expect((await world.ask("/account", { host, headers: { cookie } })).status).toBe(404);
    expect((await world.ask("/team", { host, headers: { cookie } })).status).toBe(404);
  });
});

describe("signing in with a second factor", () => {
  test("asks for the code, and until then opens nothing", async () => {
    const world = await openWorld();
    const { secret } = await enrol(world);
    const password = await signIn(world, { redirectTo: "/team" });
    expect([password.status, password.headers.location]).toEqual([303, "/sign-in/code?redirectTo=%2Fteam"]);
    const pending = cookieOf(password);
    expect((await world.ask("/account", { headers: { cookie: pending } })).headers.location).toBe("/sign-in?redirectTo=%2Faccount");
    expect((await world.ask("/sign-in/code?redirectTo=%2Fteam", { headers: { cookie: pending } })).text).toMatch(/<label for="sign-in-code-code"[^>]*>Code</);

    const answer = await world.ask("/sign-in/code?redirectTo=%2Fteam", { form: { code: codeNow(world, secret) }, headers: { cookie: pending } });
    expect([answer.status, answer.headers.location]).toEqual([303, "/team"]);
    expect(cookieOf(answer)).not.toBe(pending);
    expect((await world.ask("/team", { headers: { cookie: cookieOf(answer) } })).status).toBe(200);
    expect((await world.ask("/sign-in/code", { headers: { cookie: pending } })).status).toBe(303);
  });

  test("takes a code once, even when it is sent twenty times at once", async () => {
    const world = await openWorld();
    const { secret } = await enrol(world);
    const [one, other] = [cookieOf(await signIn(world)), cookieOf(await signIn(world))];
    const form = { code: codeNow(world, secret) };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => world.ask("/sign-in/code", { form, headers: { cookie: i % 2 ? one : other } })));
    expect(answers.filter((answer) => answer.headers.location === "/acme")).toHaveLength(1);
    expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  });

  test("takes each recovery code once", async () => {
    const world = await openWorld();
    const { recoveryCodes } = await enrol(world);
    expect(new Set(recoveryCodes).size).toBe(10);
    const form = { code: ` ${recoveryCodes[3]?.toUpperCase()} ` };
    const use = async () => world.ask("/sign-in/code", { form, headers: { cookie: cookieOf(await signIn(world)) } });
    expect((await use()).headers.location).toBe("/acme");
    const again = await use();
    expect(again.status).toBe(400);
    expect(again.text).toContain("<title>Error: Enter your code");
    expect(again.text).not.toContain(recoveryCodes[3]?.toUpperCase());
    expect(await actions(world, "acme")).toContain("staff.recovery-code-used");
  });

  test("ends after five wrong codes, and the right one comes too late", async () => {
    const world = await openWorld();
    const { secret } = await enrol(world);
    const cookie = cookieOf(await signIn(world));
    const send = (code: string) => world.ask("/sign-in/code", { form: { code }, headers: { cookie } });
    for (let i = 0; i < 4; i += 1) expect((await send("000000")).status).toBe(400);
    const fifth = await send("000000");
    expect([fifth.status, fifth.headers.location]).toEqual([303, "/sign-in"]);
    expect((await send(codeNow(world, secret))).headers.location).toBe("/sign-in");
    expect(await actions(world, "acme")).toContain("staff.codes-exhausted");
    const told = await world.ask("/sign-in", { headers: { cookie: cookieOf(fifth, "otc_flash") } });
    expect(told.text).toContain("Too many wrong codes. Please sign in again.");
  });

  test("does not let someone with the password try fives for ever", async () => {
    const world = await openWorld();
    await enrol(world);
    const statuses: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const cookie = cookieOf(await signIn(world));
      for (let i = 0; i < 4; i += 1) statuses.push((await world.ask("/sign-in/code", { form: { code: "000000" }, headers: { cookie } })).status);
    }
    const cookie = cookieOf(await signIn(world));
    const refused = await world.ask("/sign-in/code", { form: { code: "000000" }, headers: { cookie } });
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("waits ten minutes for the code", async () => {
    const world = await openWorld();
    const { secret } = await enrol(world);
    const cookie = cookieOf(await signIn(world));
    world.time = new Date(world.time.getTime() + 10 * MINUTE);
    const late = await world.ask("/sign-in/code", { form: { code: codeNow(world, secret) }, headers: { cookie } });
    expect([late.status, late.headers.location]).toEqual([303, "/sign-in"]);
  });
});

describe("signing out", () => {
  test("happens by POST alone, and ends the session for every copy of the cookie", async () => {
    const world = await openWorld();
    const cookie = cookieOf(await signIn(world));
    expect((await world.ask("/sign-out", { headers: { cookie } })).text).toMatch(/<form method="post">.*Sign out<\/button>/);
    expect((await world.ask("/account", { headers: { cookie } })).status).toBe(200);
    const out = await world.ask("/sign-out", { method: "POST", headers: { cookie } });
    expect([out.status, out.headers.location]).toEqual([303, "/sign-in"]);
    expect(out.headers["set-cookie"]).toContainEqual(expect.stringMatching(/^otc_staff=;.*Max-Age=0/));
    expect((await world.ask("/account", { headers: { cookie } })).status).toBe(303);
    expect((await world.ask("/sign-in", { headers: { cookie: cookieOf(out, "otc_flash") } })).text).toContain("You are signed out.");
    expect(await actions(world, "acme")).toContain("staff.signed-out");
  });
});

describe("the account page", () => {
  test("shows recovery codes once", async () => {
    const world = await openWorld();
    const { recoveryCodes, cookie } = await enrol(world);
    expect(recoveryCodes).toHaveLength(10);
    const page = await world.ask("/account", { headers: { cookie } });
    for (const code of recoveryCodes) expect(page.text).not.toContain(code);
    expect(page.text).toContain("10 recovery codes are left.");
    expect(world.services.store.image().toString("latin1")).not.toContain(recoveryCodes[0]?.replaceAll("-", ""));
  });

  test("enrols with a right code only", async () => {
    const world = await openWorld();
    const cookie = cookieOf(await signIn(world));
    await account(world, cookie, { intent: "begin-totp" });
    const wrong = await account(world, cookie, { intent: "confirm-totp", code: "000000" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('href="#confirm-totp-code"');
    expect(wrong.text).toContain("<title>Error: Your account");
    expect((await signIn(world)).headers.location).toBe("/acme");
  });

  test("turns the second factor off for the current password alone", async () => {
    const world = await openWorld();
    const { cookie } = await enrol(world);
    expect((await account(world, cookie, { intent: "disable-totp", currentPassword: "wrong" })).status).toBe(400);
    expect((await account(world, cookie, { intent: "disable-totp", currentPassword: DEMO_PASSWORD })).status).toBe(303);
    expect((await signIn(world)).headers.location).toBe("/acme");
  });

  test("changes the password, ends every other session and gives this browser a new one", async () => {
    const world = await openWorld();
    const [mine, other] = [cookieOf(await signIn(world)), cookieOf(await signIn(world))];
    const next = "a password of my own";
    const change = (form: Record<string, string>) => account(world, mine, { intent: "change-password", ...form });
    expect((await change({ currentPassword: "wrong", newPassword: next })).text).toContain("This is not your current password.");
    const short = await change({ currentPassword: DEMO_PASSWORD, newPassword: "short" });
    expect([short.status, short.text.includes("Use 10 characters or more"), short.text.includes(DEMO_PASSWORD)]).toEqual([400, true, false]);
    const changed = await change({ currentPassword: DEMO_PASSWORD, newPassword: next });
    expect([changed.status, changed.headers.location]).toEqual([303, "/account"]);
    for (const cookie of [mine, other]) expect((await world.ask("/account", { headers: { cookie } })).status).toBe(303);
    const page = await world.ask("/account", { headers: { cookie: [cookieOf(changed), cookieOf(changed, "otc_flash")].join("; ") } });
    expect(page.text).toContain("Your password was changed");
    expect(page.headers["set-cookie"]).toEqual([expect.stringMatching(/^otc_flash=;.*Max-Age=0/)]);
    expect((await signIn(world)).status).toBe(400);
    expect((await signIn(world, { password: next })).status).toBe(303);
  });

  test("lists one's own sessions and ends them, singly or all", async () => {
    const world = await openWorld();
    const [mine, other] = [cookieOf(await signIn(world)), cookieOf(await signIn(world, {}, { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" }))];
    const strangers = cookieOf(await signIn(world, { email: "editor@acme.example" }));
    const page = await world.ask("/account", { headers: { cookie: mine } });
    expect(page.text).toContain("Firefox on Linux");
    const handle = /name="session" value="([0-9a-f]{16})"/.exec(page.text)?.[1] ?? "";
    const strangersPage = await world.ask("/account", { headers: { cookie: strangers } });
    expect(strangersPage.text).not.toContain(handle);
    await account(world, strangers, { intent: "end-session", session: handle });
    expect((await world.ask("/account", { headers: { cookie: other } })).status).toBe(200);
    expect((await account(world, mine, { intent: "end-session", session: handle })).status).toBe(303);
    expect((await world.ask("/account", { headers: { cookie: other } })).status).toBe(303);
    const everywhere = await account(world, mine, { intent: "sign-out-everywhere" });
    expect([everywhere.status, everywhere.headers.location]).toEqual([303, "/sign-in"]);
    expect((await world.ask("/account", { headers: { cookie: mine } })).status).toBe(303);
    expect((await world.ask("/account", { headers: { cookie: strangers } })).status).toBe(200);
  });

  test("switches to an org of one's own, and to no other", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const globex = await world.orgId("globex");
    const owner = await store.read.selectFrom("staff").select("id").where("email", "=", OWNER).executeTakeFirstOrThrow();
    const cookie = cookieOf(await signIn(world));
    const toGlobex = (redirectTo: string) => world.ask("/account/org", { form: { orgId: globex, redirectTo }, headers: { cookie } });
    expect((await toGlobex("/team")).status).toBe(404);
    expect((await world.ask("/team", { headers: { cookie } })).text).not.toContain("Globex");

    await store.write((trx) => grantRole(trx, globex, owner.id, "admin", SYSTEM, world.time));
    expect((await world.ask("/team", { headers: { cookie } })).text).toContain("Globex");
    expect((await toGlobex("/team")).headers.location).toBe("/team");
    expect((await world.ask("/team", { headers: { cookie } })).text).toContain("owner@globex.example");
    expect((await toGlobex("//evil.example")).headers.location).toBe("/globex");
    expect((await signIn(world)).headers.location).toBe("/globex");
    expect((await signIn(world, { redirectTo: "/acme" })).headers.location).toBe("/acme");
  });
});

describe("the private area", () => {
  const cells = [
    ["/team", null, 303],
    ["/team", "owner@acme.example", 200],
    ["/team", "editor@acme.example", 403],
    ["/team", "reviewer@acme.example", 403],
    ["/team", "viewer@acme.example", 403],
    ["/audit", null, 303],
    ["/audit", "owner@acme.example", 200],
    ["/audit", "editor@acme.example", 403],
    ["/audit", "reviewer@acme.example", 200],
    ["/audit", "viewer@acme.example", 403],
  ] as const;

  test("opens each page to its permission alone; refused, neither page nor .data twin holds a row of it", async () => {
    const world = await openWorld();
    await signIn(world, { email: "editor@acme.example" });
    for (const [path, as, status] of cells) {
      const options = as === null ? {} : { as };
      const cell = `${path} as ${as}`;
      const [page, twin] = [await world.ask(path, options), await world.ask(`${path}.data`, options)];
      expect(page.status, cell).toBe(status);
      expect((await world.ask(path, { ...options, method: "HEAD" })).status, cell).toBe(status);
      if (status === 200) continue;
      for (const { text } of [page, twin]) expect(text, cell).not.toMatch(/globex|owner@acme|Signed in|org\.created|staff\.signed-in/i);
      if (status === 303) {
        expect(page.headers.location, cell).toBe(`/sign-in?redirectTo=${encodeURIComponent(path)}`);
      } else {
        expect(page.text, cell).toContain("<title>No access</title>");
        expect(page.text, cell).toMatch(/<h1[^>]*>No access<\/h1>.*You don&#x27;t have access to this page/);
      }
    }
  });

  test("shows the own org's record and team alone", async () => {
    const world = await openWorld();
    await signIn(world);
    for (const path of ["/team", "/audit"]) {
      const page = await world.ask(path, { as: "owner@globex.example" });
      expect(page.status).toBe(200);
      expect(page.text).not.toMatch(/acme/i);
    }
  });

  test("loses what was taken away with the next request", async () => {
    const world = await openWorld();
    expect((await world.ask("/team", { as: OWNER })).status).toBe(200);
    const [{ store }, acme] = [world.services, await world.orgId("acme")];
    const owner = await store.read.selectFrom("staff").select("id").where("email", "=", OWNER).executeTakeFirstOrThrow();
    await store.write((trx) => grantRole(trx, acme, owner.id, "viewer", SYSTEM, world.time));
    expect((await world.ask("/team", { as: OWNER })).status).toBe(403);
  });

  test("pages through the record", async () => {
    const world = await openWorld();
    for (const page of ["", "?page=1", "?page=0", "?page=-1", "?page=x", "?page=999999999999", "?page=1e9", "?page=1&page=2"]) {
      expect((await world.ask(`/audit${page}`, { as: OWNER })).status, page).toBe(200);
    }
  });
});

describe("the setup page", () => {
  const form = { orgName: "Initech & Söhne", slug: "initech", email: "bill@initech.example", password: "a password of Bill's" };
  const link = async (world: World) => `/setup?token=${await world.services.store.write((trx) => createSetupLink(trx, world.time))}`;

  test("exists behind an unspent link alone; looking spends nothing", async () => {
    const world = await openWorld();
    const path = await link(world);
    for (const wrong of ["/setup", "/setup?token=", "/setup?token=x", `${path}x`]) {
      expect((await world.ask(wrong)).status, wrong).toBe(404);
      expect((await world.ask(wrong, { form })).status, wrong).toBe(404);
    }
    for (const method of ["GET", "HEAD", "GET"]) expect((await world.ask(path, { method })).status).toBe(200);
    world.time = new Date(world.time.getTime() + 24 * 60 * MINUTE);
    expect((await world.ask(path)).status).toBe(404);
  });

  test("makes org, product and owner, publishes and signs in", async () => {
    const world = await openWorld();
    const path = await link(world);
    const answer = await world.ask(path, { form });
    expect([answer.status, answer.headers.location]).toEqual([303, "/initech"]);
    expect((await world.ask("/team", { headers: { cookie: cookieOf(answer) } })).text).toContain("bill@initech.example");
    expect((await world.ask("/initech")).status).toBe(200);
    expect((await world.ask(path)).status).toBe(404);
    expect(await actions(world, "initech")).toEqual(expect.arrayContaining(["org.created", "role.granted", "staff.signed-in"]));
  });

  test("has one effect when it is sent ten times at once", async () => {
    const world = await openWorld();
    const path = await link(world);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => world.ask(path, { form: { ...form, slug: `initech-${i}`, email: `bill${i}@initech.example` } })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, ...Array.from({ length: 9 }, () => 404)]);
    expect(await world.services.store.read.selectFrom("orgs").select("id").execute()).toHaveLength(3);
  });

  test("refuses what can't be, keeps the values and the link", async () => {
    const world = await openWorld();
    const path = await link(world);
    const refused: [Record<string, string>, string][] = [
      [{ slug: "acme" }, "This address is taken."],
      [{ slug: "sign-in" }, "words that the product uses itself are taken"],
      [{ orgName: "<b>Initech</b>" }, "Use letters, digits, spaces"],
      [{ email: OWNER }, "This person has an account already."],
      [{ password: "short" }, "Use 10 characters or more"],
    ];
    for (const [wrong, message] of refused) {
      const answer = await world.ask(path, { form: { ...form, ...wrong } });
      expect(answer.status, message).toBe(400);
      expect(answer.text).toContain(message);
      expect(answer.text).toContain("<title>Error: ");
      expect(answer.text).not.toContain("a password of Bill");
      if (!("email" in wrong)) expect(answer.text).toContain('value="bill@initech.example"');
    }
    expect((await world.ask(path, { form })).status).toBe(303);
  });
});

describe("hostile forms", () => {
  test("of a thousand kinds give no 5xx, and every 4xx shows a form again", async () => {
    const world = await openWorld();
    const setup = `/setup?token=${await world.services.store.write((trx) => createSetupLink(trx, world.time))}`;
    const cookie = cookieOf(await signIn(world));
    const names = ["email", "password", "redirectTo", "code", "orgName", "slug", "intent", "session", "currentPassword", "newPassword", "email[0]", "email.x", "email[]", "__proto__.x", "__intent__", "toString"];
    const values = ["", "x", "\u0000", "\ufffd\u202e", "<script>", "a@b.example", "change-password", "end-session", "confirm-totp", "9".repeat(20_000), "%", "[object Object]", "true"];
    let seed = 7;
    const pick = <T>(list: readonly T[]): T => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return list[seed % list.length] as T;
    };
    for (let i = 0; i < 1_000; i += 1) {
      const path = pick(["/sign-in", setup, "/account", "/sign-in", "/account"]);
      const body = new URLSearchParams(Array.from({ length: i % 6 }, () => [pick(names), pick(values)]));
      const answer = await world.ask(path, { form: body, headers: { cookie } });
      expect(answer.status, `${path} ${body.toString().slice(0, 300)}`).toBeLessThan(500);
      if (answer.status >= 400 && answer.status !== 404) expect(answer.text, path).toContain("<form");
    }
    for (const [body, type, status] of [["{}", "application/json", 415], ["&".repeat(100_000), "application/x-www-form-urlencoded", 400], [`a=${"x".repeat(300_000)}`, "application/x-www-form-urlencoded", 413]] as const) {
      for (const path of ["/sign-in", setup, "/account"]) {
        const answer = await world.ask(path, { body, headers: { cookie, "content-type": type } });
        expect([path, answer.status]).toEqual([path, status]);
        expect(answer.text).toContain("<form");
      }
    }
  });
});
