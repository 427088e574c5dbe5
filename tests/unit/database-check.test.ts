import Database from "better-sqlite3";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkDatabase } from "#platform/database-check.ts";
import { databaseFile } from "#platform/data-folder.ts";

/** A folder as a process leaves it that is killed within a transaction, before the database has its write-ahead log. */
function killedWithin(rows: number): string {
  const root = mkdtempSync(path.join(tmpdir(), "otc-check-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [running, left] = ["running", "left"].map((name) => {
    const folder = path.join(root, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }) as [string, string];
  const database = new Database(databaseFile(running));
  database.pragma("cache_size = 1");
  database.exec("create table t (id integer primary key, text text)");
  const insert = database.prepare("insert into t (text) values (?)");
  database.transaction(() => {
    for (let at = 0; at < rows; at += 1) insert.run("before".padEnd(500));
  })();
  database.exec("begin; update t set text = replace(text, 'before', 'halfway')");
  for (const end of ["", "-journal"])
    copyFileSync(`${databaseFile(running)}${end}`, `${databaseFile(left)}${end}`);
  database.close();
  return left;
}

test("a first start that was killed while it wrote is undone by the next one", async () => {
  const folder = killedWithin(80);
  await expect(checkDatabase(folder, { checked: true })).resolves.toBeUndefined();
  const database = new Database(databaseFile(folder));
  const texts = database.prepare("select distinct trim(text) from t").pluck().all();
  database.close();
  expect(texts).toEqual(["before"]);
});

test("the journal of a database that has pages already is refused: no server of ours leaves one", async () => {
  const folder = killedWithin(400);
  await expect(checkDatabase(folder, { checked: true })).rejects.toThrow(
    "isn’t a journal of this version",
  );
});
