import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import { queueMail, withdrawMail } from "#platform/mail/store/outbox.server.ts";
import type { RenderedMail } from "#model/mail/mail.ts";
import type { Transport } from "#platform/mail/transports/transport.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { renderedMail } from "./mail-specimens.ts";
import { SmtpSink } from "./smtp-sink.ts";
import { builtServer } from "./template.ts";
import { openWorld, type World } from "./world.ts";

const MINUTE_MS = 60_000;

async function queue(
  world: World,
  email: string,
  values: Partial<RenderedMail> = {},
  more: { org?: string | null; notBefore?: Date; name?: string } = {},
): Promise<string> {
  const orgId = more.org === null ? null : await world.orgId(more.org ?? "acme");
  return world.services.store.write((trx) =>
    queueMail(trx, orgId, {
      to: { email, name: more.name },
      mail: renderedMail(values),
      now: world.time,
      notBefore: more.notBefore,
    }),
  );
}

async function deliverTo(world: World, sink: SmtpSink) {
  const { openTransport } = await builtServer();
  const transport = openTransport({ ...world.services.config, mail: sink.url });
  try {
    return await world.deliver(transport);
  } finally {
    await transport.close();
  }
}

function wait(world: World, ms: number): void {
  world.time = new Date(world.time.getTime() + ms);
}

describe("a mail in the outbox", () => {
  test("leaves once, complete, from the org's name, and is sent no second time", async () => {
    const [world, sink] = [await openWorld(), await SmtpSink.start()];
    await queue(
      world,
      "Riley@Customer.example",
      {
        subject: "Grüße, „Acme“",
        fromName: "Äcme, Cloud",
        replyTo: "help@acme.example",
        html: "<p>Höhe 漢字</p>",
        text: "Höhe 漢字\n",
      },
      { name: 'Riley "R" Reader' },
    );
    await deliverTo(world, sink);
    await deliverTo(world, sink);
    expect(sink.received).toHaveLength(1);
    const [mail] = sink.received;
    const parsed = await PostalMime.parse(mail?.raw ?? "");
    expect(mail).toMatchObject({ from: "trust@localhost", to: "riley@customer.example" });
    expect(parsed).toMatchObject({
      subject: "Grüße, „Acme“",
      from: { name: "Äcme, Cloud", address: "trust@localhost" },
      to: [{ name: 'Riley "R" Reader', address: "riley@customer.example" }],
      replyTo: [{ address: "help@acme.example" }],
      text: "Höhe 漢字\n",
    });
    expect(parsed.html?.trim()).toBe("<p>Höhe 漢字</p>");
    expect(parsed.headers.find(({ key }) => key === "auto-submitted")?.value).toBe(
      "auto-generated",
    );
    const [row] = await world.mails();
    expect(row).toMatchObject({
      state: "sent",
      attempts: 1,
      sentAt: world.time.toISOString(),
      lastError: null,
    });
    expect(mail?.messageId).toBe(row?.messageId);
  });

  test("that is held waits, and can be called back until its moment", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const notBefore = new Date(world.time.getTime() + 30_000);
    const [first, second] = [
      await queue(world, "one@customer.example", {}, { notBefore }),
      await queue(world, "two@customer.example", {}, { notBefore }),
    ];
    expect(await world.deliver()).toEqual([]);
    const back = (id: string, org = orgId) =>
      world.services.store.write((trx) => withdrawMail({ trx, orgId: org, now: world.time }, id));
    expect(await back(first, await world.orgId("globex"))).toBe(false);
    expect(await back(first)).toBe(true);
    expect(await back(first)).toBe(false);
    wait(world, 30_000);
    expect(await back(second)).toBe(false);
    expect((await world.deliver()).map(({ to }) => to.address)).toEqual(["two@customer.example"]);
    expect((await world.mails()).map(({ state }) => state).sort()).toEqual(["sent", "withdrawn"]);
  });

  test("overtakes a mass of others when somebody waits for it, and each org has its turn", async () => {
    const world = await openWorld();
    for (let i = 0; i < 60; i += 1)
      await queue(world, `mass${i}@customer.example`, { priority: "mass" });
    for (let i = 0; i < 3; i += 1)
      await queue(world, `globex${i}@customer.example`, { priority: "mass" }, { org: "globex" });
    await queue(world, "normal@customer.example", {});
    await queue(world, "prompt@customer.example", { priority: "prompt" });
    // One after the other: which of several ends first says nothing.
    const one: Transport = {
      name: "outbox",
      concurrency: 1,
      keeps: true,
      send: async () => ({ kind: "sent" }),
      close: async () => undefined,
    };
    const order = (await world.deliver(one)).map(({ to }) => to.address.split("@")[0] ?? "");
    expect(order.slice(0, 2)).toEqual(["prompt", "normal"]);
    expect(order.filter((name) => name.startsWith("globex"))).toHaveLength(3);
    expect(order.slice(2, 12).filter((name) => name.startsWith("globex"))).toHaveLength(3);
    expect(order).toHaveLength(65);
  });

  test("that holds a token is erased once it has left by a server, and kept where it stays here", async () => {
    const world = await openWorld();
    const sink = await SmtpSink.start();
    await queue(world, "riley@customer.example", { secret: true });
    await deliverTo(world, sink);
    expect(sink.received).toHaveLength(1);
    expect((await world.mails())[0]).toMatchObject({ state: "sent", html: null, text: null });
    const other = await openWorld();
    await queue(other, "riley@customer.example", { secret: true });
    await other.deliver();
    expect((await other.mails())[0]).toMatchObject({ state: "sent", text: "A specimen\n" });
  });
});

describe("a mail that is refused", () => {
  test("for good is tried once; an address that is at fault goes on the list, and gets nothing more", async () => {
    const [world, sink] = [await openWorld(), await SmtpSink.start()];
    sink.onRecipient = (address) =>
      address.startsWith("nobody")
        ? { code: 550, words: "5.1.1 no such user" }
        : address.startsWith("full")
          ? { code: 552, words: "5.2.2 mailbox full" }
          : "ok";
    for (const name of ["nobody", "full", "somebody"])
      await queue(world, `${name}@customer.example`);
    await deliverTo(world, sink);
    const states = Object.fromEntries(
      (await world.mails()).map(({ toEmail, state, lastError }) => [
        toEmail.split("@")[0],
        [state, lastError],
      ]),
    );
    expect(states).toEqual({
      nobody: ["failed", expect.stringContaining("5.1.1")],
      full: ["failed", expect.stringContaining("5.2.2")],
      somebody: ["sent", null],
    });
    const listed = await world.services.store.read
      .selectFrom("suppressions")
      .select(["orgId", "email", "reason"])
      .execute();
    expect(listed).toEqual([
      { orgId: await world.orgId("acme"), email: "nobody@customer.example", reason: "bounce" },
    ]);
    const before = new Set((await world.mails()).map(({ id }) => id));
    for (const [email, requested, org] of [
      ["NoBody@customer.example", false, "acme"],
      ["nobody@customer.example", true, "acme"],
      ["nobody@customer.example", false, "globex"],
    ] as const)
      await queue(world, email, { requested }, { org });
    expect(
      (await world.mails())
        .filter(({ id }) => !before.has(id))
        .map(({ state }) => state)
        .sort(),
    ).toEqual(["queued", "queued", "suppressed"]);
  });

  testInTurn("for now is tried again later and later, for five days", async () => {
    const [world, sink] = [await openWorld(), await SmtpSink.start()];
    sink.onRecipient = (address) =>
      address.startsWith("grey") ? { code: 451, words: "4.7.1 try again later" } : "ok";
    await queue(world, "grey@customer.example");
    const waits: number[] = [];
    for (let attempt = 0; attempt < 60; attempt += 1) {
      await deliverTo(world, sink);
      const row = (await world.mails()).find(({ toEmail }) => toEmail.startsWith("grey"));
      if (row?.state !== "queued") break;
      waits.push(Date.parse(row.nextAttemptAt) - world.time.getTime());
      world.time = new Date(row.nextAttemptAt);
      // Others pass meanwhile, so it is this one alone.
      await queue(world, "other@customer.example");
    }
    const row = (await world.mails()).find(({ toEmail }) => toEmail.startsWith("grey"));
    expect(row).toMatchObject({ state: "failed", lastError: expect.stringContaining("4.7.1") });
    expect(waits[0]).toBeGreaterThanOrEqual(10_000);
    expect(Math.max(...waits)).toBeGreaterThan(6 * 60 * MINUTE_MS - 1);
    expect(Math.max(...waits)).toBeLessThanOrEqual(7.2 * 60 * MINUTE_MS);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(4.9 * 24 * 60 * MINUTE_MS);
    expect(sink.received.every(({ to }) => to === "other@customer.example")).toBe(true);
    expect(
      await world.services.store.read.selectFrom("suppressions").selectAll().execute(),
    ).toEqual([]);
  });
});

describe("a mail server that is down", () => {
  testInFive(
    "for an hour costs nothing: all is sent soon after, in the same words and under the same Message-IDs",
    async () => {
      const [world, sink] = [await openWorld(), await SmtpSink.start()];
      await sink.stop();
      for (let i = 0; i < 100; i += 1) await queue(world, `reader${i}@customer.example`);
      const before = new Map(
        (await world.mails()).map(({ toEmail, messageId }) => [toEmail, messageId]),
      );
      for (let minute = 0; minute < 60; minute += 1) {
        await deliverTo(world, sink);
        wait(world, MINUTE_MS);
      }
      const rows = await world.mails();
      expect(rows.every(({ state }) => state === "queued")).toBe(true);
      expect(rows.filter(({ attempts }) => attempts === 0).length).toBeGreaterThan(0);
      await sink.listen();
      for (let round = 0; round < 2; round += 1) {
        await deliverTo(world, sink);
        wait(world, MINUTE_MS);
      }
      expect(new Map(sink.received.map(({ to, messageId }) => [to, messageId]))).toEqual(before);
      expect(sink.received).toHaveLength(100);
    },
  );

  testInTurn(
    "that puts everything off is given time, not every mail its own back-off",
    async () => {
      const [world, sink] = [await openWorld(), await SmtpSink.start()];
      let busy = true;
      sink.onRecipient = () => (busy ? { code: 452, words: "4.3.1 out of storage" } : "ok");
      for (let i = 0; i < 40; i += 1) await queue(world, `reader${i}@customer.example`);
      for (let minute = 0; minute < 60; minute += 1) {
        await deliverTo(world, sink);
        wait(world, MINUTE_MS);
      }
      busy = false;
      for (let round = 0; round < 15; round += 1) {
        await deliverTo(world, sink);
        wait(world, MINUTE_MS);
      }
      expect(sink.received).toHaveLength(40);
    },
  );

  test("whose line breaks after it took a mail gets it again under the same Message-ID", async () => {
    const [world, sink] = [await openWorld(), await SmtpSink.start()];
    let breaks = 1;
    sink.onMessage = () => (breaks-- > 0 ? "drop" : "ok");
    await queue(world, "riley@customer.example");
    await deliverTo(world, sink);
    wait(world, 2 * MINUTE_MS);
    await deliverTo(world, sink);
    expect(sink.received).toHaveLength(2);
    expect(new Set(sink.received.map(({ messageId }) => messageId)).size).toBe(1);
    expect(sink.received[0]?.raw.equals(sink.received[1]?.raw ?? Buffer.alloc(0))).toBe(true);
    expect((await world.mails())[0]).toMatchObject({ state: "sent", attempts: 2 });
  });
});
