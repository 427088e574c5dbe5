import Database from "better-sqlite3";
import http from "node:http";
import path from "node:path";
import { expect } from "vitest";
import { PROCESSES } from "../limits.ts";
import { testInTurn } from "../in-turn.ts";
import { loadedFolder } from "./loaded-folder.ts";
import { readMetrics, valueOf } from "./metrics-text.ts";
import { dataFolder, freePort, Spawned } from "./spawned.ts";

type Line = Record<string, unknown> & { msg: string; requestId?: string };

/** A server on a copy of the whole demo, and what it has logged so far. */
async function started(environment: Record<string, string>) {
  const folder = await dataFolder((await loadedFolder()).folder);
  const server = await (await Spawned.start({ DATA_DIR: folder, ...environment })).ready();
  const lines = (): Line[] =>
    server.err
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Line);
  return { server, folder, lines };
}

/** Waits for lines that are written once an answer has gone out. */
async function until<T>(look: () => T | undefined): Promise<T> {
  for (const last = Date.now() + 10_000; ;) {
    const found = look();
    if (found !== undefined) return found;
    if (Date.now() > last) throw new Error("it did not come");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Takes a table of the portal's away, as a fault would. */
function withoutFaq(folder: string): void {
  const database = new Database(path.join(folder, "trust.db"));
  database.exec("alter table faqEntries rename to faqEntriesAway");
  database.close();
}

testInTurn(
  "METRICS_PORT has a listener of its own, on loopback, and with METRICS_TOKEN asks for it; a port that is taken ends the start",
  PROCESSES,
  async () => {
    const door = await freePort();
    const { server } = await started({ METRICS_PORT: String(door) });
    await server.ask("/acme");
    expect((await server.ask("/metrics")).status).toBe(404);
    const ask = (at: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${door}${at}`, { headers });
    expect((await ask("/acme")).status).toBe(404);
    const answer = await ask("/metrics");
    const found = readMetrics(await answer.text());
    expect(valueOf(found, "otc_requests_total", { kind: "page", status: "2xx" })).toBe(1);
    expect(valueOf(found, "otc_database_bytes", { file: "data" })).toBeGreaterThan(100_000);
    const second = await Spawned.start({
      DATA_DIR: path.join(await dataFolder(), "data"),
      DEMO: "off",
      METRICS_PORT: `127.0.0.1:${door}`,
    });
    expect(await second.ended).toBe(1);
    expect(second.err).toMatch(
      new RegExp(`METRICS_PORT 127\\.0\\.0\\.1:${door}: nothing can listen there`),
    );
    await server.stop();

    const token = "a-token-of-the-operator";
    const both = await started({ METRICS_PORT: `[::1]:${door}`, METRICS_TOKEN: token });
    const status = async (headers: Record<string, string>) =>
      (await fetch(`http://[::1]:${door}/metrics`, { headers })).status;
    expect(await status({})).toBe(404);
    expect(await status({ authorization: `Bearer ${token}` })).toBe(200);
    await both.server.stop();
  },
);

testInTurn(
  "a failure shows an id on its page, and the log has it with path, status, time and stack",
  PROCESSES,
  async () => {
    const { server, folder, lines } = await started({});
    withoutFaq(folder);
    const answer = await server.ask("/acme/faq");
    const id = String(answer.headers["x-request-id"]);
    expect([answer.status, answer.text.includes(`<code>${id}</code>`)]).toEqual([500, true]);
    const own = () => lines().filter(({ requestId }) => requestId === id);
    const end = await until(() => own().find(({ msg }) => msg === "request failed"));
    expect(end).toMatchObject({ path: "/acme/faq", status: 500, ms: expect.any(Number) });
    // Each of the page's loaders that failed has its line.
    const errors = own().filter(({ msg }) => msg === "unexpected error");
    expect(errors[0]?.error).toContain("no such table: faqEntries\n    at ");
    // Whoever is not trusted gives no id.
    const given = await server.ask("/acme/faq", { headers: { "x-request-id": "abc" } });
    expect(given.headers["x-request-id"]).not.toBe("abc");
    await server.stop();

    const behind = await started({ TRUST_PROXY: "127.0.0.1" });
    withoutFaq(behind.folder);
    const passed = await behind.server.ask("/acme/faq", { headers: { "x-request-id": "abc-1.2" } });
    expect([passed.headers["x-request-id"], passed.text.includes("<code>abc-1.2</code>")]).toEqual([
      "abc-1.2",
      true,
    ]);
    for (const unsafe of ["<b>", "a b", "x".repeat(65), 'a","b']) {
      const other = await behind.server.ask("/acme/faq", { headers: { "x-request-id": unsafe } });
      expect(other.headers["x-request-id"]).toMatch(/^[\w-]{12}$/);
    }
    await behind.server.stop();
  },
);

testInTurn(
  "SLOW_MS logs a line for each slow request, whose parts make up its time; LOG_LEVEL leaves lines out",
  PROCESSES,
  async () => {
    const { server, lines } = await started({ SLOW_MS: "0" });
    for (const target of ["/acme/updates", "/acme/updates", "/api/share/acme/view", "/sign-in"])
      await server.ask(target);
    const slow = await until(() => {
      const found = lines().filter(({ msg }) => msg === "slow request");
      return found.length === 4 ? found : undefined;
    });
    expect(slow.map(({ path: asked, kind, status }) => [asked, kind, status])).toEqual([
      ["/acme/updates", "page", 200],
      ["/acme/updates", "page", 200],
      ["/api/share/acme/view", "api", 200],
      ["/sign-in", "page", 200],
    ]);
    for (const line of slow) {
      const parts = ["queueMs", "databaseMs", "renderMs", "sendMs", "restMs"].map((part) =>
        Number(line[part]),
      );
      const sum = parts.reduce((a, b) => a + b, 0);
      expect(Math.abs(sum - Number(line.ms))).toBeLessThanOrEqual(Number(line.ms) * 0.05 + 0.05);
      expect(line.requestId).toMatch(/^[\w-]{12}$/);
    }
    const [rendered, kept] = slow;
    expect(Number(rendered?.databaseMs)).toBeGreaterThan(0);
    expect(Number(rendered?.renderMs)).toBeGreaterThan(0);
    expect([kept?.databaseMs, kept?.renderMs]).toEqual([0, 0]);
    await server.stop();

    const quick = await started({ SLOW_MS: "60000", LOG_LEVEL: "error" });
    await quick.server.ask("/acme/updates");
    withoutFaq(quick.folder);
    await quick.server.ask("/acme/faq");
    await until(() => quick.lines().find(({ msg }) => msg === "request failed"));
    expect(quick.lines().filter(({ level }) => Number(level) < 50)).toEqual([]);
    expect(quick.lines().some(({ msg }) => msg === "slow request")).toBe(false);
    await quick.server.stop();
  },
);

testInTurn(
  "/readyz is 503 from the signal on, for who asks while a request ends",
  PROCESSES,
  async () => {
    const { server } = await started({});
    // A body that is under way keeps the process until it has come.
    const request = http.request({
      host: "127.0.0.1",
      port: server.port,
      path: "/api/share/acme/subscribe",
      method: "POST",
      headers: {
        host: `localhost:${server.port}`,
        "content-type": "application/json",
        "transfer-encoding": "chunked",
      },
    });
    const answered = new Promise<number>((resolve, reject) => {
      request.on("response", (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on("error", reject);
    });
    request.write('{"email":"reader@list.example",');
    const agent = new http.Agent({ keepAlive: true });
    expect((await server.ask("/readyz", {}, agent)).status).toBe(200);
    const ended = server.stop();
    let ready = await server.ask("/readyz", {}, agent);
    for (let i = 0; i < 1_000 && ready.status === 200; i += 1)
      ready = await server.ask("/readyz", {}, agent);
    expect([ready.status, JSON.parse(ready.text).status]).toEqual([503, "ending"]);
    request.end('"source":"test"}');
    expect(await answered).toBeLessThan(300);
    expect(await ended).toBe(0);
    agent.destroy();
  },
);
