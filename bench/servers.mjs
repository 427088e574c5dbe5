// The servers that a measurement compares: the built product, and a bare one that sends bytes from memory.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../bin/prepare.mjs";

export const PASSWORD = "correct horse battery staple";
/** How many files of the demo a server still has to read the texts of, in the words of either database. */
export const UNREAD_TEXTS = `select count(*) as unread from documents d left join "documentTexts" t
  on t."orgId" = d."orgId" and t."versionHash" = d."blobHash"
  where t."orgId" is null and d."contentType" not like 'image/%' and d."contentType" <> 'application/zip'`;

const running = new Set();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** A data folder that ends with the measurement. */
export function dataFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "trust-center-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A server in a process of its own. */
class Running {
  constructor(child, port) {
    this.child = child;
    this.port = port;
    this.pid = child.pid;
    running.add(child);
    child.once("exit", () => running.delete(child));
  }

  /** Ends it and waits until it is gone. */
  stop() {
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGTERM");
    return gone;
  }

  /** Milliseconds that its main thread has worked, or NaN where the system doesn't tell. */
  cpu() {
    try {
      return (
        Number(readFileSync(`/proc/${this.pid}/task/${this.pid}/schedstat`, "utf8").split(" ")[0]) /
        1e6
      );
    } catch {
      return Number.NaN;
    }
  }

  /** Megabytes that it occupies, or NaN where the system doesn't tell. */
  memory() {
    try {
      return (
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, "utf8"))?.[1]) / 1024
      );
    } catch {
      return Number.NaN;
    }
  }

  /** One request: status, headers, raw bytes, and the milliseconds until its first and its last byte. */
  get(target, headers = {}, form = undefined) {
    const started = performance.now();
    const body = form === undefined ? undefined : new URLSearchParams(form).toString();
    const own =
      body === undefined
        ? {}
        : { "content-type": "application/x-www-form-urlencoded", "content-length": body.length };
    return new Promise((resolve, reject) => {
      const options = {
        host: "127.0.0.1",
        port: this.port,
        path: target,
        method: body === undefined ? "GET" : "POST",
        headers: { host: `localhost:${this.port}`, ...own, ...headers },
        agent: false,
      };
      const request = http.request(options, (response) => {
        const chunks = [];
        let firstByte;
        response.on("data", (chunk) => {
          firstByte ??= performance.now() - started;
          chunks.push(chunk);
        });
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode,
            headers: response.headers,
            rawHeaders: response.rawHeaders,
            body: Buffer.concat(chunks),
            ms: performance.now() - started,
            firstByte: firstByte ?? performance.now() - started,
          }),
        );
      });
      request.on("error", reject);
      request.end(body);
    });
  }
}

/**
 * Starts the built product as `npm start` does, and waits for its last line; `ms` says how long that took.
 * @param variables of its environment, over those that every measurement has
 */
export async function startProduct(folder, variables = {}) {
  const port = await freePort();
  const started = performance.now();
  const child = product(folder, port, [], variables);
  await said(child, /^Ready: /m);
  return Object.assign(new Running(child, port), { ms: performance.now() - started });
}

/**
 * Runs a command of the installation to its end.
 * @param variables as those of a server
 */
export async function runCommand(folder, words, variables = {}) {
  const child = product(folder, await freePort(), words, variables);
  child.stdout.resume();
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}`);
}

/** Stores files in an org's blob store as uploads are; `{hash, size}` of each. */
export async function storeFiles(folder, slug, files) {
  const child = product(folder, await freePort(), ["bench:files", slug, ...files]);
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`bench:files ended with ${code}`);
  return text
    .trim()
    .split("\n")
    .filter((line) => line.startsWith('{"hash"'))
    .map((line) => JSON.parse(line));
}

/** Starts a server that streams the files of a folder, one or all of them after another, and does nothing else: the limit. */
export async function startFiles(folder) {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, "bare-files.mjs"), String(port), folder],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await said(child, /^Ready$/m);
  return new Running(child, port);
}

function product(folder, port, words, variables = {}) {
  const env = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    DATA_DIR: folder,
    DEMO_PASSWORD: PASSWORD,
    ORIGIN: "",
    HOST: "",
    TRUST_PROXY: "",
    ...variables,
  };
  return spawn(process.execPath, [path.join(root, "bin/start.mjs"), ...words], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/**
 * Starts a server that answers everything with these bytes and headers and does nothing else: the limit.
 * @param headers names and values in turn
 */
export async function startBare(headers, body) {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, "bare.mjs"), String(port), JSON.stringify(headers)],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  child.stdin.end(body);
  await said(child, /^Ready$/m);
  return Object.assign(new Running(child, port), { ms: performance.now() - started });
}

/** Waits until a process says something; its words go into the error when it ends before. @returns what it said so far */
export function said(child, pattern) {
  let text = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk) => {
        text = (text + chunk).slice(-10_000);
        if (pattern.test(text)) resolve(text);
      });
    }
    child.once("close", (code) => reject(new Error(`the server ended with ${code}:\n${text}`)));
  });
}
