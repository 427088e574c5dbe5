import { foldText } from "#values/folding.ts";
import { countryName, countryOptions } from "#values/countries.ts";

/** Where a subprocessor works as its location says it: countries, and the European Union as one. */
export const EUROPEAN_UNION = "EU";

/** What else people write for a country; longer names win, so that New Jersey is no Jersey. */
const OTHER_NAMES: readonly (readonly [string, string])[] = [
  ["US", "united states of america, usa, u s a, u s, new jersey, new mexico, new england"],
  ["US", "washington dc, district of columbia, northern virginia"],
  ["GB", "great britain, england, scotland, wales, northern ireland, u k, britain"],
  ["NL", "holland, the netherlands"],
  ["CZ", "czech republic"],
  ["TR", "turkey, turkiye"],
  ["KR", "republic of korea, korea"],
  ["HK", "hong kong"],
  ["MO", "macau, macao"],
  ["RU", "russian federation"],
  ["AE", "uae, united arab emirates"],
  ["VN", "viet nam"],
  ["CI", "ivory coast"],
  ["CD", "democratic republic of the congo"],
  ["CG", "republic of the congo"],
  ["MM", "myanmar, burma"],
  ["BA", "bosnia, bosnia and herzegovina"],
  ["MK", "macedonia"],
  ["PS", "palestine"],
  ["DE", "deutschland"],
  ["AT", "osterreich"],
  ["CH", "schweiz, suisse"],
  ["ES", "espana"],
  [EUROPEAN_UNION, "european union, european economic area, eea"],
];

/** Countries by the words of their names. */
const NAMES = new Map<string, string>([
  ...countryOptions().map(({ value, label }): [string, string] => [wordsIn(label), value]),
  ...OTHER_NAMES.flatMap(([code, names]) =>
    names.split(", ").map((name): [string, string] => [wordsIn(name), code]),
  ),
]);
const MOST_NAME_WORDS = Math.max(...[...NAMES.keys()].map((name) => name.split(" ").length));

/** Written in capitals alone they are countries: 'contact us' is none. */
const CAPITALS = new Map([
  ["US", "US"],
  ["UK", "GB"],
  ["EU", EUROPEAN_UNION],
]);

function wordsIn(text: string): string {
  return (
    foldText(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  );
}

/**
 * The countries that a location names, each once and in its order: 'Germany (Frankfurt), Ireland'
 * is DE and IE. What stands in brackets counts where nothing outside of them is a country.
 */
export function countriesIn(location: string | null): string[] {
  if (location === null) return [];
  const parts = location.split(/[,;/&+\n]|\band\b/).map((part) => part.trim());
  // 'DE, IE' are countries; in 'Dover, DE' it is a state.
  if (parts.every((part) => /^[A-Z]{2}$/.test(part) && isKnown(part)))
    return [...new Set(parts.map((part) => CAPITALS.get(part) ?? part))];
  const outside = named(outsideOfBrackets(location));
  return outside.length > 0 ? outside : named(location);
}

function outsideOfBrackets(text: string): string {
  let outside = "";
  let from = 0;
  for (let open = text.indexOf("("); open >= 0; open = text.indexOf("(", from)) {
    const close = text.indexOf(")", open);
    if (close < 0) break;
    outside += `${text.slice(from, open)} `;
    from = close + 1;
  }
  return outside + text.slice(from);
}

function named(text: string): string[] {
  const found: string[] = [];
  const asWritten: string[] = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const words = asWritten.map(wordsIn);
  for (let at = 0; at < words.length;) {
    let length = Math.min(MOST_NAME_WORDS, words.length - at);
    let code: string | undefined;
    for (; length > 0; length -= 1) {
      code = NAMES.get(words.slice(at, at + length).join(" "));
      if (length === 1) code ??= CAPITALS.get(asWritten[at] ?? "");
      if (code !== undefined) break;
    }
    if (code !== undefined) found.push(code);
    at += Math.max(1, length);
  }
  const codes = new Set(found);
  // Beside the United States, Georgia is one of them.
  if (codes.has("US")) codes.delete("GE");
  return [...codes];
}

function isKnown(code: string): boolean {
  return CAPITALS.has(code) || countryName(code) !== code;
}

/** Whether an address can name it as the place of subprocessors. */
export function isPlace(code: string): boolean {
  return code === EUROPEAN_UNION || (code.length === 2 && countryName(code) !== code);
}

/** 'Germany' for DE. */
export function placeName(code: string): string {
  return code === EUROPEAN_UNION ? "European Union" : countryName(code);
}
