import Database from "better-sqlite3";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import { PROCESSES } from "../limits.ts";
import { type OwnPostgres, startPostgres } from "../postgres.ts";
import { chance, everything } from "../sample.ts";
import { testInTurn } from "../in-turn.ts";
import { type Acknowledged, cookieOf, eightWriters, PASSWORD } from "./backup-world.ts";
import { loadedFolder } from "./loaded-folder.ts";
import { SeveralServers } from "./several-servers.ts";
import { SmtpSink } from "./smtp-sink.ts";
import { dataFolder, Spawned } from "./spawned.ts";

/** How often a move is killed. */
const KILLS = everything ? 10 : 2;

type Environment = Record<string, string>;

async function run(environment: Environment, ...words: string[]) {
  const spawned = await Spawned.start(environment, words);
  return { code: await spawned.ended, out: spawned.out, err: spawned.err };
}

async function ownPostgres(): Promise<OwnPostgres> {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.end());
  return postgres;
}

/** An installation on a new database, and how a move gets there. */
async function onPostgres(postgres: OwnPostgres, name: string) {
  const url = await postgres.newDatabase(name);
  const data = path.join(await dataFolder(), "data");
  return {
    environment: {
      DATA_DIR: data,
      DATABASE_URL: url,
      INSTALLATION_KEY_FILE: path.join(data, "keys", "installation.key"),
      DEMO_PASSWORD: PASSWORD,
    },
    words: ["move", "--to", url, "--data", data],
  };
}

/** The content of both companies of the demo, as archives. */
async function exportsOf(environment: Environment): Promise<Buffer[]> {
  const folder = await dataFolder();
  const archives: Buffer[] = [];
  for (const org of ["acme", "globex"]) {
    const file = path.join(folder, `${org}.zip`);
    expect(await run(environment, "content:export", "--org", org, file)).toMatchObject({ code: 0 });
    archives.push(readFileSync(file));
  }
  return archives;
}

testInTurn(
  "an installation that is moved there and back, killed again and again, exports the same bytes",
  PROCESSES,
  async () => {
    const source = { DATA_DIR: await dataFolder((await loadedFolder()).folder) };
    const before = await exportsOf(source);
    const postgres = await ownPostgres();
    let there = await onPostgres(postgres, "there_0");
    // One that is killed as it ends has moved already, and the next one says so.
    let wasKilled = false;
    const isMoved = ({ code, err }: Pick<Awaited<ReturnType<typeof run>>, "code" | "err">) =>
      code === 0 || (wasKilled && code === 1 && err.startsWith("This installation was moved to "));
    const goElsewhere = async (name: string) => {
      expect((await run(source, "move", "--stay")).code).toBe(0);
      there = await onPostgres(postgres, name);
      wasKilled = false;
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const moving = await Spawned.start(source, there.words);
      const timer = setTimeout(
        () => moving.child.kill("SIGKILL"),
        500 + 2_500 * chance(`kill ${kill} of a move`),
      );
      const code = await moving.ended;
      clearTimeout(timer);
      // The source is a whole installation whatever happened.
      expect(await run(source, "verify-files")).toMatchObject({ code: 0 });
      if (code === "SIGKILL") {
        wasKilled = true;
        continue;
      }
      expect(isMoved({ code, err: moving.err }), moving.err).toBe(true);
      await goElsewhere(`there_${kill + 1}`);
    }
    let moved = await run(source, ...there.words);
    if (moved.code !== 0 && isMoved(moved)) {
      await goElsewhere("there_last");
      moved = await run(source, ...there.words);
    }
    expect(moved).toMatchObject({ code: 0, err: "" });
    expect(moved.out).toMatch(/^Moved to postgres:.* rows in \d+ tables, and 120 stored files/m);
    const refused = await Spawned.start({ ...source, DEMO_PASSWORD: PASSWORD });
    expect(await refused.ended).toBe(1);
    expect(refused.err).toMatch(/^This installation was moved to postgres:.*\n$/);
    expect(await exportsOf(there.environment)).toEqual(before);
    const server = await (await Spawned.start(there.environment)).ready();
    expect((await server.ask("/acme")).text).toContain("Acme");
    await server.stop();
    const after = await exportsOf(there.environment);
    const back = { DATA_DIR: path.join(await dataFolder(), "data") };
    expect(await run(there.environment, "move", "--to", back.DATA_DIR)).toMatchObject({
      code: 0,
      err: "",
    });
    expect(await exportsOf(back)).toEqual(after);
    expect(await run(back, "verify-files")).toMatchObject({ code: 0 });
    const again = await (await Spawned.start({ ...back, DEMO_PASSWORD: PASSWORD })).ready();
    expect((await again.ask("/acme")).status).toBe(200);
  },
);

testInTurn(
  "an installation that is moved under eight writers loses nothing that was acknowledged, and sends no email twice",
  PROCESSES,
  async () => {
    const folder = await dataFolder((await loadedFolder()).folder);
    const sink = await SmtpSink.start();
    const mail = { MAIL: sink.url, MAIL_FROM: "trust@acme.example" };
    const source = { DATA_DIR: folder, DEMO_PASSWORD: PASSWORD, TRUST_PROXY: "loopback", ...mail };
    const postgres = await ownPostgres();
    const there = await onPostgres(postgres, "there");
    const server = await (await Spawned.start(source)).ready();
    const cookie = await cookieOf(server);
    const noted: Acknowledged = { emails: [], documents: [] };
    const endWriters = eightWriters(server, cookie, noted);
    const moving = await Spawned.start({ DATA_DIR: folder }, there.words);
    await expect.poll(() => moving.out, { timeout: 60_000 }).toContain("Now stop the server.");
    const acknowledged = structuredClone(noted);
    const form = { email: "late@reader.example" };
    const late = await server.ask("/acme/subscribe", { form });
    expect([late.status, late.headers["retry-after"]]).toEqual([503, "60"]);
    expect(late.text).toContain("This installation is being moved.");
    expect((await server.ask("/acme", { headers: { cookie } })).status).toBe(200);
    expect((await server.ask("/readyz")).status).toBe(200);
    const sent = sink.received.length;
    await endWriters();
    // Nothing was acknowledged after that.
    expect(noted).toEqual(acknowledged);
    expect(acknowledged.emails.length).toBeGreaterThan(0);
    // Nor is anything sent that the other place would send again.
    expect(sink.received.length).toBe(sent);
    expect(sent).toBeGreaterThan(0);
    await server.stop();
    expect(await moving.ended).toBe(0);
    const client = new pg.Client(there.environment.DATABASE_URL);
    await client.connect();
    const all = async (statement: string) =>
      (await client.query<{ text: string }>(statement)).rows.map(({ text }) => text);
    const emails = await all("select email as text from subscribers");
    const documents = await all('select "originalName" as text from documents');
    expect(acknowledged.emails.filter((email) => !emails.includes(email))).toEqual([]);
    expect(acknowledged.documents.filter((name) => !documents.includes(name))).toEqual([]);
    expect(await run(there.environment, "verify-files")).toMatchObject({ code: 0 });
    // The one that it left takes no writes any more, by whichever way.
    const database = new Database(path.join(folder, "trust.db"), { readonly: true });
    expect(database.prepare("select state from moves").pluck().all()).toEqual(["left"]);
    database.close();
    rmSync(folder, { recursive: true });
    const moved = await (await Spawned.start({ ...there.environment, ...mail })).ready();
    expect((await moved.ask("/acme")).status).toBe(200);
    await expect
      .poll(() => all("select id as text from outbox where state = 'queued'"), { timeout: 60_000 })
      .toEqual([]);
    await client.end();
    const ids = sink.received.map(({ messageId }) => messageId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.length).toBeGreaterThanOrEqual(acknowledged.emails.length);
  },
);

testInTurn(
  "two servers on a database and a bucket refuse changes while both are moved, and both have to stop",
  PROCESSES,
  async () => {
    const sink = await SmtpSink.start();
    const servers = await SeveralServers.open();
    const one = await (await servers.start("one", sink)).ready();
    const two = await (await servers.start("two", sink)).ready();
    const back = { DATA_DIR: path.join(await dataFolder(), "data") };
    const source = servers.environment("a third machine", sink);
    const moving = await Spawned.start(source, ["move", "--to", back.DATA_DIR]);
    await expect.poll(() => moving.out, { timeout: 60_000 }).toContain("Now stop all servers: ");
    for (const server of [one, two]) {
      expect(moving.out).toContain(`(localhost:${server.port})`);
      const late = await server.ask("/acme/subscribe", { form: { email: "late@reader.example" } });
      expect([late.status, late.headers["retry-after"]]).toEqual([503, "60"]);
      expect(late.text).toContain("This installation is being moved.");
      expect((await server.ask("/acme")).status).toBe(200);
    }
    expect(await one.stop()).toBe(0);
    await pause(3_000);
    expect(moving.child.exitCode).toBe(null);
    expect(await two.stop()).toBe(0);
    expect(await moving.ended).toBe(0);
    expect(moving.out).toContain("\nBLOBS unset\n");
    expect(await run(back, "verify-files")).toMatchObject({ code: 0 });
    const again = await servers.start("two", sink);
    expect(await again.ended).toBe(1);
    expect(again.err).toContain("This installation was moved to ");
    const server = await (await Spawned.start({ ...back, DEMO_PASSWORD: PASSWORD })).ready();
    expect((await server.ask("/acme")).status).toBe(200);
  },
);
