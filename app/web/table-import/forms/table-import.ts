import * as z from "zod";

/**
 * The lists that staff bring in by a form, as a file or as rows that are pasted
 * (web/table-import/staff/import-source).
 */

/** Rows of one import. */
export const MAX_IMPORT_ROWS = 10_000;
/** Bytes of one file: that many rows, each as long as a row can be. */
export const MAX_IMPORT_BYTES = 20 * 1024 * 1024;
/** Bytes of rows that are pasted: they are held in memory while the form comes in. */
export const MAX_PASTED_BYTES = 4 * 1024 * 1024;

/** What every such form says beside its own fields. */
export const importFields = {
  /** Rows that were pasted; a file counts in their place. */
  csv: z
    .unknown()
    .optional()
    .transform((text) => (typeof text === "string" ? text.trim() : "")),
  /** The file whose changes were shown. */
  staged: z
    .unknown()
    .optional()
    .transform((id) => (typeof id === "string" && id !== "" && id.length <= 64 ? id : undefined)),
  step: z.enum(["preview", "import"]).catch("preview"),
  /** Of what was shown. */
  stamp: z
    .unknown()
    .optional()
    .transform((text) => (typeof text === "string" && text.length <= 64 ? text : undefined)),
};
