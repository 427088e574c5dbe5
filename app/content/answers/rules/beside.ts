import { CARD_TITLES } from "#model/cards/kinds.ts";
import type { SearchType } from "#model/search.ts";
import type { Asked } from "./asked.ts";
import { namesIn } from "./fitting.ts";
import { type AskedFor, askedFor, plainWords } from "./kinds.ts";
import { nearStems } from "./near-words.ts";
import { type AskedPart, isAskedIn, isMeantIn, type Passage, stemsOf } from "./quoting.ts";
import type { Sentence } from "./reading.ts";

/**
 * Whether a text is beside the question though it has its words: it speaks of the customers' people where the company's
 * were asked of, of what customers may do where it is asked what the company does, of how long something is kept where
 * it is asked whether it is done at all.
 */

/** Whether what would be quoted of a passage speaks of something else than what is asked. */
export function isBeside(asked: Asked, passage: Passage, { text, stems }: Sentence): boolean {
  const { asksFor } = asked;
  // A file speaks of much: only what is quoted of it counts.
  const isWide = !TITLED.has(passage.type);
  const whole = `${passage.heading} ${isWide ? text : passage.text}`;
  // What is said beside a fact says something of its own.
  const title = passage.type === "facts" ? "" : titleOf(passage);
  return (
    isOfCustomersPeople(asksFor, passage, whole) ||
    (isWide && isOfNoPeople(asksFor, text)) ||
    isOfAskersDeed(asksFor, passage) ||
    isNoSuchPaper(asksFor, passage, whole) ||
    isOnlyKept(asksFor, text) ||
    isOfOtherVersion(asked, whole) ||
    isNotShared(asked, whole) ||
    isOfOtherDoing(asked, stemsOf(title), { text, stems }) ||
    isOfOtherActivity(asksFor, whole) ||
    isNoMeasure(asksFor, text) ||
    isNoStandard(asked, title, text)
  );
}

/** A heading without the card's title before it. */
function titleOf({ heading, card = "" }: Passage): string {
  return card !== "" && heading.startsWith(`${card} - `) ? heading.slice(card.length + 3) : heading;
}

/** What speaks of one thing, which its title names. */
const TITLED: ReadonlySet<SearchType> = new Set([
  "trust center content",
  "knowledge base",
  "controls",
]);

/** 'Your admins', 'your own support engineers'. */
const YOUR_PEOPLE =
  /\byour (?:[\p{L}-]+ ){0,2}?(?:admins?|administrators|employees|staff|engineers|developers|personnel|workers|teams?|people|colleagues|contractors|operators|agents)\b/u;
/** What speaks of them. */
const STAFF = new Set(
  (
    "staff employee employees employee's engineer engineers developer developers contractor contractors personnel people " +
    "colleague colleagues leaver leavers team teams internal laptop laptops"
  ).split(" "),
);
/** What customers set for their own people. */
const OF_CUSTOMERS =
  /\b(?:your|customers?|customer’s|workspaces?|administrators? (?:can|may|set|see|choose|decide|export))\b|\bcan be required\b/i;

/** Whether the company's people are asked of, and a text speaks of those of its customers alone. */
function isOfCustomersPeople({ words }: AskedFor, { card }: Passage, whole: string): boolean {
  if (!YOUR_PEOPLE.test(words.join(" "))) return false;
  const isCustomers = card === CARD_TITLES.ProductFeatures || OF_CUSTOMERS.test(whole);
  return isCustomers && !plainWords(whole).some((word) => STAFF.has(word));
}

/** Whether the company's people are asked of, and a sentence of a file or a list speaks of none: 'social engineering' is nobody. */
function isOfNoPeople({ words }: AskedFor, text: string): boolean {
  if (!YOUR_PEOPLE.test(words.join(" "))) return false;
  return !plainWords(text).some((word) => STAFF.has(word) || word.startsWith("administrator"));
}

const ASKERS = new Set(
  "we us our i my customer customers customer's customers' client clients user users tenant tenants allow let permit".split(
    " ",
  ),
);

/** Whether something of the company's is asked of, and an entry says what its asker may do. */
function isOfAskersDeed({ words }: AskedFor, { type, heading }: Passage): boolean {
  if (type !== "knowledge base" || words.some((word) => ASKERS.has(word))) return false;
  if (!words.includes("your")) return false;
  const theirs = askedFor(heading);
  return theirs.isOurs && theirs.words.includes("own");
}

/** What a company writes down for itself. */
const PAPER = /^(?:polic(?:y|ies)|plans?|procedures?|schedules?)$/;
const SET = new Set("set configure choose define create workspace administrators".split(" "));

/** Whether a paper of the company's is asked for, and a text says what its product can, or what a certificate is of. */
function isNoSuchPaper({ words }: AskedFor, { card }: Passage, whole: string): boolean {
  if (card !== CARD_TITLES.ProductFeatures && card !== CARD_TITLES.Certifications) return false;
  const paper = words.find((word) => PAPER.test(word));
  if (paper === undefined || words.some((word) => ASKERS.has(word) || SET.has(word))) return false;
  const [stem = ""] = stemsOf(paper);
  return !stemsOf(whole).includes(stem);
}

/** 'Logs are also kept for 400 days'. */
const KEPT =
  /^(?:[\p{L}-]+ ){1,4}?(?:is|are|was|were) (?:also |then )?(?:kept|retained|stored|held)\b/iu;
const KEEPING = /^(?:keep|kept|retain|retention|stor|hold|held|archiv|sav)/;

/** Whether it is asked whether something is done, and a sentence says only how long or where it is kept. */
function isOnlyKept({ kinds, words }: AskedFor, text: string): boolean {
  return (
    kinds.length === 1 &&
    kinds[0] === "yesno" &&
    !/[.!?] /.test(text) &&
    KEPT.test(text) &&
    !words.some((word) => KEEPING.test(word))
  );
}

/** Numbers of two parts name a version: '140-2', '1.2'. */
const VERSIONS = /(?<![\p{L}\p{N}.-])\d+[-.]\d+(?:\.\d+)*(?![\p{L}\p{N}-])/gu;

/** Whether a version is asked of, and a text speaks of another one. */
function isOfOtherVersion({ question }: Asked, whole: string): boolean {
  return [...question.matchAll(VERSIONS)].some(([version]) => !whole.includes(version));
}

/** What several people have together. */
const SHARED =
  /\bshared (?:[\p{L}-]+ )?(?:accounts?|credentials|passwords?|logins?|ids?|users?|mailboxes)\b/iu;
const TOGETHER = /\b(?:shar\p{L}+|generic|common|personal|individual|named|unique|together)\b/iu;

/** Whether it is asked what several people share, and a text says nothing of that. */
function isNotShared({ question }: Asked, whole: string): boolean {
  return SHARED.test(question) && !TOGETHER.test(whole);
}

/** What is done with a thing: 'do you scan images', 'are rules reviewed'. */
const DOING =
  /^(?:how )?(?:do|does|can|will) (?:you|your [\p{L}-]+) (?:also |regularly |ever )?(scan|test|review|inspect|rotate|patch|harden|sign|segment|mask|destroy|wipe|filter|block|audit|approve)\b/u;
const DONE =
  /^(?:is|are) (?:[\p{L}-]+ ){1,4}?(scanned|tested|reviewed|inspected|rotated|patched|hardened|signed|audited|approved)\b/u;
/** Before a verb, or before a noun that stands for what is done. */
const BEFORE_DEED = new Set(
  "is are was were be been to we they and or not can must who which that every each a an the its their by for of in after before annual yearly quarterly monthly regular".split(
    " ",
  ),
);

/** Whether what is asked to be done is not what a title and what is quoted below it say is done. */
function isOfOtherDoing(
  { asksFor, parts }: Asked,
  title: readonly string[],
  { text, stems }: Sentence,
): boolean {
  const asked = asksFor.words.join(" ");
  const [done] = stemsOf((DOING.exec(asked) ?? DONE.exec(asked))?.[1] ?? "");
  // What something is tested against is not what is tested.
  if (done === undefined || asksFor.words.includes("against")) return false;
  const ways = [done, ...nearStems(done)];
  if (ways.some((stem) => title.includes(stem))) return false;
  if (!ways.some((stem) => stems.includes(stem))) return true;
  // A 'code review' reviews code.
  const words = plainWords(text);
  const places = words.flatMap((word, at) => (stemsOf(word).includes(done) ? [at] : []));
  const isCompound = (at: number) => {
    const [before] = stemsOf(words[at - 1] ?? "");
    return (
      stemsOf(words[at] ?? "")[0] === words[at] &&
      before !== undefined &&
      !BEFORE_DEED.has(words[at - 1] ?? "") &&
      !isAskedIn(before, parts)
    );
  };
  if (places.length > 0 && places.every(isCompound)) return true;
  // What is done to something of its own, below a title that has half of what was asked.
  const objects = parts.filter(
    ({ weight, ways: [own = []] }) => weight === 1 && !own.includes(done),
  );
  const isOnlyTitled = (part: AskedPart) => isMeantIn(part, title) && !isMeantIn(part, stems);
  return (
    (places[0] ?? 0) > 0 &&
    objects.length > 0 &&
    objects.every(isOnlyTitled) &&
    title.some((stem) => !isAskedIn(stem, parts))
  );
}

/** 'Admin activity', 'employees’ actions'. */
const ACTIVITY =
  /\b(admin|administrator|administrative|privileged|employee|staff|engineer|developer|operator|supplier|vendor)(?:'?s|s')? (?:activit(?:y|ies)|actions?|behaviou?rs?)\b/u;
const ACTS = /^(?:activit|action|behavi|session|command|chang|step|operation|does|did)/;
/** They stand so near each other. */
const ACTS_WITHIN = 3;

/** Whether somebody's activity is asked of, and a text speaks of other things near them. */
function isOfOtherActivity({ words }: AskedFor, whole: string): boolean {
  const [whose] = stemsOf(ACTIVITY.exec(words.join(" "))?.[1] ?? "");
  if (whose === undefined) return false;
  const said = plainWords(whole);
  const theirs = [whose, ...nearStems(whose)];
  return !said.some(
    (word, at) =>
      ACTS.test(word) &&
      said
        .slice(Math.max(0, at - ACTS_WITHIN), at + ACTS_WITHIN + 1)
        .some((near) => stemsOf(near).some((stem) => theirs.includes(stem))),
  );
}

/** What is a share of time. */
const SHARES = new Set(["availability", "uptime"]);

/** Whether a share is asked for, and none is said. */
function isNoMeasure({ kinds, noun }: AskedFor, text: string): boolean {
  return kinds.includes("thing") && SHARES.has(noun.at(-1) ?? "") && !/%|percent/i.test(text);
}

const STANDARDS = new Set("standard standards framework frameworks".split(" "));

/** Whether it is asked which standards, and none is named: 'HR' is none. */
function isNoStandard({ asksFor, ownNames }: Asked, title: string, text: string): boolean {
  if (!asksFor.kinds.includes("thing") || !STANDARDS.has(asksFor.noun.at(-1) ?? "")) return false;
  return !/\d|\p{Lu}{3}/u.test(title) && !namesIn(text, ownNames).some((name) => name.length > 2);
}
