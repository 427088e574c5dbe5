import { setTimeout as delay } from "node:timers/promises";
import { BoundedProcess, type Done, type FileBytes } from "./bounded-process.ts";
import type { MarkingJob } from "./jobs.ts";

const MEGABYTE = 1024 * 1024;
/**
 * What all processes together may hold: two pages of text, or a copy of a thousand pages beside one
 * that begins. One alone may take all that one may have. What is taken between two looks comes on
 * top.
 */
const TOGETHER_BYTES = 300 * MEGABYTE;
/** With more than this an idle process goes: what works beside it gets its room. */
const WITH_IDLE_BYTES = 260 * MEGABYTE;
/** What a process takes by the time that it is ready; until then it can't be asked. */
const START_BYTES = 95 * MEGABYTE;
/** How often work gives way for that before its readers are told to come again. */
const GIVES_WAY = 3;
const MOST_NOTED = 1_000;
/**
 * A process that grew so large is not kept for the next job: memory once taken does not come back.
 */
const KEEP_BYTES = 165 * MEGABYTE;
/** One that worked so long is replaced, well before the system would end it. */
const KEEP_MS = 60_000;
/** How long an idle process is kept for the next page of a document. */
const IDLE_MS = 15_000;
const WATCH_MS = 100;
/** With more than this the bound is near: a page that fights back takes up to a megabyte in 2 ms. */
const NEAR_BYTES = 180 * MEGABYTE;
const NEAR_WATCH_MS = 20;
/** Files whose keys are noted as open in a process; it says itself when it has closed one. */
const NOTED = 2;

interface Place {
  process: BoundedProcess | null;
  isStarting: boolean;
  company: string;
  held: string[];
  busy: { name: string } | null;
  idle: NodeJS.Timeout | null;
}

/**
 * The processes that render, one a place: started when there is something to do, ended when idle,
 * and ended before another company's files come in. Together they keep below a bound of memory.
 */
export class Processes {
  readonly #places: Place[];
  readonly #putBack: (place: number) => boolean;
  /** How often work was put back for the memory that it and another one took together. */
  readonly #crowded = new Map<string, number>();
  #isWatching = false;

  /** @param putBack ends what runs at a place and lets it come again later */
  constructor(places: number, putBack: (place: number) => boolean) {
    this.#places = Array.from({ length: places }, () => ({
      process: null,
      isStarting: false,
      company: "",
      held: [],
      busy: null,
      idle: null,
    }));
    this.#putBack = putBack;
  }

  /**
   * Does a job at a place for a company.
   * @param name names the work
   * @throws ProcessEnded; what reading the file throws; the reason of `stop`
   */
  async run(
    place: number,
    company: string,
    name: string,
    { job, file, timeoutMs }: { job: MarkingJob; file: FileBytes | null; timeoutMs: number },
    stop: AbortSignal,
  ): Promise<Done> {
    const at = this.#places[place];
    if (at === undefined) throw new RangeError(`there is no place ${place}`);
    at.busy = { name };
    if (at.idle !== null) clearTimeout(at.idle);
    void this.#watch();
    try {
      const process = await this.#processOf(at, company, stop);
      const key = "key" in job ? `${job.kind} ${job.key}` : null;
      const isHeld = key !== null && at.held.includes(key);
      let done = await process.run(job, isHeld ? null : file, timeoutMs, stop);
      if (isHeld && "fault" in done.answer && done.answer.fault === "bytes")
        done = await process.run(job, file, timeoutMs, stop);
      if (key !== null) at.held = [key, ...at.held.filter((one) => one !== key)].slice(0, NOTED);
      return done;
    } finally {
      if (!stop.aborted) this.#crowded.delete(name);
      at.busy = null;
      await this.#leave(at);
    }
  }

  async #processOf(at: Place, company: string, stop: AbortSignal): Promise<BoundedProcess> {
    if (at.process !== null && (at.company !== company || !at.process.isAlive)) await end(at);
    stop.throwIfAborted();
    if (at.process === null) {
      at.isStarting = true;
      at.process = await BoundedProcess.start().finally(() => (at.isStarting = false));
      at.company = company;
      at.held = [];
    }
    return at.process;
  }

  /** Work is done: the process stays for a while, unless it is spent. */
  async #leave(at: Place): Promise<void> {
    const { process } = at;
    if (process === null) return;
    const isSpent =
      !process.isAlive || process.busyMs > KEEP_MS || (await process.residentBytes()) > KEEP_BYTES;
    if (isSpent) await end(at);
    else at.idle = setTimeout(() => void end(at), IDLE_MS).unref();
  }

  /** Looks for as long as there is work: more often when little room is left. */
  async #watch(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    while (this.#places.some(({ busy }) => busy !== null)) {
      const together = await this.#look();
      const ms = together > NEAR_BYTES ? NEAR_WATCH_MS : WATCH_MS;
      await delay(ms, undefined, { ref: false });
    }
    this.#isWatching = false;
  }

  /**
   * Where all processes together hold too much, an idle one ends first, then the largest gives way.
   * @returns what they held
   */
  async #look(): Promise<number> {
    const held = await Promise.all(
      this.#places.map(async (at) => ({
        at,
        bytes: at.isStarting ? START_BYTES : ((await at.process?.residentBytes()) ?? 0),
      })),
    );
    const together = held.reduce((sum, { bytes }) => sum + bytes, 0);
    const idle = held.find(({ at, bytes }) => at.busy === null && bytes > 0);
    if (idle !== undefined && together > WITH_IDLE_BYTES) void end(idle.at);
    else if (together > TOGETHER_BYTES) this.#giveWay(held);
    return together;
  }

  /** The largest gives way, where it is not alone. */
  #giveWay(held: readonly { at: Place; bytes: number }[]): void {
    const [largest, ...others] = held.toSorted((a, b) => b.bytes - a.bytes);
    if (largest === undefined || largest.at.busy === null) return;
    if (others.every(({ bytes }) => bytes === 0)) return;
    const { name } = largest.at.busy;
    if (this.#crowded.size > MOST_NOTED) this.#crowded.clear();
    const times = this.#crowded.get(name) ?? 0;
    if (times >= GIVES_WAY) largest.at.process?.fail("starved");
    else if (this.#putBack(this.#places.indexOf(largest.at))) this.#crowded.set(name, times + 1);
  }
}

/** Ends the process of a place; its memory is free when this returns. */
async function end(at: Place): Promise<void> {
  const { process } = at;
  if (at.idle !== null) clearTimeout(at.idle);
  if (process === null) return;
  await process.end();
  if (at.process === process) at.process = null;
}
