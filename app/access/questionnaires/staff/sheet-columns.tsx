import type { SheetHead } from "#platform/files/questionnaires/form-reading.ts";
import { SelectField } from "#web/ui/field.tsx";
import { COLUMN_FIELDS } from "../forms/columns-form.ts";

/** The name of a column as spreadsheets have it: A, B, AA. */
function letters(place: number): string {
  let name = "";
  for (let left = place + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  return name;
}

const SAMPLE = 40;

/** What was sent of a sheet, where the form comes again. */
function sentOf(sent: unknown, at: number): Record<string, unknown> | null {
  const { sheets } = (sent ?? {}) as { sheets?: unknown };
  const own: unknown = Array.isArray(sheets) ? sheets[at] : null;
  return typeof own === "object" && own !== null ? (own as Record<string, unknown>) : null;
}

/** The first rows of a sheet, and the menus that say which of its columns are which. */
export function SheetColumns({ head, at, sent }: { head: SheetHead; at: number; sent: unknown }) {
  const { name, rows, guess } = head;
  const width = Math.max(...rows.map(({ cells }) => cells.length), 1);
  const own = sentOf(sent, at);
  const valueOf = (field: string, guessed: number | null | undefined) => {
    const said = own?.[field];
    if (own !== null) return typeof said === "string" ? said : "";
    return guessed === null || guessed === undefined ? "" : String(guessed);
  };
  const first = rows.find(({ row }) => row === guess?.header) ?? rows[0];
  const columns = Array.from({ length: width }, (_, place) => {
    const sample = (first?.cells[place] ?? "").slice(0, SAMPLE);
    return { value: String(place), label: `${letters(place)} ${sample}`.trim() };
  });
  const headers = rows.map(({ row, cells }) => ({
    value: String(row),
    label: `Row ${row}: ${cells.filter(Boolean).join(", ").slice(0, SAMPLE)}`,
  }));
  return (
    <fieldset className="space-y-4">
      <legend className="text-lg font-semibold">{name === "" ? "The file" : name}</legend>
      <section className="overflow-x-auto" tabIndex={0} aria-label={`First rows ${name}`}>
        <table className="text-sm">
          <thead>
            <tr>
              <th scope="col" className="px-2 py-1 text-start">
                Row
              </th>
              {columns.map(({ value }) => (
                <th key={value} scope="col" className="px-2 py-1 text-start">
                  {letters(Number(value))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells }) => (
              <tr key={row} className="border-t border-line">
                <th scope="row" className="px-2 py-1 text-start align-top">
                  {row}
                </th>
                {columns.map(({ value }) => (
                  <td key={value} className="max-w-[16rem] px-2 py-1 align-top break-words">
                    {cells[Number(value)] ?? ""}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="grid max-w-[44rem] gap-4 sm:grid-cols-2">
        <SelectField
          id={`sheets-${at}-header`}
          name={`sheets[${at}].header`}
          label="Row with the column names"
          defaultValue={valueOf("header", guess?.header ?? 0)}
          options={[{ value: "0", label: "None" }, ...headers]}
        />
        {COLUMN_FIELDS.map(({ name: field, label }) => (
          <SelectField
            key={field}
            id={`sheets-${at}-${field}`}
            name={`sheets[${at}].${field}`}
            label={label}
            defaultValue={valueOf(field, guess?.[field])}
            options={[{ value: "", label: "None" }, ...columns]}
          />
        ))}
      </div>
    </fieldset>
  );
}
