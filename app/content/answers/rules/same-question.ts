import { isFiller, isWeak } from "#model/search/weak.ts";
import { wordsOf } from "#model/search/words.ts";
import type { Asked } from "./asked.ts";
import { isSaidToAskers } from "./fitting.ts";
import { LIMITS, NEGATIONS, plainWords } from "./kinds.ts";
import { type AskedPart, isIn, isMeantIn, stemsOf } from "./quoting.ts";

/**
 * Whether a question asks the very thing that an entry asks or a control's title says, so that its
 * short answer is the answer: one word more that says little turns it round, such as 'share' for
 * 'store', 'must' for 'can', 'after' for 'before'.
 */

/** In which order and bounds something is, and whether it must be. */
const TURNS = new Set(
  (
    "before after during until since while without within outside inside beyond between above below over under " +
    "more less most least fewer first last next former previous future must shall should need needs needed " +
    "require requires required mandatory optional obliged"
  ).split(" "),
);

/** Weak words that may be said or not: each yes stays one. */
const HARMLESS = new Set(
  wordsOf(
    "have use get make give take do done perform conduct carry run hold keep kept maintain ensure implement offer provide " +
      "support company organization business employee staff personnel team worker policy process procedure program " +
      "control measure system tool service solution available possible currently kind type",
  ),
);

/** What is said of anything that a company does: what it does stands beside it. */
const KEPT = new Set(
  wordsOf(
    "documented formal implemented established process procedure program compliant comply conform",
  ),
);

/** Verbs that any question may have, and that no answer repeats. */
const EMPTY = new Set(
  wordsOf(
    "have use get make give take do done perform conduct carry run maintain ensure implement offer",
  ),
);

/** Whether a word bounds or turns what is said. */
function isBound(stem: string): boolean {
  return TURNS.has(stem) || LIMITS.has(stem) || NEGATIONS.has(stem);
}

/** Whether it only holds a question together: 'carry' of 'do you carry insurance'. */
export function isEmpty({ ways, weight }: AskedPart): boolean {
  return (
    weight < 1 &&
    ways[0]?.every((stem) => EMPTY.has(stem) || (isFiller(stem) && !isBound(stem))) === true
  );
}

/** Whether it says only that something is done by a rule: 'a documented process' for changes. */
export function isKept({ ways, weight }: AskedPart): boolean {
  return weight < 1 && ways[0]?.every((stem) => KEPT.has(stem)) === true;
}

/** Whether it says nothing of what is asked, said or not. */
export function isHarmless({ ways, weight }: AskedPart): boolean {
  return weight < 1 && ways[0]?.every((stem) => isFiller(stem) || HARMLESS.has(stem)) === true;
}

/** Whether the very thing is asked that a text asks or says, no more and no less. */
export function isSameAsked(asked: Asked, text: string): boolean {
  const stems = stemsOf(text);
  return (
    isOfScope(asked, text) &&
    !isOfOtherActor(asked, text) &&
    asked.parts.every((part) => isIn(part.ways, stems) || isHarmless(part)) &&
    stems.every(
      (stem) =>
        asked.parts.some(({ ways }) => ways.some((way) => way.includes(stem))) ||
        HARMLESS.has(stem) ||
        isFiller(stem) ||
        (asked.ownNames.has(stem) && !isWeak(stem)),
    )
  );
}

/** Whether a question asks of all, or of some alone, before or after, just as a text speaks of them. */
function isOfScope({ asksFor }: Asked, text: string): boolean {
  const limits = (words: readonly string[]) =>
    [...new Set(words.filter((word) => LIMITS.has(word) || TURNS.has(word)))].sort().join(" ");
  return limits(asksFor.words) === limits(plainWords(text));
}

type Actor = "asker" | "company";

const ASKERS = new Set("we us i customer customers client clients user users".split(" "));
const COMPANY = new Set(
  "you your they their staff employee employees personnel engineer engineers worker workers".split(
    " ",
  ),
);
const PERSONS = new Set(
  "people staff team teams employee employees user users administrator administrators admin admins auditor auditors company".split(
    " ",
  ),
);
/** Who stands behind 'by'. */
const DOERS = new Set("you your".split(" "));
/** Who does what: it stands among the first words of a question. */
const ACTORS_UP_TO = 5;

/** Whether a question is of what its asker does, and a text of what the company does, or so. */
export function isOfOtherActor({ asksFor, ownNames }: Asked, text: string): boolean {
  const [own, theirs] = [asksFor.words, plainWords(text)].map((words) => actorIn(words, ownNames));
  return own !== null && theirs !== null && own !== theirs;
}

/** 'Do you allow customers to': they act. */
const LETS =
  /^(?:do|does|will|would) you (?:allow|let|permit|enable) (?:us|our|your|customers?|clients?|tenants?|users?)\b/u;

function actorIn(words: readonly string[], ownNames: ReadonlySet<string>): Actor | null {
  if (LETS.test(words.join(" "))) return "asker";
  // 'Performed by your own employees' says it at its end.
  const by = words.indexOf("by");
  const doer = by < 0 ? "" : (words[by + 1] ?? "");
  if (DOERS.has(doer)) return "company";
  for (const [place, word] of words.slice(0, ACTORS_UP_TO).entries()) {
    // 'Our red team' acts, 'our data' doesn't.
    if (word === "our" && words.slice(place + 1, place + 3).some((next) => PERSONS.has(next)))
      return "asker";
    if (ASKERS.has(word)) return "asker";
    if (COMPANY.has(word) || ownNames.has(word)) return "company";
  }
  return null;
}

/** Those of whom a question may speak as doing or having something. */
const PARTIES = [
  "customers clients users tenants administrators",
  "subcontractors subprocessors suppliers vendors partners contractors",
  "regulator regulators authority authorities government police",
  "applicants candidates visitors guests",
  "executives managers",
  "board directors",
  "auditor auditors assessor assessors",
].map((words) => ({ words: new Set(words.split(" ")), stems: new Set(wordsOf(words)) }));
const AUDITORS = PARTIES.at(-1);
/** What a customer has of its own: what is said of the company's is no answer. */
const OWNER = /^(?:customer|client|institution|institutional|campus|tenant)(?:'s)?$/;
const OWNED =
  /^(?:systems?|networks?|premises|sites?|devices?|hardware|domain|environment|servers?|staff|employees|code)$/;
const OF_CUSTOMERS =
  /\b(?:customer|user|client)(?:s?['’]s?|s)? (?:data|content|information|accounts?|records?)\b/gi;
/** Whom a company means by it is open. */
const ANYONE = /\b(?:every|any)(?:one|body)\b/giu;
/** 'Customers data' is what a company keeps, and no one who acts. */
const KEPT_OF = /^(?:data|content|information|accounts?|records?)$/;

/** Whether a question speaks of somebody of whom a text does not: 'signed by customers', 'signed by all staff'. */
export function isOfOtherParty(question: string, text: string): boolean {
  const asked = plainWords(question);
  // 'Customer data' speaks of no customer.
  const others = text.replaceAll(OF_CUSTOMERS, "");
  const said = wordsOf(others);
  return asked.some((word, place) => {
    if (OWNER.test(word) && OWNED.test(asked[place + 1] ?? "") && !isSaidToAskers(text))
      return true;
    // "Suppliers' laptops" are the suppliers'.
    const named = word.replaceAll("-", "").replace(/'s?$/, "");
    const party = PARTIES.find(({ words }) => words.has(named));
    if (party === undefined || KEPT_OF.test(asked[place + 1] ?? "")) return false;
    if (party === PARTIES[0] && isSaidToAskers(others.replaceAll(ANYONE, ""))) return false;
    // 'Audit' has the stem of 'auditor'.
    if (party === AUDITORS) return !plainWords(text).some((one) => party.words.has(one));
    return !said.some((stem) => party.stems.has(stem));
  });
}

/** What is done, in 'are suppliers trained in it'. */
const PASSIVE = /^(?:is|are|was|were) (?:[\p{L}'-]+ ){1,5}?([\p{L}-]+ed)\b/u;

/**
 * Whether what a question says is done stands nowhere in a text: what suppliers accept says nothing of what they are
 * trained in.
 * @param stems the text's
 */
export function isOfOtherPredicate({ asksFor, parts }: Asked, stems: readonly string[]): boolean {
  const [done] = stemsOf(PASSIVE.exec(asksFor.words.join(" "))?.[1] ?? "");
  if (done === undefined || PLAIN.has(done)) return false;
  return parts.some(
    (part) => part.ways[0]?.includes(done) === true && !isHarmless(part) && !isMeantIn(part, stems),
  );
}

/** What is said to be done of whatever a title names. */
const PLAIN = new Set(
  stemsOf(
    "documented defined established implemented enforced required performed conducted managed handled applied used needed " +
      "provided involved addressed ensured maintained controlled governed installed deployed allowed enabled configured offered supported planned avoided prevented limited restricted protected secured based related",
  ),
);

/** Words before what a question is of: 'can an export be encrypted'. */
const BEFORE_SUBJECT =
  /^(?:is|are|was|were|can|may|could|will|must|should|does|do) (?:(?:a|an|the|your|our|each|every|all|any) )?([\p{L}-]+) (?:be|been|always|ever|also)\b/u;

/**
 * Whether what a question for yes or no is of stands nowhere in a text: 'can an export be encrypted' is answered by none
 * that doesn't speak of exports.
 * @param stems the text's
 */
export function isOfOtherSubject({ asksFor, parts }: Asked, stems: readonly string[]): boolean {
  const subject = BEFORE_SUBJECT.exec(asksFor.words.join(" "))?.[1];
  const [stem] = subject === undefined ? [] : stemsOf(subject);
  if (stem === undefined) return false;
  return parts.some(
    (part) =>
      part.ways[0]?.includes(stem) === true &&
      !isEmpty(part) &&
      !isKept(part) &&
      !isMeantIn(part, stems),
  );
}

/** Whether a question asks what somebody may do. */
export function isPermission({ words: [first = ""] }: Asked["asksFor"]): boolean {
  return /^(?:can|may|could|must|might)$/.test(first);
}
