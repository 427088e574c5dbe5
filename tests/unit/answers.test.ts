import { describe, expect, test } from "vitest";
import { judge, plainText } from "#content/answers/rules/citing.ts";
import { rankedQuotes } from "#content/answers/rules/answering.ts";
import { askedOf } from "#content/answers/rules/asked.ts";
import { helpfulOf, nearest } from "#content/answers/rules/candidates.ts";
import { sentencesOf, wholeBeginning, type Passage } from "#content/answers/rules/quoting.ts";
import { sourcesLabel } from "#model/answers.ts";
import { inSlices } from "#db/pace.ts";
import { stemOf } from "#model/search/stems.ts";
import { clausesOf, Synonyms } from "#model/search/synonyms.ts";

const SYNONYMS = new Synonyms([["MFA", "multi-factor authentication", "second factor"]]);

const passage = (type: Passage["type"], heading: string, text: string): Passage => ({
  type,
  heading,
  text,
});

const PASSAGES: readonly Passage[] = [
  passage("knowledge base", "Where is our data stored?", "In Dublin."),
  passage("knowledge base", "May we run our own penetration test?", "Yes, once a year."),
  {
    ...passage(
      "trust center content",
      "Access Control - Employee MFA",
      "Keys for all staff. Since 2022.",
    ),
    card: "Access Control",
  },
  passage("controls", "EP-01 Laptops are encrypted", "Lost ones are wiped. Keys are escrowed."),
  passage("facts", "Stratavault is a subprocessor in Dublin: hosting", ""),
  passage(
    "documents",
    "Policy.pdf",
    "Visitors wear badges at all times. Badges of guests expire on 3 May 2027.",
  ),
];

const quoted = async (question: string, passages = PASSAGES) => {
  const asked = askedOf(question, clausesOf(question, SYNONYMS));
  const ranked = await inSlices(rankedQuotes(asked, passages));
  return ranked.slice(0, 1).map(({ text }) => text);
};

describe("what is quoted", () => {
  test.each([
    ["Where do you store our data?", "In Dublin."],
    ["Can we do a penetration test ourselves?", "Once a year."],
    ["Do your employees use a second factor?", "Keys for all staff."],
    ["Is each laptop encrypted?", "Laptops are encrypted. Lost ones are wiped. Keys are escrowed."],
    ["Is Stratavault a subprocessor?", "Stratavault is a subprocessor in Dublin: hosting"],
    ["When do badges expire?", "Badges of guests expire on 3 May 2027."],
  ])("%s", async (question, text) => {
    expect((await quoted(question))[0]).toContain(text);
  });

  test.each([
    ["nothing that the texts speak of", "Do you sell kites?"],
    ["one word of it alone", "Do penetration kites fly?"],
    ["weak words alone", "How do you use it?"],
    ["no word at all", "?!"],
    ["a word that a text has beside its subject", "What is May?"],
  ])("nothing is quoted for %s", async (_, question) => {
    expect(await quoted(question)).toEqual([]);
  });
});

describe("what may help", () => {
  const helpful = async (question: string, headings: readonly string[]) => {
    const asked = askedOf(question, clausesOf(question, SYNONYMS));
    const texts = headings.map((heading) => passage("documents", heading, "Of kites."));
    const near = await inSlices(nearest(asked, texts));
    return near.map(({ place }) => headings[place]);
  };

  test("has a telling word that was asked, the rarer first", async () => {
    expect(
      await helpful("Do quokkas wear badges at night?", [
        "Badges",
        "Old badges",
        "Quokkas",
        "Emus",
      ]),
    ).toEqual(["Quokkas", "Badges", "Old badges"]);
    expect(await helpful("How do you use it?", ["Use", "Emus"])).toEqual([]);
  });

  test("is first what says all of it in one sentence, of the kind that is asked for", async () => {
    const asked = askedOf(
      "How often do quokkas wear badges?",
      clausesOf("How often do quokkas wear badges?", SYNONYMS),
    );
    const near = await inSlices(
      nearest(asked, [
        passage("documents", "One.pdf", "Quokkas are shy. Emus wear hats. Badges are blue."),
        passage("documents", "Two.pdf", "Quokkas wear badges. Emus wear hats, too."),
        passage("documents", "Three.pdf", "Every week, quokkas wear badges. Emus wear hats."),
      ]),
    );
    expect(near.map(({ place }) => place)).toEqual([2, 1, 0]);
    expect(near.map(({ best }) => best?.text ?? null)).toEqual([
      "Every week, quokkas wear badges.",
      null,
      null,
    ]);
  });

  test("is what is near and what the search finds, five things at most", () => {
    expect(
      helpfulOf(
        [
          { thing: "a", score: 3 },
          { thing: "b", score: 2 },
          { thing: "a", score: 1 },
          { thing: "c", score: 0.5 },
        ],
        ["c", "b", "d"],
      ),
    ).toEqual(["b", "a", "c", "d"]);
    const many = ["a", "b", "c", "d", "e", "f"];
    expect(helpfulOf([], many)).toEqual(many.slice(0, 5));
  });
});

describe("words in other forms", () => {
  test.each([
    ["encrypted", "encryption"],
    ["scanning", "scan"],
    ["tested", "tests"],
    ["stored", "storing"],
    ["ended", "ends"],
    ["availability", "available"],
  ])("%s is of %s", (one, other) => expect(stemOf(one)).toBe(stemOf(other)));
});

test("a text is cut at sentences and lines, not at numbers", () => {
  expect(sentencesOf("TLS 1.3 is used. Since 2.1.2020.\nNo more")).toEqual([
    "TLS 1.3 is used.",
    "Since 2.1.2020.",
    "No more",
  ]);
});

test.each([
  ["It is off. We turn it on only if you ask.", 30, "It is off."],
  ["It is off.\nWe turn it on only if you ask.", 30, "It is off."],
  ["It is off. On.", 30, "It is off. On."],
  ["切ってあります。お求めの場合だけ入れます。", 15, "切ってあります。"],
  ["We turn it on only if you ask.", 14, ""],
])("a text is cut short where a sentence ends: %j", (text, most, kept) => {
  expect(wholeBeginning(text, most)).toBe(kept);
});

describe("a model's answer", () => {
  const given = [
    { heading: "Backups", text: "Backups are kept in Dublin for 35 days." },
    { heading: "Keys", text: "Keys rotate every 90 days." },
  ];

  test("is cut after its citations", () => {
    expect(judge("Backups are in Dublin [1]. Keys rotate every 90 days [2].", given)).toEqual({
      parts: [
        { text: "Backups are in Dublin.", sources: [0] },
        { text: "Keys rotate every 90 days.", sources: [1] },
      ],
    });
    expect(judge("Backups are kept in Dublin [1, 2][1]", given)).toEqual({
      parts: [{ text: "Backups are kept in Dublin", sources: [0, 1] }],
    });
  });

  test.each([
    ["cites nothing", "Backups are kept in Dublin.", "none"],
    ["cites passage 0", "Backups are kept in Dublin [0].", "none"],
    ["cites passage 3", "Backups are kept in Dublin [3].", "none"],
    ["says so", "NO ANSWER", "none"],
    ["has another number", "Backups are kept for 36 days [1].", "unfounded"],
    ["has a number of another passage", "Backups are kept for 90 days [1].", "unfounded"],
    ["cites the wrong passage", "Backups are kept in Dublin [2].", "unfounded"],
    ["mixes two passages", "Keys are kept in Dublin and rotate every 35 days [1, 2].", "unfounded"],
    ["denies what its passage says", "Backups are not kept in Dublin [1].", "unfounded"],
    ["says nothing but yes", "Yes [1].", "unfounded"],
    ["says something else", "Quantum ciphers protect every satellite [1].", "unfounded"],
  ])("that %s is none", (_, said, judged) => {
    expect(judge(said, given)).toBe(judged);
  });

  test("that says yes to everything is shown without its yes, and not at all beside the question", () => {
    const asked = (question: string) => askedOf(question, clausesOf(question, SYNONYMS));
    const said = "Yes, backups are kept in Dublin for 35 days [1].";
    expect(judge(said, given, asked("Are backups kept in Dublin?"))).toEqual({
      parts: [{ text: "Backups are kept in Dublin for 35 days.", sources: [0] }],
    });
    expect(judge(said, given, asked("Do quokkas guard the turnstiles?"))).toBe("unfounded");
    expect(judge(said, given, asked("Who guards the backups?"))).toBe("unfounded");
  });

  test.each([
    ["[a](https://evil.example) b", "a b"],
    ["![a](https://evil.example/x.png) b", "b"],
    ["see https://evil.example/x now", "see now"],
    ["<script>alert(1)</script>ok", "alert(1) ok"],
    ["<think>secret</think> ok", "ok"],
    ["# Head\n- **one**\n- `two`", "Head one two"],
    ["a\u202Eb\u0000c", "a b c"],
  ])("%j is plain", (said, plain) => {
    expect(plainText(said)).toBe(plain);
  });
});

test("one source is one", () => {
  expect([sourcesLabel(1), sourcesLabel(3)]).toEqual([
    "Generated from 1 source",
    "Generated from 3 sources",
  ]);
});
