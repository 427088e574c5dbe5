import { isoNow } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { announcedSince } from "#tenancy/webhooks/store/announce.server.ts";
import { dayIn } from "#values/dates.ts";

/** What was saved so long before a turn may not have been there yet when the turn looked. */
const LATE_MS = 10 * 60_000;

interface EffectiveTopic {
  id: string;
  subject: string;
  effectiveOn: string;
}

/**
 * The published topics whose change takes effect in a turn, and was told of to no program yet, the
 * earliest first: on the days that began in it, and on the day that the last turn told of, where the
 * change was saved behind its back or later on that day.
 */
export async function changesInEffect(
  db: Reader,
  { id: orgId, timeZone }: { id: string; timeZone: string },
  { since, until }: { since: string; until: Date },
  now: Date,
): Promise<EffectiveTopic[]> {
  const lastDay = dayIn(new Date(since), timeZone);
  const late = isoNow(new Date(Date.parse(since) - LATE_MS));
  const rows = await inOrg(db, orgId)
    .selectFrom("topics as t")
    .select((eb) => [
      "t.id",
      "t.subject",
      "t.effectiveOn",
      "t.editedAt",
      eb
        .selectFrom("topicUpdates as u")
        .select((of) => of.fn.max("u.createdAt").as("at"))
        .whereRef("u.orgId", "=", "t.orgId")
        .whereRef("u.topicId", "=", "t.id")
        .where("u.unpublishedAt", "is", null)
        .where("u.createdAt", "<=", isoNow(now))
        .as("publishedAt"),
    ])
    .where("t.effectiveOn", ">=", lastDay)
    .where("t.effectiveOn", "<=", dayIn(until, timeZone))
    .orderBy("t.effectiveOn")
    .orderBy("t.id")
    .execute();
  const found = rows.flatMap(({ effectiveOn, editedAt, publishedAt, ...topic }) => {
    if (effectiveOn === null || publishedAt === null) return [];
    const isNew = effectiveOn > lastDay || publishedAt >= late || (editedAt ?? "") >= late;
    return isNew ? [{ ...topic, effectiveOn }] : [];
  });
  const again = found.filter(({ effectiveOn }) => effectiveOn === lastDay).map(({ id }) => id);
  if (again.length === 0) return found;
  const told = await announcedSince(db, orgId, "subprocessor.effective", again, late);
  return found.filter(({ id, effectiveOn }) => effectiveOn > lastDay || !told.has(id));
}
