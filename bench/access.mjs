// Access requests and sign-ins through the handler, in this process; the limit is the same writes in the same
// transactions on a copy of the database, and a request to a route that does nothing.
import Database from "better-sqlite3";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../bin/prepare.mjs";
import { row } from "./table.mjs";

const perSecond = (count, ms) => `${Math.round(count / (ms / 1_000)).toLocaleString("en")} a second`;

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
  const statement = (sql) => prepared.get(sql) ?? prepared.set(sql, writes.prepare(database, sql)).get(sql);
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
const NO_LIMITS = { consume: async () => undefined, isSpent: async () => false, forgive: async () => undefined, giveBack: async () => undefined };

/**
 * Access requests and sign-ins a second, one after the other.
 * @param folder a data folder with the demo, which stays as it is
 */
export async function access(folder, count) {
  const own = mkdtempSync(path.join(tmpdir(), "trust-center-bench-access-"));
  const writes = recordWrites();
  const env = process.env.NODE_ENV;
  process.env.NODE_ENV = "test";
  try {
    const built = await import(pathToFileURL(path.join(root, "build/server/index.js")).href);
    const source = new Database(path.join(folder, "trust.db"));
    source.pragma("wal_checkpoint(TRUNCATE)");
    source.close();
    for (const name of ["ours.db", "limit.db"]) copyFileSync(path.join(folder, "trust.db"), path.join(own, name));
    const people = plantMembers([path.join(own, "ours.db"), path.join(own, "limit.db")], count);
    const key = await built.loadInstallationKey(own);
    const store = built.Store.open(path.join(own, "ours.db"));
    const config = built.readConfig({ DATA_DIR: own, NODE_ENV: "production" });
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const listener = await built.handle({ config, store, blobs: new built.BlobStore(path.join(own, "blobs"), key), key, limits: NO_LIMITS, now: () => new Date(), log: quiet });
    const server = http.createServer((req, res) => void listener(req, res));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (target, options = {}) => request(server.address().port, agent, target, options);
    const limit = new Database(path.join(own, "limit.db"));
    for (const pragma of ["journal_mode = wal", "synchronous = full", "foreign_keys = off"]) limit.pragma(pragma);

    writes.take();
    const rows = [];
    for (const [what, step] of [["access requests", await requests(ask, people)], ["sign-ins", await signIns(ask, store, people, count)]]) {
      replay(writes, limit, writes.take());
      const ours = await timed(count, step);
      const transactions = writes.take();
      const noop = await timed(count, () => ask("/healthz"));
      const started = performance.now();
      replay(writes, limit, transactions);
      const theirs = noop + performance.now() - started;
      rows.push(row(`${what}, through the handler`, perSecond(count, ours), `${perSecond(count, theirs)} as bare writes and a no-op route`, theirs / ours));
    }
    limit.close();
    agent.destroy();
    await new Promise((resolve) => server.close(resolve));
    await store.close();
    return rows;
  } finally {
    process.env.NODE_ENV = env;
    writes.end();
    rmSync(own, { recursive: true, force: true });
  }
}

async function timed(count, step) {
  const started = performance.now();
  for (let i = 0; i < count; i += 1) await step(i);
  return performance.now() - started;
}

/** Members of an approved account of acme, the same in each database. */
function plantMembers(files, count) {
  let facts;
  for (const file of files) {
    const database = new Database(file);
    const { orgId, accountId } = database.prepare("select orgId, accountId from members where email = 'riley@customer.example'").get();
    const model = database.prepare("select * from members where email = 'riley@customer.example'").get();
    const columns = Object.keys(model);
    const insert = database.prepare(`insert into members (${columns.map((name) => `"${name}"`).join(", ")}) values (${columns.map(() => "?").join(", ")})`);
    database.transaction(() => {
      for (let i = 0; i < count; i += 1) {
        const email = `bench-${i}@customer.example`;
        const own = { ...model, id: `bench-member-${i}`, email, ...("emailKey" in model ? { emailKey: email } : {}) };
        insert.run(...columns.map((name) => own[name]));
      }
    })();
    const { id: productId } = database.prepare("select id from products where orgId = ? and isDefault = 1").get(orgId);
    facts = { orgId, accountId, productId };
    database.close();
  }
  return facts;
}

/** One access request each, of a person whom nobody knows. */
async function requests(ask, { productId }) {
  return async (i) => {
    const values = {
      firstName: "Jane", lastName: "Miró", email: `jane-${i}@corp-${i}.example`, companyName: "Corp", jobTitleTextField: "Engineer", pointOfContactField: "sales@acme.example",
      relationshipDropdown: "prospective customer", countriesDropdown: "DE", accountMemberRequestProducts: productId, customCheckbox: "on", agree: "on", productId,
    };
    const answer = await ask("/api/share/acme/request", { body: JSON.stringify(values), headers: { "content-type": "application/json" } });
    if (answer.status !== 200) throw new Error(`an access request was answered with ${answer.status}: ${answer.text}`);
  };
}

/** The button behind a mailed link each; asking for the links is not measured. */
async function signIns(ask, store, _people, count) {
  const ready = [];
  for (let i = 0; i < count; i += 1) {
    const email = `bench-${i}@customer.example`;
    const asked = await ask("/acme/get-access?loginRequest=true", { body: new URLSearchParams({ intent: "login", email }).toString() });
    const mail = await store.read.selectFrom("outbox").select("text").where("toEmail", "=", email).executeTakeFirst();
    const link = /https?:\/\/\S+sign-in-link\?token=[\w-]+/.exec(mail?.text ?? "")?.[0];
    if (link === undefined) throw new Error(`a login was answered with ${asked.status}, and no link was mailed`);
    const { pathname, search } = new URL(link);
    const cookie = asked.cookies.join("; ");
    const page = await ask(pathname + search, { headers: { cookie } });
    ready.push({ target: pathname + search, cookie, body: new URLSearchParams({ intent: "sign-in", proof: /name="proof" value="([^"]*)"/.exec(page.text)?.[1] ?? "" }).toString() });
  }
  return async (i) => {
    const { target, cookie, body } = ready[i];
    const answer = await ask(target, { body, headers: { cookie } });
    if (answer.status !== 303 || !answer.cookies.some((pair) => pair.startsWith("otc_member="))) throw new Error(`a sign-in was answered with ${answer.status}`);
  };
}

function request(port, agent, target, { body, headers = {} }) {
  const own = body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded", "content-length": Buffer.byteLength(body), origin: "http://localhost:3000" };
  return new Promise((resolve, reject) => {
    const sent = http.request({ host: "127.0.0.1", port, agent, path: target, method: body === undefined ? "GET" : "POST", headers: { host: "localhost:3000", ...own, ...headers } }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString("utf8"), cookies: (response.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]) }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
