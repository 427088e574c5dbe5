import { execFileSync } from "node:child_process";
import { cp, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import Database from "better-sqlite3";
import { expect } from "vitest";
import type { Check } from "#model/doctor.ts";
import { PROCESSES } from "../limits.ts";
import { testInTurn } from "../in-turn.ts";
import { dataFolder, Spawned } from "./spawned.ts";
import { DEMO_PASSWORD } from "./template.ts";

/** What an idle child of this Node may write to, in kilobytes: the renderer wants 216 MB more. */
function nodeKilobytes(): number {
  const status = execFileSync(
    process.execPath,
    ["-e", 'process.stdout.write(fs.readFileSync("/proc/self/status"))'],
    { encoding: "utf8" },
  );
  return Number(/^VmData:\s+(\d+) kB/m.exec(status)?.[1]);
}

async function rendererCheck(
  surroundings: Parameters<typeof Spawned.start>[2],
): Promise<Check | undefined> {
  const environment = { DATA_DIR: path.join(await dataFolder(), "data"), DEMO: "off" };
  const doctor = await Spawned.start(environment, ["doctor", "--json"], surroundings);
  const code = await doctor.ended;
  const { checks } = JSON.parse(doctor.out) as { checks: Check[] };
  expect(code).toBe(checks.some(({ state }) => state === "wrong") ? 1 : 0);
  return checks.find(({ name }) => name === "renderer");
}

testInTurn(
  "the doctor says that no renderer starts where the system gives it too little memory",
  async () => {
    expect(await rendererCheck({ dataKilobytes: nodeKilobytes() + 180_000 })).toMatchObject({
      state: "wrong",
      found:
        "it doesn’t start on this machine: the system gives a process less memory than the renderer needs (ulimit -d)",
    });
    expect(await rendererCheck({})).toMatchObject({ state: "right" });
  },
);

testInTurn(
  "where no renderer starts, /readyz says so, no file is to blame, and files are read once it starts",
  PROCESSES,
  async () => {
    const checkout = await dataFolder();
    await cp("build", path.join(checkout, "build"), { recursive: true });
    await cp("package.json", path.join(checkout, "package.json"));
    for (const name of ["node_modules", "demo"])
      await symlink(path.resolve(name), path.join(checkout, name));
    await writeFile(path.join(checkout, "build/server/mark-worker.js"), "process.exit(70);");
    const DATA_DIR = path.join(await dataFolder(), "data");
    const environment = { DATA_DIR, DEMO_PASSWORD };
    const poor = await (await Spawned.start(environment, [], { checkout })).ready();
    const readiness = async (server: Spawned) => JSON.parse((await server.ask("/readyz")).text);
    expect(await readiness(poor)).toMatchObject({ status: "ok", renderer: "failed" });
    await poor.stop();
    const count = (from: string) => {
      const database = new Database(path.join(DATA_DIR, "trust.db"), { readonly: true });
      try {
        return database.prepare(`select count(*) from ${from}`).pluck().get();
      } finally {
        database.close();
      }
    };
    expect([count("renderFailures"), count("documentTexts")]).toEqual([0, 0]);

    const rich = await (await (await Spawned.start(environment)).ready()).textsRead();
    expect(await readiness(rich)).toMatchObject({ status: "ok", renderer: "ok" });
    await rich.stop();
    expect(count("renderFailures where fault = 'too-complex'")).toBe(0);
    expect(count("documentTexts where fault is null")).toBeGreaterThan(50);
  },
);
