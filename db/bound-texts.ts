/** What HTML puts in the place of U+0000, too. */
const REPLACEMENT = "\ufffd";

/**
 * The values of a statement as every engine can keep them: a text has U+FFFD where it had U+0000,
 * which PostgreSQL takes in no text. All of a form, a call and an address that is stored or looked
 * for comes through here.
 */
export function boundTexts(values: readonly unknown[]): readonly unknown[] {
  return values.some(holdsNul)
    ? values.map((value) => (holdsNul(value) ? value.replaceAll("\0", REPLACEMENT) : value))
    : values;
}

function holdsNul(value: unknown): value is string {
  return typeof value === "string" && value.includes("\0");
}
