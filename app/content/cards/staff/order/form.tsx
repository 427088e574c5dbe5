import { Fragment, useEffect, useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { Link } from "react-router";
import { BASE_FIELD } from "#model/cards/editing.ts";
import { moved, placeOf, placed, sameOrder, type Columns, type Move } from "#values/ordering.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { ConflictPanel, type ShownConflict } from "#web/staff/editing/conflict.tsx";
import { useDiscard } from "#web/staff/editing/discard.tsx";
import { OrderRow, type RowFacts } from "./row.tsx";
import { focusMoved, moveOfKey } from "#web/staff/editing/ordered-row.tsx";
import { useRowDragging } from "#web/staff/editing/row-dragging.ts";
import { useSending } from "#web/staff/page/sending.ts";

/** What an action answers that did not save: the order as it stands, and why. */
export interface OrderAnswer {
  columns: Columns;
  /**
   * The stamp that the form came with: what others saved since its first page is not overlooked.
   */
  base?: string | null;
  /** The row that was moved, and by which button: the focus goes there. */
  focus?: { id: string; move: string } | null;
  failed?: string | null;
  conflict?: ShownConflict | null;
}

interface OrderFormProps {
  page: { closeHref: string };
  title: string;
  lead?: ReactNode;
  /** Each list: the name that its rows are sent by, and its heading where there are two. */
  lists: readonly { field: string; title: string | null }[];
  rows: ReadonlyMap<string, RowFacts>;
  stored: Columns;
  base: string;
  answer: OrderAnswer | undefined;
  submit: string;
  /** Rows have a menu instead of two buttons. */
  menu?: boolean;
  /** What a row's own move, such as Combine, makes of the order. */
  change?: (columns: Columns, move: string) => Columns | null;
  size?: "normal" | "extra-large";
}

/**
 * Rows to be put in an order. Every move is a submit button, so the dialog works without scripts:
 * the answer is the same dialog with the new order, and nothing is saved before Save. With scripts
 * the same moves happen in place, by button, arrow keys or dragging, and are said aloud.
 */
export function OrderForm({
  page,
  title,
  lead,
  lists,
  rows,
  stored,
  base,
  answer,
  submit,
  menu = false,
  change,
  size = "normal",
}: OrderFormProps) {
  const [columns, setColumns] = useState<Columns>(answer?.columns ?? stored);
  const [said, setSaid] = useState("");
  const [saving, begin] = useSending();
  const [focus, setFocus] = useState<{ id: string; move: string } | null>(null);
  // An order that came back is not saved: leaving it asks, as leaving one that was changed here
  // does.
  const { form, confirmation } = useDiscard(
    answer !== undefined && !sameOrder(answer.columns, stored),
  );
  const heading = useId();
  const changed = !sameOrder(columns, stored);
  const conflict = answer?.conflict ?? null;
  const label = (id: string) => rows.get(id)?.label ?? id;

  const show = (next: Columns, id: string, move: string) => {
    if (sameOrder(next, columns)) return;
    setColumns(next);
    setFocus({ id, move });
    const place = placeOf(next, id);
    if (place === null) return setSaid("");
    const list = lists[place.column]?.title;
    setSaid(
      `${label(id)}: ${place.index + 1} of ${next[place.column]?.length ?? 0}${list == null ? "" : ` in ${list}`}`,
    );
  };
  const onMove = (id: string, move: string) =>
    show(change?.(columns, move) ?? moved(columns, id, move as Move), id, move);
  const edge = useRowDragging(form, columns, (id, to) => show(placed(columns, id, to), id, ""));

  // A row that moves in the document loses the focus that one of its buttons had.
  useEffect(() => {
    if (focus !== null) focusMoved(form.current, focus);
  }, [focus, form]);

  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const move = moveOfKey(event);
    if (move === null || (move === "across" && lists.length < 2)) return;
    event.preventDefault();
    onMove(id, move);
  };

  return (
    <Dialog
      closeHref={page.closeHref}
      title={title}
      backdropCloses={false}
      wide={size === "extra-large"}
      low
    >
      <form
        method="post"
        noValidate
        ref={form}
        className="flex min-h-0 flex-col gap-5"
        onSubmit={begin}
      >
        {conflict === null ? (
          <ErrorSummary errors={answer?.failed == null ? [] : [answer.failed]} fields={[]} />
        ) : (
          <ConflictPanel conflict={conflict} />
        )}
        <input type="hidden" name={BASE_FIELD} value={conflict?.base ?? answer?.base ?? base} />
        {lead}
        <div
          className={classNames(
            "min-h-24 overflow-y-auto",
            lists.length > 1 && "grid gap-6 md:grid-cols-2",
          )}
          tabIndex={0}
          role="group"
          aria-label="Order"
        >
          {lists.map(({ field, title: listTitle }, number) => (
            <div key={field} className="min-w-0">
              {listTitle === null ? null : (
                <h3 id={`${heading}-${number}`} className="mb-2 text-sm font-semibold">
                  {listTitle}
                </h3>
              )}
              <ol
                data-list={number}
                aria-labelledby={listTitle === null ? undefined : `${heading}-${number}`}
                className="min-h-12 overflow-hidden divide-y divide-line rounded-md border border-line"
              >
                {(columns[number] ?? []).map((id) => (
                  <Fragment key={id}>
                    <OrderRow
                      id={id}
                      facts={rows.get(id) ?? { label: id }}
                      field={field}
                      columns={columns}
                      other={lists.length > 1 ? (lists[1 - number]?.title ?? null) : null}
                      menu={menu}
                      focused={answer?.focus?.id === id ? answer.focus.move : null}
                      edge={edge?.id === id ? edge.edge : null}
                      onMove={onMove}
                      onKeyDown={onKeyDown}
                    />
                  </Fragment>
                ))}
              </ol>
            </div>
          ))}
        </div>
        <p role="status" className="sr-only">
          {said}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button disabled={!changed || saving} aria-busy={saving || undefined}>
            {saving ? "Saving…" : conflict === null ? submit : "Save my version"}
          </Button>{" "}
          <Link to={page.closeHref} preventScrollReset className={buttonClass("secondary")}>
            Cancel
          </Link>
        </div>
      </form>
      {confirmation}
    </Dialog>
  );
}
