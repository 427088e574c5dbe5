/** Small words of a question that want something of their own: a version's number, what is before, that it is off. */

/** 'Which Kubernetes version', 'what version'. */
const WHICH_VERSION = /\b(?:which|what) (?!(?:is|are|was|were) )(?:[\w-]+ )?versions?\b/;
/** 'Level 2' is no version. */
export const VERSION_NUMBER = /\d\.\d|\b20\d\d\b|\bversion \d/i;
/** What says that one thing comes before another. */
const BEFORE = new Set("before ahead prior earlier until till first notice advance".split(" "));
/** What says that something is not there, or need not be. */
const OFF = /^(?:disabl|deactivat|opt|switched|without|forbid|prevent|revok|stop|end)/;

/** Who does it without the company. */
const SELF = /^(?:our|my)sel(?:f|ves)$/;
const SELF_SAID = /sel(?:f|ves)$|^(?:you|administrators?)$/;

/** 'What is the name of your data protection officer' asks who that is. */
const NAME_OF = /^(?:what(?:'s| is| are|) (?:the )?(?:full )?names? of|name of)\b/;

/** Whether a question asks for a name and nothing else. */
export function asksForName(asked: readonly string[]): boolean {
  return NAME_OF.test(asked.join(" "));
}

/** The words of a question without those that say that its asker does it. */
export function withoutSelf(asked: readonly string[]): readonly string[] {
  return asked.filter((word) => !SELF.test(word));
}

/** Whether a question has such a word. */
export function asksMore(asked: readonly string[]): boolean {
  return (
    asked.some((word) => SELF.test(word)) ||
    asksForVersion(asked) ||
    isOff(asked) ||
    asksBefore(asked)
  );
}

/**
 * Whether a sentence says what such a word wants.
 * @param words the sentence's
 */
export function saysMore(
  asked: readonly string[],
  words: readonly string[],
  sentence: string,
): boolean {
  if (asksForVersion(asked) && !VERSION_NUMBER.test(sentence)) return false;
  if (asksBefore(asked) && !words.some((word) => BEFORE.has(word))) return false;
  if (asked.some((word) => SELF.test(word)) && !words.some((word) => SELF_SAID.test(word)))
    return false;
  return !isOff(asked) || isOff(words) || words.some((word) => OFF.test(word));
}

function asksForVersion(asked: readonly string[]): boolean {
  return WHICH_VERSION.test(asked.slice(0, 4).join(" "));
}

/** 'How long is a laptop used before it is encrypted'. */
function asksBefore([first, second, ...rest]: readonly string[]): boolean {
  return first === "how" && second === "long" && rest.includes("before");
}

/** 'Turn off', 'be switched off'. */
function isOff(words: readonly string[]): boolean {
  return words.includes("off") && words.some((word) => /^(?:turn|switch|shut|default)/.test(word));
}
