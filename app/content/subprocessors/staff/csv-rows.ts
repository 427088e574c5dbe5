import { CsvError } from "csv-parse";
import * as z from "zod";
import { inSlices } from "#db/pace.ts";
import { companyFields } from "#model/companies/company-forms.ts";
import type { FiledSubprocessor } from "../rules/subprocessor-changes.ts";
import { MAX_IMPORT_ROWS } from "#web/table-import/forms/table-import.ts";
import { subprocessorTexts } from "../forms/subprocessors.ts";
import { readRecords, type CsvRecord } from "#platform/files/tables/csv-table.ts";

/**
 * The columns of an exported file, and what else a file may call them: case, spaces and hyphens
 * don't count.
 */
const COLUMNS = [
  { field: "company", title: "Company", others: ["name", "subprocessor", "vendor"] },
  { field: "purpose", title: "Purpose", others: [] },
  { field: "location", title: "Location", others: ["country"] },
  { field: "additionalDetails", title: "Additional Details", others: ["details"] },
] as const;

export const CSV_HEADER: readonly string[] = COLUMNS.map(({ title }) => title);

/** What a file says, or everything that is wrong with it, each row named. */
export type CsvRows = { rows: FiledSubprocessor[] } | { faults: string[] };

const rowSchema = z.object({ company: companyFields.company, ...subprocessorTexts });

/** Faults that are told at once; a file of another kind has one in each row. */
const MAX_FAULTS = 20;

/**
 * Reads a file of subprocessors: a header row with `Company`, and any of the other columns in any
 * order.
 */
export async function readCsv(csv: string): Promise<CsvRows> {
  let records: CsvRecord[];
  try {
    records = await readRecords(csv, {
      trim: true,
      delimiter: delimiterOf(csv),
      max_record_size: 20_000,
      to: MAX_IMPORT_ROWS + 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { faults: [`It is no CSV that can be read: ${error.message}`] };
  }
  const [header, ...lines] = records;
  if (header === undefined) return { faults: ["There are no rows in it."] };
  const places = placesOf(header.record);
  if (places.company === undefined) return { faults: ["The first row names no column 'Company'."] };
  if (lines.length > MAX_IMPORT_ROWS)
    return {
      faults: [
        `It has more than ${MAX_IMPORT_ROWS.toLocaleString("en")} rows; import fewer at a time.`,
      ],
    };

  return inSlices(rowsBelow(header.record, places, lines));
}

type Places = Partial<Record<(typeof COLUMNS)[number]["field"], number>>;

/** Reads the rows below the header, one a step. */
function* rowsBelow(
  header: readonly string[],
  places: Places,
  lines: readonly CsvRecord[],
): Generator<void, CsvRows, void> {
  const rows: FiledSubprocessor[] = [];
  const faults: string[] = [];
  for (const { record, row } of lines) {
    yield;
    if (record.length > header.length) {
      faults.push(`Row ${row}: it has ${record.length} cells, the header ${header.length}`);
      continue;
    }
    const cell = (field: keyof Places) =>
      places[field] === undefined ? undefined : unguarded(record[places[field]] ?? "");
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
          ({ path, message }) =>
            `Row ${row}, ${COLUMNS.find(({ field }) => field === path[0])?.title ?? "row"}: ${message}`,
        ),
      );
  }
  if (faults.length > MAX_FAULTS)
    return { faults: [...faults.slice(0, MAX_FAULTS), `and ${faults.length - MAX_FAULTS} more`] };
  return faults.length > 0 ? { faults } : { rows };
}

function placesOf(header: readonly string[]): Places {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, "");
  const names = header.map((name) => plain(unguarded(name)));
  return Object.fromEntries(
    COLUMNS.flatMap(({ field, title, others }) => {
      const place = names.findIndex(
        (name) => name === plain(title) || (others as readonly string[]).includes(name),
      );
      return place === -1 ? [] : [[field, place]];
    }),
  );
}

/** What parts the cells: the mark that the first line has most of. */
function delimiterOf(csv: string): string {
  const [first = ""] = csv.split(/\r?\n/, 1);
  const counts = [",", ";", "\t"].map((mark) => [mark, first.split(mark).length] as const);
  return counts.reduce((best, other) => (other[1] > best[1] ? other : best))[0];
}

/**
 * A cell that no spreadsheet calculates: an apostrophe goes before what would be a formula, and
 * before what has one already, so that reading takes exactly one away.
 */
export function guarded(cell: string | null): string {
  return (cell ?? "").replace(/^(?='*[=+\-@\t\r＝＋－＠])/u, "'");
}

function unguarded(cell: string): string {
  return cell.replace(/^'(?='*[=+\-@\t\r＝＋－＠])/u, "");
}
