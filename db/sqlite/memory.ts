import { Kysely } from "kysely";
import { ImmediateSqliteDialect } from "./dialect.ts";
import { openDatabase } from "./open.ts";

/** An empty database in memory, to compare with; the caller destroys it. */
export function memoryDatabase(): Kysely<unknown> {
  return new Kysely<unknown>({ dialect: new ImmediateSqliteDialect(openDatabase(":memory:")) });
}
