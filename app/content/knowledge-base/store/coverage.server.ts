import { ANSWERED } from "#model/questionnaires.ts";
import type { Reader } from "#db/store.ts";
import { isoNow } from "#db/ids.ts";
import { inOrg } from "#db/tenant.ts";
import { mapInSlices } from "#db/pace.ts";
import { FAQ_LIMITS } from "../forms/faq-fields.ts";

/** How many answers there are of something, and how many of them are made of the library. */
export interface Share {
  name: string;
  answered: number;
  fromLibrary: number;
}

/** A question that was answered without the library. */
export interface Gap {
  question: string;
  times: number;
  lastAt: string;
}

/** What was answered in questionnaires since a moment, and what of it the library said. */
export interface Coverage {
  /** The latest month first, as YYYY-MM. */
  months: Share[];
  /** Those with most answers first. */
  sections: Share[];
}

/** So many answers are counted, the latest first, and so many sections are told. */
const MOST_ANSWERS = 50_000;
const MOST_SECTIONS = 50;

/** The share of answers that FAQ entries and controls gave, by month and by section. */
export async function coverageSince(db: Reader, orgId: string, since: string): Promise<Coverage> {
  const rows = await inOrg(db, orgId)
    .selectFrom("questionnaireRows")
    .select(["section", "changedAt", "usedEntryId", "usedControlId"])
    .where("state", "in", ANSWERED)
    .where("changedAt", ">=", since)
    .orderBy("changedAt", "desc")
    .limit(MOST_ANSWERS)
    .execute();
  const months = new Map<string, Share>();
  const sections = new Map<string, Share>();
  await mapInSlices(rows, ({ section, changedAt, usedEntryId, usedControlId }) => {
    const isCovered = usedEntryId !== null || usedControlId !== null;
    count(months, (changedAt ?? "").slice(0, 7), isCovered);
    count(sections, section.trim(), isCovered);
  });
  return {
    months: [...months.values()],
    sections: [...sections.values()]
      .sort((a, b) => b.answered - a.answered || (a.name < b.name ? -1 : 1))
      .slice(0, MOST_SECTIONS),
  };
}

function count(shares: Map<string, Share>, name: string, isCovered: boolean): void {
  const share = shares.get(name) ?? { name, answered: 0, fromLibrary: 0 };
  shares.set(name, share);
  share.answered += 1;
  if (isCovered) share.fromLibrary += 1;
}

/** Days that staff are shown the gaps of. */
const GAP_DAYS = 90;
/** So many answers are looked through, the latest first, and so many gaps are told. */
const MOST_LOOKED = 2_000;
const MOST_GAPS = 20;

/** What was answered without the library in the last 90 days, asked most often first. */
export async function gapsOf(db: Reader, orgId: string, now: Date): Promise<Gap[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("questionnaireRows")
    .select(["question", "questionKey", "changedAt"])
    .where("state", "in", ANSWERED)
    .where("usedEntryId", "is", null)
    .where("usedControlId", "is", null)
    .where("keptEntryId", "is", null)
    .where("changedAt", ">=", isoNow(new Date(now.getTime() - GAP_DAYS * 86_400_000)))
    .orderBy("changedAt", "desc")
    .orderBy("questionKey")
    .limit(MOST_LOOKED)
    .execute();
  const gaps = new Map<string, Gap>();
  for (const { questionKey, changedAt, ...row } of rows) {
    const known = gaps.get(questionKey);
    const question = row.question.slice(0, FAQ_LIMITS.question.max);
    if (known === undefined) gaps.set(questionKey, { question, times: 1, lastAt: changedAt ?? "" });
    else known.times += 1;
  }
  const told = [...gaps.values()].sort((a, b) => b.times - a.times).slice(0, 2 * MOST_GAPS);
  if (told.length === 0) return [];
  // What has an entry since is no gap anymore.
  const entries = await inOrg(db, orgId)
    .selectFrom("faqEntries")
    .select("question")
    .where(
      "question",
      "in",
      told.map(({ question }) => question),
    )
    .execute();
  const closed = new Set(entries.map(({ question }) => question));
  return told.filter(({ question }) => !closed.has(question)).slice(0, MOST_GAPS);
}
