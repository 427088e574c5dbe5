import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import type { Proposal } from "#model/questionnaires.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { suspendedOrgIds } from "#tenancy/installation/store/suspensions.server.ts";
import { mustBeOpen, proposalsOf } from "./question-rows.server.ts";
import type { QuestionnaireRow } from "./questionnaires.server.ts";

/*
 * Drafts of a model: which questions wait for one, and what became of them. All of it is in their
 * rows, so that whoever goes on after a process ended knows what is left.
 */

/** The questions without an answer, which somebody may still give. */
function unanswered(db: Reader, orgId: string, questionnaireId: string) {
  return inOrg(db, orgId)
    .selectFrom("questionnaireRows")
    .where("questionnaireId", "=", questionnaireId)
    .where("state", "in", ["open", "proposed"])
    .where("answer", "=", "")
    .where("comment", "=", "");
}

/** How far a questionnaire's drafts are. */
export interface DraftCounts {
  /** Questions that can be drafted. */
  open: number;
  waiting: number;
  /** Those for which the model gave no answer that can be shown. */
  nothing: number;
  /** Those for which it did not answer at all: they can be drafted again. */
  failed: number;
}

export async function draftCounts(
  db: Reader,
  orgId: string,
  questionnaireId: string,
): Promise<DraftCounts> {
  const rows = await unanswered(db, orgId, questionnaireId)
    .select((eb) => ["draftState", eb.fn.countAll<number>().as("count")])
    .groupBy("draftState")
    .execute();
  const of = (state: QuestionnaireRow["draftState"]) =>
    Number(rows.find(({ draftState }) => draftState === state)?.count ?? 0);
  const failed = of("failed");
  return { open: of(null) + failed, waiting: of("waiting"), nothing: of("nothing"), failed };
}

/**
 * Lets the model draft all questions without an answer that it was not asked before, or did not
 * answer.
 * @param staffId who asks: what they may do when their turn comes decides
 * @param host where the texts go to
 * @returns how many
 * @throws NotFound; Refused once the questionnaire is finished
 */
export async function askDrafts(
  write: Write,
  id: string,
  { staffId, host }: { staffId: string; host: string },
): Promise<number> {
  const { trx, orgId } = write;
  const { fileName } = await mustBeOpen(write, id);
  const wanted = unanswered(trx, orgId, id)
    .select("id")
    .where((eb) => eb.or([eb("draftState", "is", null), eb("draftState", "=", "failed")]));
  const { numUpdatedRows } = await inOrg(trx, orgId)
    .updateTable("questionnaireRows")
    .set({ draftState: "waiting", draftAskedBy: staffId })
    .where("id", "in", wanted)
    .executeTakeFirst();
  const count = Number(numUpdatedRows);
  if (count > 0)
    await recordAudit(write, {
      action: "questionnaire.drafts-asked",
      subject: id,
      detail: { name: fileName, count, host },
    });
  return count;
}

/** Lets the questions that wait wait no longer. @returns how many */
export async function stopDrafts({ trx, orgId }: Write, questionnaireId: string): Promise<number> {
  const { numUpdatedRows } = await inOrg(trx, orgId)
    .updateTable("questionnaireRows")
    .set({ draftState: null, draftAskedBy: null })
    .where("questionnaireId", "=", questionnaireId)
    .where("draftState", "=", "waiting")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Questions that wait for a draft, of all companies, one of each in turn: whoever has thousands doesn’t
 * go before the others. Those of a suspended company go on waiting.
 * @param busy ids of those that are under way
 * @param after the company whose turn it was last
 */
export async function waitingDrafts(
  db: Reader,
  { limit, busy, after }: { limit: number; busy: ReadonlySet<string>; after: string },
): Promise<QuestionnaireRow[]> {
  const suspended = [...(await suspendedOrgIds(db))];
  const rows = await acrossTenants(db, "The drafts of all companies are made by one worker.")
    .selectFrom("questionnaireRows")
    .select("orgId")
    .distinct()
    .where("draftState", "=", "waiting")
    .$if(suspended.length > 0, (query) => query.where("orgId", "not in", suspended))
    .$if(busy.size > 0, (query) => query.where("id", "not in", [...busy]))
    .execute();
  const orgIds = rows.map(({ orgId }) => orgId).sort();
  const next = orgIds.findIndex((orgId) => orgId > after);
  const turns = next === -1 ? orgIds : [...orgIds.slice(next), ...orgIds.slice(0, next)];
  const waiting = await Promise.all(
    turns.slice(0, limit).map((orgId) =>
      inOrg(db, orgId)
        .selectFrom("questionnaireRows")
        .selectAll()
        .where("draftState", "=", "waiting")
        .$if(busy.size > 0, (query) => query.where("id", "not in", [...busy]))
        .orderBy("questionnaireId")
        .orderBy("place")
        .limit(limit)
        .execute(),
    ),
  );
  const rounds = Array.from({ length: limit }, (_, round) =>
    waiting.flatMap((own) => own[round] ?? []),
  );
  return rounds.flat().slice(0, limit);
}

/**
 * Ends the waiting of all companies' questions: the model was asked long enough in vain. Those of a
 * suspended company go on waiting.
 */
export async function failWaiting(trx: Writer): Promise<void> {
  const suspended = [...(await suspendedOrgIds(trx))];
  await acrossTenants(trx, "A model that is given up is given up for all companies.")
    .updateTable("questionnaireRows")
    .set({ draftState: "failed", draftAskedBy: null })
    .where("draftState", "=", "waiting")
    .$if(suspended.length > 0, (query) => query.where("orgId", "not in", suspended))
    .execute();
}

/**
 * Notes what became of a question that waited. A draft stands behind what is proposed already; where
 * somebody answered the question meanwhile, or nobody waits for it any more, nothing is changed.
 */
export async function endDraft(
  trx: Writer,
  { orgId, id }: Pick<QuestionnaireRow, "orgId" | "id">,
  outcome: Proposal | "nothing" | "failed" | null,
): Promise<void> {
  const row = await inOrg(trx, orgId)
    .selectFrom("questionnaireRows")
    .selectAll()
    .where("id", "=", id)
    .where("draftState", "=", "waiting")
    .executeTakeFirst();
  if (row === undefined) return;
  const isOpen = row.state === "open" || row.state === "proposed";
  const isDraft = outcome !== null && typeof outcome !== "string";
  await inOrg(trx, orgId)
    .updateTable("questionnaireRows")
    .set({
      draftState: isDraft || !isOpen ? null : outcome,
      draftAskedBy: null,
      ...(isDraft && isOpen
        ? {
            state: "drafted" as const,
            proposalsJson: JSON.stringify([
              ...proposalsOf(row).filter(({ kind }) => kind !== "draft"),
              outcome,
            ]),
          }
        : {}),
    })
    .where("id", "=", id)
    .execute();
}
