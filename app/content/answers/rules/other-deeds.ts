import type { Asked } from "./asked.ts";
import { isNumber } from "./fitting.ts";
import { type AskedFor, plainWords, UNIT_WORDS } from "./kinds.ts";
import { nearStems } from "./near-words.ts";
import { type AskedPart, isAskedIn, isMeantIn, sentencesOf, stemsOf } from "./quoting.ts";
import type { Sentence } from "./reading.ts";

/** Whether something else is done than what was asked, to something else, or in another case. */

/** What is done with a thing: 'do you scan images', 'are rules reviewed'. */
const DOING =
  /^(?:how )?(?:do|does|can|will) (?:you|your [\p{L}-]+) (?:also |regularly |ever )?(scan|test|review|inspect|rotate|patch|harden|sign|segment|mask|destroy|wipe|filter|block|audit|approve)\b/u;
const DONE =
  /^(?:is|are) (?:[\p{L}-]+ ){1,4}?(scanned|tested|reviewed|inspected|rotated|patched|hardened|signed|audited|approved)\b/u;
/** What is logged, in one word. */
const LOGGED = /^(?:do|does|can) (?:you|your [\p{L}-]+) (?:log|record) ([\p{L}-]+)$/u;
const [AUDIT = ""] = stemsOf("audit");
const AUDIT_LOG = /\baudit (?:log|trail)/iu;
/** Before a verb, or before a noun that stands for what is done. */
const BEFORE_DEED = new Set(
  (
    "is are was were am be been to we they you and or not can must who which that " +
    "every each a an the its their by for of in after before " +
    "annual yearly quarterly monthly regular"
  ).split(" "),
);

/** Whether what is asked to be done is not what a title and what is quoted below it say is done. */
export function isOfOtherDoing(
  { asksFor, parts }: Asked,
  title: readonly string[],
  { text, stems }: Sentence,
): boolean {
  const asked = asksFor.words.join(" ");
  const logged = stemsOf(LOGGED.exec(asked)?.[1] ?? "");
  const isIn = (stem: string) =>
    [stem, ...nearStems(stem)].some((one) => title.includes(one) || stems.includes(one));
  if (logged.length > 0 && !logged.every(isIn)) return true;
  const [done] = stemsOf((DOING.exec(asked) ?? DONE.exec(asked))?.[1] ?? "");
  // What something is tested against is not what is tested.
  if (done === undefined || asksFor.words.includes("against")) return false;
  // An 'audit log' audits nothing.
  const isLog = AUDIT_LOG.test(`${title.join(" ")} ${text}`);
  const ways = [done, ...nearStems(done)].filter((stem) => !isLog || stem !== AUDIT);
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
export function isOfOtherActivity({ words }: AskedFor, whole: string): boolean {
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

/** When something is said to happen: 'after', 'when', 'at once'. */
const WHENEVER =
  /\b(?:when|whenever|once|if|after|upon|as soon as|then|within|following|end of)\b/iu;
const TIMED = /\b(?:before|after|when|until|while)\b/iu;
const ASKED_WHEN =
  /^(?:is|are|do|does|can|will) .{2,80}\b(?:after|when) (?:a|an|the|your|our|their)? ?([\p{L}-]+)/u;
/** What follows from something. */
export const HAPPENS = /\bhappens? (?:if|when|after|once)\b/u;
/** 'A lost laptop is wiped' is of lost ones alone. */
const LOST = /^(?:an? )?(?:lost|stolen)\b/iu;
const LOSING = /^(?:lost|stolen|lose|loses|loss|theft|missing|wip(?:e|es|ed|ing))$/u;

/** Whether it is asked of one case, and a text is of another one, or of that one and something else. */
export function isOfOtherCase(asked: Asked, title: string, text: string): boolean {
  const { words, kinds } = asked.asksFor;
  if (LOST.test(text) && !words.some((word) => LOSING.test(word))) return true;
  const plain = words.join(" ");
  // An entry that asks of another moment says its own.
  const isTimed = WHENEVER.test(text) || TIMED.test(title);
  if (!isTimed && (HAPPENS.test(plain) || (kinds.includes("yesno") && ASKED_WHEN.test(plain))))
    return true;
  // What is done on request stands beside it.
  if (!plain.includes("on request")) return false;
  const telling = asked.parts.filter(({ weight }) => weight === 1);
  return !sentencesOf(text).some((sentence) => {
    const stems = stemsOf(sentence);
    return /\brequest/i.test(sentence) && telling.every((part) => isMeantIn(part, stems));
  });
}

/** To what access is asked: 'access to our keys'. */
const ACCESS_TO = /\baccess to (?:(?:our|the|your|all|any|customer|client) )*([\p{L}-]+)/u;
/** What is never called by one word. */
const ANYTHING = new Set(
  "data information content systems system documents environment network networks service account accounts it".split(
    " ",
  ),
);

/** Whether access to a thing is asked, and a text doesn't speak of that thing. */
export function isUnreached({ asksFor }: Asked, whole: string): boolean {
  const what = ACCESS_TO.exec(asksFor.words.join(" "))?.[1] ?? "";
  const [stem] = stemsOf(what);
  if (stem === undefined || ANYTHING.has(what)) return false;
  const said = stemsOf(whole);
  return ![stem, ...nearStems(stem)].some((one) => said.includes(one));
}

/** 'How long does a restore take'. */
const TAKES = /^how (?:long|fast|quickly) .*\btakes?\b/u;
/** What lies behind: 'the last seven days'. */
const BEHIND =
  /\b(?:last|past|previous|next) [\p{L}\d]+ (?:seconds|minutes|hours|days|weeks|months|years)\b/giu;

/** Whether it is asked how long something takes, and a text says how far back it goes. */
export function isNoSpan({ words, kinds }: AskedFor, text: string): boolean {
  if (!kinds.includes("duration") || !TAKES.test(words.join(" "))) return false;
  const rest = text.replaceAll(BEHIND, "");
  const left = plainWords(rest);
  const isSpan = (word: string, at: number) => UNIT_WORDS.has(word) && isNumber(left[at - 1]);
  return rest !== text && !left.some(isSpan);
}

/** Whether logs are asked of, and a text says only that something is logged. */
export function isOnlyLogged({ words }: AskedFor, whole: string): boolean {
  if (!words.includes("logs")) return false;
  const said = plainWords(whole).filter((word) => /log/.test(word));
  return said.length > 0 && said.every((word) => word === "logged");
}

/** 'By an outside firm', 'by an independent auditor'. */
const BY_OUTSIDERS = /\bby (?:an? |your )?(?:outside|external|independent|third)\b/u;
const OUTSIDERS =
  /\b(?:outside|external\p{L}*|independent\p{L}*|third|firms?|auditors?|compan(?:y|ies)|certification)\b/iu;

/** Whether it is asked what outsiders do, and a text speaks of none. */
export function isByNoOutsider({ words }: AskedFor, whole: string): boolean {
  return BY_OUTSIDERS.test(words.join(" ")) && !OUTSIDERS.test(whole);
}
