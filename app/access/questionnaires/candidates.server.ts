import type { RouterContextProvider } from "react-router";
import type { StaffInOrg } from "#auth/current-staff.ts";
import { findPassages } from "#content/answers/asking.server.ts";
import { helpfulFor } from "#content/answers/finding.ts";
import { searchSource } from "#content/search/asking.server.ts";
import { inSlices } from "#db/pace.ts";
import { MAX_TERM } from "#model/search.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import type { ShortAnswer } from "#model/short-answers.ts";
import { servicesContext } from "#platform/context.ts";
import { seenEntries } from "#visibility/store/faq.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { plainTexts } from "./matching.server.ts";
import { scopeOf, type About } from "./reading.server.ts";

/** Something that may help with a question: it is read by whoever answers, and never an answer. */
export interface Candidate {
  id: string;
  title: string;
  type: string;
  text: string;
  shortAnswer: ShortAnswer | null;
}

const MOST = 5;
/** How much of a text is shown. */
const SHOWN = 2_000;

/**
 * What the questionnaire's account may read that may help with a question, the best first; never the
 * text of a file.
 */
export async function candidatesFor(
  context: Readonly<RouterContextProvider>,
  staff: Pick<StaffInOrg, "org" | "session">,
  about: About,
  question: string,
): Promise<Candidate[]> {
  const scope = await scopeOf(context, staff, about);
  const source = searchSource(context.get(servicesContext));
  const asked = question.slice(0, MAX_TERM);
  const found = await findPassages(source, staff.org, scope, asked);
  const helpful = await inSlices(helpfulFor(found.index, found, found.accessOf));
  const records = [
    ...found.quotes.flatMap(({ passage }) => found.passages[passage]?.record ?? []),
    ...helpful,
  ];
  const things = new Map<string, GatedRecord>();
  for (const record of records) if (!things.has(record.thing)) things.set(record.thing, record);
  const best = [...things.values()].slice(0, MOST);
  const lines = await linesOf(scope, best);
  return best.map((record) => ({
    id: record.thing,
    title: record.title,
    type: record.type,
    text: (lines.get(record.thing) ?? textOf(record)).slice(0, SHOWN),
    shortAnswer: record.metadata.shortAnswer ?? null,
  }));
}

/** What entries of the FAQ say, line by line: the search has each of their texts in one line. */
async function linesOf(
  scope: PageScope,
  records: readonly GatedRecord[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map(
    records.flatMap(({ thing, target }) =>
      target?.kind === "question" ? [[target.entryId, thing] as const] : [],
    ),
  );
  if (found.size === 0) return new Map();
  const entries = (await seenEntries(scope)).filter(({ id }) => found.has(id));
  const texts = entries.flatMap(({ answer, comment }) => [answer, comment ?? ""]);
  const plain = await plainTexts(scope.db, scope.org.id, texts.filter(Boolean));
  return new Map(
    entries.map(({ id, answer, comment }) => [
      found.get(id) ?? id,
      [plain.get(answer), plain.get(comment ?? "")].filter(Boolean).join("\n\n"),
    ]),
  );
}

/** What a record says; of a file its name alone, since its text is quoted by people only. */
function textOf({ type, explanation = "", text = "" }: GatedRecord): string {
  if (type === "documents") return "";
  return [explanation, text].filter((part) => part !== "").join("\n");
}
