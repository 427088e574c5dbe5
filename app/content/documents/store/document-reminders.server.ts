import { daysBetween } from "#values/schedule.ts";
import { isoNow } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** How many days before a document's last day its owners are reminded. */
export const REMINDER_DAYS = [30, 7] as const;

export interface ExpiringDocument {
  id: string;
  name: string;
  expiresOn: string;
  daysLeft: number;
}

/**
 * The documents of an org whose end comes within thirty or seven days and of which nobody was
 * reminded yet at that distance, the nearest end first.
 * @param today YYYY-MM-DD in the org's time zone
 */
export async function documentsToRemindOf(
  db: Reader,
  orgId: string,
  today: string,
): Promise<ExpiringDocument[]> {
  const [documents, reminders] = await Promise.all([
    inOrg(db, orgId)
      .selectFrom("documents")
      .select(["id", "originalName", "expiresOn"])
      .where("expiresOn", ">=", today)
      .orderBy("expiresOn")
      .orderBy("sortKey")
      .execute(),
    inOrg(db, orgId)
      .selectFrom("documentReminders")
      .select(["documentId", "expiresOn", "days"])
      .execute(),
  ]);
  const reminded = new Set(
    reminders.map(({ documentId, expiresOn, days }) => `${documentId} ${expiresOn} ${days}`),
  );
  return documents.flatMap(({ id, originalName, expiresOn }): ExpiringDocument[] => {
    if (expiresOn === null) return [];
    const daysLeft = daysBetween(today, expiresOn);
    const distance = distanceOf(daysLeft);
    return distance === null || reminded.has(`${id} ${expiresOn} ${distance}`)
      ? []
      : [{ id, name: originalName, expiresOn, daysLeft }];
  });
}

/** Remembers that owners were told, at this distance and at every longer one. */
export async function rememberReminders(
  { trx, orgId, now }: Omit<Write, "by">,
  documents: readonly ExpiringDocument[],
): Promise<void> {
  for (const { id, expiresOn, daysLeft } of documents) {
    const rows = REMINDER_DAYS.filter((days) => daysLeft <= days).map((days) => ({
      orgId,
      documentId: id,
      expiresOn,
      days,
      remindedAt: isoNow(now),
    }));
    await trx
      .insertInto("documentReminders")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** The nearest of the distances that a document is within. */
function distanceOf(daysLeft: number): number | null {
  return REMINDER_DAYS.filter((days) => daysLeft <= days).at(-1) ?? null;
}
