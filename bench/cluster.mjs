// Several servers on one database of PostgreSQL and one bucket, beside one on SQLite and a folder. The servers are
// processes of this machine, and so are PostgreSQL, the bucket and whoever asks: what more machines add isn't seen here,
// what they cost each other is.
import { randomBytes } from "node:crypto";
import http from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import {
  fill,
  HOST,
  ownerOf,
  PostgresPlace,
  SqlitePlace,
  startBucket,
  startDurablePostgres,
  started,
  uidOf,
} from "./places.mjs";
import { formOf } from "./editing.mjs";
import { request } from "./in-process.mjs";
import { load, median } from "./load.mjs";
import { p99, startSink, UPDATE } from "./mail.mjs";

/**
 * The companies, the processes, and how often or for how many seconds each thing is done. What is done so many times is
 * ended after `longest` seconds, a mailing after `mailing`; the table says then how many they were.
 */
export const DEFAULT = {
  items: 2_000,
  companies: 20,
  companyItems: 20,
  subscribers: 500,
  processes: [1, 2, 4],
  saves: 40,
  signIns: 40,
  rounds: 20,
  seconds: 2,
  longest: 60,
  mailing: 60,
};
export const LARGE = {
  ...DEFAULT,
  items: 10_000,
  companies: 1_000,
  subscribers: 100_000,
  saves: 200,
  signIns: 200,
  rounds: 100,
  seconds: 5,
  longest: 12,
  mailing: 20,
};
/** What a test runs so that it goes on working. */
export const SMALL = {
  items: 200,
  companies: 2,
  companyItems: 20,
  subscribers: 20,
  processes: [1, 2],
  saves: 2,
  signIns: 2,
  rounds: 2,
  seconds: 1,
  longest: 60,
  mailing: 60,
};

/** Requests at a time; a server does sixteen at most. */
const READERS = 8;
const WRITERS = 4;
/** A cookie of ours with a value that nobody gave: the page is rendered for this request, as it is for members. */
const NOT_KEPT = { cookie: "otc_browser=1" };
const FAQ = "/acme/faq";
/** Whatever is waited for longer doesn’t come any more, in milliseconds. */
const STANDSTILL_MS = 60_000;
/** A step that takes longer has met a fault, in milliseconds; filling has its time to itself. */
const LONGEST_STEP_MS = 240_000;
const LONGEST_FILLING_MS = 1_200_000;

const whole = (number) => Math.round(number).toLocaleString("en");
const ms = (number) => `${number.toFixed(number < 10 ? 1 : 0)} ms`;
const pause = (milliseconds, signal) => wait(milliseconds, undefined, { signal });
const halfAndP99 = (times) => `${ms(median(times))} / ${ms(p99(times))}`;
const sinceThen = (since) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;
/** A figure of fewer than were planned says so. */
const of = (figure, done, planned) =>
  done < planned ? `${figure} (${whole(done)} of ${whole(planned)})` : figure;

/**
 * Does one step of the measurement, says what it did and how long that took, and ends with an error
 * that names it when it doesn’t end by itself.
 */
async function timed(say, what, work, longestMs = LONGEST_STEP_MS) {
  const began = performance.now();
  const ending = new AbortController();
  const late = pause(longestMs, ending.signal).then(() => {
    throw new Error(`${what} has not ended after ${longestMs / 1_000} seconds`);
  });
  late.catch(() => undefined);
  try {
    const result = await Promise.race([work(), late]);
    say(`${what}: ${sinceThen(began)}`);
    return result;
  } catch (error) {
    say(`${what}: failed after ${sinceThen(began)}: ${error.message}`);
    throw error;
  } finally {
    ending.abort();
  }
}

/** Says whether so many seconds are over since now. */
function clock(most) {
  const until = performance.now() + most * 1_000;
  return () => performance.now() >= until;
}

/**
 * Measures everything.
 * @param say is told each step when it ended, and how long it took
 * @returns the columns and rows of a table, and the steps that failed: their figures are not there
 */
export async function cluster(sizes, say = () => undefined) {
  const sink = await startSink("--links");
  const bucket = await startBucket();
  const postgres = await startDurablePostgres();
  const mail = { MAIL: `smtp://127.0.0.1:${sink.port}` };
  const places = [
    new SqlitePlace(mail),
    new PostgresPlace({ ...mail, ...bucket.variables }, await postgres.newDatabase("trust")),
  ];
  try {
    await timed(
      say,
      `filling SQLite and PostgreSQL with the demo, ${whole(sizes.companies)} companies, one of ${whole(sizes.items)} items, and ${whole(sizes.subscribers)} subscribers`,
      () => Promise.all(places.map((place) => fill(place, sizes))),
      LONGEST_FILLING_MS,
    );
    const columns = [];
    const rows = new Map();
    const failed = [];
    let first = 0;
    for (const place of places)
      for (const count of place.isShared ? sizes.processes : [1]) {
        const name = `${place.name}, ${count}`;
        columns.push(name);
        const told = (line) => say(`${name}: ${line}`);
        for (const [what, figure] of await measured(place, count, {
          sizes,
          first,
          sink,
          say: told,
          failed: (line) => failed.push(`${name}: ${line}`),
        })) {
          if (!rows.has(what)) rows.set(what, { what });
          rows.get(what)[name] = figure;
        }
        first += sizes.signIns;
      }
    return { columns: ["what", ...columns], rows: [...rows.values()], failed };
  } finally {
    for (const place of places) await place.close();
    await postgres.end();
    bucket.stop();
    sink.stop();
  }
}

/** Sends each request to the next server, over connections that stay, as a balancer does. */
class Balancer {
  #next = 0;
  #agents;

  constructor(servers) {
    this.servers = servers;
    this.#agents = servers.map(() => new http.Agent({ keepAlive: true, maxSockets: READERS }));
  }

  ask = (target, options = {}) => this.askOf((this.#next += 1), target, options);

  /** Asks one of them. */
  askOf(number, target, options = {}) {
    const at = number % this.servers.length;
    return request(this.servers[at].port, this.#agents[at], target, options);
  }

  end() {
    for (const agent of this.#agents) agent.destroy();
  }
}

/** What so many processes do: a name and a figure each. */
async function measured(place, count, { sizes, first, sink, say, failed }) {
  const servers = [];
  await timed(say, "start", async () => {
    for (let number = 0; number < count; number += 1) servers.push(await started(place, number));
  });
  const balancer = new Balancer(servers);
  const as = { headers: { cookie: await ownerOf(place) } };
  const steps = [
    ["kept pages", () => keptPages(servers, sizes)],
    ["rendered pages", () => renderedPages(balancer, sizes)],
    ["saves", () => manySaves(balancer, as, sizes)],
    ["sign-ins", () => manySignIns(balancer, { sizes, first, sink })],
    ["a save shown by another server", () => freshness(balancer, as, sizes)],
    ["unpublishing", () => unpublishing(balancer, as, sizes)],
    ["a mailing", () => mailing(balancer, as, { sizes, sink, place })],
  ];
  try {
    const rows = [
      ["start to ready, each process", servers.map((server) => ms(server.ms)).join(", ")],
    ];
    for (const [what, work] of steps)
      rows.push(
        ...(await timed(say, what, work).catch((error) => {
          failed(`${what}: ${error.message}`);
          return [];
        })),
      );
    rows.push([
      "memory, each process",
      servers.map((server) => `${whole(server.memory())} MB`).join(", "),
    ]);
    return rows;
  } finally {
    balancer.end();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** The page from memory. Requests so fast need a process of their own that sends them, one for each server. */
async function keptPages(servers, { seconds }) {
  const headers = { Host: HOST, "Accept-Encoding": "br" };
  // A server compresses a page well when it has time.
  const each = (time) => Promise.all(servers.map((server) => load(server, "/acme", headers, time)));
  await each(1);
  const runs = await each(seconds);
  const sum = runs.reduce((all, { rate }) => all + rate, 0);
  const work = runs.reduce((all, run) => all + run.work * run.rate, 0) / sum;
  return [
    ["kept page, a second", whole(sum)],
    ...(Number.isNaN(work)
      ? []
      : [["kept page, processor time of the server", `${whole(work)} µs`]]),
  ];
}

/** Several at a time until there are none left. @returns the milliseconds of each, and of all */
async function atATime(most, next) {
  const times = [];
  const began = performance.now();
  const one = async () => {
    for (let step = next(); step !== null; step = next()) {
      const since = performance.now();
      await step();
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: most }, one));
  return { times, all: performance.now() - began };
}

/** One after the other, and none any more after so many seconds. */
function inTurn(steps, longest) {
  const isOver = clock(longest);
  return () => (isOver() ? null : (steps.shift() ?? null));
}

function expectStatus(answer, status, what) {
  if (answer.status !== status)
    throw new Error(`${what} was answered with ${answer.status}: ${answer.text.slice(0, 2_000)}`);
}

/** Pages rendered for each request: the demo's, and the companies' in turn. */
async function renderedPages(balancer, { companies, companyItems, seconds }) {
  const rows = [];
  for (const [what, target] of [
    ["/acme, rendered, a second", () => "/acme"],
    [
      `pages of ${whole(companies)} companies in turn, rendered, a second`,
      (i) => `/large-${companyItems}-${(i % companies) + 1}`,
    ],
  ]) {
    let number = 0;
    const read = async () =>
      expectStatus(await balancer.ask(target((number += 1)), { headers: NOT_KEPT }), 200, what);
    for (const _ of balancer.servers) await read();
    const until = performance.now() + seconds * 1_000;
    const { times, all } = await atATime(READERS, () => (performance.now() < until ? read : null));
    rows.push([what, whole(times.length / (all / 1_000))]);
  }
  return rows;
}

/** Items of the largest company, each read first and saved by whichever server has its turn, a few at a time. */
async function manySaves(balancer, as, { items, companyItems, saves: count, longest }) {
  // The thread that lays out Markdown starts with the first save of a server.
  const warmUp = `/large-${companyItems}-1/edit/cards/Policies/items/${uidOf(0)}`;
  for (const number of balancer.servers.keys()) {
    const form = await formOf((...asked) => balancer.askOf(number, ...asked), warmUp, as);
    form.set("explanation", `Saved before anything is measured, ${number}`);
    expectStatus(
      await balancer.askOf(number, warmUp, { ...as, body: form.toString() }),
      303,
      "a save",
    );
  }
  const ready = [];
  const isReadLong = clock(longest);
  for (let i = 0; i < count && !isReadLong(); i += 1) {
    const target = `/large-${items}/edit/cards/Policies/items/${uidOf(i)}`;
    const form = await formOf(balancer.ask, target, as);
    form.set("explanation", `Saved once more, ${randomBytes(6).toString("hex")}`);
    ready.push(async () =>
      expectStatus(await balancer.ask(target, { ...as, body: form.toString() }), 303, "a save"),
    );
  }
  const { times, all } = await atATime(WRITERS, inTurn(ready, longest));
  const rate = (times.length / (all / 1_000)).toFixed(1);
  return [
    [`saves of an item in ${whole(items)}, a second`, of(rate, times.length, count)],
    [`a save, ${WRITERS} at a time: p50 / p99`, halfAndP99(times)],
  ];
}

/** The button behind an emailed link, of so many people; asking for the links is not measured. */
async function manySignIns(balancer, { sizes: { signIns: count, longest }, first, sink }) {
  const people = [];
  const isAskedLong = clock(longest);
  for (let i = first; i < first + count && !isAskedLong(); i += 1) {
    const email = `bench-${i}@customer.example`;
    const network = { "x-forwarded-for": `10.${(i >> 8) % 256}.${i % 256}.1` };
    const asked = await balancer.ask("/acme/get-access?loginRequest=true", {
      headers: network,
      body: new URLSearchParams({ intent: "login", email }).toString(),
    });
    people.push({ email, headers: { ...network, cookie: asked.cookies.join("; ") } });
  }
  const ready = [];
  for (const { email, headers } of people) {
    const { pathname, search } = new URL(await linkOf(sink, email));
    const page = await balancer.ask(pathname + search, { headers });
    const proof = /name="proof" value="([^"]*)"/.exec(page.text)?.[1] ?? "";
    const body = new URLSearchParams({ intent: "sign-in", proof }).toString();
    ready.push(async () =>
      expectStatus(await balancer.ask(pathname + search, { headers, body }), 303, "a sign-in"),
    );
  }
  const { times, all } = await atATime(WRITERS, inTurn(ready, longest));
  const rate = (times.length / (all / 1_000)).toFixed(1);
  return [
    ["sign-ins of members, a second", of(rate, times.length, count)],
    [`a sign-in, ${WRITERS} at a time: p50 / p99`, halfAndP99(times)],
  ];
}

async function linkOf(sink, email) {
  for (const began = Date.now(); ;) {
    const link = (await sink.links()).get(email);
    if (link !== undefined) return link;
    if (Date.now() - began > 60_000) throw new Error(`no link to sign in was mailed to ${email}`);
    await pause(50);
  }
}

/** A save on one server, then the page on another that had it in memory, again and again until it shows what was saved. */
async function freshness(balancer, as, { companyItems, rounds, longest }) {
  const org = `/large-${companyItems}-1`;
  const target = `${org}/edit/cards/Policies/items/${uidOf(0)}`;
  const page = `${org}/card/Policies`;
  const times = [];
  let stale = 0;
  const isOver = clock(longest);
  for (let round = 0; round < rounds && !isOver(); round += 1) {
    for (const number of balancer.servers.keys())
      expectStatus(await balancer.askOf(number, page), 200, page);
    const text = `Saved as ${randomBytes(6).toString("hex")}`;
    const form = await formOf((...asked) => balancer.askOf(round, ...asked), target, as);
    form.set("explanation", text);
    expectStatus(
      await balancer.askOf(round, target, { ...as, body: form.toString() }),
      303,
      "a save",
    );
    const began = performance.now();
    let isShown = false;
    for (let tries = 0; !isShown; tries += 1) {
      if (tries === 1) stale += 1;
      if (performance.now() - began > STANDSTILL_MS) throw new Error("a save was never shown");
      isShown = (await balancer.askOf(round + 1, page)).text.includes(text);
    }
    times.push(performance.now() - began);
  }
  return [
    ["save on one, shown on the next: p50 / p99", halfAndP99(times)],
    ["first answers that were stale", `${stale} of ${times.length}`],
  ];
}

/** The company leaves and returns; all others are asked in the moment of the answer. */
async function unpublishing(balancer, as, { rounds, longest }) {
  const times = [];
  let [stale, asked] = [0, 0];
  const isOver = clock(longest);
  for (let round = 0; round < rounds && !isOver(); round += 1) {
    const all = () =>
      Promise.all(Array.from(balancer.servers.keys(), (number) => balancer.askOf(number, FAQ)));
    for (const answer of await all()) expectStatus(answer, 200, FAQ);
    const press = async (intent) =>
      expectStatus(
        await balancer.askOf(round, "/settings/publication", { ...as, body: `intent=${intent}` }),
        303,
        intent,
      );
    const began = performance.now();
    await press("unpublish");
    times.push(performance.now() - began);
    const answers = await all();
    asked += answers.length;
    stale += answers.filter(({ status }) => status !== 404).length;
    await press("publish");
  }
  return [
    ["unpublish, until its answer: p50 / p99", halfAndP99(times)],
    ["stale answers of all servers right after it", `${stale} of ${asked}`],
  ];
}

/** An update to each subscriber, from the request to the last email, or for as long as a mailing is measured. */
async function mailing(balancer, as, { sizes: { subscribers, mailing: most }, sink, place }) {
  const before = await sink.taken();
  const began = performance.now();
  const isOver = clock(most);
  const answer = await balancer.ask("/api/trust-center/updates", {
    headers: { ...as.headers, "content-type": "application/json" },
    // The same one again within a minute would be one that is sent twice.
    body: JSON.stringify({
      ...UPDATE,
      subject: `A measurement, ${randomBytes(6).toString("hex")}`,
    }),
  });
  const answered = performance.now() - began;
  expectStatus(answer, 201, "publishing");
  let taken = 0;
  for (let since = performance.now(); taken < subscribers && !isOver();) {
    await pause(20);
    const now = (await sink.taken()) - before;
    if (now > taken) since = performance.now();
    taken = now;
    if (performance.now() - since > STANDSTILL_MS)
      throw new Error(`the mailing stands still at ${taken} emails`);
  }
  const rate = whole(taken / ((performance.now() - began) / 1_000));
  if (taken < subscribers) await endMailings(place, sink);
  return [
    [`publish to ${whole(subscribers)} subscribers`, ms(answered)],
    ["emails a second", of(rate, taken, subscribers)],
  ];
}

/** Ends what is still being mailed, and waits until the last has left: what is measured next is alone. */
async function endMailings(place, sink) {
  await place.rows(`update mailings set state = 'stopped' where state <> 'stopped'`);
  for (let [taken, before] = [await sink.taken(), -1]; taken !== before;) {
    await place.rows(`delete from outbox where state = 'queued' and "mailingId" is not null`);
    await pause(500);
    [taken, before] = [await sink.taken(), taken];
  }
}
