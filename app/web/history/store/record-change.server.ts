import { recordAudit, type Authorship } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { insertRow, prepared } from "#db/prepared.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { tellingChanges } from "#visibility/changes/store/tell.server.ts";
import {
  jsonInSlices,
  stampOf,
  versionOf,
  type AnySubject,
  type SubjectKey,
} from "#tenancy/history/store/subject.server.ts";

/** One saved change of one subject. */
export interface Edit extends SubjectKey, Authorship {
  subject: AnySubject;
  /**
   * The stamp that the form was rendered with; without one nobody looks whether somebody else was
   * quicker.
   */
  base?: string | null | undefined;
  /**
   * The part of the snapshot that the form shows, when it is not all of it: others may change the
   * rest meanwhile.
   */
  part?: ((snapshot: never) => unknown) | undefined;
}

/**
 * Somebody else saved the same thing since the form was opened. Nothing was written; the form is
 * shown again with both versions.
 */
export class EditConflict extends Error {
  readonly status = 409;
  /** What is stored now. */
  readonly current: object | null;
  /** Its stamp: saving with it as the base saves over it. */
  readonly base: string;
  /** Who saved it, and when, where history knows. */
  readonly saved: { by: string; at: string } | null;

  constructor(current: object | null, base: string, saved: { by: string; at: string } | null) {
    super("Someone else changed this while you were editing. Your changes aren’t saved yet.");
    this.current = current;
    this.base = base;
    this.saved = saved;
  }
}

const LAST_NUMBER = prepared((db, p: { orgId: string }) =>
  inOrg(db, p.orgId)
    .selectFrom("changes")
    .select((eb) => eb.fn.max<number | null>("number").as("number")),
);

/**
 * Runs a verb on a subject and keeps what it changed: a row of history and one of the audit, and what
 * visitors are told of it, in the verb's own transaction. A verb that changed nothing leaves no row.
 * @param undoes the change that this takes back; whether it was the subject's last one
 * @returns what the verb gave, and the change's id, by which it is undone
 * @throws EditConflict when `base` is not what is stored; whatever the verb throws
 */
export async function recordChange<T>(
  trx: Writer,
  edit: Edit,
  verb: () => Promise<T>,
  undoes: { id: string; at: string; isLast: boolean } | null = null,
): Promise<{ value: T; changeId: string | null }> {
  const { subject, orgId, productId, subjectId, by, now } = edit;
  const key = { orgId, productId, subjectId };
  const before = await subject.read(trx, key);
  await mustBeBase(trx, edit, before);
  const told = subject.told?.(key) ?? null;
  const id = newId();
  const value = await tellingChanges({ trx, orgId, now }, told, verb, {
    id,
    undone: undoes?.isLast === true ? undoes : null,
  });
  const after = await subject.read(trx, key);
  if ((await versionOf(subject, before)) === (await versionOf(subject, after)))
    return { value, changeId: null };

  const entries = await subject.entries?.(trx, key, before, after);
  if (entries !== undefined) await noteEntries({ trx, orgId, now }, entries.noun, entries.ids);
  const named = after ?? before;
  const title = named === null ? subject.name : subject.title(named, key);
  const words = await subject.words(trx, key, before, after);
  const [last] = await LAST_NUMBER(trx, { orgId });
  await insertRow(trx, "changes", {
    orgId,
    id,
    number: (last?.number ?? 0) + 1,
    productId,
    at: isoNow(now),
    actor: by.actor,
    actorName: by.actorName,
    subject: subject.name,
    subjectId,
    title,
    summary: words.length === 0 ? "Changed" : words.join("\n"),
    beforeJson: before === null ? null : await jsonInSlices(before),
    afterJson: after === null ? null : await jsonInSlices(after),
    undoesId: undoes?.id ?? null,
    undoneAt: null,
    undoneBy: null,
  });
  await recordAudit(
    { trx, orgId, by, now },
    {
      action: undoes === null ? `${subject.name}.changed` : `${subject.name}.restored`,
      subject: title,
      detail: { change: id, ...(productId === null ? {} : { productId }) },
    },
  );
  return { value, changeId: id };
}

/**
 * The stamp that a form carries as its `base`: of what is stored now, or of the part that the form
 * shows.
 */
export async function baseOf(
  db: Reader,
  subject: AnySubject,
  key: SubjectKey,
  part?: Edit["part"],
): Promise<string> {
  return partVersion(subject, await subject.read(db, key), part);
}

/** What is stored of a subject; its shape is the subject's own. */
export function snapshotOf(
  db: Reader,
  subject: AnySubject,
  key: SubjectKey,
): Promise<object | null> {
  return subject.read(db, key);
}

async function partVersion(
  subject: AnySubject,
  snapshot: object | null,
  part: Edit["part"],
): Promise<string> {
  return part === undefined || snapshot === null
    ? versionOf(subject, snapshot)
    : stampOf(part(snapshot as never));
}

/** What stands against a form that was opened with another version; null where nothing does. */
export async function conflictWith(
  db: Reader,
  { subject, orgId, productId, subjectId, base, part }: Omit<Edit, "by" | "now">,
): Promise<EditConflict | null> {
  return against(
    db,
    { subject, orgId, productId, subjectId, base, part },
    await subject.read(db, { orgId, productId, subjectId }),
  );
}

async function mustBeBase(trx: Writer, edit: Edit, stored: object | null): Promise<void> {
  if (edit.base === undefined || edit.base === null || edit.base === "") return;
  const conflict = await against(trx, edit, stored);
  if (conflict !== null) throw conflict;
}

async function against(
  db: Reader,
  { subject, orgId, productId, subjectId, base, part }: Omit<Edit, "by" | "now">,
  stored: object | null,
): Promise<EditConflict | null> {
  const current = await partVersion(subject, stored, part);
  return base === current
    ? null
    : new EditConflict(
        stored,
        current,
        await lastSaved(db, subject, { orgId, productId, subjectId }),
      );
}

/** Who changed a subject last, as far as history goes back. */
async function lastSaved(
  db: Reader,
  subject: AnySubject,
  { orgId, productId, subjectId }: SubjectKey,
): Promise<{ by: string; at: string } | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("changes")
    .select(["actorName", "at"])
    .where("subject", "=", subject.name)
    .where("subjectId", "=", subjectId)
    .where("productId", productId === null ? "is" : "=", productId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { by: row.actorName, at: row.at };
}
