/**
 * An org's content as rows: each has a noun, a key that is the same in every installation (its uid,
 * inside a product after the product's), and a value in one canonical form, so that two are the
 * same exactly when they are written the same. What an org holds and what a folder says both become
 * rows; export writes them, import compares them.
 */

export const NOUNS = [
  "org",
  "settings",
  "pictures",
  "links",
  "company",
  "document",
  "product",
  "card",
  "item",
  "trusted-by",
  "subprocessor",
  "grades",
  "faq",
  "control",
  "topic",
  "topic-update",
  "profile",
  "nda",
  "nda-version",
] as const;
export type Noun = (typeof NOUNS)[number];

export type Value = Readonly<Record<string, unknown>>;

export interface Row {
  noun: Noun;
  key: string;
  /** What a person calls it. */
  label: string;
  value: Value;
}

/** Rows by noun and key, in the order in which they are written. */
export type Rows = ReadonlyMap<string, Row>;

export interface Change {
  what: "added" | "changed" | "removed";
  noun: Noun;
  key: string;
  label: string;
  /** Of a changed one: what is not as it was. */
  fields: string[];
  row: Row;
}

/** Nouns that stand for the org itself, or for a list as a whole: nothing of them can be absent. */
const WHOLE: ReadonlySet<Noun> = new Set<Noun>([
  "org",
  "settings",
  "pictures",
  "links",
  "card",
  "trusted-by",
  "grades",
  "nda",
]);
/** What is signed, or was, is never taken away. */
const KEPT: ReadonlySet<Noun> = new Set<Noun>(["nda", "nda-version"]);

/** Leaves out what says nothing. */
export function tidy(value: Record<string, unknown>): Value {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, given]) =>
        given !== undefined &&
        given !== null &&
        given !== "" &&
        !(Array.isArray(given) && given.length === 0),
    ),
  );
}

export function rowKey({ noun, key }: Pick<Row, "noun" | "key">): string {
  return `${noun}\n${key}`;
}

export function rowsOf(list: readonly Row[]): Rows {
  return new Map(list.map((row) => [rowKey(row), row]));
}

/** The rows of one noun, in their order. */
export function ofNoun(rows: Rows, noun: Noun): Row[] {
  return [...rows.values()].filter((row) => row.noun === noun);
}

/**
 * What an org holds after a file came over it. Rows that the file has not stay, with what stands in
 * lists beside what the file lists; with `replace` they go.
 */
export function merged(current: Rows, file: Rows, replace: boolean): Rows {
  const result = new Map<string, Row>();
  for (const [key, row] of file) result.set(key, replace ? row : beside(current.get(key), row));
  for (const [key, row] of current) {
    if (result.has(key)) continue;
    if (!replace || KEPT.has(row.noun)) result.set(key, row);
    else if (WHOLE.has(row.noun) && row.noun !== "card")
      result.set(key, { ...row, value: emptied(row) });
  }
  return result;
}

/** What changes from one state to another: in the order of the second, then what went. */
export function changesBetween(before: Rows, after: Rows): Change[] {
  const changes: Change[] = [];
  for (const [key, row] of after) {
    const was = before.get(key);
    if (was === undefined) {
      if (Object.keys(row.value).length > 0 || !WHOLE.has(row.noun))
        changes.push({
          what: "added",
          noun: row.noun,
          key: row.key,
          label: row.label,
          fields: [],
          row,
        });
      continue;
    }
    const fields = fieldsThatDiffer(was.value, row.value);
    if (fields.length > 0)
      changes.push({
        what: "changed",
        noun: row.noun,
        key: row.key,
        label: row.label,
        fields,
        row,
      });
  }
  for (const [key, row] of before)
    if (!after.has(key))
      changes.push({
        what: "removed",
        noun: row.noun,
        key: row.key,
        label: row.label,
        fields: [],
        row,
      });
  return changes;
}

/** The names of what is not the same in two values. */
export function fieldsThatDiffer(a: Value, b: Value): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]),
  );
}

function emptied(row: Row): Value {
  return Array.isArray(row.value.entries) ? { entries: [] } : {};
}

/**
 * A list keeps what the file does not name, after what it names; groups of settings and pictures
 * keep what it is silent about.
 */
function beside(held: Row | undefined, row: Row): Row {
  if (held === undefined || !WHOLE.has(row.noun) || row.noun === "card") return row;
  if (Array.isArray(row.value.entries)) {
    const entries = row.value.entries as Value[];
    const named = new Set(entries.map(identityOf));
    const others = (
      Array.isArray(held.value.entries) ? (held.value.entries as Value[]) : []
    ).filter((entry) => !named.has(identityOf(entry)));
    return { ...row, value: { entries: [...entries, ...others] } };
  }
  return { ...row, value: mergedGroup(held.value, row.value) };
}

function identityOf(entry: Value): string {
  return String(entry.uid ?? entry.company ?? `${String(entry.label)}\n${String(entry.link)}`);
}

function mergedGroup(held: Value, given: Value): Value {
  const result: Record<string, unknown> = { ...held };
  for (const [name, value] of Object.entries(given)) {
    const before = result[name];
    result[name] = isGroup(before) && isGroup(value) ? mergedGroup(before, value) : value;
  }
  return sortedGroup(result);
}

/**
 * A group with its names in alphabetical order, inner ones too: settings come in the order in which
 * they were set.
 */
export function sortedGroup(group: Value): Value {
  return Object.fromEntries(
    Object.keys(group)
      .toSorted()
      .map((name) => [name, isGroup(group[name]) ? sortedGroup(group[name]) : group[name]]),
  );
}

function isGroup(value: unknown): value is Value {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
