import type { TableColumns } from "#model/table-import.ts";
import { ENCODINGS } from "#model/text-encodings.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import type { AskedTable } from "./asked-table.ts";

const ENCODING_OPTIONS = Object.entries(ENCODINGS).map(([value, { words }]) => ({
  value,
  label: words,
}));

/**
 * The fields of the step that asks how a table is meant: its sheet or encoding, the row with the names, and
 * which column is what, above the first rows as they are read then. They stand in the form of their
 * import.
 */
export function TableStepFields<Column extends string>({
  table,
  asked,
}: {
  table: TableColumns<Column>;
  asked: AskedTable<Column>;
}) {
  const { columns, mapping, missing, header, seen, errors } = asked;
  const { sheets, sheet, encoding, isSure, heads, hidden } = asked;
  const options = [
    { value: "", label: "No column" },
    ...columns.map(({ name, sample }, index) => ({
      value: String(index),
      label: sample === "" ? name : `${name}: ${sample}`,
    })),
  ];
  const errorsOf = (column: Column) =>
    missing.includes(column)
      ? [`Choose the column with the ${table.words[column].toLowerCase()}`]
      : undefined;
  return (
    <>
      <ErrorSummary
        fields={[
          { id: "sheet", errors: errors.sheet },
          { id: "encoding", errors: errors.encoding },
          { id: "header", errors: errors.header },
          ...missing.map((column) => ({ id: column, errors: errorsOf(column) })),
        ]}
      />
      <input type="hidden" name="seen" value={seen} />
      <p>Check how the file is read, then choose the column for each field.</p>
      {sheet === null ? null : (
        <SelectField
          id="sheet"
          name="sheet"
          label="Sheet"
          options={sheets.map(({ at, name, isHidden }) => ({
            value: String(at),
            label: isHidden ? `${name} (hidden)` : name,
          }))}
          defaultValue={String(sheet)}
          errors={errors.sheet}
        />
      )}
      {encoding === null ? null : (
        <SelectField
          id="encoding"
          name="encoding"
          label="Encoding"
          hint={
            isSure
              ? undefined
              : "The file doesn’t say which encoding it uses. If characters look wrong below, choose another one."
          }
          options={ENCODING_OPTIONS}
          defaultValue={encoding}
          errors={errors.encoding}
        />
      )}
      <SelectField
        id="header"
        name="header"
        label="Header row"
        hint="The row with the column names. Rows above it aren’t imported."
        options={[
          { value: "0", label: "No header row" },
          ...heads.map(({ row, text }) => ({ value: String(row), label: `Row ${row}: ${text}` })),
        ]}
        defaultValue={String(header)}
        errors={errors.header}
      />
      {hidden.rows === 0 ? null : (
        <SelectField
          id="hidden"
          name="hidden"
          label="Hidden rows"
          hint={`The workbook hides ${hidden.rows === 1 ? "1 row" : `${hidden.rows.toLocaleString("en")} rows`}. A filter may do that.`}
          options={[
            { value: "no", label: "Leave them out" },
            { value: "yes", label: "Also import them" },
          ]}
          defaultValue={hidden.isTaken ? "yes" : "no"}
        />
      )}
      <Button name="show" value="yes" look="secondary">
        Update preview
      </Button>
      <FirstRows asked={asked} />
      <h2 className="text-lg font-semibold">Columns</h2>
      {table.columns.map((column) => (
        <SelectField
          key={column}
          id={column}
          name={column}
          label={table.words[column]}
          hint={table.hints[column]}
          options={options}
          defaultValue={mapping[column] === null ? "" : String(mapping[column])}
          errors={errorsOf(column)}
        />
      ))}
    </>
  );
}

/** The first rows as they are read, where wrong characters show. */
function FirstRows({ asked: { first, columns } }: { asked: AskedTable<string> }) {
  if (first.length === 0) return null;
  const width = first[0]?.cells.length ?? 0;
  return (
    <div className="space-y-3">
      <h2 className="text-lg font-semibold">First rows</h2>
      <TableFrame
        label="First rows"
        head={["Row", ...columns.slice(0, width).map(({ name }) => name)]}
      >
        {first.map(({ row, cells }) => (
          <tr key={row}>
            <td>{row}</td>
            {cells.map((cell, at) => (
              <td key={at} className="min-w-[6rem] [overflow-wrap:anywhere]">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </TableFrame>
    </div>
  );
}
