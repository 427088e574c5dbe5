import Database from "better-sqlite3";
import { cpSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataFolder, Spawned } from "../server/spawned.ts";

const PASSWORD = "correct horse battery staple";
const MINUTES = 600_000;

let loaded: string;

beforeAll(async () => {
  loaded = await mkdtemp(path.join(tmpdir(), "trust-center-long-"));
  await (await (await Spawned.open({ DATA_DIR: loaded, DEMO_PASSWORD: PASSWORD })).ready()).stop();
}, MINUTES);

afterAll(() => rm(loaded, { recursive: true, force: true }));

const subscribe = (server: Spawned, name: string) =>
  server.ask("/api/share/acme/subscribe", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `${name}@reader.example`, source: "test" }),
  });

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The slowest of some quick requests, one after the other, until it is told to end. In milliseconds. */
function probing(server: Spawned): { end: () => Promise<number> } {
  const state = { on: true };
  const run = (async () => {
    let most = 0;
    while (state.on) {
      for (const target of ["/healthz", "/acme", "/globex/faq"]) {
        const asked = performance.now();
        expect((await server.ask(target)).status).toBe(200);
        most = Math.max(most, performance.now() - asked);
      }
      await sleep(50);
    }
    return most;
  })();
  return {
    end: () => {
      state.on = false;
      return run;
    },
  };
}

test(
  "fifty writers behind a lock of twenty seconds: each is told in time, and reading goes on",
  async () => {
    const folder = await dataFolder(loaded);
    const server = await (await Spawned.start({ DATA_DIR: folder })).ready();
    const before = probing(server);
    await sleep(5_000);
    const quiet = await before.end();
    const holder = new Database(path.join(folder, "trust.db"));
    holder.exec("begin immediate");
    const during = probing(server);
    const slowest = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        let most = 0;
        for (const end = Date.now() + 14_000; Date.now() < end;) {
          const asked = performance.now();
          const answer = await subscribe(server, `writer${i}`);
          most = Math.max(most, performance.now() - asked);
          expect([503, 429]).toContain(answer.status);
        }
        return most;
      }),
    );
    const busy = await during.end();
    holder.exec("rollback");
    holder.close();
    process.stdout.write(
      `slowest read: quiet ${Math.round(quiet)} ms, locked ${Math.round(busy)} ms; slowest 503: ${Math.round(Math.max(...slowest))} ms\n`,
    );
    expect(Math.max(...slowest)).toBeLessThan(6_000 + 5 * quiet);
    expect(busy).toBeLessThan(100 + 4 * quiet);
    expect((await subscribe(server, "after")).status).toBe(200);
  },
  MINUTES,
);

test(
  "a backup beside the journal of later writes, eight times: refused, or opened with nothing torn",
  async () => {
    let refused = 0;
    for (let round = 0; round < 8; round += 1) {
      const folder = await dataFolder(loaded);
      const server = await (await Spawned.start({ DATA_DIR: folder })).ready();
      const writing = { on: true };
      const writers = Promise.all(
        Array.from({ length: 4 }, async (_, writer) => {
          for (let i = 0; writing.on; i += 1)
            await server
              .ask("/sign-in", { form: { email: "owner@acme.example", password: PASSWORD } })
              .catch(() => sleep(50))
              .then(() => subscribe(server, `r${round}-${writer}-${i}`))
              .catch(() => undefined);
        }),
      );
      await sleep(500);
      const backup = path.join(await dataFolder(), "backup.db");
      const reader = new Database(path.join(folder, "trust.db"), { readonly: true });
      await reader.backup(backup);
      reader.close();
      await sleep(300 + round * 900);
      if (round % 2 === 1) {
        const other = new Database(path.join(folder, "trust.db"));
        other.pragma("wal_checkpoint(RESTART)");
        other.close();
        await sleep(300);
      }
      const restored = await dataFolder();
      cpSync(folder, restored, {
        recursive: true,
        filter: (file) => path.basename(file) !== "mail",
      });
      writing.on = false;
      await writers;
      await server.stop("SIGKILL");
      cpSync(backup, path.join(restored, "trust.db"));
      for (const name of ["server.json", "lock.db"])
        rmSync(path.join(restored, name), { force: true });
      const second = await Spawned.start({ DATA_DIR: restored });
      const ended = await Promise.race([
        second.ended,
        second.ready().then(
          () => null,
          () => second.ended,
        ),
      ]);
      if (ended !== null) {
        expect([ended, second.err]).toEqual([1, expect.stringMatching(/is not the journal of/)]);
        refused += 1;
        continue;
      }
      expect(await second.stop()).toBe(0);
      const database = new Database(path.join(restored, "trust.db"));
      expect(database.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
      expect(database.pragma("foreign_key_check")).toEqual([]);
      database.close();
    }
    process.stdout.write(`${refused} of 8 refused, the others sound\n`);
    expect(refused).toBeGreaterThan(0);
  },
  MINUTES,
);

test(
  "a stop loses no request of eight kept connections, five times",
  async () => {
    for (let round = 0; round < 5; round += 1) {
      const server = await (await Spawned.start({ DATA_DIR: await dataFolder(loaded) })).ready();
      const counts = Array.from({ length: 8 }, () => ({ answered: 0, lost: 0 }));
      const clients = counts.map(async (counted) => {
        const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
        for (;;) {
          const outcome = await server
            .ask("/acme", {}, agent)
            .then(({ headers }) => (headers.connection === "close" ? "last" : "answered"))
            .catch((error: NodeJS.ErrnoException) => error.code ?? "failed");
          if (outcome === "ECONNREFUSED") break;
          if (outcome === "answered" || outcome === "last") counted.answered += 1;
          else counted.lost += 1;
          if (outcome !== "answered") break;
        }
        agent.destroy();
      });
      await sleep(1_000 + round * 171);
      server.child.kill("SIGTERM");
      await Promise.all(clients);
      expect(await server.ended).toBe(0);
      expect(counts.map(({ lost }) => lost)).toEqual(counts.map(() => 0));
    }
  },
  MINUTES,
);
