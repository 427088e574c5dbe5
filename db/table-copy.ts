import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { inBatches } from "./batches.ts";
import { boundTexts } from "./bound-texts.ts";
import { dialectOf } from "./engine.ts";
import type { Reader, Store } from "./store.ts";

/*
 * All rows of one database into another, of whichever kind, table by table and page by page in the
 * order of their keys. What was copied is seen at the target: whoever is interrupted begins again
 * and goes on behind the last row.
 */

/**
 * Tables that are about a database, its servers or where its files lie, rather than about what the
 * installation holds.
 */
const STAYING: ReadonlySet<string> = new Set([
  "kysely_migration",
  "kysely_migration_lock",
  "installationKeys",
  "moves",
  "rateLimits",
  "servers",
  "duties",
  "commitCount",
  "additiveMigrations",
  "blobMarks",
  "modelOutages",
]);

/** Rows that are read at a time, at most. */
const PAGE_ROWS = 500;
/** What a page of rows may take in memory before the next ones are smaller, in letters. */
const PAGE_LETTERS = 8_000_000;

/** A table as it is copied. */
export interface CopiedTable {
  name: string;
  /** In a fixed order. */
  columns: string[];
  /** Its primary key, in its order. */
  key: string[];
}

/** What a table holds, in short: the same for the same rows, whatever the kind of database. */
export interface TableDigest {
  rows: number;
  sha256: string;
}

type Value = string | number | null;
type Row = Record<string, Value>;

/** Rows can't be copied as they are; the message says which, for the operator. */
export class RowsRefused extends Error {}

/** Every table that is copied, those that others name before these. */
export async function copiedTables(db: Reader): Promise<CopiedTable[]> {
  const dialect = dialectOf(db);
  const found = (await db.introspection.getTables())
    .filter(({ name }) => !STAYING.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const keys = await dialect.namingTables(db);
  const placed = new Set<string>();
  const tables: CopiedTable[] = [];
  while (tables.length < found.length) {
    const free = found.filter(
      ({ name }) =>
        !placed.has(name) &&
        keys.every(
          ({ naming, named }) =>
            naming !== name || named === name || placed.has(named) || STAYING.has(named),
        ),
    );
    if (free.length === 0) throw new Error("tables name each other in a circle");
    for (const { name, columns } of free) {
      placed.add(name);
      const key = await dialect.primaryKey(db, name);
      tables.push({ name, columns: columns.map((column) => column.name).sort(), key });
    }
  }
  return tables;
}

/** Whether none of the tables has a row. */
export async function isWithoutRows(db: Reader, tables: readonly CopiedTable[]): Promise<boolean> {
  for (const table of tables) if ((await page(db, table, null, 1)).length > 0) return false;
  return true;
}

/** How many rows the tables have. */
export async function countRows(db: Reader, tables: readonly CopiedTable[]): Promise<number> {
  let rows = 0;
  for (const { name } of tables) {
    const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(
      db,
    );
    rows += counted.rows[0]?.n ?? 0;
  }
  return rows;
}

/** What a table holds. @throws RowsRefused for a number that no program can hold exactly */
export async function digestOf(db: Reader, table: CopiedTable): Promise<TableDigest> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const found of pages(db, table, null)) {
    for (const row of found) hash.update(`${lineOf(row, table)}\n`);
    rows += found.length;
  }
  return { rows, sha256: hash.digest("hex") };
}

/**
 * Copies a table, whose rows are there when it returns, and no others: compared by digests. What an
 * earlier try copied stays where it is still right.
 * @param source nobody writes to it meanwhile
 * @param target one that nobody else uses
 * @throws RowsRefused when the target does not hold them as they are
 */
export async function copyTable(
  source: Reader,
  target: Store,
  table: CopiedTable,
): Promise<TableDigest> {
  const wanted = await digestOf(source, table);
  const isThere = async () => {
    const found = await digestOf(target.read, table);
    return found.rows === wanted.rows && found.sha256 === wanted.sha256;
  };
  if (await isThere()) return wanted;
  await copyBehind(source, target, table, await lastKey(target.read, table));
  if (await isThere()) return wanted;
  // The source was written to between two tries.
  await clear(target, table);
  await copyBehind(source, target, table, null);
  if (await isThere()) return wanted;
  throw new RowsRefused(`the rows of ${table.name} are not the same at both ends`);
}

async function copyBehind(
  source: Reader,
  target: Store,
  table: CopiedTable,
  after: Value[] | null,
): Promise<void> {
  const columns = sql.join(table.columns.map((name) => sql.ref(name)));
  for await (const found of pages(source, table, after)) {
    await target.write(
      (trx) =>
        inBatches(found, (batch) => {
          const rows = batch.map(
            (row) => sql`(${sql.join(table.columns.map((name) => row[name]))})`,
          );
          return sql`insert into ${sql.table(table.name)} (${columns}) values ${sql.join(rows)}`.execute(
            trx,
          );
        }),
      false,
    );
  }
}

/** Removes the rows of a table, and those of others that name them and go with them. */
async function clear(target: Store, table: CopiedTable): Promise<void> {
  for (;;) {
    const last = (await page(target.read, table, null, PAGE_ROWS)).at(-1);
    if (last === undefined) return;
    await target.write(
      (trx) =>
        sql`delete from ${sql.table(table.name)} where ${keyIs(table, "<=", keyOf(last, table))}`.execute(
          trx,
        ),
      false,
    );
  }
}

/** The rows behind a key, page by page. */
async function* pages(
  db: Reader,
  table: CopiedTable,
  after: Value[] | null,
): AsyncGenerator<Row[], void> {
  let limit = PAGE_ROWS;
  for (let behind = after; ;) {
    const found = await page(db, table, behind, limit);
    const last = found.at(-1);
    if (last === undefined) return;
    for (const row of found) refuseInexact(row, table);
    yield found;
    behind = keyOf(last, table);
    const letters = found.reduce((sum, row) => sum + lettersOf(row), 0);
    limit = Math.max(
      1,
      Math.min(PAGE_ROWS, Math.floor((found.length * PAGE_LETTERS) / (letters + 1))),
    );
  }
}

async function page(
  db: Reader,
  table: CopiedTable,
  after: Value[] | null,
  limit: number,
): Promise<Row[]> {
  const behind = after === null ? sql`` : sql`where ${keyIs(table, ">", after)}`;
  const { rows } = await sql<Row>`
    select ${sql.join(table.columns.map((name) => sql.ref(name)))} from ${sql.table(table.name)}
    ${behind} order by ${keyRefs(table)} limit ${limit}`.execute(db);
  return rows;
}

async function lastKey(db: Reader, table: CopiedTable): Promise<Value[] | null> {
  const { rows } = await sql<Row>`
    select ${keyRefs(table)} from ${sql.table(table.name)}
    order by ${sql.join(table.key.map((name) => sql`${sql.ref(name)} desc`))} limit 1`.execute(db);
  const [last] = rows;
  return last === undefined ? null : keyOf(last, table);
}

const keyRefs = ({ key }: CopiedTable) => sql.join(key.map((name) => sql.ref(name)));

function keyIs(table: CopiedTable, is: ">" | "<=", values: Value[]): RawBuilder<unknown> {
  return sql`(${keyRefs(table)}) ${sql.raw(is)} (${sql.join(values)})`;
}

/** @throws RowsRefused for a key that would be bound as another one */
function keyOf(row: Row, { name, key }: CopiedTable): Value[] {
  const values = key.map((column) => row[column] ?? null);
  if (boundTexts(values) !== values)
    throw new RowsRefused(`${name} has a key with the character U+0000 in it`);
  return values;
}

/** A row as a line: texts and numbers can't be taken for each other. */
function lineOf(row: Row, { columns }: CopiedTable): string {
  return JSON.stringify(boundTexts(columns.map((name) => row[name] ?? null)));
}

function lettersOf(row: Row): number {
  let letters = 0;
  for (const value of Object.values(row)) letters += typeof value === "string" ? value.length : 8;
  return letters;
}

function refuseInexact(row: Row, { name, columns }: CopiedTable): void {
  const odd = columns.find(
    (column) => typeof row[column] === "number" && !Number.isSafeInteger(row[column]),
  );
  if (odd !== undefined)
    throw new RowsRefused(`${name} has a number in ${odd} that can’t be copied exactly`);
}
