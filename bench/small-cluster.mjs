// bench:cluster at its smallest: what a test runs so that it goes on working. It prints its rows.
import { cluster, SMALL } from "./cluster.mjs";

const { columns, rows, failed } = await cluster(SMALL);
for (const line of failed) console.error(line);
console.log(JSON.stringify({ columns, rows }));
process.exit(0);
