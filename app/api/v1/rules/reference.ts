/** A part of the description, which is JSON. */
type Json = Readonly<Record<string, unknown>>;

/** A field of a body, a query or an answer, as the reference names it. */
export interface ShownField {
  /** `a.b` is `b` of the object `a`, and `a[].b` is `b` of each entry of the list `a`. */
  name: string;
  type: string;
  isRequired: boolean;
}

interface ShownAnswer {
  status: string;
  says: string;
  object: string | null;
}

/** What every refusal is. */
const PROBLEM = "Problem";

/** A call as the reference shows it. */
export interface ShownCall {
  id: string;
  method: string;
  path: string;
  about: string;
  parameters: (ShownField & { where: string })[];
  body: { type: string; fields: ShownField[] } | null;
  answers: ShownAnswer[];
  /** Those that are a problem. */
  refused: ShownAnswer[];
}

/** The description of the API in the order of a page. */
export interface Reference {
  groups: { name: string; about: string; calls: ShownCall[] }[];
  /** What the statuses of a problem mean, which is the same at each call. */
  refusals: { status: string; says: string }[];
  objects: { name: string; fields: ShownField[] }[];
}

/**
 * The description of the API as a page shows it: the calls by their nouns, and the objects that they
 * answer.
 * @param described the OpenAPI document
 */
export function referenceOf(described: Json): Reference {
  const calls = Object.entries(partOf(described, "paths")).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, operation]) => ({
      tag: (operation as { tags?: string[] }).tags?.[0] ?? "",
      call: callOf(method, path, operation as Json),
    })),
  );
  const tags = described.tags as { name: string; description: string }[];
  const schemas = partOf(partOf(described, "components"), "schemas");
  const refusals = calls.flatMap(({ call }) => call.refused);
  return {
    groups: tags.map(({ name, description }) => ({
      name,
      about: description,
      calls: calls.flatMap(({ tag, call }) => (tag === name ? [call] : [])),
    })),
    refusals: [...new Map(refusals.map(({ status, says }) => [status, says]))]
      .map(([status, says]) => ({ status, says }))
      .sort((a, b) => Number(a.status) - Number(b.status)),
    objects: Object.entries(schemas).map(([name, schema]) => ({
      name,
      fields: fieldsOf(schema as Json),
    })),
  };
}

function callOf(method: string, path: string, operation: Json): ShownCall {
  const parameters = (operation.parameters ?? []) as Json[];
  const [type, body] = contentOf(partOf(operation, "requestBody"));
  const answers = Object.entries(partOf(operation, "responses")).map(([status, answer]) => ({
    status,
    says: (answer as { description: string }).description,
    object: nameOf(contentOf(answer as Json)[1] ?? {}),
  }));
  return {
    id: operation.operationId as string,
    method: method.toUpperCase(),
    path,
    about: operation.summary as string,
    parameters: parameters.map(({ name, in: where, required, schema }) => ({
      name: name as string,
      where: where as string,
      type: typeOf(schema as Json),
      isRequired: required === true,
    })),
    body: body === null ? null : { type, fields: fieldsOf(body) },
    answers: answers.filter(({ object }) => object !== PROBLEM),
    refused: answers.filter(({ object }) => object === PROBLEM),
  };
}

/** The media type and the schema of a body or an answer; no schema where there is none. */
function contentOf(part: Json): [type: string, schema: Json | null] {
  const [first] = Object.entries(partOf(part, "content"));
  return first === undefined ? ["", null] : [first[0], partOf(first[1] as Json, "schema")];
}

/** The fields of an object and of the objects in it, each by its whole name. */
function fieldsOf(schema: Json, before = ""): ShownField[] {
  const objects = alternativesOf(schema).filter((one) => one.properties !== undefined);
  const names = new Set(objects.flatMap((one) => Object.keys(partOf(one, "properties"))));
  return [...names].flatMap((name) => {
    const [found = {}, ...others] = objects.flatMap((one) => {
      const field = partOf(one, "properties")[name] as Json | undefined;
      return field === undefined ? [] : [field];
    });
    const isRequired = objects.every((one) => ((one.required ?? []) as string[]).includes(name));
    const types = new Set([found, ...others].map(typeOf));
    return [
      { name: `${before}${name}`, type: [...types].join(" or "), isRequired },
      ...fieldsOf(found, `${before}${name}.`),
      ...itemsOf(found).flatMap((items) => fieldsOf(items, `${before}${name}[].`)),
    ];
  });
}

/** What the entries of a list are. */
const itemsOf = (schema: Json): Json[] =>
  alternativesOf(schema).flatMap(({ items }) => (items === undefined ? [] : [items as Json]));

/** A schema, or each of those of which one has to hold. */
const alternativesOf = (schema: Json): Json[] =>
  ((schema.anyOf ?? schema.oneOf) as Json[] | undefined)?.flatMap(alternativesOf) ?? [schema];

/** What a value is, in words. */
function typeOf(schema: Json): string {
  const named = nameOf(schema);
  if (named !== null) return named;
  const { type, format, items, const: only, enum: values } = schema;
  if (values !== undefined) return (values as unknown[]).map(String).join(", ");
  if (only !== undefined) return String(only);
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 1) return [...new Set(alternatives.map(typeOf))].join(" or ");
  if (Array.isArray(type)) return type.join(" or ");
  if (type === "array") return `list of ${typeOf((items ?? {}) as Json)}`;
  if (typeof type !== "string") return "any value";
  return typeof format === "string" ? `${type} (${format})` : type;
}

/** The name of an object that a schema refers to; for a page of a list, that of its entries. */
function nameOf(schema: Json): string | null {
  const data = partOf(partOf(schema, "properties"), "data");
  const ref = schema.$ref ?? partOf(data, "items").$ref;
  return typeof ref === "string" ? (ref.split("/").at(-1) ?? null) : null;
}

const partOf = (part: Json, name: string): Json => (part[name] ?? {}) as Json;
