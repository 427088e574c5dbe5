import { CARD_TITLES } from "#model/cards/kinds.ts";
import type { SearchType } from "#model/search.ts";
import type { Asked } from "./asked.ts";
import { namesIn } from "./fitting.ts";
import { type AskedFor, askedFor, plainWords } from "./kinds.ts";
import {
  isByNoOutsider,
  isNoSpan,
  isOfOtherActivity,
  isOfOtherCase,
  isOfOtherDoing,
  isOnlyLogged,
  isUnreached,
} from "./other-deeds.ts";
import { type Passage, stemsOf } from "./quoting.ts";
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
    isOfCompanysPeople(asksFor, passage, whole) ||
    isOfOtherType(asked, whole) ||
    (isWide && isOfNoPeople(asksFor, text)) ||
    isOfAskersDeed(asksFor, passage) ||
    isNoSuchPaper(asksFor, passage, whole) ||
    isOnlyKept(asksFor, text) ||
    isOfOtherVersion(asked, whole) ||
    isNotShared(asked, whole) ||
    isOfOtherDoing(asked, stemsOf(title), { text, stems }) ||
    isOfOtherActivity(asksFor, whole) ||
    isNoMeasure(asksFor, text) ||
    isNoStandard(asked, title, text) ||
    isOfWhoDoesIt(asksFor, whole) ||
    isOfOtherCase(asked, title, text) ||
    isUnreached(asked, whole) ||
    isNoSpan(asksFor, text) ||
    isOnlyLogged(asksFor, whole) ||
    isByNoOutsider(asksFor, whole)
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

/** 'Your admins', 'your own support engineers', 'do staff sign'. */
const YOUR_PEOPLE =
  /^(?:do|does|are|is|must|have|has|can|will) (?:all |any |each |every |new )?(?:staff|employees?|engineers|developers|personnel|workers|contractors)\b|\b(?:for|of|by) (?:all |any |every )?(?:staff|employees|engineers|developers|personnel)\b|\byour (?:[\p{L}-]+ ){0,2}?(?:admins?|administrators|employees|staff|engineers|developers|personnel|workers|teams?|people|colleagues|contractors|operators|agents)\b/u;
/** What speaks of them. */
const STAFF = new Set(
  (
    "staff employee employees engineer engineers developer developers contractor contractors personnel people " +
    "colleague colleagues leaver leavers team teams internal laptop laptops"
  ).split(" "),
);
/** A word as it stands where nothing is anybody's. */
const bare = (word: string) => word.replace(/'s?$/, "");
const isOfStaff = (word: string) => STAFF.has(bare(word));

/** What customers set for their own people. */
const OF_CUSTOMERS =
  /\b(?:your|customers?|customer’s|workspaces?|administrators? (?:can|may|set|see|choose|decide|export))\b|\bcan be required\b/i;

/** Whether the company's people are asked of, and a text speaks of those of its customers alone. */
function isOfCustomersPeople({ words }: AskedFor, { card }: Passage, whole: string): boolean {
  if (!YOUR_PEOPLE.test(words.join(" "))) return false;
  const isCustomers = card === CARD_TITLES.ProductFeatures || OF_CUSTOMERS.test(whole);
  return isCustomers && !plainWords(whole).some(isOfStaff);
}

/** 'For our users', 'our admins’ passwords'. */
const OUR_PEOPLE =
  /\bour (?:[\p{L}-]+ )?(?:users?|admins?|administrators|employees|staff|people|members|teams?|colleagues|contractors)\b/u;

/** Whether the asker's people are asked of, and a text speaks of none of them, nor of what the product can. */
function isOfCompanysPeople({ words }: AskedFor, { card }: Passage, whole: string): boolean {
  if (!OUR_PEOPLE.test(words.join(" ").replaceAll("'", ""))) return false;
  const isOfProduct = card === CARD_TITLES.ProductFeatures && !plainWords(whole).some(isOfStaff);
  return !isOfProduct && !OF_CUSTOMERS.test(whole);
}

/** Whether the company's people are asked of, and a sentence of a file or a list speaks of none: 'social engineering' is nobody. */
function isOfNoPeople({ words }: AskedFor, text: string): boolean {
  if (!YOUR_PEOPLE.test(words.join(" "))) return false;
  return !plainWords(text).some((word) => isOfStaff(word) || word.startsWith("administrator"));
}

const ASKERS = new Set(
  "we us our i my customer customers client clients user users tenant tenants allow let permit".split(
    " ",
  ),
);

/** Whether something of the company's is asked of, and an entry says what its asker may do. */
function isOfAskersDeed({ words }: AskedFor, { type, heading }: Passage): boolean {
  if (type !== "knowledge base" || words.some((word) => ASKERS.has(bare(word)))) return false;
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
  if (paper === undefined || words.some((word) => ASKERS.has(bare(word)) || SET.has(word)))
    return false;
  const [stem = ""] = stemsOf(paper);
  return !stemsOf(whole).includes(stem);
}

/** 'Logs are also kept for 400 days'. */
const KEPT =
  /^(?:[\p{L}-]+ ){1,4}?(?:is|are|was|were) (?:also |then )?(?:kept|retained|stored|held) (?:for|in|at|until)\b/iu;
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

/** 'SOC 2 Type II': the other one says less. */
const TYPE = /\btype (?:i{1,2}|[12])\b/iu;

/** Whether a report's type is asked of, and a text says none. */
function isOfOtherType({ question }: Asked, whole: string): boolean {
  return TYPE.test(question) && !TYPE.test(whole);
}

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

/** Whether a thing is asked for, and a text speaks only of who does it: 'insurers' to 'which insurance'. */
function isOfWhoDoesIt({ kinds, noun }: AskedFor, whole: string): boolean {
  const head = noun.at(-1) ?? "";
  const [stem] = stemsOf(head);
  if (!kinds.includes("thing") || stem === undefined || DOER.test(head)) return false;
  const said = plainWords(whole).filter((word) => stemsOf(word).includes(stem));
  return said.length > 0 && said.every((word) => DOER.test(word));
}

const DOER = /(?:er|or)s$/u;
