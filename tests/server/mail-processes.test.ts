import Database from "better-sqlite3";
import path from "node:path";
import { beforeAll, describe, expect } from "vitest";
import { PROCESSES } from "../limits.ts";
import { chance, everything } from "../sample.ts";
import { testInTurn } from "../in-turn.ts";
import { SmtpSink, type Received } from "./smtp-sink.ts";
import { loadedFolder } from "./loaded-folder.ts";
import { dataFolder, Spawned } from "./spawned.ts";

let loaded: string;

beforeAll(async () => {
  ({ folder: loaded } = await loadedFolder());
}, PROCESSES.timeout);

/** Confirmed subscribers and a mailing to them, as a process that published left them. */
function plant(folder: string, count: number): void {
  const database = new Database(path.join(folder, "trust.db"));
  const { id: orgId } = database.prepare("select id from orgs where slug = 'acme'").get() as {
    id: string;
  };
  const at = new Date(Date.now() - 1_000).toISOString();
  const insert = database.prepare(
    "insert into subscribers (orgId, id, email, emailKey, emailDomain, state, source, createdAt, confirmedAt, allUpdates, digest) values (?, ?, ?, ?, 'list.example', 'confirmed', 'test', ?, ?, 1, 'each')",
  );
  database.transaction(() => {
    database.prepare("delete from subscribers where orgId = ?").run(orgId);
    for (let i = 0; i < count; i += 1)
      insert.run(
        orgId,
        `s${String(i).padStart(6, "0")}`,
        `reader${i}@list.example`,
        `reader${i}@list.example`,
        at,
        at,
      );
    database
      .prepare(
        "insert into mailings (orgId, id, kind, recipientsJson, subject, html, text, othersHtml, othersText, headersJson, fromName, messageDomain, portalUrl, state, recipients, notBefore, createdAt, createdBy) values (?, 'mailing1', 'topic-update', ?, 'An update', '<p>x</p>', 'x', '<p>x</p>', 'x', '{}', 'Acme Cloud', 'localhost', 'http://localhost:3000/acme', 'expanding', 0, ?, ?, 'Olive')",
      )
      .run(
        orgId,
        JSON.stringify({
          subscribers: true,
          audience: null,
          category: "general",
          productIds: [],
          membersOnly: false,
          digest: "each",
        }),
        at,
        at,
      );
  })();
  database.close();
}

function states(folder: string): Record<string, number> {
  const database = new Database(path.join(folder, "trust.db"));
  const rows = database
    .prepare("select state, count(*) as n from outbox where mailingId = 'mailing1' group by state")
    .all() as { state: string; n: number }[];
  database.close();
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** What arrived of the mailing; the demo's own mails, such as reminders of documents, go the same way. */
function arrived(sink: SmtpSink): Received[] {
  return sink.received.filter(({ to }) => to.endsWith("@list.example"));
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition();) {
    if (Date.now() > end) throw new Error("it did not happen within a minute");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("a process that sends a mailing", () => {
  /** How many mails there are, and after how many that arrived the process is killed. */
  const ALL = everything ? 1_200 : 500;
  const KILLED_AT = everything ? [1, 150, 400, 700] : [1, 100 + Math.floor(chance("mail") * 200)];

  testInTurn(
    "and is killed again and again, at any moment, reaches everyone, under one Message-ID each",
    async () => {
      const folder = await dataFolder(loaded);
      const sink = await SmtpSink.start();
      plant(folder, ALL);
      for (const goal of KILLED_AT) {
        const server = await Spawned.start({ DATA_DIR: folder, MAIL: sink.url });
        await until(() => arrived(sink).length >= goal);
        await server.stop("SIGKILL");
      }
      expect(arrived(sink).length).toBeLessThan(ALL);
      const server = await (await Spawned.start({ DATA_DIR: folder, MAIL: sink.url })).ready();
      await until(() => states(folder).sent === ALL);
      expect(await server.stop()).toBe(0);
      const ids = new Map<string, Set<string>>();
      for (const { to, messageId } of arrived(sink))
        ids.set(to, (ids.get(to) ?? new Set()).add(messageId));
      expect(ids.size).toBe(ALL);
      expect([...ids.values()].every((own) => own.size === 1)).toBe(true);
      // What was sent and not yet noted when the process died: some mails at each kill, not all of them.
      expect(arrived(sink).length - ALL).toBeLessThan(KILLED_AT.length * 60);
      expect(states(folder)).toEqual({ sent: ALL });
    },
    PROCESSES.timeout,
  );

  testInTurn(
    "whose mail server is away keeps serving, loses nothing, and sends when it is back",
    async () => {
      const folder = await dataFolder(loaded);
      const sink = await SmtpSink.start();
      await sink.stop();
      plant(folder, 30);
      const server = await (await Spawned.start({ DATA_DIR: folder, MAIL: sink.url })).ready();
      await until(() => (states(folder).queued ?? 0) === 30);
      expect((await server.ask("/acme")).status).toBe(200);
      expect((await server.ask("/readyz")).status).toBe(200);
      await sink.listen();
      await until(() => arrived(sink).length === 30);
      expect(await server.stop()).toBe(0);
      expect(states(folder)).toEqual({ sent: 30 });
    },
    PROCESSES.timeout,
  );

  testInTurn(
    "that is asked to end sends what is under way, notes it, and repeats none of it",
    async () => {
      const folder = await dataFolder(loaded);
      const sink = await SmtpSink.start();
      plant(folder, 600);
      const first = await (await Spawned.start({ DATA_DIR: folder, MAIL: sink.url })).ready();
      await until(() => arrived(sink).length >= 50);
      expect(await first.stop()).toBe(0);
      expect(states(folder).sent).toBe(arrived(sink).length);
      const second = await (await Spawned.start({ DATA_DIR: folder, MAIL: sink.url })).ready();
      await until(() => states(folder).sent === 600);
      await second.stop();
      expect(arrived(sink)).toHaveLength(600);
    },
    PROCESSES.timeout,
  );
});
