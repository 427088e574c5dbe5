// Load from a process of its own, so that client and server share no event loop.
import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "../bin/prepare.mjs";

const CONNECTIONS = 16;
const PIPELINED = 8;

/** Sends requests for some seconds; resolves to right answers a second, the 99th percentile, and the server's work for each. */
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
  note(target, report);
  return {
    rate: report["2xx"] / report.duration,
    p99: report.latency.p99,
    work: ((server.cpu() - before) * 1_000) / report.requests.total,
  };
}

/** Answers other than 200, and requests without an answer, by address and kind, over the whole run. */
const refused = new Map();

function note(target, { statusCodeStats, errors, timeouts }) {
  const counts = Object.entries(statusCodeStats)
    .filter(([status]) => !status.startsWith("2"))
    .map(([status, { count }]) => [status, count]);
  for (const [kind, count] of [...counts, ["no answer", errors + timeouts]]) {
    if (count === 0) continue;
    const name = `${target}: ${kind}`;
    refused.set(name, (refused.get(name) ?? 0) + count);
  }
}

/** What was refused under load, a line each; empty where every answer was right. */
export function refusals() {
  return [...refused].map(([name, count]) => `${name}, ${count} times`);
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
