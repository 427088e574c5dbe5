import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { MOVE_LABELS, type Move } from "#values/ordering.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";

/**
 * One row of whatever is put in an order by hand: a grip to drag it by, what it is, and its moves
 * as buttons that submit. Where scripts run the arrow keys do what the buttons do.
 * @param edge where a dragged row would be dropped
 */
export function OrderedRow({
  id,
  edge,
  tools,
  children,
}: {
  id: string;
  edge: "top" | "bottom" | null;
  tools: ReactNode;
  children: ReactNode;
}) {
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
      <Icon name="grip" className="flex-none cursor-grab text-muted noscript:hidden" />
      <div className="min-w-0 grow basis-40">{children}</div>
      {tools}
    </li>
  );
}

const ICONS: Readonly<Record<string, IconName>> = {
  top: "arrowUpToLine",
  up: "chevronUp",
  down: "chevronDown",
  bottom: "arrowDownToLine",
};

/**
 * One move of a row. In a row its place is scarce, so the usual moves are pictures there; in the
 * menu of a row they are words.
 * @param row what its name says of the row
 * @param name the field that says which button was pressed
 */
export function MoveButton({
  move,
  label = MOVE_LABELS[move as keyof typeof MOVE_LABELS],
  row,
  inMenu = false,
  name = "move",
  ...button
}: {
  move: string;
  label?: string;
  row: string;
  inMenu?: boolean;
  name?: string;
  value: string;
  disabled: boolean;
  autoFocus?: boolean;
  "data-autofocus"?: "" | undefined;
  onClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}) {
  const icon = inMenu ? undefined : ICONS[move];
  return (
    <button
      type="submit"
      name={name}
      data-move={move}
      title={icon === undefined ? undefined : `${label} ${row}`}
      className={
        icon === undefined
          ? buttonClass("secondary", "small")
          : "inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-40"
      }
      {...button}
    >
      {icon === undefined ? (
        <>
          {label} <span className="sr-only">{row}</span>
        </>
      ) : (
        <Icon name={icon} size={18} label={`${label} ${row}`} />
      )}
    </button>
  );
}

const KEYS: Readonly<Record<string, Move | undefined>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "top",
  End: "bottom",
  ArrowLeft: "across",
  ArrowRight: "across",
};

/** The move that a key on a row means; null for every other key. */
export function moveOfKey(event: KeyboardEvent): Move | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  return KEYS[event.key] ?? null;
}

/**
 * A row that moves in the document loses the focus that one of its buttons had: the button that
 * moved it gets it back, or, at the end of the way, where it is disabled, another one of the row.
 */
export function focusMoved(root: HTMLElement | null, { id, move }: { id: string; move: string }) {
  const row = [...(root?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].find(
    (candidate) => candidate.dataset.row === id,
  );
  const buttons = [
    ...(row?.querySelectorAll<HTMLButtonElement>("[data-move]:not(:disabled)") ?? []),
  ];
  const target =
    buttons.find((button) => button.dataset.move === move) ??
    buttons.find((button) => button.offsetParent !== null) ??
    row?.querySelector("summary");
  target?.focus();
  row?.scrollIntoView({ block: "nearest" });
}
