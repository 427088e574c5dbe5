import type * as z from "zod";

/**
 * What a schema says of its fields, as the server hands it to the page: no schema runs in the
 * browser.
 */
export type FormConstraint = Readonly<Record<string, { required: boolean; maxLength?: number }>>;

/**
 * The constraints of a form's fields by their names, `group.field` for one in a group, for
 * `useForm`. Conform's own `getZodConstraint` finds no lengths in this version of zod, and takes
 * what is piped on for required.
 * @param schema an object, one that is transformed, or a choice of objects
 */
export function formConstraint(schema: z.ZodType): FormConstraint {
  const found: Record<string, { required: boolean; maxLength?: number }> = {};
  for (const [name, field] of fieldsOf(schema)) {
    const { type, maxLength } = unwrapped(field);
    // Boxes of one name are a group: none of them is required by itself.
    const required = type !== "array" && !field.safeParse(undefined).success;
    found[name] = {
      required: required && found[name]?.required !== false,
      ...(typeof maxLength === "number" ? { maxLength } : {}),
    };
  }
  return found;
}

/** A schema below what makes it optional or turns it into something else. */
export interface Wrapping {
  type: string;
  /** Of a text. */
  maxLength?: number | null;
  /** Of an object. */
  shape?: Record<string, z.ZodType>;
  /** Of a list. */
  element?: z.ZodType;
  /** Of a choice of objects; of one of texts they are no schemas. */
  options?: readonly z.ZodType[];
  /** Of a pipe. */
  in?: z.ZodType;
  out?: z.ZodType;
  def: { innerType?: z.ZodType };
}

/** What a form sends, below what is made of it. */
export function unwrapped(schema: z.ZodType): Wrapping {
  const { in: from, out, def } = schema as unknown as Wrapping;
  const inner = (from?.type === "transform" ? out : from) ?? def.innerType;
  return inner === undefined ? (schema as unknown as Wrapping) : unwrapped(inner);
}

function* fieldsOf(schema: z.ZodType, group = ""): Generator<[string, z.ZodType]> {
  const { type, shape = {}, options = [] } = unwrapped(schema);
  for (const option of type === "union" ? options : []) yield* fieldsOf(option, group);
  for (const [name, field] of Object.entries(shape)) {
    yield [`${group}${name}`, field];
    yield* fieldsOf(field, `${group}${name}.`);
  }
}
