// npm test: everything, in the order in which a fault is cheapest to find. What failed runs once more, alone, at the
// end. Ends with a table of its parts, the slowest files, what was unsteady, what failed, and 'N passed, N failed'.
// With --long nothing is sampled, and tests/long runs too.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { binOf, installPackages, root } from "./prepare.mjs";
import {
  failuresOfPlaywright,
  failuresOfVitest,
  filesOfPlaywright,
  filesOfVitest,
} from "./test-report.mjs";
import { isGreen, MOST_UNSTEADY, tryAgain } from "./test-again.mjs";
import { findTools } from "./tools.mjs";

const start = Date.now();
process.chdir(root);
const long = process.argv.includes("--long");
// Debian's packages come beside those of npm and the build.
const tools = findTools(long);
installPackages();

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
/**
 * What failed, said once more at the very end: whoever reads only the tail of a log needs it there. Each with its
 * runner, where it can be tried again.
 */
const failures = [];
const bin = (name) => path.join(root, "node_modules/.bin", name);

rmSync("test-results", { recursive: true, force: true });
mkdirSync("test-results", { recursive: true });
// All else has time beside the types, the first tests too, which wait for files and clocks. One checker: each further
// one makes the types anew that all files share, which takes half as much processor time again as it saves on two cores.
const types = check(
  "types",
  [bin("react-router"), "typegen"],
  [process.execPath, binOf("typescript-7", "tsc"), "--noEmit", "--checkers", "1"],
);
const build = check("build", [process.execPath, path.join(root, "bin/build.mjs")]);
tell(await check("lint", [bin("oxlint"), "--deny-warnings"]));
tell(await check("format", [bin("oxfmt"), "--check"]));
tell(
  await check("floors", [
    bin("depcruise"),
    "--config",
    ".dependency-cruiser.cjs",
    "app",
    "db",
    "migrations",
  ]),
);
tell(await build);
await tools;
const vitest = {
  command: (report, ...words) => [
    bin("vitest"),
    "run",
    ...words,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ],
  env: () => ({}),
  passed: (report) => report.numPassedTests,
  failures: failuresOfVitest,
  files: filesOfVitest,
};
const playwright = {
  command: (_report, ...words) => [bin("playwright"), "test", "--reporter=list,json", ...words],
  env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: path.resolve(report) }),
  passed: (report) => report.stats.expected,
  failures: failuresOfPlaywright,
  files: filesOfPlaywright,
};
await suite("unit", vitest, ["--project", "unit"]);
tell(await types);
await suite("server", vitest, ["--project", "server"]);
// The second engine answers by the same code: all files of the server part, each as the short run takes it.
await suite(
  "postgres",
  vitest,
  ["--project", "postgres"],
  long ? { TEST_LONG: "", TEST_POSTGRES: "all" } : {},
);
if (long) await suite("long", vitest, ["--project", "long"]);
await suite("browser", playwright, []);
await suite("html", vitest, ["--project", "html"]);
const outcome = await tryAgain(failures, runAlone);
summarize(outcome);

/** A check that passes or fails as a whole: commands one after the other. @returns what `tell` tells of it */
async function check(name, ...commands) {
  const began = Date.now();
  let ok = true;
  let output = "";
  let processor = 0;
  for (const command of commands) {
    if (!ok) break;
    const ended = await spawned(command, process.env, "pipe");
    output += ended.said;
    processor += ended.processor;
    ok = ended.status === 0;
  }
  return { name, ok, output: output.trim(), seconds: secondsSince(began), processor };
}

/** Says what came of a check, and counts it. */
function tell({ name, ok, output, seconds, processor }) {
  console.log(`\n== ${name}\n${output}`);
  parts.push({ name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, seconds, processor });
  if (!ok) failures.push({ name, text: output.slice(-2_500), again: null });
}

/**
 * A runner whose report says how many passed.
 * @param words what it is told to run
 * @param env what its environment says otherwise than this one's
 */
async function suite(name, runner, words, env = {}) {
  console.log(`\n== ${name}`);
  const began = Date.now();
  const file = `test-results/${name}.json`;
  const { report, status, processor } = await run(runner, file, words, { output: "inherit", env });
  const found = report === null ? [] : runner.failures(report, name);
  if (status !== 0 && found.length === 0)
    found.push({ name: `${name}: the runner itself`, text: "", again: null });
  failures.push(...found.map((one) => ({ ...one, runner, env })));
  if (report !== null) files.push(...runner.files(report));
  const passed = report === null ? 0 : runner.passed(report);
  const seconds = secondsSince(began);
  parts.push({ name, passed, failed: found.length, seconds, processor });
}

/** Runs a runner to its end. @returns its report, or null where it made none, its exit code, and what it said */
async function run(runner, file, words, { output, env }) {
  rmSync(file, { force: true });
  const environment = { ...process.env, ...env, ...runner.env(file) };
  const ended = await spawned(runner.command(file, ...words), environment, output);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  return { report, status: ended.status, output: ended.said, processor: ended.processor };
}

/**
 * A command to its end.
 * @param output "inherit" shows what it says as it comes, "pipe" keeps it
 * @returns its exit code, what it said, and the seconds of processor time that it and its own commands took
 */
async function spawned(command, env, output) {
  // The shell alone knows what the commands below a command took.
  const timed = `"$@" 3>&-; code=$?; times >&3; exit $code`;
  const child = spawn("/bin/sh", ["-c", timed, "sh", ...command], {
    stdio: ["ignore", output, output, "pipe"],
    env,
  });
  let said = "";
  let times = "";
  child.stdout?.on("data", (data) => (said += data));
  child.stderr?.on("data", (data) => (said += data));
  child.stdio[3].on("data", (data) => (times += data));
  const status = await new Promise((resolve) => child.once("close", resolve));
  return { status, said, processor: secondsOf(times) };
}

/** The seconds in what a shell's `times` says: two lines, its own and its commands', each of user and system. */
function secondsOf(times) {
  return [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

/** One failed test once more, with nothing beside it; what it said both times is kept. */
async function runAlone({ name, whole, again, runner, env }) {
  console.log(`\n== once more, alone: ${name}`);
  const { report, status, output } = await run(runner, "test-results/again.json", again, {
    output: "pipe",
    env,
  });
  mkdirSync("test-results/again", { recursive: true });
  const kept = `${name.replace(/[^a-z0-9]+/gi, "-").slice(0, 150)}.txt`;
  writeFileSync(
    path.join("test-results/again", kept),
    `${name}\n\n== the first time\n${whole}\n\n== once more, alone\n${output}`,
  );
  const isPassed = status === 0 && report !== null && runner.passed(report) > 0;
  console.log(isPassed ? "passed" : "failed again");
  return { passed: isPassed, output: path.join("test-results/again", kept) };
}

function summarize({ failed: twice, unsteady }) {
  const row = (name, ...numbers) =>
    console.log(`${name.padEnd(16)}${numbers.map((one) => String(one).padStart(12)).join("")}`);
  const sum = (of) => parts.reduce((total, part) => total + of(part), 0);
  console.log("\n== where the time went: seconds by the clock, and of processor time");
  row("part", "tests", "seconds", "processor");
  for (const { name, passed, failed, seconds, processor } of parts)
    row(name, passed + failed, seconds, Math.round(processor * 10) / 10);
  row("all, with the packages", "", secondsSince(start), "");
  console.log("\n== the slowest files, in seconds");
  for (const { name, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
  for (const { name, text, output } of unsteady)
    console.log(`\n-- unsteady: ${name}\n${text}\nIt passed alone. Both outputs: ${output}`);
  for (const { name, text } of twice) console.log(`\n-- failed: ${name}\n${text}`);
  const bad = sum((part) => part.failed) - unsteady.length;
  const green = isGreen({ failed: bad, unsteady: unsteady.length });
  if (bad === 0 && !green)
    console.log(`\nMore than ${MOST_UNSTEADY} tests were unsteady: this counts as a failure.`);
  if (unsteady.length > 0) console.log(`\n${unsteady.length} unsteady`);
  console.log(`\n${sum((part) => part.passed) + unsteady.length} passed, ${bad} failed`);
  process.exit(green ? 0 : 1);
}

function secondsSince(began) {
  return Math.round((Date.now() - began) / 100) / 10;
}

/**
 * One sample for all commits of a day: a failure comes again when its commit is tried again, and what mends it is tried
 * by the same sample.
 */
function seedOfSources() {
  const { status, stdout } = spawnSync("git", ["log", "-1", "--format=%cs"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : String(Date.now());
}
