// npm run bench: each figure beside its limit, both measured in this run. It asserts nothing and ends with 0.
import { buildApplication, installPackages, root } from "./prepare.mjs";

const large = process.argv.includes("--large");
const SIZES = large ? [200, 2_000, 10_000, 50_000] : [200, 2_000, 10_000];
const LOAD = large ? { rounds: 9, seconds: 10 } : { rounds: 7, seconds: 2 };
const ROUNDS = large ? 15 : 7;
const SUBSCRIBERS = large ? 100_000 : 5_000;

process.chdir(root);
installPackages();
buildApplication();
const { dataFolder, runCommand, startProduct } = await import("../bench/servers.mjs");
const { anonymousPage, countedPage, firstRenders, firstVisit, mainMode, memory, start } =
  await import("../bench/figures.mjs");
const { quiet } = await import("../bench/quiet.mjs");
const { mailing } = await import("../bench/mail.mjs");
const { downloads, largeArchive } = await import("../bench/files.mjs");
const { access } = await import("../bench/access.mjs");
const { keys } = await import("../bench/keys.mjs");
const { editing } = await import("../bench/editing.mjs");
const { searching } = await import("../bench/search.mjs");
const { refusals } = await import("../bench/load.mjs");
const { table } = await import("../bench/table.mjs");

say("Filling a data folder: the demo, and orgs of", SIZES.join(", "), "items");
const folder = dataFolder();
await (await startProduct(folder)).stop();
for (const size of SIZES) await runCommand(folder, ["bench:org", String(size)]);

const server = await startProduct(folder);
const atStart = server.memory();
say("Waiting until the server has read its files");
await quiet(server, folder);
say("The kept page, in turn with a bare server");
const rows = await anonymousPage(server, "/acme", LOAD);
// Parameters that the page does not render change nothing: it is the kept page all the same.
rows.push(...(await anonymousPage(server, "/acme?utm_source=letter&x=1&x=2", LOAD)));
say("The kept page where requests are counted, in turn with one that counts none");
rows.push(...(await countedPage("/acme", LOAD)));
say("First renders after a change");
rows.push(...(await firstRenders(server, folder, SIZES, ROUNDS)));
say("Main mode and a first visit");
rows.push(
  ...(await mainMode(server, ROUNDS * 3)),
  ...(await firstVisit(server, "/acme")),
  ...memory(server, atStart),
  ...(await start(server)),
);
say("Downloads and archives, in turn with a bare server and zip -0");
rows.push(...(await downloads(server, folder, large ? 5 : 3)));
if (large) {
  say("An archive of five gigabytes");
  rows.push(...(await largeArchive(server, folder)));
}
say("The kept page once more, after everything that this server has done");
rows.push(...(await anonymousPage(server, "/acme", LOAD, " by a server that has worked")));
await server.stop();
say("Questions to the search, in turn with a bare minisearch");
rows.push(...(await searching(large ? 3_000 : 600)));
say("Access requests and sign-ins");
rows.push(...(await access(folder, large ? 500 : 100)));
rows.push(...(await keys(folder, large ? 5_000 : 1_000)));
say("Saves and re-orders in an org of 10,000 items");
rows.push(
  ...(await editing(folder, 10_000, large ? { saves: 100, orders: 30 } : { saves: 20, orders: 6 })),
);
say("An update to", SUBSCRIBERS, "subscribers");
rows.push(...(await mailing(folder, SUBSCRIBERS)));
console.log(`\n${table(rows)}`);
const lines = refusals();
if (lines.length > 0) console.log(`\nNot answered with 200 under load:\n${lines.join("\n")}`);

function say(...words) {
  console.error(`${words.join(" ")} ...`);
}
