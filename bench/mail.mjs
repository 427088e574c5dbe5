// What sending to many costs: the publish request, mails a second against the sink's own limit, pages meanwhile, memory.
import Database from "better-sqlite3";
import { fork, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import path from "node:path";
import { median } from "./load.mjs";
import { quiet } from "./quiet.mjs";
import { startProduct } from "./servers.mjs";
import { row } from "./table.mjs";

const CONNECTIONS = 5;
const HERE = import.meta.dirname;

/**
 * An update to so many subscribers, from the request that publishes it to the last mail.
 * @param folder a data folder with the demo in it, whose server is stopped
 */
export async function mailing(folder, count) {
  const sink = await startSink();
  const limit = await bareRate(sink.port, Math.min(count, 5_000));
  const cookie = plant(folder, count);
  process.env.MAIL = `smtp://127.0.0.1:${sink.port}`;
  const server = await startProduct(folder).finally(() => delete process.env.MAIL);
  try {
    await quiet(server, folder);
    const alone = await latencies(server, 3_000);
    const before = server.memory();
    const taken = await sink.taken();
    const publish = await publishUpdate(server, cookie);
    const started = performance.now();
    const cpu = server.cpu();
    let peak = before;
    const during = [];
    while ((await sink.taken()) - taken < count) {
      during.push(...(await latencies(server, 500)));
      peak = Math.max(peak, server.memory());
      if (performance.now() - started > 3_600_000)
        throw new Error("the mailing did not end within an hour");
    }
    const seconds = (performance.now() - started) / 1_000;
    const share = Math.min(0.95, (server.cpu() - cpu) / 1_000 / seconds);
    const control = await beside(share, () =>
      latencies(server, Math.min(20_000, Math.max(5_000, seconds * 500))),
    );
    const rate = count / seconds;
    return [
      row(
        `publish to ${count} subscribers`,
        `${publish.toFixed(0)} ms`,
        "1000 ms",
        publish / 1_000,
        "1 or less",
      ),
      row(
        `mails a second, ${count}`,
        rate.toFixed(0),
        `${limit.toFixed(0)} by a bare client`,
        rate / limit,
      ),
      row(
        "page p99 while sending",
        `${p99(during).toFixed(1)} ms`,
        `${p99(control).toFixed(1)} ms, ${Math.round(share * 100)} % of a processor burnt beside`,
        p99(during) / p99(control),
      ),
      row(
        "page median while sending",
        `${median(during).toFixed(1)} ms`,
        `${median(alone).toFixed(1)} ms when quiet`,
        median(during) / median(alone),
      ),
      row(
        "memory while sending",
        `${Math.round(peak)} MB`,
        `${Math.round(before)} MB before`,
        peak / before,
      ),
    ];
  } finally {
    await server.stop();
    sink.stop();
  }
}

/**
 * @param words `--links`: it keeps the links to sign in with
 * @returns what it takes: how many emails so far, and the newest link of each address
 */
export async function startSink(...words) {
  const child = fork(path.join(HERE, "smtp-sink.mjs"), words, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const next = () => new Promise((resolve) => child.once("message", resolve));
  const { port } = await next();
  const ask = (what) => {
    const answer = next();
    child.send(what);
    return answer;
  };
  return {
    port,
    taken: async () => (await ask("taken")).taken,
    links: async () => new Map((await ask("links")).links),
    stop: () => child.disconnect(),
  };
}

/** Mails a second that the sink takes from a client that does nothing else. */
async function bareRate(port, count) {
  const runs = [];
  for (let round = 0; round < 3; round += 1) {
    const child = spawn(
      process.execPath,
      [path.join(HERE, "smtp-client.mjs"), String(port), String(count), String(CONNECTIONS)],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    await new Promise((resolve) => child.once("close", resolve));
    runs.push(count / (Number(text) / 1_000));
  }
  return median(runs);
}

/** Fills the list of the demo's first org. @returns the cookie of a session of its owner */
function plant(folder, count) {
  const database = new Database(path.join(folder, "trust.db"));
  const token = randomBytes(32).toString("base64url");
  const now = Date.now();
  const at = new Date(now).toISOString();
  const { id: orgId } = database.prepare("select id from orgs where slug = 'acme'").get();
  const { id: staffId } = database
    .prepare("select id from staff where email = 'owner@acme.example'")
    .get();
  const insert = database.prepare(
    "insert into subscribers (orgId, id, email, emailKey, emailDomain, state, source, createdAt, confirmedAt, allUpdates, digest) values (?, ?, ?, ?, 'bench.example', 'confirmed', 'import', ?, ?, 1, 'each')",
  );
  database.transaction(() => {
    database.prepare("delete from subscribers where orgId = ?").run(orgId);
    for (let i = 0; i < count; i += 1)
      insert.run(
        orgId,
        randomBytes(16).toString("base64url"),
        `reader${i}@bench.example`,
        `reader${i}@bench.example`,
        at,
        at,
      );
    database
      .prepare(
        "insert into sessions (tokenHash, kind, staffId, orgId, createdAt, lastSeenAt, expiresAt) values (?, 'staff', ?, ?, ?, ?, ?)",
      )
      .run(
        createHash("sha256").update(token).digest("hex"),
        staffId,
        orgId,
        at,
        at,
        new Date(now + 3_600_000).toISOString(),
      );
  })();
  database.close();
  return `otc_staff=${token}`;
}

/** An update to all subscribers, as the API takes it. */
export const UPDATE = {
  subject: "A measurement",
  category: "general",
  message: "An update of **some** words.\n\n- One\n- Two\n",
  spAudience: "public",
  channelSp: true,
  channelEmail: { subscribers: true },
  approve: true,
};

/** Publishes an update to all subscribers. @returns the milliseconds until the answer */
async function publishUpdate(server, cookie) {
  const started = performance.now();
  const answer = await fetch(`http://localhost:${server.port}/api/trust-center/updates`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify(UPDATE),
  });
  if (answer.status !== 201)
    throw new Error(`publishing was answered with ${answer.status}: ${await answer.text()}`);
  return performance.now() - started;
}

/** The milliseconds of one page after the other, rendered each time, for so long. */
async function latencies(server, ms) {
  const found = [];
  for (const end = performance.now() + ms; performance.now() < end;) {
    found.push((await server.get("/acme", { cookie: "otc_bench=1" })).ms);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return found;
}

/** Does something while another process takes a share of a processor. */
async function beside(share, work) {
  const child = spawn(process.execPath, [path.join(HERE, "burn.mjs"), String(share)], {
    stdio: "ignore",
  });
  try {
    return await work();
  } finally {
    child.kill("SIGKILL");
  }
}

export function p99(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.99)] ?? Number.NaN;
}
