import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { Store } from "#db/store.ts";

test("what was deleted leaves the journal, beside a write that is under way too", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "settle-"));
  const file = path.join(folder, "trust.db");
  const store = Store.open(file, null);
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await store.write(async (trx) => {
    await sql`create table notes (text text)`.execute(trx);
  });
  let goOn = () => undefined as void;
  const isHeld = new Promise<void>((resolve) => (goOn = resolve));
  let write = Promise.resolve();
  await new Promise<void>((begun) => {
    write = store.write(async (trx) => {
      await sql`insert into notes values ('one')`.execute(trx);
      begun();
      await isHeld;
    });
  });
  const settled = store.settle();
  goOn();
  await Promise.all([write, settled]);
  expect(statSync(`${file}-wal`).size).toBe(0);
  expect((await sql`select text from notes`.execute(store.read)).rows).toEqual([{ text: "one" }]);
});
