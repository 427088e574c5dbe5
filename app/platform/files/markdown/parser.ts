import { Worker } from "node:worker_threads";
import { StorageUnavailable } from "#db/store.ts";
import { MAX_MARKDOWN_TEXT, type MarkdownFault } from "#values/markdown.ts";
import { workerFile } from "../worker-file.ts";
import type { WorkerWord } from "./worker.ts";
import { cpuOfThread } from "./processing-time.ts";
import type { Parsed } from "./tree.ts";

/**
 * Processing time that a text may take, in milliseconds: some for any text, and more for longer
 * ones. Sound texts that are full of marks take a third to a half of it.
 */
const BASE_MS = 200;
const MS_PER_CHARACTER = 0.012;
/**
 * What the sample text takes on the machine for which these times are right; slower ones give more,
 * up to a point.
 */
const SAMPLE_MS = 60;
const SLOWEST = 4;
/** On the clock, whatever else the machine does: beyond it nothing is known of the text. */
const GIVEN_UP_MS = 60_000;
const START_MS = 60_000;
const LOOK_MS = 20;
const MEMORY_MB = 128;
/** The worker ends after this time without a text, and without anybody who may send one. */
const IDLE_MS = 10 * 60_000;
/** Texts of one company that wait at once. */
const MAX_WAITING = 50;
const BUSY = "The server is busy checking your organization’s texts. Please try again in a moment.";
const SLOW = "The text could not be checked in time. Please try again in a moment.";

/** A text could not be checked now: what was sent with it is not saved, and can be sent again. */
export class MarkdownBusy extends StorageUnavailable {
  constructor(message: string) {
    super(503);
    this.message = message;
  }
}

interface Waiting {
  text: string;
  resolve: (parsed: Parsed) => void;
  reject: (error: Error) => void;
}

/**
 * The processing time that a text may take. @param sampleMs what the sample took on this machine
 */
export function allowedMs(length: number, sampleMs: number): number {
  const slower = Math.min(SLOWEST, Math.max(1, sampleMs / SAMPLE_MS));
  return (BASE_MS + length * MS_PER_CHARACTER) * slower;
}

/**
 * Lays Markdown out in one worker thread, a text at a time, the companies in turn. A text that
 * takes more processing time, memory, depth or size than it may ends with a fault, and where the
 * thread is still at it, the thread ends and the next text gets another. How busy the machine is
 * makes no sound text faulty.
 */
class MarkdownParser {
  /** Texts that wait, by company; a company whose text was begun goes to the end. */
  readonly #waiting = new Map<string, Waiting[]>();
  #thread: Promise<Thread> | null = null;
  #busy = false;
  #idle: NodeJS.Timeout | undefined;

  /**
   * The tree of a text as JSON, or why there is none.
   * @param orgId whose turn it takes
   * @throws MarkdownBusy when too many texts of the company wait, or the machine is too busy to say
   */
  parse(orgId: string, text: string): Promise<Parsed> {
    if (text.length > MAX_MARKDOWN_TEXT) return Promise.resolve({ fault: "much" });
    const own = this.#waiting.get(orgId) ?? [];
    if (own.length >= MAX_WAITING) return Promise.reject(new MarkdownBusy(BUSY));
    return new Promise((resolve, reject) => {
      own.push({ text, resolve, reject });
      this.#waiting.set(orgId, own);
      void this.#work();
    });
  }

  /**
   * Somebody who writes texts is here. A thread takes most of a second to start and warm up, and it
   * does so while they read their page rather than while they wait for a save.
   */
  expectTexts(): void {
    if (this.#busy) return;
    this.#restUntilIdle();
    if (this.#thread !== null) return;
    // A start that fails is told to whoever sends the next text, which begins another one.
    const thread = (this.#thread = Thread.start());
    thread.catch(() => {
      if (this.#thread === thread) this.#thread = null;
    });
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    clearTimeout(this.#idle);
    for (let next = this.#next(); next !== null; next = this.#next()) {
      try {
        next.resolve(await this.#parseOne(next.text));
      } catch (error) {
        next.reject(error instanceof Error ? error : new Error(String(error)));
      }
    }
    this.#busy = false;
    this.#restUntilIdle();
  }

  #restUntilIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
  }

  #next(): Waiting | null {
    for (const [orgId, own] of this.#waiting) {
      const next = own.shift();
      this.#waiting.delete(orgId);
      if (own.length > 0) this.#waiting.set(orgId, own);
      if (next !== undefined) return next;
    }
    return null;
  }

  async #parseOne(text: string): Promise<Parsed> {
    this.#thread ??= Thread.start();
    let thread: Thread;
    try {
      thread = await this.#thread;
    } catch (error) {
      this.#thread = null;
      throw error;
    }
    const parsed = await thread.parse(text).catch(async (error: unknown) => {
      await this.#end();
      throw error;
    });
    if (thread.ended) await this.#end();
    return parsed;
  }

  async #end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.then((running) => running.end()).catch(() => undefined);
  }
}

/** One worker thread, warm. */
class Thread {
  ended = false;
  readonly #worker: Worker;
  #folder: string | null = null;
  #sampleMs = SAMPLE_MS;
  #hear: (heard: Heard) => void = () => undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on("message", (word: WorkerWord) => this.#hear(word));
    const ends = (error: Error) => {
      this.ended = true;
      this.#hear({ ended: error });
    };
    worker.on("error", ends);
    worker.on("exit", () => ends(new Error("the thread that lays out Markdown has ended")));
  }

  /** @throws MarkdownBusy when the machine was too busy to begin */
  static async start(): Promise<Thread> {
    const worker = new Worker(
      await workerFile("markdown-worker.js", "app/platform/files/markdown/worker.ts"),
      {
        resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
        stderr: true,
      },
    );
    const thread = new Thread(worker);
    let timer: NodeJS.Timeout | undefined;
    const heard = await new Promise<Heard | null>((resolve) => {
      thread.#hear = resolve;
      timer = setTimeout(() => resolve(null), START_MS);
    });
    clearTimeout(timer);
    thread.#hear = () => undefined;
    if (heard !== null && "ready" in heard) {
      thread.#folder = heard.ready.thread;
      thread.#sampleMs = heard.ready.sampleMs;
      // A thread that waits keeps no process.
      worker.unref();
      return thread;
    }
    await thread.end();
    throw heard !== null && "ended" in heard ? heard.ended : new MarkdownBusy(SLOW);
  }

  /** @throws MarkdownBusy when the machine was too busy to say */
  async parse(text: string): Promise<Parsed> {
    const allowed = allowedMs(text.length, this.#sampleMs);
    const begun = { cpu: this.#cpu(), at: performance.now() };
    let timer: NodeJS.Timeout | undefined;
    const heard = await new Promise<Heard | "too-long" | "given-up">((resolve) => {
      this.#hear = resolve;
      this.#worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
      this.#worker.postMessage(text);
      timer = setInterval(() => {
        const now = this.#cpu();
        if (begun.cpu !== null && now !== null && now - begun.cpu > allowed) resolve("too-long");
        else if (performance.now() - begun.at > GIVEN_UP_MS) resolve("given-up");
      }, LOOK_MS);
    });
    clearInterval(timer);
    this.#hear = () => undefined;
    this.#worker.unref();
    if (heard === "too-long") return this.#fault("much");
    if (heard === "given-up") {
      // Where processing time is not told, the clock is all there is.
      if (begun.cpu === null) return this.#fault("much");
      this.ended = true;
      throw new MarkdownBusy(SLOW);
    }
    if ("ended" in heard) {
      const { code } = heard.ended as Error & { code?: string };
      if (code === "ERR_WORKER_OUT_OF_MEMORY") return { fault: "much" };
      throw heard.ended;
    }
    if (!("parsed" in heard)) throw new Error("the thread that lays out Markdown began twice");
    // It came to its end between two looks.
    return begun.cpu !== null && heard.ms > allowed ? { fault: "much" } : heard.parsed;
  }

  async end(): Promise<void> {
    this.ended = true;
    await this.#worker.terminate();
  }

  #fault(fault: MarkdownFault): Parsed {
    this.ended = true;
    return { fault };
  }

  #cpu(): number | null {
    return this.#folder === null ? null : cpuOfThread(this.#folder);
  }
}

type Heard = WorkerWord | { ended: Error };

/** The process's own. */
export const markdownParser = new MarkdownParser();
