import type { Reader } from "#db/store.ts";
import type { MailState } from "#model/mail/mail.ts";

/** How the outbox stands: how many mails there are by state, and since when the oldest waits. */
export interface OutboxFigures {
  counts: ReadonlyMap<MailState, number>;
  oldestQueued: string | null;
}

/** Counts the mails of all companies and of the installation; nobody's is told apart. */
export async function outboxFigures(db: Reader): Promise<OutboxFigures> {
  const rows = await db
    .selectFrom("outbox")
    .select((eb) => ["state", eb.fn.countAll<number>().as("mails")])
    .groupBy("state")
    .execute();
  const oldest = await db
    .selectFrom("outbox")
    .select((eb) => eb.fn.min("createdAt").as("at"))
    .where("state", "=", "queued")
    .executeTakeFirst();
  return {
    counts: new Map(rows.map(({ state, mails }) => [state, mails])),
    oldestQueued: oldest?.at ?? null,
  };
}
