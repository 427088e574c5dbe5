// Reads by a key of a program, in this process. The limit is the row itself, found by its id, and a route that does
// nothing; beside it stands the row by node:http alone. All in processor time, since a key waits for nothing else.
import Database from "better-sqlite3";
import http from "node:http";
import path from "node:path";
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { inProcess, request } from "./in-process.mjs";
import { row } from "./table.mjs";

/** What a read of one entry may cost beside the row alone: half as many in the same time. */
const AIM = 0.5;
const TURNS = 10;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Reads of one control by a key, one after the other.
 * @param folder a data folder with the demo, which stays as it is
 */
export function keys(folder, count) {
  return inProcess(folder, plantKey, async ({ ask, planted }) => {
    const { key, orgId, controlId } = planted;
    const target = `/api/v1/controls/${controlId}`;
    const headers = { authorization: `Bearer ${key}` };
    const first = await ask(target, { headers });
    if (first.status !== 200) throw new Error(`a read by a key got ${first.status}: ${first.text}`);
    const bare = await bareRow(path.join(folder, "trust.db"), orgId, controlId);
    const healthz = async () => {
      await ask("/healthz");
      bare.row();
    };
    // In turns, so that all have the machine in the same moods; the first turn warms up.
    const took = { ours: 0, route: 0, http: 0 };
    for (let turn = 0; turn <= TURNS; turn += 1) {
      const [ours, route, bareHttp] = [
        await processorTime(count / TURNS, () => ask(target, { headers })),
        await processorTime(count / TURNS, healthz),
        await processorTime(count / TURNS, () => bare.ask(headers)),
      ];
      if (turn === 0) continue;
      took.ours += ours;
      took.route += route;
      took.http += bareHttp;
    }
    await bare.close();
    const each = (time) => `${(time / count).toFixed(2)} ms`;
    const what = "a control, read by a key";
    const own = each(took.ours);
    return [
      row(
        `${what}: processor time`,
        own,
        `${each(took.route)} for the row and a no-op route`,
        took.route / took.ours,
        `≥ ${AIM}`,
      ),
      row(
        `${what}, beside node:http alone`,
        own,
        `${each(took.http)} for the row by node:http`,
        took.http / took.ours,
      ),
    ];
  });
}

async function processorTime(count, step) {
  const before = process.cpuUsage();
  for (let i = 0; i < count; i += 1) await step();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** A key of the demo's owner, the same in each database. */
function plantKey(database) {
  const { orgId, staffId } = database
    .prepare(
      "select r.orgId, r.staffId from staffRoles r join staff s on s.id = r.staffId where s.email = 'owner@acme.example'",
    )
    .get();
  const { id: controlId } = database
    .prepare("select id from controls where orgId = ? order by id limit 1")
    .get(orgId);
  const random = createHash("sha256").update("bench").digest("base64url");
  let rest = crc32(random);
  let checksum = "";
  for (let at = 0; at < 6; at += 1) {
    checksum = DIGITS[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  const key = `otc_s_${random}${checksum}`;
  const columns = {
    orgId,
    id: "bench-key",
    staffId,
    kind: "own",
    name: "Bench",
    secretHash: createHash("sha256").update(key).digest("hex"),
    start: key.slice(0, 10),
    scopesJson: '["content:read"]',
    productsJson: "[]",
    networksJson: "[]",
    createdAt: new Date().toISOString(),
    seenNetworksJson: "[]",
  };
  const names = Object.keys(columns);
  database
    .prepare(
      `insert into "accessKeys" (${names.map((name) => `"${name}"`).join(", ")}) values (${names.map((name) => `@${name}`).join(", ")})`,
    )
    .run(columns);
  return { key, orgId, controlId };
}

/** The row alone: node:http, one statement that was prepared once, and JSON. */
async function bareRow(file, orgId, id) {
  const database = new Database(file, { readonly: true });
  const statement = database.prepare("select * from controls where orgId = ? and id = ?");
  const server = http.createServer((_request, response) => {
    const body = JSON.stringify(statement.get(orgId, id));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return {
    row: () => JSON.stringify(statement.get(orgId, id)),
    ask: (headers) => request(server.address().port, agent, "/", { headers }),
    async close() {
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
      database.close();
    },
  };
}
