import * as z from "zod";

/** Moves of a row in a list that is in an order of its own. */
export const MOVES = ["top", "up", "down", "bottom"] as const;
export type Move = (typeof MOVES)[number];

export const MOVE_LABELS: Readonly<Record<Move, string>> = {
  top: "Move to top",
  up: "Move up",
  down: "Move down",
  bottom: "Move to bottom",
};

/** Whether a row at a place can move so. */
export function canMove(move: Move, place: number, length: number): boolean {
  return move === "top" || move === "up" ? place > 0 : place < length - 1;
}

/** The ids with one moved; a move that leads nowhere changes nothing. */
export function moved(ids: readonly string[], id: string, move: Move): string[] {
  const place = ids.indexOf(id);
  if (place === -1 || !canMove(move, place, ids.length)) return [...ids];
  const rest = ids.filter((other) => other !== id);
  const to =
    move === "top" ? 0 : move === "bottom" ? rest.length : move === "up" ? place - 1 : place + 1;
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/** The ids with one put before or behind another; as they are where either is not there. */
export function putBeside(
  ids: readonly string[],
  id: string,
  { beside, edge }: { beside: string; edge: "before" | "behind" },
): string[] {
  const rest = ids.filter((other) => other !== id);
  const place = rest.indexOf(beside);
  if (place === -1 || rest.length === ids.length) return [...ids];
  const to = edge === "before" ? place : place + 1;
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/** What is said of a row that somebody else removed. */
export const ENTRY_GONE = "This entry no longer exists.";

/** What is said when a new order does not fit the list any more. */
export const LIST_CHANGED =
  "The list changed while you were editing. Nothing was saved. The current list is below.";

/** Whether an order names exactly the rows that are there, each once. */
export function isWholeOrder(order: readonly string[], ids: readonly string[]): boolean {
  const known = new Set(ids);
  return (
    order.length === ids.length &&
    new Set(order).size === order.length &&
    order.every((id) => known.has(id))
  );
}

const id = z
  .string({ error: "Something went wrong with this form. Reload the page and try again." })
  .min(1)
  .max(64);

/** The buttons of a list's rows, by the last words of their addresses; dragging a row puts it. */
export const ROW_BUTTONS = ["move", "put", "remove"] as const;
/** Beside them those of a list that is by name until somebody arranges it. */
export const SORTED_ROW_BUTTONS = [...ROW_BUTTONS, "sort-by-name"] as const;

/** What the buttons of a row say. */
export const rowSchema = z.object({ id });
export const moveSchema = rowSchema.extend({
  move: z.enum(MOVES, {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
});
export const putSchema = rowSchema.extend({
  beside: id,
  edge: z.enum(["before", "behind"], {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
});
