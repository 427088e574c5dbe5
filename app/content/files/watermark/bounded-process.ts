import { execFile, spawn, type ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { currentEnvironment } from "#platform/config.ts";
import { workerFile } from "#platform/files/worker-file.ts";
import { FrameBroken, frameHead, FrameReader } from "./frames.ts";
import type { MarkingAnswer, MarkingJob } from "./jobs.ts";

const MEGABYTE = 1024 * 1024;
/**
 * All that a process may write to beyond what Node itself takes: heap, WebAssembly, buffers, stacks.
 * The system holds the line (RLIMIT_DATA, Linux 4.7 and newer). A page of text takes 130.
 */
const DATA_BEYOND_NODE_BYTES = 216 * MEGABYTE;
/** What Node takes where it can't be asked: outside Linux, where the system holds no such line. */
const USUAL_NODE_BYTES = 24 * MEGABYTE;
/** A process that has not said by then that it is ready does not start, in milliseconds. */
const START_MS = 30_000;
/** Where the system holds no such line, a process above this is ended when it is seen. */
const RESIDENT_LIMIT_BYTES = 300 * MEGABYTE;
const WATCH_MS = 100;
/** Processor time after which the system ends a process that has lost its server, in seconds. */
const ORPHAN_SECONDS = 180;
/**
 * The young generation is kept small: with Node's usual one, a copy of a thousand pages came to 230 to 270 MB, by when
 * the garbage was collected, and was refused at times. So it comes to 170 to 185.
 */
const FLAGS = [
  "--max-old-space-size=160",
  "--max-semi-space-size=4",
  "--v8-pool-size=1",
  "--wasm-max-mem-pages=3584",
];
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
      const limit = (await nodeBytes()) + DATA_BEYOND_NODE_BYTES;
      const child = launch([process.execPath, ...FLAGS, file], limit);
      await new Promise<void>((resolve, reject) =>
        child.once("spawn", resolve).once("error", reject),
      );
      const started = new BoundedProcess(child);
      await started.#ready();
      return started;
    } catch (cause) {
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

  async #watch(
    started: number,
    timeoutMs: number,
    cpuBefore: Promise<number | null>,
  ): Promise<void> {
    const pid = this.#child.pid ?? 0;
    const ran = performance.now() - started;
    if (ran >= timeoutMs) {
      // On a machine where everybody waits, a job that hardly ran gets longer.
      const [before, now] = [await cpuBefore, await processorMs(pid)];
      const starved = before !== null && now !== null && now - before < timeoutMs / 2;
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

let measured: Promise<number> | null = null;

/**
 * The memory that an idle child of this very Node may write to (VmData), in bytes, asked once: it
 * differs by a factor of twenty between versions. @throws when there is no such child
 */
function nodeBytes(): Promise<number> {
  if (process.platform !== "linux") return Promise.resolve(USUAL_NODE_BYTES);
  measured ??= promisify(execFile)(
    process.execPath,
    [...FLAGS, "-e", 'process.stdout.write(fs.readFileSync("/proc/self/status"))'],
    { env: rendererEnvironment(), timeout: START_MS },
  )
    .then(({ stdout }) => {
      const kilobytes = Number(/^VmData:\s+(\d+) kB/m.exec(stdout)?.[1] ?? Number.NaN);
      if (Number.isNaN(kilobytes)) throw new Error("an idle process does not say what it takes");
      return kilobytes * 1024;
    })
    .catch((error: unknown) => {
      measured = null;
      throw error;
    });
  return measured;
}

/** How the shell ends where the system's own limit is lower than the renderer's. */
const TOO_LITTLE_MEMORY = 71;

/** What a renderer is told of its surroundings: no secret. */
function rendererEnvironment(): NodeJS.ProcessEnv {
  const { LD_LIBRARY_PATH, SystemRoot } = currentEnvironment();
  return {
    NODE_ENV: "production",
    UV_THREADPOOL_SIZE: "1",
    MALLOC_ARENA_MAX: "1",
    ...(LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH }),
    ...(SystemRoot === undefined ? {} : { SystemRoot }),
  };
}

/**
 * Starts a program with the limits that the system can hold for us, and with no secret in its
 * environment. Where the system gives less memory than the limit, it does not start at all: a file
 * would be refused for what the machine lacks.
 * @param dataBytes all that it may write to
 */
function launch(words: readonly [string, ...string[]], dataBytes: number): ChildProcess {
  const env = rendererEnvironment();
  const stdio = ["pipe", "ignore", "ignore", "pipe"] as ["pipe", "ignore", "ignore", "pipe"];
  if (process.platform === "win32")
    return spawn(words[0], words.slice(1), { stdio, env, windowsHide: true });
  const kilobytes = Math.ceil(dataBytes / 1024);
  const limits = [
    "most=$(ulimit -H -d)",
    `if [ "$most" != unlimited ] && [ "$most" -lt ${kilobytes} ]; then exit ${TOO_LITTLE_MEMORY}; fi`,
    "ulimit -c 0",
    `ulimit -t ${ORPHAN_SECONDS}`,
    `ulimit -d ${kilobytes}`,
    'exec "$@"',
  ];
  return spawn("/bin/sh", ["-c", limits.join("\n"), "sh", ...words], { stdio, env });
}

/** What a process holds of the memory, in bytes; 0 when it can't be told. */
async function residentBytes(pid: number): Promise<number> {
  if (process.platform === "linux") {
    const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
  }
  if (process.platform === "win32") return 0;
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]).catch(
    () => ({ stdout: "0" }),
  );
  return Number(stdout) * 1024;
}

/** Processor time that a process has taken, in milliseconds; null when it can't be told. */
async function processorMs(pid: number): Promise<number | null> {
  if (process.platform !== "linux") return null;
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (text === null) return null;
  // Behind the name, which may hold anything: user and system time in hundredths of a second.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
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
