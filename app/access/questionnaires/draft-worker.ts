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

/** How often the worker looks whether something was written; a look costs a comparison. */
const LOOK_MS = 500;
/** It reads the queue so often whatever it was told, in milliseconds. */
const READ_MS = 30_000;
/** Questions at once. */
const AT_ONCE = 4;
/** How long it waits while the model answers visitors, in milliseconds. */
const BUSY_MS = 1_000;
/** Longer than a model may take. */
const DRAIN_MS = 8_000;

type Parts = Pick<Services, "config" | "store" | "key" | "now" | "log">;

/**
 * Drafts the answers that wait for it. Each question's row says whether it waits: a process that ends
 * at any moment has noted its draft, or another one makes it again.
 */
export class DraftWorker {
  readonly #parts: Parts;
  readonly #duty: Duty;
  readonly #busy = new Set<string>();
  readonly #drafting = new Set<Promise<void>>();
  /** When the queue is read although nobody wrote, in milliseconds. */
  #due = 0;
  /** The company whose turn was last: the next one is another's, where another one waits. */
  #after = "";
  #stopped = false;
  #running: Promise<void> | null = null;

  /** @param duty whether it is this server that drafts: of several, one does */
  constructor(parts: Parts, duty: Duty = ALWAYS) {
    this.#parts = parts;
    this.#duty = duty;
  }

  /** Runs until `stop`. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Begins nothing more, and lets what is under way end. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const deadline = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref());
    await Promise.race([Promise.all([this.#running, ...this.#drafting]), deadline]);
  }

  /** Drafts all that waits now, and ends; for tests. */
  async pass(): Promise<void> {
    while ((await this.#begin()) || this.#drafting.size > 0)
      if (this.#drafting.size > 0) await Promise.race(this.#drafting);
  }

  async #run(): Promise<void> {
    const { store, log } = this.#parts;
    let seen = -1;
    while (!this.#stopped) {
      try {
        const generation = store.generation();
        if (!this.#duty.isHeld()) seen = -1;
        else if (generation !== seen || Date.now() >= this.#due) {
          seen = generation;
          this.#due = Date.now() + READ_MS;
          await this.#begin();
        }
      } catch (error) {
        log.error({ error: errorWords(error) }, "drafts could not be read or noted");
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** Begins what waits, as far as there is room. @returns whether it began anything */
  async #begin(): Promise<boolean> {
    const room = AT_ONCE - this.#drafting.size;
    if (room <= 0 || this.#stopped || (await this.#parts.store.isMoving())) return false;
    const rows = await waitingDrafts(this.#parts.store.read, {
      limit: room,
      busy: this.#busy,
      after: this.#after,
    });
    this.#after = rows.at(-1)?.orgId ?? this.#after;
    for (const row of rows) {
      this.#busy.add(row.id);
      const work: Promise<void> = this.#draft(row)
        .catch((error: unknown) =>
          this.#parts.log.error(
            { question: row.id, error: errorWords(error) },
            "a draft could not be handled",
          ),
        )
        .finally(() => {
          this.#busy.delete(row.id);
          this.#drafting.delete(work);
          this.#due = 0;
        });
      this.#drafting.add(work);
    }
    return rows.length > 0;
  }

  async #draft(row: QuestionnaireRow): Promise<void> {
    const { store } = this.#parts;
    const outcome = await this.#outcomeOf(row);
    if (outcome === "busy") {
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
      return;
    }
    if (!this.#duty.isHeld()) return;
    await store.write(async (trx) => {
      // Whoever drafts now notes its own.
      if (await this.#duty.isHeldIn(trx)) await endDraft(trx, row, outcome);
    });
  }

  /**
   * What the model says to a question now, from what its account may see and may be sent; null where
   * nobody waits for it any more.
   */
  async #outcomeOf(
    row: QuestionnaireRow,
  ): Promise<Proposal | "nothing" | "failed" | "busy" | null> {
    const { store, config, log } = this.#parts;
    const { orgId } = row;
    const [org, questionnaire] = await Promise.all([
      findOrg(store.read, orgId),
      findQuestionnaire(store.read, orgId, row.questionnaireId),
    ]);
    if (org === null || questionnaire === null || questionnaire.finishedAt !== null) return null;
    const model = hasFeature(org, "genAi") ? allowedModel(config, org) : null;
    const viewer = await this.#viewerOf(org, row, questionnaire);
    if (model === null || viewer === null) return "failed";
    try {
      const scope = await scopeFor(this.#parts, { org, viewer }, questionnaire);
      const allowed = allowedOf(row);
      const draft = await draftFor(this.#parts, { org, scope, model }, row.question, allowed);
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
  async #viewerOf(
    org: Org,
    { draftAskedBy }: QuestionnaireRow,
    { accountId }: Questionnaire,
  ): Promise<Viewer | null> {
    const asker = (await reviewersOf(this.#parts.store.read, org.id)).find(
      ({ id }) => id === draftAskedBy,
    );
    if (asker === undefined) return null;
    if (accountId === null) return PUBLIC_VIEWER;
    const staff = { ...asker, role: "reviewer", permissions: permissionsOf("reviewer") } as const;
    return staffViewer(this.#parts, org, staff, new URLSearchParams({ accountId }));
  }
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
