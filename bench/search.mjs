// Questions to the search index, beside the same words in a bare minisearch with the same prefixes and typos, and the
// memory of the most records that a company may have.
import MiniSearch from "minisearch";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { WIDE_THESAURUS } from "../app/model/search/paraphrases.ts";
import { root } from "../bin/prepare.mjs";
import { row } from "./table.mjs";

/** Characters of a record's texts together. */
const CHARACTERS = 300;
const MOST_RECORDS = 20_000;
const MOST_MIB = 256;
/** How long the slowest of a hundred questions may take, in milliseconds, by how many records there are. */
const AIMS = { 1000: 5, 10_000: 35 };
/** How long the slowest of a hundred answers may take, in milliseconds, from so many records. */
const ANSWER_MS = 35;
const ANSWERED_RECORDS = 10_000;
const LISTS = [
  ["sso", "single sign on", "saml"],
  ["pentest", "penetration test"],
  ["encryption at rest", "aes 256"],
];

const ms = (number) => `${number.toFixed(2)} ms`;
const whole = (number) => number.toLocaleString("en");

/**
 * What a question takes.
 * @param questions how many are asked of each index
 */
export async function searching(questions) {
  process.env.NODE_ENV = "test";
  const { SearchIndex, answering } = await import(
    pathToFileURL(path.join(root, "build/server/index.js")).href
  );
  // Before anything else is in memory that the figure would be less of.
  const rows = [memoryRow(SearchIndex)];
  for (const [size, aim] of Object.entries(AIMS)) {
    const records = recordsOf(Number(size));
    const ours = new SearchIndex(LISTS);
    const bare = new MiniSearch({ fields: ["title", "explanation"] });
    for (const record of records) ours.put(record);
    bare.addAll(records);
    const asked = Array.from({ length: questions }, (_, n) => questionOf(n));
    const times = { ours: [], bare: [] };
    // In turn, so that what else the machine does meets both; the first round is thrown away.
    for (const round of [0, 1])
      for (const term of asked) {
        const [took, bareTook] = [
          timed(() => ours.search(term, () => "open")),
          timed(() =>
            bare.search(term, {
              prefix: true,
              fuzzy: (word) => (word.length >= 5 ? 1 : false),
              combineWith: "AND",
            }),
          ),
        ];
        if (round === 0) continue;
        times.ours.push(took);
        times.bare.push(bareTook);
      }
    const [p99, bareP99] = [percentile(times.ours), percentile(times.bare)];
    rows.push(
      row(
        `a question to ${whole(Number(size))} records of ${CHARACTERS} characters: processor time, p99`,
        ms(p99),
        `${ms(bareP99)} in a bare minisearch`,
        p99 / bareP99,
        `${aim} ms or less`,
      ),
    );
  }
  rows.push(answerRow(SearchIndex, answering, questions));
  return rows;
}

/** What a whole answer takes without a model: the passages are found, quoted and ranked. */
function answerRow(SearchIndex, answering, questions) {
  const index = new SearchIndex([...LISTS, ...WIDE_THESAURUS]);
  for (const record of recordsOf(ANSWERED_RECORDS)) index.put(record);
  const times = [];
  for (const round of [0, 1])
    for (let n = 0; n < questions; n += 1) {
      const took = timed(() => {
        const steps = answering(index, sentenceOf(n), new Set(), () => "open");
        while (steps.next().done !== true);
      });
      if (round === 1) times.push(took);
    }
  const p99 = percentile(times);
  return row(
    `an answer from ${whole(ANSWERED_RECORDS)} records of ${CHARACTERS} characters: processor time, p99`,
    ms(p99),
    `${ANSWER_MS} ms`,
    p99 / ANSWER_MS,
    "1.00 or less",
  );
}

function memoryRow(SearchIndex) {
  setFlagsFromString("--expose-gc");
  const collect = globalThis.gc ?? (() => undefined);
  collect();
  const before = process.memoryUsage().heapUsed;
  const index = new SearchIndex(LISTS);
  for (const record of recordsOf(MOST_RECORDS)) index.put(record);
  collect();
  const mebibytes = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  return row(
    `memory of ${whole(index.count)} records of ${CHARACTERS} characters`,
    `${mebibytes.toFixed(0)} MiB`,
    `${MOST_MIB} MiB`,
    mebibytes / MOST_MIB,
    "1.00 or less",
  );
}

/** Processor time, in milliseconds: it is the same on a machine that others use. */
function timed(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function percentile(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

/** Numbers that look drawn by lot and are the same in each run. */
function drawn(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TERMS =
  "access account audit backup breach certificate cloud compliance control customer data database deletion employee encryption endpoint evidence firewall incident infrastructure key laptop log malware monitoring network password patch penetration policy privacy process product recovery region report request residency restore retention review risk rotation saml scan security server sign single software storage subprocessor test threat training transit vendor vulnerability".split(
    " ",
  );
const SYLLABLES = "ba ce di fo gu ha ki lo mu ne pa qui ro sa te vi wo xe yu za".split(" ");

/** A word: one of the field's in three, else one of eight thousand others. */
function wordOf(pick) {
  if (pick(3) === 0) return TERMS[pick(TERMS.length)];
  return SYLLABLES[pick(20)] + SYLLABLES[pick(20)] + SYLLABLES[pick(20)];
}

function recordsOf(count) {
  const pick = drawn(count);
  return Array.from({ length: count }, (_, n) => {
    const title = Array.from({ length: 5 }, () => wordOf(pick)).join(" ");
    let explanation = "";
    while (title.length + explanation.length < CHARACTERS) explanation += `${wordOf(pick)} `;
    const id = `record-${n}`;
    return {
      id,
      thing: id,
      type: "trust center content",
      productId: null,
      title,
      explanation,
      target: { kind: "item", uid: id, slug: id },
      metadata: {},
    };
  });
}

/** Questions as reviewers ask them: a sentence with three or four words of the field. */
function sentenceOf(n) {
  const pick = drawn(n + 7);
  const [one, two, three, four] = Array.from({ length: 4 }, () => TERMS[pick(TERMS.length)]);
  switch (n % 4) {
    case 0:
      return `Do you have a ${one} ${two} for each ${three}?`;
    case 1:
      return `How often is the ${one} of your ${two} and ${three} reviewed?`;
    case 2:
      return `Who is responsible for ${one} and ${two} when a ${three} has no ${four}?`;
    default:
      return `Where are ${one} and ${two} kept, and for how long?`;
  }
}

/** Questions as people type them: a word, its beginning, a typo, two words, a term with others that mean the same. */
function questionOf(n) {
  const pick = drawn(n + 1);
  const word = TERMS[pick(TERMS.length)];
  const other = TERMS[pick(TERMS.length)];
  switch (n % 6) {
    case 0:
      return word;
    case 1:
      return word.slice(0, 4);
    case 2:
      return word.length < 5 ? word : `${word.slice(0, 2)}${word.slice(3)}`;
    case 3:
      return `${word} ${other}`;
    case 4:
      return `do you have ${word} of ${other}`;
    default:
      return ["sso", "pentest", "encryption at rest"][pick(3)];
  }
}
