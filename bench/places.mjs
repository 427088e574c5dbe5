// Where servers of a measurement run: SQLite and a folder, or PostgreSQL and a bucket; each filled with the same.
import Database from "better-sqlite3";
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { BUCKET, BUCKET_KEY } from "../tests/bucket-server.ts";
import { startPostgres } from "../tests/postgres.ts";
import { dataFolder, runCommand, said, startProduct, UNREAD_TEXTS } from "./servers.mjs";

/** What every server is called by, wherever it listens. */
export const HOST = "localhost:3000";

const HOUR_MS = 3_600_000;
const MOST_WAITING_MS = 600_000;
/** Nothing more is laid out when nothing was for so long, in milliseconds. */
const STILL_MS = 2_000;

/** A database of SQLite and a folder of files. */
export class SqlitePlace {
  name = "SQLite";
  isShared = false;
  #folder = dataFolder();
  #database = null;

  constructor(mail) {
    this.mail = mail;
  }

  folder() {
    return this.#folder;
  }

  variables() {
    return this.mail;
  }

  /** Runs one statement, in words that both databases know. */
  rows(sql) {
    this.#database ??= new Database(path.join(this.#folder, "trust.db"));
    const statement = this.#database.prepare(sql);
    if (statement.reader) return Promise.resolve(statement.all());
    statement.run();
    return Promise.resolve([]);
  }

  close() {
    this.#database?.close();
  }
}

/** A database of PostgreSQL and a bucket; each server has a folder of its own. */
export class PostgresPlace {
  name = "PostgreSQL";
  isShared = true;
  #keys = dataFolder();
  #folders = new Map();

  constructor(variables, url) {
    this.shared = { ...variables, DATABASE_URL: url };
    this.pool = new pg.Pool({ connectionString: url, max: 1 });
    this.pool.on("error", () => undefined);
  }

  folder(number) {
    if (!this.#folders.has(number)) this.#folders.set(number, dataFolder());
    return this.#folders.get(number);
  }

  variables() {
    return { ...this.shared, INSTALLATION_KEY_FILE: path.join(this.#keys, "secret", "key") };
  }

  async rows(sql) {
    return (await this.pool.query(sql)).rows;
  }

  async close() {
    await this.pool.end();
  }
}

/** A bucket in a process of its own, which ends with this one. */
export async function startBucket() {
  const program = path.join(import.meta.dirname, "../tests/bucket-process.ts");
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "pipe"] });
  const port = (await said(child, /^\d+$/m)).trim();
  return {
    variables: {
      BLOBS: `s3://${BUCKET}/?endpoint=http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: BUCKET_KEY.keyId,
      AWS_SECRET_ACCESS_KEY: BUCKET_KEY.secret,
    },
    stop: () => child.stdin.end(),
  };
}

/** PostgreSQL with commits that are on the disk before they are answered, as they are with SQLite. */
export async function startDurablePostgres() {
  const postgres = await startPostgres(["fsync=on"]);
  process.on("exit", () => endPostgres(postgres.folder));
  return postgres;
}

/** Ends a server of PostgreSQL that is still there when this process ends before its time. */
function endPostgres(folder) {
  try {
    const [pid] = readFileSync(path.join(folder, "data", "postmaster.pid"), "utf8").split("\n");
    process.kill(Number(pid), "SIGQUIT");
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // It has ended.
  }
}

export function started(place, number) {
  return startProduct(place.folder(number), {
    ...place.variables(),
    ORIGIN: `http://${HOST}`,
    // Each person comes from a network of their own.
    TRUST_PROXY: "loopback",
    // The balancer is this process, and sends nothing more.
    DRAIN_SECONDS: "0",
  });
}

/** The demo with the texts of its files, companies of some items, one of many, and people. */
export async function fill(place, sizes) {
  const command = (...words) => runCommand(place.folder(0), words, place.variables());
  await aside(place, async () => Number((await place.rows(UNREAD_TEXTS))[0].unread) === 0);
  await command("bench:org", String(sizes.items));
  await command("bench:org", String(sizes.companyItems), String(sizes.companies));
  await plant(place, sizes);
  // A server lays out the stored texts of all companies behind its start: none that is measured does.
  let [before, since] = [-1, 0];
  await aside(place, async () => {
    const [{ trees, bare }] = await place.rows(LAID_OUT);
    if (Number(trees) !== before) [before, since] = [Number(trees), Date.now()];
    return Number(bare) === 0 && Date.now() - since >= STILL_MS;
  });
}

/** How many texts were laid out, and how many of the companies that were made have none of them. */
const LAID_OUT = `select (select count(*) from "markdownTrees") as trees,
  (select count(*) from orgs o where o.slug like 'large-%'
    and not exists (select 1 from "markdownTrees" t where t."orgId" = o.id)) as bare`;

/** Lets a server work until something is so. */
async function aside(place, isSo) {
  const server = await started(place, 0);
  for (const began = Date.now(); !(await isSo());) {
    if (Date.now() - began > MOST_WAITING_MS)
      throw new Error("a server never ended its first work");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await server.stop();
}

/**
 * The demo's owner edits the largest company and one of the others, too; as many of its items are on one card and public
 * as are saved; members for each sign-in; and subscribers of the demo's first company.
 */
async function plant(place, { items, companyItems, saves, signIns, processes, subscribers }) {
  const edited = `select id from orgs where slug in ('large-${items}', 'large-${companyItems}-1')`;
  const [role] = await place.rows(
    `select r.* from "staffRoles" r join staff s on s.id = r."staffId" join orgs o on o.id = r."orgId"
    where s.email = 'owner@acme.example' and o.slug = 'acme'`,
  );
  await insertLike(
    place,
    `select r.*, o.id as "to" from "staffRoles" r, orgs o
    where r."staffId" = '${role.staffId}' and r."orgId" = '${role.orgId}' and o.id in (${edited})`,
    "staffRoles",
    Object.keys(role),
    {
      orgId: `m."to"`,
    },
  );
  const uids = Array.from({ length: saves }, (_, i) => `'${uidOf(i)}'`);
  await place.rows(
    `update items set kind = 'Policies', "publicAccess" = 1, "hiddenAt" = null, "hiddenBy" = null, "enabledState" = 'Enabled'
    where "orgId" in (${edited}) and uid in (${uids.join(", ")})`,
  );
  const [model] = await place.rows("select * from members where email = 'riley@customer.example'");
  const email = "'bench-' || m.i || '@customer.example'";
  await insertLike(
    place,
    numbers(
      signIns * (processes.length + 1),
      "select m.*, n.i from members m, n where m.email = 'riley@customer.example'",
    ),
    "members",
    Object.keys(model),
    { id: "'bench-member-' || m.i", email, emailKey: email },
  );
  const at = new Date(Date.now() - 86_400_000).toISOString();
  const confirmed = {
    orgId: `'${role.orgId}'`,
    emailDomain: "'bench.example'",
    state: "'confirmed'",
    source: "'import'",
    createdAt: `'${at}'`,
    confirmedAt: `'${at}'`,
    allUpdates: "1",
    digest: "'each'",
  };
  const reader = "'reader' || m.i || '@bench.example'";
  await place.rows(`delete from subscribers where "orgId" = '${role.orgId}'`);
  await insertLike(
    place,
    numbers(subscribers, "select n.i from n"),
    "subscribers",
    ["id", "email", "emailKey", ...Object.keys(confirmed)],
    {
      ...confirmed,
      id: "'bench-' || m.i",
      email: reader,
      emailKey: reader,
    },
  );
}

/** A question over the numbers from 0, as both databases know them. */
function numbers(count, question) {
  return `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1}) ${question}`;
}

/** Inserts what a question finds as `m`, with the values of some columns made otherwise. */
async function insertLike(place, question, into, columns, values) {
  await place.rows(
    `insert into "${into}" (${columns.map((name) => `"${name}"`).join(", ")})
    select ${columns.map((name) => values[name] ?? `m."${name}"`).join(", ")} from (${question}) m`,
  );
}

export const uidOf = (number) => `custom.item-${String(number).padStart(6, "0")}`;

/** A session of the demo's owner. @returns its cookie */
export async function ownerOf(place) {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  const [at, until] = [Date.now(), Date.now() + 12 * HOUR_MS].map((time) =>
    new Date(time).toISOString(),
  );
  await place.rows(
    `insert into sessions ("tokenHash", kind, "staffId", "orgId", "createdAt", "lastSeenAt", "expiresAt")
    select '${hash}', 'staff', s.id, o.id, '${at}', '${at}', '${until}' from staff s, orgs o
    where s.email = 'owner@acme.example' and o.slug = 'acme'`,
  );
  return `otc_staff=${token}`;
}
