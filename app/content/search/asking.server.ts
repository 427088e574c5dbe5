import type { RouterContextProvider } from "react-router";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Reader } from "#db/store.ts";
import { documentTexts } from "#content/documents/texts/stored-texts.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { afterAnswerContext, servicesContext, type Services } from "#platform/context.ts";
import { countSearch } from "#web/search/counting.server.ts";
import type { Match } from "#model/search/scoring.ts";
import { errorWords } from "#values/error-words.ts";
import { recordQuestion } from "./store/questions.server.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import { searchPortal } from "./store/search.server.ts";

/** What an index is made from: the store, and what its files say. */
export function searchSource({ store, key }: Pick<Services, "store" | "key">) {
  return {
    store,
    textsOf: (db: Reader, orgId: string, hashes: readonly string[]) =>
      documentTexts(db, key, orgId, hashes),
  };
}

/** Writes down what was asked once the answer was handed over; what fails is logged. */
export function recordAfterAnswer(
  context: Readonly<RouterContextProvider>,
  org: Org,
  asked: Parameters<typeof recordQuestion>[1],
): void {
  const { store, now, log } = context.get(servicesContext);
  context.get(afterAnswerContext).push(() => {
    store
      .write((trx) => recordQuestion({ trx, orgId: org.id, now: now() }, asked))
      .catch((error: unknown) => {
        const reason = errorWords(error);
        log.warn({ error: reason }, "a question could not be recorded");
      });
  });
}

/**
 * Asks in a visitor's place: counted against the limits first, and written down after the answer.
 * @param asked.record whether this is the question itself and not another page of its answer
 * @throws TooManyRequests over 120 questions a minute and network, or 60 of one member
 */
export async function ask(
  context: Readonly<RouterContextProvider>,
  org: Org,
  scopes: readonly PageScope[],
  asked: { term: string; record: boolean },
): Promise<Match<GatedRecord>[][]> {
  const services = context.get(servicesContext);
  const { term } = asked;
  const viewer = scopes[0]?.viewer;
  await countSearch(context, viewer);
  const source = searchSource(services);
  const found = await Promise.all(scopes.map((scope) => searchPortal(source, org, scope, term)));
  if (asked.record && viewer !== undefined) {
    const results = found.reduce((sum, matches) => sum + matches.length, 0);
    const productId = scopes[0]?.productId ?? "";
    recordAfterAnswer(context, org, { term, results, productId, viewer, kind: "search" });
  }
  return found;
}
