import { expect, test } from "vitest";
import { SeveralServers, until } from "../server/several-servers.ts";
import { SmtpSink } from "../server/smtp-sink.ts";
import type { Spawned } from "../server/spawned.ts";

const HOUR = 3_600_000;
const KILLS = 50;
const MAILS = 1_000;
/** Emails that may be under way, or taken and not recorded yet, when a process is cut off. */
const UNDER_WAY = 40;
/** An email that was taken for so long before a kill has been recorded, in milliseconds. */
const RECORDED_MS = 1_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Eight writers that go to whichever server answers, each as fast as it is answered.
 * @returns ends them
 */
function eightWriters(servers: () => readonly Spawned[], emails: string[]) {
  let number = 0;
  const over = new AbortController();
  const run = async (at: number) => {
    while (!over.signal.aborted) {
      const server = servers()[at % servers().length];
      const email = `w${(number += 1)}@reader.example`;
      const answer = await server
        ?.ask("/api/share/acme/subscribe", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-forwarded-for": `192.0.2.${number % 250}`,
          },
          body: JSON.stringify({ email, source: "test" }),
        })
        .catch(() => null);
      if (answer !== null && answer !== undefined && answer.status < 300) emails.push(email);
      // Each of them gets an email as well, before those of a mailing.
      await sleep(100);
    }
  };
  const all = Array.from({ length: 8 }, (_, at) => run(at));
  return async () => {
    over.abort();
    await Promise.all(all);
  };
}

test(
  "kill -9 of either of two servers fifty times under eight writers and a thousand emails: nothing acknowledged is lost, each email leaves once but those that were under way",
  async () => {
    const sink = await SmtpSink.start();
    const servers = await SeveralServers.open();
    servers.note(sink);
    const names = ["one", "two"] as const;
    const running: Spawned[] = [];
    for (const name of names) running.push(await (await servers.start(name, sink)).ready());
    await servers.plantSubscribers(MAILS / KILLS);
    const emails: string[] = [];
    const end = eightWriters(() => running, emails);
    const kills: number[] = [];
    const mailings: string[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      const mailing = `round${round}x`;
      mailings.push(mailing);
      await servers.plantMailing(mailing);
      await sleep((round * 271) % 900);
      // Now who sends, now the other one.
      const holder = await servers.holderOf("mail");
      const sends = running.findIndex(({ port }) => holder?.endsWith(`:${port}`) === true);
      const at = round % 3 === 2 ? 1 - Math.max(0, sends) : Math.max(0, sends);
      kills.push(performance.now());
      await running[at]?.stop("SIGKILL");
      const again = await servers.start(names[at] ?? "one", sink);
      running[at] = await again.ready();
    }
    await end();
    for (const mailing of mailings)
      await until(async () => (await servers.states(mailing)).sent === MAILS / KILLS, 120_000);
    const twice = servers.twice();
    process.stdout.write(
      `${emails.length} addresses acknowledged, ${servers.taken.size} emails, ${twice.length} of them twice\n`,
    );
    expect(servers.taken.size).toBe(MAILS);
    expect(twice.length).toBeLessThanOrEqual(KILLS * UNDER_WAY);
    for (const { first, again } of twice) {
      expect(again).toHaveLength(1);
      expect(kills.some((cut) => first > cut - RECORDED_MS && first < cut + RECORDED_MS)).toBe(
        true,
      );
    }
    const stored = new Set(
      (await servers.rows<{ email: string }>("select email from subscribers")).map(
        ({ email }) => email,
      ),
    );
    expect(emails.filter((email) => !stored.has(email))).toEqual([]);
    expect(emails.length).toBeGreaterThan(KILLS);
    for (const server of running) expect(await server.stop()).toBe(0);
  },
  HOUR,
);

test(
  "a server that stands still for half a minute: what it sent by then is sent, and nothing more",
  async () => {
    const sink = await SmtpSink.start();
    const servers = await SeveralServers.open();
    const sends = await (await servers.start("one", sink)).ready();
    const other = await (await servers.start("two", sink)).ready();
    let stoppedAt = 0;
    servers.note(sink, (count) => {
      if (count !== 200 || stoppedAt !== 0) return;
      stoppedAt = performance.now();
      sends.child.kill("SIGSTOP");
    });
    await servers.plantSubscribers(MAILS);
    await servers.plantMailing("still");
    await until(() => stoppedAt !== 0);
    await sleep(30_000);
    await until(async () => (await servers.states("still")).sent === MAILS, 120_000);
    const wentOnAt = performance.now();
    sends.child.kill("SIGCONT");
    await sleep(10_000);
    const late = servers.twice().filter(({ again }) => again.some((at) => at > wentOnAt));
    process.stdout.write(
      `${servers.twice().length} emails twice, ${late.length} of them afterwards\n`,
    );
    expect(servers.taken.size).toBe(MAILS);
    expect(late.length).toBeLessThanOrEqual(5);
    expect(await servers.states("still")).toEqual({ sent: MAILS });
    // It serves again, and can have the duties again.
    expect((await sends.ask("/readyz")).status).toBe(200);
    await other.stop("SIGKILL");
    await until(
      async () => (await servers.holderOf("mail"))?.endsWith(`:${sends.port}`) === true,
      15_000,
    );
    expect(await sends.stop()).toBe(0);
  },
  HOUR,
);
