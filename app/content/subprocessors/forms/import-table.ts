import { DORA_LABELS, DORA_NAMES, type DoraTexts } from "#model/settings/dora.ts";
import type { TableColumns } from "#model/table-import.ts";

export type SubprocessorImportColumn =
  | "company"
  | "purpose"
  | "location"
  | "additionalDetails"
  | keyof DoraTexts;

/** What an import of subprocessors takes, and an export writes. */
export const SUBPROCESSOR_TABLE: TableColumns<SubprocessorImportColumn> = {
  columns: ["company", "purpose", "location", "additionalDetails", ...DORA_NAMES],
  name: "company",
  required: ["company"],
  words: {
    company: "Company",
    purpose: "Purpose",
    location: "Location",
    additionalDetails: "Additional Details",
    ...DORA_LABELS,
  },
  hints: {
    headOffice: "A country, by its name or two-letter code.",
    services: "Codes from S01 to S19, separated by semicolons.",
    storedIn: "Countries by name or code, separated by semicolons.",
    processedIn: "Countries by name or code, separated by semicolons.",
    governingLaw: "A country, by its name or two-letter code.",
  },
  also: {
    company: [
      "name",
      "company name",
      "subprocessor",
      "sub-processor",
      "subprocessor name",
      "vendor",
      "vendor name",
      "entity name",
    ],
    purpose: ["purpose of processing", "service", "services", "description"],
    location: ["country", "locations", "region"],
    additionalDetails: ["details"],
    lei: ["lei code", "legal entity identifier"],
    headOffice: ["head office", "headquarters"],
    parentName: ["parent company", "ultimate parent company"],
    parentLei: ["parent lei"],
    services: ["ict services", "type of ict services"],
    rank: ["rank"],
  },
};
