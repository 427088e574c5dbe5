// Downloads and archives beside what the machine itself gives: the same bytes from a bare server, and zip -0.
import Database from "better-sqlite3";
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { median } from "./load.mjs";
import { startFiles, storeFiles } from "./servers.mjs";
import { row } from "./table.mjs";

const MB = 1_048_576;
const megabytes = (number) => `${Math.round(number)} MB/s`;
const ms = (number) => `${number.toFixed(1)} ms`;

/** A session of riley, as a sign-in by mail would have made one. */
export function memberCookie(folder, port, email = "riley@customer.example") {
  const database = new Database(path.join(folder, "trust.db"));
  const member = database
    .prepare("select id, orgId, accountId from members where email = ?")
    .get(email);
  const token = randomBytes(32).toString("base64url");
  const now = new Date();
  database
    .prepare(
      "insert into sessions (tokenHash, kind, orgId, memberId, host, createdAt, lastSeenAt, expiresAt) values (?, 'member', ?, ?, ?, ?, ?, ?)",
    )
    .run(
      createHash("sha256").update(token).digest("hex"),
      member.orgId,
      member.id,
      `localhost:${port}`,
      now.toISOString(),
      now.toISOString(),
      new Date(now.getTime() + 3_600_000).toISOString(),
    );
  database.close();
  return { cookie: `otc_member=${token}`, ...member };
}

/**
 * Links stored files, under names of their own, to one public item of acme.
 * @returns the links, as bulk download names them, and the product
 */
function linkMany(folder, documents) {
  const database = new Database(path.join(folder, "trust.db"));
  const { orgId, id: productId } = database
    .prepare(
      "select orgId, id from products where isDefault = 1 and orgId = (select id from orgs where slug = 'acme')",
    )
    .get();
  const itemUid = "Reports.soc3";
  const now = new Date().toISOString();
  const insert = database.transaction(() =>
    documents.map(({ id, name, size, hash }) => {
      database
        .prepare(
          "insert into documents (orgId, id, originalName, sortKey, contentType, size, blobHash, type, createdAt, createdBy) values (?, ?, ?, ?, 'application/octet-stream', ?, ?, 'Other', ?, 'bench')",
        )
        .run(orgId, id, name, name, size, hash, now);
      database
        .prepare(
          "insert into itemDocuments (orgId, productId, itemUid, documentId, linkedAt, linkedBy) values (?, ?, ?, ?, ?, 'bench')",
        )
        .run(orgId, productId, itemUid, id, now);
      return { itemUid, fileId: id, generated: false };
    }),
  );
  const files = insert();
  database.prepare("update orgs set revision = revision + 1 where id = ?").run(orgId);
  database.close();
  return { productId, files };
}

/** Reads an answer and drops it: milliseconds to the first byte and to the last. */
function drain(port, target, headers) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    http
      .get(
        {
          host: "127.0.0.1",
          port,
          path: target,
          headers: { host: `localhost:${port}`, ...headers },
          agent: false,
        },
        (response) => {
          let first = 0;
          let bytes = 0;
          response.on("data", (piece) => {
            if (first === 0) first = performance.now() - started;
            bytes += piece.length;
          });
          response.on("error", reject);
          response.on("end", () =>
            response.statusCode === 200
              ? resolve({ first, whole: performance.now() - started, bytes })
              : reject(new Error(`${target}: ${response.statusCode}`)),
          );
        },
      )
      .on("error", reject);
  });
}

/** zip -0 of the same files, its output read and dropped. */
function zipped(folder, names) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn("zip", ["-0", "-q", "-", ...names], {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
    });
    child.stdout.resume();
    child.once("close", () => resolve(performance.now() - started));
  });
}

/** POST {base}/bulk-download, as scripts do. */
async function prepare(server, member, productId, files) {
  const body = JSON.stringify({ files, productId, selectAllUsed: false });
  const answer = await fetch(
    `http://localhost:${server.port}/api/statuspage/share/${member.accountId}/external/bulk-download`,
    {
      method: "POST",
      headers: { "content-type": "application/json", cookie: member.cookie },
      body,
    },
  );
  const { fileUrl, successCount } = await answer.json();
  if (successCount !== files.length)
    throw new Error(`${successCount} of ${files.length} are ready`);
  return fileUrl;
}

/** One download and an archive of 100 × 5 MB, each in turn with its limit; and how pages fare meanwhile. */
export async function downloads(server, folder, rounds) {
  const count = 100;
  const size = 5 * MB;
  const plain = path.join(folder, "plain");
  mkdirSync(plain);
  const names = Array.from({ length: count }, (_, i) => `bench-${String(i).padStart(3, "0")}.bin`);
  for (const name of names) writeFileSync(path.join(plain, name), randomBytes(size));
  const stored = await storeFiles(
    folder,
    "acme",
    names.map((name) => path.join(plain, name)),
  );
  const documents = names.map((name, i) => ({ id: `bench-${i}`, name, ...stored[i] }));
  const { productId, files } = linkMany(folder, documents);
  const member = memberCookie(folder, server.port);
  const headers = { cookie: member.cookie };
  const one = `/acme/documents/${documents[0].id}/download?itemUid=Reports.soc3&productId=${productId}&source=file_row`;
  const archive = await prepare(server, member, productId, files);
  const bare = await startFiles(plain);
  const runs = [];
  await drain(server.port, archive, headers);
  for (let round = 0; round < rounds; round += 1) {
    const run = {};
    for (const step of round % 2 === 0 ? STEPS : STEPS.toReversed())
      run[step] = await measure(step, { server, bare, headers, one, archive, plain, names });
    runs.push(run);
  }
  await bare.stop();
  const rate = (step, bytes) => median(runs.map((run) => bytes / MB / (run[step].whole / 1_000)));
  const ratio = (step, limit) => median(runs.map((run) => run[limit].whole / run[step].whole));
  const total = count * size;
  const busy = await pagesMeanwhile(server, archive, headers);
  rmSync(plain, { recursive: true });
  return [
    row(
      "download of 5 MB, ten after another",
      megabytes(rate("one", 10 * size)),
      `${megabytes(rate("sealedOne", 10 * size))} bare, from sealed chunks`,
      ratio("one", "sealedOne"),
      "0.7 or more",
    ),
    row(
      "the same beside plain bytes",
      megabytes(rate("one", 10 * size)),
      `${megabytes(rate("bareOne", 10 * size))} bare`,
      ratio("one", "bareOne"),
    ),
    row(
      "archive of 100 × 5 MB",
      megabytes(rate("zip", total)),
      `${megabytes(rate("bareAll", total))} bare`,
      ratio("zip", "bareAll"),
      "0.5 or more",
    ),
    row(
      "archive of 100 × 5 MB",
      megabytes(rate("zip", total)),
      `${megabytes(rate("zip -0", total))} zip -0`,
      ratio("zip", "zip -0"),
      "1.0 or more",
    ),
    row(
      "first byte of a download",
      ms(median(runs.map((run) => run.one.first))),
      "50 ms",
      median(runs.map((run) => run.one.first)) / 50,
      "1 or less",
    ),
    row(
      "first byte of an archive",
      ms(median(runs.map((run) => run.zip.first))),
      "50 ms",
      median(runs.map((run) => run.zip.first)) / 50,
      "1 or less",
    ),
    row(
      "a rendered page while an archive is sent, 99th percentile",
      ms(busy.p99),
      `${ms(busy.quiet)} when quiet; 50 ms`,
      (busy.p99 - busy.quiet) / 50,
      "1 or less",
    ),
  ];
}

const STEPS = ["bareOne", "sealedOne", "one", "bareAll", "zip", "zip -0"];

async function measure(step, { server, bare, headers, one, archive, plain, names }) {
  if (step === "zip -0") return { whole: await zipped(plain, names) };
  if (step === "zip") return drain(server.port, archive, headers);
  if (step === "bareAll") return drain(bare.port, "/all", {});
  const runs = [];
  for (let i = 0; i < 10; i += 1)
    runs.push(
      await (step === "one"
        ? drain(server.port, one, headers)
        : drain(bare.port, `/${step === "sealedOne" ? "sealed/" : ""}${names[0]}`, {})),
    );
  return {
    first: median(runs.map(({ first }) => first)),
    whole: runs.reduce((sum, { whole }) => sum + whole, 0),
  };
}

/** What a page that is rendered takes, one after the other, while archives are sent. */
async function pagesMeanwhile(server, archive, headers) {
  const page = () => server.get("/acme/faq", headers);
  const quiet = [];
  for (let i = 0; i < 30; i += 1) quiet.push((await page()).ms);
  const state = { sending: true };
  const sent = (async () => {
    for (let i = 0; i < 3; i += 1) await drain(server.port, archive, headers);
    state.sending = false;
  })();
  const times = [];
  while (state.sending) times.push((await page()).ms);
  await sent;
  times.sort((a, b) => a - b);
  return { quiet: median(quiet), p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

/** An archive of five gigabytes, one stored file under many names: its speed, and what the server occupies more. */
export async function largeArchive(server, folder) {
  const size = 50 * MB;
  const file = path.join(folder, "large.bin");
  writeFileSync(file, randomBytes(size));
  const [stored] = await storeFiles(folder, "acme", [file]);
  rmSync(file);
  const { productId, files } = linkMany(
    folder,
    Array.from({ length: 103 }, (_, i) => ({
      id: `large-${i}`,
      name: `large-${String(i).padStart(3, "0")}.bin`,
      ...stored,
    })),
  );
  const member = memberCookie(folder, server.port);
  const archive = await prepare(server, member, productId, files);
  await server.get("/acme/faq", { cookie: member.cookie });
  const before = server.memory();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, server.memory())), 50);
  const { whole, bytes } = await drain(server.port, archive, { cookie: member.cookie });
  clearInterval(watch);
  const grown = most - before;
  return [
    row(`archive of ${(bytes / 1024 ** 3).toFixed(1)} GB`, megabytes(bytes / MB / (whole / 1_000))),
    row("memory that it takes", `${Math.round(grown)} MB`, "64 MB", grown / 64, "1 or less"),
  ];
}
