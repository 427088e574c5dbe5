// npm run bench:answers: how often the answers without a model are right, on the questions of tests/reviewer-questions.
// It asserts nothing and ends with 0. With --paraphrases only how often questions in other words are found. With --list each wrong and missed question that isn't fresh, with what was said.
import { buildApplication, installPackages, root } from "./prepare.mjs";

process.chdir(root);
installPackages();
buildApplication();
const { dataFolder, startProduct } = await import("../bench/servers.mjs");
const { asked, faults, figures, paraphrases, textsRead } = await import("../bench/answers.mjs");

if (process.argv.includes("--paraphrases")) {
  console.log(paraphrases());
  process.exit(0);
}
const folder = dataFolder();
console.error("Filling a data folder with the demo, and reading its files ...");
const server = await startProduct(folder);
await textsRead(folder);
await server.stop();
console.error("Asking ...");
const results = await asked(folder);
if (process.argv.includes("--list")) console.log(`${faults(results).join("\n")}\n`);
console.log(figures(results).join("\n"));
console.log(paraphrases());
