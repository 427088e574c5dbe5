import type { TableColumns } from "#model/table-import.ts";
import { fieldsOf, type EntryFields, type FieldKind } from "./entry-fields.ts";

/** What the fields of an entry are outside of the product: in spreadsheets and content folders. */

/** What spreadsheets and content folders call a field. */
export type Outside<Fields extends EntryFields> = {
  [Name in keyof Fields & string]: Fields[Name] extends { as: infer As extends string } ? As : Name;
}[keyof Fields & string];

/** The names of fields outside, in their order. */
export function outsideNames<Fields extends EntryFields>(
  fields: Fields,
  kinds?: readonly FieldKind[],
): Outside<Fields>[] {
  return fieldsOf(fields, kinds).map(
    ([name, { as: outside = name }]) => outside as Outside<Fields>,
  );
}

/**
 * What an import takes: the fields, each a column, and an id.
 * @param required those without which there is nothing to read; the first is what a row is called by
 * @param idHint what the id is good for
 */
export function entryTable<Fields extends EntryFields>(
  fields: Fields,
  required: readonly [Outside<Fields>, ...Outside<Fields>[]],
  idHint: string,
): TableColumns<Outside<Fields> | "id"> {
  type Column = Outside<Fields> | "id";
  const columns = fieldsOf(fields).map(([name, { as: outside = name, ...field }]) => ({
    outside: outside as Column,
    ...field,
  }));
  const by = <Value>(of: (field: (typeof columns)[number]) => Value | undefined) =>
    columns.flatMap((field) => {
      const value = of(field);
      return value === undefined ? [] : [[field.outside, value] as const];
    });
  return {
    columns: [...columns.map(({ outside }) => outside), "id"],
    name: required[0],
    required,
    words: { ...Object.fromEntries(by(({ label }) => label)), id: "Id" } as Record<Column, string>,
    hints: { ...Object.fromEntries(by(({ column }) => column?.hint)), id: idHint } as Partial<
      Record<Column, string>
    >,
    also: Object.fromEntries(by(({ column }) => column?.also)) as Partial<
      Record<Column, readonly string[]>
    >,
  };
}

/** The shape of an entry in a content folder, beside its uid and its times. */
export function contentShape<Fields extends EntryFields>(fields: Fields) {
  const shape = fieldsOf(fields).map(([name, { as: outside = name, content }]) => [
    outside,
    content,
  ]);
  return Object.fromEntries(shape) as {
    [
      Name in keyof Fields as Fields[Name] extends { as: infer As extends string } ? As : Name
    ]: Fields[Name]["content"];
  };
}
