import {
  FAQ_COLUMN_WORDS,
  FAQ_IMPORT_COLUMNS,
  type FaqImportColumn,
  type FaqMapping,
} from "../../domain/faq-columns.ts";
import { FAQ_ACCESS_WORDS } from "../../domain/faq-forms.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { SelectField } from "../../ui/field.tsx";

interface MappingFormProps {
  columns: readonly { name: string; sample: string }[];
  mapping: FaqMapping;
  access: string;
  missing: readonly FaqImportColumn[];
}

const HINTS: Readonly<Partial<Record<FaqImportColumn, string>>> = {
  access: "public, accounts or internal.",
  favourite: "yes or no.",
  products: "Names, several parted by |. An empty cell: all products.",
  id: "From an export of this knowledge base: then a reworded question is still the same entry.",
};

/** Which column is what: a GET form, so that the preview has an address and changes nothing. */
export function MappingForm({ columns, mapping, access, missing }: MappingFormProps) {
  const none = { value: "", label: "No column" };
  const options = [
    none,
    ...columns.map(({ name, sample }, index) => ({
      value: String(index),
      label: sample === "" ? name : `${name}: ${sample}`,
    })),
  ];
  const errorsOf = (column: FaqImportColumn) =>
    missing.includes(column) ? [`Choose the column of the ${column}`] : undefined;
  return (
    <form method="get" noValidate className="max-w-[44rem] space-y-6">
      <ErrorSummary fields={missing.map((column) => ({ id: column, errors: errorsOf(column) }))} />
      {FAQ_IMPORT_COLUMNS.map((column) => (
        <SelectField
          key={column}
          id={column}
          name={column}
          label={FAQ_COLUMN_WORDS[column]}
          hint={HINTS[column]}
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
        <ButtonLink to="/knowledge-base/import" look="secondary">
          Previous
        </ButtonLink>
      </div>
    </form>
  );
}
