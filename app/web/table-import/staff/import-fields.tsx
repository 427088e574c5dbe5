import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from "../forms/table-import.ts";
import { sizeInWords } from "#values/file-size.ts";
import { classNames } from "#web/ui/class-names.ts";
import { describedBy, FieldFrame, inputClass } from "#web/ui/field.tsx";

interface ImportFieldsProps {
  /** Which columns the rows have. */
  columns: string;
  maxRows?: number;
  /** The rows as they were pasted, when the form comes again. */
  csv: string | undefined;
  errors: { files?: readonly string[] | undefined; csv?: readonly string[] | undefined };
}

const PASTE_HINT = "If you choose a file, pasted rows are ignored.";

/**
 * A file, or its rows pasted: both in one form, which works without scripts. The first fault stands
 * at its field.
 */
export function ImportFields({
  columns,
  maxRows = MAX_IMPORT_ROWS,
  csv,
  errors,
}: ImportFieldsProps) {
  const [fileErrors, csvErrors] = [errors.files?.slice(0, 1), errors.csv?.slice(0, 1)];
  const hint = `${columns} At most ${maxRows.toLocaleString("en")} rows and ${sizeInWords(MAX_IMPORT_BYTES)}.`;
  return (
    <>
      <FieldFrame id="file" label="File" hint={hint} errors={fileErrors}>
        <input
          id="file"
          name="files"
          type="file"
          data-autofocus=""
          accept=".csv,.txt,.xlsx,text/csv,text/plain"
          aria-invalid={fileErrors?.length ? true : undefined}
          aria-describedby={describedBy({ id: "file", hint, errors: fileErrors })}
          className="block min-h-10 w-full text-sm file:me-3 file:min-h-10 file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:text-sm file:font-medium file:text-ink"
        />
      </FieldFrame>
      <FieldFrame id="csv" label="Or paste rows" hint={PASTE_HINT} errors={csvErrors}>
        <textarea
          id="csv"
          name="csv"
          rows={8}
          defaultValue={csv}
          className={classNames(inputClass, "font-mono text-sm")}
          aria-invalid={csvErrors?.length ? true : undefined}
          aria-describedby={describedBy({ id: "csv", hint: PASTE_HINT, errors: csvErrors })}
          spellCheck={false}
        />
      </FieldFrame>
    </>
  );
}

/**
 * What is wrong with the rows, for the form's summary: the first fault of each input leads to it,
 * the others stand alone.
 */
export function importFaults({ files, csv }: ImportFieldsProps["errors"]): {
  errors: string[];
  fields: { id: string; errors: readonly string[] | undefined }[];
} {
  return {
    errors: [...(files ?? []).slice(1), ...(csv ?? []).slice(1)],
    fields: [
      { id: "file", errors: files?.slice(0, 1) },
      { id: "csv", errors: csv?.slice(0, 1) },
    ],
  };
}
