import Database from "better-sqlite3";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { beforeAll, expect } from "vitest";
import { ANSWER_MS, PROCESSES } from "../limits.ts";
import { chance, everything } from "../sample.ts";
import { testInTurn } from "../in-turn.ts";
import { multipart, pdf } from "./multipart.ts";
import { loadedFolder } from "./loaded-folder.ts";
import { command, dataFolder, Spawned } from "./spawned.ts";

const PASSWORD = "correct horse battery staple";
const MEGABYTE = 1024 * 1024;

let loaded: string;

beforeAll(async () => {
  ({ folder: loaded } = await loadedFolder());
}, PROCESSES.timeout);

async function cookieOf(server: Spawned): Promise<string> {
  const answer = await server.ask("/sign-in", {
    form: { email: "owner@acme.example", password: PASSWORD },
  });
  return String(answer.headers["set-cookie"]?.[0]).split(";")[0] ?? "";
}

/** Resident memory of a process, in bytes. */
async function memoryOf(server: Spawned): Promise<number> {
  return (
    Number(
      /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.child.pid}/status`, "utf8"))?.[1] ?? 0,
    ) * 1024
  );
}

/** Sends a body to the API in pieces. @returns the answer's status and text */
function send(
  server: Spawned,
  cookie: string,
  headers: Record<string, string>,
  pieces: Iterable<Buffer>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: "127.0.0.1",
        port: server.port,
        path: "/api/documents",
        method: "POST",
        headers: { host: `localhost:${server.port}`, cookie, ...headers },
        agent: false,
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (data: string) => (text += data));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    void (async () => {
      for (const piece of pieces)
        if (!request.write(piece)) await new Promise((drained) => request.once("drain", drained));
      request.end();
    })();
  });
}

/** How many documents of a running server have a text that it has not tried to read yet. */
function unread(folder: string): number {
  const database = new Database(path.join(folder, "trust.db"), { readonly: true });
  try {
    const row = database
      .prepare(
        `select count(*) as n from documents as d where d.contentType not like 'image/%' and d.contentType <> 'application/zip'
           and not exists (select 1 from documentTexts as t where t.orgId = d.orgId and t.versionHash = d.blobHash)`,
      )
      .get() as { n: number };
    return row.n;
  } finally {
    database.close();
  }
}

testInTurn(
  "a file of 300 MB grows the memory by less than 64 MB",
  async () => {
    const folder = await dataFolder(loaded);
    const server = await (await Spawned.start({ DATA_DIR: folder })).ready();
    const cookie = await cookieOf(server);
    const boundary = "----large";
    const head = Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="type"\r\n\r\nPolicy\r\n--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="large.txt"\r\n\r\n`,
    );
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
    const line = Buffer.alloc(MEGABYTE, "a line of a large text\n");
    function* body(megabytes: number, text: string) {
      yield head;
      yield Buffer.from(text);
      for (let i = 0; i < megabytes; i += 1) yield line;
      yield tail;
    }
    const headers = {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "transfer-encoding": "chunked",
    };
    // What a first upload loads and compiles stays.
    expect((await send(server, cookie, headers, body(20, "warm"))).status).toBe(201);
    // The texts of the demo's files and of this one are read beside it, and no part of the next upload.
    await expect.poll(() => unread(folder), { timeout: 2 * ANSWER_MS }).toBe(0);
    const before = await memoryOf(server);
    let most = 0;
    const watch = setInterval(
      () => void memoryOf(server).then((bytes) => (most = Math.max(most, bytes))),
      50,
    );
    const began = performance.now();
    const answer = await send(server, cookie, headers, body(300, "large"));
    const seconds = (performance.now() - began) / 1_000;
    clearInterval(watch);
    expect(answer.status, answer.text).toBe(201);
    process.stdout.write(
      `upload of 300 MB: ${Math.round(300 / seconds)} MB/s, memory grew by ${Math.round((most - before) / MEGABYTE)} MB\n`,
    );
    expect(most - before).toBeLessThan(64 * MEGABYTE);
  },
  PROCESSES.timeout,
);

testInTurn(
  "kill -9 during uploads: nothing acknowledged is lost, no row is without its file, and the next start serves",
  async () => {
    const folder = await dataFolder(loaded);
    const acknowledged: string[] = [];
    for (let round = 0; round < (everything ? 4 : 1); round += 1) {
      const server = await (await Spawned.start({ DATA_DIR: folder })).ready();
      const cookie = await cookieOf(server);
      const writing = { on: true };
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let i = 0; writing.on; i += 1) {
          const name = `round-${round}-${writer}-${i}.pdf`;
          const { body, headers } = multipart([
            { name, bytes: Buffer.concat([pdf(name), randomBytes(i % 3 === 0 ? 400_000 : 4_000)]) },
          ]);
          const answer = await send(
            server,
            cookie,
            { ...headers, "content-length": String(body.length) },
            [body],
          ).catch(() => null);
          if (answer === null) return;
          if (answer.status === 201) acknowledged.push(name);
        }
      });
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, chance(`kill ${round}`) * 1_000));
      await server.stop("SIGKILL");
      writing.on = false;
      await Promise.all(writers);
    }
    expect(acknowledged.length).toBeGreaterThan(everything ? 10 : 0);
    const server = await (await Spawned.start({ DATA_DIR: folder })).ready();
    expect((await server.ask("/readyz")).status).toBe(200);
    const database = new Database(path.join(folder, "trust.db"));
    const names = new Set(
      database.prepare("select originalName from documents").pluck().all() as string[],
    );
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
    expect(database.pragma("foreign_key_check")).toEqual([]);
    const halves = database
      .prepare(
        "select count(*) from documents d where not exists (select 1 from documentVersions v where v.documentId = d.id and v.blobHash = d.blobHash)",
      )
      .pluck()
      .get();
    const unaudited = database
      .prepare(
        "select count(*) from documents d where d.originalName like 'round-%' and not exists (select 1 from audit a where a.subject = d.originalName)",
      )
      .pluck()
      .get();
    database.close();
    expect([halves, unaudited]).toEqual([0, 0]);
    // Beside the running server, the command reads every file that a row names.
    const { code, out, err } = await command(folder, "verify-files");
    expect([code, err.replace(/^\{.*\}$/gm, "").trim()]).toEqual([0, ""]);
    expect(out).toMatch(/^\d+ file\(s\) checked, .* intact\. None is damaged\.$/m);
  },
  PROCESSES.timeout,
);
