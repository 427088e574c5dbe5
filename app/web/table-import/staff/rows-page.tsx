import type { ColumnMapping, TableColumns } from "#model/table-import.ts";
import type { ImportRowsData } from "./import-rows.ts";
import { FAQ_ACCESS_OPTIONS } from "#model/knowledge-base/forms/faq-forms.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";
import type { Tone } from "#web/ui/tag.tsx";

interface RowsPreviewProps {
  /** The head of the column that a row is called by. */
  head: string;
  rows: readonly {
    row: number;
    name: string;
    outcome: "add" | "change" | "same" | "fault";
    detail: string;
  }[];
  counts: { add: number; change: number; same: number; fault: number };
  total: number;
  query: string;
  error: string | undefined;
}

const WORDS: Readonly<Record<"add" | "change" | "same" | "fault", { label: string; tone: Tone }>> =
  {
    add: { label: "Added", tone: "green" },
    change: { label: "Changed", tone: "blue" },
    same: { label: "As it is", tone: "neutral" },
    fault: { label: "Left out", tone: "red" },
  };

/** What would happen to each row, and the button that does it. */
function RowsPreview({ head, rows, counts, total, query, error }: RowsPreviewProps) {
  return (
    <>
      <div className="mb-6 empty:hidden">
        <ErrorSummary errors={error === undefined ? undefined : [error]} fields={[]} />
      </div>
      <p role="status" className="mb-6 text-muted">
        {counts.add} added, {counts.change} changed, {counts.same} as they are, {counts.fault} left
        out. Nothing has changed yet.
      </p>
      <PostForm className="mb-8 flex flex-wrap gap-3">
        <input type="hidden" name="intent" value="import" />
        {counts.add + counts.change === 0 ? null : <Button>Import</Button>}{" "}
        <ButtonLink
          to={`?${new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => name === "default"))}`}
          look="secondary"
        >
          Previous
        </ButtonLink>
      </PostForm>
      <TableFrame label="What would happen" head={["Row", head, "What would happen"]}>
        {rows.map((row) => (
          <tr key={row.row}>
            <td>{row.row}</td>
            <th
              scope="row"
              className="px-4 py-3 text-start align-top font-medium [overflow-wrap:anywhere]"
            >
              {row.name === "" ? "(empty)" : row.name}
            </th>
            <td>
              <Tag tone={WORDS[row.outcome].tone}>{WORDS[row.outcome].label}</Tag> {row.detail}
            </td>
          </tr>
        ))}
      </TableFrame>
      {rows.length < total ? (
        <p className="mt-2 text-sm text-muted">
          The first {rows.length} of {total} rows.
        </p>
      ) : null}
    </>
  );
}

/** Which column of a staged file is what; once that is said, what would happen to each row. */
export function ImportRowsPage<Column extends string>({
  title,
  table,
  path,
  data,
  error,
}: {
  title: string;
  table: TableColumns<Column>;
  path: string;
  data: ImportRowsData<Column>;
  error: string | undefined;
}) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 mb-6 text-muted [overflow-wrap:anywhere]">
        {data.fileName}, {data.total === 1 ? "1 row" : `${data.total} rows`}
      </p>
      {data.rows === null ? (
        <MappingForm
          {...data}
          table={table}
          path={path}
          mapping={data.mapping as ColumnMapping<Column>}
        />
      ) : (
        <RowsPreview {...data} head={table.words[table.name]} rows={data.rows} error={error} />
      )}
    </>
  );
}

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
function MappingForm<Column extends string>({
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
        hint="When a row has no value."
        options={FAQ_ACCESS_OPTIONS}
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
