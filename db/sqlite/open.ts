import Database from "better-sqlite3";

/**
 * Opens a database file with the settings that durability rests on. WAL lets readers go on while
 * one writes; `synchronous` is not stored in the file, so it is set at every open; FULL means that
 * a commit that was acknowledged is on the disk. The busy timeout is short because the driver
 * blocks the event loop while it waits; the connection that writes has none, db/write-queue waits
 * in its stead.
 */
export function openDatabase(
  file: string | Buffer,
  options: { readonly?: boolean } = {},
): Database.Database {
  const database = new Database(file, { readonly: options.readonly ?? false });
  if (!options.readonly) database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  // Deleted is deleted: freed pages are overwritten, so that no erased word is left in the file.
  database.pragma("secure_delete = ON");
  database.pragma("foreign_keys = ON");
  database.pragma("busy_timeout = 50");
  database.pragma("cache_size = -65536");
  database.pragma("temp_store = MEMORY");
  return database;
}

/** Whether an error says that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = errorCode(error);
  return code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");
}

/** Whether an error says that a statement does not fit the schema. */
export function isStatementFault(error: unknown): boolean {
  return errorCode(error) === "SQLITE_ERROR";
}

/** Whether an error says that the file is no sound database. */
export function isCorrupt(error: unknown): boolean {
  const code = errorCode(error);
  return code.startsWith("SQLITE_CORRUPT") || code.startsWith("SQLITE_NOTADB");
}

/** Whether an error says that the disk has no room or takes no writes. */
export function isDiskFull(error: unknown): boolean {
  const code = errorCode(error);
  return code === "SQLITE_FULL" || code.startsWith("SQLITE_IOERR") || code === "SQLITE_READONLY";
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}
