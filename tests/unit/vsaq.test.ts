import { expect, test } from "vitest";
import { plainJson, vsaqAnswers, vsaqItems, vsaqQuestions } from "#model/questionnaires/vsaq.ts";
import { MAX_QUESTIONS } from "#model/questionnaires/layouts.ts";
import { VSAQ_FILE } from "../vsaq-file.ts";

/** A questionnaire of the format's make: comments, joined strings and every kind of item. */
const FILE = String.raw`
// Questions of our own wording.
{
  "questionnaire": [
    {"type": "block", "text": "About you", "items": [
      {"type": "line", "id": "name", "text": "What is it \x26 who made it?"},
      {"type": "line", "id": "sender", "text": "Filled in by us", "auth": "readonly"},
      {"type": "box", "id": "about", "text": "Describe it in " +
        "a few <b>words</b> &mdash; see \"Help\" // here."},
      {"type": "spacer"},
      {"type": "upload", "id": "file", "text": "A diagram"}
    ]},
    {"type": "block", "text": "Network", "items": [
      {"type": "info", "text": "Which of these do you use?"},
      {"type": "checkgroup", "defaultChoice": false, "choices": [{"vpn": "A VPN"}, {"dmz": "A DMZ"}]},
      {"type": "block", "id": "inner", "cond": "vpn", "text": "", "items": [
        {"type": "radiogroup", "id": "walls", "text": "Do you use firewalls?", "choices": [
          {"walls_yes": "Yes, everywhere."}, {"walls_no": "No."}, {"walls_other": "No."}]},
        {"type": "yesno", "id": "logs", "text": "Are logs kept?", "yes": "Yes", "no": "No"},
        {"type": "check", "id": "declared", "text": "All of this is true."},
        {"type": "tip", "id": "warn", "cond": "walls_no", "text": "Use some.", "warn": "yes"}
      ]}
    ]}
  ]
}
`;

const answered = (texts: Record<number, string>) =>
  JSON.parse(
    vsaqAnswers(
      vsaqItems(FILE) ?? [],
      new Map(Object.entries(texts).map(([row, text]) => [Number(row), new Map([[0, text]])])),
    ),
  ) as unknown;

test("a questionnaire of VSAQ is read: every item that is answered, with its choices", () => {
  const questions = vsaqQuestions(vsaqItems(FILE) ?? []);
  expect(
    questions.map(({ row, section, externalId, question, allowed }) => [
      row,
      section,
      externalId,
      question,
      allowed?.join("|") ?? null,
    ]),
  ).toEqual([
    [1, "About you", "name", "What is it & who made it?", null],
    [2, "About you", "about", 'Describe it in a few words — see "Help" // here.', null],
    [3, "Network", "vpn", "Which of these do you use? A VPN", "Yes|No"],
    [4, "Network", "dmz", "Which of these do you use? A DMZ", "Yes|No"],
    [5, "Network", "walls", "Do you use firewalls?", "Yes, everywhere.|No.|No. (walls_other)"],
    [6, "Network", "logs", "Are logs kept?", "Yes|No"],
    [7, "Network", "declared", "All of this is true.", "Yes|No"],
  ]);
});

test("its answers are values by the ids of items, as VSAQ loads them", () => {
  expect(
    answered({ 1: 'A "name"', 3: "Yes", 4: "No", 5: "No. (walls_other)", 6: "No", 7: "Yes" }),
  ).toEqual({
    name: 'A "name"',
    vpn: "checked",
    dmz: "",
    walls_other: "checked",
    logs: "no",
    declared: "checked",
  });
  expect(answered({})).toEqual({});
});

test("what is no questionnaire of VSAQ is none, and nothing takes long or deep", () => {
  for (const text of [
    "",
    "[]",
    "null",
    '{"name": "checked"}',
    '{"questionnaire": {}}',
    "{",
    '{"questionnaire": "' + '\\"'.repeat(10_000),
  ])
    expect([text.slice(0, 20), vsaqItems(text)]).toEqual([text.slice(0, 20), null]);
  expect(vsaqItems('{"questionnaire": [1, null, "x", {"type": 5}, {"type": "line"}]}')).toEqual([]);
  const deep = `{"questionnaire": ${'[{"type":"block","items":'.repeat(5_000)}[]${"}]".repeat(5_000)}}`;
  expect(vsaqItems(deep)).toEqual([]);
  const many = JSON.stringify({
    questionnaire: Array.from({ length: MAX_QUESTIONS + 50 }, (_, at) => ({
      type: "line",
      id: `q${at}`,
      text: "<".repeat(200),
    })),
  });
  const began = performance.now();
  expect(vsaqItems(many)).toHaveLength(MAX_QUESTIONS + 1);
  expect(performance.now() - began).toBeLessThan(5_000);
  const proto = '{"questionnaire": [{"type": "line", "id": "__proto__", "text": "T"}]}';
  const items = vsaqItems(proto) ?? [];
  const made = vsaqAnswers(items, new Map([[1, new Map([[0, "x"]])]]));
  expect(made).toBe('{\n  "__proto__": "x"\n}\n');
});

test("strings keep what only looks like a comment or a join", () => {
  expect(plainJson('{"a": "x // y", "b": "1 + 2", "c": "\\\\x41"} // end')).toBe(
    '{"a": "x // y", "b": "1 + 2", "c": "\\\\x41"} ',
  );
});

test("links, code and emphasis leave no blank before what follows, and paragraphs do", () => {
  const text =
    "Does <code>http://</code>, or <a href='https://a.example/?q=1'>this</a>, <i>lead</i> here?<p>Say<br>so.</p>";
  const whole = JSON.stringify({
    questionnaire: [
      { type: "radiogroup", text, choices: [{ a: "Yes (<b>all</b>)." }, { b: "a < b, c > d" }] },
    ],
  });
  const [question] = vsaqQuestions(vsaqItems(whole) ?? []);
  expect([question?.question, question?.allowed]).toEqual([
    "Does http://, or this, lead here? Say so.",
    ["Yes (all).", "a < b, c > d"],
  ]);
});

const OFFICES = "Select what protects all of your offices:";

test("a whole questionnaire is read: nothing that its reader answers is left out", () => {
  const questions = vsaqQuestions(vsaqItems(VSAQ_FILE) ?? []);
  expect(
    questions.map(({ section, externalId, question, allowed, commentColumn }) => [
      section,
      externalId,
      question,
      allowed?.join("|") ?? null,
      commentColumn !== null,
    ]),
  ).toEqual([
    ["Options", "req_sensitive", expect.stringMatching(/ — it handles/), "Yes|No", false],
    ["Options", "req_remote", expect.stringMatching(/the customer's systems\.$/), "Yes|No", false],
    [
      "Offices",
      "site_shared",
      "Do you share your offices with other companies?",
      "Yes, with others.|No, they are ours alone.|We don't have offices.",
      true,
    ],
    ["Offices", "site_apart", "How is your part kept apart?", null, false],
    ["Offices", "site_guards", `${OFFICES} Guards`, "Yes|No", false],
    [
      "Offices",
      "site_cards",
      `${OFFICES} Cards that open doors (e.g., swipe cards)`,
      "Yes|No",
      false,
    ],
    ["Offices", "site_fire", `${OFFICES} A fire alarm`, "Yes|No", true],
    ["Offices", "site_water", `${OFFICES} A water alarm`, "Yes|No", false],
    [
      "Encryption",
      "tls_all",
      "Is https:// used everywhere? Redirects from http:// are fine.",
      "Yes, everywhere|Not everywhere",
      true,
    ],
    ["Encryption", "tls_versions", "Which versions of TLS do you accept?", null, false],
    [
      "Encryption",
      "tls_review_year",
      "How often do you review them?",
      "Each year|More often|None of the above.",
      false,
    ],
    ["Encryption", "keys_us", "Who holds the keys?", "We do|Our cloud provider does", false],
    ["End", "warn_block", "Say more. What else?", null, false],
    ["End", "declared", "I declare that all of this is true.", "Yes|No", false],
  ]);
  expect(new Set(questions.map(({ row }) => row)).size).toBe(questions.length);
});

test("an explanation goes to the warning that asks for it", () => {
  const items = vsaqItems(VSAQ_FILE) ?? [];
  const rows = new Map(vsaqQuestions(items).map(({ externalId, row }) => [externalId, row]));
  const made = (said: Record<string, [string, string?]>) =>
    JSON.parse(
      vsaqAnswers(
        items,
        new Map(
          Object.entries(said).map(([id, texts]) => [
            rows.get(id) ?? 0,
            new Map(texts.flatMap((text, at) => (text ? [[at, text] as const] : []))),
          ]),
        ),
      ),
    ) as unknown;
  expect(
    made({
      site_shared: ["Yes, with others.", "Our door has its own lock."],
      site_fire: ["No", "The landlord has one."],
      tls_all: ["Not everywhere", "An old device."],
      tls_review_year: ["None of the above."],
      keys_us: ["Our cloud provider does"],
      warn_block: ["Nothing else."],
    }),
  ).toEqual({
    site_shared_yes: "checked",
    // Both ask for this answer.
    warn_site_shared: "Our door has its own lock.",
    warn_site_cards: "Our door has its own lock.",
    site_fire: "",
    warn_no_fire: "The landlord has one.",
    tls_all: "no",
    warn_tls: "An old device.",
    tls_review_year: "",
    keys_cloud: "checked",
    warn_block: "Nothing else.",
  });
  // One of them alone asks for that one, and none for a box that has no warning.
  expect(made({ site_shared: ["No, they are ours alone.", "Keys are counted."] })).toEqual({
    site_shared_no: "checked",
    warn_site_cards: "Keys are counted.",
  });
});

test("an explanation of none of the choices goes to the warning that names all of them", () => {
  const warning = (id: string, cond: string) => ({ type: "tip", id, text: id, cond, why: "Why?" });
  const group = { type: "radiogroup", text: "How?", defaultChoice: true };
  const items =
    vsaqItems(
      JSON.stringify({
        questionnaire: [
          { ...group, choices: [{ a: "A" }, { b: "B" }] },
          warning("of_a", "a"),
          warning("of_b", "b"),
          warning("of_none", "!(a || b)"),
        ],
      }),
    ) ?? [];
  const made = (answer: string) =>
    JSON.parse(
      vsaqAnswers(
        items,
        new Map([
          [
            1,
            new Map([
              [0, answer],
              [1, "So."],
            ]),
          ],
        ]),
      ),
    ) as unknown;
  expect(made("None of the above.")).toEqual({ a: "", of_none: "So." });
  expect(made("B")).toEqual({ b: "checked", of_b: "So.", of_none: "So." });
});

test("what earlier versions left out comes behind the rows that they kept", () => {
  const items = vsaqItems(VSAQ_FILE) ?? [];
  const kept = items.filter(({ isNewer }) => !isNewer);
  expect(kept.map(({ row }) => row)).toEqual(kept.map((_item, at) => at + 1));
  expect(kept.filter(({ isAsked }) => !isAsked).map(({ id }) => id)).toEqual([
    "admin_notes",
    "tracking",
  ]);
  expect(items.filter(({ isNewer }) => isNewer).map(({ id, row }) => [id, row])).toEqual([
    ["keys_us", kept.length + 1],
    ["warn_block", kept.length + 2],
  ]);
});

test("a condition of odd signs, and warnings without end, take no long time", () => {
  const tips = Array.from({ length: 6_000 }, (_, at) => ({
    type: "tip",
    id: `warn${at}`,
    cond: `${"(!".repeat(50)}a${" ||^b".repeat(40)}`,
    why: "Why?",
  }));
  const whole = JSON.stringify({ questionnaire: [{ type: "check", id: "a", text: "A" }, ...tips] });
  const began = performance.now();
  const items = vsaqItems(whole) ?? [];
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(items.length).toBeLessThanOrEqual(MAX_QUESTIONS + 2);
  expect(items[0]?.warnings).toHaveLength(200);
});
