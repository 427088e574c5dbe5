import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject, onTestFinished } from "vitest";
import { ANSWER_MS, START_MS } from "../limits.ts";
import type { Answer, Ask } from "./world.ts";

/** Where a server runs. */
interface Surroundings {
  /** A folder with a build of its own. */
  checkout?: string;
  /** What the system lets it, and what it starts, write to in memory. */
  dataKilobytes?: number;
  /** Another Node than this one. */
  node?: string;
}

/** The built server as a process of its own, as `npm start` runs it. */
export class Spawned {
  readonly child: ChildProcessWithoutNullStreams;
  readonly port: number;
  out = "";
  err = "";
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;

  private constructor(child: ChildProcessWithoutNullStreams, port: number) {
    this.child = child;
    this.port = port;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.err += text;
    });
    this.ended = new Promise((resolve) =>
      child.once("close", (code, signal) => resolve(code ?? signal)),
    );
  }

  /**
   * Starts it with an environment of its own; what is still running when the test ends is killed.
   * @param surroundings where it runs, where that is not as usual
   */
  static async start(
    environment: Record<string, string>,
    words: readonly string[] = [],
    surroundings: Surroundings = {},
  ): Promise<Spawned> {
    const spawned = await Spawned.open(environment, words, surroundings);
    onTestFinished(async () => void (await spawned.stop("SIGKILL")));
    return spawned;
  }

  /** Starts one that the caller stops. */
  static async open(
    environment: Record<string, string>,
    words: readonly string[] = [],
    { checkout = ".", dataKilobytes, node = process.execPath }: Surroundings = {},
  ): Promise<Spawned> {
    const port = environment.PORT === undefined ? await freePort() : Number(environment.PORT);
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      // The second start of a run need not compile the server again.
      NODE_COMPILE_CACHE: path.join(inject("worldFolder"), "compiled"),
      ...environment,
    };
    const program = [node, path.resolve(checkout, "build/server/index.js"), ...words];
    const limit = dataKilobytes === undefined ? "" : `ulimit -d ${dataKilobytes}; `;
    return new Spawned(
      spawn("/bin/sh", ["-c", `${limit}exec "$@"`, "sh", ...program], { env }),
      port,
    );
  }

  /**
   * Waits until the texts of the files that it loaded are read: that goes on behind the first answers, and writes rows.
   */
  async textsRead(): Promise<this> {
    for (const last = Date.now() + 2 * ANSWER_MS; !this.err.includes("texts of files read");) {
      if (Date.now() > last)
        throw new Error(`texts of files are not read:\n${this.out}${this.err}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return this;
  }

  /** Waits for the line that says it serves. */
  async ready(): Promise<this> {
    const said = () => /^Ready: /m.test(this.out);
    for (const last = Date.now() + START_MS; !said();) {
      if (Date.now() > last) throw new Error(`the server is not ready:\n${this.out}${this.err}`);
      const end = await Promise.race([
        this.ended,
        new Promise<undefined>((resolve) => setTimeout(resolve, 20)),
      ]);
      if (end !== undefined && !said())
        throw new Error(`the server ended with ${end}:\n${this.out}${this.err}`);
    }
    return this;
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | string | null> {
    this.child.kill(signal);
    return this.ended;
  }

  /**
   * Sends a request; redirects are not followed.
   * @param answerMs how long it may take, where it waits in a line that the product bounds later
   */
  ask(
    target: string,
    {
      method,
      headers = {},
      form,
      body: given,
      answerMs = ANSWER_MS,
    }: Pick<Ask, "method" | "headers" | "form" | "body"> & { answerMs?: number } = {},
    agent: http.Agent | false = false,
  ): Promise<Answer> {
    const body = form === undefined ? given : new URLSearchParams(form).toString();
    const all = {
      host: `localhost:${this.port}`,
      ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          host: "127.0.0.1",
          port: this.port,
          path: target,
          method: method ?? (body === undefined ? "GET" : "POST"),
          headers: all,
          agent,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const whole = Buffer.concat(chunks);
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: whole,
              text: whole.toString("utf8"),
            });
          });
        },
      );
      request.on("error", reject);
      request.setTimeout(answerMs, () =>
        request.destroy(new Error(`no answer within ${answerMs} ms: ${target}`)),
      );
      request.end(body);
    });
  }
}

/** Runs a command of the installation to its end. */
export async function command(
  folder: string,
  ...words: string[]
): Promise<{ code: number | string | null; out: string; err: string }> {
  const spawned = await Spawned.start({ DATA_DIR: folder }, words);
  return { code: await spawned.ended, out: spawned.out, err: spawned.err };
}

/** An empty folder, or a copy of another one, that goes with the test. */
export async function dataFolder(from?: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "trust-center-process-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (from !== undefined) await cp(from, folder, { recursive: true });
  return folder;
}

export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
