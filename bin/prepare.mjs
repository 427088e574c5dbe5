// What a checkout needs before anything runs: packages and a build, each only when it is missing or stale.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync, mkdirSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");

/** Runs a tool of this project to its end, its words on stderr; a failure ends this process with its code. */
export function run(command, args, env = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, ...env },
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Installs the packages that package-lock.json names, unless they are there. */
export function installPackages() {
  const lock = path.join(root, "package-lock.json");
  const stamp = path.join(root, "node_modules", ".installed-lock");
  const wanted = digest([lock]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error("Installing packages ...");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { NODE_ENV: "" });
  writeFileSync(stamp, wanted);
}

/** Builds the application, unless the build was made from these sources. */
export function buildApplication() {
  const stamp = path.join(root, "build", ".built-from");
  const wanted = digest([
    ...filesBelow("app"),
    ...filesBelow("db"),
    ...filesBelow("migrations"),
    ...filesBelow("public"),
    ...["vite.config.ts", "react-router.config.ts", "package.json", "package-lock.json"].map(
      (file) => path.join(root, file),
    ),
  ]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error("Building ...");
  run(process.execPath, [binOf("@react-router/dev", "react-router"), "build"], {
    NODE_ENV: "production",
  });
  mkdirSync(path.join(root, "build"), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** The file behind a command of an installed package, as the package itself names it: that changes between versions. */
export function binOf(packageName, command) {
  const folder = path.join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return path.join(folder, typeof bin === "string" ? bin : bin[command]);
}

function filesBelow(folder) {
  const start = path.join(root, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { recursive: true })
    .map((name) => path.join(start, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}

function digest(files) {
  const hash = createHash("sha256");
  for (const file of files)
    if (existsSync(file))
      hash.update(path.relative(root, file)).update("\0").update(readFileSync(file));
  return hash.digest("hex");
}
