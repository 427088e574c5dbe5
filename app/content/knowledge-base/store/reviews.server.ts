import { ANSWERED } from "#model/questionnaires.ts";
import { listStaffOfOrg } from "#auth/store/staff.server.ts";
import { inBatchesById } from "#db/batches.ts";
import { isoNow } from "#db/ids.ts";
import { mapInSlices } from "#db/pace.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { FaqReviewsTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { permissionsOf } from "#model/auth/permissions.ts";
import {
  dueOf,
  type ChangedDocument,
  type Due,
  type ReviewMonths,
} from "#model/knowledge-base/reviews.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { picked } from "#values/picked.ts";
import { endOfDay } from "#values/dates.ts";

/** What is known of an entry beside what it says. */
export interface EntryReview {
  ownerId: string | null;
  everyMonths: number | null;
  reviewedAt: string | null;
  reviewedBy: string | null;
  due: Due | null;
  /** In how many answers of questionnaires it is used, and when it was last. */
  used: number;
  usedAt: string | null;
}

/** What a review needs to know of an entry. */
interface Reviewed {
  id: string;
  answer: string;
  comment: string | null;
  createdAt: string;
  modifiedAt: string;
}

const NONE = { ownerId: null, everyMonths: null, reviewedAt: null, reviewedBy: null } as const;

/** Of an entry that nobody said anything of, and that is used nowhere. */
export const NO_REVIEW: EntryReview = { ...NONE, due: null, used: 0, usedAt: null };

/** What is stored of the reviews of entries, and how often they are used, by their ids. */
export async function reviewFacts(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, Omit<EntryReview, "due">>> {
  const [rows, counted] = await Promise.all([
    storedReviews(db, orgId, ids),
    inBatchesById(ids, async (batch) => {
      const uses = await inOrg(db, orgId)
        .selectFrom("questionnaireRows")
        .select((eb) => [
          "usedEntryId",
          eb.fn.countAll<number>().as("used"),
          eb.fn.max("changedAt").as("usedAt"),
        ])
        .where("usedEntryId", "in", batch)
        .where("state", "in", ANSWERED)
        .groupBy("usedEntryId")
        .execute();
      return uses.map(({ usedEntryId, ...use }) => ({ ...use, id: usedEntryId ?? "" }));
    }),
  ]);
  const uses = new Map(counted.map((row) => [row.id, row]));
  return new Map(
    ids.map((id) => {
      const use = uses.get(id);
      const stored = rows.get(id) ?? NONE;
      return [id, { ...stored, used: Number(use?.used ?? 0), usedAt: use?.usedAt ?? null }];
    }),
  );
}

type Columns = Omit<FaqReviewsTable, "orgId" | "entryId">;

/** What is stored of the reviews of entries, by their ids; of those without one nothing. */
export async function storedReviews(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, Columns>> {
  const rows = await inBatchesById(ids, (batch) =>
    inOrg(db, orgId)
      .selectFrom("faqReviews")
      .select(["entryId as id", "ownerId", "everyMonths", "reviewedAt", "reviewedBy"])
      .where("entryId", "in", batch)
      .execute(),
  );
  return new Map(rows.map(({ id, ...columns }) => [id, columns]));
}

/** The reviews of entries, by their ids. */
export async function reviewsOf(
  db: Reader,
  { id: orgId, timeZone }: { id: string; timeZone: string },
  entries: readonly Reviewed[],
  now: Date,
): Promise<Map<string, EntryReview>> {
  const ids = entries.map(({ id }) => id);
  const [facts, documents] = await Promise.all([
    reviewFacts(db, orgId, ids),
    changedDocuments(db, { orgId, timeZone }, now),
  ]);
  const reviews = await mapInSlices(entries, (entry): [string, EntryReview][] => {
    const known = facts.get(entry.id);
    if (known === undefined) return [];
    const due = dueOf({ ...entry, ...known }, linkedIn(entry, documents), now);
    return [[entry.id, { ...known, due }]];
  });
  return new Map(reviews.flat());
}

/** The documents of an org that were replaced, or whose last day is over, by their ids. */
async function changedDocuments(
  db: Reader,
  { orgId, timeZone }: { orgId: string; timeZone: string },
  now: Date,
): Promise<ReadonlyMap<string, ChangedDocument[]>> {
  const [versions, expiring] = await Promise.all([
    inOrg(db, orgId)
      .selectFrom("documentVersions as v")
      .innerJoin("documents as d", (join) =>
        join.onRef("d.orgId", "=", "v.orgId").onRef("d.id", "=", "v.documentId"),
      )
      .select(["d.id", "d.originalName as name", "v.createdAt as at"])
      .where("v.number", ">", 1)
      .execute(),
    inOrg(db, orgId)
      .selectFrom("documents")
      .select(["id", "originalName as name", "expiresOn"])
      .where("expiresOn", "is not", null)
      .execute(),
  ]);
  const found = new Map<string, ChangedDocument[]>();
  const note = (document: ChangedDocument) =>
    found.set(document.id, [...(found.get(document.id) ?? []), document]);
  for (const version of versions) note({ ...version, how: "replaced" });
  for (const { id, name, expiresOn } of expiring) {
    const at = expiresOn === null ? null : endOfDay(expiresOn, timeZone);
    if (at !== null && at <= isoNow(now)) note({ id, name, at, how: "expired" });
  }
  return found;
}

const LINK = "/documents/";
/** An id of a document is no longer. */
const MOST_ID = 64;
const ID_ENDS = /[^\w-]/;

/** The documents that an entry links to, among these. */
function linkedIn(
  { answer, comment }: Pick<Reviewed, "answer" | "comment">,
  documents: ReadonlyMap<string, readonly ChangedDocument[]>,
): ChangedDocument[] {
  if (documents.size === 0) return [];
  const found = new Map<string, readonly ChangedDocument[]>();
  for (const text of [answer, comment ?? ""])
    for (let at = text.indexOf(LINK); at >= 0; at = text.indexOf(LINK, at + 1)) {
      const from = at + LINK.length;
      const [id = ""] = text.slice(from, from + MOST_ID).split(ID_ENDS, 1);
      const changed = documents.get(id);
      if (changed !== undefined) found.set(id, changed);
    }
  return [...found.values()].flat();
}

/** The entries that are due for review now, of these, by their ids. */
export async function dueAmong(
  db: Reader,
  org: { id: string; timeZone: string },
  entries: readonly Reviewed[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const reviews = await reviewsOf(db, org, entries, now);
  return new Set([...reviews].flatMap(([id, { due }]) => (due === null ? [] : [id])));
}

/** The same of entries by their ids; those that are gone are not. */
export async function dueByIds(
  db: Reader,
  org: { id: string; timeZone: string },
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const entries = await inBatchesById([...new Set(ids)], (batch) =>
    inOrg(db, org.id)
      .selectFrom("faqEntries")
      .select(["id", "answer", "comment", "createdAt", "modifiedAt"])
      .where("id", "in", batch)
      .execute(),
  );
  return dueAmong(db, org, entries, now);
}

/** Those of the team who can look after entries, by name. */
export async function entryOwners(
  db: Reader,
  orgId: string,
): Promise<{ id: string; name: string; email: string }[]> {
  const team = await listStaffOfOrg(db, orgId);
  return team
    .filter(({ role }) => permissionsOf(role).has("kb:edit"))
    .map(({ id, name, email }) => ({ id, name, email }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** What is said of the reviews of entries; what is left out stays. */
export interface ReviewChange {
  ownerId?: string | null;
  everyMonths?: ReviewMonths | null;
}

/**
 * Says who looks after entries, and how often: all of them or none.
 * @returns how many it changes
 * @throws NotFound for an entry that is gone; Refused for an owner who can't edit entries
 */
export async function setReviews(
  write: Write,
  ids: readonly string[],
  change: ReviewChange,
): Promise<number> {
  const { trx, orgId } = write;
  const { ownerId } = change;
  if (ownerId != null && !(await entryOwners(trx, orgId)).some(({ id }) => id === ownerId))
    throw new Refused("This person no longer edits the FAQ. Choose someone else.", "owner");
  return changeReviews(write, ids, "faq-entry.review-changed", () => change);
}

/** Gives an entry that nobody looks after the owner and the months of another. */
export async function inheritReview(
  { trx, orgId }: Write,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const stored = await storedReviews(trx, orgId, [from, to]);
  const review = stored.get(from);
  if (review === undefined || stored.has(to)) return;
  await trx
    .insertInto("faqReviews")
    .values({ orgId, entryId: to, ...NONE, ...picked(review, ["ownerId", "everyMonths"]) })
    .execute();
}

/** Notes that entries were reviewed now. @returns how many. @throws NotFound */
export async function markReviewed(write: Write, ids: readonly string[]): Promise<number> {
  const { by, now } = write;
  return changeReviews(write, ids, "faq-entry.reviewed", () => ({
    reviewedAt: isoNow(now),
    reviewedBy: by.actorName,
  }));
}

async function changeReviews(
  write: Write,
  ids: readonly string[],
  action: string,
  changeOf: (before: Columns) => Partial<Columns>,
): Promise<number> {
  const { trx, orgId } = write;
  const wanted = [...new Set(ids)];
  const entries = await inBatchesById(wanted, (batch) =>
    inOrg(trx, orgId)
      .selectFrom("faqEntries")
      .select(["id", "question"])
      .where("id", "in", batch)
      .execute(),
  );
  if (entries.length < wanted.length) throw new NotFound("FAQ entry");
  const known = await storedReviews(trx, orgId, wanted);
  let count = 0;
  for (const { id, question } of entries) {
    const before: Columns = known.get(id) ?? NONE;
    const after = { ...before, ...changeOf(before) };
    if (JSON.stringify(after) === JSON.stringify(before)) continue;
    await trx
      .insertInto("faqReviews")
      .values({ orgId, entryId: id, ...after })
      .onConflict((conflict) => conflict.columns(["orgId", "entryId"]).doUpdateSet(after))
      .execute();
    await recordAudit(write, {
      action,
      subject: id,
      detail: { name: question, ownerId: after.ownerId, everyMonths: after.everyMonths },
    });
    count += 1;
  }
  await noteEntries(write, "questions", wanted);
  return count;
}
