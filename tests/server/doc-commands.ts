import { spawn } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import path from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import { blocksOf, type Block } from "../pages-of-docs.ts";
import { loadedFolder } from "./loaded-folder.ts";
import { dataFolder, freePort, Spawned } from "./spawned.ts";
import { DEMO_PASSWORD } from "./template.ts";

/** Commands of the documents that no test runs, and why. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  "npm test": "it is what runs these tests",
  "npm ci": "it takes away the packages that these tests stand on",
};

/** Commands that are parts of the test command itself, or as heavy: the long run runs them. */
export const ONLY_LONG: ReadonlySet<string> = new Set([
  "npm run dev",
  "npm run typecheck",
  "npm run lint",
  "npm run floors",
]);

/** Lines that serve until they are ended. */
const SERVES = /^(?:[A-Z_]+=\S+ )*npm (?:start|run dev)$/;

/** What a page's blocks marked `sh` say, line by line. */
export function commandsOf(text: string): string[] {
  return blocksOf(text)
    .filter(isRun)
    .flatMap((block) => block.text.split("\n"));
}

/** Whether a test runs a block. */
const isRun = ({ info }: Block) => info.split(" ", 1)[0] === "sh";

/**
 * Runs the commands of a page as they are printed, in its order, on a copy of the demo's data folder. `/srv` is a
 * folder of the test's own, and the port is free. A block marked `sh served` has a server beside it. A block marked
 * `text` right behind one of commands is what they print: numbers may differ, and `…` stands for anything.
 * @param runs whether a line is run
 */
export async function runPage(text: string, runs: (line: string) => boolean): Promise<void> {
  const srv = path.join(await dataFolder(), "srv");
  await mkdir(path.join(srv, "trust"), { recursive: true });
  await mkdir(path.join(srv, "backups"));
  const { folder } = await loadedFolder();
  const data = path.join(srv, "trust/data");
  await cp(folder, data, { recursive: true });
  const port = await freePort();
  const env = {
    DATA_DIR: data,
    DEMO_PASSWORD,
    PORT: String(port),
    NODE_COMPILE_CACHE: path.join(inject("worldFolder"), "compiled"),
  };
  const here = (words: string) =>
    words.replaceAll("/srv/", `${srv}/`).replaceAll("localhost:3000", `localhost:${port}`);
  let server: Spawned | null = null;
  let said = "";
  for (const block of blocksOf(text)) {
    if (isRun(block)) {
      const isServed = block.info.includes(" served");
      if (isServed) server ??= await (await Spawned.start(env)).ready();
      else if (server !== null) server = await server.stop().then(() => null);
      said = "";
      for (const line of block.text.split("\n").filter(runs)) said += await run(here(line), env);
    } else if (block.info === "text" && block.follows && said !== "") {
      const lines = said.split("\n").map(shapeOf);
      const printed = here(block.text).split("\n").map(shapeOf);
      const unsaid = printed.filter((line) => !lines.some((one) => fits(one, line.split("…"))));
      expect(unsaid, said).toEqual([]);
    }
  }
}

/** A line without its numbers, sizes and the width of its columns. */
function shapeOf(line: string): string {
  return line
    .replace(/\d[\d.,]*(?: (?:bytes|[KMGT]B)\b)?/g, "#")
    .replace(/\s+/g, " ")
    .trim();
}

/** Whether a line has these pieces in their order, from its beginning to its end. */
function fits(line: string, pieces: readonly string[]): boolean {
  let at = 0;
  for (const piece of pieces) {
    const found = line.indexOf(piece, at);
    if (found === -1 || (at === 0 && piece === pieces[0] && found !== 0)) return false;
    at = found + piece.length;
  }
  return pieces.at(-1) === "" || at === line.length;
}

/**
 * Runs one line by the shell, from the root of the repository; a server until it is ready.
 * @returns what it said, on either way
 */
async function run(line: string, env: Readonly<Record<string, string>>): Promise<string> {
  // A server is the child itself, so that the signal reaches it.
  const words = SERVES.test(line) ? `exec env ${line}` : line;
  const child = spawn("/bin/sh", ["-c", words], {
    // npm keeps its logs below HOME.
    env: { PATH: process.env.PATH, HOME: path.dirname(env.DATA_DIR ?? ""), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  let isEnded = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (isEnded || !SERVES.test(line) || !/^Ready: /m.test(said)) return;
      isEnded = true;
      child.kill("SIGTERM");
    });
  const code = await new Promise((resolve) => child.once("close", (end, by) => resolve(end ?? by)));
  // What is for developers alone ends as the signal says.
  expect(code === 143 && line === "npm run dev" ? 0 : code, `${line}\n${said}`).toBe(0);
  if (SERVES.test(line)) expect(said).toMatch(/^Ready: /m);
  return said;
}
