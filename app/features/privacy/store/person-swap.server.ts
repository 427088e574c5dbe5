import type { Person } from "./person-find.server.ts";

/** Who stands in a person's place once they are erased. */
export interface Pseudonym {
  name: string;
  email: string;
}

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

/** Tags, comments and what stands in style and script: everything of HTML that is no text. */
const MARKUP =
  /<!--[^]*?(?:-->|$)|<(style|script)\b[^]*?(?:<\/\1>|$)|<(?:"[^"]*"|'[^']*'|[^'">])*(?:>|$)/gi;

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
  const spelled = [...new Set([address.email, address.key, ...emails])].sort(
    (a, b) => b.length - a.length,
  );
  const ofAddress = anyOf(
    spelled.flatMap((email) => [email, encodeURIComponent(email), escapeHtml(email)]),
    "(?<![\\w.+-])",
    "(?![\\w-]|\\.[a-z]{2})",
  );
  // One word alone is many people's name.
  const full = names.filter((name) => /\S\s+\S/.test(name));
  const swapNames = (spell: (name: string) => string) => {
    if (full.length === 0) return (text: string) => text;
    const pattern = anyOf(full.map(spell), "(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])");
    return (text: string) => text.replace(pattern, pseudonym.name);
  };
  const [plain, escaped] = [swapNames((name) => name), swapNames(escapeHtml)];
  const addresses = (text: string) => text.replace(ofAddress, pseudonym.email);
  return {
    // A pattern with the flag g remembers where it was.
    namesAddress: (text) => text.search(ofAddress) !== -1,
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
  for (const tag of html.matchAll(MARKUP)) {
    done += swap(html.slice(from, tag.index)) + tag[0];
    from = tag.index + tag[0].length;
  }
  return done + swap(html.slice(from));
}

/** The JSON with its texts swapped, the same text where none differs; null for what is no JSON. */
function inValues(json: string, swap: (text: string) => string): string | null {
  let differs = false;
  try {
    const value: unknown = JSON.parse(json, (_key, inner: unknown) => {
      if (typeof inner !== "string") return inner;
      const swapped = swap(inner);
      if (swapped !== inner) differs = true;
      return swapped;
    });
    return differs ? JSON.stringify(value) : json;
  } catch {
    return null;
  }
}

function anyOf(words: readonly string[], before: string, after: string): RegExp {
  const all = [...new Set(words)].map((word) =>
    word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/\s+/g, "\\s+"),
  );
  return new RegExp(`${before}(?:${all.join("|")})${after}`, "giu");
}

function escapeHtml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#x27;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}
