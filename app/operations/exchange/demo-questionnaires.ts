import { createHash } from "node:crypto";
import { reviewersOf } from "#access/access-requests/store/request-work.server.ts";
import { proposedFor } from "#access/questionnaires/matching.server.ts";
import { teamScopeOf } from "#access/questionnaires/reading.server.ts";
import { answeredName } from "#access/questionnaires/rules/filling.ts";
import { cellsOf } from "#access/questionnaires/standing-sources.server.ts";
import { saveRow } from "#access/questionnaires/store/question-rows.server.ts";
import {
  assignQuestions,
  noteQuestion,
} from "#access/questionnaires/store/question-work.server.ts";
import {
  addQuestionnaire,
  findQuestionnaire,
  finishQuestionnaire,
  type ProposedQuestion,
  type ReadQuestions,
} from "#access/questionnaires/store/questionnaires.server.ts";
import { releaseQuestionnaire } from "#access/questionnaires/store/releases.server.ts";
import { findDocument } from "#content/documents/store/documents.server.ts";
import {
  answerSources,
  audienceOf,
  keepStanding,
  saidPrint,
  sourceKey,
  type StandingAnswer,
} from "#content/documents/store/standing-answers.server.ts";
import {
  entryOwners,
  markReviewed,
  setReviews,
} from "#content/knowledge-base/store/reviews.server.ts";
import { newId } from "#db/ids.ts";
import type { Store } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { ReviewMonths } from "#model/knowledge-base/reviews.ts";
import type { Layout } from "#model/questionnaires/layouts.ts";
import { sourceOf } from "#model/questionnaires/sources.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import type { BlobStore } from "#platform/files/blob-store.ts";
import type { InstallationKey } from "#platform/files/installation-key.ts";
import { answeredForm, readStoredForm } from "#platform/files/questionnaires/forms.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { findOrg, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { dayIn } from "#values/dates.ts";
import { pageScope } from "#visibility/store/scope.server.ts";
import { contentIds, type ContentIds } from "./content-ids.ts";
import { formBytes, IN_REVIEW, questionsById, RELEASED, type DemoForm } from "./demo-questions.ts";

const DAY_MS = 86_400_000;
/** No file of the demo is larger. */
const MAX_BYTES = 1024 * 1024;

interface Blob {
  hash: string;
  size: number;
}

/** A customer's file on the disk, with what is proposed for its questions. */
interface ReadDemoForm {
  blob: Blob;
  fingerprint: string;
  read: ReadQuestions;
}

/** Files and answers that are made before anything is written: that takes longer than a write may. */
export interface PreparedQuestionnaires {
  inReview: ReadDemoForm;
  released: ReadDemoForm & { answered: Blob };
  /** null: the content has no such document or entry. */
  standing: { documentId: string; hash: string; answers: StandingAnswer[] } | null;
}

type Parts = { store: Store; blobs: BlobStore; key: InstallationKey };

/** Stores the files of acme's questionnaires; no row speaks of them yet. */
export async function prepareDemoQuestionnaires(
  { store, blobs, key }: Parts,
  orgId: string,
  now: Date,
): Promise<PreparedQuestionnaires | null> {
  const org = await findOrg(store.read, orgId);
  if (org === null) return null;
  const idOf = contentIds(key, orgId);
  const parts = { store, blobs, org, productId: idOf("product", "platform"), now };
  const [inReview, released] = [await readForm(parts, IN_REVIEW), await readForm(parts, RELEASED)];
  const answered = await blobs.put(orgId, await answeredBytes(parts, released), {
    maxBytes: MAX_BYTES,
  });
  return {
    inReview,
    released: { ...released, answered },
    standing: await standingAnswersOf(parts, idOf),
  };
}

interface ReadingParts {
  store: Store;
  blobs: BlobStore;
  org: Org;
  productId: string;
  now: Date;
}

async function readForm(
  { store, blobs, org, productId, now }: ReadingParts,
  form: DemoForm,
): Promise<ReadDemoForm> {
  const blob = await blobs.put(org.id, formBytes(form), { maxBytes: MAX_BYTES });
  const { fileName } = form;
  const sheet = { sheet: "", header: 1, section: 0, id: 1, question: 2, answer: 4, comment: 5 };
  const layout: Layout = { shape: "own", blocks: [{ ...sheet, needsId: false }] };
  const found = await readStoredForm(blobs, org.id, { blob, fileName }, { layout });
  const fingerprint = createHash("sha256").update(found.fingerprint).digest("hex");
  // What everyone sees is proposed: the accounts aren't there yet.
  const scope = pageScope(store.read, org, productId, PUBLIC_VIEWER, now);
  const questions = await proposedFor(
    { scope, team: teamScopeOf(scope) },
    { layout, fingerprint },
    found.questions,
  );
  return { blob, fingerprint, read: { layout, questions } };
}

/** What a question is answered with, and what that is made of; null where it isn't. */
function answerOf(form: DemoForm, question: ProposedQuestion) {
  const work = questionsById(form).get(question.externalId)?.work;
  const [proposal] = question.proposals;
  if (work === "skip" || work === undefined) return null;
  if (work !== "take") return { ...work, state: "edited" as const };
  if (proposal === undefined) return null;
  const { answer, comment } = proposal;
  return { answer, comment, state: "accepted" as const, source: sourceOf(proposal) };
}

/** The released file with its answers, as the page of its questionnaire makes it. */
function answeredBytes(
  { blobs, org }: ReadingParts,
  { blob, read }: ReadDemoForm,
): Promise<Buffer> {
  const cells = new Map(
    read.questions.flatMap((question) => {
      const said = answerOf(RELEASED, question);
      if (said === null) return [];
      const own = new Map([[question.answerColumn, said.answer]]);
      if (question.commentColumn !== null) own.set(question.commentColumn, said.comment);
      return [[question.row, own] as const];
    }),
  );
  return answeredForm(blobs, org.id, { blob, format: "csv" }, new Map([["", cells]]));
}

/** Where the questions of acme's CAIQ stand. */
const CAIQ: Layout = {
  shape: "own",
  blocks: [
    {
      sheet: "Questions",
      header: 1,
      id: 0,
      question: 1,
      answer: 2,
      comment: 4,
      section: null,
      needsId: false,
    },
  ],
};

/** The question whose answer was an entry's words, which were changed after the file was made. */
const QUOTED = {
  question: "Are controls in place for backups, and how do they work?",
  entry: "backups",
};

/** The answers of acme's CAIQ, one of which quotes an entry as it was before. */
async function standingAnswersOf(
  { store, blobs, org }: ReadingParts,
  idOf: ContentIds,
): Promise<PreparedQuestionnaires["standing"]> {
  const { read } = store;
  const document = await findDocument(read, org.id, idOf("document", "csa-star-caiq"));
  const entryId = idOf("faq", QUOTED.entry);
  const sources = await answerSources(read, org.id, [{ noun: "faq", id: entryId }]);
  const source = sources.get(sourceKey("faq", entryId));
  if (document === null || source === undefined) return null;
  const { blobHash: hash, size, originalName: fileName } = document;
  const { questions } = await readStoredForm(
    blobs,
    org.id,
    { blob: { hash, size }, fileName },
    { layout: CAIQ },
  );
  const answers = questions.map((question, at): StandingAnswer => {
    const { allowed, comment } = question;
    const isQuoted = question.question === QUOTED.question;
    const cells = cellsOf({
      ...question,
      place: at + 1,
      sheetRow: question.row,
      allowedJson: allowed === null ? null : JSON.stringify(allowed),
    });
    return {
      ...cells,
      sourceNoun: isQuoted ? source.noun : null,
      sourceId: isQuoted ? source.id : null,
      sourceSaid: isQuoted ? saidPrint({ ...source, text: comment }) : null,
      sourceFor: isQuoted ? audienceOf(source) : null,
    };
  });
  return { documentId: document.id, hash, answers };
}

/** Entries of acme's FAQ that somebody looks after; the first one is overdue. */
const REVIEWS: readonly { entry: string; months: ReviewMonths; reviewed: number }[] = [
  { entry: "dpa", months: 6, reviewed: 195 },
  { entry: "breach-notice", months: 6, reviewed: 105 },
  { entry: "pentest", months: 12, reviewed: 96 },
  { entry: "backups", months: 12, reviewed: 70 },
];

/**
 * Questionnaires of acme's demo: one that the team works on, one that its account has back, and the
 * CAIQ of the library, one answer of which no longer says what its entry does. Entries have owners.
 * @param write by whom it is done
 */
export async function createDemoQuestionnaires(
  write: Write,
  prepared: PreparedQuestionnaires,
  idOf: ContentIds,
): Promise<void> {
  await createReviews(write, idOf);
  await createReleased(write, prepared.released, idOf);
  await createInReview(write, prepared.inReview, idOf);
  const { standing } = prepared;
  if (standing === null) return;
  const { documentId, hash, answers } = standing;
  // The questionnaire that it was made of is gone, as they go after some time.
  const kept = { documentId, questionnaireId: newId(), format: "xlsx", shape: "own" } as const;
  await keepStanding(write, kept, hash, answers);
}

function daysAgo(write: Write, days: number): Write {
  return { ...write, now: new Date(write.now.getTime() - days * DAY_MS) };
}

async function createReviews(write: Write, idOf: ContentIds): Promise<void> {
  const { trx, orgId } = write;
  const owners = await entryOwners(trx, orgId);
  const ownerId = owners.find(({ email }) => email === "editor@acme.example")?.id ?? null;
  for (const { entry, months, reviewed } of REVIEWS) {
    const then = daysAgo(write, reviewed);
    const ids = [idOf("faq", entry)];
    await setReviews(then, ids, { ownerId, everyMonths: months });
    await markReviewed(then, ids);
  }
}

async function accountNamed({ trx, orgId }: Write, name: string): Promise<string | null> {
  const row = await inOrg(trx, orgId)
    .selectFrom("accounts")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Adds one that a customer sent by email, with what the team said to it so far. */
async function addWorkedOn(
  write: Write,
  form: DemoForm,
  { blob, fingerprint, read }: ReadDemoForm,
  facts: { accountId: string | null; productId: string; dueOn: string | null; note: string | null },
  worked: Write,
): Promise<string> {
  const { fileName } = form;
  const values = { ...facts, fileName, blob, format: "csv", fingerprint, memberId: null } as const;
  const questionnaireId = await addQuestionnaire(write, values, read);
  const asked = questionsById(form);
  for (const [at, question] of read.questions.entries()) {
    const row = { questionnaireId, place: at + 1, version: 1 };
    const said = answerOf(form, question);
    if (said !== null) await saveRow(worked, row, said);
    else if (asked.get(question.externalId)?.work === "skip")
      await saveRow(worked, row, { state: "skipped", answer: "", comment: "" });
  }
  return questionnaireId;
}

async function createReleased(
  write: Write,
  released: PreparedQuestionnaires["released"],
  idOf: ContentIds,
): Promise<void> {
  const { trx, orgId } = write;
  const accountId = await accountNamed(write, "Customer Inc");
  const facts = { accountId, productId: idOf("product", "platform"), dueOn: null, note: null };
  const id = await addWorkedOn(daysAgo(write, 24), RELEASED, released, facts, daysAgo(write, 19));
  const done = daysAgo(write, 17);
  await finishQuestionnaire(done, id);
  const seen = await findQuestionnaire(trx, orgId, id);
  if (seen === null || accountId === null) return;
  const fileName = answeredName(seen);
  const file = { blob: released.answered, fileName, needSecondPerson: false };
  await releaseQuestionnaire(done, seen, file);
}

async function createInReview(
  write: Write,
  inReview: ReadDemoForm,
  idOf: ContentIds,
): Promise<void> {
  const { trx, orgId, now, by } = write;
  const org = await findOrg(trx, orgId);
  const worked = daysAgo(write, 1);
  const facts = {
    accountId: await accountNamed(write, "Unsigned GmbH"),
    productId: idOf("product", "platform"),
    dueOn: dayIn(new Date(now.getTime() + 9 * DAY_MS), org?.timeZone ?? "UTC"),
    note: "They decide after their audit committee has met.",
  };
  const questionnaireId = await addWorkedOn(daysAgo(write, 3), IN_REVIEW, inReview, facts, worked);
  const asked = questionsById(IN_REVIEW);
  // Somebody other than who works on the rest.
  const colleague = (await reviewersOf(trx, orgId)).find(({ id }) => by.actor !== `staff:${id}`);
  for (const [at, { externalId }] of inReview.read.questions.entries()) {
    const note = asked.get(externalId)?.note;
    if (note === undefined) continue;
    const place = at + 1;
    await noteQuestion(worked, { questionnaireId, place, version: 1 }, note);
    if (colleague !== undefined)
      await assignQuestions(worked, questionnaireId, { place }, colleague.id);
  }
}
