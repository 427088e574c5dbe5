import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { demoWords, documentWords, wordsOfContent } from "../demo-words.ts";
import { BRITISH_SPELLING, ODD_WORDS } from "../odd-words.ts";
import { allShownWords, shownWords, type ShownWords } from "../shown-words.ts";

/** What docs/develop/words.md says, as far as a program can see it: a pattern, and a text that it must find. */
const RULES: readonly [rule: string, pattern: RegExp, example: string][] = [
  [
    "two sentences are tied by a colon or semicolon",
    /[a-z”][:;] (?:use|choose|enter|write|add|open|remove|delete|check|send|ask|wait|give|(?:it|that|this) (?:is|was|has|can)|they (?:are|have|can)|you (?:are|can|have)|nothing (?:is|was))\b(?!:)/,
    "This update is scheduled: choose another time",
  ],
  [
    "'request' has its own word",
    /\b(?:ask(?:s|ed|ing)? for (?:longer|access|a (?:new |sign-in )?link|it again))\b/i,
    "Ask for longer access",
  ],
  [
    "'already' stands before its word",
    /\b(?:is|was|has|are|were)\b[^.:;,]* already[.”]?$/,
    "It is blocked already.",
  ],
  [
    "a private verb",
    /\b(?:given back|gave it back|takes? it back|were taken back|good once|no longer right|restores? whole)\b/i,
    "gave it back",
  ],
  [
    "'is no' and 'names no'",
    /\b(?:(?<!there )is no (?!longer\b|more\b|one\b)|names? (?:no|nothing|nobody)\b)/i,
    "This is no ZIP archive",
  ],
  ["a form 'names' something", /\bThis form names\b/, "This form names nothing"],
  [
    "'nobody' and its kin",
    /\b(?:nobody|everybody|somebody|anybody|anew|whoever runs)\b/i,
    "Nobody sees it",
  ],
  ["the footer of an email", /\bYou (?:get|got|received) this\b/, "You get this because you asked"],
  [
    "'of' for what a person has",
    /\b(?:the team of|on the team of|the NDA of) \{…\}/,
    "the team of {…}",
  ],
  ["'e-mail'", /\be-mails?\b/i, "Send by e-mail"],
  ["a straight apostrophe", /(?:[A-Za-z}]'(?:s|t|re|ll|ve)\b)|[a-z]s' [a-z]/, "You can't"],
  ["an odd word", ODD_WORDS, "any more"],
  ["British spelling", BRITISH_SPELLING, "unauthorised"],
  ["straight quotation marks", /(?:^|[\s(])"\S|\S"(?:[\s).,;]|$)/, 'the option "tls"'],
  ["single quotation marks", /(?:^|[\s(])'[A-Za-z{][^']*'(?:[\s).,;]|$)|‘/, "as ‘Standards Met’"],
  [
    "another word for a thing that has one",
    /\b(?:set-up list|guided start|switch(?:ed|es)? (?:on|off)|log(?:s|ged)? in|replies to mail|(?:want|request)s? (?:longer|more time)|longer access|renewal request)\b/i,
    "Requests are switched off",
  ],
  ["a semicolon between sentences", /[a-z”}’)]; [a-z]/, "Six digits; the last one signs you in."],
  [
    "a lower-case start after a salutation",
    /^(?:Hello|Hi|Dear)\b[^.!?]*, [a-z]/,
    "Hello Riley, you",
  ],
];

/** Texts that the specification quotes: they stay to the letter, with the apostrophe that it has. */
const QUOTED: ReadonlySet<string> = new Set([
  "Enter your contact's email within this organization",
  "Let's Go",
  "Log into {…}'s workspace",
  "Welcome to {…}'s {…}",
  "Get access to {…}'s {…}",
  "Click here to see {…}'s latest trust updates",
  "Subscribe to {…}'s updates",
  "Unsubscribe to {…}'s updates",
  "Confirm your subscription to {…}'s updates",
  "Press the button to receive updates from {…}'s {…} via email.",
  "If you unsubscribe, you will not receive new updates from {…}'s {…} via email. You can subscribe again at any time.",
  "You will now receive updates from {…}'s {…} via email",
  "You are blocked from subscribing to {…}'s {…}.",
  "This address is blocked from {…}'s updates.",
  "Updated {…} card item's order",
  "Failed to update {…} card item's order",
  "You don't have access to this",
  'Just use: "{…}"',
  'There was an unexpected error while deleting "{…}".',
  'Click on "Get Grade" button.',
  '"{…}" is not a valid email',
  '"{…}" has already been added',
  'Use format "example.com", without www. or http/s',
  "Children's Data",
  "View &amp; download sensitive information",
  "Card icon saved. The icon may take a few minutes to appear",
  "Your company does not have a score yet. Please try again later",
  "You don't have access to this page",
  "You haven't selected any certifications or compliance items",
  "You haven't selected any companies yet",
  "Visitors don't see this. Enable it in",
  "You are not on the team of {…}. Ask one of its owners.",
  "Temporary connection error. It might be due to a temporary issue in {…}. In the meantime, your live status isn't shared on your Trust Center.",
]);

const LEGAL_TEXTS = /model\/nda\/texts|company\/privacy\/portal/;

/** What a command prints of how it is used: lines of examples, each with its words. */
const FOR_TERMINALS = /^(?:\{…\} )?(?:Usage|Use): npm run /;

/** Begin a sentence whose end is a link, or another text beside them. */
const BEGINNINGS: ReadonlySet<string> = new Set([
  "You have access. Open the link we sent to",
  "There was an issue inviting your colleagues. Please try again, or",
  "Visitors don't see this. Enable it in",
  "No mailbox or address is set. Add one in",
]);

/** What is wrong with a variable: whoever says it puts the variable before it and the stop behind it. */
const FAULTS_OF_VARIABLES =
  /platform\/(?:environment|integrations\/exemptions|files\/s3\/address)\.ts$/;

/** Words that a label writes small. */
const SMALL = /^(?:a|an|the|of|and|or|to|in|on|for|with|by|at|from|as|is)$/;

/** Names of people, companies, products and standards, and a text whose first word is another element. */
const NAMES =
  /^\{…\} ?[A-Z]\S*(?: \{…\})?$|^(?:Acme|Customer|Prospect|Olive|Riley|Sam|Ingrid|Northlight) |Open Trust Center|LinkedIn|HackerOne|^Security Scorecard$|^Google |^JSON Feed$|^Firefox on |^Authorization: |^\d+ [A-Z]|^Back to Documents$|^Not Found$|Mutual Non-Disclosure Agreement|^\{…\} (?:Connected to|Edited) \{…\}$/;

/** Labels that the specification quotes, and two that stand among them. */
const TITLES: ReadonlySet<string> = new Set([
  "Add Items",
  "Add Items to {…}",
  "Additional Details",
  "All Time",
  "Delete Error",
  "Display Name",
  "Edit Letter Content",
  "Expiration Date",
  "Featured Documents",
  "Get Grade",
  "In Progress",
  "Item Type",
  "Knowledge Base (FAQs)",
  "{…}Knowledge Base (FAQs)",
  "Let's Go",
  "Letter Content",
  "Letter Type",
  "Linked Item",
  "Log Out",
  "Maturity Level",
  "Privacy Notice",
  "Privacy Policy",
  "Public Access",
  "Refresh Page",
  "Show on Trust Center",
  "Signer Name",
  "Signer Title",
  "Submit Request",
  "Terms of Service",
  "Trust Center",
  "Trust Center Settings",
  "View with Markdown",
  "{…} Document(s)",
]);

/** Words that a person types, by which search and answers know a question: none of them is shown. */
const WORD_LISTS =
  /model\/search|content\/search\/(?!portal|staff)|content\/answers\/rules\/(?:asked|fitting|general-words|kinds)/;

/** Texts of programs, which look like words: markup, styles, headers, schemas, shell. */
const OF_PROGRAMS =
  /="|d='M|^## Section |'(?:none|self|unsafe-inline)'|charset=|filename=|"\$|^-apple-system|enum [A-Z]/;

/** A fault as the database keeps it: it is told in other words. */
const KEPT = /^can't be marked: /;

/** What the product says, and what its demo's companies say and publish, which every newcomer reads. */
function shownTexts(): readonly ShownWords[] {
  const own = allShownWords().filter(
    ({ file, words }) =>
      !WORD_LISTS.test(file) &&
      !OF_PROGRAMS.test(words) &&
      !FOR_TERMINALS.test(words) &&
      !QUOTED.has(words) &&
      !KEPT.test(words),
  );
  return [...own, ...demoWords(), ...documentWords()];
}

const named = (found: readonly ShownWords[]) =>
  found.map(({ file, line, words }) => `${file}:${line} ${words}`);

// All sources are read here, which takes seconds.
beforeAll(() => void allShownWords());

test.each(RULES)("no text that people see has %s", (rule, pattern, example) => {
  expect(pattern.test(example), rule).toBe(true);
  expect(named(shownTexts().filter(({ words }) => pattern.test(words)))).toEqual([]);
});

/** The sentences of a text. */
function sentencesOf(words: string): string[] {
  return words.split(/(?<=[.!?][”’)*]{0,2})\s+(?=[A-Z“{(*\d])/);
}

test("no sentence that people see has more than thirty words, and none of a legal text more than 25", () => {
  const most = (file: string) => (LEGAL_TEXTS.test(file) ? 25 : 30);
  const isLong = ({ file, words }: ShownWords) =>
    sentencesOf(words).some((sentence) => sentence.split(" ").length > most(file));
  expect(named(shownTexts().filter(isLong))).toEqual([]);
});

test("a text of more than one sentence ends as a sentence does", () => {
  const isOpen = ({ file, words }: ShownWords) =>
    sentencesOf(words).length > 1 &&
    /(?<!\bDr)(?<=[a-z)”’}])\. [A-Z]/.test(words) &&
    !/[.!?:…”)}]$/.test(words) &&
    !BEGINNINGS.has(words) &&
    !FAULTS_OF_VARIABLES.test(file);
  expect(named(shownTexts().filter(isOpen))).toEqual([]);
});

test("a label is written like a sentence: its first word and names are capitalized", () => {
  const isTitle = ({ file, words }: ShownWords) => {
    const others = words
      .split(" ")
      .slice(1)
      .filter((word) => /^[A-Za-z]/.test(word) && !SMALL.test(word));
    return (
      file.endsWith(".tsx") &&
      !/[.!?]$/.test(words) &&
      others.length > 0 &&
      others.every((word) => /^[A-Z][a-z]/.test(word)) &&
      !NAMES.test(words)
    );
  };
  const found = shownTexts().filter(isTitle);
  expect(named(found.filter(({ words }) => !TITLES.has(words)))).toEqual([]);
});

const TESTS = path.resolve(import.meta.dirname, "..");
/** Where texts stand for the tests, and the rules above with their examples. */
const HOMES: ReadonlySet<string> = new Set(["wording.ts", "unit/words.test.ts"]);
/** Content of the demo that sources show as an example, or search knows: data to a test, no wording of the product. */
const OF_DEMO: ReadonlySet<string> = new Set([
  "Report a security issue",
  "SOC 2 Type II",
  "SOC 2 Type II report 2026 is available",
]);

/** The sentences and labels of four words or more that a test file has in quotes. */
function assertedTexts(source: string): Set<string> {
  const quoted = [...source.matchAll(/(?<!=)"((?:[^"\\\n]|\\.)+)"/g)];
  const texts = quoted.map(([, text]) => text!.replaceAll('\\"', '"'));
  return new Set(texts.filter((text) => /^[A-Z]/.test(text) && text.split(" ").length >= 4));
}

/** The texts of the product that more than one of these files has in quotes, with the files. */
function assertedTwice(sources: ReadonlyMap<string, string>, shown: string): string[] {
  const places = new Map<string, string[]>();
  for (const [file, source] of sources) {
    for (const text of assertedTexts(source)) places.set(text, [...(places.get(text) ?? []), file]);
  }
  return [...places]
    .filter(([text, files]) => files.length > 1 && shown.includes(text) && !OF_DEMO.has(text))
    .map(([text, files]) => `${text} (${files.join(", ")})`);
}

test("a text of the product is asserted in one test file alone, or has its name in tests/wording.ts", () => {
  const sources = new Map(
    readdirSync(TESTS, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !HOMES.has(file))
      .map((file) => [file, readFileSync(path.join(TESTS, file), "utf8")]),
  );
  const shown = allShownWords().filter(
    ({ file }) => !file.startsWith("app/operations/exchange/demo"),
  );
  expect(assertedTwice(sources, shown.map(({ words }) => words).join("\n"))).toEqual([]);
  const twice = new Map([
    ["a.ts", 'see("Choose a file first."); see("Of the test alone");'],
    ["b.ts", 'see("Choose a file first."); see("Of the test alone");'],
  ]);
  expect(assertedTwice(twice, "Choose a file first. Then press Save.")).toEqual([
    "Choose a file first. (a.ts, b.ts)",
  ]);
});

test("texts of the demo's content are read line by line, and its names and facts are not", () => {
  const source = [
    "items:",
    "  - uid: a",
    "    auditor: Of no sentence",
    "    explanation: |",
    "      - **First**; second",
    "",
    "      | A cell | b |",
    "    comment: Third",
  ].join("\n");
  expect(wordsOfContent("made.yaml", source)).toEqual([
    { file: "made.yaml", line: 4, words: "First; second" },
    { file: "made.yaml", line: 4, words: "A cell | b |" },
    { file: "made.yaml", line: 8, words: "Third" },
  ]);
});

test("the demo's documents and workbooks are read as they are set", () => {
  const words = documentWords().map((found) => found.words);
  expect(words).toContain("SOC 2 Type II Report");
  expect(words).toContain("Are controls in place for independent audits, and how do they work?");
  expect(words).toContain("Customer’s duties");
});

test("texts of elements, attributes, strings and templates are read, and those for machines are not", () => {
  const source = [
    'import "a b";',
    "const a = <p className='x y' title='Of a title'>Hello {name}, <b>you there</b>{\" \"}now</p>;",
    "const b = `Version ${n} is back`;",
    "const c = sql`select a from b`;",
    'const d = "two words";',
  ].join("\n");
  expect(shownWords("made.tsx", source).map(({ words }) => words)).toEqual([
    "Hello {…}, {…} now",
    "Of a title",
    "you there",
    "Version {…} is back",
    "two words",
  ]);
});
