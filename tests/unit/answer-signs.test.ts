import { describe, expect, test } from "vitest";
import { quotesFor } from "#content/answers/finding.ts";
import { rankedQuotes } from "#content/answers/rules/answering.ts";
import { askedOf } from "#content/answers/rules/asked.ts";
import type { Passage, Quote } from "#content/answers/rules/quoting.ts";
import { inSlices } from "#db/pace.ts";
import { CARD_TITLES } from "#model/cards/kinds.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import { SearchIndex } from "#model/search/matching.ts";
import { clausesOf, Synonyms } from "#model/search/synonyms.ts";
import { atOnce } from "#model/search/words.ts";

/** What a text must have beside a question’s words, and which two signs must agree. */

const SYNONYMS = new Synonyms([
  ["recovery point objective", "recovery point"],
  ["bop", "bill of parts"],
  ["terraform", "infrastructure as code"],
]);

async function best(question: string, passage: Passage): Promise<Quote | null> {
  const asked = askedOf(question, clausesOf(question, SYNONYMS));
  const [first] = await inSlices(rankedQuotes(asked, [passage]));
  return first ?? null;
}

async function quoted(question: string, passage: Passage): Promise<string | null> {
  return (await best(question, passage))?.text ?? null;
}

const item = (title: string, text: string, card = "Card"): Passage => ({
  type: "trust center content",
  heading: `${card} - ${title}`,
  card,
  text,
});
const entry = (heading: string, text: string): Passage => ({
  type: "knowledge base",
  heading,
  text,
});

const TRAINING = item("Security Training", "Everyone is trained in security, yearly.");
const PASSWORDS = item("Password Security", "Passwords of staff have 14 characters.");
const BREACHES = item(
  "Breach Notification",
  "Affected customers hear of a confirmed breach from us within 24 hours.",
);
const REGIONS = item("Data Residency", "Data is stored in EU Central or US East, as chosen.");
const REPORT = item("SOC 2 Report", "The SOC 2 report is of this year.");
const TARGETS = entry(
  "What are your recovery time and recovery point objectives?",
  "8 hours and 1 hour. Both are tested.",
);
const HISTORY: Passage = {
  ...entry("Have you had a breach of data?", "No. The history of outages is public."),
  shortAnswer: "no",
};
const TRAINED: Passage = {
  ...entry("Do you use our data to train models?", "No. Nobody trains models with it."),
  shortAnswer: "no",
};

describe("nothing is quoted", () => {
  test.each([
    [
      "to what was ever done",
      "Have you ever missed a recovery point?",
      item("Recovery Point", "At most 1 hour of data is lost."),
    ],
    [
      "to what is the same elsewhere",
      "Do you have the same contract terms with suppliers?",
      item("Suppliers", "Contracts with suppliers carry our terms."),
    ],
    [
      "to what the asker’s people have",
      "What are the password security rules for our users?",
      PASSWORDS,
    ],
    ["to what customers are offered", "Do you provide security training to customers?", TRAINING],
    ["to what its asker must do", "How soon must we tell you of a confirmed breach?", BREACHES],
    ["to which country, for a provider’s region", "In which countries is data stored?", REGIONS],
    ["to a type of report that it doesn’t name", "Do you have a SOC 2 Type II report?", REPORT],
    ["of two numbers without their labels", "What is your recovery point objective?", TARGETS],
    [
      "that says something else without its no",
      "Have you ever been hit by a breach of data?",
      HISTORY,
    ],
    [
      "to what happens then, where nothing asks it",
      "What happens if we object to a region?",
      entry("Which region may we object to?", "You may object to each region."),
    ],
  ])("%s: %s", async (_why, question, passage) => {
    expect(await quoted(question, passage)).toBeNull();
  });
});

describe("it is quoted", () => {
  test.each([
    [
      "when the staff’s rules are asked",
      "What are the password security rules for staff?",
      PASSWORDS,
      "14 characters",
    ],
    [
      "when the product’s are asked",
      "What are the password security rules for our users?",
      item(
        "Password Security",
        "At least 12 characters, as administrators set.",
        CARD_TITLES.ProductFeatures,
      ),
      "12 characters",
    ],
    [
      "when it tells its asker",
      "How soon do you tell us of a confirmed breach?",
      BREACHES,
      "24 hours",
    ],
    [
      "when it names a country",
      "In which countries is data stored?",
      item("Data Residency", "Data is stored in Germany and Ireland."),
      "Germany",
    ],
    [
      "when it names the type",
      "Do you have a SOC 2 Type II report?",
      item("SOC 2 Report", "The SOC 2 Type II report is of this year."),
      "Type II",
    ],
    [
      "when both numbers are asked",
      "What are your recovery time and recovery point objectives?",
      TARGETS,
      "8 hours and 1 hour",
    ],
    ["when it denies by itself", "Is our data used to train models?", TRAINED, "Nobody trains"],
  ])("%s: %s", async (_when, question, passage, text) => {
    expect(await quoted(question, passage)).toContain(text);
  });
});

describe("what has a question’s words is quoted where it is also the nearest", () => {
  const record = (uid: string, title: string, explanation: string): GatedRecord => ({
    id: uid,
    thing: uid,
    type: "trust center content",
    title: `Card - ${title}`,
    explanation,
    productId: null,
    target: { kind: "item", uid, slug: uid },
    metadata: { cardTitle: "Card", explanation },
    gate: { by: "item", uid },
  });
  const sources = (question: string, records: readonly GatedRecord[]) => {
    const index = new SearchIndex<GatedRecord>();
    for (const one of records) index.put(one);
    const { quotes, passages } = atOnce(quotesFor(index, question, new Set(), () => "open"));
    return quotes.map(({ passage }) => passages[passage]?.record.thing);
  };
  const keys = record("keys", "Keys", "Databases and backups are encrypted.");
  const titled = record("titled", "Encrypted Backups", "Since 2024.");

  test("and not where another title is nearer", () => {
    expect(sources("Are backups encrypted?", [keys])).toEqual(["keys"]);
    expect(sources("Are backups encrypted?", [keys, titled])).toEqual([]);
  });

  test("and so is a title that is another term for what is asked: one word leads elsewhere", async () => {
    const bill = item("Bill of Parts", "Made by each build.");
    expect(await best("Do you have a BOP?", bill)).toMatchObject({ isByWords: true });
    const code = item("Infrastructure as Code", "Described in files, all of it.");
    expect(await best("Is there a Terraform provider?", code)).toBeNull();
  });

  test("but a number that is asked for is a sign of its own", () => {
    const logs = record("siem", "Log Streaming", "Logs are streamed, and kept for 400 days.");
    const other = record("logs", "Logs Kept", "Write-once storage, far from production.");
    expect(sources("How long are logs kept?", [logs, other])).toContain("siem");
  });
});
