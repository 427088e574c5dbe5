// npm run bench: each figure beside its limit, both measured in this run. It asserts nothing.
import Database from "better-sqlite3";
import { readFileSync } from "node:fs";
import path from "node:path";
import { buildApplication, installPackages, root } from "./prepare.mjs";
import { load, median } from "../bench/load.mjs";
import { dataFolder, get, PASSWORD, startBare, startProduct, stop } from "../bench/servers.mjs";

const large = process.argv.includes("--large");
const SECONDS = large ? 15 : 4;
const ROUNDS = large ? 5 : 3;
const SIZES = [200, 2_000, 10_000];
const [PORT, BARE] = [4391, 4392];

process.chdir(root);
installPackages();
buildApplication();
const folder = dataFolder();
const rows = [];
const show = (what, figure, limit, ratio) => rows.push({ what, figure, limit, ratio });

await stop((await startProduct(PORT, folder)).child);
for (const size of SIZES) await startProduct(PORT, folder, ["bench:org", String(size)]);
const { child, ms: startMs } = await startProduct(PORT, folder);

await throughput();
await firstRenders();
await mainMode();
await firstVisit();
show("memory after load", `${rss(child.pid)} MB`, "", "");
show("npm start to ready, built", `${Math.round(startMs)} ms`, "", "");
await stop(child);
console.table(rows);

/** The anonymous page from memory, against the same bytes from a server that does nothing else. */
async function throughput() {
  const accept = { "Accept-Encoding": "br" };
  await get(PORT, "/large-200", accept);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const page = await get(PORT, "/large-200", accept);
  const headers = page.rawHeaders.flatMap((value, i, all) => (i % 2 === 0 && !/^(date|connection|keep-alive)$/i.test(value) ? [[value, all[i + 1]]] : []));
  const bare = await startBare(BARE, headers.flat(), page.body);
  const [ours, limit] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    limit.push(await load(BARE, "/", accept, SECONDS));
    ours.push(await load(PORT, "/large-200", { ...accept, Host: `localhost:${PORT}` }, SECONDS));
  }
  await stop(bare);
  const rate = (runs) => median(runs.map((run) => run.rate));
  const p99 = (runs) => median(runs.map((run) => run.p99));
  show("anonymous page, requests a second", Math.round(rate(ours)), Math.round(rate(limit)), (rate(ours) / rate(limit)).toFixed(2));
  show("anonymous page, p99 in ms", p99(ours), p99(limit), "");
}

/** The first request after a change, by the number of items. */
async function firstRenders() {
  const database = new Database(path.join(folder, "trust.db"));
  let first = null;
  for (const size of SIZES) {
    const times = [];
    for (let round = 0; round < 5; round += 1) {
      database.prepare("update orgs set revision = revision + 1 where slug = ?").run(`large-${size}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
      times.push((await get(PORT, `/large-${size}`)).ms);
    }
    const each = (median(times) / size) * 1_000;
    first ??= each;
    show(`first render after a change, ${size} items`, `${median(times).toFixed(1)} ms, ${each.toFixed(1)} µs an item`, `${first.toFixed(1)} µs an item at ${SIZES[0]}`, (each / first).toFixed(2));
  }
  database.close();
}

/** The owner's page, which is rendered for each request, against the visitor's first render of the same page. */
async function mainMode() {
  const form = new URLSearchParams({ email: "owner@acme.example", password: PASSWORD, redirectTo: "/acme" }).toString();
  const signedIn = await get(PORT, "/sign-in", { "content-type": "application/x-www-form-urlencoded", "content-length": form.length }, { method: "POST", body: form });
  const cookie = (signedIn.headers["set-cookie"] ?? []).map((value) => value.split(";")[0]).join("; ");
  const [main, visitor] = [[], []];
  for (let round = 0; round < 15; round += 1) {
    main.push((await get(PORT, "/acme", { cookie })).ms);
    visitor.push((await get(PORT, "/acme", { cookie: "otc_none=1" })).ms);
  }
  show("Main-mode page", `${median(main).toFixed(1)} ms`, `${median(visitor).toFixed(1)} ms for a visitor, not cached`, (median(main) / median(visitor)).toFixed(2));
}

/** What a first visit loads, compressed, against the budgets. */
async function firstVisit() {
  const accept = { "Accept-Encoding": "br" };
  await get(PORT, "/acme", accept);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const html = await get(PORT, "/acme", accept);
  const text = (await get(PORT, "/acme")).body.toString("utf8");
  const sizeOf = async (pattern) => {
    let sum = 0;
    for (const [, file] of text.matchAll(pattern)) sum += (await get(PORT, file, accept)).body.byteLength;
    return sum;
  };
  const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
  const scripts = new Set([...text.matchAll(/<script type="module" src="([^"]+)"/g)].map((match) => match[1]));
  for (const script of scripts) {
    for (const [, file] of (await get(PORT, script)).body.toString("utf8").matchAll(/import\s*["'](?:\.\/)([^"']+)["']/g)) scripts.add(`/assets/${file}`);
  }
  let js = 0;
  for (const script of scripts) js += (await get(PORT, script, accept)).body.byteLength;
  const css = await sizeOf(/<link rel="stylesheet" href="([^"]+)"/g);
  for (const [what, bytes, budget] of [["HTML", html.body.byteLength, 30], ["CSS", css, 15], ["JS before intent", js, 6]]) {
    show(`first visit, ${what}`, kilobytes(bytes), `${budget} KB`, (bytes / 1024 / budget).toFixed(2));
  }
}

function rss(pid) {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024);
}
