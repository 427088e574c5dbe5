import type { ConflictField } from "#web/staff/editing/conflict.tsx";
import type { ToldFields } from "./rules/entry-fields.ts";

/**
 * Both versions of what two people edit, field by field.
 * @param yours null for one that would go
 * @param theirs null for one that is gone
 * @param removed what is said first of one that is gone
 */
export function versionsOf<Thing>(
  fields: ToldFields<Thing>,
  yours: Thing | null,
  theirs: Thing | null,
  removed: string | null = null,
): ConflictField[] {
  return fields.map(([label, told], nth) => ({
    label,
    yours: yours === null ? null : told(yours),
    theirs: theirs === null ? (nth === 0 ? removed : null) : told(theirs),
  }));
}
