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
  return [...things.values()].slice(0, MOST).map((record) => ({
    id: record.thing,
    title: record.title,
    type: record.type,
    text: textOf(record).slice(0, SHOWN),
    shortAnswer: record.metadata.shortAnswer ?? null,
  }));
}

/** What a record says; of a file its name alone, since its text is quoted by people only. */
function textOf({ type, explanation = "", text = "" }: GatedRecord): string {
  if (type === "documents") return "";
  return [explanation, text].filter((part) => part !== "").join("\n");
}
