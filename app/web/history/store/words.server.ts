/** How history says what changed: 'Display text: “old” → “new”'. */

const MAX_VALUE = 160;

/** A value in quotes, cut where it is long; 'none' for nothing. */
export function quoted(value: string | null | undefined): string {
  if (value === null || value === undefined || value === "") return "none";
  const line = value.replace(/\s+/g, " ").trim();
  return `“${line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE - 1)}…` : line}”`;
}

/** A field's line, or nothing when it is the same. */
export function fieldLine(
  label: string,
  before: string | null | undefined,
  after: string | null | undefined,
): string[] {
  return (before ?? "") === (after ?? "") ? [] : [`${label}: ${quoted(before)} → ${quoted(after)}`];
}

/** The line of an order: all of it where it is short, else what moved. */
export function orderLine(
  label: string,
  before: readonly string[],
  after: readonly string[],
): string[] {
  if (before.join("\n") === after.join("\n")) return [];
  if (after.length <= 12) return [`${label}: ${before.join(", ")} → ${after.join(", ")}`];
  const moved = after.filter((entry, place) => before[place] !== entry);
  return [
    `${label}: ${moved.length} of ${after.length} in another place, first ${moved.slice(0, 5).join(", ")}`,
  ];
}

/** Lines for entries that came and went. */
export function listLines(
  label: string,
  before: readonly string[],
  after: readonly string[],
): string[] {
  const added = after.filter((entry) => !before.includes(entry));
  const removed = before.filter((entry) => !after.includes(entry));
  return [
    ...added.map((entry) => `${label} added: ${quoted(entry)}`),
    ...removed.map((entry) => `${label} removed: ${quoted(entry)}`),
  ];
}

interface Row {
  id: string;
}

/** History names so many rows of one change; an import can have a thousand. */
const MAX_LINES = 40;

/** What came, went and changed in a list of rows, by their ids. */
export function rowLines<R extends Row>(
  noun: string,
  before: readonly R[],
  after: readonly R[],
  name: (row: R) => string,
  fields: readonly (readonly [label: string, value: (row: R) => string | null])[],
): string[] {
  const [was, is] = [
    new Map(before.map((row) => [row.id, row])),
    new Map(after.map((row) => [row.id, row])),
  ];
  const lines = [
    ...after.filter(({ id }) => !was.has(id)).map((row) => `${noun} added: ${quoted(name(row))}`),
    ...before.filter(({ id }) => !is.has(id)).map((row) => `${noun} removed: ${quoted(name(row))}`),
    ...after.flatMap((row) => {
      const old = was.get(row.id);
      return old === undefined
        ? []
        : fields.flatMap(([label, value]) =>
            fieldLine(`${name(row)}, ${label}`, value(old), value(row)),
          );
    }),
  ];
  return lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES), `and ${lines.length - MAX_LINES} more`];
}

/** The names of the rows that both have, in either order. */
export function commonNames<R extends Row>(
  before: readonly R[],
  after: readonly R[],
  name: (row: R) => string,
): [string[], string[]] {
  const [was, is] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))];
  return [
    before.filter(({ id }) => is.has(id)).map(name),
    after.filter(({ id }) => was.has(id)).map(name),
  ];
}
