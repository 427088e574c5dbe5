import { spawnSync } from "node:child_process";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { dataFolder, Spawned } from "../server/spawned.ts";
import { DEMO_PASSWORD } from "../server/template.ts";

const MINUTES = 60_000;

/** The newest Node of a major version, from its package. */
async function nodeOf(major: number): Promise<string> {
  const folder = await dataFolder();
  const name = `node-${process.platform}-${process.arch}`;
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--prefix", folder, "--no-audit", "--no-fund", `${name}@${major}`],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return path.join(folder, "node_modules", name, "bin/node");
}

test.each([22, 24, 26])(
  "one build on Node %i reads the whole demo, and calls no file too complex",
  { timeout: 5 * MINUTES },
  async (major) => {
    const DATA_DIR = path.join(await dataFolder(), "data");
    const environment = { DATA_DIR, DEMO_PASSWORD };
    const server = await Spawned.start(environment, [], { node: await nodeOf(major) });
    await (await server.ready()).textsRead();
    expect((await server.ask("/acme")).status).toBe(200);
    await server.stop();
    const database = new Database(path.join(DATA_DIR, "trust.db"), { readonly: true });
    const count = (query: string) => database.prepare(query).pluck().get();
    expect({
      files: count("select count(*) from documentTexts where fault is null"),
      faults: database.prepare("select distinct fault from renderFailures").pluck().all(),
      pages: count("select sum(pages) from documentTexts"),
    }).toEqual({ files: 59, faults: ["encrypted"], pages: 143 });
    database.close();
  },
);
