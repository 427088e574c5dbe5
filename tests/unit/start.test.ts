import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "#platform/config.ts";
import type { Services } from "#platform/context.ts";
import { cleanUp } from "#server/cleanup.ts";
import { openForServer, openServices, prepare } from "#server/installation.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";

/** What a start does before and beside serving. */
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let folder: string;
let services: Services | null;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "otc-services-"));
  services = null;
});

afterEach(async () => {
  vi.useRealTimers();
  vi.clearAllMocks();
  await services?.store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(environment: Record<string, string> = {}): Promise<Services> {
  services = await openServices(
    readConfig({ DATA_DIR: path.join(folder, "data"), DEMO: "off", ...environment }),
    log,
  );
  return services;
}

async function addOrg({ store }: Services, slug: string, createdAt: string): Promise<void> {
  await store.write((trx) =>
    createOrg({ trx, by: SYSTEM, now: new Date(createdAt) }, { slug, name: slug }),
  );
}

async function addSession(
  { store }: Services,
  tokenHash: string,
  expiresAt: string,
): Promise<void> {
  const at = "2026-01-01T00:00:00.000Z";
  await store.write((trx) =>
    trx
      .insertInto("sessions")
      .values({
        tokenHash,
        kind: "staff-pending",
        staffId: null,
        orgId: null,
        memberId: null,
        host: null,
        createdAt: at,
        lastSeenAt: at,
        expiresAt,
        revokedAt: null,
        ip: null,
        userAgent: null,
      })
      .execute(),
  );
}

test("a data folder that is there keeps its mode, and nothing of the trial write stays", async () => {
  mkdirSync(path.join(folder, "data"), { mode: 0o750 });
  await open();
  expect(statSync(path.join(folder, "data")).mode & 0o777).toBe(0o750);
  expect(readdirSync(path.join(folder, "data")).filter((name) => name.startsWith("."))).toEqual([]);
});

test("a server warns of a data folder that others can read, and not of one that it made", async () => {
  const config = readConfig({ DATA_DIR: path.join(folder, "data"), DEMO: "off" });
  const warned = async () => {
    const { services: opened, lock } = await openForServer(config, log);
    await opened.store.close();
    lock.release();
    return log.warn.mock.calls.map(([, message]) => String(message)).join("\n");
  };
  expect(await warned()).toBe("");
  expect(statSync(config.dataDir).mode & 0o777).toBe(0o700);
  chmodSync(config.dataDir, 0o750);
  expect(await warned()).toContain("is open to others on this machine (mode 750)");
});

test("a DEFAULT_ORG that names no company is told at the start, with those that there are", async () => {
  const opened = await open({ DEFAULT_ORG: "hooli" });
  expect((await prepare(opened)).join("\n")).not.toContain("DEFAULT_ORG");
  await addOrg(opened, "initech", "2026-01-01");
  await addOrg(opened, "initrode", "2026-01-02");
  expect((await prepare(opened))[0]).toBe(
    "Note: there is no organization with the slug “hooli” (DEFAULT_ORG), so / leads to initech. Available slugs: initech, initrode.",
  );
  await addOrg(opened, "hooli", "2026-01-03");
  expect((await prepare(opened)).join("\n")).not.toContain("DEFAULT_ORG");
});

test("housekeeping removes long-ended sessions and dead uploads at the start and each hour, until it ends", async () => {
  const opened = await open();
  const uploads = path.join(folder, "data", "blobs", "tmp");
  mkdirSync(uploads, { recursive: true });
  for (const name of ["old", "new", "command-new"]) writeFileSync(path.join(uploads, name), "");
  utimesSync(
    path.join(uploads, "old"),
    new Date(Date.now() - 3_700_000),
    new Date(Date.now() - 3_700_000),
  );
  await addSession(opened, "first", "2026-01-01T00:00:00.000Z");
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const left = async () =>
    (await opened.store.read.selectFrom("sessions").select("tokenHash").execute()).map(
      (row) => row.tokenHash,
    );

  const end = await cleanUp({ ...opened, now: () => new Date("2026-06-01T00:00:00Z") });
  // There is no other server; a command may be running.
  expect(readdirSync(uploads)).toEqual(["command-new"]);
  writeFileSync(path.join(uploads, "of an upload that a stop cut off"), "");
  expect(await left()).toEqual([]);
  await addSession(opened, "second", "2026-01-01T00:00:00.000Z");
  vi.advanceTimersByTime(3_599_000);
  expect(await left()).toEqual(["second"]);
  vi.advanceTimersByTime(1_000);
  await expect.poll(left).toEqual([]);
  expect(readdirSync(uploads)).toEqual(["command-new"]);
  end();
  expect(vi.getTimerCount()).toBe(0);
});

test("housekeeping that fails is logged, and the start goes on", async () => {
  const opened = await open();
  writeFileSync(path.join(folder, "data", "blobs"), "in the way");
  const end = await cleanUp({ ...opened, now: () => new Date(Number.NaN) });
  end();
  const failed = [
    "unfinished uploads",
    "times to come that a wrong clock gave to mail",
    "expired watermarked copies",
    "failures of an earlier renderer",
    "ended sessions",
    "forms that were sent",
    "links to archives",
    "links to evidence packages",
    "private parts of old signing keys",
    "sign-in links",
    "links that confirm subscriptions",
    "used tokens of identity providers",
    "files of unfinished imports",
    "invitations to teams",
    "pictures that are no longer shown",
    "companies that a directory named",
    "expired partner tokens",
    "times to come that a wrong clock gave to webhooks",
    "old deliveries of webhooks",
    "keys that ended",
    "members’ keys that ended",
    "calendars’ addresses that ended",
    "answers to calls by keys",
    "password reset links",
    "unreferenced files",
  ];
  expect(log.warn.mock.calls.map((call) => call[1])).toEqual(
    failed.map((what) => `${what} could not be removed`),
  );
});

test("the build runs the file that the framework's package names", () => {
  const script =
    "const { binOf } = await import('./bin/prepare.mjs'); console.log(binOf('@react-router/dev', 'react-router')); console.log(binOf('typescript', 'tsc'));";
  const files = spawnSync(process.execPath, ["--input-type=module", "-e", script])
    .stdout.toString()
    .trim()
    .split("\n");
  expect(files).toHaveLength(2);
  for (const file of files) expect(existsSync(file), file).toBe(true);
});
