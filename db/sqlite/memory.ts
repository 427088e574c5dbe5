import { Kysely } from "kysely";
import { registerErasedAddresses } from "../../app/features/privacy/store/erased-addresses.server.ts";
import { ImmediateSqliteDialect } from "./dialect.ts";
import { openDatabase } from "./open.ts";

/** An empty database in memory, to compare with; the caller destroys it. */
export function memoryDatabase(): Kysely<unknown> {
  const database = openDatabase(":memory:");
  registerErasedAddresses(database, null);
  return new Kysely<unknown>({ dialect: new ImmediateSqliteDialect(database) });
}
