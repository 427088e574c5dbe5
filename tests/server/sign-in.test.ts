import { describe, expect, test } from "vitest";
import { PASSWORDS } from "../limits.ts";
import { sample } from "../sample.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { lockedError } from "./engine-words.ts";
import { actions, cookieOf, OWNER, signIn } from "./staff-journeys.ts";
import { DEMO_PASSWORD, openWorld } from "./world.ts";
import { wording } from "../wording.ts";

describe("signing in", () => {
  test("is a plain form: labels, a button, no script of the framework", async () => {
    const world = await openWorld();
    const page = await world.ask("/sign-in");
    expect(page.status).toBe(200);
    for (const part of [
      /<label for="sign-in-email"[^>]*>Email</,
      />Continue<\/button>/,
      /<title>Sign in/,
    ]) {
      expect(page.text).toMatch(part);
    }
    expect(page.text).not.toContain("entry.client");
    expect(page.headers["cache-control"]).toBe("private, no-store");
  });

  test("asks for the address first, and the step after it says nothing about whose it is", async () => {
    const world = await openWorld();
    const first = await world.ask("/sign-in?redirectTo=/team");
    expect(first.text).not.toContain('type="password"');
    const step = (email: string) => world.ask("/sign-in", { form: { email, redirectTo: "/team" } });
    const [known, unknown] = [await step(OWNER), await step("stranger@acme.example")];
    for (const answer of [known, unknown]) {
      expect(answer.status).toBe(200);
      expect(answer.text).toContain("<title>Sign in");
      expect(answer.text).toMatch(/<label for="sign-in-password"[^>]*>Password</);
      expect(answer.text).toContain('name="redirectTo" value="/team"');
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect(unknown.text.replaceAll("stranger@acme.example", OWNER)).toBe(known.text);
    const wrong = await step("not an address");
    expect(wrong.status).toBe(400);
    expect(wrong.text).not.toContain('type="password"');
    const empty = await world.ask("/sign-in", { form: { email: OWNER, step: "password" } });
    expect(empty.status).toBe(400);
    expect(empty.text).toMatch(/<a href="#sign-in-password"[^>]*>Enter your password</);
  });

  test("gives a session of a new id, leads to the org's portal, and is recorded", async () => {
    const world = await openWorld();
    const [first, second] = [await signIn(world), await signIn(world)];
    expect([first.status, first.headers.location]).toEqual([303, "/home"]);
    expect(first.headers["set-cookie"]).toEqual([
      expect.stringMatching(
        /^otc_staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/,
      ),
      expect.stringMatching(
        /^otc_known=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
      ),
    ]);
    expect(cookieOf(first)).not.toBe(cookieOf(second));
    expect(await actions(world, "acme")).toContain("staff.signed-in");
    expect(await actions(world, "globex")).not.toContain("staff.signed-in");
    expect((await world.ask("/account", { headers: { cookie: cookieOf(first) } })).status).toBe(
      200,
    );
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
    const answer = await world.ask("/sign-in", {
      host: "trust.test",
      form: { email: OWNER, password: DEMO_PASSWORD },
    });
    expect(answer.headers["set-cookie"]).toEqual([
      expect.stringMatching(
        /^__Host-otc_staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600; Secure$/,
      ),
      expect.stringMatching(/^__Host-otc_known=.*; Secure$/),
    ]);
  });

  testInFive("leads where redirectTo says, as long as that is a path of this host", async () => {
    const world = await openWorld();
    const cookie = cookieOf(await signIn(world));
    const cases = [
      ["/team", "/team"],
      ["/acme/faq?q=a#b", "/acme/faq?q=a#b"],
      ["//evil.example", "/home"],
      ["/\\evil.example", "/home"],
      ["/%09/evil.example", "/home"],
      ["https://evil.example/", "/home"],
      ["javascript:alert(1)", "/home"],
    ] as const;
    for (const [redirectTo, location] of cases) {
      expect((await signIn(world, { redirectTo })).headers.location, redirectTo).toBe(location);
      const again = await world.ask(`/sign-in?redirectTo=${encodeURIComponent(redirectTo)}`, {
        headers: { cookie },
      });
      expect([again.status, again.headers.location], redirectTo).toEqual([303, location]);
    }
  });

  test("tells a wrong password from an unknown address by nothing", async () => {
    const world = await openWorld();
    const wrong = await signIn(world, { password: "not the password" });
    const unknown = await signIn(world, {
      email: "stranger@acme.example",
      password: "not the password",
    });
    for (const answer of [wrong, unknown]) {
      expect(answer.status).toBe(400);
      expect(answer.text).toContain("<title>Error: Sign in");
      expect(answer.text).toContain(wording.wrongPassword);
      expect(answer.text).not.toContain("not the password");
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect(unknown.text.replaceAll("stranger@acme.example", OWNER)).toBe(wrong.text);
    expect(wrong.text).toContain(`value="${OWNER}"`);
  });

  test("shows what is missing, with links to the fields", async () => {
    const world = await openWorld();
    const answer = await world.ask("/sign-in?redirectTo=/team", {
      form: { email: "", password: "", step: "password" },
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/<a href="#sign-in-email"[^>]*>Enter an email address</);
    expect(answer.text).toMatch(/<a href="#sign-in-password"[^>]*>Enter your password</);
    expect(answer.text).toContain('name="redirectTo" value="/team"');
  });

  testInFive(
    "allows ten tries an address from a network, then 429 with the form and its values; others are not touched",
    async () => {
      const world = await openWorld();
      const statuses = await Promise.all(
        Array.from({ length: 12 }, async () => (await signIn(world, { password: "wrong" })).status),
      );
      expect(statuses.filter((status) => status === 400)).toHaveLength(10);
      const refused = await signIn(world);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
      expect(refused.text).toContain("Too many attempts. Please try again in 15 minutes.");
      expect(refused.text).toContain(`value="${OWNER}"`);
      expect((await signIn(world, { email: "editor@acme.example" })).status).toBe(303);
    },
  );

  testInTurn(
    "lets an owner in whose address others tried from another network, up to a hundred tries in all",
    PASSWORDS,
    async () => {
      const world = await openWorld({ TRUST_PROXY: "loopback" });
      const from = (ip: string, form: Record<string, string> = { password: "wrong" }) =>
        signIn(world, form, { "x-forwarded-for": ip });
      for (let i = 0; i < 10; i += 1) expect((await from("192.0.2.1")).status).toBe(400);
      for (let i = 0; i < 20; i += 1) expect((await from("192.0.2.1")).status).toBe(429);
      expect((await from("192.0.2.1", {})).status).toBe(429);
      expect((await from("198.51.100.7", {})).status).toBe(303);
      const statuses: number[] = [];
      // A few at a time: each of a hundred at once would wait for all the others.
      for (let i = 0; i < 95; i += 5) {
        const some = await Promise.all([0, 1, 2, 3, 4].map((j) => from(`203.0.113.${i + j}`)));
        statuses.push(...some.map(({ status }) => status));
      }
      expect(statuses.filter((status) => status === 400)).toHaveLength(90);
      expect((await from("198.51.100.7", {})).status).toBe(429);
    },
  );

  testInTurn("forgets wrong tries once the password was right", async () => {
    const world = await openWorld();
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 5; i += 1)
        expect((await signIn(world, { password: "wrong" })).status).toBe(400);
      expect((await signIn(world)).status).toBe(303);
    }
  });

  test("does not exist on an org's own domain, and its cookie counts for nothing there", async () => {
    const world = await openWorld();
    const host = "trust.acme.example";
    const cookie = cookieOf(await signIn(world));
    expect((await world.ask("/sign-in", { host })).status).toBe(404);
    const refused = await world.ask("/sign-in", {
      host,
      form: { email: OWNER, password: DEMO_PASSWORD },
    });
    expect([404, 405]).toContain(refused.status);
    expect(refused.headers["set-cookie"]).toBeUndefined();
    expect((await world.ask("/account", { host, headers: { cookie } })).status).toBe(404);
    expect((await world.ask("/team", { host, headers: { cookie } })).status).toBe(404);
  });
});

describe("while the database is busy", () => {
  test.each(sample(["/sign-out", "/account/org"], 1, "forms while the database is busy"))(
    "%s answers 503 in plain words, and the session goes on",
    async (path) => {
      const world = await openWorld();
      const { store } = world.services;
      const cookie = cookieOf(await signIn(world));
      const form = { orgId: await world.orgId("acme") };
      const write = store.write.bind(store);
      store.write = () => write(() => Promise.reject(lockedError()));
      const answer = await world.ask(path, { form, headers: { cookie } });
      store.write = write;
      expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
      expect(answer.text).toContain(
        "The database is busy. Nothing was saved; please try again in a moment.",
      );
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect((await world.ask("/account", { headers: { cookie } })).status).toBe(200);
    },
  );
});

describe("signing out", () => {
  test("happens by POST alone, and ends the session for every copy of the cookie", async () => {
    const world = await openWorld();
    const cookie = cookieOf(await signIn(world));
    expect((await world.ask("/sign-out", { headers: { cookie } })).text).toMatch(
      /<form[^>]*method="post"[^>]*>.*Sign out<\/button>/,
    );
    expect((await world.ask("/account", { headers: { cookie } })).status).toBe(200);
    const out = await world.ask("/sign-out", { method: "POST", headers: { cookie } });
    expect([out.status, out.headers.location]).toEqual([303, "/sign-in"]);
    expect(out.headers["set-cookie"]).toContainEqual(
      expect.stringMatching(/^otc_staff=;.*Max-Age=0/),
    );
    expect((await world.ask("/account", { headers: { cookie } })).status).toBe(303);
    expect(
      (await world.ask("/sign-in", { headers: { cookie: cookieOf(out, "otc_flash") } })).text,
    ).toContain(wording.signedOut);
    expect(await actions(world, "acme")).toContain("staff.signed-out");
  });
});
