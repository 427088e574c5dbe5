import { Button, ButtonLink } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { describedBy, FieldFrame } from "#web/ui/field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

/** The page that takes a table to import: a file, or pasted rows. */
export function TakeTablePage({
  title,
  lead,
  path,
  maxRows,
  errors: { file, csv } = {},
  pasted,
}: {
  title: string;
  lead: string;
  /** The list that it is imported into: '/knowledge-base'. */
  path: string;
  maxRows: string;
  errors: { file?: string[]; csv?: string[] } | undefined;
  /** The rows of a form that was refused. */
  pasted: string | undefined;
}) {
  const hint = `CSV or XLSX with a header row, up to ${maxRows} rows and 5 MB. If a workbook has several sheets, you choose one next.`;
  return (
    <>
      <h1 className="mb-2 text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mb-8 max-w-[44rem] text-muted">{lead}</p>
      <div className="mb-6 max-w-[44rem] empty:hidden">
        <ErrorSummary
          fields={[
            { id: "file", errors: file },
            { id: "csv", errors: csv },
          ]}
        />
      </div>
      <form
        method="post"
        noValidate
        encType="multipart/form-data"
        className="mb-10 max-w-[44rem] space-y-4"
      >
        <OnceField />
        <FieldFrame id="file" label="File" hint={hint} errors={file}>
          <input
            id="file"
            name="files"
            type="file"
            required
            accept=".csv,.xlsx,text/csv"
            aria-invalid={file === undefined ? undefined : true}
            aria-describedby={describedBy({ id: "file", hint, errors: file })}
            className="block min-h-10 w-full text-sm file:me-3 file:min-h-10 file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:text-sm file:font-medium file:text-ink"
          />
        </FieldFrame>
        <Button>Next</Button>
      </form>
      <form method="post" noValidate className="max-w-[44rem] space-y-4">
        <OnceField />
        <FieldFrame id="csv" label="Or paste rows" hint="CSV with a header row." errors={csv}>
          <TextArea
            id="csv"
            name="csv"
            rows={8}
            defaultValue={pasted}
            required
            spellCheck={false}
            className="font-mono text-sm"
            aria-invalid={csv === undefined ? undefined : true}
            aria-describedby={describedBy({ id: "csv", hint: "x", errors: csv })}
          />
        </FieldFrame>
        <div className="flex flex-wrap gap-3">
          <Button look="secondary">Next with these rows</Button>{" "}
          <ButtonLink to={path} look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
