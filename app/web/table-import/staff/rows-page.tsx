import { CHOICE_FIELDS, type TableColumns } from "#model/table-import.ts";
import type { ImportRowsData } from "./import-rows.ts";
import type { AskedTable } from "./asked-table.ts";
import { TableStepFields } from "./table-step.tsx";
import { FAQ_ACCESS_OPTIONS } from "#model/knowledge-base/forms/faq-forms.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Pager, pagesOf } from "#web/ui/pager.tsx";
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
  page: number;
  pages: number;
  query: string;
  /** How the table was read, where that was not plain. */
  reading: readonly string[];
  error: string | undefined;
}

/** What a query says beside the columns: that stays when one goes back to them. */
const KEPT: readonly string[] = ["default", ...CHOICE_FIELDS.filter((name) => name !== "show")];

const WORDS: Readonly<Record<"add" | "change" | "same" | "fault", { label: string; tone: Tone }>> =
  {
    add: { label: "Added", tone: "green" },
    change: { label: "Changed", tone: "blue" },
    same: { label: "Unchanged", tone: "neutral" },
    fault: { label: "Skipped", tone: "red" },
  };

/** What would happen to each row, and the button that does it. */
function RowsPreview({ head, rows, counts, page, pages, query, reading, error }: RowsPreviewProps) {
  const said = new URLSearchParams(query);
  said.delete("page");
  return (
    <>
      <div className="mb-6 empty:hidden">
        <ErrorSummary errors={error === undefined ? undefined : [error]} fields={[]} />
      </div>
      <p role="status" className="mb-6 text-muted">
        {counts.add} added, {counts.change} changed, {counts.same} unchanged, {counts.fault}{" "}
        skipped. {reading.map((words) => `${words} `)}Nothing has changed yet.
      </p>
      <PostForm className="mb-8 flex flex-wrap gap-3">
        <input type="hidden" name="intent" value="import" />
        {counts.add + counts.change === 0 ? null : <Button>Import</Button>}{" "}
        <ButtonLink
          to={`?${new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => KEPT.includes(name)))}`}
          look="secondary"
        >
          {" "}
          Back{" "}
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
      <Pager page={page} pages={pages} href={pagesOf("", said, {})} label="Pages of rows" />
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
        <MappingForm table={table} path={path} asked={data.asked} access={data.access} />
      ) : (
        <RowsPreview {...data} head={table.words[table.name]} rows={data.rows} error={error} />
      )}
    </>
  );
}

/** How the table is meant: a GET form, so that the preview has an address and changes nothing. */
function MappingForm<Column extends string>({
  table,
  path,
  asked,
  access,
}: {
  table: TableColumns<Column>;
  /** The list that it is imported into: '/knowledge-base'. */
  path: string;
  asked: AskedTable<Column>;
  access: string;
}) {
  return (
    <form method="get" noValidate className="max-w-[44rem] space-y-6" key={asked.seen}>
      <TableStepFields table={table} asked={asked} />
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
