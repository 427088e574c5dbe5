import { placeOf } from "#values/linear-search.ts";
import { lowerInPlace, type Stretch } from "#values/word-places.ts";
import type { Person, Pseudonym } from "#tenancy/persons/store/person-tables.server.ts";

/** How a text is read: words in markup and keys of JSON are not what people wrote. */
export type TextForm = "plain" | "html" | "json";

/**
 * Whether a text names the address, and the text with the pseudonym in place of addresses, or of
 * addresses and names.
 */
export interface Swap {
  namesAddress(text: string): boolean;
  addresses(text: string): string;
  all(text: string, form: TextForm): string;
}

/**
 * Replaces every spelling of a person in a text. An address gives way wherever it stands: as it is,
 * in HTML, in a link. A name was chosen by who has it and can be anybody's words, `a href` too: in
 * HTML it gives way between tags alone, in JSON in values alone, and whoever calls says which texts
 * are about the person.
 */
export function swapper(
  { address, emails, names }: Pick<Person, "address" | "emails" | "names">,
  pseudonym: Pseudonym,
): Swap {
  const spelled = [address.email, address.key, ...emails];
  const addressesIn = finderOf(
    spelled.flatMap((email) => [email, encodeURIComponent(email), escapeHtml(email)]),
    standsAsAddress,
  );
  // One word alone is many people's name.
  const full = names.filter((name) => /\S\s+\S/.test(name));
  const swapNames = (spell: (name: string) => string) => {
    const namesIn = finderOf(full.map(spell), standsAsName);
    return (text: string) => swapped(text, namesIn(text), pseudonym.name);
  };
  const [plain, escaped] = [swapNames((name) => name), swapNames(escapeHtml)];
  const addresses = (text: string) => swapped(text, addressesIn(text), pseudonym.email);
  return {
    namesAddress: (text) => addressesIn(text).next().done === false,
    addresses,
    all(text, form) {
      if (form === "html") return addresses(betweenTags(text, escaped));
      if (form === "json")
        return inValues(text, (value) => addresses(plain(value))) ?? addresses(text);
      return addresses(plain(text));
    },
  };
}

function betweenTags(html: string, swap: (text: string) => string): string {
  let done = "";
  let from = 0;
  for (const tag of markupOf(html)) {
    done += swap(html.slice(from, tag.from)) + html.slice(tag.from, tag.to);
    from = tag.to;
  }
  return done + swap(html.slice(from));
}

/**
 * Tags, comments and what stands in style and script: everything of HTML that is no text. What
 * begins and does not end goes to the end; a tag with a quote that does not is text.
 */
function* markupOf(html: string): Generator<Stretch, void> {
  const lower = lowerInPlace(html);
  const endOf = (end: string, from: number) => {
    const at = lower.indexOf(end, from);
    return at === -1 ? html.length : at + end.length;
  };
  for (let from = html.indexOf("<"); from !== -1;) {
    const raw = ["style", "script"].find(
      (name) => lower.startsWith(name, from + 1) && !/\w/.test(lower[from + 1 + name.length] ?? ""),
    );
    const to = lower.startsWith("<!--", from)
      ? endOf("-->", from + 4)
      : raw !== undefined
        ? endOf(`</${raw}>`, from + 1)
        : tagEnd(html, from + 1);
    if (to !== null) yield { from, to };
    from = html.indexOf("<", to ?? from + 1);
  }
}

/** The place behind a tag, whose attributes may hold any sign in quotes; null for an open quote. */
function tagEnd(html: string, from: number): number | null {
  for (let at = from; at < html.length; at += 1) {
    const sign = html[at];
    if (sign === ">") return at + 1;
    if (sign !== '"' && sign !== "'") continue;
    const end = html.indexOf(sign, at + 1);
    if (end === -1) return null;
    at = end;
  }
  return html.length;
}

/** The JSON with its texts swapped, the same text where none differs; null for what is no JSON. */
function inValues(json: string, swap: (text: string) => string): string | null {
  let differs = false;
  try {
    const value: unknown = JSON.parse(json, (_key, inner: unknown) => {
      if (typeof inner !== "string") return inner;
      const other = swap(inner);
      if (other !== inner) differs = true;
      return other;
    });
    return differs ? JSON.stringify(value) : json;
  } catch {
    return null;
  }
}

/** Whether what stands at a place is it, and not a part of something longer. */
type StandsAlone = (text: string, stretch: Stretch) => boolean;

const standsAsAddress: StandsAlone = (text, { from, to }) =>
  !/[\w.+-]/.test(text[from - 1] ?? "") && !/^(?:[\w-]|\.[a-z]{2})/i.test(text.slice(to, to + 3));

const standsAsName: StandsAlone = (text, { from, to }) =>
  !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, from - 2), from)) &&
  !/^[\p{L}\p{N}]/u.test(text.slice(to, to + 2));

/**
 * Where one of several spellings stands in a text, whatever its case and however wide its blanks:
 * one after the other, of those that begin at one place the longest.
 */
function finderOf(
  spellings: readonly string[],
  isAlone: StandsAlone,
): (text: string) => Generator<Stretch, void> {
  const wanted = [...new Set(spellings.map(lowerInPlace))]
    .map((spelling) => spelling.split(/\s+/).filter(Boolean))
    .filter((words) => words.length > 0);
  return function* found(text) {
    const lower = lowerInPlace(text);
    const nextOf = (words: readonly string[], from: number): Stretch | null => {
      const [first = ""] = words;
      for (let at = placeOf(lower, first, from); at !== -1; at = placeOf(lower, first, at + 1)) {
        const to = endOfWords(lower, words, at);
        if (to !== null && isAlone(text, { from: at, to })) return { from: at, to };
      }
      return null;
    };
    const next = wanted.map((words) => ({ words, stretch: nextOf(words, 0) }));
    for (;;) {
      let first: Stretch | null = null;
      for (const { stretch } of next)
        if (stretch !== null && (first === null || comesBefore(stretch, first))) first = stretch;
      if (first === null) return;
      yield first;
      for (const one of next)
        if (one.stretch !== null && one.stretch.from < first.to)
          one.stretch = nextOf(one.words, first.to);
    }
  };
}

function comesBefore(a: Stretch, b: Stretch): boolean {
  return a.from < b.from || (a.from === b.from && a.to > b.to);
}

/** Where words that begin at a place end, with blanks between them; null where they don't stand. */
function endOfWords(text: string, words: readonly string[], from: number): number | null {
  let at = from;
  for (const [place, word] of words.entries()) {
    const before = at;
    if (place > 0) while (/\s/.test(text[at] ?? "")) at += 1;
    if ((place > 0 && at === before) || !text.startsWith(word, at)) return null;
    at += word.length;
  }
  return at;
}

/** The text with something else in place of stretches of it. */
function swapped(text: string, stretches: Iterable<Stretch>, other: string): string {
  let done = "";
  let at = 0;
  for (const { from, to } of stretches) {
    done += text.slice(at, from) + other;
    at = to;
  }
  return at === 0 ? text : done + text.slice(at);
}

function escapeHtml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#x27;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}
