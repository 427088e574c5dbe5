import type { Permission } from "#model/auth/permissions.ts";
import type { Authorship } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { ChangesTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { recordChange } from "./record-change.server.ts";
import { versionOf, type Subjects } from "#tenancy/history/store/subject.server.ts";
import { isSubjectName, type SubjectName } from "#model/history/subject-names.ts";

/** A row of history whose subject is known. */
export type Change = Omit<ChangesTable, "subject"> & { subject: SubjectName };

/** What of history is open to someone: the changes of subjects that they may change. */
export interface OpenHistory {
  subjects: Subjects;
  permissions: ReadonlySet<Permission>;
}

/** The org's change of that id, for those who may change its subject; null for everyone else. */
export async function findChange(
  db: Reader,
  orgId: string,
  changeId: string,
  open: OpenHistory,
): Promise<Change | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("changes")
    .selectAll()
    .where("id", "=", changeId)
    .executeTakeFirst();
  return row === undefined ? null : openTo(row, open);
}

/** Between the first and the last change of a save, in the word that names them all. */
export const BETWEEN = "~";

/**
 * The word by which a save's changes are undone together, however many; null for nothing to undo.
 * @param changes ids, in the order in which one transaction made them
 */
export function undoable(changes: readonly string[]): string | null {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return null;
  return changes.length === 1 ? first : `${first}${BETWEEN}${last}`;
}

/**
 * The changes that one save made to a product's page, by its first and its last: a transaction's
 * changes have numbers of their own one after the other. Null when the two are not of one person
 * and one moment, or when one of the changes is not the person's to take back.
 */
export async function findChangesOfSave(
  db: Reader,
  orgId: string,
  productId: string,
  [firstId, lastId]: readonly [string, string],
  history: OpenHistory,
): Promise<Change[] | null> {
  const ofPage = inOrg(db, orgId).selectFrom("changes").where("productId", "=", productId);
  const ends = await ofPage.select(["id", "number"]).where("id", "in", [firstId, lastId]).execute();
  const numberOf = (id: string) => ends.find((end) => end.id === id)?.number;
  const [first, last] = [numberOf(firstId), numberOf(lastId)];
  if (first === undefined || last === undefined || first > last) return null;
  const rows = await ofPage
    .selectAll()
    .where("number", ">=", first)
    .where("number", "<=", last)
    .orderBy("number")
    .execute();
  const isOne =
    rows.length === last - first + 1 &&
    rows.every(({ actor, at }) => actor === rows[0]?.actor && at === rows[0]?.at);
  const open = rows.flatMap((row) => openTo(row, history) ?? []);
  return isOne && open.length === rows.length ? open : null;
}

/**
 * A change for those who may change its subject; null for everyone else, and for one of a subject
 * that is none any more.
 */
function openTo(row: ChangesTable, { subjects, permissions }: OpenHistory): Change | null {
  const { subject } = row;
  return isSubjectName(subject) && permissions.has(subjects[subject].permission)
    ? { ...row, subject }
    : null;
}

interface Undoing extends Authorship, OpenHistory {}

/**
 * Takes a change back right after it was made.
 * @returns the change, and the one that took it back
 * @throws NotFound; Refused when it was taken back already, or its subject changed since
 */
export async function undoChange(
  trx: Writer,
  orgId: string,
  changeId: string,
  undoing: Undoing,
): Promise<{ change: Change; undoneBy: string | null }> {
  const change = await mustFind(trx, orgId, changeId, undoing);
  if (change.undoneAt !== null) throw new Refused("This was already undone.");
  const after = parsed(change.afterJson);
  const { subjects } = undoing;
  if (
    (await currentVersion(trx, subjects, change)) !==
    (await versionOf(subjects[change.subject], after))
  ) {
    throw new Refused(
      `${change.title} was changed again since, so this can’t be undone. Its history shows every version.`,
    );
  }
  return restore(trx, change, undoing, true);
}

/**
 * Goes back to how a subject was before a change, whatever came later.
 * @param seen the version that the person saw, who was told what is lost; another one is refused
 * @throws NotFound; Refused when the subject changed while it was looked at
 */
export async function restoreBefore(
  trx: Writer,
  orgId: string,
  changeId: string,
  seen: string,
  undoing: Undoing,
): Promise<{ change: Change; undoneBy: string | null }> {
  const change = await mustFind(trx, orgId, changeId, undoing);
  if ((await currentVersion(trx, undoing.subjects, change)) !== seen)
    throw new Refused(
      `${change.title} changed while you were looking at it. Check the current version, then restore.`,
    );
  const { subjects } = undoing;
  const isLast = seen === (await versionOf(subjects[change.subject], parsed(change.afterJson)));
  return restore(trx, change, undoing, isLast);
}

/** The version of a change's subject as it is now, for the page that offers to restore it. */
export async function currentVersion(
  db: Reader,
  subjects: Subjects,
  change: Change,
): Promise<string> {
  const of = subjects[change.subject];
  return versionOf(of, await of.read(db, change));
}

async function restore(
  trx: Writer,
  change: Change,
  { subjects, by, now }: Undoing,
  isLast: boolean,
): Promise<{ change: Change; undoneBy: string | null }> {
  const subject = subjects[change.subject];
  const { orgId, productId, subjectId } = change;
  const { changeId } = await recordChange(
    trx,
    { orgId, productId, subject, subjectId, by, now },
    () => subject.write(trx, change, parsed(change.beforeJson), { by: by.actorName, now }),
    // What takes an undoing back is a change like any other.
    { id: change.id, at: change.at, isLast: isLast && change.undoesId === null },
  );
  await inOrg(trx, orgId)
    .updateTable("changes")
    .set({ undoneAt: isoNow(now), undoneBy: by.actorName })
    .where("id", "=", change.id)
    .execute();
  return { change, undoneBy: changeId };
}

async function mustFind(
  db: Reader,
  orgId: string,
  changeId: string,
  open: OpenHistory,
): Promise<Change> {
  const change = await findChange(db, orgId, changeId, open);
  if (change === null) throw new NotFound("change");
  return change;
}

function parsed(json: string | null): object | null {
  return json === null ? null : (JSON.parse(json) as object);
}
