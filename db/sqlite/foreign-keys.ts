import { sql } from "kysely";
import type { Reader } from "../store.ts";

/** The columns of other tables whose foreign key leads to this column. */
export async function columnsNaming(
  db: Reader,
  table: string,
  column: string,
): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select m.name as "table", k."from" as "column"
    from sqlite_master as m, pragma_foreign_key_list(m.name) as k
    where m.type = 'table' and k."table" = ${table} and k."to" = ${column}
    order by m.name`.execute(db);
  return rows;
}
