import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { readKey } from "#platform/files/installation-key.ts";
import { PROCESSES } from "../limits.ts";
import { startPostgres } from "../postgres.ts";
import { testInTurn } from "../in-turn.ts";
import { cookieOf, PASSWORD } from "./backup-world.ts";
import { dataFolder, Spawned } from "./spawned.ts";

/** An installation on PostgreSQL: its variables, and its commands. */
interface Installed {
  environment: Record<string, string>;
  run: (...words: string[]) => Promise<{ code: unknown; out: string; err: string }>;
}

function installed(folder: string, url: string): Installed {
  const environment = {
    DATABASE_URL: url,
    INSTALLATION_KEY_FILE: path.join(folder, "secret", "key"),
    DATA_DIR: path.join(folder, "data"),
    DEMO_PASSWORD: PASSWORD,
  };
  const run = async (...words: string[]) => {
    const { ended, ...own } = await Spawned.start(environment, words).then(async (spawned) => ({
      ended: await spawned.ended,
      out: spawned.out,
      err: spawned.err,
    }));
    return { code: ended, ...own };
  };
  return { environment, run };
}

testInTurn(
  "an installation on PostgreSQL: demo, one server, its own key, an outage, backup, drill, restore and doctor",
  PROCESSES,
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.end());
    const folder = await dataFolder();
    const { environment, run } = installed(folder, await postgres.newDatabase("trust"));
    const server = await (await Spawned.start(environment)).ready();
    const titleOf = (text: string) => /<title>([^<]*)/.exec(text)?.[1];
    const page = await server.ask("/acme");
    expect([page.status, titleOf(page.text)]).toEqual([200, expect.stringContaining("Acme")]);
    const cookie = await cookieOf(server);
    expect((await server.ask("/requests", { headers: { cookie } })).status).toBe(200);
    // Only one server has the database, whatever its folder is.
    const second = { ...environment, DATA_DIR: path.join(folder, "other") };
    const refused = await Spawned.start(second);
    expect(await refused.ended).toBe(1);
    expect(refused.err).toMatch(/^Another server runs on the database of DATABASE_URL .*\.\n$/);
    // Commands run beside it, with its key alone.
    expect(await run("verify-files")).toMatchObject({ code: 0, err: "" });
    const strange = path.join(folder, "strange");
    for (const [text, words] of [
      ["", / is missing: the database of DATABASE_URL was written with another key/],
      [`${"A".repeat(43)}\n`, / is not the key of this database: /],
    ] as const) {
      if (text !== "") writeFileSync(strange, text);
      const other = { ...environment, INSTALLATION_KEY_FILE: strange };
      const command = await Spawned.start(other, ["verify-files"]);
      expect(await command.ended).toBe(1);
      expect(command.err).toMatch(words);
    }
    // What fails while the database is away is told, and heals by itself.
    await postgres.stop();
    for (const target of ["/requests", "/acme/search?q=iso"]) {
      const away = await server.ask(target, { headers: { cookie } });
      expect([target, away.status, Number(away.headers["retry-after"]) > 0]).toEqual([
        target,
        503,
        true,
      ]);
    }
    const ready = () => server.ask("/readyz").then(({ status, text }) => `${status} ${text}`);
    expect(await ready()).toMatch(/^503 .*"database":"failed"/);
    await postgres.start();
    await expect.poll(ready, { timeout: 10_000 }).toMatch(/^200 /);
    expect((await server.ask("/requests", { headers: { cookie } })).status).toBe(200);

    const archive = path.join(folder, "backup.tar");
    expect(await run("backup", archive)).toMatchObject({ code: 0, err: "" });
    expect((await run("backup", "--check", archive)).out).toMatch(/Backup OK\. .* were decrypted/);
    const held = await run("restore", archive);
    expect([held.code, held.err]).toEqual([1, expect.stringMatching(/isn’t empty/)]);
    const place = path.join(folder, "restored");
    const back = installed(place, await postgres.newDatabase("restored"));
    expect(await back.run("restore", archive)).toMatchObject({ code: 0, err: "" });
    expect(readdirSync(back.environment.DATA_DIR!).sort()).toEqual(["blobs", "lock.db"]);
    const keys = [environment, back.environment].map(({ INSTALLATION_KEY_FILE: file }) =>
      readKey(file!).then((key) => key?.id),
    );
    expect(await keys[1]).toBe(await keys[0]);
    const doctor = await back.run("doctor", "--files", "--json");
    const { ok, checks } = JSON.parse(doctor.out) as { ok: boolean; checks: { name: string }[] };
    expect([ok, doctor.code]).toEqual([true, 0]);
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: "database",
        state: "right",
        found: expect.stringMatching(/on PostgreSQL \d/) as string,
      }),
    );
    expect(checks).toContainEqual(
      expect.objectContaining({ name: "notifications", state: "right" }),
    );
    const again = await (await Spawned.start(back.environment)).ready();
    expect(titleOf((await again.ask("/acme")).text)).toBe(titleOf(page.text));
    expect(await again.stop()).toBe(0);
    // The lock goes with the process, however it ends.
    await server.stop("SIGKILL");
    const next = await (await Spawned.start(environment)).ready();
    expect(await next.stop()).toBe(0);
  },
);
