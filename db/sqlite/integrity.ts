import Database from "better-sqlite3";
import { existsSync, statSync } from "node:fs";
import { errorWords } from "#values/error-words.ts";
import { isCorrupt } from "./open.ts";

/**
 * Up to this size, in bytes, indexes are compared with their tables, too, where the last process
 * was killed (about 9 ms a megabyte).
 */
const COMPARED_BYTES = 32 * 1024 * 1024;
/** Up to this size, in bytes, every page is looked at (about 1 ms a megabyte). */
const WHOLE_BYTES = 1024 * 1024 * 1024;

/**
 * Whether a database can be read to its end, as far as a start may wait for it: every page of a
 * file up to a gigabyte, of a larger one a table after the other until the time is up. It is read
 * and not written to, and what a killed process left beside it stays.
 * @param budgetMs after how many milliseconds no further table of a large file is begun
 * @returns the first fault in SQLite's words; null when there is none
 */
export function integrityFault(file: string, budgetMs = 3_000): string | null {
  if (!existsSync(file) || statSync(file).size === 0) return null;
  const wasKilled = existsSync(`${file}-wal`);
  const size = statSync(file).size;
  let database: Database.Database | null = null;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    database.pragma("busy_timeout = 2000");
    if (size <= WHOLE_BYTES)
      return faultOf(
        database.pragma(
          wasKilled && size <= COMPARED_BYTES ? "integrity_check(1)" : "quick_check(1)",
        ),
      );
    const until = performance.now() + budgetMs;
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' order by name")
      .pluck()
      .all() as string[];
    for (const table of tables) {
      if (performance.now() > until) return null;
      const fault = faultOf(database.pragma(`quick_check("${table.replaceAll('"', '""')}")`));
      if (fault !== null) return fault;
    }
    return null;
  } catch (error) {
    if (isCorrupt(error)) return errorWords(error);
    // A first start that was killed while it wrote: that is undone when the file is opened for writing.
    if (isHalfWritten(error)) return null;
    throw error;
  } finally {
    database?.close();
  }
}

/** What a check says; 'ok' alone says that nothing is wrong. */
function faultOf(rows: unknown): string | null {
  const [first] = rows as Record<string, string>[];
  const words = first === undefined ? "no answer" : (Object.values(first)[0] ?? "no answer");
  return words === "ok" ? null : words.replace(/\s+/g, " ").trim();
}

/** Whether a file can't be read because what was begun has to be undone first, which takes writing. */
function isHalfWritten(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === "SQLITE_READONLY_ROLLBACK";
}
