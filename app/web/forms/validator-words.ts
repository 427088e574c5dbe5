import * as z from "zod";

/**
 * What is said of a value that is not what a schema wants, where the schema itself says nothing:
 * sentences of ours, in forms and in calls, never the validator's. It is set here, once, for
 * whoever imports this.
 */
z.config({ customError: validatorWords });

/** What is said of a name that a body has and its schema does not know. */
export const UNKNOWN_NAME = "This name is not known here";

/** So many values of a list are named. */
const MOST_VALUES = 12;

/** The sentence for an issue. */
export function validatorWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeWords(String(issue.expected), issue.input);
    case "invalid_value":
      return valueWords(issue.values ?? []);
    case "unrecognized_keys":
      return `${UNKNOWN_NAME}: ${(issue.keys ?? []).join(", ").slice(0, 200)}`;
    case "too_small":
      return sizeWords("least", String(issue.origin), Number(issue.minimum));
    case "too_big":
      return sizeWords("most", String(issue.origin), Number(issue.maximum));
    case "invalid_format":
      return issue.format === "email" ? "This email is invalid" : "This is not in the right form";
    case "not_multiple_of":
      return `Use a multiple of ${String(issue.divisor)}`;
    case "invalid_key":
      return "One of the names is not allowed here";
    default:
      return "This value is not allowed here";
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: "Use text",
  number: "Use a number",
  int: "Use a whole number",
  boolean: "Use true or false",
  array: "Send a list",
  tuple: "Send a list",
  object: "Send an object",
  record: "Send an object",
  null: "Use null",
  date: "Use a date",
};

function typeWords(expected: string, input: unknown): string {
  const words = TYPES[expected];
  if (input === undefined && !["object", "record", "array"].includes(expected))
    return "This field is required";
  return words ?? "This value is not allowed here";
}

function valueWords(values: readonly unknown[]): string {
  const named = values.slice(0, MOST_VALUES).map(String);
  const more = values.length > named.length ? ", …" : "";
  return values.length === 1 ? `Use ${named.join("")}` : `Use one of ${named.join(", ")}${more}`;
}

function sizeWords(bound: "least" | "most", origin: string, size: number): string {
  if (origin === "string")
    return bound === "least" && size === 1
      ? "This field is required"
      : `Use at ${bound} ${size} ${size === 1 ? "character" : "characters"}`;
  if (origin === "array" || origin === "set")
    return `Enter at ${bound} ${size} ${size === 1 ? "entry" : "entries"}`;
  return `Use at ${bound} ${size}`;
}
