// Load from a process of its own, so that client and server share no event loop.
import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "../bin/prepare.mjs";

const CONNECTIONS = 16;
const PIPELINED = 8;

/** Sends requests for some seconds; resolves to requests a second, the 99th percentile, and the server's work for each. */
export async function load(server, target, headers, seconds) {
  const sent = Object.entries({ Host: `localhost:${server.port}`, ...headers }).flatMap(
    ([name, value]) => ["-H", `${name}: ${value}`],
  );
  const args = [
    "-j",
    "-c",
    String(CONNECTIONS),
    "-p",
    String(PIPELINED),
    "-d",
    String(seconds),
    ...sent,
    `http://127.0.0.1:${server.port}${target}`,
  ];
  const before = server.cpu();
  const child = spawn(
    process.execPath,
    [path.join(root, "node_modules/autocannon/autocannon.js"), ...args],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  await new Promise((resolve) => child.once("close", resolve));
  const report = JSON.parse(text);
  if (report.non2xx > 0 || report.errors > 0)
    throw new Error(`${report.non2xx} answers were not 200, ${report.errors} failed`);
  return {
    rate: report.requests.total / report.duration,
    p99: report.latency.p99,
    work: ((server.cpu() - before) * 1_000) / report.requests.total,
  };
}

/**
 * Loads two servers in turn, so that whatever else this machine does meets both alike.
 * @returns the runs of each, pair by pair
 */
export async function alternate(ours, limit, target, headers, { rounds, seconds }) {
  const runs = [];
  for (const server of [limit, ours]) await load(server, target, headers, 1);
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [limit, ours] : [ours, limit];
    const pair = new Map();
    for (const server of order) pair.set(server, await load(server, target, headers, seconds));
    runs.push({ ours: pair.get(ours), limit: pair.get(limit) });
  }
  return runs;
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
