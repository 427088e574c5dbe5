import { Kysely } from "kysely";
import { ImmediateSqliteDialect } from "./dialect.ts";
import { registerErasedAddresses } from "./erased-addresses.ts";
import { openDatabase } from "./open.ts";

/** An empty database in memory, to compare with; the caller destroys it. */
export function memoryDatabase(): Kysely<unknown> {
  const database = openDatabase(":memory:");
  registerErasedAddresses(database, null);
  return new Kysely<unknown>({ dialect: new ImmediateSqliteDialect(database) });
}
