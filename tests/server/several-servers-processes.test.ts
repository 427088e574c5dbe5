import { expect, test } from "vitest";
import { testInTurn } from "../in-turn.ts";
import { PROCESSES } from "../limits.ts";
import { cookieOf } from "./backup-world.ts";
import { multipart, pdf } from "./multipart.ts";
import { changed, fieldsOf, formsOf } from "./page-form.ts";
import { SeveralServers, until } from "./several-servers.ts";
import { SmtpSink } from "./smtp-sink.ts";
import type { Spawned } from "./spawned.ts";

/** Emails that may be under way, or taken and not recorded yet, when a process is cut off. */
const UNDER_WAY = 40;
/** An email that was taken for so long before a cut has been recorded, on a busy machine too, in milliseconds. */
const RECORDED_MS = 5_000;
/** Connections on which a message may be under way. */
const CONNECTIONS = 5;

async function publish(server: Spawned, cookie: string, question: string): Promise<void> {
  const page = await server.ask("/knowledge-base/new", { headers: { cookie } });
  const form = formsOf(page).find((text) => text.includes('name="question"')) ?? "";
  const fields = changed(fieldsOf(form), { question, answer: "Yes.", access: "public" });
  const answer = await server.ask("/knowledge-base/new", { headers: { cookie }, form: fields });
  expect(answer.status, answer.text).toBe(303);
}

/** Whether emails were taken twice only because a process was cut off while they were under way. */
function expectOnceBut(servers: SeveralServers, cuts: readonly number[]): void {
  const twice = servers.twice();
  expect(twice.length).toBeLessThanOrEqual(cuts.length * UNDER_WAY);
  for (const { first, again } of twice) {
    expect(again).toHaveLength(1);
    expect(cuts.some((cut) => first > cut - RECORDED_MS && first < cut + RECORDED_MS)).toBe(true);
  }
}

test(
  "two servers begin at once on an empty database, show what the other one saved, and send every email once, whoever is killed",
  async () => {
    const sink = await SmtpSink.start();
    const servers = await SeveralServers.open();
    const both = await Promise.all([servers.start("one", sink), servers.start("two", sink)]);
    const [one, two] = await Promise.all(both.map((server) => server.ready()));
    if (one === undefined || two === undefined) throw new Error("there are two");
    expect(await servers.rows("select address from servers")).toHaveLength(2);
    expect(await servers.rows("select slug from orgs order by slug")).toEqual([
      { slug: "acme" },
      { slug: "globex" },
    ]);
    const cookie = await cookieOf(one);
    // A session counts everywhere.
    expect((await two.ask("/requests", { headers: { cookie } })).status).toBe(200);

    // A file that came to one is whole on the other.
    const bytes = pdf("on every server");
    const { body, headers } = multipart(
      [{ name: "everywhere.pdf", bytes, type: "application/pdf" }],
      { type: "Policy" },
    );
    const uploaded = await one.ask("/api/documents", {
      method: "POST",
      headers: { ...headers, cookie },
      body: body as unknown as string,
    });
    expect(uploaded.status, uploaded.text).toBe(201);
    const [document] = (JSON.parse(uploaded.text) as { documents: { id: string }[] }).documents;
    const file = await two.ask(`/documents/${document?.id}/download`, { headers: { cookie } });
    expect([file.status, file.body.equals(bytes)]).toEqual([200, true]);

    for (const [round, [writer, reader]] of [
      [one, two],
      [two, one],
      [one, two],
    ].entries()) {
      if (writer === undefined || reader === undefined) continue;
      const question = `Is save ${round} there at once?`;
      // It is in the memory of both.
      for (const server of [one, two])
        expect((await server.ask("/acme/faq")).text).not.toContain(question);
      await publish(writer, cookie, question);
      expect((await reader.ask("/acme/faq")).text).toContain(question);
      const intent = (name: string) =>
        writer.ask("/settings/publication", { headers: { cookie }, form: { intent: name } });
      expect((await intent("unpublish")).status).toBe(303);
      expect((await reader.ask("/acme/faq")).status).toBe(404);
      expect((await intent("publish")).status).toBe(303);
      expect((await reader.ask("/acme/faq")).status).toBe(200);
    }

    const holder = await servers.holderOf("mail");
    const [sends, other] = holder?.endsWith(`:${one.port}`) ? [one, two] : [two, one];
    let killedAt = 0;
    servers.note(sink, (count) => {
      if (count !== 25 || killedAt !== 0) return;
      killedAt = performance.now();
      sends.child.kill("SIGKILL");
    });
    await servers.plantSubscribers(60);
    await servers.plantMailing("first");
    await until(() => killedAt !== 0);
    await until(async () => (await servers.states("first")).sent === 60);
    expect(performance.now() - killedAt).toBeLessThan(20_000);
    expect(servers.taken.size).toBe(60);
    expectOnceBut(servers, [killedAt]);
    expect(await servers.holderOf("mail")).toMatch(new RegExp(`:${other.port}$`));
    expect(await other.stop()).toBe(0);
    expect(
      await servers.rows("select id from servers where address = $1", [`localhost:${other.port}`]),
    ).toEqual([]);
  },
  PROCESSES.timeout,
);

testInTurn(
  "a server that stands still for a while sends nothing again, and answers nothing from memory",
  PROCESSES,
  async () => {
    const sink = await SmtpSink.start();
    const servers = await SeveralServers.open();
    const sends = await (await servers.start("one", sink)).ready();
    const other = await (await servers.start("two", sink)).ready();
    const cookie = await cookieOf(other);
    expect(await servers.holderOf("mail")).toMatch(new RegExp(`:${sends.port}$`));
    expect((await sends.ask("/acme/faq")).status).toBe(200);
    let stoppedAt = 0;
    servers.note(sink, (count) => {
      if (count !== 25 || stoppedAt !== 0) return;
      stoppedAt = performance.now();
      sends.child.kill("SIGSTOP");
    });
    await servers.plantSubscribers(300);
    await servers.plantMailing("first");
    await until(() => stoppedAt !== 0);
    const intent = (name: string) =>
      other.ask("/settings/publication", { headers: { cookie }, form: { intent: name } });
    const since = performance.now();
    expect((await intent("unpublish")).status).toBe(303);
    // It may have stood still in the middle of a write, and had the lock of all writes.
    expect(performance.now() - since).toBeLessThan(10_000);
    await until(async () => (await servers.states("first")).sent === 300);
    // What was asked of it meanwhile is answered once it goes on.
    const asked = sends.ask("/acme/faq");
    await new Promise((resolve) => setTimeout(resolve, 200));
    const wentOnAt = performance.now();
    sends.child.kill("SIGCONT");
    expect((await asked).status).toBe(404);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(servers.taken.size).toBe(300);
    expectOnceBut(servers, [stoppedAt]);
    // What waited in its memory, or for a connection, did not leave any more.
    const late = servers.twice().filter(({ again }) => again.some((at) => at > wentOnAt));
    expect(late.length).toBeLessThanOrEqual(CONNECTIONS);
    expect(await servers.states("first")).toEqual({ sent: 300 });
    const [many] = await servers.rows<{ n: number }>(
      `select count(*)::int as n from outbox where "mailingId" = 'first' and attempts > 1`,
    );
    expect(many?.n).toBeLessThanOrEqual(CONNECTIONS);
    for (const server of [sends, other]) expect(await server.stop()).toBe(0);
  },
);

testInTurn(
  "a server that ends says so, serves on for a while, and another one goes on with its duties within a second",
  PROCESSES,
  async () => {
    const sink = await SmtpSink.start();
    const servers = await SeveralServers.open();
    const first = await (await servers.start("one", sink, { DRAIN_SECONDS: "3" })).ready();
    const second = await (await servers.start("two", sink)).ready();
    expect(await servers.holderOf("mail")).toMatch(new RegExp(`:${first.port}$`));
    const since = performance.now();
    first.child.kill("SIGTERM");
    const hasDuties = async () => {
      const rows = await servers.rows<{ address: string }>(
        "select distinct s.address from duties as d join servers as s on s.id = d.holder",
      );
      return rows.length === 1 && rows[0]?.address.endsWith(`:${second.port}`) === true;
    };
    await until(hasDuties, 2_000);
    expect(performance.now() - since).toBeLessThan(1_500);
    const ready = await first.ask("/readyz");
    expect([ready.status, JSON.parse(ready.text).status]).toEqual([503, "ending"]);
    expect((await first.ask("/acme")).status).toBe(200);
    expect((await second.ask("/readyz")).status).toBe(200);
    expect(await first.ended).toBe(0);
    expect(performance.now() - since).toBeGreaterThan(3_000);
    expect(await servers.rows("select id from servers")).toHaveLength(1);
    // Emails that only one disk would have are refused beside another server.
    const keeps = await servers.start("three", sink, { MAIL: "outbox" });
    expect(await keeps.ended).toBe(1);
    expect(keeps.err).toContain("MAIL is outbox, and another server runs on this database");
    expect(await second.stop()).toBe(0);
  },
);

testInTurn(
  "a newer version begins beside an older one if its changes only add, and names what has to be stopped if not",
  PROCESSES,
  async () => {
    const sink = await SmtpSink.start();
    const servers = await SeveralServers.open();
    const older = await (await servers.start("one", sink)).ready();
    const refused = await servers.start("two", sink, { NEWER: "forbids" });
    expect(await refused.ended).toBe(1);
    expect(refused.err).toContain(
      "This version changes the database (“9001-of-tomorrow”) in a way that servers of the version before can’t work with. Stop them first",
    );
    expect(refused.err).toContain(`(localhost:${older.port}). Nothing was changed.`);
    const newer = await (await servers.start("two", sink, { NEWER: "additive" })).ready();
    const cookie = await cookieOf(older);
    for (const [round, [writer, reader]] of [
      [older, newer],
      [newer, older],
    ].entries()) {
      if (writer === undefined || reader === undefined) continue;
      const question = `Is save ${round} of two versions there?`;
      expect((await reader.ask("/acme/faq")).text).not.toContain(question);
      await publish(writer, cookie, question);
      expect((await reader.ask("/acme/faq")).text).toContain(question);
      expect((await writer.ask("/readyz")).status).toBe(200);
    }
    // What only added keeps nobody from going back.
    expect(await older.stop()).toBe(0);
    const back = await (await servers.start("one", sink)).ready();
    expect((await back.ask("/readyz")).status).toBe(200);
    for (const server of [newer, back]) expect(await server.stop()).toBe(0);
  },
);
