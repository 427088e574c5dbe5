import * as z from "zod";
import { inSlices } from "#db/pace.ts";
import { companyFields } from "#model/companies/company-forms.ts";
import { FaultyRows, type ReadTable } from "#web/table-import/staff/read-table.ts";
import type { FiledSubprocessor } from "../rules/subprocessor-changes.ts";
import { SUBPROCESSOR_TABLE, type SubprocessorImportColumn } from "../forms/import-table.ts";
import { subprocessorTexts } from "../forms/subprocessors.ts";

const rowSchema = z.object({ company: companyFields.company, ...subprocessorTexts });

/** Faults that are told at once; a file of another kind has one in each row. */
const MAX_FAULTS = 20;

/**
 * The subprocessors that a table names; a column that it has not says nothing.
 * @throws FaultyRows with everything that is wrong, each row named
 */
export async function readSubprocessorRows(
  table: Pick<ReadTable<SubprocessorImportColumn>, "body" | "mapping" | "names">,
): Promise<FiledSubprocessor[]> {
  const { rows, faults } = await inSlices(judgedRows(table));
  if (faults.length > MAX_FAULTS)
    throw new FaultyRows([
      ...faults.slice(0, MAX_FAULTS),
      `and ${faults.length - MAX_FAULTS} more`,
    ]);
  if (faults.length > 0) throw new FaultyRows(faults);
  return rows;
}

/** Reads the rows below the header, one a step. */
function* judgedRows({
  body,
  mapping,
  names,
}: Parameters<typeof readSubprocessorRows>[0]): Generator<
  void,
  { rows: FiledSubprocessor[]; faults: string[] },
  void
> {
  const rows: FiledSubprocessor[] = [];
  const faults: string[] = [];
  for (const { row, cells } of body) {
    yield;
    // A separator too many moves what is behind it into another column.
    if (names.length > 0 && cells.slice(names.length).some((cell) => cell !== "")) {
      faults.push(`Row ${row}: ${cells.length} cells, but the header has ${names.length}`);
      continue;
    }
    const cell = (column: SubprocessorImportColumn) =>
      mapping[column] === null ? undefined : (cells[mapping[column]] ?? "");
    const parsed = rowSchema.safeParse({
      company: cell("company") ?? "",
      purpose: cell("purpose"),
      location: cell("location"),
      additionalDetails: cell("additionalDetails"),
    });
    if (parsed.success) rows.push({ row, ...parsed.data });
    else
      faults.push(
        ...parsed.error.issues.map(
          ({ path, message }) => `Row ${row}, ${titleOf(path[0])}: ${message}`,
        ),
      );
  }
  return { rows, faults };
}

function titleOf(field: unknown): string {
  const column = SUBPROCESSOR_TABLE.columns.find((name) => name === field);
  return column === undefined ? "row" : SUBPROCESSOR_TABLE.words[column];
}
