import Database from "better-sqlite3";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import tls from "node:tls";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { doctorCommand } from "#operations/doctor/command.server.ts";
import { checkDomains, checkMail } from "#operations/doctor/checks-of-network.server.ts";
import {
  judgeCertificate,
  judgeClock,
  judgeEcho,
  judgeHooks,
  type Check,
  type Echo,
} from "#model/doctor.ts";
import { BlobStore } from "#platform/files/blob-store.ts";
import { loadInstallationKey } from "#platform/files/installation-key.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { isoNow } from "#db/ids.ts";
import { migrate } from "#db/migrate.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { Store } from "#db/store.ts";
import { smtpTransport } from "#platform/mail/transports/smtp.ts";
import { SmtpSink } from "../server/smtp-sink.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { testInFive } from "../in-turn.ts";

const NOW = new Date("2026-11-20T12:00:00Z");

describe("the clock", () => {
  test.each<[string | null, boolean | null, Check["state"]]>([
    [null, null, "right"],
    ["2026-11-20T12:04:59Z", true, "right"],
    ["2026-11-20T12:05:01Z", true, "wrong"],
    ["2026-11-20T11:00:00Z", false, "note"],
  ])("with something noted at %s, set by a service %s: %s", (latest, synchronized, state) => {
    const seen = latest === null ? null : new Date(latest);
    expect(judgeClock(NOW, seen, synchronized).state).toBe(state);
  });
});

describe("webhooks", () => {
  test.each<[string, [number, number, number, number], string | null, Check["state"], RegExp]>([
    ["none", [0, 0, 0, 0], null, "right", /^none was added$/],
    ["that work", [2, 0, 0, 1], "2026-11-20T11:50:00Z", "right", /^2 working, 1 message waits$/],
    ["of which one is off", [1, 0, 1, 0], null, "note", /^1 working, 1 turned off$/],
    ["of which one fails", [0, 1, 0, 3], null, "note", /^1 failing, 3 messages wait$/],
    ["that are told nothing", [1, 0, 0, 2], "2026-11-20T11:44:00Z", "note", /2 messages wait/],
  ])("%s", (_what, [working, failing, off, waiting], oldestDue, state, words) => {
    const check = judgeHooks({ states: { working, failing, off }, waiting, oldestDue }, NOW);
    expect([check.state, check.found]).toEqual([state, expect.stringMatching(words)]);
  });
});

describe("a certificate", () => {
  test.each<[string, string | null, Check["state"], RegExp]>([
    ["2026-12-20", null, "right", /valid until 2026-12-20/],
    ["2026-12-03", null, "note", /expires on 2026-12-03, in 12 days/],
    ["2026-11-19", "CERT_HAS_EXPIRED", "wrong", /expired on 2026-11-19/],
    ["2026-12-20", "DEPTH_ZERO_SELF_SIGNED_CERT", "wrong", /not trusted \(DEPTH_ZERO/],
  ])("good until %s, fault %s: %s", (validTo, fault, state, words) => {
    const check = judgeCertificate("x", "a.org", { fault, validTo: new Date(validTo) }, NOW);
    expect([check.state, check.found]).toEqual([state, expect.stringMatching(words)]);
  });
});

describe("the way of a request to ORIGIN", () => {
  const ORIGIN = "https://trust.company.org";
  const good: Echo = {
    host: "trust.company.org",
    origin: ORIGIN,
    ip: "198.51.100.7",
    forwarded: "believed",
  };
  test.each<[string, Partial<Echo>, Check["state"], RegExp]>([
    ["as it should be", {}, "right", /from 198\.51\.100\.7/],
    ["under the inner name", { host: "localhost:3000" }, "wrong", /as one to localhost:3000/],
    ["without a host", { host: null }, "wrong", /as one to no host/],
    ["with another scheme", { origin: "http://trust.company.org" }, "wrong", /as one to http:/],
    ["by a proxy that is not believed", { forwarded: "ignored", ip: "10.0.0.2" }, "wrong", /10\.0/],
    ["by a proxy that says nothing", { forwarded: "no" }, "wrong", /without X-Forwarded-For/],
  ])("%s", (_what, odd, state, words) => {
    const check = judgeEcho(ORIGIN, true, { ...good, ...odd });
    expect([check.state, check.found]).toEqual([state, expect.stringMatching(words)]);
    expect(check.remedy === null).toBe(state === "right");
  });
});

describe("mail", () => {
  const resend = { apiKey: "re_key", url: undefined, webhookSecret: undefined };

  test("is right when the server answers, wrong when none does, and no mail is sent", async () => {
    const sink = await SmtpSink.start();
    expect((await checkMail({ mail: sink.url, resend })).state).toBe("right");
    expect([sink.connections, sink.received.length]).toEqual([1, 0]);
    const away = await checkMail({ mail: "smtp://name:hunter2@127.0.0.1:1", resend });
    expect([away.state, away.found]).toEqual(["wrong", expect.stringMatching(/ECONNREFUSED/)]);
    expect(JSON.stringify(away)).not.toContain("hunter2");
    expect((await checkMail({ mail: "outbox", resend })).state).toBe("note");
  });

  test("by a relay with a certificate of its own is wrong until MAIL says so, for sending as well", async () => {
    const sink = await SmtpSink.start(0, { ownCertificate: true });
    const refused = await checkMail({ mail: sink.url, resend });
    expect([refused.state, refused.remedy]).toEqual([
      "wrong",
      expect.stringContaining("end MAIL with ?tls=unverified"),
    ]);
    const mail = {
      id: "1",
      sendKey: "1",
      messageId: "1@acme.example",
      from: { name: "Acme", address: "trust@acme.example" },
      to: { name: "", address: "riley@globex.example" },
      replyTo: null,
      subject: "Hello",
      files: [],
      date: NOW,
      html: "<p>Hello</p>",
      text: "Hello",
      headers: {},
    };
    const outcomes: string[] = [];
    for (const address of [sink.url, `${sink.url}?tls=unverified`]) {
      const transport = smtpTransport(address);
      outcomes.push((await transport.send(mail)).kind);
      await transport.close();
    }
    expect([outcomes, sink.received.length]).toEqual([["down", "sent"], 1]);
    const taken = await checkMail({ mail: `${sink.url}/?tls=unverified`, resend });
    expect([taken.state, taken.found]).toEqual([
      "right",
      expect.stringContaining("Its certificate is not checked"),
    ]);
  });

  test.each<[number, string, Check["state"]]>([
    [200, "{}", "right"],
    [401, '{"name":"restricted_api_key"}', "right"],
    [401, '{"name":"invalid_api_key"}', "wrong"],
  ])("by Resend that answers %i %s is %s", async (status, body, state) => {
    const server = http.createServer((_req, res) => res.writeHead(status).end(body)).listen(0);
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const check = await checkMail({ mail: "resend", resend: { ...resend, url } });
    expect(check.state).toBe(state);
    expect(JSON.stringify(check)).not.toContain("re_key");
  });
});

describe("domains", () => {
  test("of ORIGIN with a certificate that nobody signed are wrong; without TLS, too", async () => {
    const place = mkdtempSync(path.join(tmpdir(), "otc-tls-"));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const made = spawnSync(
      "openssl",
      // prettier-ignore
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=localhost",
        "-keyout", path.join(place, "key"), "-out", path.join(place, "cert")],
      { encoding: "utf8" },
    );
    expect(made.status, made.stderr).toBe(0);
    const server = tls
      .createServer({
        key: readFileSync(path.join(place, "key")),
        cert: readFileSync(path.join(place, "cert")),
      })
      .listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const origin = `https://localhost:${port}`;
    const [self] = await checkDomains({ origin, dnsServer: undefined }, [], new Date());
    expect([self?.state, self?.found]).toEqual(["wrong", expect.stringMatching(/SELF_SIGNED/)]);
    await new Promise((resolve) => server.close(resolve));
    const [closed] = await checkDomains({ origin, dnsServer: undefined }, [], new Date());
    expect([closed?.state, closed?.found]).toEqual(["wrong", expect.stringMatching(/over TLS at/)]);
  });

  test("that are reserved for examples are not asked for", async () => {
    const domains = [{ host: "trust.acme.example", token: null }];
    const checks = await checkDomains(
      { origin: "http://localhost:3000", dnsServer: undefined },
      domains,
      NOW,
    );
    expect(checks.map(({ state }) => state)).toEqual(["skipped"]);
  });
});

describe("npm run doctor", () => {
  let dataDir: string;
  let hash: string;

  beforeEach(async () => {
    const place = mkdtempSync(path.join(tmpdir(), "otc-doctor-"));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    dataDir = path.join(place, "data");
    const before = process.umask(0o077);
    mkdirSync(dataDir);
    const key = await loadInstallationKey(dataDir);
    const store = Store.open(path.join(dataDir, "trust.db"), null);
    await migrate(store.connection);
    const orgId = await store.write((trx) =>
      createOrg({ trx, by: SYSTEM, now: new Date() }, { slug: "a", name: "A" }),
    );
    const blobs = new BlobStore(path.join(dataDir, "blobs"), key);
    const blob = await blobs.put(orgId, Buffer.alloc(100_000, "text"), { maxBytes: 1_000_000 });
    await store.write((trx) => recordBlob(trx, orgId, blob, isoNow(new Date())));
    hash = blob.hash;
    await store.close();
    process.umask(before);
  });

  async function run(words: string[] = [], environment: Record<string, string> = {}) {
    const said: string[] = [];
    const code = await doctorCommand(
      {
        environment: { DATA_DIR: dataDir, ...environment },
        now: () => new Date(),
        say: (line) => void said.push(line),
        complain: (line) => void said.push(line),
      },
      words,
    );
    return { code, text: said.join("\n") };
  }

  /** What is wrong, by name. */
  async function faults(words: string[] = [], environment: Record<string, string> = {}) {
    const { code, text } = await run(["--json", ...words], environment);
    const { ok, checks } = JSON.parse(text) as { ok: boolean; checks: Check[] };
    const bad = checks.filter(({ state }) => state === "wrong");
    expect([ok, code]).toEqual(bad.length === 0 ? [true, 0] : [false, 1]);
    for (const check of bad) expect(check.remedy).not.toBeNull();
    return bad.map(({ name, found }) => `${name}: ${found}`).join("\n");
  }

  const blobFile = () =>
    readdirSync(dataDir, { recursive: true })
      .map((name) => path.join(dataDir, String(name)))
      .find((file) => file.endsWith(hash)) ?? "";

  testInFive(
    "finds nothing wrong with a sound folder, changes nothing in it, and says so in a table",
    async () => {
      const before = readdirSync(dataDir, { recursive: true }).sort();
      const { code, text } = await run();
      expect([code, text]).toEqual([0, expect.stringMatching(/^right  database +.* are intact$/m)]);
      expect(text).toMatch(/^right  stored files +1 file, 98 KB, all of the right size/m);
      expect(text).toMatch(/^No errors, .*warning/m);
      expect(await faults(["--files"])).toBe("");
      const after = readdirSync(dataDir, { recursive: true });
      expect(after.filter((name) => !/trust\.db-(?:wal|shm)$/.test(String(name))).sort()).toEqual(
        before,
      );
    },
  );

  const noteMoved = () => {
    const database = new Database(path.join(dataDir, "trust.db"));
    database.exec(
      `insert into moves values ('left', '/srv/new', 'key', '2026-11-27T08:00:00.000Z')`,
    );
    database.close();
  };

  test.each<[string, () => void, RegExp]>([
    ["a missing folder", () => renameSync(dataDir, `${dataDir}2`), /^data folder: .*doesn’t exist/],
    ["one that others may read", () => chmodSync(dataDir, 0o755), /^data folder: others on this/],
    ["half of a restore", () => writeFileSync(`${dataDir}/restoring.json`, ""), /interrupted/],
    [
      "half of a move",
      () => writeFileSync(`${dataDir}/moving.json`, ""),
      /a move into .*interrupted/,
    ],
    [
      "one that was moved",
      noteMoved,
      /^move: this installation was moved to \/srv\/new on 2026-11-27/m,
    ],
    ["a missing key", () => rmSync(`${dataDir}/keys/installation.key`), /^key: .*is missing/],
    ["a malformed key", () => writeFileSync(`${dataDir}/keys/installation.key`, "x"), /malformed/],
    ["a missing database", () => rmSync(`${dataDir}/trust.db`), /^database: .*is missing/],
    ["a cut file", () => writeFileSync(blobFile(), "x"), /^stored files: 1 of 1 file.*damaged/],
    ["a missing file", () => rmSync(blobFile()), /^stored files: 1 of 1 file.*missing/],
  ])("names %s", async (_what, damage, words) => {
    damage();
    expect(await faults()).toMatch(words);
  });

  testInFive("names damaged pages, a newer version's data and a stranger's journal", async () => {
    const file = path.join(dataDir, "trust.db");
    const sound = readFileSync(file);
    const bytes = Buffer.from(sound);
    for (let page = 5; page < 60; page += 1) bytes.fill(0xa5, page * 4096, page * 4096 + 64);
    writeFileSync(file, bytes);
    expect(await faults()).toMatch(/^database: .*is damaged/);
    writeFileSync(file, sound);
    const database = new Database(file);
    database
      .prepare("insert into kysely_migration (name, timestamp) values ('9999-later', 'now')")
      .run();
    database.close();
    expect(await faults()).toMatch(/^version of the data: a newer version .*“9999-later”/);
    const unknown = new Database(file);
    unknown.exec("update kysely_migration set name = '2026-11-22-stray' where name = '9999-later'");
    unknown.close();
    expect(await faults()).toMatch(
      /^version of the data: .*by another version.*“2026-11-22-stray”/,
    );
    writeFileSync(file, sound);
    const other = new Database(path.join(dataDir, "other.db"));
    other.pragma("journal_mode = WAL");
    other.exec("create table a (b); pragma user_version = 5");
    writeFileSync(`${file}-wal`, readFileSync(path.join(dataDir, "other.db-wal")));
    other.close();
    expect(await faults()).toMatch(/^database: .*journal of another database/);
  });

  test("says that a newer version was here where it only added to the database", async () => {
    const database = new Database(path.join(dataDir, "trust.db"));
    database.exec(
      "insert into kysely_migration (name, timestamp) values ('9999-later', 'now');" +
        "insert into additiveMigrations (name) values ('9999-later')",
    );
    database.close();
    expect(await faults()).toBe("");
    const { text } = await run();
    expect(text).toMatch(/^note +version of the data +a newer version was here .*“9999-later”/m);
    expect(text).toContain("Fix: to use what it added, start the newer version again");
    expect(text).toMatch(/^\S+ +webhooks /m);
  });

  test("finds a flipped bit inside a file only when it reads it to its end", async () => {
    const file = blobFile();
    const bytes = readFileSync(file);
    bytes[90_000]! ^= 1;
    writeFileSync(file, bytes);
    expect(await faults()).toBe("");
    expect(await faults(["--files"])).toMatch(/^stored files: 1 of .*damaged/);
  });

  test("names every faulty variable, and goes on with the others", async () => {
    const found = await faults([], { PORT: "http", BACKUP_KEEP: "0", MAIL: "pigeon" });
    expect(found.split("\n")).toEqual([
      'variables: PORT "http" is not a number',
      "variables: MAIL (value not shown) isn’t a known transport",
      'variables: BACKUP_KEEP "0" is below 1',
    ]);
  });

  testInFive("names nightly backups that are old, or fail", async () => {
    const backups = `${dataDir}.backups`;
    expect(await faults([], { BACKUP_DIR: backups })).toBe("");
    const old = "2026-01-01T023000Z";
    mkdirSync(path.join(backups, "snapshots", old), { recursive: true });
    expect(await faults([], { BACKUP_DIR: backups })).toMatch(/^backups: .*January 1, 2026/);
    const today = `${new Date().toISOString().slice(0, 10)}T000000Z`;
    mkdirSync(path.join(backups, "snapshots", today));
    expect(await faults([], { BACKUP_DIR: backups })).toBe("");
    rmSync(backups, { recursive: true });
    const state = { lastGood: null, fault: "the disk is gone", failedAt: NOW.toISOString() };
    writeFileSync(path.join(dataDir, "nightly-backups.json"), JSON.stringify(state));
    expect(await faults([], { BACKUP_DIR: backups })).toMatch(/the disk is gone/);
  });

  test("takes no other words", async () => {
    expect(await run(["--what"])).toEqual({ code: 1, text: expect.stringMatching(/^Usage:/) });
  });
});
