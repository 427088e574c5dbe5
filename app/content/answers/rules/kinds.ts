import {
  isGerman,
  kindAbroad,
  MONTHS_ABROAD,
  NEGATIONS_ABROAD,
  UNITS_ABROAD,
} from "./languages.ts";
import { asksForName, asksMore } from "./small-words.ts";

/**
 * What a question asks for: a place by 'where', a rate by 'how often'. `fitting.ts` says whether a
 * sentence has it.
 */

/** What is asked for. */
export type Kind =
  | "who"
  | "where"
  | "rate"
  | "date"
  | "duration"
  | "period"
  | "count"
  | "thing"
  | "way"
  | "reason"
  | "yesno"
  | "other";

/** What a question asks for: its kinds, for each of its halves one, and what they are asked of. */
export interface AskedFor {
  /** The question's words. */
  words: readonly string[];
  kinds: readonly Kind[];
  /** What is counted or named: 'levels' of 'how many levels', 'file formats' of 'in which file formats'. */
  noun: readonly string[];
  /** It asks who holds a role: a name is the answer. */
  isForName: boolean;
  /** It asks what is not, or without something. */
  isNegated: boolean;
  /** It asks whether or how the asker may do something. */
  isOurs: boolean;
  /** It asks for several of a kind: one of them is no answer. */
  isForSeveral: boolean;
  /** It asks whether somebody must do something. */
  isDuty: boolean;
  /** It asks of what is somebody's own. */
  isOwn: boolean;
  /** It asks of what has happened: what happens then is no answer. */
  isOfPast: boolean;
  /** It asks what the last of several was or took: what each of them is or may be is no answer. */
  isOfEvent: boolean;
  /** It asks of each or all of a kind: what some of them have is no answer. */
  isForAll: boolean;
  /** It wants to be told or given something: what that is must be what a text is called. */
  isForTelling: boolean;
  /** It has a small word that wants something of its own. */
  asksMore: boolean;
  /** It is German: there, each noun has a capital. */
  isGerman: boolean;
}

/** What goes by a name of its own: who asks which one wants to hear it. */
const SOLD = new Set(
  (
    "company firm vendor provider product tool software siem manager scanner platform supplier antivirus insurer auditor lab " +
    "browser browsers database databases language languages broker agency consultancy bank university manufacturer brand balancer firewall repository"
  ).split(" "),
);
const OPERATING_SYSTEM = /\boperating systems?\b/;
/** 'Which ticketing system do you use'. */
const USED_SYSTEM =
  /^which (?:[\p{L}-]+ ){1,3}?systems? (?:do|does|are|is) .*\b(?:use|used|run)\b/u;
const SEVERAL = new Set(
  "companies firms parties providers vendors suppliers subprocessors sub-processors".split(" "),
);
const AUXILIARIES = new Set(
  (
    "is are was were am be do does did can could may might must will would shall should has have had " +
    "isn't aren't don't doesn't didn't can't couldn't won't"
  ).split(" "),
);
/** What turns a sentence round. */
export const NEGATIONS = new Set(
  (
    "not no never without except nobody none nothing neither nor cannot isn't aren't don't doesn't didn't can't won't " +
    NEGATIONS_ABROAD
  ).split(" "),
);
/** What speaks of all, or of some alone: a yes to the one is none to the other. */
export const LIMITS = new Set(
  "only solely exclusively all every each everyone everybody always entirely fully completely other another".split(
    " ",
  ),
);
const OURS = new Set("we us our i my ours".split(" "));
const CUSTOMERS = new Set(
  "customer customers client clients institution institutions university".split(" "),
);
const COUNTED = new Set(
  "share percentage percent number amount volume size length proportion rate score budget limit".split(
    " ",
  ),
);
const PERIODS = new Set("period timeframe dates".split(" "));
const FOR_ALL = new Set("each every all".split(" "));
const MOMENTS = new Set("year date day month quarter".split(" "));
const NAMED_PERSONS = new Set(
  "company companies firm firms party parties provider providers vendor vendors supplier suppliers auditor auditors person people team body lab labs assessor insurer subprocessor subprocessors broker agency consultancy bank university manufacturer".split(
    " ",
  ),
);
const PLACES = new Set(
  "country countries city cities region regions place places location locations jurisdiction jurisdictions continent".split(
    " ",
  ),
);

/** Where something can be read is where it stands on the portal. */
const READ = new Set("find see read get download obtain".split(" "));

/** The names of the months. */
export const MONTHS = new Set(
  `january february march april may june july august september october november december ${MONTHS_ABROAD}`.split(
    " ",
  ),
);

/** What times are counted in. */
export const UNIT_WORDS = new Set(
  (
    "second seconds minute minutes min hour hours h day days week weeks month months quarter quarters year years " +
    UNITS_ABROAD
  ).split(" "),
);

/** The words of a text as they are read here: lower case, with their apostrophes. */
export function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/[^\p{L}\p{N}'-]+/u)
    .filter((word) => word !== "");
}

/** What a question asks for. */
export function askedFor(question: string): AskedFor {
  const kinds: Kind[] = [];
  let noun: readonly string[] = [];
  for (const half of question.split(
    /[,;:?!.]|\band\b(?= (?:how|who|when|where|which|what|for|to|at|in|is|are|do|does|can|may)\b)/u,
  )) {
    const words = plainWords(half);
    const found = kindOf(words);
    if (found === null) continue;
    kinds.push(found.kind);
    if (noun.length === 0) noun = found.noun;
  }
  const all = plainWords(question);
  return {
    words: all,
    kinds: kinds.length === 0 ? ["other"] : [...new Set(kinds)],
    noun,
    isNegated: all.some((word) => NEGATIONS.has(word)),
    isOurs: isOurs(all),
    isOwn: all.some((word) => /^own(?:ed|s)?$/.test(word)),
    isForSeveral: all.some((word, place) => place < 4 && SEVERAL.has(word)),
    isDuty: all[0] === "must" || ASKERS_DUTY.test(all.join(" ")),
    isForName: isForName(all),
    isOfPast: OF_PAST.test(all.join(" ")),
    isOfEvent: all.includes("did") && all.includes("last"),
    isForAll: all.some((word) => FOR_ALL.has(word)),
    isForTelling: isForTelling(all),
    asksMore: asksMore(all),
    isGerman: isGerman(all),
  };
}

const TELLING = new Set(
  "describe explain outline provide list state specify detail attach supply summarize summarise".split(
    " ",
  ),
);

/** 'Please describe your process', 'where can we get the report'. */
function isForTelling(words: readonly string[]): boolean {
  const [first = "", second = ""] = words;
  return (
    TELLING.has(first === "please" ? second : first) ||
    (first === "where" && words.some((word) => READ.has(word)))
  );
}

/** 'How soon must we tell you', 'do we have to sign'. */
const ASKERS_DUTY = /\bmust (?:we|i|our)\b|^(?:do|would) (?:we|i) (?:have|need) to\b/;

const OF_PAST =
  /^(?:have|has|had|did|were|was) .*\b(?:ever|had|suffered|experienced|past|previously)\b|\b(?:in the past|ever (?:had|been|suffered))\b|^ha(?:s|ve) .*\bbeen (?:used|needed|invoked|activated|triggered|breached|exploited|lost|fined|sued|replaced)\b/;

/** What others do for a company: their name is the answer. */
const OUTSIDE = /^(?:certif|accredit|audit|attest|insur|issue|underwr)/;

/** 'Which vendor scans', 'who is your chief executive'. */
function isForName(words: readonly string[]): boolean {
  const [first = "", second = "", third = ""] = words;
  if (first === "who")
    return (
      (/^(?:is|are|was)$/.test(second) && /^(?:your|the|our)$/.test(third)) ||
      OUTSIDE.test(second) ||
      words.includes("last")
    );
  if (asksForName(words)) return true;
  const asks = words.find((word) => /^(?:which|what|how)$/.test(word));
  const begun = words.slice(0, 4);
  return (
    asks !== undefined &&
    asks !== "how" &&
    (begun.some((word) => SOLD.has(word)) ||
      OPERATING_SYSTEM.test(begun.join(" ")) ||
      USED_SYSTEM.test(words.join(" ")))
  );
}

function isOurs(words: readonly string[]): boolean {
  const [first = "", second = "", third = ""] = words;
  return (
    ["can", "may", "could", "must", "might"].includes(first) &&
    (OURS.has(second) || CUSTOMERS.has(second) || CUSTOMERS.has(third))
  );
}

/** What one half of a question asks for; null where it asks for nothing. */
function kindOf(words: readonly string[]): { kind: Kind; noun: readonly string[] } | null {
  // 'In which city', 'for how long', 'and under what rule'.
  const at = words.findIndex(
    (word, place) => place < 4 && /^(?:who|whom|whose|where|when|why|how|which|what)$/.test(word),
  );
  const first = words[0] ?? "";
  if (AUXILIARIES.has(first)) return { kind: "yesno", noun: [] };
  if (at < 0) {
    const kind = kindAbroad(words);
    return kind === null ? null : { kind, noun: [] };
  }
  const rest = words.slice(at + 1);
  const [next = "", after = ""] = rest;
  const head = headOf(rest);
  // 'Which parts of the company' asks for parts.
  const of = rest.findIndex((word) => /^(?:of|in|for|to|by|from|with)$/.test(word));
  const headed = of < 0 ? rest : rest.slice(0, of);
  switch (words[at]) {
    case "who":
    case "whom":
    case "whose":
      return { kind: "who", noun: [] };
    case "where":
      return { kind: rest.some((word) => READ.has(word)) ? "thing" : "where", noun: [] };
    case "when":
      return {
        kind: at > 0 && first !== "since" && first !== "until" && first !== "and" ? "way" : "date",
        noun: [],
      };
    case "why":
      return { kind: "reason", noun: [] };
    case "how":
      return kindOfHow(next, after, rest);
    default:
      if (asksForName(words)) return { kind: "who", noun: [] };
      if (next === "happens" || next === "happen") return { kind: "way", noun: [] };
      if (MOMENTS.has(next)) return { kind: "date", noun: [] };
      if (PERIODS.has(next) || (next === "time" && PERIODS.has(after)))
        return { kind: "period", noun: [] };
      if (next === "time") return { kind: "duration", noun: [] };
      if (COUNTED.has(next)) return { kind: "count", noun: [] };
      if (headed.slice(0, 4).some((word) => NAMED_PERSONS.has(word)) && !AUXILIARIES.has(next))
        return { kind: "who", noun: [] };
      if (headed.slice(0, 3).some((word) => PLACES.has(word)) && !AUXILIARIES.has(next))
        return { kind: "where", noun: [] };
      return { kind: "thing", noun: AUXILIARIES.has(next) ? [] : head };
  }
}

function kindOfHow(
  next: string,
  after: string,
  rest: readonly string[],
): { kind: Kind; noun: readonly string[] } {
  if (/^(?:often|frequently|regularly)$/.test(next)) return { kind: "rate", noun: [] };
  if (next === "many" && after === "times")
    return rest.some((word) => /^(?:was|were|did|has|have|had)$/.test(word))
      ? { kind: "count", noun: ["times"] }
      : { kind: "rate", noun: [] };
  if (/^(?:long|fast|quickly|soon|rapidly|old|late|early)$/.test(next))
    return { kind: "duration", noun: [] };
  if (next === "far" && /^(?:ahead|back|in)$/.test(after)) return { kind: "duration", noun: [] };
  if (next === "recently" || next === "recent") return { kind: "date", noun: [] };
  if (/^(?:many|much)$/.test(next)) {
    if (UNIT_WORDS.has(after.replaceAll("'", "")) || after === "notice" || after === "time")
      return { kind: "duration", noun: [] };
    return { kind: "count", noun: next === "many" ? headOf(rest.slice(1)) : [] };
  }
  if (/^(?:big|large|high|small|strong)$/.test(next)) return { kind: "count", noun: [] };
  return { kind: "way", noun: [] };
}

/** The words before the verb: 'file formats' of 'file formats is data exported in'. */
function headOf(words: readonly string[]): readonly string[] {
  const verb = words.findIndex((word) => AUXILIARIES.has(word));
  return verb < 0 ? words.slice(0, 1) : verb > 4 ? [] : words.slice(0, verb);
}
