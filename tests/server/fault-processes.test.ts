import Database from "better-sqlite3";
import { spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, vi } from "vitest";
import { sample } from "../sample.ts";
import { testInTurn } from "../in-turn.ts";
import { multipart, pdf } from "./multipart.ts";
import { loadedFolder } from "./loaded-folder.ts";
import { command, dataFolder, freePort, Spawned } from "./spawned.ts";
import { StandIn } from "./stand-in.ts";

const OWNER = "owner@acme.example";
const PASSWORD = "correct horse battery staple";
const MINUTES = 180_000;

let loaded: string;

beforeAll(async () => {
  loaded = (await loadedFolder()).folder;
}, MINUTES);

const started = async (folder: string, environment: Record<string, string> = {}) =>
  (await Spawned.start({ DATA_DIR: folder, ...environment })).ready();

/** A start that must come to nothing: one sentence, no stack, code 1, and nothing changed in the folder's database. */
async function refused(folder: string): Promise<string> {
  const files = ["trust.db", "trust.db-wal"].map((name) => path.join(folder, name));
  const bytes = () => files.map((file) => (existsSync(file) ? readFileSync(file) : null));
  const before = bytes();
  const server = await Spawned.start({ DATA_DIR: folder });
  expect(await server.ended).toBe(1);
  expect(server.out).not.toContain("Ready");
  expect(server.err).not.toMatch(/ {4}at /);
  expect(server.err.trim().split("\n")).toHaveLength(1);
  for (const [i, now] of bytes().entries())
    expect([files[i], now?.equals(before[i] ?? Buffer.alloc(0)) ?? now === before[i]]).toEqual([
      files[i],
      true,
    ]);
  return server.err;
}

const subscribe = (server: Spawned, name: string) =>
  server.ask("/api/share/acme/subscribe", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `${name}@reader.example`, source: "test" }),
  });

const subscribers = (folder: string): string[] => {
  const database = new Database(path.join(folder, "trust.db"));
  const rows = database
    .prepare("select email from subscribers where email like '%@reader.example' order by email")
    .pluck()
    .all() as string[];
  database.close();
  return rows;
};

/** A copy of the database alone, as somebody makes it by hand. */
async function backUp(folder: string, target: string): Promise<void> {
  const database = new Database(path.join(folder, "trust.db"), { readonly: true });
  await database.backup(target);
  database.close();
}

describe("a database that must not be opened", () => {
  let left: string;

  beforeAll(async () => {
    left = await mkdtemp(path.join(tmpdir(), "trust-center-killed-"));
    await leave(path.join(left, "data"), path.join(left, "backup.db"));
  }, MINUTES);

  afterAll(() => rm(left, { recursive: true, force: true }));

  /** A folder with what a killed server left, and a backup of its database from before its last checkpoint. */
  async function killed(): Promise<{ folder: string; backup: string }> {
    return {
      folder: await dataFolder(path.join(left, "data")),
      backup: path.join(left, "backup.db"),
    };
  }

  /** Starts a server, writes, and kills it. */
  async function leave(folder: string, backup: string): Promise<void> {
    cpSync(loaded, folder, { recursive: true });
    const server = await (await Spawned.open({ DATA_DIR: folder })).ready();
    await subscribe(server, "before");
    await backUp(folder, backup);
    await subscribe(server, "between");
    // The journal's pages go into the file, and it starts over: what the backup lacks is in neither from now on.
    const other = new Database(path.join(folder, "trust.db"));
    other.pragma("wal_checkpoint(TRUNCATE)");
    other.close();
    await subscribe(server, "after");
    await server.stop("SIGKILL");
    expect(statSync(path.join(folder, "trust.db-wal")).size).toBeGreaterThan(4096);
  }

  testInTurn(
    "what a killed server left is opened, and nothing acknowledged is lost",
    async () => {
      const { folder } = await killed();
      const server = await started(folder);
      expect(await server.stop()).toBe(0);
      expect(subscribers(folder)).toEqual(
        ["after", "before", "between"].map((name) => `${name}@reader.example`),
      );
    },
    MINUTES,
  );

  testInTurn(
    "a backup over what a killed server left is refused, by commands too, and opened once the journal is gone",
    async () => {
      const { folder, backup } = await killed();
      cpSync(backup, path.join(folder, "trust.db"));
      expect(await refused(folder)).toMatch(
        /trust\.db-wal is not the journal of .*If you restored a backup, delete .*trust\.db-wal and .*trust\.db-shm/,
      );
      const reset = await command(folder, "staff:reset", OWNER);
      expect([reset.code, reset.out]).toEqual([1, ""]);
      expect(reset.err).toMatch(/is not the journal of/);
      for (const name of ["trust.db-wal", "trust.db-shm"])
        rmSync(path.join(folder, name), { force: true });
      const server = await started(folder);
      expect(await server.stop()).toBe(0);
      expect(subscribers(folder)).toEqual(["before@reader.example"]);
    },
    MINUTES,
  );

  testInTurn(
    "neither is a damaged one, one that is cut, one that is something else, nor one that is missing beside its files",
    async () => {
      const folder = await dataFolder(loaded);
      const file = path.join(folder, "trust.db");
      const sound = readFileSync(file);
      const flipped = Buffer.from(sound);
      for (let page = 3; page < 60; page += 1) flipped.fill(0xa5, page * 4096, page * 4096 + 64);
      const faults: [Buffer, RegExp][] = [
        [
          flipped,
          /trust\.db is damaged \(.+\)\. Restore a backup\. Delete trust\.db, trust\.db-wal/,
        ],
        [sound.subarray(0, Math.floor(sound.length / 2 / 4096) * 4096), /trust\.db is damaged/],
        [Buffer.from("This is no database. ".repeat(1_000)), /trust\.db is damaged/],
      ];
      for (const [bytes, words] of faults) {
        writeFileSync(file, bytes);
        expect(await refused(folder)).toMatch(words);
      }
      rmSync(file);
      expect(await refused(folder)).toMatch(/trust\.db is missing, but .*blobs holds files/);
      writeFileSync(file, sound);
      await (await started(folder)).stop();
    },
    MINUTES,
  );

  testInTurn(
    "nor a folder whose key is missing, or that a newer version wrote",
    async () => {
      const folder = await dataFolder(loaded);
      const key = path.join(folder, "keys", "installation.key");
      const bytes = readFileSync(key);
      rmSync(key);
      expect(await refused(folder)).toMatch(/installation\.key is missing, but .* Restore it/);
      writeFileSync(key, bytes);
      const database = new Database(path.join(folder, "trust.db"));
      database
        .prepare("insert into kysely_migration (name, timestamp) values (?, ?)")
        .run("9999-of-tomorrow", new Date().toISOString());
      database.close();
      expect(await refused(folder)).toMatch(
        /written by a newer version of Open Trust Center .*9999-of-tomorrow/,
      );
    },
    MINUTES,
  );
});

testInTurn(
  "a fault is reported to the tracker that ERROR_DSN names, in a process of its own",
  async () => {
    const tracker = await StandIn.open();
    tracker.answer = (_, response) => void response.end("{}");
    const folder = await dataFolder(loaded);
    const database = new Database(path.join(folder, "trust.db"), { readonly: true });
    const found = database
      .prepare(
        `select d.id, d.blobHash as hash, d.orgId as org
         from documents d join orgs o on o.id = d.orgId
         join itemDocuments l on l.documentId = d.id
         join items i on i.productId = l.productId and i.uid = l.itemUid
         where o.slug = 'acme' and d.accessType = 'view-and-download' and i.publicAccess = 1
         and i.hiddenAt is null limit 1`,
      )
      .get() as { id: string; hash: string; org: string };
    database.close();
    const blob = path.join(folder, "blobs", found.org, found.hash.slice(0, 2), found.hash);
    writeFileSync(blob, readFileSync(blob).subarray(0, 100));
    const server = await started(folder, { ERROR_DSN: `http://key@${tracker.host}/7` });
    const answer = await server.ask(`/acme/documents/${found.id}/download`);
    expect(answer.status).toBe(500);
    await vi.waitFor(() => expect(tracker.asked).toEqual(["/api/7/envelope/"]), 5_000);
    await server.stop();
  },
  MINUTES,
);

describe("a data folder", () => {
  testInTurn(
    "has one server: a second one says who holds it and ends, commands run beside, and kill -9 lets it go",
    async () => {
      const folder = await dataFolder(loaded);
      const first = await started(folder);
      const second = await Spawned.start({ DATA_DIR: folder });
      expect(await second.ended).toBe(1);
      expect(second.err).toMatch(
        new RegExp(
          `Another server runs on the data folder ${folder}: process ${first.child.pid} on .+, since 20.+Z, at localhost:${first.port}\\.`,
        ),
      );
      expect(second.out).toBe("");
      expect((await command(folder, "verify-files")).code).toBe(0);
      expect((await first.ask("/acme")).status).toBe(200);
      await first.stop("SIGKILL");
      // What uploads of a killed server left goes at once; a command may be running.
      const temporary = path.join(folder, "blobs", "tmp");
      for (const name of ["0123456789abcdef0123456789abcdef", "command-of-now"])
        writeFileSync(path.join(temporary, name), "x");
      const third = await started(folder);
      await expect
        .poll(() => existsSync(path.join(temporary, "0123456789abcdef0123456789abcdef")))
        .toBe(false);
      expect(existsSync(path.join(temporary, "command-of-now"))).toBe(true);
      expect(await third.stop()).toBe(0);
      expect(existsSync(path.join(folder, "server.json"))).toBe(false);
    },
    MINUTES,
  );

  testInTurn(
    "is not served where another program has the port on one address alone",
    async () => {
      await Promise.all(
        ["127.0.0.1", "::1"].map(async (address) => {
          const port = await freePort();
          const taken = net.createServer();
          await new Promise<void>((resolve) => taken.listen(port, address, resolve));
          onTestFinished(() => void taken.close());
          const server = await Spawned.start({
            DATA_DIR: await dataFolder(loaded),
            PORT: String(port),
          });
          expect(await server.ended).toBe(1);
          expect(server.err).toContain(
            `localhost:${port}: the port is already in use on ${address}`,
          );
          expect(server.out).not.toContain("Ready:");
        }),
      );
    },
    MINUTES,
  );
});

describe("a stop", () => {
  /** Asks again and again on one kept connection, counting what became of each request, until it can ask no more. */
  async function asking(
    server: Spawned,
    counted: { answered: number; lost: number },
  ): Promise<void> {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      const outcome = await server
        .ask("/acme", {}, agent)
        .then(({ headers }) => (headers.connection === "close" ? "last" : "answered"))
        .catch((error: NodeJS.ErrnoException) => error.code ?? "failed");
      if (outcome === "ECONNREFUSED") break;
      if (outcome === "answered" || outcome === "last") counted.answered += 1;
      else counted.lost += 1;
      if (outcome !== "answered") break;
    }
    agent.destroy();
  }

  testInTurn(
    "by SIGTERM loses no request of kept connections, and ends at once",
    async () => {
      const server = await started(await dataFolder(loaded));
      const counts = Array.from({ length: 8 }, () => ({ answered: 0, lost: 0 }));
      const clients = Promise.all(counts.map((counted) => asking(server, counted)));
      await expect
        .poll(() => Math.min(...counts.map(({ answered }) => answered)), { timeout: 20_000 })
        .toBeGreaterThan(2);
      const began = performance.now();
      server.child.kill("SIGTERM");
      server.child.kill("SIGTERM");
      await clients;
      expect(counts.map(({ lost }) => lost)).toEqual(counts.map(() => 0));
      expect(await server.ended).toBe(0);
      expect(performance.now() - began).toBeLessThan(5_000);
    },
    MINUTES,
  );

  testInTurn(
    "by SIGHUP answers the request whose head is still coming, and one that lies unread, and ends idle connections",
    async () => {
      const server = await started(await dataFolder(loaded));
      const connect = () =>
        new Promise<net.Socket & { got: string }>((resolve) => {
          const socket = net.connect(server.port, "127.0.0.1", () =>
            resolve(socket),
          ) as net.Socket & {
            got: string;
          };
          socket.got = "";
          socket.on("data", (data) => (socket.got += data.toString("latin1")));
          socket.on("error", () => undefined);
          onTestFinished(() => void socket.destroy());
        });
      const head = `GET /healthz HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`;
      const [idle, kept, half, late] = await Promise.all([
        connect(),
        connect(),
        connect(),
        connect(),
      ]);
      kept.write(head);
      late.write(head);
      await expect.poll(() => kept.got + late.got).toMatch(/200 OK[^]*200 OK/);
      const whole = late.got.length;
      half.write(head.slice(0, 20));
      await new Promise((resolve) => setTimeout(resolve, 100));
      const began = performance.now();
      late.write(head);
      server.child.kill("SIGHUP");
      const ends = [idle, kept, half, late].map(
        (socket) =>
          new Promise<number>((resolve) =>
            socket.once("close", () => resolve(performance.now() - began)),
          ),
      );
      await new Promise((resolve) => setTimeout(resolve, 400));
      half.write(head.slice(20));
      expect(await server.ended).toBe(0);
      const [idleMs = 0, keptMs = 0] = await Promise.all(ends);
      expect(Math.max(idleMs, keptMs)).toBeLessThan(3_000);
      for (const text of [half.got, late.got.slice(whole)])
        expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
      expect(half.got).toMatch(/^Connection: close/im);
    },
    MINUTES,
  );

  testInTurn(
    "reaches the server through npm start",
    async () => {
      // The script's own line, before the built server: what it installs and builds first is not asked here.
      const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
        scripts: Record<string, string>;
      };
      const place = await dataFolder();
      mkdirSync(path.join(place, "bin"));
      for (const file of ["bin/run.sh", "bin/limits.sh"])
        copyFileSync(file, path.join(place, file));
      writeFileSync(path.join(place, "bin/node.mjs"), "console.log(process.execPath);");
      writeFileSync(path.join(place, "package.json"), JSON.stringify({ scripts, type: "module" }));
      writeFileSync(
        path.join(place, "bin/start.mjs"),
        `await import(${JSON.stringify(pathToFileURL(path.resolve("build/server/index.js")).href)});`,
      );
      const port = await freePort();
      for (const signal of sample(["SIGTERM", "SIGINT"] as const, 1, "signals by npm")) {
        const npm = spawn("npm", ["start"], {
          cwd: place,
          env: {
            ...process.env,
            NODE_ENV: "production",
            DATA_DIR: await dataFolder(loaded),
            PORT: String(port),
          },
        });
        let out = "";
        npm.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
        const ended = new Promise((resolve) =>
          npm.once("close", (code, by) => resolve(code ?? by)),
        );
        onTestFinished(() => void npm.kill("SIGKILL"));
        await expect.poll(() => out, { timeout: 20_000 }).toMatch(/^Ready: /m);
        npm.kill(signal);
        expect([signal, await ended]).toEqual([signal, 0]);
        await expect(
          new Promise((resolve, reject) =>
            net.connect(port, "127.0.0.1", () => resolve(null)).on("error", reject),
          ),
        ).rejects.toThrow("ECONNREFUSED");
      }
    },
    MINUTES,
  );
});

describe("a disk that is full", () => {
  /** A small disk with a copy of the loaded folder; root makes one in memory. */
  async function smallDisk(): Promise<{ folder: string; fill: () => void; clear: () => void }> {
    const mount = await mkdtemp(path.join(tmpdir(), "trust-center-disk-"));
    const made = spawnSync("mount", ["-t", "tmpfs", "-o", "size=48m", "tmpfs", mount], {
      encoding: "utf8",
    });
    if (made.status !== 0)
      throw new Error(`this test needs a small disk (mount -t tmpfs): ${made.stderr}`);
    onTestFinished(async () => {
      spawnSync("umount", ["-l", mount]);
      await rm(mount, { recursive: true, force: true });
    });
    const folder = path.join(mount, "data");
    cpSync(loaded, folder, { recursive: true });
    const filler = path.join(mount, "filler");
    return {
      folder,
      fill: () => {
        spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"]);
        spawnSync("dd", ["if=/dev/zero", `of=${filler}2`, "bs=1"]);
        useUpJournal(folder);
      },
      clear: () => {
        for (const file of [filler, `${filler}2`]) rmSync(file, { force: true });
      },
    };
  }

  /**
   * Writes the smallest of commits until one is refused. The journal's file may have room left inside on a disk that
   * has none: where a commit broke off as the disk filled up, or where all of it is in the database already.
   */
  function useUpJournal(folder: string): void {
    const database = new Database(path.join(folder, "trust.db"), { timeout: 5_000 });
    database.pragma("wal_autocheckpoint = 0");
    const commit = database.prepare("update orgs set slug = slug where slug = 'acme'");
    let refusal: unknown = null;
    for (let commits = 0; refusal === null && commits < 10_000; commits += 1)
      try {
        commit.run();
      } catch (error) {
        refusal = error;
      }
    database.close();
    expect(refusal).toMatchObject({ code: "SQLITE_FULL" });
  }

  /** Makes a document of acme that is not for everyone view-only. @returns where it is looked at */
  function viewOnlyPage(folder: string): string {
    const database = new Database(path.join(folder, "trust.db"));
    const row = database
      .prepare(
        `select d.id, l.productId, l.itemUid from documents d
         join itemDocuments l on l.orgId = d.orgId and l.documentId = d.id
         join orgs o on o.id = d.orgId
         where o.slug = 'acme' and d.originalName like '%.pdf' and not exists (
           select 1 from itemDocuments every
           join items i on i.orgId = every.orgId and i.productId = every.productId and i.uid = every.itemUid
           where every.orgId = d.orgId and every.documentId = d.id and i.publicAccess = 1)
         order by d.originalName limit 1`,
      )
      .get() as { id: string; productId: string; itemUid: string };
    database.prepare("update documents set accessType = 'view-only' where id = ?").run(row.id);
    database.close();
    const of = new URLSearchParams({ productId: row.productId, itemUid: row.itemUid });
    return `/acme/documents/${row.id}/view?${of.toString()}`;
  }

  testInTurn(
    "refuses each write with 507 and Retry-After, goes on reading, outlives its own log, and heals",
    async () => {
      const { folder, fill, clear } = await smallDisk();
      const log = path.join(path.dirname(folder), "server.log");
      const viewOnly = viewOnlyPage(folder);
      const port = await freePort();
      const child = spawn(
        "sh",
        ["-c", `exec "${process.execPath}" build/server/index.js > "${log}" 2>&1`],
        {
          env: {
            PATH: process.env.PATH,
            NODE_ENV: "production",
            DATA_DIR: folder,
            PORT: String(port),
          },
        },
      );
      const ended = new Promise((resolve) =>
        child.once("close", (code, by) => resolve(code ?? by)),
      );
      onTestFinished(() => void child.kill("SIGKILL"));
      await expect.poll(() => readFileSync(log, "utf8"), { timeout: 60_000 }).toContain("Ready: ");
      const server = Object.assign(Object.create(Spawned.prototype) as Spawned, { port, child });
      const signIn = () => server.ask("/sign-in", { form: { email: OWNER, password: PASSWORD } });
      const cookie = String((await signIn()).headers["set-cookie"]?.[0]).split(";")[0] ?? "";
      const written: [string, () => ReturnType<Spawned["ask"]>][] = [
        ["subscribe by the API", () => subscribe(server, "full")],
        [
          "subscribe by the form",
          () =>
            server.ask("/acme/subscribe", {
              form: { email: "form@reader.example", source: "page" },
            }),
        ],
        ["look at a view-only page first", () => server.ask(viewOnly, { headers: { cookie } })],
        ["sign in", signIn],
        ["sign out", () => server.ask("/sign-out", { method: "POST", headers: { cookie } })],
      ];
      fill();
      for (const [what, ask] of written) {
        const answer = await ask();
        expect([what, answer.status, answer.headers["retry-after"]]).toEqual([what, 507, "60"]);
      }
      for (const target of ["/acme", "/acme/faq", "/healthz"])
        expect([target, (await server.ask(target)).status]).toEqual([target, 200]);
      expect((await server.ask("/documents", { headers: { cookie } })).status).toBe(200);
      clear();
      expect((await server.ask(viewOnly, { headers: { cookie } })).status).toBe(200);
      expect((await subscribe(server, "healed")).status).toBeLessThan(300);
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
      expect(readFileSync(log, "utf8")).not.toContain("unexpected error");
    },
    MINUTES,
  );

  testInTurn(
    "takes no upload (507) and leaves nothing of it, and is started on again after kill -9: it reads, and heals",
    async () => {
      const { folder, fill, clear } = await smallDisk();
      const first = await started(folder);
      const signedIn = await first.ask("/sign-in", { form: { email: OWNER, password: PASSWORD } });
      const cookie = String(signedIn.headers["set-cookie"]?.[0]).split(";")[0] ?? "";
      const upload = (server: Spawned) => {
        const { body, headers } = multipart(
          [{ name: "full.pdf", bytes: pdf("full", " ".repeat(200_000)), type: "application/pdf" }],
          { type: "Policy" },
        );
        return server.ask("/api/documents", {
          method: "POST",
          headers: { ...headers, cookie },
          body: body as unknown as string,
        });
      };
      fill();
      expect((await upload(first)).status).toBe(507);
      expect(readdirSync(path.join(folder, "blobs", "tmp"))).toEqual([]);
      await first.stop("SIGKILL");
      const second = await started(folder);
      for (const target of ["/acme", "/healthz"])
        expect([target, (await second.ask(target)).status]).toEqual([target, 200]);
      const ready = await second.ask("/readyz");
      expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('"disk":"failed"')]);
      expect((await subscribe(second, "full")).status).toBe(507);
      clear();
      expect((await upload(second)).status).toBe(201);
      expect((await subscribe(second, "healed")).status).toBeLessThan(300);
      expect(await second.stop()).toBe(0);
      expect(subscribers(folder)).toEqual(["healed@reader.example"]);
      expect((await command(folder, "verify-files")).code).toBe(0);
    },
    MINUTES,
  );
});

describe("a database that another program holds while the server starts", () => {
  testInTurn(
    "lets the start wait, and serves as soon as it is let go",
    async () => {
      const folder = await dataFolder(loaded);
      const holder = new Database(path.join(folder, "trust.db"));
      holder.exec("begin immediate");
      const server = await Spawned.start({ DATA_DIR: folder });
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      expect(server.child.exitCode).toBeNull();
      holder.exec("rollback");
      holder.close();
      await server.ready();
      expect((await subscribe(server, "after")).status).toBeLessThan(300);
      expect(await server.stop()).toBe(0);
    },
    MINUTES,
  );
});
