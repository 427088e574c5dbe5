import type { Permission } from "../../app/domain/permissions.ts";
import type { Actor } from "../audit.ts";
import { isoNow } from "../ids.ts";
import { NotFound, Refused } from "../refusals.ts";
import type { ChangesTable } from "../schema.ts";
import type { Reader, Writer } from "../store.ts";
import { changing } from "./changing.ts";
import { versionOf } from "./subject.ts";
import { isSubjectName, SUBJECTS, type SubjectName } from "./subjects.ts";

/** A row of history whose subject is known. */
export type Change = Omit<ChangesTable, "subject"> & { subject: SubjectName };

/** The org's change of that id, for those who may change its subject; null for everyone else. */
export async function findChange(db: Reader, orgId: string, changeId: string, permissions: ReadonlySet<Permission>): Promise<Change | null> {
  const row = await db.selectFrom("changes").selectAll().where("orgId", "=", orgId).where("id", "=", changeId).executeTakeFirst();
  if (row === undefined || !isSubjectName(row.subject) || !permissions.has(SUBJECTS[row.subject].permission)) return null;
  return { ...row, subject: row.subject };
}

/**
 * The ids of the changes that one save made, by its first and its last: a transaction's changes have numbers of
 * their own one after the other. Null when the two are not of one person and one moment on one page.
 */
export async function idsBetween(db: Reader, orgId: string, firstId: string, lastId: string): Promise<string[] | null> {
  const of = (id: string) => db.selectFrom("changes").select(["number", "productId", "actor", "at"]).where("orgId", "=", orgId).where("id", "=", id).executeTakeFirst();
  const [first, last] = [await of(firstId), await of(lastId)];
  if (first === undefined || last === undefined || first.number > last.number) return null;
  const rows = await db
    .selectFrom("changes")
    .select(["id", "actor", "at"])
    .where("orgId", "=", orgId)
    .where("productId", first.productId === null ? "is" : "=", first.productId)
    .where("number", ">=", first.number)
    .where("number", "<=", last.number)
    .orderBy("number")
    .execute();
  const isOne = rows.length === last.number - first.number + 1 && rows.every(({ actor, at }) => actor === first.actor && at === first.at);
  return isOne ? rows.map(({ id }) => id) : null;
}

interface Undoing {
  permissions: ReadonlySet<Permission>;
  by: Actor;
  now: Date;
}

/**
 * Takes a change back right after it was made.
 * @returns the change, and the one that took it back
 * @throws NotFound; Refused when it was taken back already, or its subject changed since
 */
export async function undoChange(trx: Writer, orgId: string, changeId: string, { permissions, by, now }: Undoing): Promise<{ change: Change; undoneBy: string | null }> {
  const change = await mustFind(trx, orgId, changeId, permissions);
  if (change.undoneAt !== null) throw new Refused("This was undone already.");
  const after = parsed(change.afterJson);
  if ((await currentVersion(trx, change)) !== versionOf(SUBJECTS[change.subject], after)) {
    throw new Refused(`${change.title} was changed again since, so this can't be undone. Its history shows every version.`);
  }
  return restore(trx, change, { by, now });
}

/**
 * Goes back to how a subject was before a change, whatever came later.
 * @param seen the version that the person saw, who was told what is lost; another one is refused
 * @throws NotFound; Refused when the subject changed while it was looked at
 */
export async function restoreBefore(trx: Writer, orgId: string, changeId: string, seen: string, { permissions, by, now }: Undoing): Promise<{ change: Change; undoneBy: string | null }> {
  const change = await mustFind(trx, orgId, changeId, permissions);
  if ((await currentVersion(trx, change)) !== seen) throw new Refused(`${change.title} changed while you looked at it. Look at what is there now, then restore.`);
  return restore(trx, change, { by, now });
}

/** The version of a change's subject as it is now, for the page that offers to restore it. */
export async function currentVersion(db: Reader, change: Change): Promise<string> {
  const of = SUBJECTS[change.subject];
  return versionOf(of, await of.read(db, change));
}

async function restore(trx: Writer, change: Change, { by, now }: Pick<Undoing, "by" | "now">): Promise<{ change: Change; undoneBy: string | null }> {
  const of = SUBJECTS[change.subject];
  const { orgId, productId, subject, subjectId } = change;
  const { changeId } = await changing(trx, { orgId, productId, subject, subjectId, by, now }, () => of.write(trx, change, parsed(change.beforeJson), { by: by.actorName, now }), change.id);
  await trx.updateTable("changes").set({ undoneAt: isoNow(now), undoneBy: by.actorName }).where("orgId", "=", orgId).where("id", "=", change.id).execute();
  return { change, undoneBy: changeId };
}

async function mustFind(db: Reader, orgId: string, changeId: string, permissions: ReadonlySet<Permission>): Promise<Change> {
  const change = await findChange(db, orgId, changeId, permissions);
  if (change === null) throw new NotFound("change");
  return change;
}

function parsed(json: string | null): object | null {
  return json === null ? null : (JSON.parse(json) as object);
}
