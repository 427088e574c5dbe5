import { reviewersOf } from "#access/access-requests/store/request-work.server.ts";
import { staffViewer } from "#auth/viewer.ts";
import { allowedModel } from "#content/answers/asking.server.ts";
import { draftFor, type CitedDraft } from "#content/answers/drafting.server.ts";
import { ModelBusy, ModelFailed } from "#content/answers/model.server.ts";
import { ALWAYS, type Duty } from "#db/store.ts";
import { permissionsOf } from "#model/auth/permissions.ts";
import type { Proposal } from "#model/questionnaires.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import { PUBLIC_VIEWER, type Viewer } from "#model/visibility/viewer.ts";
import type { Services } from "#platform/context.ts";
import { findOrg, hasFeature, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { QueueWorker } from "#platform/jobs/queue-worker.ts";
import { errorWords } from "#values/error-words.ts";
import { scopeFor } from "./reading.server.ts";
import { filledFrom } from "./rules/filling.ts";
import { endDraft, waitingDrafts } from "./store/drafts.server.ts";
import { allowedOf } from "./store/question-rows.server.ts";
import {
  findQuestionnaire,
  type Questionnaire,
  type QuestionnaireRow,
} from "./store/questionnaires.server.ts";

/** Questions at once. */
const AT_ONCE = 4;
/** How long it waits while the model answers visitors, in milliseconds. */
const BUSY_MS = 1_000;

type Parts = Pick<Services, "config" | "store" | "key" | "now" | "log">;

/**
 * Drafts the answers that wait for it. Each question's row says whether it waits: a process that ends
 * at any moment has noted its draft, or another one makes it again.
 * @param duty whether it is this server that drafts: of several, one does
 */
export function draftWorker(parts: Parts, duty: Duty = ALWAYS): QueueWorker<QuestionnaireRow> {
  /** The company whose turn was last: the next one is another's, where another one waits. */
  let after = "";
  return new QueueWorker(parts, duty, {
    noun: "question",
    unread: "drafts could not be read or noted",
    unhandled: "a draft could not be handled",
    lookMs: 500,
    atOnce: AT_ONCE,
    due: async (limit, busy) => {
      const rows = await waitingDrafts(parts.store.read, {
        limit,
        busy: new Set(busy.keys()),
        after,
      });
      after = rows.at(-1)?.orgId ?? after;
      return rows;
    },
    work: (row) => makeDraft(parts, duty, row),
  });
}

async function makeDraft(parts: Parts, duty: Duty, row: QuestionnaireRow): Promise<void> {
  const outcome = await outcomeOf(parts, row);
  if (outcome === "busy") {
    await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
    return;
  }
  if (!duty.isHeld()) return;
  await parts.store.write(async (trx) => {
    // Whoever drafts now notes its own.
    if (await duty.isHeldIn(trx)) await endDraft(trx, row, outcome);
  });
}

/**
 * What the model says to a question now, from what its account may see and may be sent; null where
 * nobody waits for it any more.
 */
async function outcomeOf(
  parts: Parts,
  row: QuestionnaireRow,
): Promise<Proposal | "nothing" | "failed" | "busy" | null> {
  const { store, config, log } = parts;
  const { orgId } = row;
  const [org, questionnaire] = await Promise.all([
    findOrg(store.read, orgId),
    findQuestionnaire(store.read, orgId, row.questionnaireId),
  ]);
  if (org === null || questionnaire === null || questionnaire.finishedAt !== null) return null;
  const model = hasFeature(org, "genAi") ? allowedModel(config, org) : null;
  const viewer = await viewerOf(parts, org, row, questionnaire);
  if (model === null || viewer === null) return "failed";
  try {
    const scope = await scopeFor(parts, { org, viewer }, questionnaire);
    const allowed = allowedOf(row);
    const draft = await draftFor(parts, { org, scope, model }, row.question, allowed);
    return draft === null ? "nothing" : (proposalOf(row, draft, allowed) ?? "nothing");
  } catch (error) {
    if (error instanceof ModelBusy) return "busy";
    if (!(error instanceof ModelFailed)) {
      log.error({ question: row.id, error: errorWords(error) }, "a draft failed");
      return "failed";
    }
    log.warn({ model: model.name, error: error.message }, "the model did not draft an answer");
    return "failed";
  }
}

/** Whose eyes the draft is made with; null where whoever asked may not answer questionnaires now. */
async function viewerOf(
  parts: Parts,
  org: Org,
  { draftAskedBy }: QuestionnaireRow,
  { accountId }: Questionnaire,
): Promise<Viewer | null> {
  const asker = (await reviewersOf(parts.store.read, org.id)).find(({ id }) => id === draftAskedBy);
  if (asker === undefined) return null;
  if (accountId === null) return PUBLIC_VIEWER;
  const staff = { ...asker, role: "reviewer", permissions: permissionsOf("reviewer") } as const;
  return staffViewer(parts, org, staff, new URLSearchParams({ accountId }));
}

/** A draft as it is proposed for a row; null where nothing of it goes into its cells. */
function proposalOf(
  { commentColumn }: QuestionnaireRow,
  { choice, shortAnswer, text, records }: CitedDraft,
  allowed: readonly string[] | null,
): Proposal | null {
  const filled =
    allowed === null
      ? filledFrom({ shortAnswer, text }, { allowed, commentColumn })
      : { answer: choice ?? "", comment: commentColumn === null ? "" : text };
  if (filled.answer === "" && filled.comment === "") return null;
  return {
    kind: "draft",
    reason: "Drafted by the model. Check it against what it cites.",
    to: null,
    ...filled,
    isSure: false,
    sources: records.map((record) => ({ title: record.title, to: pageOf(record) })),
  };
}

/** Where staff read what a draft cites; null for what has no page of theirs. */
function pageOf({ target }: GatedRecord): string | null {
  switch (target.kind) {
    case "question":
      return `/knowledge-base/${target.entryId}`;
    case "control":
      return `/controls/${target.controlId}`;
    case "document":
      return `/documents/${target.documentId}`;
    default:
      return null;
  }
}
