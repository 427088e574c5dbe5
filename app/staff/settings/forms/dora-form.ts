import * as z from "zod";
import {
  DORA_TEXT_MAX,
  EUID,
  EXIT_NOTES_MAX,
  ICT_SERVICE_CODES,
  RANK_MAX,
} from "#model/settings/dora.ts";
import { optionalText } from "#model/settings/fields.ts";
import { countryOptions, isCountry } from "#values/countries.ts";
import { foldText } from "#values/folding.ts";
import { leiFault, writtenLei } from "#values/lei.ts";

/** The form of what customers write into their registers under DORA. */

const NAMES = new Map(countryOptions().map(({ value, label }) => [foldText(label), value]));
const MOST_COUNTRIES = 250;

/** An LEI that may be empty. */
const optionalLei = z
  .string()
  .max(60, "Enter an LEI of 20 letters and digits")
  .optional()
  .transform((text, check) => {
    const lei = writtenLei(text ?? "");
    if (lei === "") return null;
    const fault = leiFault(lei);
    if (fault !== null) check.issues.push({ code: "custom", message: fault, input: text });
    return lei;
  });

const optionalEuid = z
  .string()
  .trim()
  .toUpperCase()
  .refine((text) => text === "" || EUID.test(text), "Enter an EUID such as DEK1101R.HRB116737")
  .optional()
  .transform((text) => text || null);

/** A country that may be left open, by its code. */
const optionalCountry = z
  .string()
  .refine((code) => code === "" || isCountry(code), "Choose a country")
  .optional()
  .transform((code) => code || null);

/** Countries by name or code, one a line or parted by commas. */
const countryList = z
  .string()
  .max(10_000, "This list is too long")
  .optional()
  .transform((text, check) => {
    const words = (text ?? "")
      .split(/[,;\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== "");
    const found = words.map((word) => ({ word, code: codeOf(word) }));
    const wrong = found.filter(({ code }) => code === null).map(({ word }) => word.slice(0, 60));
    if (wrong.length > 0)
      check.issues.push({
        code: "custom",
        message: `Use the name or the two-letter code of a country instead of “${wrong[0]}”`,
        input: text,
      });
    if (words.length > MOST_COUNTRIES)
      check.issues.push({
        code: "custom",
        message: `Use at most ${MOST_COUNTRIES} countries`,
        input: text,
      });
    return [...new Set(found.flatMap(({ code }) => (code === null ? [] : [code])))];
  });

function codeOf(word: string): string | null {
  const code = word.toUpperCase();
  return isCountry(code) ? code : (NAMES.get(foldText(word)) ?? null);
}

/** Boxes of one name; programs send a line for each. */
const services = z.preprocess(
  (sent) =>
    (Array.isArray(sent) ? sent : [sent])
      .flatMap((one: unknown) => (typeof one === "string" ? one.split("\n") : [one]))
      .filter((one) => one !== undefined && one !== ""),
  z
    .array(z.enum(ICT_SERVICE_CODES, { error: "Choose types from S01 to S19" }))
    .max(ICT_SERVICE_CODES.length, "Choose each type once")
    .transform((codes) => ICT_SERVICE_CODES.filter((code) => codes.includes(code))),
);

const optionalRank = z
  .string()
  .trim()
  .regex(/^(?:[1-9]\d?)?$/, `Enter a number from 1 to ${RANK_MAX}`)
  .optional()
  .transform((text) => (text === undefined || text === "" ? null : Number(text)));

export const doraFormSchema = z.object({
  dora: z.object({
    legalName: optionalText(DORA_TEXT_MAX),
    lei: optionalLei,
    euid: optionalEuid,
    registrationNumber: optionalText(DORA_TEXT_MAX),
    headOffice: optionalCountry,
    parentName: optionalText(DORA_TEXT_MAX),
    parentLei: optionalLei,
    services,
    rank: optionalRank,
    storedIn: countryList,
    processedIn: countryList,
    governingLaw: optionalCountry,
    exitNotes: optionalText(EXIT_NOTES_MAX),
  }),
});
