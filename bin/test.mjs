// npm test: everything, in the order in which a fault is cheapest to find. Ends with a table of its parts, the
// slowest files, what failed, and 'N passed, N failed'. With --long nothing is sampled, and tests/long runs too.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { binOf, buildApplication, installPackages, root } from "./prepare.mjs";
import {
  failuresOfPlaywright,
  failuresOfVitest,
  filesOfPlaywright,
  filesOfVitest,
} from "./test-report.mjs";
import { findTools } from "./tools.mjs";

process.chdir(root);
installPackages();
findTools();

const long = process.argv.includes("--long");
process.env.TEST_SEED ??= seedOfSources();
if (long) process.env.TEST_LONG = "1";
console.log(
  long
    ? "Everything, nothing sampled"
    : `What only repeats is sampled by the seed ${process.env.TEST_SEED} (TEST_SEED repeats it; npm run test:long asks everything)`,
);

/** Each part of the run: its name, how many tests passed and failed, and its seconds. */
const parts = [];
/** Test files with their seconds. */
const files = [];
/** What failed, in words, said once more at the very end: whoever reads only the tail of a log needs it there. */
const failures = [];
const bin = (name) => path.join(root, "node_modules/.bin", name);

rmSync("test-results", { recursive: true, force: true });
mkdirSync("test-results", { recursive: true });
// The other checks have time beside the types.
const types = check(
  "types",
  [bin("react-router"), "typegen"],
  [process.execPath, binOf("typescript-7", "tsc"), "--noEmit"],
);
await check("lint", [bin("oxlint"), "--deny-warnings"]);
await check("format", [bin("oxfmt"), "--check"]);
await check("floors", [
  bin("depcruise"),
  "--config",
  ".dependency-cruiser.cjs",
  "app",
  "db",
  "migrations",
]);
await types;
buildApplication();
const vitest = (report, ...projects) => [
  bin("vitest"),
  "run",
  ...projects.flatMap((project) => ["--project", project]),
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
];
const ofVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + (report.success || report.numFailedTests > 0 ? 0 : 1),
  failures: failuresOfVitest(report),
  files: filesOfVitest(report),
});
suite("unit", vitest("test-results/unit.json", "unit"), "test-results/unit.json", ofVitest);
suite(
  "server",
  vitest("test-results/server.json", "server", ...(long ? ["long"] : [])),
  "test-results/server.json",
  ofVitest,
);
suite("browser", [bin("playwright"), "test"], "test-results/browser.json", (report) => ({
  passed: report.stats.expected,
  failed: report.stats.unexpected + report.stats.flaky,
  failures: failuresOfPlaywright(report),
  files: filesOfPlaywright(report),
}));
suite("html", vitest("test-results/html.json", "html"), "test-results/html.json", ofVitest);
summarize();

/** A check that passes or fails as a whole: commands one after the other, whose output comes when they have ended. */
async function check(name, ...commands) {
  const began = Date.now();
  let ok = true;
  let output = "";
  for (const [command, ...args] of commands) {
    if (!ok) break;
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.on("data", (data) => (output += data));
    child.stderr.on("data", (data) => (output += data));
    ok = (await new Promise((resolve) => child.once("close", resolve))) === 0;
  }
  console.log(`\n== ${name}\n${output.trim()}`);
  parts.push({ name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, seconds: secondsSince(began) });
  if (!ok) failures.push(name);
}

/** A runner whose report says how many passed. */
function suite(name, [command, ...args], reportFile, read) {
  console.log(`\n== ${name}`);
  const began = Date.now();
  const { status } = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  const report = existsSync(reportFile) ? read(JSON.parse(readFileSync(reportFile, "utf8"))) : null;
  const silent = status !== 0 && (report === null || report.failed === 0);
  if (silent) failures.push(`${name}: the runner itself`);
  failures.push(...(report?.failures ?? []));
  files.push(...(report?.files ?? []));
  parts.push({
    name,
    passed: report?.passed ?? 0,
    failed: (report?.failed ?? 0) + (silent ? 1 : 0),
    seconds: secondsSince(began),
  });
}

function summarize() {
  const row = (name, tests, seconds) =>
    console.log(`${name.padEnd(24)}${String(tests).padStart(8)}${String(seconds).padStart(10)}`);
  const sum = (of) => parts.reduce((total, part) => total + of(part), 0);
  console.log("\n== where the time went");
  row("part", "tests", "seconds");
  for (const { name, passed, failed, seconds } of parts) row(name, passed + failed, seconds);
  console.log("\n== the slowest files, in seconds");
  for (const { name, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
  for (const failure of failures) console.log(`\n-- failed: ${failure}`);
  const failed = sum((part) => part.failed);
  console.log(`\n${sum((part) => part.passed)} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

function secondsSince(began) {
  return Math.round((Date.now() - began) / 100) / 10;
}

/** One sample for one state of the sources, so that a failure comes again when the same commit is tried again. */
function seedOfSources() {
  const { status, stdout } = spawnSync("git", ["rev-parse", "--short=8", "HEAD"], {
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : String(Date.now());
}
