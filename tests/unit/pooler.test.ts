import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PROCESSES } from "../limits.ts";
import { isInTurn } from "../in-turn.ts";
import { notificationsArrive } from "#db/postgres/engine.ts";
import { migrate } from "#db/migrate.ts";
import { Store } from "#db/store.ts";
import { freePort } from "../server/spawned.ts";
import { startPostgres } from "../postgres.ts";

const DEBIANS = process.env.PGBOUNCER ?? "/usr/sbin/pgbouncer";

const TITLE =
  "behind PgBouncer in transaction mode a server begins with DATABASE_LISTEN_URL alone, and hears what others write";

// Debian's package, where it is installed.
test.runIf(isInTurn(TITLE, 20) && existsSync(DEBIANS))(TITLE, PROCESSES, async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.end());
  const direct = await postgres.newDatabase("trust");
  const folder = mkdtempSync(path.join(tmpdir(), "otc-pooler-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  const settings = path.join(folder, "pgbouncer.ini");
  writeFileSync(
    settings,
    `[databases]
trust = host=${postgres.folder} dbname=trust user=trust
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
ignore_startup_parameters = extra_float_digits, lock_timeout, statement_timeout, idle_in_transaction_session_timeout
`,
  );
  const isRoot = process.getuid?.() === 0;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const as = isRoot ? { uid: id("-u"), gid: id("-g") } : {};
  if (isRoot) for (const place of [folder, settings]) chownSync(place, id("-u"), id("-g"));
  const pooler = spawn(DEBIANS, [settings], { ...as, stdio: "ignore" });
  onTestFinished(() => void pooler.kill("SIGKILL"));
  const pooled = `postgres://trust@127.0.0.1:${port}/trust`;
  const open = (url: string, serves: "alone" | "among others", directUrl?: string) =>
    Store.connect(url, null, { serves, ...(directUrl === undefined ? {} : { directUrl }) });
  const facts = { host: "a", address: "b", version: "c", lastMigration: "d" };
  await expect
    .poll(() => notificationsArrive(pooled, direct).catch(String), { timeout: 10_000 })
    .toBe(true);
  expect(await notificationsArrive(pooled, pooled)).toBe(false);

  const one = await open(pooled, "among others", direct);
  onTestFinished(() => one.close());
  await migrate(one.connection);
  one.migrated();
  await one.join(facts, ["mail"]);
  const two = await open(pooled, "among others", direct);
  onTestFinished(() => two.close());
  two.migrated();
  const membership = await two.join(facts, ["mail"]);
  expect(membership.duty("mail").isHeld()).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (let round = 0; round < 20; round += 1) {
    const before = two.generation();
    await one.write((trx) =>
      trx
        .insertInto("setupLinks")
        .values({ tokenHash: String(round), createdAt: "", expiresAt: "", usedAt: null })
        .execute(),
    );
    expect([round, two.generation() > before]).toEqual([round, true]);
    const rows = await two.read.selectFrom("setupLinks").selectAll().execute();
    expect(rows).toHaveLength(round + 1);
  }
  const deaf = await open(pooled, "among others");
  onTestFinished(() => deaf.close());
  await expect(deaf.join(facts, [])).rejects.toThrow(/Set DATABASE_LISTEN_URL/);
});
