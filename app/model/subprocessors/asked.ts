import { foldText } from "#values/folding.ts";
import { countriesIn } from "./places.ts";

/** What people call those on the list, in folded words; what a question says beside that is a place. */
const CALLED = new Set([
  "subprocessor",
  "subprocessors",
  "subcontractor",
  "subcontractors",
  "vendor",
  "vendors",
  "supplier",
  "suppliers",
]);
const BESIDE = new Set(
  "a all any are based by do from have hosted in is list located me of our show the their there use used what where which who with you your".split(
    " ",
  ),
);
/** Short names of places that sentences have in small letters, too: after 'in' they are countries. */
const SHORT = new Set(["us", "uk", "eu"]);

/**
 * Whether a question asks for the list of subprocessors, and for which country: null is every one.
 * A question that says anything else is about something else.
 */
export function placeAsked(term: string): { place: string | null } | null {
  const words = term.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const folded = words.map((word) => foldText(word));
  // 'Sub-processors' are two words.
  const named = folded.findIndex(
    (word, at) =>
      CALLED.has(word) ||
      (word === "sub" && ["processor", "processors"].includes(folded[at + 1] ?? "")),
  );
  if (named < 0) return null;
  const length = folded[named] === "sub" ? 2 : 1;
  const rest = words.filter((_, at) => at < named || at >= named + length);
  const said = rest.map((word, at) => {
    const small = foldText(word);
    const before = foldText(rest[at - 1] ?? "");
    return SHORT.has(small) && (before === "in" || before === "the") ? word.toUpperCase() : word;
  });
  const left = said.filter((word) => !BESIDE.has(foldText(word)));
  if (left.length === 0) return { place: null };
  const places = countriesIn(left.join(" "));
  return places.length === 1 && places[0] !== undefined ? { place: places[0] } : null;
}
