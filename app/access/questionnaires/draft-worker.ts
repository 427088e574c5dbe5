import { reviewersOf } from "#access/access-requests/store/request-work.server.ts";
import { staffViewer } from "#auth/viewer.ts";
import { allowedModel } from "#content/answers/asking.server.ts";
import { draftFor, type CitedDraft } from "#content/answers/drafting.server.ts";
import {
  ModelBusy,
  ModelFailed,
  modelOf,
  ModelRefused,
  type Model,
} from "#content/answers/model.server.ts";
import { isoNow } from "#db/ids.ts";
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
import { endDraft, failWaiting, waitingDrafts } from "./store/drafts.server.ts";
import {
  endOutage,
  findOutage,
  noteOutage,
  type ModelOutage,
} from "./store/model-outages.server.ts";
import { allowedOf } from "./store/question-rows.server.ts";
import {
  findQuestionnaire,
  type Questionnaire,
  type QuestionnaireRow,
} from "./store/questionnaires.server.ts";

/** Questions at once. */
const AT_ONCE = 4;
/** So many questions that were asked in vain are remembered. */
const MOST_TRIED = 200;
/** How long it waits while the model answers visitors, in milliseconds. */
const BUSY_MS = 1_000;
/** So many questions in a row that it refuses mean that it answers none now. */
const REFUSES_ALL = 5;

/** What every model that responds has an answer to. */
const NEUTRAL = [
  { role: "system", content: "Answer in one word." },
  { role: "user", content: "Say OK." },
] as const;

type Parts = Pick<Services, "config" | "store" | "key" | "now" | "log">;

/**
 * Drafts the answers that wait for it. Each question's row says whether it waits: a process that ends
 * at any moment has noted its draft, or another one makes it again.
 * @param duty whether it is this server that drafts: of several, one does
 */
export function draftWorker(parts: Parts, duty: Duty = ALWAYS): QueueWorker<QuestionnaireRow> {
  const drafting = new Drafting(parts, duty);
  return new QueueWorker(parts, duty, {
    noun: "question",
    unread: "drafts could not be read or noted",
    unhandled: "a draft could not be handled",
    lookMs: 500,
    atOnce: AT_ONCE,
    due: (room, busy) => drafting.due(room, new Set(busy.keys())),
    nextDueAt: () => Promise.resolve(drafting.nextTry()),
    work: (row) => drafting.draft(row),
  });
}

/** The questions that wait for a draft, and what is known of the model that makes them. */
class Drafting {
  readonly #parts: Parts;
  readonly #duty: Duty;
  /** Questions that the model did not respond to: others go before them. */
  readonly #tried = new Set<string>();
  /** Questions that it is being asked now. */
  readonly #underWay = new Set<string>();
  /** Those that it did not respond to at all, and how many it had answered when each was asked. */
  readonly #inVain = new Map<string, number>();
  /** How many questions it answered, whatever became of its answers. */
  #answered = 0;
  /** Questions that it refused, one after the other. */
  #refused = 0;
  /** While it doesn't respond, it is asked with one question at a time, when its time comes. */
  #outage: ModelOutage | null = null;
  /** The company whose turn was last: the next one is another's, where another one waits. */
  #after = "";

  constructor(parts: Parts, duty: Duty) {
    this.#parts = parts;
    this.#duty = duty;
  }

  /** Questions that wait, as many as may be under way now; those that were asked in vain come last. */
  async due(room: number, busy: ReadonlySet<string>): Promise<QuestionnaireRow[]> {
    const { config, store } = this.#parts;
    const model = modelOf(config);
    this.#outage = model === null ? null : await findOutage(store.read, model);
    const limit = this.#outage === null ? room : this.nextTry() === null ? 1 - busy.size : 0;
    if (limit <= 0) return [];
    const waiting = (without: ReadonlySet<string>) =>
      waitingDrafts(store.read, { limit, busy: without, after: this.#after });
    let rows = await waiting(new Set([...busy, ...this.#tried]));
    if (rows.length === 0 && this.#tried.size > 0) {
      this.#tried.clear();
      rows = await waiting(busy);
    }
    this.#after = rows.at(-1)?.orgId ?? this.#after;
    return rows;
  }

  /** When a model that doesn't respond is asked again; null where it can be asked now. */
  nextTry(): string | null {
    const at = this.#outage?.retryAt ?? null;
    return at !== null && at > isoNow(this.#parts.now()) ? at : null;
  }

  async draft(row: QuestionnaireRow): Promise<void> {
    this.#underWay.add(row.id);
    try {
      await this.#draft(row);
    } finally {
      this.#underWay.delete(row.id);
    }
  }

  async #draft(row: QuestionnaireRow): Promise<void> {
    const answered = this.#answered;
    const outcome = await this.#outcomeOf(row);
    if (outcome === "busy") {
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
      return;
    }
    if (!this.#duty.isHeld()) return;
    if (typeof outcome !== "object" || outcome === null || !("down" in outcome))
      return this.#end(row, outcome);
    const before = this.#inVain.get(row.id);
    // Where it answered others since it was first asked this one, it is about this one.
    if (before !== undefined && this.#answered > before) return this.#end(row, "failed");
    this.#putBehind(row.id, answered);
    if (this.#answered !== answered) return;
    // Where nobody else’s question tells whether it is about this one, a question of our own does.
    if ((await this.#isLast(row)) && (await this.#responds(outcome.down))) return;
    await this.#noteDown(outcome.down);
  }

  /** Whether every question that waits beside this one is asked now, or was asked in vain, too. */
  async #isLast({ id }: QuestionnaireRow): Promise<boolean> {
    const busy = new Set([id, ...this.#tried, ...this.#underWay]);
    const others = await waitingDrafts(this.#parts.store.read, { limit: 1, busy, after: "" });
    return others.length === 0;
  }

  /** Whether a model says anything to a question that tells it nothing. */
  async #responds(model: Model): Promise<boolean> {
    try {
      await model.say(NEUTRAL, "drafts");
    } catch (error) {
      if (!(error instanceof ModelFailed)) throw error;
      return false;
    }
    await this.#noteUp(model);
    return true;
  }

  async #end(row: QuestionnaireRow, outcome: Parameters<typeof endDraft>[2]): Promise<void> {
    this.#inVain.delete(row.id);
    await this.#parts.store.write(async (trx) => {
      // Whoever drafts now notes its own.
      if (await this.#duty.isHeldIn(trx)) await endDraft(trx, row, outcome);
    });
  }

  /** Has others go before a question. @param answered how many were answered when it was asked */
  #putBehind(id: string, answered: number): void {
    if (this.#tried.size >= MOST_TRIED) this.#tried.clear();
    if (this.#inVain.size >= MOST_TRIED) this.#inVain.clear();
    this.#tried.add(id);
    this.#inVain.set(id, answered);
  }

  /** Notes that the model responds to nobody: the questions go on waiting, unless it is given up. */
  async #noteDown(model: Model): Promise<void> {
    const { store, now } = this.#parts;
    this.#refused = 0;
    const isGivenUp = await store.write(async (trx) => {
      if (!(await this.#duty.isHeldIn(trx)) || !(await noteOutage(trx, model, now()))) return false;
      await failWaiting(trx);
      return true;
    });
    if (isGivenUp) this.#inVain.clear();
  }

  /** Notes that the model responds, where it did not before. */
  async #noteUp(model: Model): Promise<void> {
    this.#refused = 0;
    this.#answered += 1;
    if (this.#outage === null) return;
    this.#outage = null;
    await this.#parts.store.write((trx) => endOutage(trx, model));
  }

  /**
   * What the model says to a question now, from what its account may see and may be sent; null where
   * nobody waits for it any more, `down` where it says nothing to anybody.
   */
  async #outcomeOf(
    row: QuestionnaireRow,
  ): Promise<Proposal | "nothing" | "failed" | "busy" | { down: Model } | null> {
    const { store, config, log } = this.#parts;
    const { orgId } = row;
    const [org, questionnaire] = await Promise.all([
      findOrg(store.read, orgId),
      findQuestionnaire(store.read, orgId, row.questionnaireId),
    ]);
    if (org === null || questionnaire === null || questionnaire.finishedAt !== null) return null;
    const model = hasFeature(org, "genAi") ? allowedModel(config, org) : null;
    const viewer = await viewerOf(this.#parts, org, row, questionnaire);
    if (model === null || viewer === null) return "failed";
    try {
      const scope = await scopeFor(this.#parts, { org, viewer }, questionnaire);
      const allowed = allowedOf(row);
      const heard: Model = {
        ...model,
        say: async (...asked) => {
          const said = await model.say(...asked);
          await this.#noteUp(model);
          return said;
        },
      };
      const asked = { org, scope, model: heard };
      const draft = await draftFor(this.#parts, asked, row.question, allowed);
      return draft === null ? "nothing" : (proposalOf(row, draft, allowed) ?? "nothing");
    } catch (error) {
      if (error instanceof ModelBusy) return "busy";
      if (!(error instanceof ModelFailed)) {
        log.error({ question: row.id, error: errorWords(error) }, "a draft failed");
        return "failed";
      }
      log.warn({ model: model.name, error: error.message }, "the model did not draft an answer");
      if (!(error instanceof ModelRefused)) return { down: model };
      this.#refused += 1;
      return this.#refused < REFUSES_ALL ? "failed" : { down: model };
    }
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
