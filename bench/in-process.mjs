// The handler in this process, on a copy of the database, and the same writes in the same transactions on another
// copy: what a change costs beside what the database takes for it.
import Database from "better-sqlite3";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../bin/prepare.mjs";

/** Every write of the connections opened from now on, transaction by transaction; `take` hands over and forgets. */
function recordWrites() {
  const real = Database.prototype.prepare;
  let transactions = [];
  let open = null;
  Database.prototype.prepare = function (sql) {
    const statement = real.call(this, sql);
    const isWrite = /^\s*(?:insert|update|delete)/i.test(sql);
    const isEdge = /^\s*(begin|commit|rollback)/i.exec(sql)?.[1]?.toLowerCase();
    for (const method of ["run", "all", "get"]) {
      const original = statement[method];
      statement[method] = (...args) => {
        if (isEdge === "begin") open = [];
        if (isWrite) (open ?? transactions[transactions.push([]) - 1]).push([sql, args]);
        const result = original.apply(statement, args);
        if (isEdge === "commit" && open !== null) transactions.push(open);
        if (isEdge !== undefined && isEdge !== "begin") open = null;
        return result;
      };
    }
    return statement;
  };
  return {
    take: () => transactions.splice(0),
    /** A statement whose runs are not recorded. */
    prepare: (database, sql) => real.call(database, sql),
    end() {
      Database.prototype.prepare = real;
      transactions = [];
    },
  };
}

/** The transactions again, one after the other, with their statements prepared once. */
function replay(writes, database, transactions) {
  const prepared = new Map();
  const statement = (sql) =>
    prepared.get(sql) ?? prepared.set(sql, writes.prepare(database, sql)).get(sql);
  for (const transaction of transactions) {
    database.exec("begin immediate");
    for (const [sql, args] of transaction) {
      const one = statement(sql);
      if (one.reader) one.all(...args);
      else one.run(...args);
    }
    database.exec("commit");
  }
}

/** Nobody is held back while it is measured. */
const NO_LIMITS = {
  consume: async () => undefined,
  isSpent: async () => false,
  forgive: async () => undefined,
  giveBack: async () => undefined,
  standing: async () => ({ points: 600, seconds: 60, left: 600, resetSeconds: 60 }),
};

/** The built server's parts; the caller sets NODE_ENV back. */
async function loadBuilt() {
  // React as users run it: under "test" it would load its development build, which takes five times as long.
  process.env.NODE_ENV = "production";
  await Promise.all([import("react"), import("react/jsx-runtime"), import("react-dom/server")]);
  process.env.NODE_ENV = "test";
  return import(pathToFileURL(path.join(root, "build/server/index.js")).href);
}

/** The handler on a database, and `ask`, which sends it a request; the folder has its key and files. */
async function served(built, folder, database) {
  const key = await built.loadInstallationKey(folder);
  const store = built.Store.open(database, key.derive("erased-addresses"));
  const config = built.readConfig({ DATA_DIR: folder, NODE_ENV: "production" });
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const listener = await built.handle({
    config,
    store,
    blobs: new built.BlobStore(path.join(folder, "blobs"), key),
    key,
    limits: NO_LIMITS,
    ...built.LISTS,
    now: () => new Date(),
    log: quiet,
  });
  const server = http.createServer((req, res) => void listener(req, res));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return {
    store,
    ask: (target, options = {}) => request(server.address().port, agent, target, options),
    async close() {
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
      await store.close();
    },
  };
}

/**
 * Runs `work` with the handler on a data folder itself, on which no server runs.
 * @param work takes `ask`, which sends a request
 */
export async function onFolder(folder, work) {
  const env = process.env.NODE_ENV;
  try {
    const { ask, close } = await served(await loadBuilt(), folder, path.join(folder, "trust.db"));
    const result = await work(ask);
    await close();
    return result;
  } finally {
    process.env.NODE_ENV = env;
  }
}

/**
 * Runs `work` with the handler on a copy of a data folder's database, which stays as it is.
 * @param plant rows that both copies get before they are opened
 * @param work takes `ask`, which sends a request; the store; and `compare`, which measures `count` steps beside
 *   their bare writes and as many requests to a route that does nothing, both in milliseconds. What a step returns
 *   is done after it and not measured.
 */
export async function inProcess(folder, plant, work) {
  const own = mkdtempSync(path.join(tmpdir(), "trust-center-bench-handler-"));
  const writes = recordWrites();
  const env = process.env.NODE_ENV;
  try {
    const built = await loadBuilt();
    const source = new Database(path.join(folder, "trust.db"));
    source.pragma("wal_checkpoint(TRUNCATE)");
    source.close();
    let planted;
    for (const name of ["ours.db", "limit.db"]) {
      copyFileSync(path.join(folder, "trust.db"), path.join(own, name));
      const database = new Database(path.join(own, name));
      planted = database.transaction(() => plant(database))();
      database.close();
    }
    writes.take();
    const { ask, store, close } = await served(built, own, path.join(own, "ours.db"));
    const limit = new Database(path.join(own, "limit.db"));
    for (const pragma of ["journal_mode = wal", "synchronous = full", "foreign_keys = off"])
      limit.pragma(pragma);
    const compare = async (count, step) => {
      replay(writes, limit, writes.take());
      const transactions = [];
      let ours = 0;
      for (let i = 0; i < count; i += 1) {
        const began = performance.now();
        const after = await step(i);
        ours += performance.now() - began;
        transactions.push(...writes.take());
        if (typeof after === "function") await after();
        writes.take();
      }
      const asked = performance.now();
      for (let i = 0; i < count; i += 1) await ask("/healthz");
      const noop = performance.now() - asked;
      const started = performance.now();
      replay(writes, limit, transactions);
      return { ours, theirs: noop + performance.now() - started };
    };
    const rows = await work({ ask, store, compare, planted });
    limit.close();
    await close();
    return rows;
  } finally {
    process.env.NODE_ENV = env;
    writes.end();
    rmSync(own, { recursive: true, force: true });
  }
}

/**
 * One request as a browser on http://localhost:3000 sends it, to whatever port it leads. As a browser does, it sends it
 * once more when the server had ended the kept connection that it went into.
 */
export async function request(port, agent, target, options) {
  const first = await sent(port, agent, target, options);
  const answer = first === null ? await sent(port, agent, target, options) : first;
  if (answer === null) throw new Error(`${target}: two kept connections had ended`);
  return answer;
}

/** @returns null when the connection had been used before, and ended before anything came back */
function sent(port, agent, target, { body, headers = {} }) {
  const own =
    body === undefined
      ? {}
      : {
          "content-type": "application/x-www-form-urlencoded",
          "content-length": Buffer.byteLength(body),
          origin: "http://localhost:3000",
        };
  return new Promise((resolve, reject) => {
    const req = http.request(
      {
        host: "127.0.0.1",
        port,
        agent,
        path: target,
        method: body === undefined ? "GET" : "POST",
        headers: { host: "localhost:3000", ...own, ...headers },
      },
      (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode,
            text: Buffer.concat(chunks).toString("utf8"),
            cookies: (response.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]),
          }),
        );
        response.on("error", reject);
      },
    );
    req.on("error", (error) => {
      if (req.reusedSocket && ["ECONNRESET", "EPIPE"].includes(error.code)) resolve(null);
      else reject(new Error(`${target}: ${error.message}`, { cause: error }));
    });
    req.end(body);
  });
}
