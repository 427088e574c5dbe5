import {
  fieldsOf,
  type EntryField,
  type EntryFields,
  type EntryKept,
} from "#content/edit-kit/rules/entry-fields.ts";
import { names, text } from "./applying.ts";
import { sorted, yes } from "./values.ts";

/** What an entry says by the names of content folders: defaults left out, products sorted. */
export function entryValue(
  fields: EntryFields,
  entry: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fieldsOf(fields).map(([name, { kind, as: outside = name }]) => {
      const said = entry[outside];
      if (kind === "access") return [outside, said === "public" ? undefined : said];
      if (kind === "products") return [outside, sorted(names(said))];
      return [outside, kind === "flag" ? yes(said === true) : said];
    }),
  );
}

/**
 * What stands of an entry in a content folder, by the names of its fields.
 * @param productOf the id of a product, for entries that name products
 */
export function entryOf<Fields extends EntryFields>(
  fields: Fields,
  value: Readonly<Record<string, unknown>>,
  productOf: (uid: string) => string = String,
): EntryKept<Fields> {
  return Object.fromEntries(
    fieldsOf(fields).map(([name, { kind, as: outside = name }]) => [
      name,
      fieldOf(kind, value[outside], productOf),
    ]),
  ) as EntryKept<Fields>;
}

function fieldOf(
  kind: EntryField["kind"],
  said: unknown,
  productOf: (uid: string) => string,
): unknown {
  switch (kind) {
    case "access":
      return said ?? "public";
    case "flag":
      return said === true;
    case "lines":
      return names(said);
    case "products":
      return names(said).map(productOf);
    case "line":
    case "area":
    case "markdown":
    case "item":
    case "shortAnswer":
      return text(said);
  }
}
