import { stemsOf as stemSet } from "#model/search/words.ts";
import type { Asked } from "./asked.ts";
import { isOfKind } from "./fitting.ts";
import type { Kind } from "./kinds.ts";
import { type AskedPart, isAskedIn, isIn, type Passage, PREFERENCE, type Said } from "./quoting.ts";
import { isHarmless } from "./same-question.ts";

/**
 * What an item says as data answers a question of its kind alone, and only where the item's title is
 * what is asked: who audited it, until when it is valid, how often it is done.
 */

/** What stands before the words of an item that is not in place yet. */
export const IN_PROGRESS = "In progress.";

/** What an auditor does. */
const AUDITING = stemSet(
  "certify accredit audit attest issue test assess examine review conduct carry perform auditor assessor tester",
);
/** Words beside it. */
const BESIDE = stemSet(
  "do did done out firm company body lab organization independent external outside",
);
/** What a title may have beside its subject, and a question beside the title. */
const PAPERS = stemSet(
  "report certificate certification attestation opinion letter summary assessment examination audit test testing result " +
    "type last latest current recent annual yearly",
);
/** What a choice answers. */
const CHOSEN: ReadonlySet<Kind> = new Set(["thing", "duration", "other"]);
/** What asks for the end of something. */
const ENDING = stemSet("expire expiry expiration valid validity until");

/**
 * What an item says as data to a question; null where it says nothing of it.
 * @param title the stems of the item's title
 */
export function dataQuote(asked: Asked, passage: Passage, title: readonly string[]): Said | null {
  const { asksFor } = asked;
  const [kind, second] = asksFor.kinds;
  if (kind === undefined || second !== undefined || asksFor.isNegated || asksFor.isOurs)
    return null;
  const { auditor, choice, validUntil, isInProgress = false } = passage.data ?? {};
  const made = (text: string): Said => ({
    text: `${passage.heading}. ${isInProgress ? `${IN_PROGRESS} ` : ""}${text}`,
    score: 1 + PREFERENCE[passage.type],
  });
  if (kind === "rate") {
    const every = /(?:^|\. )(Every [^.\n]+)/.exec(passage.details ?? "")?.[1];
    // What the text says of it is closer.
    const isSaid = isOfKind(passage.text, asksFor, asked.ownNames);
    return every !== undefined && !isSaid && isItsTitle(asked, title) ? made(every) : null;
  }
  if (choice !== undefined && CHOSEN.has(kind) && isItsTitle(asked, title))
    return made(`${choice}. ${passage.text}`);
  if (kind === "who" && auditor !== undefined && isItsPaper(asked, title, AUDITING))
    return made(`Auditor: ${auditor}`);
  if (kind === "date" && validUntil !== undefined && isItsPaper(asked, title, ENDING))
    return made(`Expiration date: ${validUntil}`);
  return null;
}

/** Whether a question asks just of that which a title says. */
function isItsTitle({ parts }: Asked, title: readonly string[]): boolean {
  const telling = parts.filter(({ weight }) => weight === 1);
  // How often keys are managed is not how often they are changed.
  const isItself = (part: AskedPart) => isIn(part.ways, title) || isHarmless(part);
  return (
    telling.length > 0 && parts.every(isItself) && title.every((stem) => isAskedIn(stem, parts))
  );
}

/**
 * Whether a question asks something of the very paper that a title names.
 * @param asking the stems by which it asks, of which it has one at least
 */
function isItsPaper(
  { parts, asksFor }: Asked,
  title: readonly string[],
  asking: ReadonlySet<string>,
): boolean {
  const isAsking = ({ ways: [own = []] }: AskedPart) =>
    own.every((stem) => asking.has(stem) || BESIDE.has(stem));
  const isPaper = ({ ways: [own = []] }: AskedPart) => own.every((stem) => PAPERS.has(stem));
  const titled = parts.filter((part) => isIn(part.ways, title));
  return (
    asksFor.words.some((word) => asking.has([...stemSet(word)][0] ?? "")) &&
    titled.some((part) => part.weight === 1 && !isAsking(part) && !isPaper(part)) &&
    parts.every(
      (part) => isIn(part.ways, title) || isAsking(part) || isPaper(part) || isHarmless(part),
    ) &&
    title.every((stem) => isAskedIn(stem, titled) || PAPERS.has(stem))
  );
}
