import type { ColumnMapping, TableColumns } from "../rules.ts";
import { MappingForm } from "./mapping-form.tsx";
import { RowsPreview } from "./rows-preview.tsx";
import type { ImportRowsData } from "./import-rows.ts";

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
