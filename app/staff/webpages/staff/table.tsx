import { Button } from "#web/ui/button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { ListTable, type ListColumn } from "#web/lists/table.tsx";
import { RowButton } from "#web/lists/row-button.tsx";
import type { WebpageStatus } from "#model/webpages.ts";

interface Moment {
  iso: string;
  text: string;
}

/** A page of the list as staff see it. */
export interface ShownWebpage {
  id: string;
  url: string;
  title: string | null;
  status: WebpageStatus;
  /** Of its text. */
  size: string;
  read: Moment | null;
  failed: Moment | null;
  fault: string | null;
}

const COLUMNS: readonly ListColumn<ShownWebpage>[] = [
  {
    title: "Page",
    namesRow: true,
    share: 5,
    full: ({ title, url }) => [title, url].filter(Boolean).join(" "),
    cell: ({ title, url }) => (
      <>
        {title === null ? null : <span className="max-md:block">{title} </span>}
        <a href={url} rel="noopener noreferrer" className="font-normal text-accent">
          {url}
        </a>
      </>
    ),
  },
  {
    title: "State",
    share: 4,
    full: ({ read, failed, fault }) =>
      failed === null ? (read?.text ?? null) : `${failed.text}: ${fault}`,
    cell: (page) => <State page={page} />,
  },
  {
    title: "Text",
    from: "table",
    cell: ({ read, status, size }) => (read === null || status === "gone" ? "–" : size),
  },
  {
    title: "Actions",
    isAction: true,
    cell: ({ id, url }) => (
      <RowButton row={["id", id]} intent="remove" label={`Remove ${url}`}>
        Remove
      </RowButton>
    ),
  },
];

/**
 * The listed pages: what was read of each and when, or what failed.
 * @param here where they stand
 * @param isReading they are being read
 * @param cutOffs how many readings in a row did not end, where they are no longer read at night
 */
export function ListedWebpages({
  pages,
  here,
  isReading,
  cutOffs,
}: {
  pages: readonly ShownWebpage[];
  here: string;
  isReading: boolean;
  cutOffs: number | null;
}) {
  return (
    <section aria-labelledby="pages-title">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="pages-title" className="text-lg font-semibold">
          Listed pages <span className="font-normal text-muted">({pages.length})</span>
        </h2>{" "}
        {isReading ? (
          <p role="status">
            Reading…{" "}
            <a href={here} className="inline-flex min-h-6 items-center font-medium text-accent">
              Refresh progress
            </a>
          </p>
        ) : (
          <form method="post" noValidate>
            <OnceField />
            <input type="hidden" name="intent" value="read" />
            <Button look="secondary">Read now</Button>
          </form>
        )}
      </div>
      {cutOffs === null ? null : (
        <p role="status" className="mb-4 max-w-[44rem]">
          The last {cutOffs} readings were cut off before they ended, so the pages are no longer
          read at night. Choose “Read now”. Once a reading finishes, nightly readings resume.
        </p>
      )}
      <ListTable label="Listed pages" columns={COLUMNS} rows={pages} rowKey={({ id }) => id} />
    </section>
  );
}

function State({ page: { status, read, failed, fault } }: { page: ShownWebpage }) {
  return (
    <>
      {read === null ? null : (
        <>
          Read at <time dateTime={read.iso}>{read.text}</time>{" "}
        </>
      )}
      {failed === null ? null : (
        <span className="text-red">
          Failed at <time dateTime={failed.iso}>{failed.text}</time>: {fault}
        </span>
      )}
      {status === "waiting" ? <span className="text-muted">Not read yet</span> : null}
      {status === "gone" ? (
        <span className="text-muted">
          {read === null ? "Not in the search" : "No longer in the search"}
        </span>
      ) : null}
    </>
  );
}
