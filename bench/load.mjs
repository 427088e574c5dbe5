// Load from a process of its own, so that client and server share no event loop.
import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "../bin/prepare.mjs";

/** Sends requests for some seconds; resolves to requests a second and the 99th percentile in milliseconds. */
export function load(port, target, headers, seconds) {
  const args = ["-j", "-c", "16", "-p", "8", "-d", String(seconds), ...Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]), `http://127.0.0.1:${port}${target}`];
  const child = spawn(process.execPath, [path.join(root, "node_modules/autocannon/autocannon.js"), ...args], { stdio: ["ignore", "pipe", "ignore"] });
  let out = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  return new Promise((resolve, reject) =>
    child.on("exit", () => {
      try {
        const report = JSON.parse(out);
        if (report.non2xx > 0 || report.errors > 0) throw new Error(`${report.non2xx} answers were not 200, ${report.errors} failed`);
        resolve({ rate: report.requests.average, p99: report.latency.p99 });
      } catch (error) {
        reject(error);
      }
    }),
  );
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
