// What is measured. Each figure comes with its limit, both from this run; none is asserted.
import Database from "better-sqlite3";
import path from "node:path";
import { alternate, median } from "./load.mjs";
import { quiet } from "./quiet.mjs";
import { dataFolder, PASSWORD, startBare, startProduct } from "./servers.mjs";
import { row } from "./table.mjs";

const BROTLI = { "Accept-Encoding": "br" };
/** A cookie of ours with a value that nobody gave: the page is rendered for this request, as it is for members. */
const NOT_KEPT = { cookie: "otc_browser=1" };

const whole = (number) => Math.round(number).toLocaleString("en");
const ms = (number) => `${number.toFixed(1)} ms`;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A kept page once its best compression, which is made when there is time, is there. */
async function settled(server, target) {
  let page = await server.get(target, BROTLI);
  for (let waited = 0, same = 0; waited < 60 && same < 4; waited += 1) {
    await pause(250);
    const next = await server.get(target, BROTLI);
    same = next.body.length === page.body.length ? same + 1 : 0;
    page = next;
  }
  return page;
}

/** The headers of an answer but for those that Node itself sends, names and values in turn. */
function ownHeaders({ rawHeaders }) {
  return rawHeaders.flatMap((text, i, all) =>
    i % 2 === 0 && !/^(date|connection|keep-alive)$/i.test(text) ? [text, all[i + 1]] : [],
  );
}

/**
 * The anonymous page from memory, against the same bytes and headers from a server that does nothing else. Its
 * work is what counts: processor time is the same on a machine that others use, rates are not.
 * @param when added to the rows' names
 */
export async function anonymousPage(server, target, effort, when = "") {
  const page = await settled(server, target);
  const bare = await startBare(ownHeaders(page), page.body);
  const runs = await alternate(server, bare, target, BROTLI, effort);
  await bare.stop();
  const of = (who, what) => median(runs.map((run) => run[who][what]));
  const ratio = (judge) => median(runs.map(judge));
  const name = `${target}, kept${when}`;
  const work = Number.isNaN(of("ours", "work"))
    ? []
    : [
        row(
          `${name}: processor time a request, bare to ours`,
          `${of("ours", "work").toFixed(1)} µs`,
          `${of("limit", "work").toFixed(1)} µs`,
          ratio(({ ours, limit }) => limit.work / ours.work),
          "0.85 or more",
        ),
      ];
  return [
    ...work,
    row(
      `${name}: requests a second`,
      whole(of("ours", "rate")),
      whole(of("limit", "rate")),
      ratio(({ ours, limit }) => ours.rate / limit.rate),
      "0.85 or more",
    ),
    row(
      `${name}: 99th percentile`,
      ms(of("ours", "p99")),
      ms(of("limit", "p99")),
      ratio(({ ours, limit }) => ours.p99 / limit.p99),
      "near 1",
    ),
  ];
}

/** The kept page of a server that counts for Prometheus, in turn with one that counts nothing, each with its own demo. */
export async function countedPage(target, effort) {
  const folders = [dataFolder(), dataFolder()];
  const plain = await startProduct(folders[0]);
  const counting = await startProduct(folders[1], { METRICS_TOKEN: "a-token-of-the-bench" });
  await Promise.all([quiet(plain, folders[0]), quiet(counting, folders[1])]);
  for (const server of [plain, counting]) await settled(server, target);
  const runs = await alternate(counting, plain, target, BROTLI, effort);
  await Promise.all([plain.stop(), counting.stop()]);
  const of = (who) => median(runs.map((run) => run[who].work));
  if (Number.isNaN(of("ours"))) return [];
  return [
    row(
      `${target}, kept: processor time a request, counted for Prometheus or not`,
      `${of("ours").toFixed(1)} µs`,
      `${of("limit").toFixed(1)} µs`,
      median(runs.map(({ ours, limit }) => ours.work / limit.work)),
      "1.01 or less",
    ),
  ];
}

/** The first request after a change, by the number of items, against the cost of an item in the smallest org. */
export async function firstRenders(server, folder, sizes, rounds) {
  const database = new Database(path.join(folder, "trust.db"));
  const rows = [];
  let smallest;
  for (const size of sizes) {
    const [times, work] = [[], []];
    await settled(server, `/large-${size}`);
    for (let round = 0; round < rounds; round += 1) {
      database
        .prepare("update orgs set revision = revision + 1 where slug = ?")
        .run(`large-${size}`);
      await pause(250);
      const before = server.cpu();
      const answer = await server.get(`/large-${size}`);
      work.push(server.cpu() - before);
      times.push(answer.ms);
    }
    const each = (median(times) / size) * 1_000;
    smallest ??= each;
    const spent = Number.isNaN(work[0]) ? "" : `, ${ms(median(work))} of work`;
    rows.push(
      row(
        `first render after a change, ${whole(size)} items`,
        `${ms(median(times))}${spent}: ${each.toFixed(1)} µs an item`,
        `${smallest.toFixed(1)} µs an item`,
        each / smallest,
        "1 or less",
      ),
    );
  }
  database.close();
  return rows;
}

/** The first byte of the owner's page against that of a visitor's, both rendered for each request, in turn. */
export async function mainMode(server, rounds) {
  const signedIn = await server.get(
    "/sign-in",
    {},
    { email: "owner@acme.example", password: PASSWORD },
  );
  const cookie = (signedIn.headers["set-cookie"] ?? [])
    .map((value) => value.split(";")[0])
    .join("; ");
  // What a server does once, it has done then.
  for (const headers of [{ cookie }, NOT_KEPT, { cookie }, NOT_KEPT])
    await server.get("/acme", headers);
  const times = { main: [], visitor: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.main.push((await server.get("/acme", { cookie })).firstByte);
    times.visitor.push((await server.get("/acme", NOT_KEPT)).firstByte);
  }
  const [main, visitor] = [median(times.main), median(times.visitor)];
  return [
    row(
      "/acme in Main mode: first byte",
      ms(main),
      `${ms(visitor)} for a visitor, rendered`,
      main / visitor,
      "1.5 or less",
    ),
  ];
}

/** What a first visit loads, compressed, against the budgets of docs. */
export async function firstVisit(server, target) {
  const page = await settled(server, target);
  const html = (await server.get(target)).body.toString("utf8");
  const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(
    (match) => match[1],
  );
  const scripts = new Set(
    [...html.matchAll(/<script[^>]* src="([^"]+)"|<link rel="modulepreload" href="([^"]+)"/g)].map(
      (match) => match[1] ?? match[2],
    ),
  );
  for (const script of scripts) {
    for (const [, name] of (await server.get(script)).body
      .toString("utf8")
      .matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
      scripts.add(`/assets/${name}`);
  }
  const size = async (urls) => {
    let sum = 0;
    for (const url of urls) sum += (await server.get(url, BROTLI)).body.length;
    return sum;
  };
  const parts = [
    ["HTML", page.body.length, 30],
    ["CSS", await size(styles), 15],
    ["JS before intent", await size(scripts), 6],
  ];
  return parts.map(([what, bytes, budget]) =>
    row(
      `first visit of ${target}: ${what}`,
      `${(bytes / 1024).toFixed(1)} KB`,
      `${budget} KB`,
      bytes / 1024 / budget,
      "1 or less",
    ),
  );
}

/** What the server occupies now, against what it did when it was ready. */
export function memory(server, atStart) {
  return [
    row(
      "memory after load",
      `${whole(server.memory())} MB`,
      `${whole(atStart)} MB when ready`,
      server.memory() / atStart,
    ),
  ];
}

/** From the start on a built clone with its data to the last line, against a process that only listens. */
export async function start(server) {
  const bare = await startBare([], "");
  await bare.stop();
  return [
    row(
      "start to ready, built, with data",
      `${whole(server.ms)} ms`,
      `${whole(bare.ms)} ms`,
      server.ms / bare.ms,
    ),
  ];
}
