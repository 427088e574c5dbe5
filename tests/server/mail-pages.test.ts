import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { createStaff, grantRole } from "#auth/store/staff.server.ts";
import { renderedMail } from "./mail-specimens.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";
import { testInFive } from "../in-turn.ts";

const OWNER = "owner@acme.example";

async function queue(
  world: World,
  email: string,
  values: Parameters<typeof renderedMail>[0] = {},
): Promise<string> {
  const orgId = await world.orgId("acme");
  return world.services.store.write((trx) =>
    queueMail(trx, orgId, { to: { email }, mail: renderedMail(values), now: world.time }),
  );
}

describe("the mail pages", () => {
  test("find mail by state and address, and page through it", async () => {
    const world = await openWorld();
    for (let i = 0; i < 60; i += 1) await queue(world, `reader${i}@customer.example`);
    await world.deliver();
    await queue(world, "waiting@customer.example");
    const first = await world.ask("/mail", { as: OWNER });
    expect(first.text).toContain("61 emails");
    expect(
      (await world.ask("/mail?page=2", { as: OWNER })).text.replace(/<!-- -->/g, ""),
    ).toContain("Page 2 of 2");
    const queued = await world.ask("/mail?state=queued", { as: OWNER });
    expect(queued.text).toContain("waiting@customer.example");
    expect(queued.text).not.toContain("reader1@customer.example");
    expect((await world.ask("/mail?q=READER59", { as: OWNER })).text).toMatch(
      /reader59@customer\.example/,
    );
    for (const odd of [
      "?state=none",
      "?q=%25",
      "?page=x",
      "?page=-1",
      "?page=1e9",
      `?q=${"x".repeat(2_000)}`,
    ])
      expect((await world.ask(`/mail${odd}`, { as: OWNER })).status, odd).toBe(200);
  });

  test("send a failed mail again, once it failed and while its text is there", async () => {
    const world = await openWorld();
    const [id, secret] = [
      await queue(world, "one@customer.example"),
      await queue(world, "two@customer.example", { secret: true }),
    ];
    await world.deliver({
      name: "smtp",
      concurrency: 2,
      keeps: false,
      send: async () => ({ kind: "refused", error: "554 5.7.1 no", badAddress: false }),
      close: async () => undefined,
    });
    expect((await world.ask(`/mail/${id}`, { as: OWNER })).text).toMatch(/554 5\.7\.1 no[^]*Retry/);
    expect((await world.ask(`/mail/${id}`, { as: OWNER, form: {} })).status).toBe(303);
    expect((await world.ask(`/mail/${secret}`, { as: OWNER, form: {} })).status).toBe(303);
    expect((await world.ask(`/mail/${id}`, { as: "owner@globex.example", form: {} })).status).toBe(
      404,
    );
    expect((await world.ask(`/mail/${id}`, { as: "editor@acme.example", form: {} })).status).toBe(
      403,
    );
    expect((await world.deliver()).map((mail) => mail.id)).toEqual([id]);
    expect((await world.mails()).find((mail) => mail.id === secret)).toMatchObject({
      state: "failed",
      text: null,
    });
  });

  test("show a mail that holds a token to owners where it is kept, and to nobody where it leaves", async () => {
    const [kept, leaving] = [await openWorld(), await openWorld({ MAIL: "smtp://127.0.0.1:2525" })];
    for (const world of [kept, leaving]) {
      await world.services.store.write(async (trx) => {
        const admin = await createStaff(
          { trx, by: SYSTEM, now: world.time },
          { email: "admin@acme.example", name: "Ada", passwordHash: "none" },
        );
        await grantRole(
          {
            trx,
            orgId: await trx
              .selectFrom("orgs")
              .select("id")
              .where("slug", "=", "acme")
              .executeTakeFirstOrThrow()
              .then(({ id }) => id),
            by: SYSTEM,
            now: world.time,
          },
          admin,
          "admin",
        );
      });
      const id = await queue(world, "riley@customer.example", {
        secret: true,
        text: "the token is tkn123\n",
        html: "<p>tkn123</p>",
      });
      for (const as of [OWNER, "admin@acme.example"]) {
        const may = world === kept && as === OWNER;
        for (const path of [
          `/mail/${id}`,
          `/mail/${id}.data`,
          `/mail/${id}/html`,
          "/mail",
          "/mail.data",
        ]) {
          const { text, status } = await world.ask(path, { as });
          expect([path, as, text.includes("tkn123")]).toEqual([
            path,
            as,
            may && path.startsWith(`/mail/${id}`),
          ]);
          if (path.endsWith("/html")) expect(status).toBe(may ? 200 : 404);
        }
      }
    }
  });

  test("frame a mail that can do nothing", async () => {
    const world = await openWorld();
    const id = await queue(world, "riley@customer.example", {
      html: "<script>alert(1)</script><form action=/x>",
    });
    const frame = await world.ask(`/mail/${id}/html`, { as: OWNER });
    expect(frame.headers["content-security-policy"]).toMatch(
      /default-src 'none'.*form-action 'none'; sandbox$/,
    );
    expect(frame.headers["x-frame-options"]).toBe("SAMEORIGIN");
    const page = await world.ask(`/mail/${id}`, { as: OWNER });
    expect(page.headers["content-security-policy"]).toContain("frame-src 'self'");
    expect(page.text).toMatch(/<iframe[^>]*sandbox=""/);
    expect((await world.ask("/mail", { as: OWNER })).headers["content-security-policy"]).toContain(
      "frame-src 'none'",
    );
  });

  test("keep the list of addresses, with a word in the record", async () => {
    const world = await openWorld();
    const bad = await world.ask("/mail/suppressions", {
      as: OWNER,
      form: { intent: "add", email: "not an address" },
    });
    expect([
      bad.status,
      bad.text.includes(wording.invalidEmail),
      bad.text.includes("<title>Error: "),
    ]).toEqual([400, true, true]);
    expect(
      (
        await world.ask("/mail/suppressions", {
          as: OWNER,
          form: { intent: "add", email: "Bad@Customer.example" },
        })
      ).status,
    ).toBe(303);
    await queue(world, "bad@customer.example", { requested: true });
    expect(await world.deliver()).toEqual([]);
    expect((await world.ask("/mail/suppressions", { as: OWNER })).text).toContain(
      "bad@customer.example",
    );
    expect(
      (
        await world.ask("/mail/suppressions", {
          as: OWNER,
          form: { intent: "remove", email: "bad@customer.example" },
        })
      ).status,
    ).toBe(303);
    await queue(world, "bad@customer.example");
    expect(await world.deliver()).toHaveLength(1);
    expect((await world.ask("/audit", { as: OWNER })).text).toMatch(
      /Address suppressed[^]*|Address unblocked/,
    );
  });

  test("send a test mail to who asks, and preview every message", async () => {
    const world = await openWorld();
    expect((await world.ask("/mail", { as: OWNER, form: { intent: "test" } })).status).toBe(303);
    expect((await world.deliver()).map(({ to, subject }) => [to.address, subject])).toEqual([
      [OWNER, "Test email from Acme Cloud"],
    ]);
    const previews = await world.ask("/mail/previews", { as: OWNER });
    const kinds = [...previews.text.matchAll(/\/mail\/previews\?message=([\w-]+)/g)].map(
      ([, kind]) => kind,
    );
    expect(kinds.length).toBeGreaterThan(5);
    for (const kind of kinds)
      expect((await world.ask(`/mail/previews/${kind}`, { as: OWNER })).status).toBe(200);
  });
});

describe("mail that can't leave", () => {
  testInFive(
    "is told to those who can do something about it, and to /readyz, until it leaves again",
    async () => {
      const world = await openWorld();
      const away = {
        name: "outbox" as const,
        concurrency: 2,
        keeps: true,
        send: async () => ({ kind: "down" as const, error: "the disk is full" }),
        close: async () => undefined,
      };
      await queue(world, "riley@customer.example");
      await world.deliver(away);
      expect((await world.ask("/team", { as: OWNER })).text).not.toContain("Emails can’t be sent");
      world.time = new Date(world.time.getTime() + 3 * 60_000);
      expect((await world.ask("/team", { as: OWNER })).text).toContain(
        "Emails can’t be sent right now.",
      );
      expect((await world.ask("/mail", { as: OWNER })).text).toContain("the disk is full");
      expect((await world.ask("/audit", { as: "reviewer@acme.example" })).text).not.toContain(
        "Emails can’t be sent",
      );
      const ready = await world.ask("/readyz");
      expect([ready.status, JSON.parse(ready.text).mail]).toEqual([200, "failed"]);
      // Only on the machine itself.
      for (const name of ["x-forwarded-for", "forwarded", "via", "x-real-ip"])
        expect(
          Object.keys(
            JSON.parse((await world.ask("/readyz", { headers: { [name]: "192.0.2.1" } })).text),
          ),
        ).toEqual(["status", "checks"]);
      await world.deliver();
      expect((await world.ask("/team", { as: OWNER })).text).not.toContain("Emails can’t be sent");
      expect(JSON.parse((await world.ask("/readyz")).text).mail).toBe("ok");
    },
  );
});
