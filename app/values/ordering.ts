/**
 * How rows are put in an order, in one list or in two beside each other: the same moves for the
 * buttons that work without scripts, for keys and for dragging.
 */

/** The ids of each list, in order; every id stands once. */
export type Columns = readonly (readonly string[])[];

/** `across`: to the end of the other list. */
export const MOVES = ["top", "up", "down", "bottom", "across"] as const;
export type Move = (typeof MOVES)[number];

export const MOVE_LABELS: Readonly<Record<Exclude<Move, "across">, string>> = {
  top: "Move to top",
  up: "Move up",
  down: "Move down",
  bottom: "Move to bottom",
};

/** Whether a move would change anything: the first row can't go up, the last one can't go down. */
export function canMove(columns: Columns, id: string, move: Move): boolean {
  const place = placeOf(columns, id);
  if (place === null) return false;
  const last = (columns[place.column]?.length ?? 0) - 1;
  if (move === "across") return columns.length === 2;
  return move === "top" || move === "up" ? place.index > 0 : place.index < last;
}

/** The lists after a move; as they were where it is not possible. */
export function moved(columns: Columns, id: string, move: Move): Columns {
  const place = placeOf(columns, id);
  if (place === null || !canMove(columns, id, move)) return columns;
  const { column, index } = place;
  const last = (columns[column]?.length ?? 0) - 1;
  switch (move) {
    case "top":
      return placed(columns, id, { column, index: 0 });
    case "up":
      return placed(columns, id, { column, index: index - 1 });
    case "down":
      return placed(columns, id, { column, index: index + 1 });
    case "bottom":
      return placed(columns, id, { column, index: last });
    case "across":
      return placed(columns, id, { column: 1 - column, index: Infinity });
  }
}

/**
 * The lists with a row taken out and put at a place, counted without it; past the end is the end.
 */
export function placed(
  columns: Columns,
  id: string,
  { column, index }: { column: number; index: number },
): Columns {
  if (placeOf(columns, id) === null) return columns;
  return columns.map((ids, number) => {
    const others = ids.filter((other) => other !== id);
    return number === column
      ? [...others.slice(0, index), id, ...others.slice(Math.min(index, others.length))]
      : others;
  });
}

/** Where a row stands. */
export function placeOf(columns: Columns, id: string): { column: number; index: number } | null {
  const column = columns.findIndex((ids) => ids.includes(id));
  return column < 0 ? null : { column, index: columns[column]?.indexOf(id) ?? 0 };
}

export function sameOrder(a: Columns, b: Columns): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * What a form sent, made whole: ids that are gone and repeated ones dropped, and those that came
 * since the form was opened at the end of the list that they stand in now.
 */
export function completed(sent: Columns, stored: Columns): Columns {
  const known = new Set(stored.flat());
  const seen = new Set<string>();
  const own = stored.map((_, number) =>
    (sent[number] ?? []).filter((id) => {
      if (!known.has(id) || seen.has(id)) return false;
      seen.add(id);
      return true;
    }),
  );
  return own.map((ids, number) => [
    ...ids,
    ...(stored[number] ?? []).filter((id) => !seen.has(id)),
  ]);
}

/** A move as a button sends it: the move, a space, the row's id. Null for anything else. */
export function parseMove<Name extends string>(
  value: string,
  names: readonly Name[],
): { move: Name; id: string } | null {
  const [word = "", ...rest] = value.split(" ");
  const id = rest.join(" ");
  const move = names.find((name) => name === word);
  return move === undefined || id === "" ? null : { move, id };
}
