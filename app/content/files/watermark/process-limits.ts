import { execFile, spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { currentEnvironment } from "#platform/config.ts";
import { loadedOnce } from "#values/loaded-once.ts";

// What the system holds for a rendering process: how it is started, and what it has taken.

const MEGABYTE = 1024 * 1024;
/**
 * All that a process may write to beyond what Node itself takes: heap, WebAssembly, buffers, stacks.
 * The system holds the line (RLIMIT_DATA, Linux 4.7 and newer). A page of text takes 130.
 */
const DATA_BEYOND_NODE_BYTES = 216 * MEGABYTE;
/** What Node takes where it can't be asked: outside Linux, where the system holds no such line. */
const USUAL_NODE_BYTES = 24 * MEGABYTE;
/** An idle child that has not said by then what it takes does not start, in milliseconds. */
const START_MS = 30_000;
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

/**
 * All that a renderer may write to on this machine, in bytes. What Node itself takes of it is asked
 * of an idle child, once (VmData): it differs by a factor of twenty between versions.
 * @throws when there is no such child
 */
export async function dataLimit(): Promise<number> {
  const own = process.platform === "linux" ? await nodeBytes() : USUAL_NODE_BYTES;
  return own + DATA_BEYOND_NODE_BYTES;
}

const nodeBytes = loadedOnce(async (): Promise<number> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...FLAGS, "-e", 'process.stdout.write(fs.readFileSync("/proc/self/status"))'],
    { env: rendererEnvironment(), timeout: START_MS },
  );
  const kilobytes = Number(/^VmData:\s+(\d+) kB/m.exec(stdout)?.[1] ?? Number.NaN);
  if (Number.isNaN(kilobytes)) throw new Error("an idle process does not say what it takes");
  return kilobytes * 1024;
});

/** How the shell ends where the system's own limit is lower than the renderer's. */
export const TOO_LITTLE_MEMORY = 71;

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
 * Starts a renderer with the limits that the system can hold for us, and with no secret in its
 * environment. Where the system gives less memory than the limit, it does not start at all: a file
 * would be refused for what the machine lacks.
 * @param file the program
 * @param dataBytes all that it may write to
 */
export function launch(file: string, dataBytes: number): ChildProcess {
  const words = [process.execPath, ...FLAGS, file] as const;
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
export async function residentBytes(pid: number): Promise<number> {
  if (process.platform === "linux") {
    const text = systemSays(pid, "status") ?? "";
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
  }
  if (process.platform === "win32") return 0;
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]).catch(
    () => ({ stdout: "0" }),
  );
  return Number(stdout) * 1024;
}

/** Processor time that a process has taken, in milliseconds; null when it can't be told. */
export function processorMs(pid: number): number | null {
  if (process.platform !== "linux") return null;
  const text = systemSays(pid, "stat");
  if (text === null) return null;
  // Behind the name, which may hold anything: user and system time in hundredths of a second.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * What the system says of a process; null of one that is gone. Read at once: no disk is asked, and
 * behind the reads and writes of files, which are few at a time, the answer could come too late.
 */
function systemSays(pid: number, what: "status" | "stat"): string | null {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8");
  } catch {
    return null;
  }
}
