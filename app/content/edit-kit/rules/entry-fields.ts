import * as z from "zod";
import { uid } from "#model/content-uid.ts";
import { FAQ_ACCESS_WORDS } from "#model/knowledge-base/forms/faq-forms.ts";
import {
  SHORT_ANSWERS,
  SHORT_ANSWER_LABELS,
  shortAnswerWords,
  type ShortAnswer,
} from "#model/short-answers.ts";
import { FAQ_ACCESS, type FaqAccess } from "#model/updates/words.ts";

/**
 * The fields of an entry that staff edit as one: a control, a question. A noun declares each of
 * them once, in the order of its form; the form, the words of history and of two editors' versions,
 * what makes another version, spreadsheets and content folders are made from that.
 */

/** What a field holds, by its kind. */
interface Held {
  /** Text in one line. */
  line: string | null;
  /** Text of several lines. */
  area: string | null;
  /** The same, laid out as Markdown where it is shown. */
  markdown: string | null;
  /** Several texts, one a line. */
  lines: readonly string[];
  /** The uid of an item that says more. */
  item: string | null;
  /** What it says in a word. */
  shortAnswer: ShortAnswer | null;
  access: FaqAccess;
  /** The products that the entry is about; none means all. */
  products: readonly string[];
  flag: boolean;
}
export type FieldKind = keyof Held;

/** A field of an entry, as its noun declares it. */
export interface EntryField {
  kind: FieldKind;
  label: string;
  /** What spreadsheets and content folders call it, where not by its own name. */
  as?: string;
  /** As its form sends it, and as a row of an import is judged. */
  schema: z.ZodType;
  /** As a content folder says it. */
  content: z.ZodType;
  /** How its place in the form looks. */
  form?: {
    hint?: string;
    rows?: number;
    short?: boolean;
    /** Where the schema does not say it. */
    maxLength?: number;
    spellCheck?: boolean;
    /** Whether it offers what other entries have. */
    suggests?: boolean;
  };
  /** Its column in spreadsheets: what is said of it, and other names that it has there. */
  column?: { hint?: string; also?: readonly string[] };
  /** What history calls one of several: 'Product added'. */
  one?: string;
  /** What history says of a flag that was set, and of one that was taken away. */
  set?: readonly [on: string, off: string];
}

export type EntryFields = Readonly<Record<string, EntryField>>;

/** What staff say of an entry: what its form comes to. */
export type EntryForm<Fields extends EntryFields> = {
  [Name in keyof Fields]: z.output<Fields[Name]["schema"]>;
};

type Loose<Value> = Value extends readonly (infer One)[] ? readonly One[] : Value;

/** The same for those who write it: what can be empty can be left out. */
export type EntryValues<Fields extends EntryFields> = {
  [Name in keyof Fields as null extends EntryForm<Fields>[Name] ? never : Name]: Loose<
    EntryForm<Fields>[Name]
  >;
} & {
  [Name in keyof Fields as null extends EntryForm<Fields>[Name] ? Name : never]?:
    | EntryForm<Fields>[Name]
    | undefined;
};

/** The same as it is kept: what says nothing is null. */
export type EntryKept<Fields extends EntryFields> = {
  [Name in keyof Fields]: Exclude<EntryForm<Fields>[Name], undefined>;
};

/** An entry by the names of its fields; what its noun makes of a stored row, or of a form. */
export type EntrySaid<Fields extends EntryFields> = {
  readonly [Name in keyof Fields]: Held[Fields[Name]["kind"]];
};

/** What an entry says in a word: the only place from which a yes or no is given. */
export const SHORT_ANSWER_FIELD = {
  kind: "shortAnswer",
  label: "Short answer",
  schema: z
    .enum([...SHORT_ANSWERS, ""], { error: "Choose from the list" })
    .optional()
    .transform((value) => (value === undefined || value === "" ? null : value)),
  content: z.enum(SHORT_ANSWERS).optional(),
  form: { hint: "Optional. Ask AI says Yes or No only if you choose it here." },
  column: {
    hint: `${Object.values(SHORT_ANSWER_LABELS).join(", ")}. An empty cell means none.`,
    also: ["yes/no", "yes/no/na", "yes/no/n/a", "yes or no", "y/n"],
  },
} as const satisfies EntryField;

/** Who may read an entry. */
export const ACCESS_FIELD = {
  kind: "access",
  label: "Access",
  schema: z.enum(FAQ_ACCESS, { error: "Choose who can read it" }),
  content: z.enum(FAQ_ACCESS).default("public"),
  column: { hint: "public, accounts or internal.", also: ["access level", "visibility"] },
} as const satisfies EntryField;

/** The products that an entry is about; none means all. */
export const PRODUCTS_FIELD = {
  kind: "products",
  label: "Products",
  as: "products",
  schema: z.array(z.string().max(64)).max(500, "Choose fewer products").default([]),
  content: z.array(uid).default([]),
  form: { hint: "Select none for all products." },
  column: {
    hint: "Product names, separated by |. An empty cell means all products.",
    also: ["product"],
  },
  one: "Product",
} as const satisfies EntryField;

/** What a kind of field knows of what it holds. */
interface Kind<Value> {
  /** As the form shows and sends it. */
  typed(value: Value): string | readonly string[];
  /** In words, for history and for two editors; null where it is empty. */
  told(value: Value): string | null;
  /** As a cell of a spreadsheet. @param nameOf a product by its id */
  cell(value: Value, nameOf: (productId: string) => string): string | null;
  /** What two values are compared by, however their lines end and products are arranged. */
  plain(value: Value): string;
}

const TEXT: Kind<string | null> = {
  typed: (text) => text ?? "",
  told: (text) => text,
  cell: (text) => text,
  plain: (text) => text ?? "",
};

/** A text whose lines may end in one way or the other. */
const LONG: Kind<string | null> = {
  ...TEXT,
  plain: (text) => (text ?? "").replace(/\r\n?/g, "\n").trim(),
};

const KINDS: { readonly [Of in FieldKind]: Kind<Held[Of]> } = {
  line: TEXT,
  item: TEXT,
  area: LONG,
  markdown: LONG,
  lines: {
    typed: (list) => list.join("\n"),
    told: (list) => list.join("\n"),
    cell: (list) => list.join("|"),
    plain: (list) => list.join("\n"),
  },
  shortAnswer: {
    typed: (answer) => answer ?? "",
    // A snapshot of before there were short answers has none.
    told: (answer) => shortAnswerWords(answer ?? null) || null,
    cell: (answer) => shortAnswerWords(answer),
    plain: (answer) => answer ?? "",
  },
  access: {
    typed: (access) => access,
    told: (access) => FAQ_ACCESS_WORDS[access],
    cell: (access) => access,
    plain: (access) => access,
  },
  products: {
    typed: (ids) => ids,
    told: () => null,
    cell: (ids, nameOf) => ids.map(nameOf).join("|"),
    plain: (ids) => ids.toSorted().join(),
  },
  flag: {
    typed: (isSet) => (isSet ? "yes" : ""),
    told: () => null,
    cell: (isSet) => (isSet ? "yes" : ""),
    plain: String,
  },
};

/** What the kind of a field knows. */
export function kindOf({ kind }: Pick<EntryField, "kind">): Kind<unknown> {
  return KINDS[kind] as Kind<unknown>;
}

/** The fields with their names, in their order; those of some kinds where these are given. */
export function fieldsOf<Fields extends EntryFields>(
  fields: Fields,
  kinds?: readonly FieldKind[],
): [name: keyof Fields & string, field: EntryField][] {
  return Object.entries(fields).filter(([, { kind }]) => kinds?.includes(kind) ?? true);
}

/** As the form and history have them: what an entry says, then what is ticked of it. */
export function withFlagsLast<Fields extends EntryFields>(fields: Fields) {
  const all = fieldsOf(fields);
  const isFlag = ([, { kind }]: (typeof all)[number]) => kind === "flag";
  return [...all.filter((field) => !isFlag(field)), ...all.filter(isFlag)];
}

/** What of an entry its fields name, in their order: what makes it another version. */
export function saidOf<Fields extends EntryFields>(
  fields: Fields,
  entry: EntrySaid<Fields>,
): EntrySaid<Fields> {
  return Object.fromEntries(
    fieldsOf(fields).map(([name]) => [name, entry[name] ?? null]),
  ) as EntrySaid<Fields>;
}

/** The schema of the form of an entry. */
export function entrySchema<Fields extends EntryFields>(fields: Fields) {
  const shape = Object.fromEntries(fieldsOf(fields).map(([name, { schema }]) => [name, schema]));
  return z.object(shape as { [Name in keyof Fields]: Fields[Name]["schema"] });
}

/** What the page of one entry does; `base` is the stamp of what its form was rendered from. */
export const entryIntentSchema = z.object({
  intent: z
    .enum(["save", "delete"], {
      error: "Something went wrong with this form. Reload the page and try again.",
    })
    .default("save"),
  base: z.string().max(200).optional(),
});

/** How an entry's field stands in its form: what the server hands to the page. */
export interface FormField extends NonNullable<EntryField["form"]> {
  name: string;
  kind: FieldKind;
  label: string;
}

export function formFields(fields: EntryFields): FormField[] {
  return withFlagsLast(fields).map(([name, { kind, label, form }]) => ({
    name,
    kind,
    label,
    ...form,
  }));
}

/** What the form of an entry shows of what is stored. */
export function typedOf<Fields extends EntryFields>(
  fields: Fields,
  entry: EntrySaid<Fields>,
): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    fieldsOf(fields).map(([name, field]) => [name, kindOf(field).typed(entry[name])]),
  );
}

/** What history and two editors are told of a thing, field by field, by the words of its form. */
export type ToldFields<Thing> = readonly (readonly [
  label: string,
  told: (thing: Thing) => string | null,
])[];

/** What two editors are shown of an entry, field by field; products and flags are no versions. */
export function toldFields<Fields extends EntryFields>(
  fields: Fields,
): ToldFields<EntrySaid<Fields>> {
  return fieldsOf(fields)
    .filter(([, { kind }]) => kind !== "products" && kind !== "flag")
    .map(([name, field]) => [field.label, (entry) => kindOf(field).told(entry[name])]);
}

/** The labels of what a change would make another, as the preview of an import names them. */
export function differing<Fields extends EntryFields>(
  fields: Fields,
  before: EntrySaid<Fields>,
  after: EntrySaid<Fields>,
): string[] {
  return fieldsOf(fields).flatMap(([name, field]) => {
    const { plain } = kindOf(field);
    return plain(before[name]) === plain(after[name]) ? [] : [field.label.toLowerCase()];
  });
}

/**
 * The columns of an entry’s own row: what is neither a list nor a flag, which has a time of its
 * own.
 */
type EntryColumns<Fields extends EntryFields> = Omit<
  EntryKept<Fields>,
  {
    [Name in keyof Fields]: Fields[Name]["kind"] extends "lines" | "products" | "flag"
      ? Name
      : never;
  }[keyof Fields]
>;

/** What an entry's own row holds of its values. */
export function columnsOf<Fields extends EntryFields>(
  fields: Fields,
  values: EntryValues<Fields>,
): EntryColumns<Fields> {
  const given = values as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    fieldsOf(fields, ["line", "area", "markdown", "item", "shortAnswer", "access"]).map(
      ([name]) => [name, given[name] ?? null],
    ),
  ) as EntryColumns<Fields>;
}
