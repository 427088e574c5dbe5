import { describe, expect, test } from "vitest";
import { rankedQuotes } from "#content/answers/rules/answering.ts";
import { askedOf } from "#content/answers/rules/asked.ts";
import { type Passage, sentencesOf } from "#content/answers/rules/quoting.ts";
import { inSlices } from "#db/pace.ts";
import { clausesOf, Synonyms } from "#model/search/synonyms.ts";

const SYNONYMS = new Synonyms([
  ["badge rotation", "renewal of badges"],
  ["badge loss", "lost badge"],
  ["badge insurance", "badge cover"],
  ["mbt", "mandatory badge training", "badge course", "badge training plan", "badge training"],
  ["remote entry", "nightgate"],
]);

/** What is quoted to a question from one text alone, however that is ranked; null for nothing. */
async function quoted(question: string, passage: Passage): Promise<string | null> {
  const asked = askedOf(question, clausesOf(question, SYNONYMS), new Set(["acme", "cloud"]));
  const [best] = await inSlices(rankedQuotes(asked, [passage]));
  return best?.text ?? null;
}

const item = (title: string, text: string, data?: Passage["data"], card = "Card"): Passage => ({
  type: "trust center content",
  heading: `${card} - ${title}`,
  card,
  text,
  ...(data === undefined ? {} : { data }),
});

describe("what an item says as data answers", () => {
  const certificate = item("Badge Standard 27001", "Covers all offices.", {
    auditor: "Nordkap",
    validUntil: "July 5, 2028",
  });
  const objective = item("Badge Recovery", "For the loss of a door.", { choice: "8 hours" });
  const test2026 = item("Badge Test Report", "Done in May.", { auditor: "Redfern" });

  test.each([
    ["Who certified you for badge standard 27001?", certificate, "Auditor: Nordkap"],
    ["Which firm issued your badge standard 27001 certificate?", certificate, "Auditor: Nordkap"],
    ["Who carried out the last badge test?", test2026, "Auditor: Redfern"],
    ["When does your badge standard 27001 certificate expire?", certificate, "July 5, 2028"],
    ["What is your badge recovery?", objective, "8 hours. For the loss of a door."],
    ["Until when is the badge standard 27001 certificate valid?", certificate, "July 5, 2028"],
  ] satisfies [string, Passage, string][])("%s", async (question, passage, text) => {
    expect(await quoted(question, passage)).toContain(text);
  });

  test.each([
    ["who owns it", "Who owns badge standard 27001?", certificate],
    ["another number", "Who certified you for badge standard 27017?", certificate],
    ["what else is of it", "What is your badge recovery for suppliers?", objective],
    ["who reads it", "Who reads the badge test report?", test2026],
    [
      "who audits something narrower",
      "Who audits the badge standard 27001 of your suppliers?",
      certificate,
    ],
    ["when it began", "When did you get badge standard 27001?", certificate],
    ["when something else ends", "When do badges expire?", certificate],
    ["whether it was", "Was badge standard 27001 certified?", certificate],
    ["who did not", "Who did not certify badge standard 27001?", certificate],
  ] satisfies [string, string, Passage][])("nothing to %s", async (_, question, passage) => {
    expect(await quoted(question, passage)).toBeNull();
  });
});

describe("a term of two words", () => {
  test.each([
    [
      "has what connects between its words",
      "How is the loss of a badge handled?",
      item("Badge Loss", "A lost badge is blocked by the desk at once."),
      "blocked",
    ],
    [
      "stands near each other in the text",
      "Does badge rotation happen?",
      item("Badges in Rotation", "Each badge is changed in spring by the desk."),
      "spring",
    ],
  ] satisfies [string, string, Passage, string][])("%s", async (_, question, passage, text) => {
    expect(await quoted(question, passage)).toContain(text);
  });

  test("is none where its words stand far apart", async () => {
    const text =
      "Badges of guests, of staff and of suppliers hang in glass boxes beside each door for shift rotation.";
    expect(await quoted("Does badge rotation happen?", item("Badges", text))).toBeNull();
  });
});

describe("what a card and a title say together", () => {
  test("answers where both are asked", async () => {
    const passage = item("Drill", "Every quarter with the board of directors.", undefined, "Fires");
    expect(await quoted("Do you have a fire drill?", passage)).toContain("Every quarter");
  });

  test("answers nothing where the card says more", async () => {
    const passage = item(
      "Drill",
      "Every quarter with the board of directors.",
      undefined,
      "Fires and Floods",
    );
    expect(await quoted("Do you have a fire drill?", passage)).toBeNull();
  });
});

test("where something can be read asks for the thing", async () => {
  const passage = item("Badge Manual", "The badge manual has 24 pages for wardens.");
  expect(await quoted("Where do we find your badge manual?", passage)).toContain("24 pages");
  expect(await quoted("Where is your badge manual kept?", passage)).toBeNull();
});

test("what says nothing leaves no question open", async () => {
  const passage = item("Badge Insurance", "The badge insurance covers 20 million euros per event.");
  expect(await quoted("Do you carry badge insurance, and for how much?", passage)).toContain("20");
  expect(await quoted("Do you carry kite insurance, and for how much?", passage)).toBeNull();
});

const control = (heading: string, text: string): Passage => ({
  type: "controls",
  heading: `B-01 ${heading}`,
  text,
});

describe("other terms for what is asked", () => {
  test.each([
    [
      "in short",
      "Do you have MBT?",
      item("Mandatory Badge Training", "For each of the new wardens, in May."),
      "in May",
    ],
    [
      "with a word more",
      "Do you have a badge training plan?",
      item("Mandatory Badge Training", "For each of the new wardens, in May."),
      "in May",
    ],
    [
      "below a title that is asked",
      "Are badge archives erased?",
      item("Badge Archives", "The archives are destroyed after two years."),
      "destroyed",
    ],
    [
      "of what has happened",
      "Have you had a badge loss in the past?",
      item("Badge Loss", "No badge loss since the company was founded."),
      "since",
    ],
    [
      "of all that a control speaks of",
      "Is each badge printed?",
      control("Badges are printed", "By us."),
      "printed",
    ],
  ] satisfies [string, string, Passage, string][])(
    "answer %s",
    async (_, question, passage, text) => {
      expect(await quoted(question, passage)).toContain(text);
    },
  );

  test.each([
    [
      "for a name",
      "Is remote entry by Nightgate logged?",
      item("Remote Entry", "Remote entry is logged by the desk."),
    ],
    [
      "that are another part of the question",
      "Is the remote entry secured by a nightgate?",
      item("Remote Entry", "The remote entry is secured by three wardens."),
    ],
    [
      "strewn over a text to what asks for all",
      "Do you have contractual agreements with all wardens?",
      item(
        "Badge Agreement",
        "It takes effect by contract. Contains a list of wardens (annex II).",
      ),
    ],
    [
      "of a control about something else",
      "Will you return all badges at the end of a contract?",
      control("Contracts with wardens carry our terms", "Return of badges is in every contract."),
    ],
    [
      "of a title that says more than the one word",
      "Do you have badges?",
      item("Removable Badges Abroad", "Removable badges abroad are not used at all."),
    ],
    [
      "of how far something is behind to how often",
      "How often do you print badges?",
      item("Badge Print", "Prints of badges may be a week behind the others."),
    ],
    [
      "of what is nobody's own",
      "Are your badge printers owned by you?",
      item("Badge Printers", "All badge printers hold a report for each year."),
    ],
    [
      "to what a customer may do by what you do",
      "Can the institution review your badge report?",
      item("Badge Printers", "All badge printers hold a report, which we review yearly."),
    ],
    [
      "of what happens then to what has happened",
      "Have you had a badge loss in the past?",
      item("Badge Loss", "Customers hear of a badge loss within 24 hours after it is confirmed."),
    ],
    [
      "of security to privacy",
      "Are your employees trained on badge privacy?",
      item("Badge Training", "Employees are trained in badge security every year."),
    ],
  ] satisfies [string, string, Passage][])("answer nothing %s", async (_, question, passage) => {
    expect(await quoted(question, passage)).toBeNull();
  });
});

test("a stop behind a title of a person ends no sentence", () => {
  expect(sentencesOf("It is Dr. Helene Brandt. Write to her. No. Never.")).toEqual([
    "It is Dr. Helene Brandt.",
    "Write to her.",
    "No.",
    "Never.",
  ]);
});
