import { isWeak } from "#model/search/weak.ts";
import { wordsOf } from "#model/search/words.ts";
import type { Asked } from "./asked.ts";
import { isBeside } from "./beside.ts";
import { isOfKind, isSaidToAskers } from "./fitting.ts";
import { type AskedFor, type Kind, askedFor } from "./kinds.ts";
import { HAPPENS } from "./other-deeds.ts";
import {
  ALONE,
  isAskedIn,
  isIn,
  isInOwnWords,
  isMeantIn,
  type Passage,
  PREFERENCE,
  type Said,
  stemsOf,
  weightOf,
} from "./quoting.ts";
import {
  isOfOtherActor,
  isOfOtherParty,
  isOfOtherSubject,
  isPermission,
  isSameAsked,
} from "./same-question.ts";
import { withoutSelf } from "./small-words.ts";
import { isVerdict, isWhether, losesItsNo, withVerdict } from "./verdicts.ts";

/** Whether an entry of the FAQ answers: its own question is compared with the one that is asked. */

const WHENEVER = /\b(?:happens?|if|when|after|once|end)\b/iu;
const LEAST_OF_ENTRY = 0.6;
/** Above all that is only near. */
const THE_VERY_QUESTION = 2;

/** An entry as a whole, where its question asks what is asked. */
export function entryQuote(asked: Asked, passage: Passage): Said | null {
  const { type, heading, text } = passage;
  if (type !== "knowledge base" || text === "") return null;
  const { parts, asksFor, ownNames } = asked;
  const theirs = askedFor(heading);
  // Yes and no are said by the short answer alone.
  if (isVerdict(text) && passage.shortAnswer == null) return null;
  // The very question needs no other sign.
  if (wordsOf(heading).join(" ") === asked.words)
    return { ...withVerdict(passage, text, isWhether(asked)), score: THE_VERY_QUESTION };
  if (!isInKind(asked, theirs, text)) return null;
  // What happens then is said where just that is asked.
  if (HAPPENS.test(asksFor.words.join(" ")) && !WHENEVER.test(heading)) return null;
  // What its asker may do says nothing of what the company does.
  if (isPermission(theirs) && isOfOtherActor(asked, heading)) return null;
  if (isOfOtherParty(asked.question, `${heading} ${text}`)) return null;
  const about = passage.stems?.heading ?? stemsOf(heading);
  const said = passage.stems?.text ?? stemsOf(text);
  if (isOfOtherSubject(asked, [...about, ...said])) return null;
  if (isBeside(asked, passage, { text, stems: said })) return null;
  const headed = parts.filter(({ ways }) => isIn(ways, about));
  const found = parts.filter((part) => isMeantIn(part, about) || isMeantIn(part, said));
  const telling = parts.filter(({ weight }) => weight === 1);
  const [whole, sum, inHeading] = [weightOf(parts), weightOf(found), weightOf(headed)];
  if (inHeading === 0 || telling.some((part) => !found.includes(part))) return null;
  const isHeaded = telling.length > 1 && telling.every((part) => headed.includes(part));
  // In other words alone, it has to be the nearest, too.
  const isOwn = isInOwnWords(telling, [...about, ...said], { title: about, isHeaded });
  if (!isOwn && !telling.every((part) => headed.includes(part))) return null;
  const beside = about.filter((stem) => !isAskedIn(stem, parts));
  const tellingOthers = beside.filter((stem) => !isWeak(stem) && !ownNames.has(stem)).length;
  const isNarrower = tellingOthers > 0 && tellingOthers >= telling.length;
  if (isNarrower || sum / whole < LEAST_OF_ENTRY) return null;
  if (asksFor.isOwn && ![...about, ...said].includes("own")) return null;
  if (asksFor.isOurs && !theirs.isOurs && !isSaidToAskers(text)) return null;
  // A question of nothing but weak words is answered where just that is asked.
  if (telling.length === 0 && (inHeading < whole || beside.length > 0)) return null;
  // Of two numbers nothing says which is which without their question.
  if (isForTwo(asked, heading) && TWO_NUMBERS.test(text)) return null;
  const isItself =
    isWhether(asked) && theirs.kinds.includes("yesno") && isSameAsked(asked, heading);
  if (!isItself && (isVerdict(text) || losesItsNo(passage, text))) return null;
  return {
    ...withVerdict(passage, text, isItself),
    score:
      sum / whole +
      PREFERENCE[type] +
      0.25 * (inHeading / whole) +
      0.1 * (headed.length / parts.length) -
      0.1 * tellingOthers,
    ...(isOwn ? {} : ALONE),
  };
}

/** '8 hours and 1 hour'. */
const TWO_NUMBERS = /\d [\p{L}]+ and \d/u;

/** Whether an entry asks for two things, and not both are asked: 'recovery time and recovery point objectives'. */
function isForTwo({ asksFor, parts }: Asked, heading: string): boolean {
  const halves = heading.split(" and ");
  if (halves.length === 1 || asksFor.words.includes("and")) return false;
  const isAsked = (stem: string) => parts.some(({ ways: [own = []] }) => own.includes(stem));
  return halves.some((half) => stemsOf(half).some((stem) => !isWeak(stem) && !isAsked(stem)));
}

/** Whether an entry's answer is of the kind that is asked for. @param theirs what its own question asks for */
function isInKind({ asksFor, ownNames }: Asked, theirs: AskedFor, text: string): boolean {
  // What is asked in another way has to be said in the answer.
  const others = asksFor.kinds.filter((kind) => !theirs.kinds.includes(kind));
  if (!others.every((kind) => theirs.kinds.some((own) => answers(own, kind)))) return false;
  const wanted = {
    ...asksFor,
    kinds: others,
    isNegated: false,
    isOurs: false,
    // Who may do it does it without the company.
    words: theirs.isOurs ? withoutSelf(asksFor.words) : asksFor.words,
    isDuty: false,
    isOfPast: asksFor.isOfPast && !theirs.isOfPast,
    isOfEvent: asksFor.isOfEvent && !theirs.isOfEvent,
  };
  return asksFor.isNegated === theirs.isNegated && isOfKind(text, wanted, ownNames);
}

/** Whether an entry that asks in one way answers what is asked in another. */
function answers(theirs: Kind, asked: Kind): boolean {
  switch (asked) {
    case theirs:
    case "other":
      return true;
    case "yesno":
      return theirs === "way" || theirs === "thing";
    case "thing":
      return theirs === "who" || theirs === "where" || theirs === "count";
    case "where":
      return theirs === "thing";
    case "duration":
      return theirs === "date";
    case "date":
      return theirs === "duration";
    default:
      return false;
  }
}
