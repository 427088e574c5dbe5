import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { workerFile } from "#platform/files/worker-file.ts";
import { FrameBroken, frameHead, FrameReader } from "./frames.ts";
import type { MarkingAnswer, MarkingJob } from "./jobs.ts";
import {
  dataLimit,
  launch,
  processorMs,
  residentBytes,
  TOO_LITTLE_MEMORY,
} from "./process-limits.ts";

const MEGABYTE = 1024 * 1024;
/** A process that has not said by then that it is ready does not start, in milliseconds. */
const START_MS = 30_000;
/** Where the system holds no such line, a process above this is ended when it is seen. */
const RESIDENT_LIMIT_BYTES = 300 * MEGABYTE;
const WATCH_MS = 100;
/** More than any answer has: a marked copy of the largest file. */
const MAX_ANSWER_BYTES = 256 * MEGABYTE;

/**
 * Why a process came to no answer:
 * - `time`, `memory`: it took what one job may take
 * - `crash`: it ended by itself in the middle of a job
 * - `killed`: something outside ended it, as a machine that has no memory left does
 * - `starved`: its time was over, and it had hardly got a processor; or others took the memory
 * - `start`: there could be no process, or it ended before it was ready: no file is to blame
 */
export type EndCause = "time" | "memory" | "crash" | "killed" | "starved" | "start";

/** A job came to no answer, and its process is gone. */
export class ProcessEnded extends Error {
  readonly why: EndCause;

  constructor(why: EndCause, options?: { cause?: unknown }) {
    super(`a rendering process ended: ${why}`, options);
    this.why = why;
  }
}

/** Renderers since this server began: how many started, and how many came to no answer, by why. */
export const rendererCounts: { starts: number; deaths: Record<EndCause, number> } = {
  starts: 0,
  deaths: { time: 0, memory: 0, crash: 0, killed: 0, starved: 0, start: 0 },
};

export interface Done {
  answer: MarkingAnswer;
  bytes: Buffer;
}

/** The bytes of a file that a job is about, opened when they are wanted. */
export interface FileBytes {
  size: number;
  open: () => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * A process of its own for the files of one company. Whatever a file does there, the server takes
 * no harm: memory and time are bounded, no other company's bytes are in it, and it knows no secret.
 */
export class BoundedProcess {
  readonly #child: ChildProcess;
  readonly #answers: FrameReader;
  readonly #gone: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  #isGone = false;
  #cause: EndCause | null = null;
  #busyMs = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#answers = new FrameReader(child.stdio[3] as Readable, MAX_ANSWER_BYTES);
    this.#gone = new Promise((resolve) => {
      const end = (code: number | null, signal: NodeJS.Signals | null) => {
        this.#isGone = true;
        resolve({ code, signal });
      };
      child.once("exit", end);
      child.on("error", () => {
        if (child.pid === undefined) end(null, null);
      });
    });
    // Pipes of a process that dies say so by an error; what it means, the process's end says
    // better.
    for (const pipe of child.stdio) pipe?.on("error", () => undefined);
    this.#hold(false);
  }

  /** A process that is ready for its first job. @throws ProcessEnded (`start`) */
  static async start(): Promise<BoundedProcess> {
    try {
      const file = await workerFile("mark-worker.js", "app/content/files/watermark/mark-worker.ts");
      const child = launch(file, await dataLimit());
      await new Promise<void>((resolve, reject) =>
        child.once("spawn", resolve).once("error", reject),
      );
      const started = new BoundedProcess(child);
      await started.#ready();
      rendererCounts.starts += 1;
      return started;
    } catch (cause) {
      rendererCounts.deaths.start += 1;
      throw new ProcessEnded("start", { cause });
    }
  }

  /** Waits for the frame by which it says that it is ready. */
  async #ready(): Promise<void> {
    const head = this.#answers.head().catch(() => null);
    const late = new AbortController();
    this.#hold(true);
    try {
      const first = await Promise.race([
        head,
        this.#gone.then(() => null),
        delay(START_MS, null, { signal: late.signal }),
      ]);
      if (first !== null) return;
      await this.end();
      const { code, signal } = await this.#gone;
      throw new Error(
        code === TOO_LITTLE_MEMORY
          ? "the system gives a process less memory than the renderer needs (ulimit -d)"
          : `the renderer ended before it was ready (${signal ?? `code ${code}`})`,
      );
    } finally {
      late.abort();
      this.#hold(false);
    }
  }

  /** Whether it takes another job. */
  get isAlive(): boolean {
    return !this.#isGone && this.#cause === null;
  }

  /** How long it has worked in all. */
  get busyMs(): number {
    return this.#busyMs;
  }

  /** Memory that it holds right now, in bytes; 0 where that can't be told. */
  async residentBytes(): Promise<number> {
    return this.isAlive ? residentBytes(this.#child.pid ?? 0) : 0;
  }

  /**
   * Does one job; one at a time.
   * @param file sent along where the process does not hold it yet
   * @param stop ends the process; the job then fails with the signal's reason
   * @throws ProcessEnded; what opening or reading the file throws. The process is gone then
   */
  async run(
    job: MarkingJob,
    file: FileBytes | null,
    timeoutMs: number,
    stop: AbortSignal,
  ): Promise<Done> {
    stop.throwIfAborted();
    const started = performance.now();
    const end = () => void this.end();
    stop.addEventListener("abort", end, { once: true });
    const cpuBefore = processorMs(this.#child.pid ?? 0);
    const watch = setInterval(() => void this.#watch(started, timeoutMs, cpuBefore), WATCH_MS);
    this.#hold(true);
    try {
      const asked = this.#ask(job, file);
      // Where reading the file fails first, nobody waits for this one any more.
      asked.catch(() => undefined);
      return await Promise.race([asked, this.#failure(asked)]);
    } catch (error) {
      await this.end();
      stop.throwIfAborted();
      if (error instanceof ProcessEnded) rendererCounts.deaths[error.why] += 1;
      throw error;
    } finally {
      clearInterval(watch);
      stop.removeEventListener("abort", end);
      this.#busyMs += performance.now() - started;
      this.#hold(false);
    }
  }

  /** Ends it, if it has not ended; resolves when it is gone and its memory with it. */
  async end(): Promise<void> {
    this.#cause ??= "crash";
    if (!this.#isGone) {
      this.#hold(true);
      this.#child.kill("SIGKILL");
    }
    await this.#gone;
    for (const pipe of this.#child.stdio) pipe?.destroy();
  }

  async #ask(job: MarkingJob, file: FileBytes | null): Promise<Done> {
    const input = this.#child.stdin as Writable;
    input.write(frameHead(job, file?.size ?? 0));
    if (file !== null) await this.#send(input, file);
    try {
      const head = await this.#answers.head();
      if (head !== null)
        return {
          answer: head.message as MarkingAnswer,
          bytes: await this.#answers.bytes(head.size),
        };
    } catch (error) {
      if (!(error instanceof FrameBroken)) throw error;
    }
    // Mostly it is about to end, and its end says why there is no answer.
    await Promise.race([this.#gone, new Promise((resolve) => setTimeout(resolve, 500))]);
    this.fail("crash");
    return new Promise(() => undefined);
  }

  /** Passes a file on as it is read, so that the server never holds the whole of it. */
  async #send(input: Writable, { size, open }: FileBytes): Promise<void> {
    let sent = 0;
    for await (const piece of await open()) {
      sent += piece.length;
      if (sent > size || this.#isGone) break;
      if (!input.write(piece)) await Promise.race([drained(input), this.#gone]);
    }
    if (sent !== size && !this.#isGone)
      throw new Error("a file has another size than its row says");
  }

  /** Fails when the process ends; what was answered before that counts. */
  async #failure(asked: Promise<Done>): Promise<Done> {
    const { code, signal } = await this.#gone;
    const last = await Promise.race([
      asked.catch(() => null),
      new Promise<null>((resolve) => setTimeout(resolve, 50, null)),
    ]);
    if (last !== null) return last;
    const foreign = signal === "SIGKILL" || signal === "SIGTERM";
    if (this.#cause === null && code === null && signal === null) this.#cause = "start";
    throw new ProcessEnded(this.#cause ?? (foreign ? "killed" : "crash"));
  }

  async #watch(started: number, timeoutMs: number, cpuBefore: number | null): Promise<void> {
    const pid = this.#child.pid ?? 0;
    const ran = performance.now() - started;
    if (ran >= timeoutMs) {
      // On a machine where everybody waits, a job that hardly ran gets longer.
      const now = processorMs(pid);
      const starved = cpuBefore !== null && now !== null && now - cpuBefore < timeoutMs / 2;
      if (!starved || ran >= timeoutMs * 3) this.fail(starved ? "starved" : "time");
    } else if ((await residentBytes(pid)) > RESIDENT_LIMIT_BYTES) this.fail("memory");
  }

  /** Ends it for a reason; the job that it does fails with that. */
  fail(cause: EndCause): void {
    if (!this.isAlive) return;
    this.#cause = cause;
    this.#child.kill("SIGKILL");
  }

  /** A process at work keeps the server alive until it is done; an idle one does not. */
  #hold(held: boolean): void {
    const parts = [this.#child, ...this.#child.stdio] as { ref?(): void; unref?(): void }[];
    for (const part of parts) {
      if (held) part?.ref?.();
      else part?.unref?.();
    }
  }
}

/** Whether a renderer starts on this machine: one is started and ended. @throws ProcessEnded */
export async function tryRenderer(): Promise<void> {
  await (await BoundedProcess.start()).end();
}

/** Waits until the pipe takes more, or takes nothing any more. */
function drained(input: Writable): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      input.off("drain", go).off("close", go);
      resolve();
    };
    input.on("drain", go).on("close", go);
  });
}
