import { inBatches } from "#db/batches.ts";
import { isoNow, newId } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { QuestionnaireRowsTable, QuestionnairesTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { QUESTIONNAIRES_PAGE, type FormFormat, type Proposal } from "#model/questionnaires.ts";
import { questionKey, type FoundQuestion, type Layout } from "#model/questionnaires/layouts.ts";
import { MAX_A_DAY, MAX_OPEN } from "#model/questionnaires/uploads.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import { startOf } from "../rules/filling.ts";

export type Questionnaire = QuestionnairesTable;
export type QuestionnaireRow = QuestionnaireRowsTable;

/** What is said of a questionnaire that is added. */
export interface QuestionnaireValues {
  fileName: string;
  blob: { hash: string; size: number };
  format: FormFormat;
  fingerprint: string;
  accountId: string | null;
  /** The member who sends it; null where staff add it. */
  memberId: string | null;
  productId: string | null;
  dueOn: string | null;
  note: string | null;
}

/** A question with what is proposed for it. */
export interface ProposedQuestion extends FoundQuestion {
  proposals: readonly Proposal[];
}

/** Questions as they were read, and where they stood. */
export interface ReadQuestions {
  layout: Layout;
  questions: readonly ProposedQuestion[];
}

/** What a questionnaire is that nobody has finished. */
const OPEN = {
  finishedAt: null,
  finishedBy: null,
  finishedByActor: null,
  approvedAt: null,
  approvedBy: null,
  handedOverAt: null,
} as const;

/**
 * Adds a questionnaire.
 * @param read null where somebody has to say first where its questions stand
 * @returns its id
 * @throws Refused where the account has too many that are open, or the member sent too many today
 */
export async function addQuestionnaire(
  write: Write,
  { blob, ...values }: QuestionnaireValues,
  read: ReadQuestions | null,
): Promise<string> {
  const { trx, orgId, by, now } = write;
  const fault = await uploadFault(trx, orgId, values, now);
  if (fault !== null) throw new Refused(fault, "file");
  const id = newId();
  await recordBlob(trx, orgId, blob, isoNow(now));
  await trx
    .insertInto("questionnaires")
    .values({
      orgId,
      id,
      ...values,
      blobHash: blob.hash,
      shape: read?.layout.shape ?? "own",
      layoutJson: read === null ? null : JSON.stringify(read.layout),
      createdAt: isoNow(now),
      createdBy: values.memberId === null ? by.actorName : "",
      ...OPEN,
    })
    .execute();
  if (read !== null) await addRows(write, id, read.questions);
  await recordAudit(write, {
    action: "questionnaire.added",
    subject: id,
    detail: { name: values.fileName, questions: read?.questions.length ?? null },
  });
  await announceQuestionnaire(write, "questionnaire.received", { id, ...values });
  return id;
}

/** Why no more can be added for an account or by a member now; null where they can. */
export async function uploadFault(
  db: Reader,
  orgId: string,
  { accountId, memberId }: Pick<QuestionnaireValues, "accountId" | "memberId">,
  now: Date,
): Promise<string | null> {
  if (accountId === null) return null;
  const of = () =>
    inOrg(db, orgId)
      .selectFrom("questionnaires")
      .select((eb) => eb.fn.countAll<number>().as("count"));
  const open = await of()
    .where("accountId", "=", accountId)
    .where("finishedAt", "is", null)
    .executeTakeFirstOrThrow();
  if (Number(open.count) >= MAX_OPEN)
    return memberId === null
      ? `This account has ${MAX_OPEN} open questionnaires, which is the limit. Finish one first.`
      : `Your company has ${MAX_OPEN} open questionnaires, which is the limit. Wait until one is answered.`;
  if (memberId === null) return null;
  const today = await of()
    .where("memberId", "=", memberId)
    .where("createdAt", ">", isoNow(new Date(now.getTime() - DAY)))
    .executeTakeFirstOrThrow();
  return Number(today.count) >= MAX_A_DAY
    ? `You can send ${MAX_A_DAY} questionnaires a day. Send this one tomorrow.`
    : null;
}

const DAY = 86_400_000;

/** Says where the questions of a file stand. @throws NotFound; Refused where that was said before */
export async function setLayout(
  write: Write,
  id: string,
  { layout, questions }: ReadQuestions,
): Promise<void> {
  const { trx, orgId } = write;
  const questionnaire = await mustFind(trx, orgId, id);
  if (questionnaire.layoutJson !== null)
    throw new Refused("Someone else has already chosen its columns.");
  await inOrg(trx, orgId)
    .updateTable("questionnaires")
    .set({ layoutJson: JSON.stringify(layout), shape: layout.shape })
    .where("id", "=", id)
    .execute();
  await addRows(write, id, questions);
  await noteEntries(write, "questionnaires", [id]);
  await recordAudit(write, {
    action: "questionnaire.columns-chosen",
    subject: id,
    detail: { name: questionnaire.fileName, questions: questions.length },
  });
}

async function addRows(
  { trx, orgId }: Write,
  questionnaireId: string,
  questions: readonly ProposedQuestion[],
): Promise<void> {
  const rows = questions.map((question, at): QuestionnaireRowsTable => ({
    orgId,
    id: newId(),
    questionnaireId,
    place: at + 1,
    sheet: question.sheet,
    sheetRow: question.row,
    section: question.section,
    externalId: question.externalId,
    question: question.question,
    questionKey: questionKey(question.question),
    answerColumn: question.answerColumn,
    commentColumn: question.commentColumn,
    allowedJson: question.allowed === null ? null : JSON.stringify(question.allowed),
    proposalsJson: JSON.stringify(question.proposals),
    ...startOf(question, question.proposals),
    version: 1,
    changedAt: null,
    changedBy: null,
    assigneeId: null,
    note: null,
    keptAs: null,
    keptEntryId: null,
    usedEntryId: null,
    usedControlId: null,
    toldInternal: 0,
    draftState: null,
    draftAskedBy: null,
  }));
  await inBatches(rows, (batch) => trx.insertInto("questionnaireRows").values(batch).execute());
}

export async function findQuestionnaire(
  db: Reader,
  orgId: string,
  id: string,
): Promise<Questionnaire | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("questionnaires")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** The same file for the same account and product, of which nobody has finished the answers. */
export async function openQuestionnaireOf(
  db: Reader,
  orgId: string,
  { hash, accountId, productId }: Pick<Questionnaire, "accountId" | "productId"> & { hash: string },
): Promise<Questionnaire | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("questionnaires")
    .selectAll()
    .where("blobHash", "=", hash)
    .where("finishedAt", "is", null)
    .where((eb) => eb("accountId", accountId === null ? "is" : "=", accountId))
    .where((eb) => eb("productId", productId === null ? "is" : "=", productId))
    .orderBy("createdAt")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

async function mustFind(db: Reader, orgId: string, id: string): Promise<Questionnaire> {
  const found = await findQuestionnaire(db, orgId, id);
  if (found === null) throw new NotFound("Questionnaire");
  return found;
}

/** The layout that was chosen for a file of the same print last; null where there was none. */
export async function rememberedLayout(
  db: Reader,
  orgId: string,
  fingerprint: string,
): Promise<Layout | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("questionnaires")
    .select("layoutJson")
    .where("fingerprint", "=", fingerprint)
    .where("layoutJson", "is not", null)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.layoutJson == null ? null : (JSON.parse(row.layoutJson) as Layout);
}

/** Ends the work on a questionnaire: its answers are final. */
export async function finishQuestionnaire(write: Write, id: string): Promise<Questionnaire> {
  const { trx, orgId, by, now } = write;
  const found = await mustFind(trx, orgId, id);
  if (found.layoutJson === null) throw new Refused("Choose its columns first.");
  if (found.finishedAt !== null) return found;
  await inOrg(trx, orgId)
    .updateTable("questionnaires")
    .set({ finishedAt: isoNow(now), finishedBy: by.actorName, finishedByActor: by.actor })
    .where("id", "=", id)
    .execute();
  await audited(write, "questionnaire.finished", found);
  return found;
}

/** Takes it back. */
export async function reopenQuestionnaire(write: Write, id: string): Promise<Questionnaire> {
  const { trx, orgId } = write;
  const found = await mustFind(trx, orgId, id);
  if (found.finishedAt === null) return found;
  await inOrg(trx, orgId).updateTable("questionnaires").set(OPEN).where("id", "=", id).execute();
  await noteEntries(write, "questionnaires", [id]);
  await audited(write, "questionnaire.reopened", found);
  return found;
}

/**
 * Approves the answers of a finished questionnaire as a second person.
 * @throws NotFound; Refused where it is not finished, and for whoever finished it
 */
export async function approveQuestionnaire(write: Write, id: string): Promise<Questionnaire> {
  const { trx, orgId, by, now } = write;
  const found = await mustFind(trx, orgId, id);
  if (found.finishedAt === null) throw new Refused("Finish this questionnaire first.");
  if (found.approvedAt !== null) return found;
  if (found.finishedByActor === by.actor)
    throw new Refused("Someone else has to approve these answers, because you finished them.");
  await inOrg(trx, orgId)
    .updateTable("questionnaires")
    .set({ approvedAt: isoNow(now), approvedBy: by.actorName })
    .where("id", "=", id)
    .execute();
  await audited(write, "questionnaire.approved", found);
  return found;
}

/** Deletes a questionnaire with its answers; its file goes with the next sweep. */
export async function removeQuestionnaire(write: Write, id: string): Promise<Questionnaire> {
  const { trx, orgId } = write;
  const found = await mustFind(trx, orgId, id);
  await inOrg(trx, orgId).deleteFrom("questionnaires").where("id", "=", id).execute();
  await audited(write, "questionnaire.deleted", found);
  return found;
}

/** Notes that the final answers of a questionnaire left, or that they were taken back. */
export async function setHandedOver(
  { trx, orgId, now }: Write,
  id: string,
  isHandedOver: boolean,
): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("questionnaires")
    .set({ handedOverAt: isHandedOver ? isoNow(now) : null })
    .where("id", "=", id)
    .where("finishedAt", "is not", null)
    .execute();
}

/** Notes that its file was taken, with the answers that it had then. */
export async function noteDownload(write: Write, questionnaire: Questionnaire): Promise<void> {
  // What was reopened since says something else by now.
  if (questionnaire.finishedAt !== null) await setHandedOver(write, questionnaire.id, true);
  await audited(write, "questionnaire.downloaded", questionnaire);
}

/** Tells the company’s own programs of a questionnaire. */
export async function announceQuestionnaire(
  write: Write,
  type: "questionnaire.received" | "questionnaire.released",
  {
    id,
    fileName,
    accountId,
    dueOn,
  }: Pick<Questionnaire, "id" | "fileName" | "accountId" | "dueOn">,
): Promise<void> {
  await announce(write, {
    type,
    subjectId: id,
    path: `${QUESTIONNAIRES_PAGE}/${id}`,
    facts: { name: fileName, accountId, dueOn },
  });
}

async function audited(
  write: Write,
  action: string,
  { id, fileName, accountId }: Questionnaire,
): Promise<void> {
  await recordAudit(write, { action, subject: id, detail: { name: fileName, accountId } });
}
