import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import PostalMime, { type Email } from "postal-mime";
import { describe, expect, onTestFinished, test } from "vitest";
import { openMailWorker } from "#server/mail/open-worker.ts";
import type { OutgoingMail, Transport } from "#platform/mail/transports/transport.ts";
import { addMember, membersByEmail } from "#auth/accounts/store/members.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { findNda } from "#auth/nda/store/ndas.server.ts";
import { removeOrg } from "#staff/installation/store/org-removal.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { suppressAddress } from "#platform/mail/store/suppressions.server.ts";
import { suspendOrg } from "#tenancy/installation/store/suspensions.server.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { renderedMail } from "./mail-specimens.ts";
import { SmtpSink } from "./smtp-sink.ts";
import { builtServer } from "./template.ts";
import { openWorld, type World } from "./world.ts";

const NOOR = "noor@unsigned.example";
const OWNER = "owner@acme.example";
const MINUTE_MS = 60_000;
const run = promisify(execFile);

const nda = async (world: World) =>
  (await findNda(world.services.store.read, await world.orgId("acme"), world.time)).current!;

async function sign(world: World, as = NOOR, name = "Noor Haddad"): Promise<void> {
  const answer = await world.ask("/acme/nda", {
    as,
    form: { name, agree: "yes", versionId: (await nda(world)).id },
  });
  expect(answer.status).toBe(303);
}

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), "attached-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function textOf(pdf: Buffer): Promise<string> {
  const file = path.join(await folder(), "a.pdf");
  await writeFile(file, pdf);
  await run("qpdf", ["--check", file]);
  return (await run("pdftotext", ["-layout", file, "-"])).stdout;
}

function fileOf(mail: Email): Buffer {
  expect(mail.attachments).toHaveLength(1);
  return Buffer.from(mail.attachments[0]?.content as ArrayBuffer);
}

async function transportTo(
  world: World,
  mail: string,
  dataDir = world.services.config.dataDir,
): Promise<Transport> {
  const transport = (await builtServer()).openTransport({
    ...world.services.config,
    mail: mail as "outbox",
    dataDir,
  });
  onTestFinished(() => transport.close());
  return transport;
}

/** Members who sign, one after the other, and with the mails of all of them due. */
async function signAll(world: World, emails: readonly string[]): Promise<void> {
  const org = await world.orgId("acme");
  const { accountId } = (await membersByEmail(world.services.store.read, org, NOOR))[0]!;
  for (const [i, email] of emails.entries()) {
    if (email !== NOOR)
      await world.services.store.write((trx) =>
        addMember({ trx, orgId: org, by: SYSTEM, now: world.time }, accountId, {
          email,
          firstName: "Signer",
          lastName: `Number${i}`,
        }),
      );
    await sign(world, email, `Signer Number${i}`);
    world.time = new Date(world.time.getTime() + 10);
  }
}

const signers = (count: number) =>
  Array.from({ length: count }, (_, i) => `signer${i}@unsigned.example`);
const sender = (concurrency: number, send: Transport["send"]): Transport => ({
  name: "smtp",
  concurrency,
  keeps: false,
  send,
  close: async () => undefined,
});

async function queueFor(
  world: World,
  email: string,
  values: Parameters<typeof renderedMail>[0] = {},
): Promise<void> {
  const org = await world.orgId("acme");
  await world.services.store.write((trx) =>
    queueMail(trx, org, { to: { email }, mail: renderedMail(values), now: world.time }),
  );
}

const row = async (world: World) =>
  (await world.mails()).find(({ kind }) => kind === "nda-signed")!;
const named = (world: World) =>
  world.services.store.read.selectFrom("outboxAttachments").selectAll().execute();
const signature = (world: World) =>
  world.services.store.read
    .selectFrom("ndaSignatures")
    .selectAll()
    .where("email", "=", NOOR)
    .executeTakeFirstOrThrow();

/** Lets time pass to the next attempt, again and again, until the mail has left or is given up. */
async function untilLeft(world: World, deliver: () => Promise<unknown>): Promise<number> {
  const began = world.time.getTime();
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await deliver();
    const { state, nextAttemptAt } = await row(world);
    if (state !== "queued") break;
    world.time = new Date(nextAttemptAt);
  }
  return world.time.getTime() - began;
}

describe("the mail about a signed NDA", () => {
  testInFive(
    "carries the signed PDF, with the signer's name and the text's hash, as the register has it",
    async () => {
      const [world, sink] = [await openWorld(), await SmtpSink.start()];
      await sign(world);
      await world.deliver(await transportTo(world, sink.url));
      await world.deliver(await transportTo(world, sink.url));
      expect(sink.received).toHaveLength(1);
      const mail = await PostalMime.parse(sink.received[0]?.raw ?? "");
      expect(mail.attachments[0]).toMatchObject({
        filename: "Acme Cloud NDA 2026-11-20.pdf",
        mimeType: "application/pdf",
        disposition: "attachment",
      });
      const pdf = fileOf(mail);
      const words = await textOf(pdf);
      const { hash, title } = await nda(world);
      for (const word of ["Noor Haddad", NOOR, title, hash.slice(0, 20)])
        expect(words.replace(/\s+/g, " ")).toContain(word);
      for (const text of [mail.text ?? "", mail.html ?? ""]) {
        expect(text.replace(/\s+/g, " ")).toContain(
          "The signed copy is attached as a PDF: Acme Cloud NDA 2026-11-20.pdf.",
        );
        expect(text).toMatch(/https?:\/\/[^\s"]+\/nda\b/);
      }
      const register = await world.ask(`/nda/signatures/${(await signature(world)).id}/pdf`, {
        as: OWNER,
      });
      expect(register.body.equals(pdf)).toBe(true);
      expect((await named(world))[0]).toMatchObject({
        fileName: "Acme Cloud NDA 2026-11-20.pdf",
        size: pdf.length,
        leftOut: null,
        failingSince: null,
      });
    },
  );

  testInFive(
    "carries any name of a signer and of a company, without what could disguise the file's",
    async () => {
      const [world, sink] = [await openWorld(), await SmtpSink.start()];
      await world.services.store.write((trx) =>
        trx
          .updateTable("orgs")
          .set({ name: "Äcme / 漢字 \u202eGmbH" })
          .where("slug", "=", "acme")
          .execute(),
      );
      await sign(world, NOOR, "Zoë Ωmega");
      await world.deliver(await transportTo(world, sink.url));
      const mail = await PostalMime.parse(sink.received[0]?.raw ?? "");
      expect(mail.attachments[0]?.filename).toBe("Äcme - 漢字 GmbH NDA 2026-11-20.pdf");
      expect(await textOf(fileOf(mail))).toContain("Zoë Ωmega");
    },
  );

  test("comes again after a broken line under one Message-ID, byte for byte the same", async () => {
    const [world, sink] = [await openWorld(), await SmtpSink.start()];
    let breaks = 1;
    sink.onMessage = () => (breaks-- > 0 ? "drop" : "ok");
    await sign(world);
    await untilLeft(world, async () => world.deliver(await transportTo(world, sink.url)));
    expect(sink.received).toHaveLength(2);
    expect(sink.received[0]?.raw.equals(sink.received[1]?.raw ?? Buffer.alloc(0))).toBe(true);
    expect(
      fileOf(await PostalMime.parse(sink.received[1]?.raw ?? ""))
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });

  test("is kept as a file that carries it, too, where no mail leaves", async () => {
    const [world, dataDir] = [await openWorld(), await folder()];
    await sign(world);
    await world.deliver(await transportTo(world, "outbox", dataDir));
    const [name] = await readdir(path.join(dataDir, "mail"));
    const mail = await PostalMime.parse(await readFile(path.join(dataDir, "mail", name ?? "")));
    expect(await textOf(fileOf(mail))).toContain("Noor Haddad");
  });

  test("carries a record that is made anew where none is kept", async () => {
    const world = await openWorld();
    await sign(world);
    await world.services.store.write((trx) =>
      trx.updateTable("ndaSignatures").set({ blobHash: null }).where("email", "=", NOOR).execute(),
    );
    const [mail] = await world.deliver();
    expect(await textOf(Buffer.from(mail?.files[0]?.bytes ?? []))).toContain("Noor Haddad");
  });

  test("names its file by the day in the company's time zone, as the register does", async () => {
    const world = await openWorld();
    world.time = new Date("2026-11-20T23:30:00Z");
    await sign(world);
    const [mail] = await world.deliver();
    expect(mail?.files.map(({ name }) => name)).toEqual(["Acme Cloud NDA 2026-11-21.pdf"]);
    const register = await world.ask(`/nda/signatures/${(await signature(world)).id}/pdf`, {
      as: OWNER,
    });
    expect(register.headers["content-disposition"]).toBe(
      'attachment; filename="Acme Cloud NDA 2026-11-21.pdf"',
    );
  });

  test("is not sent to a suppressed address, as before", async () => {
    const world = await openWorld();
    const org = await world.orgId("acme");
    await world.services.store.write((trx) =>
      suppressAddress(
        { trx, orgId: org, by: SYSTEM, now: world.time },
        { email: NOOR, reason: "bounce", detail: null },
      ),
    );
    await sign(world);
    expect(await world.deliver()).toEqual([]);
    expect((await row(world)).state).toBe("suppressed");
  });
});

describe("a file that can't be had", () => {
  test("holds back its own mail alone, and goes with it once it is there again", async () => {
    const world = await openWorld();
    const org = await world.orgId("acme");
    await sign(world);
    const hash = (await signature(world)).blobHash ?? "";
    const bytes = await world.services.blobs.readAll(org, hash, 10_000_000);
    await world.services.blobs.remove(org, hash);
    for (let i = 0; i < 8; i += 1)
      await world.services.store.write((trx) =>
        queueMail(trx, org, {
          to: { email: `reader${i}@customer.example` },
          mail: renderedMail(),
          now: world.time,
        }),
      );
    expect(await world.deliver()).toHaveLength(8);
    const waiting = await row(world);
    expect(waiting).toMatchObject({
      state: "queued",
      lastError: expect.stringContaining("The attached file could not be read"),
    });
    expect(Date.parse(waiting.nextAttemptAt) - world.time.getTime()).toBeGreaterThanOrEqual(10_000);
    expect(
      await world.services.store.read
        .selectFrom("mailTransports")
        .selectAll()
        .where("downSince", "is not", null)
        .execute(),
    ).toEqual([]);
    await world.services.blobs.put(org, bytes, { maxBytes: 10_000_000 });
    world.time = new Date(waiting.nextAttemptAt);
    const [mail] = await world.deliver();
    expect(Buffer.from(mail?.files[0]?.bytes ?? []).equals(bytes)).toBe(true);
    expect(mail?.sendKey).toBe(mail?.id);
    expect(await row(world)).toMatchObject({ state: "sent", lastError: null });
  });

  testInFive(
    "for more than an hour: the mail leaves without it, says so, and keeps the link",
    async () => {
      const [world, sink] = [await openWorld(), await SmtpSink.start()];
      await sign(world);
      await world.services.blobs.remove(
        await world.orgId("acme"),
        (await signature(world)).blobHash ?? "",
      );
      const took = await untilLeft(world, async () =>
        world.deliver(await transportTo(world, sink.url)),
      );
      expect(took).toBeGreaterThan(60 * MINUTE_MS);
      expect(took).toBeLessThan(90 * MINUTE_MS);
      expect(sink.received).toHaveLength(1);
      const mail = await PostalMime.parse(sink.received[0]?.raw ?? "");
      expect(mail.attachments).toEqual([]);
      for (const text of [mail.text ?? "", mail.html ?? ""]) {
        expect(text.replace(/\s+/g, " ")).toContain("We couldn’t attach the file.");
        expect(text).not.toContain("is attached");
        expect(text).toMatch(/https?:\/\/[^\s"]+\/nda\b/);
      }
      expect(sink.received[0]?.messageId).toBe((await row(world)).messageId);
      expect((await named(world))[0]).toMatchObject({ leftOut: "unreadable" });
      const { id } = await row(world);
      expect((await world.ask(`/mail/${id}`, { as: OWNER })).text).toContain(
        "left out: it could not be read",
      );
    },
  );

  test("because its rendering fails: the same", async () => {
    const world = await openWorld();
    await sign(world);
    const sent: OutgoingMail[] = [];
    let tries = 0;
    const rendering = () => ((tries += 1), Promise.reject(new Error("can't be marked: busy")));
    await untilLeft(world, () =>
      openMailWorker(world.services, rendering, {
        name: "smtp",
        concurrency: 2,
        keeps: false,
        send: async (mail) => (sent.push(mail), { kind: "sent" }),
        close: async () => undefined,
      }).pass(),
    );
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(50);
    expect(sent.map(({ files, sendKey, id }) => [files, sendKey === `${id}-bare`])).toEqual([
      [[], true],
    ]);
    // Nothing was handed to the server before, so the mail's one attempt is this.
    expect(await row(world)).toMatchObject({ state: "sent", attempts: 1 });
  });

  test("is too large: the mail leaves at once without it", async () => {
    const world = await openWorld();
    await sign(world);
    await world.services.store.write((trx) =>
      trx
        .updateTable("outboxAttachments")
        .set({ size: 5 * 1024 * 1024 + 1 })
        .execute(),
    );
    const [mail] = await world.deliver();
    expect([mail?.files, mail?.text.includes("couldn’t attach the file")]).toEqual([[], true]);
    expect((await named(world))[0]?.leftOut).toBe("too-large");
  });

  test("is refused by the mail server: the mail goes without it, and a refusal of that is final", async () => {
    const [world, sink] = [await openWorld(), await SmtpSink.start()];
    sink.onMessage = ({ raw }) =>
      raw.includes("application/pdf") ? { code: 552, words: "5.3.4 message too big" } : "ok";
    await sign(world);
    await world.deliver(await transportTo(world, sink.url));
    expect(sink.received).toHaveLength(1);
    expect((await PostalMime.parse(sink.received[0]?.raw ?? "")).attachments).toEqual([]);
    expect((await named(world))[0]?.leftOut).toBe("refused");
    const other = await openWorld();
    await sign(other);
    let asked = 0;
    await other.deliver({
      name: "smtp",
      concurrency: 2,
      keeps: false,
      send: async () => (
        (asked += 1),
        { kind: "refused", error: "554 5.7.1 no", badAddress: false }
      ),
      close: async () => undefined,
    });
    expect([asked, (await row(other)).state]).toEqual([2, "failed"]);
  });
});

describe("a recipient who is refused", () => {
  testInFive(
    "keeps the mail as it is, with its file, for the day when staff send it again",
    async () => {
      const [world, sink] = [await openWorld(), await SmtpSink.start()];
      let full = true;
      sink.onRecipient = () => (full ? { code: 552, words: "5.2.2 mailbox full" } : "ok");
      await sign(world);
      await world.deliver(await transportTo(world, sink.url));
      expect([(await row(world)).state, (await named(world))[0]?.leftOut]).toEqual([
        "failed",
        null,
      ]);
      full = false;
      expect(
        (await world.ask(`/mail/${(await row(world)).id}`, { as: OWNER, form: {} })).status,
      ).toBe(303);
      await world.deliver(await transportTo(world, sink.url));
      expect(sink.received).toHaveLength(1);
      expect(await textOf(fileOf(await PostalMime.parse(sink.received[0]?.raw ?? "")))).toContain(
        "Noor Haddad",
      );
    },
  );
});

describe("many signatures at once", () => {
  testInTurn(
    "fifty are signed, and their mails hold few files at a time and leave the way free for others",
    async () => {
      const world = await openWorld();
      const org = await world.orgId("acme");
      const { accountId } = (await membersByEmail(world.services.store.read, org, NOOR))[0]!;
      const members = signers(50).map((email, i) => ({
        email,
        firstName: "Signer",
        lastName: `Number${i}`,
      }));
      await world.services.store.write(async (trx) => {
        for (const member of members)
          await addMember({ trx, orgId: org, by: SYSTEM, now: world.time }, accountId, member);
      });
      await Promise.all(
        members.map(({ email, lastName }) => sign(world, email, `Signer ${lastName}`)),
      );
      await world.services.store.write((trx) =>
        queueMail(trx, org, {
          to: { email: "other@customer.example" },
          mail: renderedMail(),
          now: new Date(world.time.getTime() + 1),
        }),
      );
      world.time = new Date(world.time.getTime() + 1_000);
      let [carrying, most] = [0, 0];
      const begun: string[] = [];
      let midway = Infinity;
      const sent = await world.deliver({
        name: "smtp",
        concurrency: 10,
        keeps: false,
        async send({ files, to }) {
          if (begun.push(to.address) === 20) {
            await queueFor(world, "midway@customer.example", { priority: "prompt" });
            midway = begun.length;
          }
          carrying += files.length;
          most = Math.max(most, carrying);
          await new Promise((resolve) => setTimeout(resolve, 5));
          carrying -= files.length;
          return { kind: "sent" };
        },
        close: async () => undefined,
      });
      expect(most).toBe(5);
      expect(sent).toHaveLength(52);
      // What has no file goes at once, although all the others were due before it.
      expect(begun.indexOf("other@customer.example")).toBeLessThan(15);
      expect(begun.indexOf("midway@customer.example") - midway).toBeLessThan(15);
      for (const i of [0, 17, 49]) {
        const mail = sent.find(({ to }) => to.address === `signer${i}@unsigned.example`);
        expect(await textOf(Buffer.from(mail?.files[0]?.bytes ?? []))).toMatch(
          new RegExp(`Signer Number${i}\\b`),
        );
      }
    },
  );

  test.each([
    [2, 1],
    [4, 2],
    [10, 5],
  ])(
    "of %i places %i are theirs, and a sign-in link or a mailing that comes while each of these takes its time leaves before they end",
    async (concurrency, places) => {
      const world = await openWorld();
      await signAll(world, signers(places + 3));
      const begun: string[] = [];
      let release: () => void = () => undefined;
      const others = new Promise<void>((resolve) => (release = resolve));
      const giveUp = setTimeout(() => release(), 60_000);
      onTestFinished(() => clearTimeout(giveUp));
      const sent = await world.deliver(
        sender(concurrency, async ({ files, to }) => {
          begun.push(to.address);
          if (begun.length === places)
            for (const [name, priority] of [
              ["link", "prompt"],
              ["mass", "mass"],
            ] as const)
              await queueFor(world, `${name}@customer.example`, { priority });
          if (begun.length === places + 2) release();
          if (files.length > 0) await others;
          return { kind: "sent" };
        }),
      );
      // Both have a place at once where there are several.
      expect(begun.slice(places, places + 2).sort()).toEqual([
        "link@customer.example",
        "mass@customer.example",
      ]);
      expect(sent).toHaveLength(places + 5);
    },
  );

  test("mailings are asked for no files, and not for each mail whether it still waits", async () => {
    const world = await openWorld();
    const org = await world.orgId("acme");
    const { store } = world.services;
    const at = world.time.toISOString();
    await store.write((trx) =>
      trx
        .insertInto("mailings")
        .values({
          orgId: org,
          id: "m1",
          kind: "topic-update",
          topicUpdateId: null,
          recipientsJson: JSON.stringify({
            subscribers: true,
            audience: null,
            category: "general",
            productIds: [],
            membersOnly: false,
          }),
          subject: "s",
          html: "<p>x</p>",
          text: "x",
          othersHtml: "<p>x</p>",
          othersText: "x",
          headersJson: "{}",
          fromName: "Acme",
          replyTo: null,
          messageDomain: "localhost",
          portalUrl: "http://localhost",
          state: "expanding",
          cursorJson: null,
          recipients: 0,
          notBefore: at,
          createdAt: at,
          createdBy: "Olive",
          endedAt: null,
        })
        .execute(),
    );
    const asked: unknown[] = [];
    const select = store.read.selectFrom.bind(store.read);
    const askedAnew: unknown[] = [];
    (store.read as unknown as { selectFrom: unknown }).selectFrom = (table: never) => {
      asked.push(table);
      const query = select(table);
      const own = query.select.bind(query);
      return Object.assign(query, {
        select: (columns: never) => (
          (columns as unknown) === "state" && askedAnew.push(table),
          own(columns)
        ),
      });
    };
    const sent = await world.deliver();
    expect(sent.length).toBeGreaterThan(0);
    expect(asked.filter((table) => String(table).startsWith("outboxAttachments"))).toEqual([]);
    expect(askedAnew).toEqual([]);
    await queueFor(world, "other@customer.example");
    expect([(await world.deliver()).length, askedAnew]).toEqual([1, ["outbox"]]);
  });
});

describe("who sees a mail's file", () => {
  test("the mail's page names it, with its size and the register's address; nobody else gets a byte", async () => {
    const world = await openWorld();
    await sign(world);
    await world.deliver();
    const { id } = await row(world);
    const pdf = `/nda/signatures/${(await signature(world)).id}/pdf`;
    const page = await world.ask(`/mail/${id}`, { as: OWNER });
    expect(page.text).toMatch(
      new RegExp(`<a href="${pdf}"[^>]*>Acme Cloud NDA 2026-11-20\\.pdf</a>[^]{0,80}KB`),
    );
    expect((await world.ask(pdf, { as: OWNER })).status).toBe(200);
    expect((await world.ask(pdf, { as: "reviewer@acme.example" })).status).toBe(200);
    for (const [as, status] of [
      ["editor@acme.example", 403],
      ["viewer@acme.example", 403],
      ["owner@globex.example", 404],
      [NOOR, 303],
    ] as const) {
      const answer = await world.ask(pdf, { as });
      expect([as, answer.status, answer.body.includes("%PDF-")]).toEqual([as, status, false]);
      expect((await world.ask(`/mail/${id}`, { as })).text).not.toContain("NDA 2026-11-20.pdf");
    }
    expect((await world.ask(`/mail/${id}.data`, { as: OWNER })).text).not.toContain("%PDF-");
  });
});

describe("forgetting", () => {
  const erase = (world: World) =>
    world.ask(`/settings/privacy/person?email=${encodeURIComponent(NOOR)}`, {
      as: OWNER,
      form: { email: NOOR, confirmation: NOOR },
    });

  test("a person takes the mail that carries what they signed, where it went to an earlier address, too", async () => {
    const world = await openWorld();
    await sign(world);
    await sign(world, "riley@customer.example", "Riley Reader").catch(() => undefined);
    await world.services.store.write((trx) =>
      trx
        .updateTable("outbox")
        .set({ toEmail: "earlier@unsigned.example" })
        .where("kind", "=", "nda-signed")
        .where("toEmail", "=", NOOR)
        .execute(),
    );
    expect((await named(world)).length).toBeGreaterThan(0);
    const { id } = await row(world);
    expect((await erase(world)).status).toBe(303);
    expect((await world.mails()).map((mail) => mail.id)).not.toContain(id);
    expect((await named(world)).filter(({ mailId }) => mailId === id)).toEqual([]);
    expect(
      await world
        .deliver()
        .then((sent) => sent.filter(({ to }) => to.address === "earlier@unsigned.example")),
    ).toEqual([]);
  });

  test("a person whose mail the worker has read already gets nothing more, not even under the pseudonym", async () => {
    const world = await openWorld();
    await signAll(world, [...signers(2), NOOR]);
    const sent = await world.deliver(
      sender(2, async ({ to }) => {
        if (to.address === signers(1)[0]) expect((await erase(world)).status).toBe(303);
        return { kind: "sent" };
      }),
    );
    expect(sent.map(({ to }) => to.address)).toEqual(signers(2));
    expect(await row(world)).toMatchObject({ state: "sent" });
  });

  test("a person while the worker writes or sends their mail leaves no file and no address behind", async () => {
    const world = await openWorld();
    await signAll(world, [signers(1)[0] ?? "", NOOR]);
    await queueFor(world, NOOR);
    const real = await transportTo(world, "outbox");
    const sent = await world.deliver({
      ...real,
      async send(mail) {
        if (mail.to.address === NOOR) await erase(world);
        return real.send(mail);
      },
    });
    expect(sent.length).toBeGreaterThan(1);
    const kept = await readdir(path.join(world.services.config.dataDir, "mail"));
    expect(kept.map((name) => name.split("-").slice(1).join("-"))).toEqual([
      `${(await row(world)).id}.eml`,
    ]);

    const other = await openWorld();
    await sign(other);
    await other.deliver(
      sender(
        2,
        async () => (
          await erase(other),
          { kind: "refused", error: "550 5.1.1 no such user", badAddress: true }
        ),
      ),
    );
    expect(
      await other.services.store.read
        .selectFrom("suppressions")
        .select("email")
        .where("email", "=", NOOR)
        .execute(),
    ).toEqual([]);
  });

  test("what was taken back while its file could not be read, or its server put it off, does not come back", async () => {
    for (const fault of ["file", "server"]) {
      const world = await openWorld();
      await sign(world);
      const takeBack = () =>
        world.services.store.write((trx) =>
          trx
            .updateTable("outbox")
            .set({ state: "withdrawn" })
            .where("kind", "=", "nda-signed")
            .execute(),
        );
      const files =
        fault === "file"
          ? () => takeBack().then(() => Promise.reject(new Error("busy")))
          : async () => [
              { name: "a.pdf", contentType: "application/pdf", bytes: new Uint8Array(1) },
            ];
      await openMailWorker(
        world.services,
        files,
        sender(2, async () => (await takeBack(), { kind: "later", error: "451 4.7.1 later" })),
      ).pass();
      expect([fault, (await row(world)).state]).toEqual([fault, "withdrawn"]);
    }
  });

  test("a company takes what its mails name along", async () => {
    const world = await openWorld();
    await sign(world);
    const org = await world.orgId("acme");
    await world.services.store.write(async (trx) => {
      const write = { trx, orgId: org, by: SYSTEM, now: world.time };
      await suspendOrg(write, "The contract ended");
      await removeOrg(write, "acme");
    });
    expect(await named(world)).toEqual([]);
    expect((await world.ask("/globex")).status).toBe(200);
  });

  test("by time takes the file's name with the mail's text", async () => {
    const world = await openWorld();
    await sign(world);
    await world.deliver();
    expect(await named(world)).toHaveLength(1);
    world.time = new Date(world.time.getTime() + 31 * 86_400_000);
    await (await builtServer()).runDueJobs(world.services);
    expect(await named(world)).toEqual([]);
    expect(await row(world)).toMatchObject({ state: "sent", text: null });
    expect((await signature(world)).blobHash).not.toBeNull();
  });
});
