import { createHash } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import { actorOf, type StaffInOrg } from "#auth/current-staff.ts";
import { findDocument } from "#content/documents/store/documents.server.ts";
import { addUploads } from "#content/documents/store/library.server.ts";
import {
  listStagedVersions,
  stageVersion,
} from "#content/documents/store/staged-versions.server.ts";
import {
  audienceOf,
  changedAnswers,
  findStanding,
  keepAnswersOf,
  keepStanding,
  noteSeen,
  saidPrint,
  standingAnswers,
  type ChangedAnswer,
  type StandingAnswer,
  type StandingQuestionnaire,
} from "#content/documents/store/standing-answers.server.ts";
import type { DocumentsTable } from "#db/schema.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { DocumentAccessType } from "#model/items/items.ts";
import { servicesContext } from "#platform/context.ts";
import { MAX_FORM_BYTES } from "#platform/files/questionnaires/forms.ts";
import { contentTypeOfKind } from "#values/file-types.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { answeredBytes, writtenFile } from "./answered.server.ts";
import { plainTexts } from "./matching.server.ts";
import { MAX_ANSWERED_BYTES } from "./release.server.ts";
import { filledFrom, type Filled } from "./rules/filling.ts";
import { followingOf, type Following } from "./rules/standing.ts";
import { internalAnswers } from "./store/internal-sources.server.ts";
import { allowedOf, TellsInternal } from "./store/question-rows.server.ts";
import { findQuestionnaire, type Questionnaire } from "./store/questionnaires.server.ts";
import { placedIn } from "./standing-places.server.ts";
import { answersWithSources, cellsOf } from "./standing-sources.server.ts";

type Context = Readonly<RouterContextProvider>;
type Staff = Pick<StaffInOrg, "org" | "session">;

/** Why the file of a kind can't be written again and again; null where it can. */
const KIND_FAULTS: Readonly<Record<Questionnaire["format"], string | null>> = {
  xlsx: null,
  docx: null,
  pdf: null,
  csv: null,
  "pdf-text":
    "This PDF has no form fields, so its answers can’t be refreshed. Add its answer sheet to your documents.",
  json: "The answers of a VSAQ file can’t be refreshed, so it can’t be kept as a document.",
};

/** Why a questionnaire can't be kept as a document now; null where it can. */
export function keepingFault(
  { finishedAt, approvedAt, format, blobHash }: Questionnaire,
  { customization }: Pick<StaffInOrg["org"], "customization">,
): string | null {
  if (KIND_FAULTS[format] !== null) return KIND_FAULTS[format];
  if (finishedAt === null) return "Finish this questionnaire first.";
  if (customization.questionnairesNeedSecondPerson && approvedAt === null)
    return "A second person has to approve these answers first.";
  return blobHash === null ? "The file was deleted when its retention period ended." : null;
}

/** The kind of the document that a file of this one becomes. */
export function standingFormat(format: Questionnaire["format"]): StandingQuestionnaire["format"] {
  return format === "json" || format === "pdf-text" ? "xlsx" : format;
}

/** What is said of the document that a questionnaire becomes. */
export interface KeptDocument {
  name: string;
  accessType: DocumentAccessType | null;
  /** Whoever keeps it knows that its answers tell something internal. */
  isTold: boolean;
}

/**
 * Keeps the answered file of a finished questionnaire as a document of the library, with its answers
 * and the entries that they use.
 * @returns the document's id
 * @throws Refused as `keepingFault` says it, and where the library has the same file; TellsInternal
 *   where its answers tell something internal, which has to be asked first; Busy
 */
export async function keepAsDocument(
  context: Context,
  { org, session }: Staff,
  seen: Questionnaire,
  { name, accessType, isTold }: KeptDocument,
): Promise<string> {
  const fault = keepingFault(seen, org);
  if (fault !== null) throw new Refused(fault);
  const { store, blobs, now } = context.get(servicesContext);
  const format = standingFormat(seen.format);
  const bytes = await answeredBytes(context, org, seen);
  const blob = await blobs.put(org.id, bytes, { maxBytes: MAX_ANSWERED_BYTES });
  const answers = await placedIn(
    context,
    org.id,
    seen,
    blob,
    await answersWithSources(context, org.id, seen.id),
  );
  const contentType = contentTypeOfKind(format);
  return store.write(async (trx) => {
    const write: Write = { trx, orgId: org.id, by: actorOf(context, session), now: now() };
    const questionnaire = await findQuestionnaire(trx, org.id, seen.id);
    if (questionnaire === null) throw new NotFound("Questionnaire");
    const stale =
      questionnaire.finishedAt !== seen.finishedAt || questionnaire.approvedAt !== seen.approvedAt;
    if (stale) throw new Refused("Someone else changed this questionnaire. Try again.");
    // Each was told to one account: the document’s readers are others.
    const internal = await internalAnswers(trx, org.id, seen.id);
    if (internal.length > 0 && !isTold) throw new TellsInternal("It tells something internal.");
    const [added] = await addUploads(
      write,
      [{ fileName: name, contentType, blob, encryptedType: null }],
      { type: "Questionnaire", accessType, expiresOn: null, addSame: false },
    );
    if (added === undefined || "same" in added)
      throw new Refused(`The library already has this file as “${added?.same.name ?? name}”.`);
    const { id: questionnaireId, shape } = questionnaire;
    const standing = { documentId: added.id, questionnaireId, format, shape } as const;
    await keepStanding(write, standing, blob.hash, answers);
    await recordAudit(write, {
      action: "questionnaire.kept-as-document",
      subject: questionnaireId,
      detail: {
        name: questionnaire.fileName,
        document: name,
        answers: answers.length,
        internal: internal.length,
      },
    });
    return added.id;
  });
}

/** An answer whose entry was changed, and what it would say now. */
export interface FollowedAnswer extends ChangedAnswer {
  following: Following;
  filled: Filled;
}

/** A document that is a questionnaire, with the answers whose entries were changed. */
export interface StandingDocument {
  document: DocumentsTable;
  standing: StandingQuestionnaire;
  answers: FollowedAnswer[];
  /** A print of what is to be said: whoever refreshes says which one they saw. */
  print: string;
}

/** A document that is a questionnaire; null where it is none, or holds another file by now. */
export async function standingDocument(
  context: Context,
  orgId: string,
  documentId: string,
): Promise<StandingDocument | null> {
  const { read } = context.get(servicesContext).store;
  const [document, standing] = await Promise.all([
    findDocument(read, orgId, documentId),
    findStanding(read, orgId, documentId),
  ]);
  if (document === null || standing === null) return null;
  const changed = await changedAnswers(read, orgId, documentId, document.blobHash);
  const texts = changed.flatMap(({ source }) => (source?.noun === "faq" ? [source.text] : []));
  const plain = await plainTexts(read, orgId, texts);
  const answers = changed.map((one): FollowedAnswer => {
    const { answer, source } = one;
    const allowed = allowedOf(answer);
    const filled =
      source === null
        ? answer
        : filledFrom(
            { shortAnswer: source.shortAnswer, text: plain.get(source.text) ?? source.text },
            { allowed, commentColumn: answer.commentColumn },
          );
    const now = source && { access: source.access, audience: audienceOf(source) };
    const following = followingOf(now, answer.sourceFor, { answer, filled, allowed });
    return { ...one, following, filled: { answer: filled.answer, comment: filled.comment } };
  });
  const told = answers.map(({ answer, following, filled }) => [answer.place, following, filled]);
  const print = createHash("sha256")
    .update(JSON.stringify([document.blobHash, told]))
    .digest("hex");
  return { document, standing, answers, print };
}

const CHANGED_AGAIN = "Something changed in the meantime. Look at the answers, then try again.";

/**
 * Writes the new words of entries into the document's file, which waits then as its next version.
 * @param seen the print of what was shown
 * @param withInternal also those of entries that the portal keeps internal
 * @returns the id of the version that waits
 * @throws NotFound; Refused where something changed meanwhile, nothing is to be refreshed, or the file
 *   can't be written; Busy
 */
export async function refreshDocument(
  context: Context,
  { org, session }: Staff,
  documentId: string,
  { seen, withInternal }: { seen: string; withInternal: boolean },
): Promise<string> {
  const found = await standingDocument(context, org.id, documentId);
  if (found === null) throw new NotFound("document");
  const { document, standing, answers, print } = found;
  if (print !== seen) throw new Refused(CHANGED_AGAIN);
  const taken = answers.filter(
    ({ following }) => following === "refresh" || (withInternal && following === "internal"),
  );
  if (taken.length === 0) throw new Refused("There is nothing to refresh.");
  const { store, blobs, now } = context.get(servicesContext);
  const bytes = await refreshedBytes(context, org.id, document, standing, taken);
  const blob = await blobs.put(org.id, bytes, { maxBytes: MAX_ANSWERED_BYTES });
  const said = new Map(taken.map((one) => [one.answer.place, one]));
  const before = await standingAnswers(store.read, org.id, documentId, document.blobHash);
  const next = before.map((answer): StandingAnswer => {
    const { sourceNoun, sourceId, sourceSaid, sourceFor } = answer;
    const kept = { ...cellsOf(answer), sourceNoun, sourceId, sourceSaid, sourceFor };
    const one = said.get(answer.place);
    return one?.source == null
      ? kept
      : {
          ...kept,
          ...one.filled,
          sourceId: one.source.id,
          sourceSaid: saidPrint(one.source),
          sourceFor: audienceOf(one.source),
        };
  });
  return store.write(async (trx) => {
    const write: Write = { trx, orgId: org.id, by: actorOf(context, session), now: now() };
    const current = await findDocument(trx, org.id, documentId);
    if (current?.blobHash !== document.blobHash) throw new Refused(CHANGED_AGAIN);
    const waiting = await listStagedVersions(trx, org.id, documentId, write.now);
    // Pressed twice, it waits once.
    const same = waiting.find(({ blobHash }) => blobHash === blob.hash);
    const { originalName: fileName, contentType } = document;
    const file = { fileName, contentType, blob, encryptedType: null };
    const id = same?.id ?? (await stageVersion(write, documentId, file));
    await keepAnswersOf(write, documentId, blob.hash, next);
    if (same !== undefined) return id;
    await recordAudit(write, {
      action: "questionnaire.answers-refreshed",
      subject: documentId,
      detail: {
        name: fileName,
        count: taken.length,
        internal: taken.filter(({ following }) => following === "internal").length,
      },
    });
    return id;
  });
}

async function refreshedBytes(
  context: Context,
  orgId: string,
  { blobHash, size }: DocumentsTable,
  { format }: StandingQuestionnaire,
  taken: readonly FollowedAnswer[],
): Promise<Buffer> {
  if (size > MAX_FORM_BYTES) throw new Refused("This file is too large to be written again.");
  const sheets = new Map<string, Map<number, Map<number, string>>>();
  for (const { answer, filled } of taken) {
    const sheet = sheets.get(answer.sheet) ?? new Map<number, Map<number, string>>();
    const cells = new Map([[answer.answerColumn, filled.answer]]);
    if (answer.commentColumn !== null) cells.set(answer.commentColumn, filled.comment);
    sheet.set(answer.sheetRow, cells);
    sheets.set(answer.sheet, sheet);
  }
  return writtenFile(context, orgId, { blob: { hash: blobHash, size }, format }, sheets);
}

/**
 * Leaves answers as they are although their entries were changed: nobody is told of these changes
 * again.
 * @returns how many
 * @throws NotFound; Refused where something changed meanwhile
 */
export async function keepOldAnswers(
  context: Context,
  { org, session }: Staff,
  documentId: string,
  seen: string,
): Promise<number> {
  const found = await standingDocument(context, org.id, documentId);
  if (found === null) throw new NotFound("document");
  const { document, answers, print } = found;
  if (print !== seen) throw new Refused(CHANGED_AGAIN);
  const { store, now } = context.get(servicesContext);
  await store.write(async (trx) => {
    const write: Write = { trx, orgId: org.id, by: actorOf(context, session), now: now() };
    await noteSeen(write, answers);
    await recordAudit(write, {
      action: "questionnaire.answers-left",
      subject: documentId,
      detail: { name: document.originalName, count: answers.length },
    });
  });
  return answers.length;
}
