import { createHmac } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { findNda } from "#auth/nda/store/ndas.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { unsuppressAddress } from "#platform/mail/store/suppressions.server.ts";
import { testInFive } from "../in-turn.ts";
import { renderedMail } from "./mail-specimens.ts";
import { builtServer } from "./template.ts";
import { openWorld, type World } from "./world.ts";

interface Call {
  headers: http.IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** A server on loopback in the shape of Resend's: one mail a key, errors as it words them. */
class Resend {
  readonly calls: Call[] = [];
  readonly sent = new Map<string, string>();
  answer: (
    call: Call,
  ) => { status: number; name: string; headers?: Record<string, string> } | "drop" | null = () =>
    null;
  url = "";

  static async start(): Promise<Resend> {
    const resend = new Resend();
    const server = http.createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on("data", (chunk: Buffer) => chunks.push(chunk));
      req.on("end", () => {
        const call = {
          headers: req.headers,
          body: JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>,
        };
        resend.calls.push(call);
        const error =
          req.url === "/emails" ? resend.answer(call) : { status: 404, name: "not_found" };
        if (error === "drop") return void req.socket.destroy();
        const key = String(req.headers["idempotency-key"]);
        if (error === null)
          resend.sent.set(key, resend.sent.get(key) ?? `re_${resend.sent.size + 1}`);
        res.writeHead(error?.status ?? 200, {
          "content-type": "application/json",
          ...error?.headers,
        });
        res.end(
          JSON.stringify(
            error === null
              ? { id: resend.sent.get(key) }
              : { statusCode: error.status, name: error.name, message: "as it says" },
          ),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    resend.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return resend;
  }
}

const SECRET = `whsec_${Buffer.from("a secret of the test").toString("base64")}`;

function open(resend: Resend): Promise<World> {
  return openWorld({
    MAIL: "resend",
    RESEND_API_KEY: "re_key",
    RESEND_URL: resend.url,
    RESEND_WEBHOOK_SECRET: SECRET,
    MAIL_FROM: "trust@acme.example",
  });
}

async function deliver(world: World) {
  return world.deliver((await builtServer()).openTransport(world.services.config));
}

async function queue(
  world: World,
  email: string,
  more: Parameters<typeof renderedMail>[0] = {},
): Promise<string> {
  const orgId = await world.orgId("acme");
  return world.services.store.write((trx) =>
    queueMail(trx, orgId, { to: { email }, mail: renderedMail(more), now: world.time }),
  );
}

function hook(
  world: World,
  event: unknown,
  { id = "msg_1", secret = "a secret of the test" } = {},
) {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(world.time.getTime() / 1_000));
  const signature = `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  return world.ask("/api/mail/resend/webhook", {
    body,
    headers: {
      "content-type": "application/json",
      "svix-id": id,
      "svix-timestamp": timestamp,
      "svix-signature": signature,
    },
  });
}

describe("mail by Resend", () => {
  test("carries key, sender, both parts and headers", async () => {
    const resend = await Resend.start();
    const world = await open(resend);
    await queue(world, "riley@customer.example", {
      fromName: 'Ac"me',
      replyTo: "help@acme.example",
      headers: { "List-Id": "<updates.acme.example>" },
    });
    await deliver(world);
    const [row] = await world.mails();
    expect(resend.calls).toHaveLength(1);
    expect(resend.calls[0]?.headers).toMatchObject({
      authorization: "Bearer re_key",
      "idempotency-key": row?.id,
    });
    expect(resend.calls[0]?.body).toMatchObject({
      from: '"Ac\\"me" <trust@acme.example>',
      to: ["riley@customer.example"],
      reply_to: "help@acme.example",
      text: "A specimen\n",
      html: "<p>A specimen</p>",
      headers: {
        "Message-ID": `<${row?.messageId}>`,
        "Auto-Submitted": "auto-generated",
        "List-Id": "<updates.acme.example>",
      },
    });
    expect(row).toMatchObject({ state: "sent", providerId: "re_1" });
  });

  test("waits for a rate, a fault and a line that breaks, and is one mail there in the end; what is refused is tried once", async () => {
    const resend = await Resend.start();
    const world = await open(resend);
    const answers = [
      { status: 429, name: "rate_limit_exceeded", headers: { "retry-after": "2" } },
      { status: 500, name: "application_error" },
      "drop" as const,
      { status: 401, name: "invalid_api_key" },
    ];
    resend.answer = () => answers.shift() ?? null;
    await queue(world, "riley@customer.example");
    for (let round = 0; round < 5; round += 1) {
      await deliver(world);
      world.time = new Date(world.time.getTime() + 61_000);
    }
    expect(resend.calls).toHaveLength(5);
    expect(new Set(resend.calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect((await world.mails())[0]).toMatchObject({ state: "sent", attempts: 5 });
    resend.answer = () => ({ status: 422, name: "validation_error" });
    await queue(world, "other@customer.example");
    await deliver(world);
    expect((await world.mails()).find(({ toEmail }) => toEmail.startsWith("other"))).toMatchObject({
      state: "failed",
      attempts: 1,
      lastError: expect.stringContaining("validation_error"),
    });
  });
});

describe("a file that goes by Resend", () => {
  const signed = async (world: World) => {
    const orgId = await world.orgId("acme");
    const version = (await findNda(world.services.store.read, orgId, world.time)).current?.id ?? "";
    expect(
      (
        await world.ask("/acme/nda", {
          as: "noor@unsigned.example",
          form: { name: "Noor Haddad", agree: "yes", versionId: version },
        })
      ).status,
    ).toBe(303);
  };
  const files = ({ body }: Call) =>
    body.attachments as { filename: string; content: string; content_type: string }[] | undefined;

  testInFive(
    "has name, type and its bytes in Base64; a mail without one has no such field",
    async () => {
      const resend = await Resend.start();
      const world = await open(resend);
      await signed(world);
      await queue(world, "riley@customer.example");
      await deliver(world);
      const [call, other] = [
        resend.calls.find((one) => files(one) !== undefined),
        resend.calls.find((one) => files(one) === undefined),
      ];
      expect([resend.calls.length, other === undefined]).toEqual([2, false]);
      expect(files(call!)).toEqual([
        {
          filename: "Acme Cloud NDA 2026-11-20.pdf",
          content_type: "application/pdf",
          content: expect.stringMatching(/^JVBERi0[A-Za-z0-9+/]+=*$/),
        },
      ]);
      const { blobHash, orgId } = await world.services.store.read
        .selectFrom("ndaSignatures")
        .select(["blobHash", "orgId"])
        .where("email", "=", "noor@unsigned.example")
        .executeTakeFirstOrThrow();
      expect(
        Buffer.from(files(call!)?.[0]?.content ?? "", "base64").equals(
          await world.services.blobs.readAll(orgId, blobHash ?? "", 10_000_000),
        ),
      ).toBe(true);
      await deliver(world);
      expect(resend.calls).toHaveLength(2);
    },
  );

  test("is sent again in the same words under the same key after a fault of the service", async () => {
    const resend = await Resend.start();
    const world = await open(resend);
    await signed(world);
    const faults = [
      "drop" as const,
      { status: 500, name: "internal_server_error" },
      { status: 429, name: "rate_limit_exceeded", headers: { "retry-after": "1" } },
      { status: 409, name: "concurrent_idempotent_requests" },
    ];
    resend.answer = () => faults.shift() ?? null;
    for (let round = 0; round < 5; round += 1) {
      await deliver(world);
      world.time = new Date(world.time.getTime() + 61_000);
    }
    expect(resend.calls).toHaveLength(5);
    expect(
      new Set(
        resend.calls.map(
          ({ headers, body }) => `${String(headers["idempotency-key"])} ${JSON.stringify(body)}`,
        ),
      ).size,
    ).toBe(1);
    expect((await world.mails())[0]).toMatchObject({ state: "sent", attempts: 5 });
  });

  test.each([
    [422, "invalid_attachment"],
    [413, "validation_error"],
  ])(
    "that is not taken (%i %s): the mail goes without it, under a key of its own and the same Message-ID",
    async (status, name) => {
      const resend = await Resend.start();
      const world = await open(resend);
      await signed(world);
      resend.answer = (call) => (files(call) === undefined ? null : { status, name });
      await deliver(world);
      expect(resend.calls).toHaveLength(2);
      const [first, second] = resend.calls as [Call, Call];
      const messageId = ({ body }: Call) => (body.headers as Record<string, string>)["Message-ID"];
      expect(second.headers["idempotency-key"]).toBe(
        `${String(first.headers["idempotency-key"])}-bare`,
      );
      expect(messageId(second)).toBe(messageId(first));
      expect(files(second)).toBeUndefined();
      expect([second.body.text, second.body.html]).toEqual([
        expect.stringContaining("couldn’t attach the file"),
        expect.stringContaining("couldn’t attach the file"),
      ]);
      expect((await world.mails())[0]).toMatchObject({ state: "sent" });
    },
  );
});

describe("what Resend tells", () => {
  test("of a bounce or a complaint puts the address on its org's list, once", async () => {
    const world = await open(await Resend.start());
    const id = await queue(world, "riley@customer.example");
    await deliver(world);
    const event = {
      type: "email.bounced",
      created_at: "2026-11-20T10:00:00Z",
      data: {
        email_id: "re_1",
        to: ["riley@customer.example"],
        bounce: { type: "Permanent", subType: "General", message: "no such user" },
      },
    };
    expect((await hook(world, event)).status).toBe(204);
    const acme = await world.orgId("acme");
    const list = () =>
      world.services.store.read
        .selectFrom("suppressions")
        .select(["orgId", "email", "reason", "detail"])
        .execute();
    expect(await list()).toEqual([
      { orgId: acme, email: "riley@customer.example", reason: "bounce", detail: "no such user" },
    ]);
    expect((await world.mails()).find((mail) => mail.id === id)).toMatchObject({
      state: "failed",
      lastError: "no such user",
    });
    await world.services.store.write((trx) =>
      unsuppressAddress(
        { trx, orgId: acme, by: SYSTEM, now: world.time },
        "riley@customer.example",
      ),
    );
    expect((await hook(world, event)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect(
      (
        await hook(
          world,
          { type: "email.complained", data: { tags: { outbox: id } } },
          { id: "msg_2" },
        )
      ).status,
    ).toBe(204);
    expect(await list()).toMatchObject([{ reason: "complaint" }]);
  });

  test("counts with its signature alone; what is no event is 400, and nothing of a stranger's changes anything", async () => {
    const world = await open(await Resend.start());
    await queue(world, "riley@customer.example");
    await deliver(world);
    const event = { type: "email.complained", data: { email_id: "re_1" } };
    expect((await hook(world, event, { secret: "another" })).status).toBe(401);
    expect(
      (
        await world.ask("/api/mail/resend/webhook", {
          body: JSON.stringify(event),
          headers: { "content-type": "application/json" },
        })
      ).status,
    ).toBe(401);
    expect((await world.ask("/api/mail/resend/webhook")).status).toBe(405);
    for (const [i, odd] of [[], null, 1, { type: 5 }, "x"].entries())
      expect((await hook(world, odd, { id: `odd_${i}` })).status).toBe(400);
    expect(
      (
        await hook(
          world,
          { type: "email.complained", data: { email_id: "re_other" } },
          { id: "msg_9" },
        )
      ).status,
    ).toBe(204);
    expect(
      await world.services.store.read.selectFrom("suppressions").selectAll().execute(),
    ).toEqual([]);
    const without = await openWorld();
    expect((await hook(without, event)).status).toBe(404);
  });
});
