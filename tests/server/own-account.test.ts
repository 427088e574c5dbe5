import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { grantRole } from "#auth/store/staff.server.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { wholeOf } from "./engine-words.ts";
import { account, cookieOf, enrol, OWNER, signIn, staffId } from "./staff-journeys.ts";
import { DEMO_PASSWORD, openWorld } from "./world.ts";
import { wording } from "../wording.ts";

describe("the account page", () => {
  test("shows recovery codes once", async () => {
    const world = await openWorld();
    const { recoveryCodes, cookie } = await enrol(world);
    expect(recoveryCodes).toHaveLength(10);
    const page = await world.ask("/account", { headers: { cookie } });
    for (const code of recoveryCodes) expect(page.text).not.toContain(code);
    expect(page.text).toContain("10 recovery codes are left.");
    expect(await wholeOf(world.services.store)).not.toContain(
      recoveryCodes[0]?.replaceAll("-", ""),
    );
  });

  test("enrols with a right code only", async () => {
    const world = await openWorld();
    const cookie = cookieOf(await signIn(world));
    await account(world, cookie, { intent: "begin-totp", currentPassword: DEMO_PASSWORD });
    const wrong = await account(world, cookie, { intent: "confirm-totp", code: "000000" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('href="#confirm-totp-code"');
    expect(wrong.text).toContain("<title>Error: Your account");
    expect((await signIn(world)).headers.location).toBe("/home");
  });

  testInFive("begins a second factor for the current password alone", async () => {
    const world = await openWorld();
    const cookie = cookieOf(await signIn(world));
    const refusals: Record<string, string>[] = [
      {},
      { currentPassword: "" },
      { currentPassword: "wrong" },
    ];
    for (const form of refusals) {
      const refused = await account(world, cookie, { intent: "begin-totp", ...form });
      expect([
        refused.status,
        refused.text.includes('href="#begin-totp-currentPassword"'),
        refused.text.includes("secret="),
      ]).toEqual([400, true, false]);
    }
    expect(
      (await account(world, cookie, { intent: "begin-totp", currentPassword: DEMO_PASSWORD }))
        .status,
    ).toBe(303);
    expect((await world.ask("/account", { headers: { cookie } })).text).toContain("secret=");
  });

  test("calls an enrolment off by the second button of its form", async () => {
    const world = await openWorld();
    const cookie = cookieOf(await signIn(world));
    await account(world, cookie, { intent: "begin-totp", currentPassword: DEMO_PASSWORD });
    expect(
      (await account(world, cookie, { intent: "confirm-totp", code: "", cancel: "yes" })).status,
    ).toBe(303);
    expect((await world.ask("/account", { headers: { cookie } })).text).toMatch(
      /Set up two-factor sign-in<\/button>/,
    );
  });

  testInFive("ends every other session with the enrolment, and the record says so", async () => {
    const world = await openWorld();
    const [other, strangers] = [
      cookieOf(await signIn(world)),
      cookieOf(await signIn(world, { email: "editor@acme.example" })),
    ];
    const { cookie } = await enrol(world);
    expect((await world.ask("/account", { headers: { cookie: other } })).status).toBe(303);
    for (const kept of [cookie, strangers])
      expect((await world.ask("/account", { headers: { cookie: kept } })).status).toBe(200);
    expect((await world.ask("/audit", { headers: { cookie } })).text).toContain(
      "other sessions ended: 1",
    );
  });

  testInTurn(
    "asks ten times for the current password, whoever tried to sign in from elsewhere",
    async () => {
      const world = await openWorld({ TRUST_PROXY: "loopback" });
      const cookie = cookieOf(await signIn(world));
      for (let i = 0; i < 12; i += 1)
        await signIn(world, { password: "wrong" }, { "x-forwarded-for": "192.0.2.9" });
      const wrong = () =>
        account(world, cookie, { intent: "disable-totp", currentPassword: "wrong" });
      for (let i = 0; i < 10; i += 1) expect((await wrong()).status).toBe(400);
      expect((await wrong()).status).toBe(429);
      expect((await signIn(world)).status).toBe(303);
    },
  );

  test("shows times as the record does, in the org's zone", async () => {
    const world = await openWorld();
    await world.services.store.write((trx) =>
      trx
        .updateTable("orgs")
        .set({ timeZone: "America/New_York" })
        .where("slug", "=", "acme")
        .execute(),
    );
    const cookie = cookieOf(await signIn(world));
    for (const path of ["/account", "/audit", "/team"])
      expect((await world.ask(path, { headers: { cookie } })).text, path).toMatch(
        /(?:>|title=")November 20, 2026, 05:00 EST(?:<\/time>|")/,
      );
  });

  testInFive("turns the second factor off for the current password alone", async () => {
    const world = await openWorld();
    const { cookie } = await enrol(world);
    expect(
      (await account(world, cookie, { intent: "disable-totp", currentPassword: "wrong" })).status,
    ).toBe(400);
    expect(
      (await account(world, cookie, { intent: "disable-totp", currentPassword: DEMO_PASSWORD }))
        .status,
    ).toBe(303);
    expect((await signIn(world)).headers.location).toBe("/home");
  });

  testInFive(
    "changes the password, ends every other session and gives this browser a new one",
    async () => {
      const world = await openWorld();
      const [mine, other] = [cookieOf(await signIn(world)), cookieOf(await signIn(world))];
      const next = "a password of my own";
      const change = (form: Record<string, string>) =>
        account(world, mine, { intent: "change-password", ...form });
      expect((await change({ currentPassword: "wrong", newPassword: next })).text).toContain(
        wording.wrongCurrentPassword,
      );
      const short = await change({ currentPassword: DEMO_PASSWORD, newPassword: "short" });
      expect([
        short.status,
        short.text.includes("Use 10 characters or more"),
        short.text.includes(DEMO_PASSWORD),
      ]).toEqual([400, true, false]);
      const changed = await change({ currentPassword: DEMO_PASSWORD, newPassword: next });
      expect([changed.status, changed.headers.location]).toEqual([303, "/account"]);
      for (const cookie of [mine, other])
        expect((await world.ask("/account", { headers: { cookie } })).status).toBe(303);
      const page = await world.ask("/account", {
        headers: { cookie: [cookieOf(changed), cookieOf(changed, "otc_flash")].join("; ") },
      });
      expect(page.text).toContain(wording.passwordChanged);
      expect(page.headers["set-cookie"]).toEqual([
        expect.stringMatching(/^otc_flash=;.*Max-Age=0/),
      ]);
      expect((await signIn(world)).status).toBe(400);
      expect((await signIn(world, { password: next })).status).toBe(303);
    },
  );

  testInFive("lists one's own sessions and ends them, singly or all", async () => {
    const world = await openWorld();
    const [mine, other] = [
      cookieOf(await signIn(world)),
      cookieOf(
        await signIn(
          world,
          {},
          {
            "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
          },
        ),
      ),
    ];
    const strangers = cookieOf(await signIn(world, { email: "editor@acme.example" }));
    const page = await world.ask("/account", { headers: { cookie: mine } });
    expect(page.text).toContain("Firefox on Linux");
    const handle = /name="session" value="([0-9a-f]{16})"/.exec(page.text)?.[1] ?? "";
    const strangersPage = await world.ask("/account", { headers: { cookie: strangers } });
    expect(strangersPage.text).not.toContain(handle);
    await account(world, strangers, { intent: "end-session", session: handle });
    expect((await world.ask("/account", { headers: { cookie: other } })).status).toBe(200);
    expect((await account(world, mine, { intent: "end-session", session: handle })).status).toBe(
      303,
    );
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
    const owner = await staffId(world, OWNER);
    const cookie = cookieOf(await signIn(world));
    const toGlobex = (redirectTo: string) =>
      world.ask("/account/org", { form: { orgId: globex, redirectTo }, headers: { cookie } });
    expect((await toGlobex("/team")).status).toBe(404);
    expect((await world.ask("/team", { headers: { cookie } })).text).not.toContain("Globex");

    await store.write((trx) =>
      grantRole({ trx, orgId: globex, by: SYSTEM, now: world.time }, owner, "admin"),
    );
    expect((await world.ask("/team", { headers: { cookie } })).text).toContain("Globex");
    expect((await toGlobex("/team")).headers.location).toBe("/team");
    expect((await world.ask("/team", { headers: { cookie } })).text).toContain(
      "owner@globex.example",
    );
    expect((await toGlobex("//evil.example")).headers.location).toBe("/home");
    expect((await signIn(world)).headers.location).toBe("/home");
    expect((await signIn(world, { redirectTo: "/acme" })).headers.location).toBe("/acme");
  });
});
