import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished } from "vitest";
import { testInFive } from "../in-turn.ts";
import { PROCESSES } from "../limits.ts";
import { blocksOf } from "../pages-of-docs.ts";
import { namesOf, staffKeyIn } from "./api-names.ts";
import { openWorld, type World } from "./world.ts";

const OWNER = "owner@acme.example";

/** In what a recipe is written. */
const KINDS = ["bash", "js"] as const;
type Kind = (typeof KINDS)[number];

/** The program below a heading, as it is printed. */
async function printed(heading: string, kind: Kind): Promise<string> {
  const page = await readFile("docs/program/recipes.md", "utf8");
  const section = page.split("\n## ").find((one) => one.startsWith(`${heading}\n`)) ?? "";
  const block = blocksOf(section).find(({ info }) => info === kind);
  if (block === undefined) throw new Error(`no program in ${kind} below ${heading}`);
  return block.text;
}

/** The address of a world: what is asked there reaches it by the name of its host. */
async function addressOf(world: World): Promise<string> {
  const door = http.createServer((req: IncomingMessage, res: ServerResponse) => {
    const { url = "/", method = "GET", headers } = req;
    const passed = http.request(
      {
        host: "127.0.0.1",
        port: world.port,
        path: url,
        method,
        headers: { ...headers, host: world.host },
      },
      (answer) => {
        res.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(res);
      },
    );
    req.pipe(passed);
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void door.close());
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
}

/** A recipe in a folder of its own, beside the files that it reads. */
async function kitchen(
  heading: string,
  kind: Kind,
  world: World,
  files: Readonly<Record<string, string>>,
) {
  const folder = await mkdtemp(path.join(tmpdir(), "otc-recipe-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const text = await printed(heading, kind);
  const [program, name] =
    kind === "bash"
      ? (["/bin/sh", "recipe.sh"] as const)
      : ([process.execPath, "recipe.mjs"] as const);
  for (const [file, content] of Object.entries({ ...files, [name]: text }))
    await writeFile(path.join(folder, file), content);
  const at = await addressOf(world);
  const env = {
    PATH: process.env.PATH,
    TRUST: at,
    TRUST_KEY: await staffKeyIn(world, { email: OWNER }),
    PORTAL: `${at}/acme`,
  };
  /** Runs it. @returns how it ended and what it said */
  const run = async (...words: string[]) => {
    const child = spawn(program, [name, ...words], { cwd: folder, env });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (piece: string) => {
        said += piece;
      });
    const code = await new Promise((resolve) => child.once("close", resolve));
    return { code, said };
  };
  return { folder, run };
}

describe.each(KINDS)("the recipe in %s", (kind) => {
  testInFive(
    "Upload a report from CI: adds it, leaves the same file alone, and replaces it by another",
    PROCESSES,
    async () => {
      const world = await openWorld();
      const { folder, run } = await kitchen("Upload a report from CI", kind, world, {
        "report.txt": "Nothing was found.\n",
      });
      /** What the two calls of a run did, to the file and to what is said of it. */
      const statuses = async () => {
        const { code, said } = await run();
        const [upload = "", put = ""] = said.split("\n");
        const { status } = JSON.parse(upload) as { status: string };
        const { entries } = JSON.parse(put) as { entries: { status: string }[] };
        return [code, status, entries[0]?.status];
      };
      expect(await statuses()).toEqual([0, "created", "changed"]);
      expect(await statuses()).toEqual([0, "unchanged", "unchanged"]);
      await writeFile(path.join(folder, "report.txt"), "One thing was found.\n");
      expect(await statuses()).toEqual([0, "replaced", "unchanged"]);
      const row = await world.services.store.read
        .selectFrom("documents")
        .select(["type", "accessType"])
        .where("originalName", "=", "report.txt")
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ type: "Penetration test", accessType: "view-only" });
      await writeFile(path.join(folder, "report.txt"), "");
      expect((await run()).code).not.toBe(0);
    },
  );

  testInFive(
    "Sync subprocessors from a list: adds what is new, once, and says where an entry is wrong",
    PROCESSES,
    async () => {
      const world = await openWorld();
      const page = await readFile("docs/program/recipes.md", "utf8");
      const list = blocksOf(page).find(({ info }) => info === "json")?.text ?? "";
      const entries = list.replace("…", await world.productId("acme"));
      const { folder, run } = await kitchen("Sync subprocessors from a list", kind, world, {
        "subprocessors.json": entries,
      });
      /** What the script with curl prints of the two calls is what the one of Node says in a line. */
      const counts = async () => {
        const { code, said } = await run();
        if (kind === "js") return { code, said };
        const [trial = "", done = ""] = said.split("\n");
        const { dryRun, ...told } = JSON.parse(trial) as Record<string, unknown>;
        expect([dryRun, JSON.parse(done)]).toMatchObject([true, { changed: told["changed"] }]);
        const { created, changed, unchanged } = told;
        return { code, said: `${created} new, ${changed} changed, ${unchanged} as before\n` };
      };
      expect(await counts()).toEqual({ code: 0, said: "1 new, 0 changed, 0 as before\n" });
      expect(await counts()).toEqual({ code: 0, said: "0 new, 0 changed, 1 as before\n" });
      await writeFile(
        path.join(folder, "subprocessors.json"),
        entries.replace("Frankfurt", "Hamburg"),
      );
      expect((await counts()).said).toBe("0 new, 1 changed, 0 as before\n");
      await writeFile(path.join(folder, "subprocessors.json"), entries.replace("vendor-17", ""));
      const refused = await run();
      expect(refused.code).not.toBe(0);
      expect(refused.said).toContain("entries.0.externalId");
    },
  );

  testInFive(
    "Approve from a script: approves those of the domains that it is given, and no one else",
    PROCESSES,
    async () => {
      const world = await openWorld();
      const { profile = "", product = "" } = await namesOf(world);
      const { run } = await kitchen("Approve from a script", kind, world, {});
      expect(await run(profile, product, "nobody.example")).toEqual({ code: 0, said: "" });
      expect(await run(profile, product, "prospect.example")).toEqual({
        code: 0,
        said: "Approved sam@prospect.example\n",
      });
      const row = await world.services.store.read
        .selectFrom("accessRequests")
        .select(["status", "decidedBy"])
        .where("email", "=", "sam@prospect.example")
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ status: "approved", decidedBy: expect.stringContaining("(key: ") });
      expect(await run(profile, product, "prospect.example")).toEqual({ code: 0, said: "" });
    },
  );

  testInFive(
    "Mirror a portal into a TPRM tool: stores each page, and then only what changed",
    PROCESSES,
    async () => {
      const world = await openWorld();
      const { folder, run } = await kitchen("Mirror a portal into a TPRM tool", kind, world, {});
      const first = await run();
      expect([first.code, first.said.split("\n").length - 1]).toEqual([0, 7]);
      const stored = await readdir(path.join(folder, "mirror"));
      expect(stored.filter((name) => name.endsWith(".json") && name !== "tags.json")).toHaveLength(
        7,
      );
      const overview = await readFile(path.join(folder, "mirror/index.json"), "utf8");
      expect(JSON.parse(overview)).toMatchObject({ schema: expect.stringContaining("twin") });
      expect(await run()).toEqual({ code: 0, said: "" });
    },
  );
});
