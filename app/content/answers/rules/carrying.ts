import { isCommon, wordsOf } from "#model/search/words.ts";
import type { SearchType } from "#model/search.ts";
import type { SaidAsData } from "#model/search/gates.ts";
import { LIMITS, NEGATIONS } from "./kinds.ts";
import { isProse, isQuestion, isSaid } from "./prose.ts";
import { sentencesOf } from "./quoting.ts";
import { withoutVerdict } from "./verdicts.ts";

/**
 * Whether a sentence says what its source says. Words alone prove nothing: ‘keep a copy’ has all its
 * words from ‘keep no copy’, and ‘critical ones within 90 days’ from a list of deadlines. So a model’s
 * sentence has to be one sentence of its source, in its order. It may leave out how that ends, and begin
 * with what its title or the question says. What turns a sentence round or narrows it has to stay.
 */

/** What a sentence must not lose: without it, it says more than it did. */
const GUARDS = new Set(
  wordsOf(
    [
      ...NEGATIONS,
      ...LIMITS,
      "or if unless until till before after when while once may must should shall partly partially some few rarely " +
        "usually sometimes mostly most least up more less than over under between within below above per but however " +
        "though although optional planned request consent approval exception plan edition tier enterprise " +
        "where wherever possible whenever upon during depending starting beginning soon next off " +
        "nur wenn falls sofern außer bis vor nach während oder aber teilweise manche einige meist soll muss höchstens " +
        "mindestens auf Anfrage sobald solange soweit sofern möglich ab seulement si sauf avant après pendant ou mais " +
        "parfois doit lorsque solo salvo antes después mientras pero debe cuando posible",
    ].join(" "),
  ),
);

/** Words for one thing that nobody would tell apart here. */
const SAME: ReadonlyMap<string, string> = new Map(
  Object.entries({ can: "may", could: "may", might: "may", cannot: "not" }).flatMap(
    ([one, other]) =>
      wordsOf(one).map((word): [string, string] => [word, wordsOf(other)[0] ?? other]),
  ),
);

/** Verbs that one may say for the other. */
const LIGHT = new Set(
  wordsOf(
    "keep kept store hold held make made do done use perform conduct run take carry out provide offer give have get " +
      "happen apply also then there one ones",
  ),
);

/** What says ‘if’ in several words. */
const IN_CASE =
  /\b(?:provid(?:ed|ing) that|as (?:long|far|soon) as|so (?:long|far) as|subject to|in case|from (?=20\d\d\b))/gi;

const WE = new Set(
  wordsOf("we us our ours wir uns unser unsere nous notre nos nosotros nuestro nuestra"),
);
const YOU = new Set(wordsOf("you your yours sie ihr ihre ihren vous votre vos usted su sus"));
/** Who does it; the others say whose it is. */
const ACTORS = new Set(wordsOf("we wir nous nosotros you sie vous usted"));
const QUESTION_WORDS = new Set(
  (
    "what which who whom whose where when why how in at for to by from with since until " +
    "was welche welcher welches wer wo wohin wann warum wie que quel quelle quels quelles qui où quand pourquoi comment " +
    "combien qué cuál cuáles quién dónde cuándo cómo cuánto cuántos"
  ).split(" "),
);
/** What asks for yes or no in the second half of a question. */
const SECOND_HALF = /(?:,|\band\b) (?:is|are|do|does|did|can|may|will|has|have)\b/i;

type Token = {
  word: string;
  kind: "plain" | "guard" | "number" | "we" | "you";
  isActor?: boolean;
};

/** A sentence’s words that say something, in their order. */
function tokensOf(text: string): Token[] {
  const whole = text.replaceAll("’", "'").replaceAll(/\bwon't\b/gi, "will not");
  const plain = whole.replaceAll(/\bcan't\b/gi, "can not").replaceAll(/n't\b/gi, " not");
  return wordsOf(plain.replaceAll(IN_CASE, " if "))
    .map((stem) => SAME.get(stem) ?? stem)
    .flatMap((word): Token[] => {
      if (GUARDS.has(word)) return [{ word, kind: "guard" }];
      const isActor = ACTORS.has(word);
      if (WE.has(word)) return [{ word: isActor ? "we" : "our", kind: "we", isActor }];
      if (YOU.has(word)) return [{ word: isActor ? "you" : "your", kind: "you", isActor }];
      if (/^\p{N}/u.test(word)) return [{ word, kind: "number" }];
      return isCommon(word) ? [] : [{ word, kind: "plain" }];
    });
}

/** A passage that a sentence cites. */
export interface Source {
  heading: string;
  text: string;
  /** What it is from: of files and webpages, prose alone is believed, as where they are quoted. */
  type?: SearchType;
  /** What stands behind the text, such as how often an item is reviewed: that answers nothing by itself. */
  details?: string;
  /** What is not in place yet reads as if it were: there, only a quote says that it is in progress. */
  data?: Pick<SaidAsData, "isInProgress">;
}

/**
 * Whether a text says nothing but what single sentences of a passage say.
 * @param said what a model says of it, in one or more sentences
 * @param asked the question, whose words a sentence need not repeat
 */
export function isCarried(
  said: string,
  { heading, text, type, details = "", data }: Source,
  asked = "",
): boolean {
  if (data?.isInProgress === true) return false;
  const isYes = /^short answer: yes\./i.test(text);
  const prose = text.replace(/^short answer: [^.]*\.\n?/i, "");
  const title = tokensOf(heading);
  const isTitleQuestion = type === "knowledge base" || isQuestion(heading);
  const [first = ""] = heading.toLowerCase().split(/[^\p{L}]+/u);
  const isTrue =
    !isTitleQuestion || isYes || (QUESTION_WORDS.has(first) && !SECOND_HALF.test(heading));
  const isGuarded = title.some(({ word }) => DENIALS.has(word));
  const context: Context = {
    // A title that asks says nothing by itself, and one that denies must be said whole.
    title: isTrue && !isGuarded ? new Set([...wordsIn(title), ...mayIn(title)]) : new Set(),
    known: new Set([...wordsIn(title), ...wordsIn(tokensOf(asked))]),
    // ‘Our data’ in a visitor’s question is ‘your data’ in its answer.
    turned: new Set(isTitleQuestion ? title.map(({ kind }) => (kind === "we" ? "you" : "we")) : []),
  };
  const aside = new Set(sentencesOf(details));
  const isWhole = type === "documents" || type === "webpage" ? isProse : isSaid;
  const quotable = sentencesOf(prose).filter((one) => !aside.has(one) && isWhole(one));
  // ‘Bug bounty’ is none where the text says that there is none.
  const isDenied = tokensOf(prose).some(({ word }) => DENIALS.has(word));
  const sources = [
    ...(isTitleQuestion || isDenied ? [] : [heading]),
    ...quotable.map(withoutVerdict),
  ]
    .flatMap(halvesOf)
    .filter((tokens) => tokens.length > 0);
  const sentences = sentencesOf(said).map(tokensOf);
  return (
    sentences.length > 0 &&
    sentences.every((sentence) => sources.some((source) => isOf(sentence, source, context)))
  );
}

/** A sentence, and those of its halves that stand for themselves. */
function halvesOf(sentence: string): Token[][] {
  const whole = tokensOf(sentence);
  const [start = "", ...others] = sentence.split(/, and |; /);
  const [first, second] = [tokensOf(start), tokensOf(others.join(" "))];
  if (second.length === 0 || second[0]?.kind === "guard") return [whole];
  const isFree = !first.some(({ kind }) => kind === "guard");
  return isFree ? [whole, first, second] : [whole, first];
}

const DENIALS = new Set(wordsOf([...NEGATIONS].join(" ")));

interface Context {
  /** Words of the title that may stand in any of its sentences. */
  title: ReadonlySet<string>;
  /** Words that are understood where a sentence begins without them. */
  known: ReadonlySet<string>;
  /** Whose things may be named though the source does not say so. */
  turned: ReadonlySet<string>;
}

function wordsIn(tokens: readonly Token[]): Set<string> {
  return new Set(tokens.filter(({ kind }) => kind === "plain").map(({ word }) => word));
}

/** What a title allows may be said below it. */
function mayIn(tokens: readonly Token[]): string[] {
  return tokens.map(({ word }) => word).filter((word) => word === "may");
}

/** Whether one sentence is another, but for its end and for what is understood. */
function isOf(said: readonly Token[], source: readonly Token[], context: Context): boolean {
  return source.some((_, start) => isFrom(said, source, start, context));
}

function isFrom(
  said: readonly Token[],
  source: readonly Token[],
  start: number,
  { title, known, turned }: Context,
): boolean {
  const isPassed = ({ word, kind }: Token) =>
    kind === "we" || kind === "you" || (kind === "plain" && (LIGHT.has(word) || title.has(word)));
  const isUnderstood = (token: Token) =>
    isPassed(token) || (token.kind === "plain" && known.has(token.word));
  const left = source.slice(0, start);
  if (!left.every(isUnderstood)) return false;
  let at = start;
  let own = 0;
  let same = 0;
  /** Words of the title that stand where the source has none: in all, and since the last one that it has. */
  let [adds, added] = [0, 0];
  const words = new Set(said.map(({ word }) => word));
  /** What of the source goes without saying, though it says something. */
  const unsaid = (tokens: readonly Token[]) =>
    tokens.filter(({ word, kind }) => kind === "plain" && !LIGHT.has(word) && !words.has(word));
  let missing = unsaid(left).length;
  for (const token of said) {
    const next = placeOf(token, source, at, isPassed);
    if (next === OTHERS || (same === 0 && left.some((other) => isOfOthers(token, other))))
      return false;
    if (next !== null) {
      missing += unsaid(source.slice(at, next)).length;
      at = next + 1;
      same += 1;
      added = 0;
      if (token.kind !== "we" && token.kind !== "you" && !title.has(token.word)) own += 1;
    } else if (title.has(token.word)) [adds, added] = [adds + 1, added + 1];
    else if (!(token.kind === "plain" && LIGHT.has(token.word)) && !turned.has(token.kind))
      return false;
  }
  const rest = source.slice(at);
  if (rest.some(({ kind }) => kind === "guard")) return false;
  // One thing of a title doesn’t take the place of another one that is spoken of.
  if (adds > 0 && (missing > 0 || (added > 0 && rest.length > 0))) return false;
  const isCounted = said.some(({ kind }) => kind === "number");
  if (isCounted && rest.some(({ kind }) => kind === "number")) return false;
  if (same === 0 || (own === 0 && rest.length > 0)) return false;
  // What a sentence is about says nothing by itself: ‘by the board’ of ‘The board meets …’.
  return same > 1 || at > same || rest.length === 0;
}

/** What is said of one party, where the source says it of the other. */
const OTHERS = "others";

/** Whether one says ‘we’ where the other says ‘you’, or ‘ours’ where it says ‘yours’. */
function isOfOthers(one: Token, other: Token): boolean {
  const isParty = (kind: Token["kind"]) => kind === "we" || kind === "you";
  const isRole = isParty(one.kind) && isParty(other.kind) && one.isActor === other.isActor;
  return isRole && one.kind !== other.kind;
}

/** The place of a word in a source from a place on, behind what may be passed; null where it isn’t there. */
function placeOf(
  token: Token,
  source: readonly Token[],
  at: number,
  isPassed: (other: Token) => boolean,
): number | typeof OTHERS | null {
  for (let next = at; next < source.length; next += 1) {
    const other = source[next];
    if (other === undefined) return null;
    if (other.word === token.word) return next;
    if (isOfOthers(token, other)) return OTHERS;
    if (!isPassed(other)) return null;
  }
  return null;
}
