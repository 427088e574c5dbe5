// Makes a small data folder by the built server and keeps it as tests/folders/NAME.tar.gz, for the test that starts
// the folders of earlier versions: node bin/keep-folder.mjs [NAME [SERVER]]. NAME is the version unless it is given,
// SERVER the built server of another checkout. To be run once for each version, before it is released.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildApplication, root } from "./prepare.mjs";

const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const [name = version, given] = process.argv.slice(2);
if (given === undefined) buildApplication();
const server = path.resolve(given ?? path.join(root, "build/server/index.js"));
const cwd = path.resolve(path.dirname(server), "../..");
const place = mkdtempSync(path.join(tmpdir(), "trust-center-kept-"));
const folder = path.join(place, "data");
const PORT = process.env.TEST_PORT ?? "3999";
const origin = `http://localhost:${PORT}`;
const env = { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: folder, DEMO: "off", PORT };

const made = spawnSync(
  process.execPath,
  [
    server,
    "org:create",
    "--slug",
    "initech",
    "--name",
    "Initech",
    "--owner",
    "peter@initech.example",
    "--publish",
  ],
  { cwd, env, encoding: "utf8" },
);
if (made.status !== 0) throw new Error(made.stderr);
const running = spawn(process.execPath, [server], {
  cwd,
  env,
  stdio: ["ignore", "pipe", "inherit"],
});
await new Promise((resolve, reject) => {
  running.stdout.on("data", (data) => String(data).includes("Ready:") && resolve());
  running.once("close", () => reject(new Error("the server ended")));
});
const ask = async (target, init) => {
  const answer = await fetch(`${origin}${target}`, { redirect: "manual", ...init });
  if (answer.status >= 400) throw new Error(`${target}: ${answer.status} ${await answer.text()}`);
  return answer;
};
const reset = spawnSync(process.execPath, [server, "staff:reset", "peter@initech.example"], {
  cwd,
  env,
  encoding: "utf8",
});
const password = /^Password, shown only now: (\S+)$/m.exec(reset.stdout)?.[1] ?? "";
const signedIn = await ask("/sign-in", {
  method: "POST",
  headers: { Origin: origin },
  body: new URLSearchParams({ email: "peter@initech.example", password }),
});
const cookie = (signedIn.headers.getSetCookie()[0] ?? "").split(";")[0];
const form = new FormData();
form.set("type", "Policy");
form.set("files", new File([`Kept by version ${name}.\n`], "kept.txt", { type: "text/plain" }));
await ask("/api/documents", { method: "POST", headers: { cookie, Origin: origin }, body: form });
await ask("/api/share/initech/subscribe", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ email: "reader@reader.example", source: "kept" }),
});
await new Promise((resolve) => {
  running.removeAllListeners("close");
  running.once("close", resolve);
  running.kill("SIGTERM");
});
for (const gone of ["mail", "lock.db", "server.json"])
  rmSync(path.join(folder, gone), { recursive: true, force: true });
const target = path.join(root, "tests/folders");
mkdirSync(target, { recursive: true });
const packed = spawnSync(
  "sh",
  [
    "-c",
    'tar -C "$1" -cf - data | gzip -9n > "$2"',
    "sh",
    place,
    path.join(target, `${name}.tar.gz`),
  ],
  { stdio: "inherit" },
);
rmSync(place, { recursive: true, force: true });
if (packed.status !== 0) process.exit(1);
console.log(`tests/folders/${name}.tar.gz`);
