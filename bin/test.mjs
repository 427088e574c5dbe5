// npm test: everything, in the order in which a fault is cheapest to find. Ends with 'N passed, N failed'.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { buildApplication, installPackages, root } from "./prepare.mjs";
import { failuresOfPlaywright, failuresOfVitest } from "./test-report.mjs";
import { findTools } from "./tools.mjs";

process.chdir(root);
installPackages();
findTools();

let passed = 0;
let failed = 0;
/** What failed, in words, said once more at the very end: whoever reads only the tail of a log needs it there. */
const failures = [];
const bin = (name) => path.join(root, "node_modules/.bin", name);

step("types", [bin("react-router"), "typegen"], [bin("tsc"), "--noEmit"]);
step("lint", [bin("oxlint"), "--deny-warnings"]);
step("format", [bin("oxfmt"), "--check"]);
step("floors", [
  bin("depcruise"),
  "--config",
  ".dependency-cruiser.cjs",
  "app",
  "db",
  "migrations",
]);
buildApplication();
rmSync("test-results", { recursive: true, force: true });
mkdirSync("test-results", { recursive: true });
suite(
  "unit and server",
  [
    bin("vitest"),
    "run",
    "--reporter=default",
    "--reporter=json",
    "--outputFile.json=test-results/vitest.json",
  ],
  () => {
    const report = read("test-results/vitest.json");
    if (report === null) return null;
    failures.push(...failuresOfVitest(report));
    return [
      report.numPassedTests,
      report.numFailedTests + (report.success || report.numFailedTests > 0 ? 0 : 1),
    ];
  },
);
suite("browser", [bin("playwright"), "test"], () => {
  const report = read("test-results/browser.json");
  if (report === null) return null;
  failures.push(...failuresOfPlaywright(report));
  return [report.stats.expected, report.stats.unexpected + report.stats.flaky];
});
for (const failure of failures) console.log(`\n-- failed: ${failure}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** A check that passes or fails as a whole: commands one after the other. */
function step(name, ...commands) {
  console.log(`\n== ${name}`);
  if (commands.every(call)) passed += 1;
  else {
    failed += 1;
    failures.push(name);
  }
}

/** A runner whose report says how many passed. */
function suite(name, command, count) {
  console.log(`\n== ${name}`);
  const ok = call(command);
  const counted = count();
  passed += counted?.[0] ?? 0;
  if (!ok && (counted === null || counted[1] === 0)) failures.push(`${name}: the runner itself`);
  failed += counted === null ? 1 : counted[1] + (!ok && counted[1] === 0 ? 1 : 0);
}

function call([command, ...args]) {
  return spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] }).status === 0;
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}
