import { describe, expect, test } from "vitest";
import * as z from "zod";
import { readEntry } from "#content/edit-kit/entry-import.server.ts";
import {
  ACCESS_FIELD,
  columnsOf,
  differing,
  entrySchema,
  formFields,
  PRODUCTS_FIELD,
  saidOf,
  toldFields,
  typedOf,
  type EntryFields,
} from "#content/edit-kit/rules/entry-fields.ts";
import { contentShape, entryTable } from "#content/edit-kit/rules/entry-names.ts";
import { fieldWords } from "#content/edit-kit/store/entry-subject.server.ts";
import { versionsOf } from "#content/edit-kit/versions.ts";
import { entryOf, entryValue } from "#operations/exchange/exchange/entry-values.ts";

const FIELDS = {
  name: {
    kind: "line",
    label: "Name",
    schema: z.string().min(1, "Enter a name"),
    content: z.string().min(1),
    column: { also: ["title"] },
  },
  notes: {
    kind: "area",
    label: "Notes",
    schema: z
      .string()
      .optional()
      .transform((text) => (text === undefined || text === "" ? null : text)),
    content: z.string().optional(),
    form: { rows: 3, hint: "If you like." },
  },
  owners: {
    kind: "lines",
    label: "Owners of it",
    one: "Owner",
    as: "people",
    schema: z
      .string()
      .optional()
      .transform((text) => (text ?? "").split("\n").filter(Boolean)),
    content: z.array(z.string()).default([]),
  },
  starred: {
    kind: "flag",
    label: "Starred",
    set: ["Starred it", "Took the star"],
    schema: z
      .literal("yes")
      .optional()
      .transform((word) => word !== undefined),
    content: z.boolean().default(false),
  },
  access: ACCESS_FIELD,
  productIds: PRODUCTS_FIELD,
} as const satisfies EntryFields;

const schema = entrySchema(FIELDS);
const STORED = {
  name: "Keys",
  notes: "One\r\ntwo",
  owners: ["Ann", "Bo"],
  starred: true,
  access: "accounts",
  productIds: ["p2", "p1"],
} as const;
const PRODUCTS = [
  { id: "p1", name: "Cloud" },
  { id: "p2", name: "Lake" },
];

describe("an entry that is declared once", () => {
  test("is a form: its fields in their order, with what they show", () => {
    expect(formFields(FIELDS).map(({ name, kind, label }) => [name, kind, label])).toEqual([
      ["name", "line", "Name"],
      ["notes", "area", "Notes"],
      ["owners", "lines", "Owners of it"],
      ["access", "access", "Access"],
      ["productIds", "products", "Products"],
      ["starred", "flag", "Starred"],
    ]);
    const typed = typedOf(FIELDS, STORED);
    expect(typed).toMatchObject({ owners: "Ann\nBo", starred: "yes", access: "accounts" });
    expect(schema.parse(typed)).toEqual({ ...STORED, productIds: [...STORED.productIds] });
  });

  test("is a row: what is no list, and nothing for what is left out", () => {
    const values = { name: "Keys", owners: [], access: "public", productIds: [], starred: false };
    expect(columnsOf(FIELDS, { ...values, access: "public" })).toEqual({
      name: "Keys",
      notes: null,
      access: "public",
    });
  });

  test("is two versions, whose fields stand beside each other", () => {
    const theirs = { ...STORED, owners: ["Ann"], access: "public" } as const;
    expect(versionsOf(toldFields(FIELDS), STORED, theirs)).toEqual([
      { label: "Name", yours: "Keys", theirs: "Keys" },
      { label: "Notes", yours: "One\r\ntwo", theirs: "One\r\ntwo" },
      { label: "Owners of it", yours: "Ann\nBo", theirs: "Ann" },
      { label: "Access", yours: "Accounts", theirs: "Public" },
    ]);
    expect(versionsOf(toldFields(FIELDS), null, null, "(removed)")[0]).toEqual({
      label: "Name",
      yours: null,
      theirs: "(removed)",
    });
  });

  test("is lines of history, one for each field that changed", () => {
    const named = (ids: readonly string[]) =>
      PRODUCTS.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    const words = (name: keyof typeof FIELDS, before: unknown, after: unknown) =>
      fieldWords(FIELDS[name], before, after, named);
    expect(words("name", "Keys", "Locks")).toEqual(["Name: “Keys” → “Locks”"]);
    expect(words("notes", null, null)).toEqual([]);
    expect(words("owners", ["Ann"], ["Bo"])).toEqual(["Owner added: “Bo”", "Owner removed: “Ann”"]);
    // What history kept before the field was there.
    expect(words("owners", undefined, ["Ann"])).toEqual(["Owner added: “Ann”"]);
    expect(words("access", "public", "internal")).toEqual(["Access: “Public” → “Internal”"]);
    expect(words("productIds", ["p1"], [])).toEqual(["Product removed: “Cloud”"]);
    expect(words("starred", false, true)).toEqual(["Starred it"]);
    expect(words("starred", true, false)).toEqual(["Took the star"]);
  });

  test("is one version by what its fields say, whatever else is stored", () => {
    const { notes: _empty, ...rest } = STORED;
    expect(saidOf(FIELDS, { ...rest, id: "a" } as never)).toEqual({ ...STORED, notes: null });
  });

  test("is a table that an import reads: what has no column stays", () => {
    const table = entryTable(FIELDS, ["name"], "Of an export.");
    expect(table).toMatchObject({
      columns: ["name", "notes", "people", "starred", "access", "products", "id"],
      name: "name",
      words: { people: "Owners of it", products: "Products", id: "Id" },
      hints: { id: "Of an export.", access: "public, accounts or internal." },
      also: { name: ["title"], products: ["product"] },
    });
    const read = (cells: Record<string, string>, known?: typeof STORED) =>
      readEntry({ fields: FIELDS, schema }, (column) => cells[column] ?? null, known, {
        access: "internal",
        products: PRODUCTS,
      });
    expect(read({ name: "Keys" }, STORED)).toEqual({ ...STORED, productIds: ["p2", "p1"] });
    expect(read({ name: "Keys" })).toMatchObject({ access: "internal", starred: false });
    expect(read({ name: "Keys", people: "Cy|Di", products: "lake", starred: "1" })).toMatchObject({
      owners: ["Cy", "Di"],
      productIds: ["p2"],
      starred: true,
    });
    expect(read({ name: "Keys", starred: "maybe" })).toBe("Starred must be yes or no");
    expect(read({ name: "Keys", products: "Sea" })).toBe("No product is called Sea");
    expect(read({ name: "" })).toBe("Name: Enter a name");
  });

  test("differs by what it says, not by ends of lines or the order of products", () => {
    const same = { ...STORED, notes: "One\ntwo", productIds: ["p1", "p2"] };
    expect(differing(FIELDS, STORED, same)).toEqual([]);
    expect(differing(FIELDS, STORED, { ...same, owners: [], starred: false })).toEqual([
      "owners of it",
      "starred",
    ]);
  });

  test("is an entry of a content folder, in one form", () => {
    const said = z.strictObject(contentShape(FIELDS)).parse({
      name: "Keys",
      people: ["Ann"],
      products: ["lake", "cloud"],
    });
    expect(entryValue(FIELDS, said)).toEqual({
      name: "Keys",
      notes: undefined,
      people: ["Ann"],
      starred: undefined,
      access: undefined,
      products: ["cloud", "lake"],
    });
    expect(entryOf(FIELDS, said, (uid) => `id of ${uid}`)).toEqual({
      name: "Keys",
      notes: null,
      owners: ["Ann"],
      starred: false,
      access: "public",
      productIds: ["id of lake", "id of cloud"],
    });
  });
});
