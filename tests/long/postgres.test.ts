import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startCutter } from "../cut-connections.ts";
import { type OwnPostgres, startPostgres } from "../postgres.ts";
import { type Acknowledged, cookieOf, eightWriters, PASSWORD } from "../server/backup-world.ts";
import { changed, fieldsOf, formsOf } from "../server/page-form.ts";
import { dataFolder, Spawned } from "../server/spawned.ts";

const MINUTES = 900_000;
const HEALED_MS = 5_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server of PostgreSQL of the test's own. */
async function ownPostgres(): Promise<OwnPostgres> {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.end());
  return postgres;
}

/** The variables of an installation on a database. */
async function environmentOn(url: string): Promise<Record<string, string>> {
  const folder = await dataFolder();
  return {
    DATABASE_URL: url,
    INSTALLATION_KEY_FILE: path.join(folder, "secret", "key"),
    DATA_DIR: path.join(folder, "data"),
    DEMO_PASSWORD: PASSWORD,
    // The writers come from many networks.
    TRUST_PROXY: "loopback",
  };
}

async function columnOf(url: string, statement: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ value: string }>(statement);
    return rows.map(({ value }) => value);
  } finally {
    await client.end();
  }
}

/** Which of the writes that were acknowledged a database lacks. */
async function missingIn(url: string, { emails, documents }: Acknowledged): Promise<string[]> {
  const addresses = new Set(await columnOf(url, 'select email as "value" from subscribers'));
  const names = new Set(await columnOf(url, 'select "originalName" as "value" from documents'));
  return [
    ...emails.filter((email) => !addresses.has(email)),
    ...documents.filter((name) => !names.has(name)),
  ];
}

const subscribe = (server: Spawned, name: string, network: number) =>
  server.ask("/api/share/acme/subscribe", {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": `192.0.2.${network % 250}` },
    body: JSON.stringify({ email: `${name}@reader.example`, source: "test" }),
  });

test(
  "PostgreSQL ends and comes back ten times under eight writers: nothing acknowledged is lost, and it goes on by itself",
  async () => {
    const postgres = await ownPostgres();
    const url = await postgres.newDatabase("trust");
    const server = await (await Spawned.start(await environmentOn(url))).ready();
    const cookie = await cookieOf(server);
    const noted: Acknowledged = { emails: [], documents: [] };
    const end = eightWriters(server, cookie, noted);
    const healed: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      await sleep(700 + round * 137);
      const written = () => noted.emails.length + noted.documents.length;
      await postgres.stop();
      await sleep(200 + round * 50);
      await postgres.start();
      const [since, before] = [performance.now(), written()];
      while (written() === before && performance.now() - since < 4 * HEALED_MS) await sleep(20);
      healed.push(Math.round(performance.now() - since));
    }
    await end();
    const said = `${noted.emails.length} addresses, ${noted.documents.length} documents; written again after ${healed.join(", ")} ms\n`;
    process.stdout.write(said);
    expect(await missingIn(url, noted)).toEqual([]);
    expect(Math.max(...healed)).toBeLessThan(HEALED_MS);
    expect(noted.documents.length).toBeGreaterThan(0);
    expect((await server.ask("/readyz")).status).toBe(200);
    expect(await server.stop()).toBe(0);
  },
  MINUTES,
);

test(
  "kill -9 of the server twenty times under eight writers: nothing acknowledged is lost",
  async () => {
    const postgres = await ownPostgres();
    const url = await postgres.newDatabase("trust");
    const environment = await environmentOn(url);
    const noted: Acknowledged = { emails: [], documents: [] };
    for (let round = 0; round < 20; round += 1) {
      const server = await (await Spawned.start(environment)).ready();
      const cookie = await cookieOf(server);
      const before = noted.emails.length;
      const end = eightWriters(server, cookie, noted);
      // It is in the midst of writing, and now and then a file has come in.
      while (noted.emails.length < before + 5 || noted.documents.length <= round / 4)
        await sleep(5);
      await sleep((round * 271) % 900);
      await server.stop("SIGKILL");
      await end();
    }
    process.stdout.write(
      `${noted.emails.length} addresses, ${noted.documents.length} documents acknowledged\n`,
    );
    expect(await missingIn(url, noted)).toEqual([]);
    expect(noted.emails.length).toBeGreaterThanOrEqual(100);
    expect(noted.documents.length).toBeGreaterThanOrEqual(5);
    const last = await (await Spawned.start(environment)).ready();
    expect((await last.ask("/acme")).status).toBe(200);
    expect(await last.stop()).toBe(0);
  },
  MINUTES,
);

test(
  "a connection that is cut in the middle of a commit is told as that, and the same form again does nothing twice",
  async () => {
    const postgres = await ownPostgres();
    const cutter = await startCutter(postgres.folder);
    onTestFinished(() => cutter.end());
    const url = await postgres.newDatabase("trust");
    const server = await (await Spawned.start(await environmentOn(cutter.through(url)))).ready();
    const cookie = await cookieOf(server);
    const stored = (question: string) =>
      columnOf(url, `select id as "value" from "faqEntries" where question = '${question}'`);
    const shown = async (question: string) =>
      (await server.ask("/acme/faq")).text.includes(question);
    for (const [round, moment] of (["after", "before", "after", "before"] as const).entries()) {
      const question = `Is number ${round} there once?`;
      const page = await server.ask("/knowledge-base/new", { headers: { cookie } });
      const form = formsOf(page).find((text) => text.includes('name="question"')) ?? "";
      const fields = changed(fieldsOf(form), { question, answer: "Yes.", access: "public" });
      const send = () => server.ask("/knowledge-base/new", { headers: { cookie }, form: fields });
      // What is kept for everybody is of before.
      expect(await shown(question)).toBe(false);
      const wasCut = cutter.cut("faqEntries", moment);
      const answer = await send();
      expect([moment, wasCut(), answer.status, Number(answer.headers["retry-after"]) > 0]).toEqual([
        moment,
        true,
        503,
        true,
      ]);
      expect(answer.text).toContain("It may be saved or not");
      const isStored = moment === "after";
      expect(await stored(question)).toHaveLength(isStored ? 1 : 0);
      expect(await shown(question)).toBe(isStored);
      expect((await send()).status).toBe(303);
      expect(await stored(question)).toHaveLength(1);
      expect(await shown(question)).toBe(true);
    }
    expect(await server.stop()).toBe(0);
  },
  MINUTES,
);

// A disk of its own is the system's to make, and the system lets root alone.
test.runIf(process.getuid?.() === 0)(
  "a disk without room refuses writes with 507 and Retry-After, goes on to be read, and heals",
  async () => {
    const postgres = await ownPostgres();
    const disk = mkdtempSync(path.join(tmpdir(), "otc-postgres-disk-"));
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", disk], {
      encoding: "utf8",
    });
    expect([mounted.status, mounted.stderr]).toEqual([0, ""]);
    onTestFinished(async () => {
      await postgres.stop();
      spawnSync("umount", ["-l", disk]);
      rmSync(disk, { recursive: true, force: true });
    });
    postgres.own(disk);
    const client = new pg.Client(postgres.addressOf("postgres"));
    await client.connect();
    await client.query(`create tablespace small location '${disk}'`);
    await client.end();
    const url = await postgres.newDatabase("trust", "tablespace small");
    const server = await (await Spawned.start(await environmentOn(url))).ready();
    const cookie = await cookieOf(server);
    await server.textsRead();
    const filler = path.join(disk, "filler");
    spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"]);
    spawnSync("dd", ["if=/dev/zero", `of=${filler}2`, "bs=1k"]);
    // The tables' own pages have some room left.
    const noted: Acknowledged = { emails: [], documents: [] };
    let refused = await subscribe(server, "full0", 0);
    for (let at = 1; refused.status < 300 && at < 5_000; at += 1) {
      noted.emails.push(`full${at - 1}@reader.example`);
      refused = await subscribe(server, `full${at}`, at);
    }
    expect([refused.status, refused.headers["retry-after"]]).toEqual([507, "60"]);
    for (const target of ["/acme", "/acme/faq", "/healthz"])
      expect([target, (await server.ask(target)).status]).toEqual([target, 200]);
    expect((await server.ask("/documents", { headers: { cookie } })).status).toBe(200);
    for (const file of [filler, `${filler}2`]) rmSync(file, { force: true });
    const healed = await subscribe(server, "healed", 0);
    expect(healed.status).toBeLessThan(300);
    noted.emails.push("healed@reader.example");
    expect(await missingIn(url, noted)).toEqual([]);
    expect(server.err).not.toContain("unexpected error");
    expect(await server.stop()).toBe(0);
  },
  MINUTES,
);
