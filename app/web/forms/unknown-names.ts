import type * as z from "zod";
import { unwrapped, type Wrapping } from "./constraint.ts";

/** Names that one answer tells of; the others are as unknown. */
const MOST_TOLD = 20;

/**
 * The names in a body that its schema does not know, at any depth: `updates.color`, `files.0.page`.
 * Zod drops them without a word where an object is not strict, and who sent them believes that
 * they did something.
 */
export function unknownNames(schema: z.ZodType, body: unknown): string[] {
  const found: string[] = [];
  for (const name of unknownIn([schema], body, "")) {
    found.push(name);
    if (found.length === MOST_TOLD) break;
  }
  return found;
}

/** @param schemas several where a value may have one shape or another */
function* unknownIn(
  schemas: readonly z.ZodType[],
  value: unknown,
  path: string,
): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  const shapes = schemas.flatMap(shapesOf);
  if (Array.isArray(value)) {
    const entries = shapes.flatMap(({ element }) => (element === undefined ? [] : [element]));
    if (entries.length === 0) return;
    for (const [i, entry] of value.entries()) yield* unknownIn(entries, entry, `${path}${i}.`);
    return;
  }
  // What takes any names judges them itself.
  if (shapes.some(({ type }) => OPEN.has(type))) return;
  const fields = shapes.flatMap(({ shape }) => (shape === undefined ? [] : [shape]));
  if (fields.length === 0) return;
  for (const [name, entry] of Object.entries(value)) {
    const known = fields.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name]] : []));
    const inside = known.filter((schema) => schema !== undefined);
    if (inside.length === 0) yield `${path}${name}`.slice(0, 120);
    else yield* unknownIn(inside, entry, `${path}${name}.`);
  }
}

const OPEN = new Set(["any", "unknown", "record", "map", "custom", "transform", "lazy"]);

/** What a schema takes: itself, or each of the shapes that it chooses from. */
function shapesOf(schema: z.ZodType): Wrapping[] {
  const shape = unwrapped(schema);
  return shape.type === "union" ? (shape.options ?? []).flatMap(shapesOf) : [shape];
}
