import Database from "better-sqlite3";
import { cp, mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { PROCESSES } from "../limits.ts";
import { everything, sample } from "../sample.ts";
import { testInTurn } from "../in-turn.ts";
import { loadedFolder } from "./loaded-folder.ts";
import { command, dataFolder, Spawned } from "./spawned.ts";
import { builtServer } from "./template.ts";

const OWNER = "owner@acme.example";
const PASSWORD = "correct horse battery staple";

/** A data folder with the whole demo, made by one undisturbed first start. */
let loaded: string;
/** How long that start took, and what it printed. */
let startMs: number;
let printed: string;

beforeAll(async () => {
  ({ folder: loaded, startMs, printed } = await loadedFolder());
}, PROCESSES.timeout);

function open(folder: string): Database.Database {
  return new Database(path.join(folder, "trust.db"));
}

/** How many rows each table has. */
function counts(folder: string): Record<string, number> {
  const database = open(folder);
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' order by name")
    .pluck()
    .all() as string[];
  const rows = Object.fromEntries(
    tables.map((table) => [
      table,
      database.prepare(`select count(*) from "${table}"`).pluck().get() as number,
    ]),
  );
  database.close();
  return rows;
}

/** As `counts`, without what is read out of files behind the first answers: how far that is is the machine's matter. */
function demoCounts(folder: string): Record<string, number> {
  const { documentTexts: _texts, renderFailures: _failures, ...demo } = counts(folder);
  return demo;
}

/** Nothing is half: keys lead somewhere, pages are sound, and every blob that a row speaks of opens to its bytes. */
async function expectWhole(folder: string): Promise<void> {
  const database = open(folder);
  expect(database.pragma("foreign_key_check")).toEqual([]);
  expect(database.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
  expect(
    database
      .prepare("select action, count(*) as n from audit where action like 'demo.%' group by action")
      .all(),
  ).toEqual([
    { action: "demo.loaded", n: 1 },
    { action: "demo.org-loaded", n: 2 },
  ]);
  const rows = database.prepare("select orgId, hash, size from blobs").all() as {
    orgId: string;
    hash: string;
    size: number;
  }[];
  database.close();
  const { BlobStore, loadInstallationKey } = await builtServer();
  const blobs = new BlobStore(path.join(folder, "blobs"), await loadInstallationKey(folder));
  for (const { orgId, hash, size } of rows) {
    const blob = await blobs.open(orgId, hash);
    let read = 0;
    for await (const chunk of blob.stream) read += (chunk as Buffer).length;
    expect([hash, blob.size, read]).toEqual([hash, size, size]);
  }
  expect(rows.length).toBeGreaterThan(50);
}

function signIn(server: Spawned, password = PASSWORD) {
  return server.ask("/sign-in", { form: { email: OWNER, password } });
}

describe("a configuration that is not right", () => {
  const FAULTS: [Record<string, string>, RegExp][] = [
    [{ PORT: "http" }, /^PORT "http" is not a number\. Use a port such as 3000\.$/m],
    [{ PORT: "70000" }, /^PORT "70000" is above 65535\. Use/m],
    [{ PORT: "80.5" }, /^PORT "80\.5" is not a whole number\. Use/m],
    [{ HOST: "a b" }, /^HOST "a b" is not a host name or address\. Use/m],
    [{ ORIGIN: "trust.example.com" }, /^ORIGIN "trust\.example\.com" is not an origin\. Use/m],
    [
      { ORIGIN: "https://trust.example.com/portal" },
      /^ORIGIN "https:.*" has something after its host\. Use/m,
    ],
    [{ TRUST_PROXY: "yes" }, /^TRUST_PROXY .*isn’t an address. Use off, loopback/m],
    [{ MAIL: "pigeon" }, /^MAIL \(value not shown\) isn’t a known transport. Use outbox/m],
    [{ MAIL: "resend" }, /^RESEND_API_KEY is missing while MAIL is resend\. Set it/m],
    [{ MAIL_FROM: "Trust <a@b.example>" }, /^MAIL_FROM .*is not one plain address\. Use/m],
    [{ DEFAULT_ORG: "No Slug" }, /^DEFAULT_ORG "No Slug" isn’t a slug. Use/m],
    [{ DEMO: "maybe" }, /^DEMO "maybe" must be on or off/m],
    [{ DEMO_PASSWORD: "hunter2" }, /^DEMO_PASSWORD \(value not shown\) is too short\. Use/m],
    [{ OUTBOUND_ALLOW: "intranet" }, /^OUTBOUND_ALLOW .*without a port\. Use/m],
    [{ DNS_SERVER: "dns.example" }, /^DNS_SERVER "dns\.example" is not an address\. Use/m],
    [{ METRICS_PORT: "db:9464" }, /^METRICS_PORT "db:9464" is not a port\. Use a port such as/m],
    [{ METRICS_TOKEN: "hunter2" }, /^METRICS_TOKEN \(value not shown\) is too short/m],
    [{ SLOW_MS: "1s" }, /^SLOW_MS "1s" is not a number\. Use milliseconds/m],
    [{ LOG_LEVEL: "silent" }, /^LOG_LEVEL "silent" isn’t info, warn or error\. Use/m],
    [
      { DATA_DIR: "/proc/trust-center" },
      /^DATA_DIR "\/proc\/trust-center" can’t be created or written \(.+\)\. Choose/m,
    ],
  ];

  /** The faults one start each in the long run; in the short run those of different variables share a start, one stands alone. */
  function starts(): (typeof FAULTS)[] {
    if (everything) return FAULTS.map((fault) => [fault]);
    const groups: (typeof FAULTS)[] = [sample(FAULTS.slice(0, -1), 1, "a fault alone")];
    for (const fault of FAULTS) {
      const [name = ""] = Object.keys(fault[0]);
      const free = groups
        .slice(1)
        .find((group) => name !== "DATA_DIR" && !group.some(([one]) => name in one));
      if (free === undefined) groups.push([fault]);
      else free.push(fault);
    }
    return groups;
  }

  testInTurn(
    "ends the start with code 1, naming the variable, the fault and the remedy, and no secret",
    async () => {
      const folder = await dataFolder();
      for (const group of starts()) {
        const variables = Object.assign({}, ...group.map(([one]) => one)) as Record<string, string>;
        const server = await Spawned.start({ DATA_DIR: folder, ...variables });
        expect([variables, await server.ended]).toEqual([variables, 1]);
        for (const [, words] of group) expect(server.err).toMatch(words);
        expect(server.err).not.toMatch(/ {4}at |hunter2/);
        expect(server.out).toBe("");
      }
    },
    PROCESSES.timeout,
  );

  testInTurn("is told whole: every faulty variable at once", async () => {
    const server = await Spawned.start({
      DATA_DIR: await dataFolder(),
      PORT: "0",
      DEMO: "x",
      MAIL: "y",
    });
    expect(await server.ended).toBe(1);
    for (const name of ["PORT", "DEMO", "MAIL"])
      expect(server.err).toMatch(new RegExp(`^${name} `, "m"));
  });

  testInTurn(
    "is also a port that another program has",
    async () => {
      const taken = net.createServer();
      await new Promise<void>((resolve) => taken.listen(0, resolve));
      const { port } = taken.address() as net.AddressInfo;
      const server = await Spawned.start({
        DATA_DIR: await dataFolder(loaded),
        PORT: String(port),
      });
      expect(await server.ended).toBe(1);
      expect(server.err).toMatch(
        new RegExp(`localhost:${port}: the port is already in use.*set PORT or HOST`),
      );
      expect(server.out).not.toContain("Ready:");
      taken.close();
    },
    PROCESSES.timeout,
  );
});

describe("a first start", () => {
  testInTurn(
    "prints both portals, the sign-in page and the demo's password, and ends with Ready; all of them answer",
    async () => {
      const server = await (await Spawned.start({ DATA_DIR: await dataFolder() })).ready();
      const origin = `http://localhost:${server.port}`;
      const lines = server.out.trim().split("\n");
      expect(lines).toEqual(
        expect.arrayContaining([
          `Acme Cloud: ${origin}/acme`,
          `Globex Health: ${origin}/globex`,
          `Sign in: ${origin}/sign-in`,
        ]),
      );
      expect(lines.at(-1)).toBe(`Ready: ${origin}`);
      const password = /^Demo password: (\S{12,})$/m.exec(server.out)?.[1] ?? "";
      expect((await signIn(server, password)).status).toBe(303);
      for (const target of ["/acme", "/globex", "/sign-in", "/readyz"])
        expect([target, (await server.ask(target)).status]).toEqual([target, 200]);
      expect(server.err).not.toContain(password);
      expect(await server.stop()).toBe(0);
    },
    PROCESSES.timeout,
  );

  testInTurn("with a password of one's own prints no other, and logs none", () => {
    expect(printed).toContain(`Demo password: ${PASSWORD}`);
    expect(printed.match(/password/gi)).toHaveLength(1);
  });

  testInTurn(
    "followed by a second one loads nothing twice and prints no password again",
    async () => {
      const folder = await dataFolder(loaded);
      const before = counts(folder);
      const server = await (await Spawned.start({ DATA_DIR: folder })).ready();
      expect(server.out).not.toMatch(/password/i);
      expect((await signIn(server)).status).toBe(303);
      expect(await server.stop()).toBe(0);
      const { sessions, audit, ...rest } = counts(folder);
      expect([sessions, audit, rest]).toEqual([
        (before.sessions ?? 0) + 1,
        (before.audit ?? 0) + 1,
        expect.objectContaining(rest),
      ]);
      expect({ ...before, sessions, audit }).toEqual({ ...rest, sessions, audit });
    },
    PROCESSES.timeout,
  );

  testInTurn(
    "with DEMO=off prints a link to /setup that works once, and no demo",
    async () => {
      const folder = await dataFolder();
      const first = await (await Spawned.start({ DATA_DIR: folder, DEMO: "off" })).ready();
      expect(first.out).not.toMatch(/acme|globex|password/i);
      await first.stop();
      const server = await (await Spawned.start({ DATA_DIR: folder, DEMO: "off" })).ready();
      const [old, link] = [first, server].map(
        ({ out }) => /(\/setup\?token=[\w-]{43,})$/m.exec(out)?.[1] ?? "",
      );
      expect((await server.ask(old ?? "")).status).toBe(404);
      expect((await server.ask(link ?? "")).status).toBe(200);
      const form = {
        orgName: "Initech",
        slug: "initech",
        email: "peter@initech.example",
        password: "a long password of mine",
      };
      const made = await server.ask(link ?? "", { form });
      expect([made.status, made.headers.location]).toEqual([303, "/settings/start"]);
      expect((await server.ask(link ?? "")).status).toBe(404);
      expect((await server.ask("/initech")).status).toBe(404);
      await server.stop();
      const third = await (await Spawned.start({ DATA_DIR: folder, DEMO: "off" })).ready();
      expect(third.out).not.toContain("/setup");
      await third.stop();
      const fourth = await (await Spawned.start({ DATA_DIR: folder })).ready();
      expect(fourth.out).not.toMatch(/Acme Cloud|Demo/);
      expect(counts(folder).orgs).toBe(1);
    },
    PROCESSES.timeout,
  );
});

describe("a first start that is killed", () => {
  /** Parts of an undisturbed start, spread over migration, both orgs and the people. */
  const MOMENTS = sample(
    [0.04, 0.12, 0.2, 0.28, 0.36, 0.44, 0.52, 0.6, 0.68, 0.76, 0.84, 0.92],
    2,
    "moments of a first start",
  );
  const FOLDERS = everything ? 3 : 1;

  testInTurn(
    "again and again, at any moment, is finished by the next one: all of the demo, once, and no half",
    async () => {
      let unfinished = 0;
      const kill = async (folder: string, moment: number) => {
        const began = Date.now();
        const server = await Spawned.start({ DATA_DIR: folder, DEMO_PASSWORD: PASSWORD });
        const isReady = () => server.out.includes("Ready:");
        while (Date.now() - began < moment * startMs && !isReady())
          await new Promise((resolve) => setTimeout(resolve, 5));
        const took = Date.now() - began;
        await server.stop("SIGKILL");
        if (!isReady()) unfinished += 1;
        // The machine was busier when it was measured.
        else startMs = Math.min(startMs, took);
        return !isReady();
      };
      for (let first = 0; first < FOLDERS; first += 1) {
        const moments = MOMENTS.filter((_, at) => at % FOLDERS === first);
        // The first kill of a folder must come before its start is done; the later ones begin where it ended.
        let folder = await dataFolder();
        for (let tries = 0; tries < 5 && !(await kill(folder, moments[0] ?? 0)); tries += 1)
          folder = await dataFolder();
        for (const moment of moments.slice(1)) await kill(folder, moment);
        const server = await (
          await Spawned.start({ DATA_DIR: folder, DEMO_PASSWORD: PASSWORD })
        ).ready();
        expect((await server.ask("/acme")).status).toBe(200);
        expect((await signIn(server)).status).toBe(303);
        await server.stop();
        const { sessions: _sessions, audit, ...rest } = demoCounts(folder);
        const { sessions: _none, audit: wanted = 0, ...demo } = demoCounts(loaded);
        expect([rest, audit]).toEqual([demo, wanted + 1]);
        await expectWhole(folder);
      }
      expect(unfinished).toBeGreaterThanOrEqual(everything ? MOMENTS.length / 2 : FOLDERS);
    },
    PROCESSES.timeout,
  );
});

describe("SIGTERM", () => {
  testInTurn(
    "lets requests that have begun finish, keeps what they did, closes idle connections, takes no new ones, and ends with 0",
    async () => {
      const folder = await dataFolder(loaded);
      const server = await (await Spawned.start({ DATA_DIR: folder })).ready();
      const idle = new http.Agent({ keepAlive: true });
      await server.ask("/healthz", {}, idle);
      const running = Array.from({ length: 6 }, () => signIn(server));
      await Promise.race(running);
      const began = Date.now();
      const ended = server.stop();
      for (const answer of await Promise.all(running)) {
        expect([answer.status, answer.headers.location]).toEqual([303, "/home"]);
        expect(answer.headers["set-cookie"]?.[0]).toContain("otc_staff=");
      }
      expect(await ended).toBe(0);
      expect(Date.now() - began).toBeLessThan(10_000);
      expect(counts(folder).sessions).toBe(6);
      await expect(server.ask("/healthz")).rejects.toThrow("ECONNREFUSED");
      idle.destroy();
    },
    PROCESSES.timeout,
  );
});

describe("a database that another process holds", () => {
  testInTurn(
    "for three seconds lets a sign-in wait and succeed, while reads go on",
    async () => {
      const folder = await dataFolder(loaded);
      const server = await (await Spawned.start({ DATA_DIR: folder })).ready();
      const holder = open(folder);
      holder.exec("begin immediate");
      const held = new Promise((resolve) => setTimeout(resolve, 3_000));
      let written = false;
      const writing = signIn(server).finally(() => {
        written = true;
      });
      for (const target of ["/globex/faq", "/globex/updates", "/readyz"])
        expect([
          target,
          (await server.ask(target, { headers: { cookie: "otc_none=1" } })).status,
        ]).toEqual([target, 200]);
      await held;
      expect(written).toBe(false);
      holder.exec("rollback");
      expect((await writing).status).toBe(303);
      holder.close();
    },
    PROCESSES.timeout,
  );

  testInTurn(
    "for longer is 503 with Retry-After within six seconds: the form says so, and nothing is written",
    async () => {
      const folder = await dataFolder(loaded);
      const server = await (await Spawned.start({ DATA_DIR: folder })).ready();
      const slowest = async (rounds: number) => {
        let most = 0;
        for (let i = 0; i < rounds; i += 1) {
          for (const target of ["/healthz", "/acme", "/globex/faq?q=a"]) {
            const asked = performance.now();
            expect([target, (await server.ask(target)).status]).toEqual([target, 200]);
            most = Math.max(most, performance.now() - asked);
          }
          await new Promise((resolve) => setTimeout(resolve, 40));
        }
        return most;
      };
      await slowest(10);
      const quiet = await slowest(20);
      const holder = open(folder);
      holder.exec("begin immediate");
      const began = Date.now();
      // However many wait: one of them tries at a time, and none of them blocks who reads.
      let refused = 0;
      const others = Array.from({ length: 15 }, (_, i) =>
        server
          .ask("/api/share/acme/subscribe", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ email: `reader${i}@list.example`, source: "test" }),
          })
          .finally(() => (refused += 1)),
      );
      const reading = slowest(10).then((most) => ({ most, refused }));
      // A form without a place for messages gets the words on their own.
      const signOut = server
        .ask("/sign-out", { method: "POST", headers: { cookie: "otc_staff=none" } })
        .finally(() => {
          expect(Date.now() - began).toBeLessThan(6_000 + 3 * quiet);
        });
      const [page, plain] = await Promise.all([signIn(server), signOut]);
      for (const answer of await Promise.all(others))
        expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
      expect(Date.now() - began).toBeLessThan(6_000 + 5 * quiet);
      // All thirty reads were answered while every writer still waited, and none of them for long.
      const read = await reading;
      expect(read.refused).toBe(0);
      expect(read.most).toBeLessThan(1_000 + 3 * quiet);
      expect([page.status, page.headers["retry-after"]]).toEqual([503, "5"]);
      expect(page.text).toContain(
        "The database is busy. Nothing was saved; please try again in a moment.",
      );
      expect(page.text).toContain("<form");
      expect([plain.status, plain.headers["retry-after"], plain.text]).toEqual([
        503,
        "5",
        `The database is busy. Nothing was saved; please try again in a moment.\nRequest ID: ${plain.headers["x-request-id"]}\n`,
      ]);
      expect((await server.ask("/acme")).status).toBe(200);
      holder.exec("rollback");
      holder.close();
      expect(counts(folder).sessions).toBe(0);
      expect((await signIn(server)).status).toBe(303);
    },
    PROCESSES.timeout,
  );
});

describe("the command line", () => {
  /** A server that runs beside the commands, and its folder. */
  let folder: string;
  let server: Spawned;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "trust-center-commands-"));
    await cp(loaded, folder, { recursive: true });
    server = await (await Spawned.open({ DATA_DIR: folder })).ready();
  }, PROCESSES.timeout);

  afterAll(async () => {
    await server.stop("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });

  testInTurn(
    "staff:reset gives a new password, ends the sessions and the old password, beside a running server",
    async () => {
      const cookie = String((await signIn(server)).headers["set-cookie"]?.[0]).split(";")[0] ?? "";
      expect((await server.ask("/account", { headers: { cookie } })).status).toBe(200);
      const { code, out } = await command(folder, "staff:reset", OWNER);
      const password = /^Password, shown only now: (\S{12,})$/m.exec(out)?.[1] ?? "";
      expect([code, password]).toEqual([0, expect.stringMatching(/./)]);
      expect((await server.ask("/account", { headers: { cookie } })).status).toBe(303);
      expect((await signIn(server)).status).toBe(400);
      expect((await signIn(server, password)).status).toBe(303);
    },
    PROCESSES.timeout,
  );

  testInTurn(
    "org:create makes a company whose owner can sign in and whose portal nobody else sees yet",
    async () => {
      expect((await server.ask("/initech")).status).toBe(404);
      const { code, out } = await command(
        folder,
        "org:create",
        "--slug",
        "initech",
        "--name",
        "Initech",
        "--owner",
        "peter@initech.example",
      );
      const password = /^Password, shown only now: (\S{12,})$/m.exec(out)?.[1] ?? "";
      expect([code, password]).toEqual([0, expect.stringMatching(/./)]);
      const signedIn = await server.ask("/sign-in", {
        form: { email: "peter@initech.example", password },
      });
      expect([signedIn.status, signedIn.headers.location]).toEqual([303, "/settings/start"]);
      const cookie = String(signedIn.headers["set-cookie"]?.[0]).split(";")[0] ?? "";
      expect((await server.ask("/initech", { headers: { cookie } })).status).toBe(200);
      expect((await server.ask("/initech")).status).toBe(404);
      const published = await command(
        folder,
        "org:create",
        "--slug",
        "initrode",
        "--name",
        "Initrode",
        "--owner",
        "peter@initech.example",
        "--publish",
      );
      expect([published.code, published.out]).toEqual([
        0,
        expect.stringContaining("who signs in as before"),
      ]);
      expect((await server.ask("/initrode")).status).toBe(200);
    },
    PROCESSES.timeout,
  );

  testInTurn(
    "refuses what is wrong with code 1 and the right way, and changes nothing",
    async () => {
      const alone = await dataFolder(loaded);
      const before = counts(alone);
      const wrong: [string[], RegExp][] = [
        [
          ["staff:reset"],
          /Pass the person’s email address: npm run staff:reset -- name@example\.com/,
        ],
        [
          ["staff:reset", "nobody@acme.example"],
          /No team member has the email address nobody@acme\.example\. Nothing was changed/,
        ],
        [["org:create"], /--slug: .*--name: .*--owner: .*Use: npm run org:create/s],
        [
          ["org:create", "--slug", "acme", "--name", "Acme", "--owner", "a@b.example"],
          /--slug acme is taken/,
        ],
        [
          ["org:create", "--slug", "sign-in", "--name", "Acme", "--owner", "a@b.example"],
          /--slug: /,
        ],
        [["org:create", "--color", "red"], /--color/],
        [
          ["org:destroy"],
          /Unknown command org:destroy\. Available commands: staff:reset, org:create, installation:owner, content:export, content:import, verify-files, backup, restore, move and doctor/,
        ],
      ];
      await Promise.all(
        sample(wrong, 4, "commands that are wrong").map(async ([words, remedy]) => {
          const { code, out, err } = await command(alone, ...words);
          expect([words, code, out]).toEqual([words, 1, ""]);
          expect(err).toMatch(remedy);
          expect(err).not.toMatch(/ {4}at /);
        }),
      );
      expect(counts(alone)).toEqual(before);
    },
    PROCESSES.timeout,
  );
});
