import { describe, expect, test } from "vitest";
import type { LimitName } from "#platform/http/request/rate-limit.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { setting, lastLink, mails, minutes, RILEY, Visitor } from "./access-world.ts";
import { emptyContent } from "./bare-world.ts";
import { DEMO_PASSWORD, openWorld, type World } from "./world.ts";

/** What strangers can do to somebody's sign-in, and what they can't: browsers that signed in before have their own tries. */

const OWNER = "owner@acme.example";
const CODE_FORM = "/acme/get-access?accessStatus=check-email";

/** A world behind a proxy, so that a test can ask from any network. */
async function behindProxy(): Promise<World> {
  const world = await openWorld({ TRUST_PROXY: "loopback" });
  await emptyContent(world);
  return world;
}

const from = (ip: string, agent = "Test") => ({
  headers: { "x-forwarded-for": ip, "user-agent": agent },
});
const visitorFrom = (world: World, ip: string, agent?: string) =>
  new Visitor(world, "/acme", from(ip, agent));

/** Asks for a link, a second after everybody else. @returns the newest link and its code */
async function asked(world: World, visitor: Visitor, email = RILEY) {
  await minutes(world, 1 / 60);
  expect((await visitor.logIn(email)).status).toBe(303);
  return lastLink(world);
}

const typed = (visitor: Visitor, code: string) =>
  visitor.ask(CODE_FORM, { form: { intent: "code", code } });
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const isIn = async (visitor: Visitor) => (await visitor.ask("/acme")).text.includes("Riley Novak");

/** What strangers have used up already, however they did it. */
const spend = (world: World, name: LimitName, key: string, points: number) =>
  world.services.limits.consume(name, key, points).catch(() => undefined);

/** Types wrong codes for an address until they are used up, each five by another link and network. */
async function guess(world: World, count: number, email = RILEY): Promise<void> {
  for (let i = 0; i < count; i += 5) {
    const stranger = visitorFrom(world, `198.51.${100 + i}.7`);
    const { code } = await asked(world, stranger, email);
    const wrong = other(code === "" ? "111111" : code);
    for (let n = i; n < Math.min(count, i + 5); n += 1)
      expect((await typed(stranger, wrong)).status).toBe(400);
  }
}

describe("links for one address", () => {
  test("come to one network one a minute and six a quarter hour, whatever its browsers say of themselves", async () => {
    const world = await behindProxy();
    const ask = (agent: string, ip = "203.0.113.5") => visitorFrom(world, ip, agent).logIn(RILEY);
    for (let i = 0; i < 8; i += 1) expect((await ask(`Browser ${i}`)).status).toBe(303);
    expect(await mails(world, "sign-in-link")).toHaveLength(1);
    for (let i = 0; i < 5; i += 1) {
      await minutes(world, 1.01);
      // Its neighbors are the same network.
      expect((await ask(`Browser ${i}`, `203.0.113.${20 + i}`)).status).toBe(303);
    }
    await minutes(world, 1.01);
    expect((await ask("Another")).status).toBe(429);
    expect(await mails(world, "sign-in-link")).toHaveLength(6);
    expect((await ask("Another", "192.0.2.1")).status).toBe(303);
  });

  test("of IPv6 count for the subscriber's /64", async () => {
    const world = await behindProxy();
    for (const ip of ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:DB8:1:2:0:0:0:3"])
      await visitorFrom(world, ip).logIn(RILEY);
    expect(await mails(world, "sign-in-link")).toHaveLength(1);
    await visitorFrom(world, "2001:db8:1:3::1").logIn(RILEY);
    expect(await mails(world, "sign-in-link")).toHaveLength(2);
  });

  test("still come to a browser that signed in before, and to a new network, while strangers ask from everywhere", async () => {
    const world = await behindProxy();
    const own = visitorFrom(world, "203.0.113.5");
    await own.openLink((await asked(world, own)).link);
    await own.ask("/acme/sign-out", { form: {} });
    await minutes(world, 20);
    for (let net = 0; net < 10; net += 1) await visitorFrom(world, `198.51.${net}.1`).logIn(RILEY);
    await spend(world, "access-address", `${await world.orgId("acme")} ${RILEY}`, 120);
    expect((await visitorFrom(world, "192.0.2.77").logIn(RILEY)).status).toBe(429);
    await own.openLink((await asked(world, own)).link);
    expect(await isIn(own)).toBe(true);
  });
});

describe("wrong codes", () => {
  test("are twenty a day and address, whoever types them; then the link alone signs in, and mail says so", async () => {
    const world = await behindProxy();
    await guess(world, 19);
    expect(await mails(world, "sign-in-codes-ended")).toEqual([]);
    const member = visitorFrom(world, "192.0.2.1");
    const { link, code } = await asked(world, member);
    expect((await typed(member, other(code))).status).toBe(400);
    expect(await mails(world, "sign-in-codes-ended")).toMatchObject([{ toEmail: RILEY }]);
    // The right one is refused now, and the field is gone.
    const refused = await typed(member, code);
    expect([refused.status, refused.text.includes("Too many wrong codes")]).toEqual([400, true]);
    const dialog = await member.ask("/acme?accessStatus=check-email");
    expect(dialog.text).toContain("Too many wrong codes");
    expect(dialog.text).not.toContain("enter the code from the email");
    await member.openLink(link);
    expect(await isIn(member)).toBe(true);
    const next = visitorFrom(world, "192.0.200.1");
    await asked(world, next);
    const mail = (await mails(world, "sign-in-link")).at(-1)?.text ?? "";
    expect(mail).toContain("This email has no code");
    expect(mail).not.toMatch(/(?<!\S)\d{6}(?!\S)/);
    expect(await mails(world, "sign-in-codes-ended")).toHaveLength(1);
    // Another address, and this one tomorrow.
    const noor = visitorFrom(world, "192.0.2.1");
    const { code: hers } = await asked(world, noor, "noor@unsigned.example");
    expect((await typed(noor, hers)).status).toBe(303);
    await minutes(world, 25 * 60);
    const tomorrow = visitorFrom(world, "192.0.2.1");
    expect((await typed(tomorrow, (await asked(world, tomorrow)).code)).status).toBe(303);
  });

  test("in parallel are no more than those", async () => {
    const world = await behindProxy();
    await guess(world, 15);
    const askers = [];
    for (let i = 0; i < 3; i += 1) {
      const asker = visitorFrom(world, `192.0.${i}.1`);
      askers.push({ asker, code: (await asked(world, asker)).code });
    }
    await Promise.all(
      askers.flatMap(({ asker, code }) =>
        Array.from({ length: 5 }, () => typed(asker, other(code))),
      ),
    );
    const { tries } = await world.services.store.read
      .selectFrom("signInLinks")
      .select((eb) => eb.fn.sum<number>("tries").as("tries"))
      .executeTakeFirstOrThrow();
    expect(tries).toBe(20);
    expect(await mails(world, "sign-in-codes-ended")).toHaveLength(1);
    for (const { asker, code } of askers) expect((await typed(asker, code)).status).toBe(400);
  });

  test("of strangers leave a browser that signed in before its own, right ones uncounted", async () => {
    const world = await behindProxy();
    const own = visitorFrom(world, "203.0.113.5");
    expect((await typed(own, (await asked(world, own)).code)).status).toBe(303);
    await own.ask("/acme/sign-out", { form: {} });
    await guess(world, 20);
    for (let i = 0; i < 2; i += 1) {
      await minutes(world, 2);
      expect((await typed(own, (await asked(world, own)).code)).status).toBe(303);
      expect(await isIn(own)).toBe(true);
    }
    // A stranger's browser with that cookie's name, or with another person's, has none of it.
    const stranger = visitorFrom(world, "203.0.113.5");
    await asked(world, stranger);
    expect((await mails(world, "sign-in-link")).at(-1)?.text).toContain("This email has no code");
  });

  testInFive(
    "of the code that another browser shows count for the link alone: only who has the mail types them",
    async () => {
      const world = await behindProxy();
      for (let i = 0; i < 5; i += 1) {
        const asker = visitorFrom(world, `192.0.${i}.1`);
        const { link } = await asked(world, asker);
        for (let n = 0; n < 5; n += 1)
          await visitorFrom(world, "192.0.99.1").openLink(link, { code: "000000" });
      }
      const member = visitorFrom(world, "203.0.113.5");
      expect((await typed(member, (await asked(world, member)).code)).status).toBe(303);
    },
  );

  test("end with discreet sign-in for an address that nobody has as for one that somebody has", async () => {
    const world = await behindProxy();
    await setting(world, { discreetSignIn: true });
    for (const email of [RILEY, "nobody@corpus.example"]) {
      await guess(world, 20, email);
      const asker = visitorFrom(world, "192.0.2.1");
      await asked(world, asker, email);
      const dialog = await asker.ask("/acme?accessStatus=check-email");
      expect(dialog.text.includes("Too many wrong codes")).toBe(true);
    }
    expect((await mails(world, "sign-in-codes-ended")).map(({ toEmail }) => toEmail)).toEqual([
      RILEY,
    ]);
  });
});

describe("staff", () => {
  const signIn = (world: World, ip: string, password: string, cookie = "") =>
    world.ask("/sign-in", {
      headers: { ...from(ip).headers, ...(cookie === "" ? {} : { cookie }) },
      form: { email: OWNER, password },
    });
  const known = (answer: Awaited<ReturnType<typeof signIn>>) =>
    (answer.headers["set-cookie"] ?? []).find((set) => set.startsWith("otc_known="))?.split(";")[0];

  testInTurn(
    "sign in with a browser that they signed in with before, whatever strangers type",
    async () => {
      const world = await behindProxy();
      const cookie = known(await signIn(world, "203.0.113.5", DEMO_PASSWORD)) ?? "";
      await spend(world, "sign-in-address", OWNER, 100);
      await spend(world, "sign-in-address-network", `203.0.113.5 ${OWNER}`, 10);
      await spend(world, "sign-in-ip", "203.0.113.5", 300);
      expect((await signIn(world, "192.0.2.1", DEMO_PASSWORD)).status).toBe(429);
      expect((await signIn(world, "203.0.113.5", DEMO_PASSWORD)).status).toBe(429);
      expect((await signIn(world, "203.0.113.5", "wrong password", cookie)).status).toBe(400);
      expect((await signIn(world, "203.0.113.5", DEMO_PASSWORD, cookie)).status).toBe(303);
      // The allowance is one of tries, too.
      const statuses = [];
      for (let i = 0; i < 11; i += 1)
        statuses.push((await signIn(world, "203.0.113.5", "wrong password", cookie)).status);
      expect(statuses.at(-1)).toBe(429);
    },
  );

  test("are helped by no cookie of another person's, nor by one that was altered", async () => {
    const world = await behindProxy();
    const editor = await world.ask("/sign-in", {
      ...from("203.0.113.5"),
      form: { email: "editor@acme.example", password: DEMO_PASSWORD },
    });
    const cookie = known(editor) ?? "";
    await spend(world, "sign-in-address", OWNER, 100);
    for (const one of [cookie, `${cookie}x`, "otc_known=1.AAAA", "otc_known="])
      expect((await signIn(world, "192.0.2.1", DEMO_PASSWORD, one)).status).toBe(429);
  });

  testInFive("get a link for a new password, and with it a browser that is known", async () => {
    const world = await behindProxy();
    const forget = (ip: string, cookie = "") =>
      world.ask("/sign-in/forgotten", {
        headers: { ...from(ip).headers, ...(cookie === "" ? {} : { cookie }) },
        form: { email: OWNER },
      });
    const cookie = known(await signIn(world, "203.0.113.5", DEMO_PASSWORD)) ?? "";
    const statuses = [];
    for (let i = 0; i < 10; i += 1) statuses.push((await forget(`198.51.${i}.1`)).status);
    expect(statuses.slice(-1)).toEqual([429]);
    expect((await forget("203.0.113.5", cookie)).status).toBe(303);
    // Somebody without such a browser: the last link that strangers sent is good until new ones go out.
    await minutes(world, 26);
    const mail = (await mails(world, "staff-password-link")).at(-1)?.text ?? "";
    const link = new URL(/https?:\/\/\S+token=[\w-]+/.exec(mail)?.[0] ?? "");
    const page = await world.ask(link.pathname + link.search, from("192.0.2.9"));
    expect(page.status).toBe(200);
    const issued = /name="issued" value="([^"]*)"/.exec(page.text)?.[1] ?? "";
    const changed = await world.ask(link.pathname + link.search, {
      ...from("192.0.2.9"),
      form: { newPassword: "four quiet words indeed", issued },
    });
    expect(changed.status).toBe(303);
    await spend(world, "sign-in-address", OWNER, 100);
    const own = await signIn(world, "192.0.2.9", "four quiet words indeed", known(changed));
    expect(own.status).toBe(303);
  });
});
