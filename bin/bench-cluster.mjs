// npm run bench:cluster: several servers on PostgreSQL and a bucket beside one on SQLite, all measured in this run. It
// asserts nothing. What couldn’t be measured is told at the end, which is with 1 then. --large has 1,000 companies,
// 10,000 items in one, and 100,000 subscribers of another.
import { buildApplication, installPackages, root } from "./prepare.mjs";

process.chdir(root);
installPackages();
buildApplication();
const { cluster, DEFAULT, LARGE } = await import("../bench/cluster.mjs");
const { refusals } = await import("../bench/load.mjs");
const { table } = await import("../bench/table.mjs");

const { columns, rows, failed } = await cluster(
  process.argv.includes("--large") ? LARGE : DEFAULT,
  say,
);
console.log(`\n${table(rows, columns)}`);
const lines = refusals();
if (lines.length > 0) console.log(`\nNot answered with 200 under load:\n${lines.join("\n")}`);
if (failed.length > 0) {
  console.log(`\nNot measured:\n${failed.join("\n")}`);
  process.exitCode = 1;
}

function say(line) {
  console.error(line);
}
