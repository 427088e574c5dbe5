import { ASSURANCE } from "./assurance.ts";
import { COMPANY } from "./company.ts";
import { DATA } from "./data.ts";
import { ENGINEERING } from "./engineering.ts";
import { FRESH_ASSURANCE } from "./fresh/assurance.ts";
import { FRESH_COMPANY } from "./fresh/company.ts";
import { FRESH_DATA } from "./fresh/data.ts";
import { FRESH_ENGINEERING } from "./fresh/engineering.ts";
import { FRESH_PEOPLE } from "./fresh/people.ts";
import { KNOWN_ASSURANCE } from "./known/assurance.ts";
import { KNOWN_COMPANY } from "./known/company.ts";
import { KNOWN_DATA } from "./known/data.ts";
import { KNOWN_ENGINEERING } from "./known/engineering.ts";
import { KNOWN_PEOPLE } from "./known/people.ts";
import { PEOPLE } from "./people.ts";
import type { Domain, RecordName, Verdict } from "./question.ts";
import { TRAIN_DOMAINS } from "./train/index.ts";

export const DOMAINS: readonly Domain[] = [
  ...ASSURANCE,
  ...ENGINEERING,
  ...DATA,
  ...PEOPLE,
  ...COMPANY,
];

/** These were fresh until their wrong answers were read. */
export const KNOWN_DOMAINS: readonly Domain[] = [
  ...KNOWN_ASSURANCE,
  ...KNOWN_ENGINEERING,
  ...KNOWN_DATA,
  ...KNOWN_PEOPLE,
  ...KNOWN_COMPANY,
];

/** Asked after the others were seen; nobody who improves the answers has read them. */
export const FRESH_DOMAINS: readonly Domain[] = [
  ...FRESH_ASSURANCE,
  ...FRESH_ENGINEERING,
  ...FRESH_DATA,
  ...FRESH_PEOPLE,
  ...FRESH_COMPANY,
];

/**
 * `tune` may be looked at while the answers are improved. `seen` was kept from those who improve them and has been
 * looked at once since. `train` was written to choose limits with. `known` was `fresh` until its wrong answers were
 * read. `fresh` says whether the answers are better.
 */
export const PARTS = ["tune", "seen", "train", "known", "fresh"] as const;
export type Part = (typeof PARTS)[number];

/** One question of the set; without records nothing answers it. */
export interface AskedQuestion {
  domain: string;
  part: Part;
  question: string;
  verdict: Verdict;
  records: readonly RecordName[];
  says: readonly string[];
  never: readonly string[];
}

/** The whole set. Of the older questions, every second one of each domain is `seen`. */
export function allQuestions(): AskedQuestion[] {
  return [
    ...questionsOf(DOMAINS, (n) => (n % 2 === 0 ? "tune" : "seen")),
    ...questionsOf(TRAIN_DOMAINS, () => "train"),
    ...questionsOf(KNOWN_DOMAINS, () => "known"),
    ...questionsOf(FRESH_DOMAINS, () => "fresh"),
  ];
}

function questionsOf(domains: readonly Domain[], partOf: (place: number) => Part): AskedQuestion[] {
  return domains.flatMap(({ id, answered, unanswered }) => {
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
    return rows.map((row, place) => ({ domain: id, part: partOf(place), ...row }));
  });
}
