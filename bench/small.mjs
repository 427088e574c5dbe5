// The parts of the bench that open the handler themselves, on the smallest company that they take: what a test runs so
// that they go on working. It prints the names of their rows.
import { access } from "./access.mjs";
import { editing } from "./editing.mjs";
import { keys } from "./keys.mjs";
import { dataFolder, runCommand, startProduct } from "./servers.mjs";

const folder = dataFolder();
await (await startProduct(folder)).stop();
await runCommand(folder, ["bench:org", "2000"]);
const rows = [
  ...(await access(folder, 2)),
  ...(await keys(folder, 20)),
  ...(await editing(folder, 2_000, { saves: 2, orders: 1 })),
];
console.log(JSON.stringify(rows.map(({ what }) => what)));
process.exit(0);
