import type { RouterContextProvider } from "react-router";
import type { Org } from "../../../db/orgs.ts";
import type { Reader } from "../../../db/store.ts";
import { documentTexts } from "../../files/texts/stored-texts.ts";
import type { PageScope } from "../../../db/pages/scope.ts";
import { afterAnswerContext, doorContext, servicesContext } from "../../context.ts";
import type { Match } from "./matching.ts";
import { recordQuestion } from "./questions.server.ts";
import type { GatedRecord } from "./gates.ts";
import { searchPortal } from "./store.server.ts";

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
  const { store, key, limits, now, log } = context.get(servicesContext);
  const { term } = asked;
  const viewer = scopes[0]?.viewer;
  await limits.consume("search-network", context.get(doorContext).ip);
  if (viewer?.mode === "accountExternal") await limits.consume("search-member", viewer.member.id);
  const source = {
    store,
    textsOf: (db: Reader, orgId: string, hashes: readonly string[]) =>
      documentTexts(db, key, orgId, hashes),
  };
  const found = await Promise.all(scopes.map((scope) => searchPortal(source, org, scope, term)));
  if (asked.record && viewer !== undefined)
    context.get(afterAnswerContext).push(() => {
      const results = found.reduce((sum, matches) => sum + matches.length, 0);
      const productId = scopes[0]?.productId ?? "";
      store
        .write((trx) => recordQuestion(trx, org.id, { term, results, productId, viewer }, now()))
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          log.warn({ error: reason }, "a search could not be recorded");
        });
    });
  return found;
}
