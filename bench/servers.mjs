// The servers that a measurement compares: the built product, and a bare one that sends bytes from memory.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../bin/prepare.mjs";

export const PASSWORD = "correct horse battery staple";

/** A data folder that ends with the measurement. */
export function dataFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "trust-center-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the built server and resolves when it is ready: its process, and how long that took in milliseconds. */
export function startProduct(port, folder, args = []) {
  const started = performance.now();
  const env = { ...process.env, NODE_ENV: "production", PORT: String(port), DATA_DIR: folder, DEMO_PASSWORD: PASSWORD };
  const child = spawn(process.execPath, [path.join(root, "bin/start.mjs"), ...args], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      if (/^Ready: /m.test(said)) resolve({ child, ms: performance.now() - started });
    });
    child.on("exit", (code) => (args.length > 0 && code === 0 ? resolve({ child, said }) : reject(new Error(`the server ended with ${code}: ${said}`))));
  });
}

/** Ends a server and waits until it is gone. */
export function stop(child) {
  return new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill("SIGTERM");
  });
}

/** A server in a process of its own that answers everything with these bytes and headers: the limit. */
export function startBare(port, headers, body) {
  const code = `const http=require("node:http");let parts=[];process.stdin.on("data",c=>parts.push(c)).on("end",()=>{const body=Buffer.concat(parts);const headers=${JSON.stringify(headers)};http.createServer((q,s)=>{s.writeHead(200,headers);s.end(body)}).listen(${port},"127.0.0.1",()=>console.log("up"))})`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(body);
  return new Promise((resolve) => child.stdout.once("data", () => resolve(child)));
}

/** One request: status, headers, raw bytes, and the milliseconds until its last byte. */
export function get(port, target, headers = {}, { method = "GET", body } = {}) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, path: target, method, headers: { host: `localhost:${port}`, ...headers }, agent: false }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, rawHeaders: response.rawHeaders, body: Buffer.concat(chunks), ms: performance.now() - started }));
    });
    request.on("error", reject);
    request.end(body);
  });
}
