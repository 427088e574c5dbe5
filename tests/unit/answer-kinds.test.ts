import { describe, expect, test } from "vitest";
import { rankedQuotes } from "#content/answers/rules/answering.ts";
import { askedOf } from "#content/answers/rules/asked.ts";
import { askedFor } from "#content/answers/rules/kinds.ts";
import { isProse, isSaid } from "#content/answers/rules/prose.ts";
import type { Passage } from "#content/answers/rules/quoting.ts";
import { withoutVerdict } from "#content/answers/rules/verdicts.ts";
import { inSlices } from "#db/pace.ts";
import { clausesOf, Synonyms } from "#model/search/synonyms.ts";

const SYNONYMS = new Synonyms([["subprocessor", "third party", "supplier"]]);

/** What is quoted to a question from one text alone; null for nothing. */
async function quoted(question: string, passage: Passage): Promise<string | null> {
  const asked = askedOf(question, clausesOf(question, SYNONYMS), new Set(["acme", "cloud"]));
  const [best] = await inSlices(rankedQuotes(asked, [passage]));
  return best?.text ?? null;
}

const item = (title: string, text: string, details?: string): Passage => ({
  type: "trust center content",
  heading: `Card - ${title}`,
  card: "Card",
  text,
  ...(details === undefined ? {} : { details }),
});
const entry = (heading: string, text: string, shortAnswer?: Passage["shortAnswer"]): Passage => ({
  type: "knowledge base",
  heading,
  text,
  ...(shortAnswer === undefined ? {} : { shortAnswer }),
});
const file = (text: string): Passage => ({ type: "documents", heading: "Badges.pdf", text });

test.each([
  ["Who audits you?", "who"],
  ["Which firm issues the opinion?", "who"],
  ["Where do you keep backups?", "where"],
  ["In which city are backups kept?", "where"],
  ["How often are badges checked?", "rate"],
  ["Since when have you been certified?", "date"],
  ["When was the last test?", "date"],
  ["For how long do you keep logs?", "duration"],
  ["Which period does the badge audit cover?", "period"],
  ["What time period is audited?", "period"],
  ["Within how many hours do you tell us?", "duration"],
  ["How many levels are there?", "count"],
  ["Which cipher do you use?", "thing"],
  ["What happens if a badge is lost?", "way"],
  ["Is there a badge?", "yesno"],
  ["Why badges?", "reason"],
  ["Wie oft werden Ausweise geprüft?", "rate"],
  ["Seit wann gibt es Ausweise?", "date"],
  ["Wie lange sind Ausweise gültig?", "duration"],
  ["Wie viele Ausweise gibt es?", "count"],
  ["Wer prüft die Ausweise?", "who"],
  ["Wo werden Ausweise gedruckt?", "where"],
  ["Sind Ausweise verschlüsselt?", "yesno"],
  ["À quelle fréquence sont vérifiés les badges ?", "rate"],
  ["Combien de temps gardez-vous les badges ?", "duration"],
  ["Où sont imprimés les badges ?", "where"],
  ["Avez-vous des badges ?", "yesno"],
  ["¿Cada cuánto se revisan las tarjetas?", "rate"],
  ["¿Dónde se imprimen las tarjetas?", "where"],
  ["¿Cuántas tarjetas hay?", "count"],
])("%s asks for one kind of answer", (question, kind) => {
  expect(askedFor(question).kinds).toEqual([kind]);
});

test("a question with two halves asks for both", () => {
  expect(askedFor("Do you carry insurance, and for how much?").kinds).toEqual(["yesno", "count"]);
});

describe("a sentence of the kind that is asked for answers", () => {
  test.each([
    [
      "Who issues the badge opinion?",
      item("Badge Opinion", "The badge opinion is issued by Meridian Assurance."),
      "Meridian",
    ],
    ["Where are badge backups?", item("Badge Backups", "Badge backups stand in Dublin."), "Dublin"],
    [
      "How often are badge rules reviewed?",
      item("Badge Rules", "Badge rules are reviewed twice a year."),
      "twice",
    ],
    [
      "How often are badge reviews done?",
      item("Badge Reviews", "By the owners.", "Every quarter"),
      "Card - Badge Reviews. Every quarter",
    ],
    [
      "How long are badge logs kept?",
      item("Badge Logs", "Badge logs are kept for 400 days."),
      "400 days",
    ],
    [
      "Since when is the badge office certified?",
      item("Badge Office", "The badge office is certified since 2019."),
      "2019",
    ],
    [
      "Which period does the badge audit cover?",
      item("Badge Audit Period", "The badge audit covers January 2025 to June 2026."),
      "January 2025",
    ],
    [
      "Which vendor scans the badges?",
      item("Badge Scans", "Vendor of badge scans: Northlight"),
      "Northlight",
    ],
    [
      "Does every badge have a photo?",
      item("Badge Photo", "Every badge has a photo and a number."),
      "photo",
    ],
    [
      "How soon are badge flaws repaired?",
      item("Badge Weaknesses", "Badge weaknesses are repaired within 3 days."),
      "3 days",
    ],
    [
      "How often are badge keys changed?",
      item("Badge Keys", "They are held in a safe. Each is changed every month."),
      "Each is changed every month.",
    ],
    [
      "Wie lange werden Protokolle aufbewahrt?",
      item("Protokollierung", "Protokolle werden 400 Tage aufbewahrt."),
      "400 Tage",
    ],
    [
      "Wie oft werden Mitarbeiter geschult?",
      item("Schulung", "Alle Mitarbeiter werden einmal im Jahr geschult."),
      "einmal im Jahr",
    ],
    [
      "Wo werden Backups aufbewahrt?",
      item("Backups", "Backups werden in Wien aufbewahrt."),
      "Wien",
    ],
    [
      "¿Cuánto tiempo se guardan las copias?",
      item("Copias", "Las copias se guardan 35 días."),
      "35 días",
    ],
    [
      "Were badge offices closed?",
      {
        type: "trust center updates",
        heading: "Closed badge offices",
        text: "Two badge offices were closed for a day.",
      },
      "Two badge offices were closed for a day.",
    ],
  ] satisfies [string, Passage, string][])("%s", async (question, passage, text) => {
    expect(await quoted(question, passage)).toContain(text);
  });
});

describe("nothing is quoted", () => {
  test.each([
    [
      "that counts things of another kind",
      "How many manual badge checks do you run?",
      item("Badge Checks", "You see 41,000 automated badge checks run on each day."),
    ],
    [
      "of a supplier to what the company does",
      "Are badge copies sealed?",
      {
        type: "facts",
        heading: "Northlight is a subprocessor in Germany: Storage of sealed badge copies",
        text: "",
      },
    ],
    [
      "that may be to what the last one was",
      "How long did the last badge outage take?",
      item("Badge Outage", "A badge outage takes 3 hours at most."),
    ],
    [
      "that names nobody to who did the last one",
      "Who carried out the last badge test?",
      item("Badge Test", "A team of ours carried out each badge test."),
    ],
    [
      "that has another number to what something costs",
      "How much do you spend on badges?",
      item("Badge Suppliers", "They stand for 94% of what we spend on badges."),
    ],
    [
      "of what is done to what makes sure of it",
      "Do you verify that badges are returned?",
      item("Badges", "Badges are returned on the last day."),
    ],
    [
      "that names no system to 'which operating system'",
      "Which operating systems do badge printers run?",
      item("Badge Printers", "Operating systems of badge printers run behind a wall."),
    ],
    [
      "of what is lost otherwise to what happens then",
      "What happens when a visitor loses a badge?",
      item("Badge Loss Prevention", "Live for the badge of each visitor who stays."),
    ],
    [
      "that leaves out what it costs",
      "Are badge photos sealed in vaults of stone for a fee?",
      item("Badge Photos", "Badge photos are sealed in vaults of stone."),
    ],
    [
      "that counts what it should name",
      "Which badges are rated high?",
      item("Badge Ratings", "There are 61 badges, rated by us, four of them high."),
    ],
    [
      "of what the asker may do to what employees do",
      "Are badge tests performed by your own employees?",
      entry("May we run our own badge tests?", "Yes, with notice. Employees of ours watch."),
    ],
    [
      "that names no place to 'wo'",
      "Wo werden Backups aufbewahrt?",
      item("Backups", "Backups werden täglich erstellt und 35 Tage in Sicherheit aufbewahrt."),
    ],
    [
      "that names no place to 'dónde'",
      "¿Dónde se guardan las copias?",
      item("Copias", "Las copias se guardan 35 días."),
    ],
    [
      "that denies nothing to 'keine'",
      "Welche Ausweise haben keine Fotos?",
      item("Ausweise", "Alle Ausweise haben Fotos."),
    ],
    [
      "of news to what asks how it is",
      "Are badge offices open?",
      {
        type: "trust center updates",
        heading: "Badge offices are open",
        text: "They open at six.",
      },
    ],
    [
      "of a file whose sentence says something else in its other half",
      "Is there a badge guard for visitors?",
      file("We keep a badge for visitors who come to the house; a guard stands at the gate."),
    ],
    [
      "that names nobody to 'who'",
      "Who certified your badge system?",
      item("Badge System", "The certified badge system covers design and operation."),
    ],
    [
      "of the company's own names to 'who'",
      "Who certified the badge system?",
      item("Badge System", "The certified badge system covers all of Acme Cloud."),
    ],
    [
      "that names no place to 'where'",
      "Where are badge backups?",
      item("Badge Backups", "Badge backups are encrypted."),
    ],
    [
      "that is only a capital behind a label to 'which vendor'",
      "Which vendor scans the badges?",
      item("Badge Scans", "Vendor of badge scans: Large badge vendor"),
    ],
    [
      "of a year since when to 'which period'",
      "Which period does the badge audit cover?",
      item("Badge Audit Period", "The badge audit covers all offices every year since 2019."),
    ],
    [
      "of some of them to 'each'",
      "Does each badge have a photo?",
      item("Badge Photo", "In the Enterprise plan a badge has a photo."),
    ],
    [
      "without a rate to 'how often'",
      "How often are badge keys changed?",
      item("Badge Keys", "Badge keys are changed by the customer."),
    ],
    [
      "of how often it is looked after to how often it is changed",
      "How often are badge keys changed?",
      item("Badge Keys", "By the owners.", "Every quarter"),
    ],
    [
      "of places to 'who certified'",
      "Who certified the badge office?",
      item(
        "Badge Office",
        "Certified, with the offices in Berlin, Austin and Melbourne, for staff.",
      ),
    ],
    [
      "of a number that counts something else",
      "How many badge servers do you run?",
      item("Badge Servers", "Badge servers run in three regions."),
    ],
    [
      "of a fact's own name to what goes by another",
      "Which algorithm protects badge archives?",
      { type: "facts", heading: "Inkmere is a subprocessor: Protects badge archives", text: "" },
    ],
    [
      "without a time to 'how long'",
      "How long are badge logs kept?",
      item("Badge Logs", "Badge logs are kept as JSON."),
    ],
    [
      "without a date to 'since when'",
      "Since when are badge audits done?",
      item("Badge Audits", "Badge audits are done by Meridian."),
    ],
    [
      "with a standard's year to 'since when'",
      "Since when is the badge office certified?",
      item("Badge Office", "The badge office is certified to ISO 27001:2022."),
    ],
    [
      "of an item's recurrence to 'in the last year?'",
      "Was there a badge audit finding in the last year?",
      item("Badge Audit", "Done by the owners.", "Every year"),
    ],
    [
      "without the noun that is counted",
      "How many badge levels are there?",
      item("Badge Classes", "The badge list is reviewed by two people."),
    ],
    [
      "without a name to 'which product'",
      "Which product scans your badges?",
      item("Badge Scanning", "Badges are scanned daily, with credentials monthly."),
    ],
    [
      "about one of several to what asks for all",
      "Which third parties print badges?",
      { type: "facts", heading: "Inkmere is a subprocessor in Germany: Print of badges", text: "" },
    ],
    [
      "that leaves a name out",
      "Is the badge report of last spring available in Japanese?",
      item("Badge Report", "The badge report of spring is available to all members."),
    ],
    [
      "that is about another number",
      "Is Section 508 in the badge report?",
      item("Badge Report", "Section 301 is part of the badge report."),
    ],
    [
      "from words that stand apart in a list",
      "Must your suppliers report badge thefts?",
      item(
        "Supplier Review",
        "Before use and yearly: audit reports, transfers, badge thefts, health.",
      ),
    ],
    [
      "to a negated question by a sentence that denies nothing",
      "Which badges are not encrypted?",
      item("Badges", "All badges are encrypted."),
    ],
    [
      "to 'can we' by a sentence that speaks of nobody",
      "Can we audit the badge office?",
      item("Badge Office", "The badge office has a yearly audit."),
    ],
    [
      "to 'must they' by a sentence without a duty",
      "Must suppliers report badge thefts?",
      item("Badges", "Suppliers report badge thefts."),
    ],
    [
      "of what is somebody else's own",
      "Are customers' own badges scanned?",
      item("Badges", "Badges are scanned each day."),
    ],
    [
      "of an entry that asks for something narrower",
      "Is there badge insurance?",
      entry("Can you name us as holder on the badge insurance certificate form?", "Send the name."),
    ],
    [
      "of what the asker may do to what the company does",
      "Do you print your own badges?",
      entry("May we print our own badges?", "Yes, with a printer for cards."),
    ],
    [
      "of what the company may do to what the asker does",
      "Can we see your badges?",
      entry("Can Acme Cloud’s employees see our badges?", "Nobody can.", "no"),
    ],
    [
      "of an entry that asks for something else",
      "What happens if there is a badge breach?",
      entry("Have you ever had a badge breach?", "No. The history is linked here."),
    ],
  ] satisfies [string, string, Passage][])("%s", async (_, question, passage) => {
    expect(await quoted(question, passage)).toBeNull();
  });
});

describe("yes and no", () => {
  const question = "Do you encrypt badges?";
  const about = "Do you encrypt badges?";

  test.each([
    ["are not read out of a text", entry(about, "Yes, all of them."), "All of them."],
    ["nor is no", entry(about, "No. Only some are."), "Only some are."],
    ["are the entry's own", entry(about, "All of them.", "yes"), "Yes. All of them."],
    ["are not said twice", entry(about, "Yes, all of them.", "yes"), "Yes, all of them."],
    [
      "stand for what the text opens with",
      entry(about, "Yes, but old ones.", "partly"),
      "Partly. But old ones.",
    ],
    [
      "may say that it does not apply",
      entry(about, "There are none.", "notApplicable"),
      "Not applicable. There are none.",
    ],
    [
      "are a control's own",
      {
        type: "controls",
        heading: "B-01 Badges are encrypted",
        text: "By us.",
        shortAnswer: "yes",
      },
      "Yes. Badges are encrypted. By us.",
    ],
  ] satisfies [string, Passage, string][])("%s", async (_, passage, text) => {
    expect(await quoted(question, passage)).toBe(text);
  });

  test("are not taken from an entry that asks something else", async () => {
    const passage = entry("How do you encrypt badges?", "Yes, with AES.", "yes");
    expect(await quoted(question, passage)).toBe("With AES.");
  });

  test.each([
    ["of all", "Are all badges encrypted?", entry(about, "By us.", "yes"), "By us."],
    ["of some alone", "Do you encrypt badges only?", entry(about, "By us.", "yes"), "By us."],
    ["of the end of it", "Do you stop encrypting badges?", entry(about, "By us.", "yes"), "By us."],
    ["of a duty", "Must you encrypt badges?", entry(about, "By us.", "yes"), "By us."],
    [
      "of another order",
      "Are badges encrypted after they are printed?",
      entry("Are badges encrypted before they are printed?", "By us.", "yes"),
      "By us.",
    ],
    [
      "of something else done to them",
      "Do you share encrypted badges?",
      {
        type: "controls",
        heading: "B-03 Stored badges are encrypted",
        text: "",
        shortAnswer: "yes",
      },
      "Stored badges are encrypted.",
    ],
    [
      "of what a control turns round",
      "Are badges shared?",
      { type: "controls", heading: "B-02 Badges are not shared", text: "", shortAnswer: "yes" },
      "Badges are not shared.",
    ],
  ] satisfies [string, string, Passage, string][])(
    "are not said to a question %s",
    async (_, asked, passage, text) => {
      expect(await quoted(asked, passage)).toBe(text);
    },
  );

  test("come from a questionnaire's own answer to the same question alone", async () => {
    const rows =
      "B-01 Are badges encrypted at rest? Yes Acme Cloud With AES. B-02 Are badges shared? No.";
    expect(await quoted("Are badges encrypted at rest?", file(rows))).toBe(
      "Yes Acme Cloud With AES.",
    );
    expect(await quoted("Are old badges encrypted at rest?", file(rows))).toBeNull();
  });

  test.each([
    ["Yes.", "Yes."],
    ["Yesterday it rained.", "Yesterday it rained."],
    ["No employee has access.", "No employee has access."],
    ["Yes – in part.", "In part."],
  ])("%s without its verdict", (text, rest) => {
    expect(withoutVerdict(text)).toBe(rest);
  });
});

describe("what of a file can be quoted", () => {
  test.each([
    "Badges expire at midnight of the day.",
    "Reports for SOC 2 are made each year by an outside firm called Meridian.",
  ])("%s", (sentence) => {
    expect(isProse(sentence)).toBe(true);
  });

  test.each([
    [
      "a row of a table",
      "Scope Critical High Medium Low Web application and API 0 1 3 6 network 0 0 1 5 are all.",
    ],
    [
      "a heading run into a sentence",
      "5 Classification Class Examples Handling Public The list is short.",
    ],
    ["a question", "Are controls in place for badges, and how do they work?"],
    ["a cell of a questionnaire", "Yes Enterprise plan; the default in the lake."],
    ["a line without an end", "Badges and their owners"],
    ["the second half of a sentence", "and so they expire at midnight."],
    ["a list of numbers", "10 20 30 40 50 60 70 80 90 100."],
  ])("not %s", (_, sentence) => {
    expect(isProse(sentence)).toBe(false);
  });

  test("a table in an item's text is not quoted either", () => {
    const row =
      "Level Meaning Commander in Update every 1 customer data or whole region affected 5 min 30 min 2 a main function fails 15 min 60 min";
    expect(isSaid(row)).toBe(false);
    expect(isSaid("41,000 automated tests on each change; 86 % of branches covered.")).toBe(true);
  });
});
