import { expect, test } from "vitest";
import { plainJson, vsaqAnswers, vsaqItems, vsaqQuestions } from "#model/questionnaires/vsaq.ts";
import { MAX_QUESTIONS } from "#model/questionnaires/layouts.ts";

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
