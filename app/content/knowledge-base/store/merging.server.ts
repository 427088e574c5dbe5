import { isoNow } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { faqSaid } from "../forms/faq-fields.ts";
import { faqSubject } from "./entry-history.server.ts";
import { findFaqEntry, removeFaqEntry, updateFaqEntry } from "./faq.server.ts";
import { inheritReview } from "./reviews.server.ts";

/** Which entry stays, which one ends in it, and when both were changed last as somebody saw them. */
export interface Merging {
  keep: string;
  end: string;
  keepSeen: string;
  endSeen: string;
}

/**
 * Ends an entry in favor of another: its address leads there from then on, answers that used it count
 * for the other, and its topic and review are the other's where it has none. What the other says, and
 * who reads it, stays. Answers that told something internal stay what they are: nobody is to hear them
 * without a question because the other entry is public.
 * @returns the question that stays
 * @throws NotFound; Refused where one of them was changed since somebody looked
 */
export async function mergeFaqEntries(
  write: Write,
  { keep, end, keepSeen, endSeen }: Merging,
): Promise<string> {
  const { trx, orgId, by, now } = write;
  const [kept, ended] = [await findFaqEntry(trx, orgId, keep), await findFaqEntry(trx, orgId, end)];
  if (kept === null || ended === null || keep === end) throw new NotFound("FAQ entry");
  if (kept.modifiedAt !== keepSeen || ended.modifiedAt !== endSeen)
    throw new Refused("Someone else changed one of these entries. Look at them, then try again.");
  const edit = (subjectId: string) => ({
    subject: faqSubject,
    orgId,
    productId: null,
    subjectId,
    by,
    now,
  });
  if (kept.topic === null && ended.topic !== null)
    await recordChange(trx, edit(keep), () =>
      updateFaqEntry(trx, orgId, keep, { ...faqSaid(kept), topic: ended.topic }, now),
    );
  await inheritReview(write, { from: end, to: keep });
  const staysInternal = ended.access === "internal" && kept.access !== "internal";
  for (const column of staysInternal
    ? (["keptEntryId"] as const)
    : (["usedEntryId", "keptEntryId"] as const))
    await inOrg(trx, orgId)
      .updateTable("questionnaireRows")
      .set({ [column]: keep })
      .where(column, "=", end)
      .execute();
  // What ended in the one that ends now leads on as well.
  await inOrg(trx, orgId)
    .updateTable("faqAliases")
    .set({ entryId: keep })
    .where("entryId", "=", end)
    .execute();
  await recordChange(trx, edit(end), () => removeFaqEntry(trx, orgId, end));
  await trx
    .insertInto("faqAliases")
    .values({ orgId, endedId: end, entryId: keep, endedAt: isoNow(now) })
    .onConflict((conflict) =>
      conflict.columns(["orgId", "endedId"]).doUpdateSet({ entryId: keep, endedAt: isoNow(now) }),
    )
    .execute();
  await recordAudit(write, {
    action: "faq-entry.merged",
    subject: keep,
    detail: { name: kept.question, ended: end, endedQuestion: ended.question },
  });
  return kept.question;
}

/** The entry in which another one ended; null where it did not. */
export async function successorOf(
  db: Reader,
  orgId: string,
  endedId: string,
): Promise<string | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("faqAliases")
    .select("entryId")
    .where("endedId", "=", endedId)
    .executeTakeFirst();
  return row?.entryId ?? null;
}

/** The same for a viewer: only where they see it. @param seen what they see */
export async function seenSuccessor(
  { db, org }: PageScope,
  endedId: string,
  seen: readonly { id: string }[],
): Promise<string | null> {
  const successor = await successorOf(db, org.id, endedId.slice(0, 64));
  return seen.some(({ id }) => id === successor) ? successor : null;
}
