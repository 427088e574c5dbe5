import { ASSURANCE } from "./assurance.ts";
import { COMPANY } from "./company.ts";
import { DATA } from "./data.ts";
import { ENGINEERING } from "./engineering.ts";
import { PEOPLE } from "./people.ts";
import type { Domain, RecordName, Verdict } from "./question.ts";

export const DOMAINS: readonly Domain[] = [
  ...ASSURANCE,
  ...ENGINEERING,
  ...DATA,
  ...PEOPLE,
  ...COMPANY,
];

/** `tune` may be looked at while the answers are improved; `measured` says whether they are better. */
export const HALVES = ["tune", "measured"] as const;
export type Half = (typeof HALVES)[number];

/** One question of the set; without records nothing answers it. */
export interface AskedQuestion {
  domain: string;
  half: Half;
  question: string;
  verdict: Verdict;
  records: readonly RecordName[];
  says: readonly string[];
  never: readonly string[];
}

/** The whole set; every second question of each domain is of the other half. */
export function allQuestions(): AskedQuestion[] {
  return DOMAINS.flatMap(({ id, answered, unanswered }) => {
    const rows = [
      ...answered.map(([question, verdict, records, says = []]) => ({
        question,
        verdict,
        records,
        says,
        never: [],
      })),
      ...unanswered.map((entry) => {
        const [question, never] = typeof entry === "string" ? [entry, []] : entry;
        return { question, verdict: null, records: [], says: [], never };
      }),
    ];
    return rows.map((row, n) => ({ domain: id, half: n % 2 === 0 ? "tune" : "measured", ...row }));
  });
}
