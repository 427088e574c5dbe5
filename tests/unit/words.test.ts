import { expect, test } from "vitest";
import { ODD_WORDS } from "../odd-words.ts";
import { allShownWords, shownWords } from "../shown-words.ts";

/** What docs/words.md says, as far as a program can see it: a pattern, and a text that it must find. */
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
  [
    "the footer of an email",
    /\bYou (?:get|got|received) this because\b/,
    "You get this because you asked",
  ],
  [
    "'of' for what a person has",
    /\b(?:the team of|on the team of|the NDA of) \{…\}/,
    "the team of {…}",
  ],
  ["'e-mail'", /\be-mails?\b/i, "Send by e-mail"],
  ["a straight apostrophe", /(?:[A-Za-z}]'(?:s|t|re|ll|ve)\b)|[a-z]s' [a-z]/, "You can't"],
  ["an odd word", ODD_WORDS, "any more"],
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
  "You don't have access to this page",
  "You haven't selected any certifications or compliance items",
  "You haven't selected any companies yet",
  "Visitors don't see this. Enable it in",
  "Temporary connection error. It might be due to a temporary issue in {…}. In the meantime, your live status isn't shared on your Trust Center.",
]);

/**
 * Sources whose texts are not the product's own sentences: legal texts, demo content, words that
 * search knows, hints of the catalogue, and lines of the log and the terminal, which are parts of
 * one sentence.
 */
const OTHER_TEXTS =
  /model\/nda\/texts|model\/search|content\/search\/(?!portal|staff)|content\/answers\/(?!portal|staff)|operations\/|content\/files\/|starter-controls|model\/cards\/catalogue|security-txt|text-notes|platform\/(?:environment|database-check|backup|mail)|tenancy\/audit|app\/server\/|resend-webhook/;

test.each(RULES)("no text that people see has %s", (rule, pattern, example) => {
  expect(pattern.test(example), rule).toBe(true);
  const found = allShownWords()
    .filter(({ file, words }) => !OTHER_TEXTS.test(file) && !QUOTED.has(words))
    .filter(({ words }) => pattern.test(words))
    .map(({ file, line, words }) => `${file}:${line} ${words}`);
  expect(found).toEqual([]);
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
