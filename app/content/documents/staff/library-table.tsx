import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { fileTypeInWords } from "#values/file-types.ts";
import { type LibrarySearch, type LibrarySort, libraryQuery } from "#model/documents/library.ts";
import { ListTable, type ListColumn } from "#web/lists/table.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tag } from "#web/ui/tag.tsx";
import type { ShownDocument } from "./library-row.ts";

interface LibraryTableProps {
  rows: readonly ShownDocument[];
  search: LibrarySearch;
  may: { edit: boolean; download: boolean };
}

type Column = ListColumn<ShownDocument, LibrarySort>;

const FACTS: readonly Column[] = [
  {
    title: "Name",
    by: "name",
    namesRow: true,
    share: 5,
    full: ({ name }) => name,
    cell: (row) => (
      <>
        <ExpiryTag row={row} />
        {row.encrypted ? <Tag>Encrypted</Tag> : null}
        <Link to={`/documents/${row.id}`} className="font-medium text-accent underline">
          {row.name}
        </Link>
      </>
    ),
  },
  {
    title: "Type",
    by: "type",
    share: 2,
    full: ({ type, fileType }) =>
      fileType === null ? type : `${type}, ${fileTypeInWords(fileType)}`,
    cell: ({ type }) => type,
  },
  {
    title: "Access",
    from: "widest",
    share: 1,
    full: ({ access, accessIsDefault }) => (accessIsDefault ? `${access} (default)` : access),
    cell: ({ access, accessIsDefault }) => (accessIsDefault ? "Default" : access),
  },
  {
    title: "Items",
    from: "table",
    cell: ({ links }) => (links === 0 ? <span className="text-muted">None</span> : links),
  },
  {
    title: "Expires",
    by: "expiry",
    cell: ({ expires }) =>
      expires === null ? (
        <span className="text-muted">No date</span>
      ) : (
        <time dateTime={expires.day}>{expires.text}</time>
      ),
  },
  { title: "Size", by: "size", from: "wide", cell: ({ size }) => size },
  {
    title: "Added",
    by: "added",
    from: "wide",
    className: "text-muted",
    cell: ({ added }) => <time dateTime={added.iso}>{added.text}</time>,
  },
];

const DOWNLOAD: Column = {
  title: "Download",
  control: <span className="sr-only">Download</span>,
  isAction: true,
  cell: ({ id, name }) => (
    <a
      href={`/documents/${id}/download`}
      download
      className="inline-flex size-8 items-center justify-center rounded-md text-muted no-underline hover:bg-accent-soft hover:text-accent"
      title={`Download ${name}`}
    >
      <Icon name="download" label={`Download ${name}`} size={18} />
    </a>
  ),
};

const selectColumn = (count: number): Column => ({
  title: "Select",
  control: <SelectAll name="select" count={count} />,
  cell: ({ id, name }) => (
    <input
      type="checkbox"
      name="select"
      value={id}
      aria-label={`Select ${name}`}
      className="size-6 accent-accent"
    />
  ),
});

/**
 * The library's rows. Selecting some and 'Change type' is a GET form, which opens the dialog for
 * them.
 */
export function LibraryTable({ rows, search, may }: LibraryTableProps) {
  const { sort, descending } = search;
  const table = (
    <ListTable
      label="Documents"
      columns={[
        ...(may.edit ? [selectColumn(rows.length)] : []),
        ...FACTS,
        ...(may.download ? [DOWNLOAD] : []),
      ]}
      rows={rows}
      rowKey={({ id }) => id}
      sorting={{
        path: "/documents",
        query: new URLSearchParams(libraryQuery(search)),
        sort: { by: sort, descending },
        usual: { by: "name", descending: false },
      }}
    />
  );
  if (!may.edit) return table;
  return (
    <form method="get" noValidate action="/documents" className="group/library">
      {[...new URLSearchParams(libraryQuery(search))].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {table}
      <p className="sticky bottom-0 z-10 mt-2 flex items-center gap-3 rounded-lg border border-edge bg-surface p-3 shadow-panel group-[:not(:has([name=select]:checked))]/library:hidden">
        <span className="text-sm text-muted">With the selected documents:</span>{" "}
        <Button look="secondary" size="small" name="changeType" value="true">
          Change type
        </Button>
      </p>
    </form>
  );
}

/** A document that has expired, or soon will, says so at its name. */
export function ExpiryTag({ row: { expires } }: { row: Pick<ShownDocument, "expires"> }) {
  if (expires === null || expires.state === "valid") return null;
  return expires.state === "expired" ? (
    <Tag tone="orange">Expired</Tag>
  ) : (
    <Tag tone="yellow">Expires soon</Tag>
  );
}

/**
 * Selects every row of the page at once and says how many are; where no scripts run, the boxes of
 * the rows are there alone.
 */
function SelectAll({ name, count }: { name: string; count: number }) {
  const running = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return running ? <Box name={name} count={count} /> : <span className="sr-only">Select</span>;
}

/** Whether scripts run never changes after it was found out. */
function never() {
  return () => undefined;
}

function Box({ name, count }: { name: string; count: number }) {
  const box = useRef<HTMLInputElement>(null);
  const [selected, setSelected] = useState<number | null>(null);
  useEffect(() => {
    const form = box.current?.form;
    const boxes = () => [
      ...(form?.querySelectorAll<HTMLInputElement>(`input[type=checkbox][name="${name}"]`) ?? []),
    ];
    const tell = () => setSelected(boxes().filter((one) => one.checked).length);
    tell();
    form?.addEventListener("change", tell);
    return () => form?.removeEventListener("change", tell);
  }, [name]);
  useEffect(() => {
    if (box.current !== null)
      box.current.indeterminate = selected !== null && selected > 0 && selected < count;
  }, [selected, count]);
  const all = (checked: boolean) => {
    for (const one of box.current?.form?.querySelectorAll<HTMLInputElement>(
      `input[type=checkbox][name="${name}"]`,
    ) ?? [])
      one.checked = checked;
    setSelected(checked ? count : 0);
  };
  return (
    <span hidden={selected === null}>
      <input
        ref={box}
        type="checkbox"
        aria-label="Select all on this page"
        checked={selected === count}
        onChange={(event) => all(event.currentTarget.checked)}
        className="size-6 accent-accent"
      />
      <span aria-live="polite" className="sr-only">
        {selected === null || selected === 0 ? "" : `${selected} selected`}
      </span>
    </span>
  );
}
