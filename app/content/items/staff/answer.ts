import type { FormValues } from "#values/form-values.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import type { ItemView } from "#model/visibility/card-view.ts";
import type { ShownConflict } from "#web/staff/editing/conflict.tsx";

/** A form of an item that is shown again: everything that was in it, and what there is to say. */
export interface ItemAnswer {
  /** null where nothing of it could be read: what is stored is shown then. */
  values: FormValues | null;
  /** What concerns no single input. */
  form: readonly string[];
  /** Messages by input. */
  errors: Readonly<Record<string, readonly string[]>>;
  /** What was done beside saving, such as an upload. */
  notice: string | null;
  conflict: ShownConflict | null;
  warning: { text: string; href: string; label: string } | null;
  preview: ItemPreview | null;
  /** The letter as it reads, in place of its editor. */
  letterPreview: MarkdownTree | null;
}

/** An item as the public would see it, or why it would not. */
export type ItemPreview = { item: ItemView } | { item: null; why: string };

export function again(
  values: FormValues | null,
  said: Partial<Omit<ItemAnswer, "values">>,
): ItemAnswer {
  return {
    values,
    form: [],
    errors: {},
    notice: null,
    conflict: null,
    warning: null,
    preview: null,
    letterPreview: null,
    ...said,
  };
}
