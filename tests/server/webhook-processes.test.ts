import Database from "better-sqlite3";
import path from "node:path";
import { beforeAll, expect } from "vitest";
import { sealOf } from "#company/webhooks/store/webhooks.server.ts";
import { newHookSecret } from "#company/webhooks/signing.server.ts";
import { PROCESSES } from "../limits.ts";
import { everything } from "../sample.ts";
import { testInTurn } from "../in-turn.ts";
import { loadedFolder } from "./loaded-folder.ts";
import { dataFolder, Spawned } from "./spawned.ts";
import { builtServer } from "./template.ts";
import { HookReceiver } from "./webhook-receiver.ts";

let loaded: string;

beforeAll(async () => {
  ({ folder: loaded } = await loadedFolder());
}, PROCESSES.timeout);

const HOOK = "killed webhook";

/** A webhook to which so many things happened, as a process that wrote them left it. */
async function plant(folder: string, receiver: HookReceiver, count: number): Promise<string[]> {
  const { loadInstallationKey } = await builtServer();
  const key = await loadInstallationKey(folder);
  const database = new Database(path.join(folder, "trust.db"));
  const { id: orgId } = database.prepare("select id from orgs where slug = 'acme'").get() as {
    id: string;
  };
  const at = new Date(Date.now() - 1_000).toISOString();
  const hook = database.prepare(
    "insert into webhooks (orgId, id, kind, name, sealedUrl, host, sealedSecret, typesJson, details, createdAt, createdBy, nextAttemptAt) values (?, ?, 'webhook', 'Killed', ?, ?, ?, '[]', 0, ?, 'Olive', ?)",
  );
  const delivery = database.prepare(
    "insert into webhookDeliveries (orgId, id, webhookId, type, at, subjectId, path, state, notBefore, attempts) values (?, ?, ?, 'request.received', ?, ?, '/requests', 'queued', ?, 0)",
  );
  const names = Array.from({ length: count }, (_, n) => `event ${String(n).padStart(4, "0")}`);
  database.transaction(() => {
    hook.run(
      orgId,
      HOOK,
      key.seal(sealOf(orgId, HOOK, "url"), receiver.service.url("/hook")),
      receiver.service.host,
      key.seal(sealOf(orgId, HOOK, "secret"), newHookSecret()),
      at,
      at,
    );
    for (const name of names) delivery.run(orgId, name, HOOK, at, name, at);
  })();
  database.close();
  return names;
}

function states(folder: string): Record<string, number> {
  const database = new Database(path.join(folder, "trust.db"));
  const rows = database
    .prepare(
      "select state, count(*) as n from webhookDeliveries where webhookId = ? group by state",
    )
    .all(HOOK) as { state: string; n: number }[];
  database.close();
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

testInTurn(
  "a process that is killed again and again tells a webhook everything, in order, each under one id",
  async () => {
    const folder = await dataFolder(loaded);
    const receiver = await HookReceiver.open();
    const all = everything ? 2_000 : 300;
    const names = await plant(folder, receiver, all);
    const environment = {
      DATA_DIR: folder,
      MAIL: "outbox",
      OUTBOUND_ALLOW: `webhooks:${receiver.service.host}`,
    };
    const kills = everything ? 20 : 3;
    for (let kill = 1; kill <= kills; kill += 1) {
      const goal = Math.floor((all * kill) / (kills + 1));
      const server = await Spawned.start(environment);
      await expect.poll(() => receiver.calls.length, { timeout: 60_000 }).toBeGreaterThan(goal);
      await server.stop("SIGKILL");
    }
    const server = await (await Spawned.start(environment)).ready();
    await expect.poll(() => states(folder).sent, { timeout: 60_000 }).toBe(all);
    expect(await server.stop()).toBe(0);
    const seen = receiver.calls.map(({ body }) => body.data.id);
    expect([...new Set(seen)]).toEqual(names);
    expect(receiver.calls.every(({ id, body }) => id === `msg_${body.data.id}`)).toBe(true);
    // At each kill, what was under way comes once more, and nothing else.
    expect(seen.length - all).toBeLessThanOrEqual(kills);
    expect(states(folder)).toEqual({ sent: all });
  },
  PROCESSES.timeout,
);
