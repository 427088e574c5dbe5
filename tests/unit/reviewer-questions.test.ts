import { describe, expect, test } from "vitest";
import { ANSWERED, UNANSWERED } from "../answer-questions.ts";
import { namedRecords, readDemo, recordsFor } from "../reviewer-questions/demo-records.ts";
import { gradeOf, isCandidate } from "../reviewer-questions/grading.ts";
import {
  allQuestions,
  DOMAINS,
  FRESH_DOMAINS,
  KNOWN_DOMAINS,
  type AskedQuestion,
} from "../reviewer-questions/index.ts";
import { SEARCH_QUESTIONS } from "../search-questions.ts";

const MOST_APART = 0.15;
const MOST_SHARED = 0.5;

/** Words that nearly every question has, and that make no two of them alike. */
const COMMON = new Set(
  (
    "a about all an and any are as at be been by can could do does each every for from had has have " +
    "how if in is it may my not of on one or our so that the their them they this to up us was we " +
    "were what when where which who whom whose will with would you your yours yourselves"
  ).split(" "),
);

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const tellingWords = (text: string) =>
  new Set(
    plain(text)
      .split(" ")
      .filter((word) => !COMMON.has(word)),
  );

/** The share of two questions' words that both of them have. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((word) => other.has(word)).length;
  return both / Math.max(one.size + other.size - both, 1);
}

describe("the questions of reviewers", () => {
  const questions = allQuestions();
  const demo = readDemo();
  const tuned = [
    ...ANSWERED.map(([question]) => question),
    ...UNANSWERED,
    ...SEARCH_QUESTIONS.map(([question]) => question),
  ];

  test.each([
    ["older", 320, DOMAINS],
    ["known", 160, KNOWN_DOMAINS],
    ["fresh", 300, FRESH_DOMAINS],
  ] as const)(
    "the %s are at least %i, a third of them without an answer, in each domain both",
    (_name, fewest, domains) => {
      const none = domains.flatMap(({ unanswered }) => unanswered).length;
      const all = none + domains.flatMap(({ answered }) => answered).length;
      expect(all).toBeGreaterThanOrEqual(fewest);
      expect(none).toBeGreaterThanOrEqual(all / 3);
      expect(domains.map(({ id }) => id)).toEqual(DOMAINS.map(({ id }) => id));
      expect(
        domains.filter(({ answered, unanswered }) => !answered.length || !unanswered.length),
      ).toEqual([]);
    },
  );

  test("are, where limits are chosen by them, of 150 records at least, and a quarter has no answer", () => {
    const own = questions.filter(({ part }) => part === "train");
    const records = new Set(own.flatMap((one) => namedRecords(one.records)));
    const none = own.filter((one) => one.records.length === 0);
    expect(records.size).toBeGreaterThanOrEqual(150);
    expect(none.length).toBeGreaterThanOrEqual(own.length / 4);
  });

  test("are each asked once, and none is one that the answers or the search are tuned by", () => {
    const plainTuned = new Set(tuned.map(plain));
    const own = questions.map(({ question }) => plain(question));
    expect(own.filter((text, place) => own.indexOf(text) !== place)).toEqual([]);
    expect(own.filter((text) => plainTuned.has(text))).toEqual([]);
  });

  test("are, where they are fresh, none of the others in nearly the same words", () => {
    const isFresh = ({ part }: AskedQuestion) => part === "fresh";
    const others = [
      ...questions.filter((one) => !isFresh(one)).map(({ question }) => question),
      ...tuned,
    ].map((text) => ({ text, words: tellingWords(text) }));
    const copies = questions.filter(isFresh).flatMap(({ question }) => {
      const words = tellingWords(question);
      return others
        .filter((other) => shared(words, other.words) > MOST_SHARED)
        .map(({ text }) => `${question} / ${text}`);
    });
    expect(copies).toEqual([]);
  });

  test("name records that the demo has", () => {
    const missing = questions.flatMap(({ question, records }) =>
      namedRecords(records)
        .filter((name) => !demo.audiences.has(name))
        .map((name) => `${question}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test("are cut, the older ones, into two halves of a size, with as many that nothing answers", () => {
    const halves = (["tune", "seen"] as const).map((part) =>
      questions.filter((one) => one.part === part),
    );
    const none = halves.map((half) => half.filter(({ records }) => records.length === 0));
    for (const [tune, seen] of [halves, none])
      expect(Math.abs((tune?.length ?? 0) / (seen?.length ?? 1) - 1)).toBeLessThan(MOST_APART);
  });

  test("are answered by nothing of a hidden card, however public its items are", () => {
    const hidden = [...demo.audiences.keys()].filter((name) =>
      name.startsWith("item:AssetManagement."),
    );
    expect(hidden.length).toBeGreaterThanOrEqual(5);
    for (const viewer of ["public", "member"] as const)
      expect(recordsFor(demo, viewer, hidden)).toEqual([]);
  });

  test("are answered for the public by fewer records than for a member, and never by staff's", () => {
    const names = [
      "faq:sso",
      "faq:exit-plan",
      "faq:internal-fedramp",
      "item:Reports.soc2",
    ] as const;
    expect(recordsFor(demo, "public", names)).toEqual(["faq:sso"]);
    expect(recordsFor(demo, "member", names)).toEqual([
      "faq:sso",
      "faq:exit-plan",
      "item:Reports.soc2",
    ]);
  });
});

describe("an answer", () => {
  const demo = readDemo();
  const asked: AskedQuestion = {
    domain: "IAM",
    part: "tune",
    question: "is SAML only in the enterprise plan",
    verdict: "no",
    records: ["faq:sso", "item:Reports.soc2"],
    says: [],
    never: ["secret"],
  };
  const grade = (answer: string | null, more: Partial<AskedQuestion> = {}, title = "") =>
    gradeOf(demo, "public", { ...asked, ...more }, { answer, title, sources: ["faq:sso", null] });

  test("is right by its first source, or by its words where some are named", () => {
    expect(grade("In every plan.")).toBe("right");
    expect(grade("In every plan.", { records: ["faq:dpa"] })).toBe("wrong");
    expect(grade("In  Every plan.", { says: ["every plan"] })).toBe("right");
    expect(grade("At sign-in.", { says: ["every plan"] })).toBe("wrong");
    expect(grade("At sign-in.", { says: ["every plan"] }, "SSO in every plan")).toBe("right");
  });

  test("is wrong with the other verdict, and with words that it must not have", () => {
    expect(grade("Yes. In one plan.")).toBe("wrong");
    expect(grade("No. In every plan.")).toBe("right");
    expect(grade("Noted in every plan.", { verdict: "yes" })).toBe("right");
    expect(grade("A secret in every plan.")).toBe("wrong");
  });

  test("is a guess where this viewer may read nothing that answers, and silence is right there", () => {
    expect(grade("In every plan.", { records: ["item:Reports.soc2"] })).toBe("guessed");
    expect(grade(null, { records: ["item:Reports.soc2"] })).toBe("silent");
    expect(grade(null)).toBe("missed");
  });

  test("has a candidate among the first five alone", () => {
    expect(isCandidate(demo, "public", asked, [null, "faq:dpa", "faq:sso"])).toBe(true);
    expect(isCandidate(demo, "public", asked, [null, null, null, null, null, "faq:sso"])).toBe(
      false,
    );
  });
});
