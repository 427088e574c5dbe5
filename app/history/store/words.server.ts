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
