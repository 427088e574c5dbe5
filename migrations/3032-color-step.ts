import { type Kysely, sql } from "kysely";

/** The setup guide’s step of the color is spelled as the rest is. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update "guidedStarts" set "skippedJson" = replace("skippedJson", '"colour"', '"color"')`.execute(
    db,
  );
}
