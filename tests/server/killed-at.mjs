// Loaded into a server of its own (node --import) by tests that kill it between the steps of a request. A step is
// a write of the database, its commit, or what makes a file durable. SIGUSR2 begins to count; before the step that
// KILL_AT names the process kills itself. Each step is told on standard error, so that a test knows how many there are.
import Database from "better-sqlite3";
import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const killAt = Number(process.env.KILL_AT ?? 0);
let counted = null;
let last = "";

process.on("SIGUSR2", () => {
  counted = 0;
  fs.writeSync(2, "counting\n");
});

function step(what) {
  // A row of writes to one file, or of folders that are synced one after the other, is one step.
  const again = what === last && what.startsWith("file");
  last = what;
  if (counted === null || again) return;
  counted += 1;
  fs.writeSync(2, `step ${counted}: ${what}\n`);
  if (counted === killAt) process.kill(process.pid, "SIGKILL");
}

const prepare = Database.prototype.prepare;
Database.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  const [, word = ""] = /^\s*(insert|update|delete|commit)/i.exec(sql) ?? [];
  if (word === "") return statement;
  for (const method of ["run", "all", "get"]) {
    const original = statement[method];
    statement[method] = (...args) => {
      step(sql.trim().slice(0, 60));
      const result = original.apply(statement, args);
      if (word.toLowerCase() === "commit") step("after the commit");
      return result;
    };
  }
  return statement;
};

for (const name of ["rename", "unlink"]) {
  const original = promises[name];
  promises[name] = async (...args) => {
    step(name);
    return original(...args);
  };
}
const handle = await promises.open(new URL(import.meta.url));
const prototype = Object.getPrototypeOf(handle);
await handle.close();
for (const name of ["write", "sync"]) {
  const original = prototype[name];
  prototype[name] = async function (...args) {
    step(`file ${name}`);
    return original.apply(this, args);
  };
}
syncBuiltinESMExports();
