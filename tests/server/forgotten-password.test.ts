import { describe, expect, test } from "vitest";
import { testInFive } from "../in-turn.ts";
import {
  account,
  actions,
  codeNow,
  cookieOf,
  enrol,
  MINUTE,
  OWNER,
  signIn,
} from "./staff-journeys.ts";
import { DEMO_PASSWORD, openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const NEW = "another horse, another battery";

/** Asks for a link to an address. */
const forget = (world: World, email = OWNER): Promise<Answer> =>
  world.ask("/sign-in/forgotten", { form: { email } });

/** The mails of a kind, the newest last. */
async function mails(world: World, kind = "staff-password-link") {
  return world.services.store.read
    .selectFrom("outbox")
    .selectAll()
    .where("kind", "=", kind)
    .orderBy("createdAt")
    .execute();
}

/** The path of the last link that was sent. */
async function lastLink(world: World): Promise<string> {
  const mail = (await mails(world)).at(-1);
  const link = /http:\/\/localhost:3000(\/sign-in\/password\?token=[\w-]{43})/.exec(
    mail?.text ?? "",
  )?.[1];
  expect(mail?.html).toContain(link);
  return link ?? "";
}

/** What the page at a link gives its form to bring back. */
async function issuedAt(world: World, link: string): Promise<string> {
  return /name="issued" value="([^"]+)"/.exec((await world.ask(link)).text)?.[1] ?? "";
}

async function choose(
  world: World,
  link: string,
  newPassword = NEW,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return world.ask(link, { form: { newPassword, issued: await issuedAt(world, link) }, headers });
}

const openLinks = async (world: World) =>
  world.services.store.read
    .selectFrom("passwordLinks")
    .select("tokenHash")
    .where("usedAt", "is", null)
    .execute();

describe("a forgotten password", () => {
  testInFive(
    "is replaced by a link that came by mail: every session ends, the person is told, both are on record",
    async () => {
      const world = await openWorld();
      const before = cookieOf(await signIn(world));
      const answer = await forget(world);
      expect([answer.status, answer.headers.location]).toEqual([303, "/sign-in"]);
      const [mail] = await mails(world);
      expect(mail).toMatchObject({
        orgId: null,
        toEmail: OWNER,
        secret: 1,
        requested: 1,
        priority: 0,
        state: "queued",
      });
      const link = await lastLink(world);
      const changed = await choose(world, link, NEW, { cookie: before });
      expect([changed.status, changed.headers.location, cookieOf(changed)]).toEqual([
        303,
        "/sign-in",
        "otc_staff=",
      ]);
      expect((await world.ask("/account", { headers: { cookie: before } })).status).toBe(303);
      expect((await signIn(world)).status).toBe(400);
      expect((await signIn(world, { password: NEW })).headers.location).toBe("/home");
      expect(
        (await mails(world, "staff-password-changed")).map(({ toEmail, orgId }) => [
          toEmail,
          orgId,
        ]),
      ).toEqual([[OWNER, null]]);
      expect(await actions(world, "acme")).toEqual(
        expect.arrayContaining(["staff.password-link-sent", "staff.password-changed"]),
      );
      expect(world.logged.join("\n")).not.toContain(link.split("=")[1]);
      const stored = await world.services.store.read
        .selectFrom("passwordLinks")
        .selectAll()
        .execute();
      expect(JSON.stringify(stored)).not.toContain(link.split("=")[1]);
    },
  );

  testInFive("keeps the second factor", async () => {
    const world = await openWorld();
    const { secret } = await enrol(world);
    await forget(world);
    await choose(world, await lastLink(world));
    const password = await signIn(world, { password: NEW });
    expect(password.headers.location).toBe("/sign-in/code");
    const code = await world.ask("/sign-in/code", {
      form: { code: codeNow(world, secret) },
      headers: { cookie: cookieOf(password) },
    });
    expect(code.headers.location).toBe("/home");
  });

  test("gets the same answer whoever asks for whatever address", async () => {
    const world = await openWorld();
    const said = async (email: string) => {
      const answer = await forget(world, email);
      const page = await world.ask("/sign-in", {
        headers: { cookie: cookieOf(answer, "otc_flash") },
      });
      return [
        answer.status,
        answer.headers.location,
        /role="status"[^]*?<\/p>/.exec(page.text)?.[0].replaceAll(email, "…"),
      ];
    };
    const known = await said(OWNER);
    expect(known[2]).toContain("belongs to a team member, we have emailed them a link");
    for (const other of ["nobody@acme.example", "riley@customer.example"])
      expect(await said(other)).toEqual(known);
    expect(await mails(world)).toHaveLength(1);
    const times = await Promise.all(
      [OWNER, "nobody@acme.example"].map(async (email) => {
        const start = Date.now();
        await forget(world, email);
        return Date.now() - start;
      }),
    );
    for (const time of times) expect(time).toBeGreaterThanOrEqual(299);
  });

  test("shows the form again for what is no address", async () => {
    const world = await openWorld();
    for (const email of ["", "no address", "a@b.example\r\nBcc: x@y.example"]) {
      const answer = await forget(world, email);
      expect([email, answer.status]).toEqual([email, 400]);
      expect(answer.text).toContain("<title>Error: Forgot your password?");
    }
    expect(await mails(world)).toEqual([]);
  });

  testInFive(
    "is asked for three times in 25 minutes by one network for one address, known or not",
    async () => {
      const world = await openWorld();
      for (const email of [OWNER, "nobody@acme.example"]) {
        for (let i = 0; i < 3; i += 1) expect((await forget(world, email)).status).toBe(303);
        const refused = await forget(world, email);
        expect([
          refused.status,
          refused.headers["retry-after"] !== undefined,
          refused.text.includes("Too many attempts"),
        ]).toEqual([429, true, true]);
      }
      expect((await forget(world, "editor@acme.example")).status).toBe(303);
    },
  );
});

describe("a link for a new password", () => {
  test("is not spent by looking, nor by forms that the page did not give out", async () => {
    const world = await openWorld();
    await forget(world);
    const link = await lastLink(world);
    for (let i = 0; i < 3; i += 1) {
      for (const method of ["GET", "HEAD"])
        expect((await world.ask(link, { method })).status).toBe(200);
      expect((await world.ask(link.replace("?", ".data?"))).status).toBe(200);
    }
    for (const form of [
      {},
      { newPassword: NEW },
      { newPassword: NEW, issued: "made-up" },
    ] as Record<string, string>[])
      expect([303, 400]).toContain((await world.ask(link, { form })).status);
    for (const [name, value] of [
      ["origin", "https://evil.example"],
      ["sec-fetch-site", "cross-site"],
    ] as const)
      expect((await choose(world, link, NEW, { [name]: value })).status).toBe(403);
    expect(await openLinks(world)).toHaveLength(1);
    expect((await signIn(world)).headers.location).toBe("/home");
  });

  testInFive(
    "works once, of many at the same time too, and takes the person's other links along",
    async () => {
      const world = await openWorld();
      await forget(world);
      const first = await lastLink(world);
      await forget(world);
      const second = await lastLink(world);
      expect(second).not.toBe(first);
      const answers = await Promise.all(Array.from({ length: 5 }, () => choose(world, first)));
      expect(answers.filter((answer) => answer.headers.location === "/sign-in")).toHaveLength(1);
      for (const link of [first, second]) {
        const page = await world.ask(link);
        expect([page.status, page.text.includes(wording.getNewLink)]).toEqual([404, true]);
      }
      expect((await signIn(world, { password: NEW })).status).toBe(303);
    },
  );

  testInFive("ends after thirty minutes, and with every other change of the password", async () => {
    const world = await openWorld();
    await forget(world);
    const link = await lastLink(world);
    const issued = await issuedAt(world, link);
    world.time = new Date(world.time.getTime() + 29 * MINUTE);
    expect((await world.ask(link)).status).toBe(200);
    world.time = new Date(world.time.getTime() + MINUTE);
    expect((await world.ask(link, { form: { newPassword: NEW, issued } })).headers.location).toBe(
      link,
    );
    expect((await world.ask(link)).status).toBe(404);
    await forget(world);
    const other = await lastLink(world);
    const cookie = cookieOf(await signIn(world));
    expect(
      (
        await account(world, cookie, {
          intent: "change-password",
          currentPassword: DEMO_PASSWORD,
          newPassword: NEW,
        })
      ).status,
    ).toBe(303);
    expect((await world.ask(other)).status).toBe(404);
    expect(await mails(world, "staff-password-changed")).toHaveLength(1);
  });

  test("keeps the rules of passwords, and no typed one comes back", async () => {
    const world = await openWorld();
    await forget(world);
    const link = await lastLink(world);
    const short = await choose(world, link, "too short");
    expect([
      short.status,
      short.text.includes("<title>Error: Choose a new password"),
      short.text.includes("too short"),
    ]).toEqual([400, true, false]);
    expect((await choose(world, link, "x".repeat(201))).status).toBe(400);
    expect((await choose(world, link)).headers.location).toBe("/sign-in");
  });

  test("altered in one character opens nothing", async () => {
    const world = await openWorld();
    await forget(world);
    const link = await lastLink(world);
    for (const at of [-1, -20, -43]) {
      const altered =
        link.slice(0, link.length + at) +
        (link.at(at) === "A" ? "B" : "A") +
        (at === -1 ? "" : link.slice(link.length + at + 1));
      expect((await world.ask(altered)).status).toBe(404);
    }
    expect((await world.ask("/sign-in/password", { host: "trust.acme.example" })).status).toBe(404);
  });
});
