import * as z from "zod";
import { DORA_TEXT_MAX, EXIT_NOTES_MAX, ICT_SERVICE_CODES } from "#model/settings/dora.ts";
import {
  readBy,
  readCountries,
  readCountry,
  readEuid,
  readLei,
  readRank,
} from "#model/settings/dora-fields.ts";
import { optionalText } from "#model/settings/fields.ts";

/** The form of what customers write into their registers under DORA. */

/** An LEI that may be empty. */
const optionalLei = z
  .string()
  .max(60, "Enter an LEI of 20 letters and digits")
  .optional()
  .transform(readBy(readLei, null));

const optionalEuid = z.string().optional().transform(readBy(readEuid, null));

/** A country that may be left open, by its code. */
const optionalCountry = z.string().optional().transform(readBy(readCountry, null));

const countryList = z
  .string()
  .max(10_000, "This list is too long")
  .optional()
  .transform(readBy(readCountries, [] as string[]));

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

const optionalRank = z.string().optional().transform(readBy(readRank, null));

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
