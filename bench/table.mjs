// Rows of a measurement as they are read: what, ours, its limit, their ratio, and the aim, unless they have other columns.
const COLUMNS = ["what", "ours", "limit", "ratio", "aim"];

/** One row; figures are texts with their unit, the ratio a number. */
export function row(what, ours, limit = "", ratio = "", aim = "") {
  return {
    what,
    ours,
    limit,
    ratio: typeof ratio === "number" && Number.isFinite(ratio) ? ratio.toFixed(2) : "",
    aim,
  };
}

/** The rows as lines of aligned text. */
export function table(rows, columns = COLUMNS) {
  // What could not be measured has no figure.
  const none = Object.fromEntries(columns.map((name) => [name, ""]));
  const all = [
    Object.fromEntries(columns.map((name) => [name, name])),
    ...rows.map((line) => ({ ...none, ...line })),
  ];
  const widths = columns.map((name) => Math.max(...all.map((line) => line[name].length)));
  const lines = all.map((line) =>
    columns
      .map((name, i) =>
        name === "ratio" ? line[name].padStart(widths[i]) : line[name].padEnd(widths[i]),
      )
      .join("  ")
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => "-".repeat(width)).join("  "));
  return lines.join("\n");
}
