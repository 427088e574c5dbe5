import type { KeyboardEvent } from "react";
import { canMove, MOVE_LABELS, type Columns, type Move } from "#values/ordering.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { MoveButton, OrderedRow } from "#web/staff/editing/ordered-row.tsx";

/** What a row says of itself. */
export interface RowFacts {
  label: string;
  /** A line below it. */
  detail?: string | null;
  /** Why visitors don't see it. */
  notShown?: string | null;
  /** Moves of its own, beside those of every row. */
  own?: readonly { move: string; label: string }[];
}

interface OrderRowProps {
  id: string;
  facts: RowFacts;
  field: string;
  columns: Columns;
  /** The heading of the other list, where there is one. */
  other: string | null;
  menu: boolean;
  /** The move after which the focus belongs to this row. */
  focused: string | null;
  /** Where a dragged row would be dropped. */
  edge: "top" | "bottom" | null;
  onMove: (id: string, move: string) => void;
  onKeyDown: (event: KeyboardEvent, id: string) => void;
}

/** One row of an order that is saved whole: its name, and its moves as buttons that submit. */
export function OrderRow({
  id,
  facts,
  field,
  columns,
  other,
  menu,
  focused,
  edge,
  onMove,
  onKeyDown,
}: OrderRowProps) {
  const across = other === null ? [] : [{ move: "across" as const, label: `Move to ${other}` }];
  const all = (["top", "up", "down", "bottom"] as const).map((move) => ({
    move,
    label: MOVE_LABELS[move],
  }));
  const shown =
    menu || other !== null
      ? [...all, ...across]
      : all.filter(({ move }) => move === "up" || move === "down");
  const moves: readonly { move: string; label: string; own?: boolean }[] = [
    ...shown,
    ...(facts.own ?? []).map((own) => ({ ...own, own: true })),
  ];
  const possible = (move: { move: string; own?: boolean }) =>
    move.own === true || canMove(columns, id, move.move as Move);
  // The way by the same button goes on, unless it has come to its end.
  const next =
    moves.find(({ move }) => move === focused && canMove(columns, id, move as Move)) ??
    moves.find(possible);
  const buttons = moves.map((move) => (
    <MoveButton
      key={move.move}
      move={move.move}
      label={move.label}
      row={facts.label}
      inMenu={menu}
      value={`${move.move} ${id}`}
      disabled={!possible(move)}
      autoFocus={focused !== null && move === next}
      data-autofocus={focused !== null && move === next ? "" : undefined}
      onClick={(event) => {
        event.preventDefault();
        onMove(id, move.move);
      }}
      onKeyDown={(event) => onKeyDown(event, id)}
    />
  ));

  return (
    <OrderedRow
      id={id}
      edge={edge}
      tools={
        menu ? (
          <details open={focused !== null} className="open:basis-full">
            <summary
              onKeyDown={(event) => onKeyDown(event, id)}
              className={buttonClass(
                "secondary",
                "small",
                "ms-auto w-fit cursor-pointer list-none",
              )}
            >
              Move <span className="sr-only">{facts.label}</span>
            </summary>
            <div className="mt-2 flex flex-wrap gap-2">{buttons}</div>
          </details>
        ) : (
          <div className="flex flex-wrap items-center gap-1">{buttons}</div>
        )
      }
    >
      <input type="hidden" name={field} value={id} />
      <p className="font-medium break-words">{facts.label}</p>
      {facts.detail == null ? null : <p className="text-xs text-muted">{facts.detail}</p>}
      {facts.notShown == null ? null : (
        <p className="mt-0.5 flex items-center gap-1 text-xs text-muted">
          <Icon name="eyeOff" className="size-4" /> Not shown: {facts.notShown}
        </p>
      )}
    </OrderedRow>
  );
}
