import { describe, expect, test } from "vitest";
import { rankedQuotes } from "#content/answers/rules/answering.ts";
import { askedOf } from "#content/answers/rules/asked.ts";
import { askedFor } from "#content/answers/rules/kinds.ts";
import { isIn, type Passage, stemsOf } from "#content/answers/rules/quoting.ts";
import { inSlices } from "#db/pace.ts";
import { clausesOf, Synonyms } from "#model/search/synonyms.ts";

const SYNONYMS = new Synonyms([["badge agreement", "badge law"]]);

/** What is quoted to a question, from the best of some texts; null for nothing. */
async function quoted(question: string, ...passages: Passage[]): Promise<string | null> {
  const asked = askedOf(question, clausesOf(question, SYNONYMS), new Set(["acme"]));
  const [best] = await inSlices(rankedQuotes(asked, passages));
  return best?.text ?? null;
}

const item = (title: string, text: string, rest: Partial<Passage> = {}): Passage => ({
  type: "trust center content",
  heading: `Card - ${title}`,
  card: "Card",
  text,
  ...rest,
});

describe("what stands below the title that is asked", () => {
  const separation = item("Kite Separation", "Two people hold each line. A third one watches.");

  test.each([
    "How do you ensure kite separation?",
    "Is there a formal, documented process for kite separation in place?",
    "Describe your kite separation.",
    "Kite separation",
  ])("is quoted as a whole: %s", async (question) => {
    expect(await quoted(question, separation)).toBe(
      "Card - Kite Separation. Two people hold each line. A third one watches.",
    );
  });

  test.each([
    ["something else is asked, too", "Is kite separation certified by beekeepers?"],
    ["a permission is asked", "Can kite separation be turned around?"],
    ["it asks for a price", "What is the cost of kite separation?"],
    ["of others is asked", "Is there kite separation for visitors?"],
  ])("is left where %s", async (_, question) => {
    expect(await quoted(question, separation)).toBeNull();
  });

  test("says that it is in progress", async () => {
    const begun = { ...separation, data: { isInProgress: true } as const };
    expect(await quoted("How do you ensure kite separation?", begun)).toBe(
      "Card - Kite Separation. In progress. Two people hold each line. A third one watches.",
    );
  });

  test("is left where the title says more than is asked", async () => {
    const team = item("Kite Separation Orchestra", "Eight people, two of them on call.");
    expect(await quoted("Do you have kite separation?", team)).toBeNull();
  });
});

describe("what stands below a title that is nearly the one that is asked", () => {
  const mooring = item("Kite Mooring", "Two people hold each line. A third one watches.");
  const others = ["Weather", "Seasons", "Days"].flatMap((title) => [
    item(title, "Gusty mornings are noted."),
    item(`${title} of Ships`, "Harbors are closed at night."),
  ]);
  const question = "How is kite mooring kept in gusty harbors?";

  /** As `quoted`, where it is known which parts of the question each text has. */
  async function quotedOfAll(asking: string, ...passages: Passage[]): Promise<string | null> {
    const { parts } = askedOf(asking, clausesOf(asking, SYNONYMS), new Set(["acme"]));
    return quoted(
      asking,
      ...passages.map((passage) => {
        const stems = stemsOf(`${passage.heading} ${passage.text}`);
        return { ...passage, having: parts.map(({ ways }) => isIn(ways, stems)) };
      }),
    );
  }

  test("is quoted where the next text stands far behind", async () => {
    expect(await quotedOfAll(question, mooring, ...others)).toBe(
      "Card - Kite Mooring. Two people hold each line. A third one watches.",
    );
  });

  test.each([
    ["a word is asked that no text has", "How is kite mooring kept in gusty zeppelins?"],
    ["it is asked for what was", "How was kite mooring kept in gusty harbors?"],
    ["it is asked what the reader may do", "May kite mooring be kept in gusty harbors?"],
    ["things are compared", "How is kite mooring different in gusty harbors?"],
    ["it is asked for a price", "How is kite mooring in gusty harbors charged a fee?"],
    ["a thing is asked by its name", "Which harbors is kite mooring in when gusty?"],
  ])("is left where %s", async (_, asking) => {
    expect(await quotedOfAll(asking, mooring, ...others)).toBeNull();
  });

  test("is left where another text is nearly as near", async () => {
    const near = item("Kite Mooring Rules", "Harbors have rules of their own.");
    expect(await quotedOfAll(question, mooring, near, ...others)).toBeNull();
  });

  test("is left where nothing else was found", async () => {
    expect(await quotedOfAll(question, mooring)).toBeNull();
  });

  test("is left where the title names people that nobody asked of", async () => {
    const team = item("Kite Mooring Team", "Eight people, two of them on call.");
    expect(await quotedOfAll(question, team, ...others)).toBeNull();
  });
});

describe("what stands below a standard title that is asked by another term for it", () => {
  const duties = item("Segregation of Duties", "Two people hold each line. A third one watches.");
  const others = ["Weather", "Seasons"].map((title) => item(title, "Gusty mornings are noted."));

  test.each(["Do you ensure dual control?", "Are conflicting duties avoided?"])(
    "is quoted as a whole: %s",
    async (question) => {
      expect(await quoted(question, duties, ...others)).toBe(
        "Card - Segregation of Duties. Two people hold each line. A third one watches.",
      );
    },
  );

  test.each([
    ["more is asked than the title says", "Is there dual control of the weather?"],
    ["it is asked for what was", "How was dual control ensured?"],
    ["somebody asks how to do it", "How do I ensure dual control?"],
    ["things are compared", "Is there different dual control for systems?"],
    ["somebody asks how to do it, and all are told", "How do we ensure dual control?"],
    ["it is asked for a thing by its name", "Which forms of dual control do you ensure?"],
  ])("is left where %s", async (_, question) => {
    expect(await quoted(question, duties, ...others)).toBeNull();
  });

  test("is left where another text is nearly as near", async () => {
    const near = item("Dual Lines", "Dual control is good for kites.");
    const said = await quoted("Do you ensure dual control?", duties, near, ...others);
    expect(said ?? "").not.toContain("Two people");
  });
});

describe("who does something", () => {
  const signed = item("Kite Rules", "Signed by all staff when they join.");

  test("has to be those of whom a question speaks", async () => {
    expect(await quoted("Are the kite rules signed by all staff?", signed)).toContain("Signed by");
    expect(await quoted("Are the kite rules signed by customers?", signed)).toBeNull();
  });

  test("is not everybody to whom it is done", async () => {
    const course = item("Kite Training", "Everyone is trained with kites.");
    expect(await quoted("Who teaches the kite training?", course)).toBeNull();
  });

  test("has none of the customer's own things in what the company has", async () => {
    const access = item("Kite Access", "Kite systems are reached by wire.");
    expect(await quoted("Are kite systems reached by wire?", access)).toContain("by wire");
    expect(await quoted("Are customer systems reached by kite wire?", access)).toBeNull();
  });
});

test.each([
  ["Please describe your badges.", true],
  ["Provide a list of badges.", true],
  ["Where can we get the badges?", true],
  ["Where are badges kept?", false],
  ["Do you describe badges?", false],
])("%s wants to be told or given something: %s", (question, expected) => {
  expect(askedFor(question).isForTelling).toBe(expected);
});

test("what a text says of how often is closer than an item's recurrence", async () => {
  const scans = item("Badge Scans", "Badge scans run daily.", { details: "Every month" });
  expect(await quoted("How often do badge scans run?", scans)).toBe("Badge scans run daily.");
});

test("an item that chose an answer says it first", async () => {
  const chosen = item("Badge Objective", "For the loss of a whole door.", {
    data: { choice: "8 hours" },
  });
  expect(await quoted("Do you have a badge objective for the loss of a door?", chosen)).toBe(
    "Card - Badge Objective. 8 hours. For the loss of a whole door.",
  );
});

test("a company's own product is no place", async () => {
  const keys = item("Badge Keys", "Badge keys are the default in Acme Lake.");
  expect(await quoted("Where are badge keys?", keys)).toBeNull();
});
