import * as z from "zod";
import type { Block } from "#model/questionnaires/layouts.ts";

/** A column of a menu: its place, or none. */
const column = z
  .string()
  .regex(/^\d{1,3}$/, "Choose from the list")
  .optional()
  .transform((text) => (text === undefined ? null : Number(text)));

const sheet = z.object({
  header: z.coerce.number().int().min(0).max(1_048_576).default(0),
  question: column,
  answer: column,
  comment: column,
  id: column,
});

/** The form of the columns: a group of fields for each sheet, in the order of the file. */
export const columnsSchema = z.object({ sheets: z.array(sheet).max(40).default([]) });

/** The fields of a sheet that are columns. */
export const COLUMN_FIELDS = [
  { name: "question", label: "Questions" },
  { name: "answer", label: "Answers" },
  { name: "comment", label: "Comments" },
  { name: "id", label: "IDs" },
] as const;

/**
 * The blocks that somebody chose; sheets without a column of questions have none.
 * @param names those of the sheets, in the order of the form
 */
export function chosenBlocks(
  sheets: z.output<typeof columnsSchema>["sheets"],
  names: readonly string[],
): { blocks: Block[] } | { fault: string } {
  const blocks: Block[] = [];
  for (const [at, { header, question, answer, comment, id }] of sheets.entries()) {
    const name = names[at];
    if (name === undefined || question === null) continue;
    const where = name === "" ? "" : ` in ${name}`;
    if (answer === null) return { fault: `Choose the answer column${where}.` };
    const used = [question, answer, comment, id].filter((place) => place !== null);
    if (new Set(used).size < used.length) return { fault: `Choose each column${where} only once.` };
    blocks.push({
      sheet: name,
      header,
      question,
      answer,
      comment,
      id,
      section: null,
      needsId: false,
    });
  }
  return blocks.length === 0 ? { fault: "Choose the question column." } : { blocks };
}
