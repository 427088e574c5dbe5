import { Link } from "react-router";
import { fileTypeInWords } from "#values/file-types.ts";
import { type LibrarySearch, type LibrarySort, libraryQuery } from "#model/documents/library.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Tag } from "#web/ui/tag.tsx";
import type { ShownDocument } from "./library-row.ts";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";

interface LibraryTableProps {
  rows: readonly ShownDocument[];
  search: LibrarySearch;
  may: { edit: boolean; download: boolean };
}

interface Column {
  title: string;
  sort: LibrarySort | null;
  /** From which width on it is there; below, the name's cell tells the same. */
  from: string;
}

const COLUMNS: readonly Column[] = [
  { title: "Type", sort: "type", from: "hidden md:table-cell" },
  { title: "Access", sort: null, from: "hidden lg:table-cell" },
  { title: "Items", sort: null, from: "hidden md:table-cell" },
  { title: "Expires", sort: "expiry", from: "hidden md:table-cell" },
  { title: "Size", sort: "size", from: "hidden lg:table-cell" },
  { title: "Added", sort: "added", from: "hidden lg:table-cell" },
];

const CELL = "px-3 py-3 align-baseline";

/**
 * The library's rows. Selecting some and 'Change type' is a GET form, which opens the dialog for
 * them.
 */
export function LibraryTable({ rows, search, may }: LibraryTableProps) {
  const table = (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <table className="w-full border-collapse text-start text-sm">
        <caption className="sr-only">Documents</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            {may.edit ? (
              <th scope="col" className="w-10 ps-4 py-2 text-start align-middle">
                <span className="sr-only">Select</span>
              </th>
            ) : null}
            <SortedHead title="Name" sort="name" search={search} />
            {COLUMNS.map((column) => (
              <SortedHead key={column.title} {...column} search={search} />
            ))}
            {may.download ? (
              <th scope="col" className="w-12 px-3 py-2">
                <span className="sr-only">Download</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <Row key={row.id} row={row} may={may} />
          ))}
        </tbody>
      </table>
    </div>
  );
  if (!may.edit) return table;
  return (
    <form method="get" noValidate action="/documents">
      {[...new URLSearchParams(libraryQuery(search))].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SelectAll key={rows.map(({ id }) => id).join()} name="select" count={rows.length} />{" "}
        <Button look="secondary" size="small" name="changeType" value="true">
          Change type
        </Button>
      </div>
      {table}
    </form>
  );
}

function SortedHead({
  title,
  sort,
  from,
  search,
}: {
  title: string;
  sort: LibrarySort | null;
  from?: string;
  search: LibrarySearch;
}) {
  const shape = classNames("px-3 py-2 text-start font-medium whitespace-nowrap", from);
  if (sort === null) {
    return (
      <th scope="col" className={shape}>
        {title}
      </th>
    );
  }
  const here = search.sort === sort;
  const next = { ...search, page: 1, sort, descending: here && !search.descending };
  return (
    <th
      scope="col"
      aria-sort={here ? (search.descending ? "descending" : "ascending") : "none"}
      className={shape}
    >
      <Link
        to={`/documents${libraryQuery(next)}`}
        preventScrollReset
        className="-mx-1 inline-flex min-h-8 items-center gap-1 rounded-sm px-1 no-underline hover:text-ink hover:underline"
      >
        {title}
        {here ? <Icon name={search.descending ? "chevronDown" : "chevronUp"} size={14} /> : null}
      </Link>
    </th>
  );
}

function Row({ row, may }: { row: ShownDocument; may: LibraryTableProps["may"] }) {
  return (
    <tr className="hover:bg-sunken">
      {may.edit ? (
        <td className="ps-4 py-2 align-top">
          <input
            type="checkbox"
            name="select"
            value={row.id}
            aria-label={`Select ${row.name}`}
            className="mt-0.5 size-6 accent-accent"
          />
        </td>
      ) : null}
      <th
        scope="row"
        className={classNames(CELL, "min-w-0 text-start font-normal lg:min-w-[13rem]")}
      >
        <Link
          to={`/documents/${row.id}`}
          className="font-medium [overflow-wrap:anywhere] text-accent underline"
        >
          {row.name}
        </Link>
        <span className="mt-1 flex flex-wrap items-center gap-1.5">
          {row.fileType === null ? null : <Tag tone="accent">{fileTypeInWords(row.fileType)}</Tag>}
          {row.encrypted ? <Tag>Encrypted</Tag> : null}
          <ExpiryTag row={row} />
        </span>
        <span className="mt-1 block text-muted md:hidden">
          {[
            row.type,
            row.size,
            itemWords(row.links),
            ...(row.expires === null ? [] : [`expires ${row.expires.text}`]),
          ].join(" · ")}
        </span>
      </th>
      <td className={classNames(CELL, "hidden md:table-cell")}>{row.type}</td>
      <td className={classNames(CELL, "hidden lg:table-cell xl:whitespace-nowrap")}>
        {row.access}
        {row.accessIsDefault ? <span className="block text-muted">default</span> : null}
      </td>
      <td className={classNames(CELL, "hidden md:table-cell")}>
        {row.links === 0 ? <span className="text-muted">None</span> : row.links}
      </td>
      <td className={classNames(CELL, "hidden whitespace-nowrap md:table-cell")}>
        {row.expires === null ? (
          <span className="text-muted">No date</span>
        ) : (
          <time dateTime={row.expires.day}>{row.expires.text}</time>
        )}
      </td>
      <td className={classNames(CELL, "hidden whitespace-nowrap lg:table-cell")}>{row.size}</td>
      <td className={classNames(CELL, "hidden whitespace-nowrap text-muted lg:table-cell")}>
        <time dateTime={row.added.iso}>{row.added.text}</time>
      </td>
      {may.download ? (
        <td className="px-2 py-2 align-top">
          <a
            href={`/documents/${row.id}/download`}
            download
            className="inline-flex size-8 items-center justify-center rounded-md text-muted no-underline hover:bg-accent-soft hover:text-accent"
            title={`Download ${row.name}`}
          >
            <Icon name="download" label={`Download ${row.name}`} size={18} />
          </a>
        </td>
      ) : null}
    </tr>
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

function itemWords(links: number): string {
  return links === 0 ? "no items" : links === 1 ? "1 item" : `${links} items`;
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
  return running ? <Box name={name} count={count} /> : null;
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
    <span hidden={selected === null} className="flex items-center gap-3">
      <label className="inline-flex min-h-8 items-center gap-2 ps-4 text-sm">
        <input
          ref={box}
          type="checkbox"
          checked={selected === count}
          onChange={(event) => all(event.currentTarget.checked)}
          className="size-6 accent-accent"
        />
        Select all on this page
      </label>
      <span aria-live="polite" className="text-sm text-muted">
        {selected === null || selected === 0 ? "" : `${selected} selected`}
      </span>
    </span>
  );
}
