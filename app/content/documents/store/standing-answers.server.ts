import { createHash } from "node:crypto";
import { inBatches, inBatchesById } from "#db/batches.ts";
import type { StandingAnswersTable, StandingQuestionnairesTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { ShortAnswer } from "#model/short-answers.ts";
import type { FaqAccess } from "#model/updates/words.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/*
 * Documents that are answered questionnaires: the answers of each of their versions, and which entries
 * of the FAQ and which controls they use, word for word.
 */

export type StandingQuestionnaire = StandingQuestionnairesTable;
export type StandingAnswer = Omit<StandingAnswersTable, "orgId" | "documentId" | "versionHash">;

/** An entry of the FAQ or a control, as answers use it. */
export interface AnswerSource {
  noun: "faq" | "control";
  id: string;
  question: string;
  shortAnswer: ShortAnswer | null;
  /** As it is written, with the marks of Markdown in an entry of the FAQ. */
  text: string;
  access: FaqAccess;
  productIds: readonly string[];
}

/** A print of what an entry says: two that are equal say the same. */
export function saidPrint({ shortAnswer, text }: AnswerSource): string {
  return createHash("sha256")
    .update(JSON.stringify([shortAnswer, text]))
    .digest("hex");
}

/** For whom an entry is, and for which products. */
export function audienceOf({ access, productIds }: AnswerSource): string {
  return [access, ...[...productIds].sort((a, b) => (a < b ? -1 : 1))].join(" ");
}

/** Entries of the FAQ and controls by their noun and id: all of them, or some. */
export async function answerSources(
  db: Reader,
  orgId: string,
  which: readonly { noun: AnswerSource["noun"]; id: string }[] | "all",
): Promise<ReadonlyMap<string, AnswerSource>> {
  const found = new Map<string, AnswerSource>();
  const idsOf = (noun: AnswerSource["noun"]) =>
    which === "all"
      ? null
      : [...new Set(which.filter((one) => one.noun === noun).map(({ id }) => id))];
  const keep = (source: AnswerSource) => void found.set(sourceKey(source.noun, source.id), source);

  const faq = async (ids: string[] | null) => {
    const entries = await inOrg(db, orgId)
      .selectFrom("faqEntries")
      .select(["id", "question", "shortAnswer", "answer", "access"])
      .$if(ids !== null, (query) => query.where("id", "in", ids ?? []))
      .execute();
    const limits = await inOrg(db, orgId)
      .selectFrom("faqProducts")
      .select(["entryId", "productId"])
      .$if(ids !== null, (query) => query.where("entryId", "in", ids ?? []))
      .execute();
    const products = Map.groupBy(limits, ({ entryId }) => entryId);
    for (const { answer, ...entry } of entries)
      keep({
        ...entry,
        noun: "faq",
        text: answer,
        productIds: (products.get(entry.id) ?? []).map(({ productId }) => productId),
      });
  };
  const controls = async (ids: string[] | null) => {
    const rows = await inOrg(db, orgId)
      .selectFrom("controls")
      .select(["id", "reference", "title", "shortAnswer", "description", "access"])
      .$if(ids !== null, (query) => query.where("id", "in", ids ?? []))
      .execute();
    const limits = await inOrg(db, orgId)
      .selectFrom("controlProducts")
      .select(["controlId", "productId"])
      .$if(ids !== null, (query) => query.where("controlId", "in", ids ?? []))
      .execute();
    const products = Map.groupBy(limits, ({ controlId }) => controlId);
    for (const { reference, title, description, ...control } of rows)
      keep({
        ...control,
        noun: "control",
        question: `${reference} ${title}`,
        text: description ?? title,
        productIds: (products.get(control.id) ?? []).map(({ productId }) => productId),
      });
  };
  for (const [noun, read] of [
    ["faq", faq],
    ["control", controls],
  ] as const) {
    const ids = idsOf(noun);
    if (ids === null) await read(null);
    else await inBatches(ids, read);
  }
  return found;
}

export function sourceKey(noun: AnswerSource["noun"], id: string): string {
  return `${noun} ${id}`;
}

/** The questionnaire that a document is; null where it is none. */
export async function findStanding(
  db: Reader,
  orgId: string,
  documentId: string,
): Promise<StandingQuestionnaire | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("standingQuestionnaires")
    .selectAll()
    .where("documentId", "=", documentId)
    .executeTakeFirst();
  return row ?? null;
}

/** The documents that a questionnaire was kept as, each with the bytes that it holds now. */
export async function documentsOf(
  db: Reader,
  orgId: string,
  questionnaireId: string,
): Promise<{ id: string; originalName: string; blobHash: string }[]> {
  return inOrg(db, orgId)
    .selectFrom("standingQuestionnaires as s")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.orgId", "=", "s.orgId").onRef("d.id", "=", "s.documentId"),
    )
    .select(["d.id", "d.originalName", "d.blobHash"])
    .where("s.questionnaireId", "=", questionnaireId)
    .orderBy("d.sortKey")
    .orderBy("d.id")
    .execute();
}

/** The answers of a version, in the order of the file; empty where that version has none. */
export async function standingAnswers(
  db: Reader,
  orgId: string,
  documentId: string,
  versionHash: string,
): Promise<StandingAnswersTable[]> {
  return inOrg(db, orgId)
    .selectFrom("standingAnswers")
    .selectAll()
    .where("documentId", "=", documentId)
    .where("versionHash", "=", versionHash)
    .orderBy("place")
    .execute();
}

/** The documents whose current version has answers. */
export async function documentsWithAnswers(
  db: Reader,
  orgId: string,
): Promise<ReadonlySet<string>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("standingQuestionnaires as s")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.orgId", "=", "s.orgId").onRef("d.id", "=", "s.documentId"),
    )
    .select("s.documentId")
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("standingAnswers as a")
          .select("a.place")
          .whereRef("a.orgId", "=", "s.orgId")
          .whereRef("a.documentId", "=", "s.documentId")
          .whereRef("a.versionHash", "=", "d.blobHash"),
      ),
    )
    .execute();
  return new Set(rows.map(({ documentId }) => documentId));
}

/** An answer whose entry says something else by now; null: the entry is gone. */
export interface ChangedAnswer {
  answer: StandingAnswersTable;
  source: AnswerSource | null;
}

/**
 * The answers of a version that use entries which were changed or deleted since. An entry that ended in
 * another one says what that one says.
 */
export async function changedAnswers(
  db: Reader,
  orgId: string,
  documentId: string,
  versionHash: string,
): Promise<ChangedAnswer[]> {
  const answers = await inOrg(db, orgId)
    .selectFrom("standingAnswers")
    .selectAll()
    .where("documentId", "=", documentId)
    .where("versionHash", "=", versionHash)
    .where("sourceId", "is not", null)
    .orderBy("place")
    .execute();
  const named = answers.flatMap(({ sourceNoun, sourceId }) =>
    sourceNoun === null || sourceId === null ? [] : [{ noun: sourceNoun, id: sourceId }],
  );
  if (named.length === 0) return [];
  const sources = await withSuccessors(db, orgId, await answerSources(db, orgId, named), named);
  return answers.flatMap((answer) => {
    const { sourceNoun, sourceId, sourceSaid } = answer;
    if (sourceNoun === null || sourceId === null) return [];
    const source = sources.get(sourceKey(sourceNoun, sourceId)) ?? null;
    return source !== null && saidPrint(source) === sourceSaid ? [] : [{ answer, source }];
  });
}

/** Sources with the entries in which those of the FAQ that are gone ended, by the ids of the gone. */
async function withSuccessors(
  db: Reader,
  orgId: string,
  sources: ReadonlyMap<string, AnswerSource>,
  named: readonly { noun: AnswerSource["noun"]; id: string }[],
): Promise<ReadonlyMap<string, AnswerSource>> {
  const gone = named.filter(({ noun, id }) => noun === "faq" && !sources.has(sourceKey(noun, id)));
  const aliases = await inBatchesById([...new Set(gone.map(({ id }) => id))], (batch) =>
    inOrg(db, orgId)
      .selectFrom("faqAliases")
      .select(["endedId as id", "entryId"])
      .where("endedId", "in", batch)
      .execute(),
  );
  if (aliases.length === 0) return sources;
  const successors = await answerSources(
    db,
    orgId,
    aliases.map(({ entryId }) => ({ noun: "faq", id: entryId })),
  );
  const found = new Map(sources);
  for (const { id, entryId } of aliases) {
    const successor = successors.get(sourceKey("faq", entryId));
    if (successor !== undefined) found.set(sourceKey("faq", id), successor);
  }
  return found;
}

/** Says that a document is an answered questionnaire, with the answers of its first version. */
export async function keepStanding(
  { trx, orgId }: Write,
  standing: Omit<StandingQuestionnaire, "orgId">,
  versionHash: string,
  answers: readonly StandingAnswer[],
): Promise<void> {
  await trx
    .insertInto("standingQuestionnaires")
    .values({ orgId, ...standing })
    .execute();
  await addAnswers(trx, orgId, standing.documentId, versionHash, answers);
}

/**
 * Keeps the answers of a version that waits to be published, in place of those that it had before;
 * those of versions that were never published go.
 */
export async function keepAnswersOf(
  { trx, orgId }: Write,
  documentId: string,
  versionHash: string,
  answers: readonly StandingAnswer[],
): Promise<void> {
  const published = await inOrg(trx, orgId)
    .selectFrom("documentVersions")
    .select("blobHash")
    .where("documentId", "=", documentId)
    .execute();
  const waiting = await inOrg(trx, orgId)
    .selectFrom("stagedVersions as v")
    .innerJoin("stagedFiles as f", (join) =>
      join.onRef("f.orgId", "=", "v.orgId").onRef("f.id", "=", "v.id"),
    )
    .select("f.blobHash")
    .where("v.documentId", "=", documentId)
    .execute();
  const named = [...published, ...waiting].map(({ blobHash }) => blobHash);
  const kept = named.filter((hash) => hash !== versionHash);
  await inOrg(trx, orgId)
    .deleteFrom("standingAnswers")
    .where("documentId", "=", documentId)
    .$if(kept.length > 0, (query) => query.where("versionHash", "not in", kept))
    .execute();
  await addAnswers(trx, orgId, documentId, versionHash, answers);
}

async function addAnswers(
  trx: Write["trx"],
  orgId: string,
  documentId: string,
  versionHash: string,
  answers: readonly StandingAnswer[],
): Promise<void> {
  const rows = answers.map((answer) => ({ orgId, documentId, versionHash, ...answer }));
  await inBatches(rows, (batch) => trx.insertInto("standingAnswers").values(batch).execute());
}

/** Notes that somebody looked at the changed entries of answers which stay as they are. */
export async function noteSeen(
  { trx, orgId }: Write,
  changed: readonly ChangedAnswer[],
): Promise<void> {
  await inBatches(changed, async (batch) => {
    for (const { answer, source } of batch)
      await inOrg(trx, orgId)
        .updateTable("standingAnswers")
        .set(
          source === null
            ? { sourceNoun: null, sourceId: null, sourceSaid: null, sourceFor: null }
            : { sourceId: source.id, sourceSaid: saidPrint(source) },
        )
        .where("documentId", "=", answer.documentId)
        .where("versionHash", "=", answer.versionHash)
        .where("place", "=", answer.place)
        .execute();
  });
}
