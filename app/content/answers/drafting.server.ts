import { searchSource } from "#content/search/asking.server.ts";
import { MAX_TERM } from "#model/search.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import type { Services } from "#platform/context.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { findPassages, leavingPassages } from "./asking.server.ts";
import type { Model } from "./model.server.ts";
import { draftInstructions, draftMessage, readDraft, type Draft } from "./rules/drafting.ts";

/** A draft with what it cites. */
export interface CitedDraft extends Omit<Draft, "sources"> {
  records: GatedRecord[];
}

/**
 * What a model drafts for a cell of a questionnaire, from what a scope's viewer may read and what may
 * leave.
 * @param allowed what the cell takes; null: any text
 * @returns null where nothing may leave, or the model says nothing that can be shown
 * @throws ModelFailed
 */
export async function draftFor(
  services: Pick<Services, "store" | "key">,
  { org, scope, model }: { org: Org; scope: PageScope; model: Model },
  question: string,
  allowed: readonly string[] | null,
): Promise<CitedDraft | null> {
  const found = await findPassages(searchSource(services), org, scope, question.slice(0, MAX_TERM));
  const { asked, passages, quotes, ranked } = found;
  const sent = leavingPassages(org, ranked, passages);
  if (sent.length === 0) return null;
  const said = await model.say(
    [
      { role: "system", content: draftInstructions(allowed) },
      { role: "user", content: draftMessage(asked.question, sent, allowed) },
    ],
    "drafts",
  );
  const [best] = quotes;
  const place = sent.findIndex(({ record }) => record === passages[best?.passage ?? -1]?.record);
  const verdict =
    best?.verdict === undefined || place < 0 ? null : { shortAnswer: best.verdict, place };
  const draft = readDraft(said, sent, asked, allowed, verdict);
  if (draft === null) return null;
  const { sources, ...rest } = draft;
  const records = new Map(
    sources.flatMap((one) => {
      const record = sent[one]?.record;
      return record === undefined ? [] : [[record.thing, record] as const];
    }),
  );
  return { ...rest, records: [...records.values()] };
}
