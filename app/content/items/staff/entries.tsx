import { useState } from "react";
import { valuesOf } from "#values/form-values.ts";
import { MAX_LIST_ENTRIES } from "#model/items/forms/items.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { useHydrated } from "#web/staff/editing/use-hydrated.ts";
import { inputId, pressing, type FormPart } from "./item-fields.tsx";

/**
 * The item's own list: a row an entry, and empty rows below for more. A row that is emptied is left
 * out.
 */
export function EntriesField({ data, values, errors }: FormPart) {
  const running = useHydrated();
  const labels = valuesOf(values, "entryLabel");
  const [added, setAdded] = useState(0);
  if (!data.can.listEntries) return null;
  const rows = Math.min(MAX_LIST_ENTRIES, labels.length + 1 + added);
  const at = (name: string, i: number) => valuesOf(values, name)[i] ?? "";
  return (
    <fieldset className="space-y-3">
      <legend className="text-sm font-medium">List</legend>
      <p className="text-sm text-muted">
        List items, such as regions or parts of a standard. Empty lines are ignored.
      </p>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="grid gap-3 rounded-md border border-line p-3 sm:grid-cols-2">
          <TextField
            id={inputId(`entryLabel-${i}`)}
            name="entryLabel"
            label={`Entry ${i + 1}`}
            type="text"
            maxLength={120}
            autoComplete="off"
            defaultValue={at("entryLabel", i)}
            errors={errors[`entryLabel-${i}`]}
          />
          <TextField
            id={inputId(`entryHref-${i}`)}
            name="entryHref"
            label={`Link of entry ${i + 1}`}
            type="text"
            inputMode="url"
            autoComplete="off"
            defaultValue={at("entryHref", i)}
            errors={errors[`entryHref-${i}`]}
          />
          <div className="sm:col-span-2">
            <TextField
              id={inputId(`entryDescription-${i}`)}
              name="entryDescription"
              label={`Description of entry ${i + 1}`}
              type="text"
              maxLength={300}
              autoComplete="off"
              defaultValue={at("entryDescription", i)}
              errors={errors[`entryDescription-${i}`]}
            />
          </div>
        </div>
      ))}
      {rows < MAX_LIST_ENTRIES ? (
        <Button
          type={running ? "button" : "submit"}
          {...(running ? {} : pressing(data.formHref, "rows"))}
          formNoValidate
          look="secondary"
          size="small"
          onClick={running ? () => setAdded(added + 1) : undefined}
        >
          Add entry
        </Button>
      ) : null}
    </fieldset>
  );
}
