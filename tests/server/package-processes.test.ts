import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, stat, symlink } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { layOut, packageFiles } from "../../packaging/tree.mjs";
import { PROCESSES } from "../limits.ts";
import { sample } from "../sample.ts";
import { isInTurn } from "../in-turn.ts";
import { dataFolder, freePort } from "./spawned.ts";

const root = path.resolve(".");
const arch = process.arch === "arm64" ? "arm64" : "x64";
const node = path.join(root, "node_modules", `node-linux-${arch}`);

/** Where the packages bring a Node for this machine: elsewhere no package is made. */
const isMade = process.platform === "linux" && existsSync(node);

const files = () => packageFiles(root, { arch, node });

/** Every file below a folder, with size, rights and the time of its last change. */
async function listing(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names.sort().map(async (name) => {
      const { size, mode, mtimeMs } = await stat(path.join(folder, name));
      return `${name} ${size} ${mode} ${mtimeMs}`;
    }),
  );
}

test.runIf(isMade)("a package holds what the server loads, and nothing else", () => {
  const places = new Set(files().map(({ to }) => to));
  for (const place of [
    "open-trust-center",
    "node",
    "LICENSE",
    "docs/operate/upgrade.md",
    "build/server/mark-worker.js",
    "build/client/favicon.svg",
    `node_modules/better-sqlite3/prebuilds/linux-${arch}.node`,
    "node_modules/@embedpdf/pdfium/dist/pdfium.wasm",
    "node_modules/@resvg/resvg-wasm/index_bg.wasm",
    "node_modules/@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  ])
    expect(places, place).toContain(place);
  const unread = [...places].filter((place) =>
    /\.(?:map|d\.ts)$|^node_modules\/(?:typescript|vite|@types)\/|^demo\/generate|prebuilds\/.*(?:darwin|win32|musl)/.test(
      place,
    ),
  );
  expect(unread).toEqual([]);
  expect([...places]).toEqual([...places].sort());
});

test.runIf(isMade)("the list of parts names each package that goes along, the same twice", () => {
  const all = files();
  const textOf = (of: ReturnType<typeof files>, to: string) =>
    of.find((file) => file.to === to)?.text ?? "";
  const list = textOf(all, "parts.cdx.json");
  expect(textOf(files(), "parts.cdx.json")).toBe(list);
  const { components } = JSON.parse(list) as {
    components: {
      purl: string;
      licenses: { license?: { id: string }; expression?: string }[];
    }[];
  };
  const named = new Set(components.map(({ purl }) => decodeURIComponent(purl)));
  expect([...named].filter((purl) => /^pkg:generic\/(?:node|sqlite)@\d/.test(purl))).toHaveLength(
    2,
  );
  for (const { purl, licenses } of components)
    expect(licenses[0]?.license?.id ?? licenses[0]?.expression, purl).toMatch(/\w/);
  const packages = all.flatMap(
    ({ to }) => /^(?:.*\/)?node_modules\/(@[^/]+\/[^/]+|[^/]+)\//.exec(to)?.[1] ?? [],
  );
  const missing = [...new Set(packages)].filter(
    (name) => ![...named].some((purl) => purl.startsWith(`pkg:npm/${name}@`)),
  );
  expect(missing).toEqual([]);
  expect(textOf(all, "LICENSES.txt")).toContain("react-router ");
});

test.runIf(isMade && isInTurn("an unpacked package", 20))(
  "an unpacked package serves and does what its commands say, from any folder, and writes nothing below its own",
  async () => {
    const place = await dataFolder();
    const program = path.join(place, "program");
    layOut(files(), program, { linked: true });
    const before = await listing(program);
    const cwd = path.join(place, "elsewhere");
    await mkdir(cwd);
    const PORT = String(await freePort());
    const env = { PATH: process.env.PATH, PORT, DEMO: "off" };
    const own = path.join(program, "open-trust-center");
    const run = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync(own, words, { cwd, env, encoding: "utf8" });
      return { status, said: stdout + stderr };
    };
    const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
    expect(run("version")).toEqual({ status: 0, said: `${version}\n` });
    const help = run("help").said;
    for (const command of ["backup", "restore", "doctor", "staff:reset", "content:import"])
      expect(help).toContain(`  ${command}`);
    // By a link, by its name in its own folder, and by a shell.
    await mkdir(path.join(place, "bin"));
    await symlink("../program/open-trust-center", path.join(place, "bin/trust"));
    for (const [started, folder] of [
      ['"$PWD/../bin/trust"', cwd],
      ["sh ./trust", path.join(place, "bin")],
      ["sh trust", path.join(place, "bin")],
      ["sh open-trust-center", program],
    ] as const) {
      const { stdout } = spawnSync("sh", ["-c", `${started} version`], { cwd: folder, env });
      expect(String(stdout), started).toBe(`${version}\n`);
    }
    expect(run("healthcheck")).toMatchObject({ status: 1 });
    // It speaks of its own commands, where npm is not there.
    expect(run("backup", "--nonsense").said).toContain(`${own} restore FILE.tar`);

    const server = spawn(own, { cwd, env });
    onTestFinished(() => void server.kill("SIGKILL"));
    const ended = new Promise((resolve) => server.once("close", resolve));
    let out = "";
    await new Promise<void>((resolve, reject) => {
      server.stdout.on("data", (data) => {
        out += String(data);
        if (out.includes("Ready:")) resolve();
      });
      void ended.then(() => reject(new Error(`it ended: ${out}`)));
    });
    expect(run("healthcheck")).toMatchObject({
      status: 0,
      said: expect.stringContaining('"renderer":"ok"'),
    });
    const words = ["--slug", "initech", "--name", "Initech", "--owner", "owner@initech.example"];
    expect(run("org:create", ...words)).toMatchObject({ status: 0 });
    const backup = path.join(place, "trust.tar");
    expect(run("backup", backup)).toMatchObject({ status: 0 });
    server.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(await readdir(cwd)).toEqual(["data"]);
    await rename(path.join(cwd, "data"), path.join(place, "before"));
    expect(run("restore", backup)).toMatchObject({ status: 0 });
    const commands: [words: string[], said: string][] = [
      [["staff:reset", "owner@initech.example"], "owner@initech.example"],
      [["installation:owner", "owner@initech.example"], "owner@initech.example"],
      [["verify-files"], "0 file(s) checked"],
      [["doctor"], "No errors"],
      [["content:export", "--org", "initech", path.join(place, "initech.zip")], "initech.zip"],
      [["backup", "--check", backup], "Backup OK"],
    ];
    for (const [given, said] of sample(commands, 2, "commands of a package"))
      expect(run(...given), given[0]).toMatchObject({
        status: 0,
        said: expect.stringContaining(said),
      });
    expect(await listing(program)).toEqual(before);
    // What is loaded only when it is wanted is there as well.
    const text = await readFile(path.join(program, "build/server/index.js"), "utf8");
    const imported = /^import .* from "(?!node:)([^"./][^"]*)";$|\bimport\("([^"./][^"]*)"\)/gm;
    const names = [...text.matchAll(imported)].map(
      ([, stated, wanted]) => /^(?:@[^/]+\/)?[^/]+/.exec(stated ?? wanted ?? "")?.[0] ?? "",
    );
    expect(names).toContain("better-sqlite3");
    const isThere = (name: string) => existsSync(path.join(program, "node_modules", name));
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  },
  PROCESSES.timeout,
);
