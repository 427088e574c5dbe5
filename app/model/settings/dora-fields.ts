import * as z from "zod";
import { countryOptions, isCountry } from "#values/countries.ts";
import { foldText } from "#values/folding.ts";
import { leiFault, writtenLei } from "#values/lei.ts";
import { EUID, ICT_SERVICE_CODES, RANK_MAX, type IctService } from "./dora.ts";

/**
 * Facts for registers as people write them, and what is wrong with them. Each reader takes a text
 * that is not empty.
 */

/** A value that was read, or the message for what can't be. */
export type Read<Value> = { value: Value } | { fault: string };

const NAMES = new Map(countryOptions().map(({ value, label }) => [foldText(label), value]));
const MOST_COUNTRIES = 250;

export function readLei(text: string): Read<string> {
  const lei = writtenLei(text);
  const fault = leiFault(lei);
  return fault === null ? { value: lei } : { fault };
}

export function readEuid(text: string): Read<string> {
  const euid = text.trim().toUpperCase();
  return EUID.test(euid) ? { value: euid } : { fault: "Enter an EUID such as DEK1101R.HRB116737" };
}

/** A country by its name or its code. */
export function readCountry(text: string): Read<string> {
  const code = countryCode(text.trim());
  return code === null ? { fault: "Choose a country" } : { value: code };
}

/** Countries by name or code, one a line or parted by commas; each once. */
export function readCountries(text: string): Read<string[]> {
  const found = parted(text).map((word) => ({ word, code: countryCode(word) }));
  const wrong = found.find(({ code }) => code === null);
  if (wrong !== undefined)
    return {
      fault: `Use the name or the two-letter code of a country instead of “${wrong.word.slice(0, 60)}”`,
    };
  if (found.length > MOST_COUNTRIES) return { fault: `Use at most ${MOST_COUNTRIES} countries` };
  return { value: [...new Set(found.flatMap(({ code }) => (code === null ? [] : [code])))] };
}

/** Types of ICT services by their codes, in the order of the codes. */
export function readServices(text: string): Read<IctService[]> {
  const codes = new Set(parted(text).map((word) => word.toUpperCase()));
  const value = ICT_SERVICE_CODES.filter((code) => codes.has(code));
  return value.length === codes.size ? { value } : { fault: "Choose types from S01 to S19" };
}

export function readRank(text: string): Read<number> {
  return /^[1-9]\d?$/.test(text.trim())
    ? { value: Number(text) }
    : { fault: `Enter a number from 1 to ${RANK_MAX}` };
}

/** A field that may be empty, by its reader. */
export function readBy<Value, Empty>(read: (text: string) => Read<Value>, empty: Empty) {
  return (text: string | undefined, check: z.RefinementCtx): Value | Empty => {
    if (text === undefined || text.trim() === "") return empty;
    const found = read(text);
    if ("value" in found) return found.value;
    check.addIssue({ code: "custom", message: found.fault });
    return empty;
  };
}

function parted(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function countryCode(word: string): string | null {
  const code = word.toUpperCase();
  return isCountry(code) ? code : (NAMES.get(foldText(word)) ?? null);
}
