import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import tls from "node:tls";
import { onTestFinished, vi } from "vitest";
import { ANSWER_MS } from "../limits.ts";
import { familyOf } from "./processes-of.ts";
import { dataFolder, freePort } from "./spawned.ts";

/** The proxies that the product's documents have a file for. */
export const PROXIES = ["caddy", "nginx"] as const;
export type ProxyName = (typeof PROXIES)[number];

/** The host that their files name. */
export const HOST = "trust.example.com";
/** Where visitors come from in these tests: an address that is not the proxy's own. */
export const VISITOR = "127.0.0.2";

/** A proxy that runs with the file of docs/operate/proxy, in front of a port. */
export interface Proxy {
  /** Where it speaks TLS. */
  port: number;
  /** It and what it started. */
  pids: () => Promise<number[]>;
}

/** Debian puts nginx beside the programs of the system's owner. */
const PATH = `${process.env.PATH}:/usr/sbin`;
const runs = (...[program = "", ...words]: string[]) =>
  spawnSync(program, words, { env: { PATH } }).status === 0;
const PROGRAMS = {
  caddy: () => runs("caddy", "version"),
  nginx: () => runs("nginx", "-v") && runs("openssl", "version"),
};

/** Whether a proxy is installed; `npm test` installs both (bin/tools.mjs). */
export function isInstalled(name: ProxyName): boolean {
  return PROGRAMS[name]();
}

/** Starts a proxy in front of a port; it ends with the test. */
export async function startProxy(name: ProxyName, upstream: number): Promise<Proxy> {
  const [folder, plain, port] = [await dataFolder(), await freePort(), await freePort()];
  const child =
    name === "caddy"
      ? await startCaddy({ folder, plain, port, upstream })
      : await startNginx({ folder, plain, port, upstream });
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  for (const last = Date.now() + ANSWER_MS; !(await takes(port));) {
    if (Date.now() > last || child.exitCode !== null) throw new Error(`${name}: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const proxy = { port, pids: () => familyOf(child.pid ?? 0) };
  // Caddy takes connections before it has made its own certificate.
  await vi.waitUntil(() => certificateOf(proxy, HOST).catch(() => null), {
    timeout: ANSWER_MS,
    interval: 50,
  });
  return proxy;
}

interface Places {
  folder: string;
  plain: number;
  port: number;
  upstream: number;
}

/** A file of docs/operate/proxy with the places of a test; each text that is replaced must be there. */
async function documented(name: string, changes: readonly (readonly [string, string])[]) {
  let text = await readFile(path.join("docs/operate/proxy", name), "utf8");
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`docs/operate/proxy/${name} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

async function startCaddy({ folder, plain, port, upstream }: Places): Promise<ChildProcess> {
  const file = path.join(folder, "Caddyfile");
  const own = [
    "admin off",
    "local_certs",
    "skip_install_trust",
    `http_port ${plain}`,
    `https_port ${port}`,
    "default_bind 127.0.0.1",
    `storage file_system ${folder}`,
  ];
  const text = await documented("Caddyfile", [
    ["\temail you@example.com\n", own.map((line) => `\t${line}\n`).join("")],
    ["127.0.0.1:3000", `127.0.0.1:${upstream}`],
  ]);
  await writeFile(file, text);
  const env = { PATH, HOME: folder, XDG_DATA_HOME: folder };
  return spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
}

async function startNginx({ folder, plain, port, upstream }: Places): Promise<ChildProcess> {
  const at = (name: string) => path.join(folder, name);
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const about = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`];
  const places = ["-nodes", "-days", "2", "-keyout", at("key.pem"), "-out", at("certificate.pem")];
  execFileSync("openssl", [...request, ...about, ...places], { stdio: "ignore" });
  const site = await documented("nginx.conf", [
    ["listen 80;", `listen 127.0.0.1:${plain};`],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`],
    ["/etc/ssl/trust.example.com/fullchain.pem", at("certificate.pem")],
    ["/etc/ssl/trust.example.com/privkey.pem", at("key.pem")],
    ["127.0.0.1:3000", `127.0.0.1:${upstream}`],
  ]);
  await writeFile(at("site.conf"), site);
  const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (one) => `${one}_temp_path ${at(one)};`,
  );
  const whole = [
    process.getuid?.() === 0 ? "user root;" : "",
    `pid ${at("pid")};`,
    "daemon off;",
    "worker_processes 1;",
    "error_log stderr;",
    "events { worker_connections 256; }",
    `http { access_log off; ${kept.join(" ")} include ${at("site.conf")}; }`,
  ];
  await writeFile(at("nginx.conf"), whole.join("\n"));
  return spawn("nginx", ["-e", "stderr", "-p", folder, "-c", at("nginx.conf")], {
    env: { PATH },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

function takes(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** How a visitor of a host connects to a proxy. */
export function connection({ port }: Proxy, servername = HOST) {
  return {
    host: "127.0.0.1",
    port,
    localAddress: VISITOR,
    servername,
    rejectUnauthorized: false,
  };
}

/** A request by HTTP/1.1, begun; who sends a body ends it. */
export function visit(
  proxy: Proxy,
  target: string,
  { host = HOST, method = "GET", headers = {} }: Visit = {},
): { request: http.ClientRequest; answer: Promise<http.IncomingMessage> } {
  const request = https.request({
    ...connection(proxy, host),
    path: target,
    method,
    headers: { host, ...headers },
    agent: false,
  });
  const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
  // A connection may break while the body is still being sent; whoever waits for the answer is told.
  answer.catch(() => undefined);
  return { request, answer };
}

interface Visit {
  host?: string;
  method?: string;
  headers?: Record<string, string>;
}

/** A whole answer to a request without a body. */
export async function get(
  proxy: Proxy,
  target: string,
  asked: Visit = {},
): Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }> {
  const { request, answer } = visit(proxy, target, asked);
  request.end();
  const response = await answer;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { statusCode: status = 0, headers } = response;
  return { status, headers, body: Buffer.concat(chunks) };
}

/** The names in the certificate that a proxy shows for a host. @throws where it has none for it */
export function certificateOf(proxy: Proxy, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect(connection(proxy, host), () => {
      resolve(socket.getPeerCertificate().subjectaltname ?? "");
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

const PIECE = Buffer.alloc(256 * 1024, "a body of a few bytes ");

/** A server that takes and sends bodies of any size, and says how far it is. */
export class BodyServer {
  received = 0;
  /** Lets the rest of a body go that is sent in two parts. */
  goOn: () => void = () => undefined;
  readonly #server = http.createServer((req, res) => {
    const bytes = Number(req.headers["x-bytes"] ?? 0);
    (req.method === "POST" ? this.#take(req, res) : this.#send(res, bytes)).catch(() =>
      res.destroy(),
    );
  });

  static async open(): Promise<BodyServer> {
    const opened = new BodyServer();
    await new Promise<void>((resolve) => opened.#server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      opened.#server.closeAllConnections();
      opened.#server.close();
    });
    return opened;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async #take(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    for await (const chunk of req) this.received += (chunk as Buffer).length;
    res.end(String(this.received));
  }

  async #send(res: http.ServerResponse, bytes: number): Promise<void> {
    res.writeHead(200, { "content-length": bytes });
    const goOn = new Promise<void>((resolve) => (this.goOn = resolve));
    await write(res, Math.min(bytes, PIECE.length));
    await goOn;
    await write(res, bytes - PIECE.length);
    res.end();
  }
}

async function write(to: http.ServerResponse | http.ClientRequest, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= PIECE.length)
    if (!to.write(left < PIECE.length ? PIECE.subarray(0, left) : PIECE) && !to.destroyed)
      await drainedOrClosed(to);
}

function drainedOrClosed(to: http.ServerResponse | http.ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      to.off("drain", done).off("close", done);
      resolve();
    };
    to.once("drain", done).once("close", done);
  });
}

/**
 * Sends a body through a proxy. Its first piece must have come before the rest is sent: a proxy that
 * keeps bodies until they are whole never gets the rest.
 * @returns the bytes that came
 */
export async function sendUp(proxy: Proxy, server: BodyServer, bytes: number): Promise<number> {
  server.received = 0;
  const { request, answer } = visit(proxy, "/", { method: "POST" });
  await write(request, PIECE.length);
  for (const last = Date.now() + ANSWER_MS; server.received < PIECE.length;) {
    if (Date.now() > last) throw new Error(`${server.received} bytes came of ${PIECE.length}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await write(request, bytes - PIECE.length);
  request.end();
  (await answer).resume();
  return server.received;
}

/** Fetches a body through a proxy; its first piece must come while the rest is held back. @returns its bytes */
export async function sendDown(proxy: Proxy, server: BodyServer, bytes: number): Promise<number> {
  const { request, answer } = visit(proxy, "/", { headers: { "x-bytes": String(bytes) } });
  request.end();
  let received = 0;
  for await (const chunk of await answer) {
    received += (chunk as Buffer).length;
    if (received >= PIECE.length) server.goOn();
  }
  return received;
}
