import type { TableColumns } from "#model/table-import.ts";

export type SubprocessorImportColumn = "company" | "purpose" | "location" | "additionalDetails";

/** What an import of subprocessors takes, and an export writes. */
export const SUBPROCESSOR_TABLE: TableColumns<SubprocessorImportColumn> = {
  columns: ["company", "purpose", "location", "additionalDetails"],
  name: "company",
  required: ["company"],
  words: {
    company: "Company",
    purpose: "Purpose",
    location: "Location",
    additionalDetails: "Additional Details",
  },
  hints: {},
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
  },
};
