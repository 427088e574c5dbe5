import { inBatches } from "#db/batches.ts";
import { isoNow } from "#db/ids.ts";
import { pattern } from "#db/patterns.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import {
  ANSWERED,
  ASSIGNED_TO_NOBODY,
  type AnswerSource,
  type Proposal,
  type RowState,
} from "#model/questionnaires.ts";
import { isAmong, isSameSource, NO_SOURCE, sourceOf } from "#model/questionnaires/sources.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import type { QuestionFilter } from "../forms/questionnaire-query.ts";
import { answerFault } from "../rules/filling.ts";
import { internalAmong, isAnyInternal } from "./internal-sources.server.ts";
import {
  findQuestionnaire,
  type Questionnaire,
  type QuestionnaireRow,
} from "./questionnaires.server.ts";

/** Questions of one page. */
export const ROWS_PER_PAGE = 50;

/** Somebody else saved the answer since it was shown. */
export class RowChanged extends Error {
  readonly saved: QuestionnaireRow;

  constructor(saved: QuestionnaireRow) {
    super("Someone else saved another answer.");
    this.saved = saved;
  }
}

/** The questions that a filter leaves. @param filter its assignee is an id, or nobody */
export function narrowed(
  db: Reader,
  orgId: string,
  questionnaireId: string,
  { search, state, section, assignee }: QuestionFilter,
) {
  let query = inOrg(db, orgId)
    .selectFrom("questionnaireRows")
    .where("questionnaireId", "=", questionnaireId);
  if (state !== null) query = query.where("state", "=", state);
  if (section !== null) query = query.where("section", "=", section);
  if (assignee === ASSIGNED_TO_NOBODY) query = query.where("assigneeId", "is", null);
  else if (assignee !== null) query = query.where("assigneeId", "=", assignee);
  if (search !== "")
    query = query.where((eb) =>
      eb.or(
        (["question", "externalId", "answer", "comment"] as const).map((column) =>
          eb(eb.fn<string>("lower", [column]), "like", pattern("", search.toLowerCase(), "")),
        ),
      ),
    );
  return query;
}

/** One page of a questionnaire's questions. */
export async function rowsPage(
  db: Reader,
  orgId: string,
  questionnaireId: string,
  filter: QuestionFilter,
  page: number,
): Promise<{ rows: QuestionnaireRow[]; count: number; page: number; pages: number }> {
  const query = narrowed(db, orgId, questionnaireId, filter);
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const pages = Math.max(1, Math.ceil(Number(count) / ROWS_PER_PAGE));
  const shown = Math.min(page, pages);
  const rows = await query
    .selectAll()
    .orderBy("place")
    .limit(ROWS_PER_PAGE)
    .offset((shown - 1) * ROWS_PER_PAGE)
    .execute();
  return { rows, count: Number(count), page: shown, pages };
}

/** The places before and after one among the questions that a filter leaves. */
export async function neighbors(
  db: Reader,
  orgId: string,
  row: QuestionnaireRow,
  filter: QuestionFilter,
): Promise<{ previous: number | null; next: number | null }> {
  const query = narrowed(db, orgId, row.questionnaireId, filter).select("place").limit(1);
  const previous = await query
    .where("place", "<", row.place)
    .orderBy("place", "desc")
    .executeTakeFirst();
  const next = await query.where("place", ">", row.place).orderBy("place").executeTakeFirst();
  return { previous: previous?.place ?? null, next: next?.place ?? null };
}

/** The question of a place; null where there is none. */
export async function findRow(
  db: Reader,
  orgId: string,
  questionnaireId: string,
  place: number,
): Promise<QuestionnaireRow | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("questionnaireRows")
    .selectAll()
    .where("questionnaireId", "=", questionnaireId)
    .where("place", "=", place)
    .executeTakeFirst();
  return row ?? null;
}

/** What is proposed for a row. */
export function proposalsOf({
  proposalsJson,
}: Pick<QuestionnaireRow, "proposalsJson">): Proposal[] {
  return JSON.parse(proposalsJson) as Proposal[];
}

/** What a row's cell takes; null for anything. */
export function allowedOf({ allowedJson }: Pick<QuestionnaireRow, "allowedJson">): string[] | null {
  return allowedJson === null ? null : (JSON.parse(allowedJson) as string[]);
}

/** Where a row is, and which version of it somebody saw. */
export interface RowSeen {
  questionnaireId: string;
  place: number;
  version: number;
}

/** The answer of a row as somebody saves it. */
export interface RowAnswer {
  state: RowState;
  answer: string;
  comment: string;
  /** What it is made of; left out: of what it was made of before. */
  source?: AnswerSource;
  /** What a draft cites beside that. */
  cited?: readonly AnswerSource[];
  /** It is an earlier answer that told something internal. */
  wasInternal?: boolean;
  /** Whoever saves it knows that it tells something internal. */
  isTold?: boolean;
}

/** An answer is made of something internal, and whoever saves it was not asked. */
export class TellsInternal extends Error {}

/**
 * Saves the answer of a row.
 * @throws NotFound; Refused for an answer that the cell does not take, and once the questionnaire is
 *   finished; RowChanged where a colleague was faster; TellsInternal where that has to be asked first
 */
export async function saveRow(
  write: Write,
  { questionnaireId, place, version }: RowSeen,
  { state, answer, comment, source, cited = [], wasInternal = false, isTold = false }: RowAnswer,
): Promise<void> {
  const { trx, orgId, by, now } = write;
  const questionnaire = await mustBeOpen(write, questionnaireId);
  const row = await findRow(trx, orgId, questionnaireId, place);
  if (row === null) throw new NotFound("Question");
  if (row.version !== version) throw new RowChanged(row);
  if (ANSWERED.includes(state)) {
    const fault = answerFault(
      {
        shape: questionnaire.shape,
        allowed: allowedOf(row),
        hasComment: row.commentColumn !== null,
      },
      { answer, comment },
    );
    if (fault !== null) throw new Refused(fault.message, fault.field);
  }
  const before = { entryId: row.usedEntryId, controlId: row.usedControlId };
  // A question that is skipped keeps its words, and what they are made of.
  const hasWords = ANSWERED.includes(row.state) || row.state === "skipped";
  const used = source ?? (hasWords ? before : NO_SOURCE);
  // It is asked once: what the answer is made of already was told then.
  const isSame = hasWords && isSameSource(used, before);
  const told = isSame && row.toldInternal === 1;
  const asked = [...(isSame ? [] : [used]), ...cited];
  const tells = (wasInternal && !told) || (await isAnyInternal(trx, orgId, asked));
  // What its words are made of stays internal to others, whatever becomes of the entry.
  const toldInternal = tells || told || (await isAnyInternal(trx, orgId, [used]));
  if (state !== "skipped" && tells) {
    if (!isTold) throw new TellsInternal("It tells something internal.");
    await recordAudit(write, {
      action: "questionnaire.internal-told",
      subject: questionnaireId,
      detail: { name: questionnaire.fileName, accountId: questionnaire.accountId, place, ...used },
    });
  }
  await inOrg(trx, orgId)
    .updateTable("questionnaireRows")
    .set({
      state,
      answer,
      comment,
      // Another answer is decided about anew.
      keptAs: null,
      keptEntryId: null,
      usedEntryId: used.entryId,
      usedControlId: used.controlId,
      toldInternal: toldInternal ? 1 : 0,
      draftState: null,
      draftAskedBy: null,
      version: version + 1,
      changedAt: isoNow(now),
      changedBy: by.actorName,
    })
    .where("id", "=", row.id)
    .execute();
}

/** @throws NotFound; Refused once it is finished */
export async function mustBeOpen({ trx, orgId }: Write, id: string): Promise<Questionnaire> {
  const found = await findQuestionnaire(trx, orgId, id);
  if (found === null) throw new NotFound("Questionnaire");
  if (found.finishedAt !== null)
    throw new Refused("This questionnaire is finished. Reopen it to change its answers.");
  return found;
}

/**
 * Accepts every proposal that is sure, of rows that nobody has answered; what became internal since it
 * was proposed waits for somebody who is asked.
 * @returns how many
 * @throws NotFound; Refused once the questionnaire is finished
 */
export async function acceptSure(write: Write, id: string): Promise<number> {
  const { trx, orgId, by, now } = write;
  const { fileName } = await mustBeOpen(write, id);
  const rows = await inOrg(trx, orgId)
    .selectFrom("questionnaireRows")
    .selectAll()
    .where("questionnaireId", "=", id)
    .where("state", "=", "proposed")
    .orderBy("place")
    .execute();
  const found = rows.flatMap((row) => {
    // What comes first fills the draft, and nothing behind it.
    const [sure] = proposalsOf(row);
    return !sure?.isSure ? [] : [{ row, sure, used: sourceOf(sure) }];
  });
  const internal = await internalAmong(
    trx,
    orgId,
    found.map(({ used }) => used),
  );
  const accepted = found.filter(({ used }) => !isAmong(used, internal));
  const count = accepted.length;
  await inBatches(accepted, async (batch) => {
    for (const { row, sure, used } of batch)
      await inOrg(trx, orgId)
        .updateTable("questionnaireRows")
        .set({
          state: "accepted",
          answer: sure.answer,
          comment: sure.comment,
          usedEntryId: used.entryId,
          usedControlId: used.controlId,
          toldInternal: 0,
          version: row.version + 1,
          changedAt: isoNow(now),
          changedBy: by.actorName,
        })
        .where("id", "=", row.id)
        .execute();
  });
  if (count > 0)
    await recordAudit(write, {
      action: "questionnaire.proposals-accepted",
      subject: id,
      detail: { name: fileName, count },
    });
  return count;
}
