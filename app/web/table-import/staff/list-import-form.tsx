import { type FormMetadata, getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { ImportFields, importFaults } from "./import-fields.tsx";

/** A field of the form, as far as it is shown here. */
interface Shown {
  errors?: string[] | undefined;
}

/**
 * A file or its rows pasted, and what else an import asks: one form, which works without scripts.
 * @param choices the fields of what else it asks, which are the children
 */
export function ListImportForm<Schema extends Record<string, unknown>>({
  form,
  files,
  csv,
  columns,
  maxRows,
  choices,
  cancelTo,
  children,
}: {
  form: FormMetadata<Schema>;
  files: Shown;
  csv: Shown & { initialValue?: string | undefined };
  /** Which columns a file has, in words. */
  columns: string;
  maxRows?: number;
  choices: readonly (Shown & { id: string })[];
  cancelTo: string;
  children: ReactNode;
}) {
  const errors = { files: files.errors, csv: csv.errors };
  const faults = importFaults(errors);
  return (
    <form
      method="post"
      encType="multipart/form-data"
      className="max-w-[44rem] space-y-6"
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <OnceField />
      <p className="text-muted">
        The next page shows what would happen. Nothing changes until you confirm.
      </p>
      <ErrorSummary
        errors={[...(form.errors ?? []), ...faults.errors]}
        fields={[...faults.fields, ...choices]}
      />
      <input type="hidden" name="step" value="preview" />
      <ImportFields
        columns={columns}
        {...(maxRows === undefined ? {} : { maxRows })}
        csv={csv.initialValue}
        errors={errors}
      />
      {children}
      <div className="flex flex-wrap gap-3">
        <Button>Next</Button>{" "}
        <ButtonLink to={cancelTo} look="secondary">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}
