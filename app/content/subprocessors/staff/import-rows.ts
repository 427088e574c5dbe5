import * as z from "zod";
import { mapInSlices } from "#db/pace.ts";
import { outsideNames } from "#content/edit-kit/rules/entry-names.ts";
import { companyFields } from "#model/companies/company-forms.ts";
import type { ReadTable } from "#web/table-import/staff/read-table.ts";
import { inFileOrder, type FaultyRow } from "#web/table-import/staff/row-faults.ts";
import type { FiledSubprocessor } from "../rules/subprocessor-changes.ts";
import { SUBPROCESSOR_TABLE, type SubprocessorImportColumn } from "../forms/import-table.ts";
import { SUBPROCESSOR_FIELDS, subprocessorTexts } from "../forms/subprocessors.ts";

const TEXTS = outsideNames(SUBPROCESSOR_FIELDS);
const rowSchema = z.object({ company: companyFields.company, ...subprocessorTexts });

/** What a table says of subprocessors: rows that can be brought in, and what is wrong with others. */
export interface SubprocessorRows {
  filed: FiledSubprocessor[];
  faulty: FaultyRow[];
}

/** The subprocessors that a table names; a column that it has not says nothing. */
export async function readSubprocessorRows({
  body,
  faulty,
  mapping,
}: Pick<
  ReadTable<SubprocessorImportColumn>,
  "body" | "faulty" | "mapping"
>): Promise<SubprocessorRows> {
  const read = await mapInSlices(body, ({ row, cells }): FiledSubprocessor | FaultyRow => {
    const cell = (column: SubprocessorImportColumn) =>
      mapping[column] === null ? undefined : (cells[mapping[column]] ?? "");
    const parsed = rowSchema.safeParse({
      company: cell("company") ?? "",
      ...Object.fromEntries(TEXTS.map((column) => [column, cell(column)])),
    });
    if (parsed.success) return { row, ...parsed.data };
    return {
      row,
      text: (cell("company") ?? "").slice(0, 200),
      fault: parsed.error.issues
        .map(({ path, message }) => `${titleOf(path[0])}: ${message}`)
        .join(". "),
    };
  });
  return {
    filed: read.flatMap((row) => ("fault" in row ? [] : [row])),
    faulty: inFileOrder(
      faulty,
      read.flatMap((row) => ("fault" in row ? [row] : [])),
    ),
  };
}

function titleOf(field: unknown): string {
  const column = SUBPROCESSOR_TABLE.columns.find((name) => name === field);
  return column === undefined ? "row" : SUBPROCESSOR_TABLE.words[column];
}
