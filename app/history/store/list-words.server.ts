import { fieldLine, quoted } from "./words.server.ts";

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
