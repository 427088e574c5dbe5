import { FAQ_ACCESS_WORDS } from "../../knowledge-base/forms/faq-forms.ts";
import type { ColumnMapping, TableColumns } from "../rules.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { SelectField } from "../../../ui/field.tsx";

interface MappingFormProps<Column extends string> {
  table: TableColumns<Column>;
  /** The list that it is imported into: '/knowledge-base'. */
  path: string;
  columns: readonly { name: string; sample: string }[];
  mapping: ColumnMapping<Column>;
  access: string;
  missing: readonly Column[];
}

/** Which column is what: a GET form, so that the preview has an address and changes nothing. */
export function MappingForm<Column extends string>({
  table,
  path,
  columns,
  mapping,
  access,
  missing,
}: MappingFormProps<Column>) {
  const none = { value: "", label: "No column" };
  const options = [
    none,
    ...columns.map(({ name, sample }, index) => ({
      value: String(index),
      label: sample === "" ? name : `${name}: ${sample}`,
    })),
  ];
  const errorsOf = (column: Column) =>
    missing.includes(column) ? [`Choose the column of the ${column}`] : undefined;
  return (
    <form method="get" noValidate className="max-w-[44rem] space-y-6">
      <ErrorSummary fields={missing.map((column) => ({ id: column, errors: errorsOf(column) }))} />
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
      <SelectField
        id="default"
        name="default"
        label="Access of new entries"
        hint="Where a row says nothing of it."
        options={Object.entries(FAQ_ACCESS_WORDS).map(([value, label]) => ({ value, label }))}
        defaultValue={access}
      />
      <div className="flex flex-wrap gap-3">
        <Button>Next</Button>{" "}
        <ButtonLink to={`${path}/import`} look="secondary">
          Previous
        </ButtonLink>
      </div>
    </form>
  );
}
