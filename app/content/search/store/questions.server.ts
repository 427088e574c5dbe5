import { isoNow, newId } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { recordVisitorEvent } from "#tenancy/visitor-events/store/visitor-events.server.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { cleanedTerm } from "#model/search.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** What visitors asked, without who it was: only that it was a visitor or a member. */

/** What is counted of questions, by what came of them. */
const EVENTS = {
  search: { found: "search", nothing: "search without result" },
  question: { found: "question", nothing: "question without answer" },
} as const;

/**
 * Records a visitor's question with how much it found, cut and cleaned; nothing of who asked beside
 * the event. Staff's own questions are nobody's business: they are not recorded.
 */
export async function recordQuestion(
  write: Omit<Write, "by">,
  asked: {
    term: string;
    results: number;
    productId: string;
    viewer: Viewer;
    /** Words to search for, or a question that an answer was wanted to. */
    kind: "search" | "question";
  },
): Promise<void> {
  const { trx, orgId, now } = write;
  const { viewer, productId, results } = asked;
  if (viewer.mode !== "public" && viewer.mode !== "accountExternal") return;
  const term = cleanedTerm(asked.term);
  if (term === "") return;
  await trx
    .insertInto("searchQueries")
    .values({
      id: newId(),
      orgId,
      at: isoNow(now),
      productId,
      viewerKind: viewer.mode,
      term,
      results,
    })
    .execute();
  const name = EVENTS[asked.kind][results === 0 ? "nothing" : "found"];
  await recordVisitorEvent(write, { name, viewer, productId });
}

/** A question that found nothing, how often, and when last. */
export interface UnansweredQuestion {
  term: string;
  times: number;
  lastAt: string;
}

/** Days that staff are shown what found nothing of. */
const SHOWN_DAYS = 30;
/** As many questions as staff look through at once. */
const SHOWN_QUESTIONS = 20;

/** What found nothing in the last 30 days, the most frequent first. */
export async function unansweredQuestions(
  db: Reader,
  orgId: string,
  now: Date,
): Promise<UnansweredQuestion[]> {
  const since = isoNow(new Date(now.getTime() - SHOWN_DAYS * 86_400_000));
  return inOrg(db, orgId)
    .selectFrom("searchQueries")
    .select((eb) => [
      "term",
      eb.cast<number>(eb.fn.countAll(), "integer").as("times"),
      eb.fn.max("at").as("lastAt"),
    ])
    .where("at", ">=", since)
    .where("results", "=", 0)
    .groupBy("term")
    .orderBy("times", "desc")
    .orderBy("lastAt", "desc")
    .orderBy("term")
    .limit(SHOWN_QUESTIONS)
    .execute();
}
