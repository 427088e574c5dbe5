import * as z from "zod";
import { optionalText } from "#model/companies/optional-text.ts";
import {
  DORA_LABELS,
  DORA_NAMES,
  DORA_TEXT_MAX,
  doraFacts,
  EXIT_NOTES_MAX,
  ICT_SERVICE_CODES,
  type DoraFacts,
  type DoraTexts,
} from "#model/settings/dora.ts";
import {
  readCountries,
  readCountry,
  readEuid,
  readLei,
  readRank,
  readServices,
  type Read,
} from "#model/settings/dora-fields.ts";
import type { EntryField, EntryFields } from "#content/edit-kit/rules/entry-fields.ts";

/** What registers of information say of a subprocessor: fields of its row, each kept as a text. */

const LIST_MAX = 10_000;
const ONE_COUNTRY = "A country, by its name or two-letter code.";
const COUNTRIES = "One country per line, by its name or two-letter code.";

/** A text that may be empty, in the spelling in which it is kept. */
function read(reader: (text: string) => Read<string>) {
  return optionalText(LIST_MAX).transform((text, context) => {
    if (text === undefined || text === null) return text;
    const found = reader(text);
    if ("value" in found) return found.value;
    context.addIssue({ code: "custom", message: found.fault });
    return null;
  });
}

/** Codes of a list as a row keeps them. */
function joined(reader: (text: string) => Read<string[]>) {
  return (text: string): Read<string> => {
    const found = reader(text);
    return "value" in found ? { value: found.value.join("; ") } : found;
  };
}

/** The same for a list, which programs send as one, and a form as boxes or lines. */
function readList(reader: (text: string) => Read<string[]>) {
  return z
    .union([z.string(), z.array(z.string()).max(250, "Send fewer entries")])
    .nullish()
    .transform((sent) => (Array.isArray(sent) ? sent.join("\n") : sent))
    .pipe(read(joined(reader)));
}

/** As a content folder says it: in the spelling in which it is kept. */
function kept(reader: (text: string) => Read<string>, what: string) {
  return z
    .string()
    .max(LIST_MAX)
    .refine((text) => {
      const found = reader(text);
      return "value" in found && found.value === text;
    }, what)
    .optional();
}

function readRankText(text: string): Read<string> {
  const found = readRank(text);
  return "value" in found ? { value: String(found.value) } : found;
}

function words(name: keyof DoraTexts, hint?: string) {
  return {
    kind: "line",
    label: DORA_LABELS[name],
    schema: optionalText(DORA_TEXT_MAX),
    content: z.string().max(DORA_TEXT_MAX).optional(),
    form: { maxLength: DORA_TEXT_MAX, ...(hint === undefined ? {} : { hint }) },
  } as const satisfies EntryField;
}

function code(
  name: keyof DoraTexts,
  reader: (text: string) => Read<string>,
  what: string,
  hint?: string,
) {
  return {
    kind: "line",
    label: DORA_LABELS[name],
    schema: read(reader),
    content: kept(reader, what),
    form: { maxLength: 100, ...(hint === undefined ? {} : { hint }) },
  } as const satisfies EntryField;
}

function countries(name: keyof DoraTexts) {
  return {
    kind: "area",
    label: DORA_LABELS[name],
    schema: readList(readCountries),
    content: kept(joined(readCountries), "codes of countries with semicolons between"),
    form: { maxLength: LIST_MAX, rows: 3, hint: COUNTRIES },
  } as const satisfies EntryField;
}

export const REGISTER_FIELDS = {
  legalName: words("legalName", "As in the company register."),
  lei: code("lei", readLei, "an LEI with its check digits"),
  euid: code("euid", readEuid, "an EUID in capitals"),
  registrationNumber: words(
    "registrationNumber",
    "In the register of the country of the head office.",
  ),
  headOffice: code("headOffice", readCountry, "the code of a country", ONE_COUNTRY),
  parentName: words("parentName"),
  parentLei: code("parentLei", readLei, "an LEI with its check digits"),
  services: {
    kind: "line",
    label: DORA_LABELS.services,
    schema: readList(readServices),
    content: kept(joined(readServices), "codes from S01 to S19 with semicolons between"),
  },
  rank: {
    kind: "line",
    label: DORA_LABELS.rank,
    schema: z
      .union([z.string(), z.number()])
      .nullish()
      .transform((sent) => (typeof sent === "number" ? String(sent) : sent))
      .pipe(read(readRankText)),
    content: kept(readRankText, "a number from 1 to 99, in quotes"),
    form: { maxLength: 2, short: true, hint: "2 if it works for you directly." },
  },
  storedIn: countries("storedIn"),
  processedIn: countries("processedIn"),
  governingLaw: code(
    "governingLaw",
    readCountry,
    "the code of a country",
    "Of your contract with it. A country, by its name or two-letter code.",
  ),
  exitNotes: {
    kind: "area",
    label: DORA_LABELS.exitNotes,
    schema: optionalText(EXIT_NOTES_MAX),
    content: z.string().max(EXIT_NOTES_MAX).optional(),
    form: { maxLength: EXIT_NOTES_MAX, rows: 3, hint: "How you could replace it." },
  },
} as const satisfies EntryFields & Record<keyof DoraFacts, EntryField>;

/** A row of before there were such facts says none. */
export const NO_REGISTER_TEXTS = Object.fromEntries(
  DORA_NAMES.map((name) => [name, null]),
) as DoraTexts;

/** As programs read and send it: lists as lists, the rank as a number. */
export const registerEntry = {
  legalName: z.string().nullable(),
  lei: z.string().nullable(),
  euid: z.string().nullable(),
  registrationNumber: z.string().nullable(),
  headOffice: z.string().nullable(),
  parentName: z.string().nullable(),
  parentLei: z.string().nullable(),
  services: z.array(z.enum(ICT_SERVICE_CODES)),
  rank: z.int().nullable(),
  storedIn: z.array(z.string()),
  processedIn: z.array(z.string()),
  governingLaw: z.string().nullable(),
  exitNotes: z.string().nullable(),
};

const NONE: DoraFacts = {
  ...(NO_REGISTER_TEXTS as Record<keyof DoraFacts, null>),
  services: [],
  storedIn: [],
  processedIn: [],
};

/** What a row says to registers, as `registerEntry` has it. */
export function registerAnswer(row: Readonly<DoraTexts>): DoraFacts {
  return doraFacts(row) ?? NONE;
}
