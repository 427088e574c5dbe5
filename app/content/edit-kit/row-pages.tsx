import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { MOVES, type Move } from "#values/list-order.ts";
import { EntryList, NotEnabledNote } from "#web/staff/editing/entry-list.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { EmptyState } from "#web/ui/screens.tsx";

interface EditPage {
  closeHref: string;
  site: string;
  failed: boolean;
}

/** The drawer of a list: its rows with what can be done to each, in their order. */
export function RowListDrawer<Row extends { id: string }>({
  data: { page, rows, state, here },
  result,
  title,
  add,
  plural,
  empty,
  moves = MOVES,
  name,
  children,
}: {
  data: { page: EditPage; rows: readonly Row[]; state: string | null; here: string };
  result: SubmissionResult | undefined;
  title: string;
  /** The words of its button: 'Add grade'. */
  add: string;
  /** What its rows are called: 'grades'. */
  plural: string;
  empty: { icon: IconName; title: string };
  moves?: readonly Move[];
  /** What the buttons of a row call it. */
  name(row: Row): string;
  /** What is shown of a row. */
  children(row: Row): ReactNode;
}) {
  return (
    <Dialog variant="drawer" closeHref={page.closeHref} title={title}>
      <NotEnabledNote state={state} noun={plural} />
      <div className="mb-6 space-y-6 empty:hidden">
        <ErrorSummary errors={result?.error?.[""] ?? undefined} fields={[]} />
      </div>
      <p className="mb-6">
        <Link to={`${here}/new`} preventScrollReset className={buttonClass()}>
          {add}
        </Link>
      </p>
      {rows.length === 0 ? (
        <EmptyState icon={empty.icon} title={empty.title} />
      ) : (
        <EntryList
          moves={moves}
          entries={rows.map((row) => ({
            id: row.id,
            name: name(row),
            href: `${here}/${row.id}`,
            content: children(row),
          }))}
        />
      )}
    </Dialog>
  );
}
