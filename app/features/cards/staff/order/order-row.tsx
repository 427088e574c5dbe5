import type { KeyboardEvent, MouseEvent } from "react";
import { canMove, MOVE_LABELS, type Columns, type Move } from "../../../../values/ordering.ts";
import { buttonClass } from "../../../../ui/button.tsx";
import { classNames } from "../../../../ui/class-names.ts";
import { Icon } from "../../../../ui/icon.tsx";

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

/** One row: its name, and its moves as buttons that submit. */
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

  const button = (move: (typeof moves)[number]) => (
    <button
      key={move.move}
      type="submit"
      name="move"
      value={`${move.move} ${id}`}
      disabled={!possible(move)}
      autoFocus={focused !== null && move === next}
      data-autofocus={focused !== null && move === next ? "" : undefined}
      onClick={(event: MouseEvent) => {
        event.preventDefault();
        onMove(id, move.move);
      }}
      onKeyDown={(event) => onKeyDown(event, id)}
      className={buttonClass("secondary", "small")}
    >
      {move.label} <span className="sr-only">{facts.label}</span>
    </button>
  );

  return (
    <li
      data-row={id}
      className={classNames(
        "relative flex flex-wrap items-center gap-x-3 gap-y-2 bg-surface px-3 py-2",
        edge === "top" &&
          "before:absolute before:inset-x-0 before:-top-px before:h-0.5 before:bg-accent",
        edge === "bottom" &&
          "after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-accent",
      )}
    >
      <input type="hidden" name={field} value={id} />
      <Icon name="grip" className="cursor-grab text-muted" />
      <div className="min-w-0 grow basis-40">
        <p className="font-medium break-words">{facts.label}</p>
        {facts.detail == null ? null : <p className="text-xs text-muted">{facts.detail}</p>}
        {facts.notShown == null ? null : (
          <p className="mt-0.5 flex items-center gap-1 text-xs text-muted">
            <Icon name="eyeOff" className="size-4" /> Not shown: {facts.notShown}
          </p>
        )}
      </div>
      {menu ? (
        <details open={focused !== null} className="open:basis-full">
          <summary
            onKeyDown={(event) => onKeyDown(event, id)}
            className={buttonClass("secondary", "small", "ms-auto w-fit cursor-pointer list-none")}
          >
            Move <span className="sr-only">{facts.label}</span>
          </summary>
          <div className="mt-2 flex flex-wrap gap-2">{moves.map(button)}</div>
        </details>
      ) : (
        <div className="flex flex-wrap gap-2">{moves.map(button)}</div>
      )}
    </li>
  );
}
