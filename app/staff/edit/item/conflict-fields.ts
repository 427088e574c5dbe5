import type { ItemSnapshot } from "../../../../db/changes/item.ts";
import { itemOf, type ItemInHand } from "../../../../db/item-in-hand.ts";
import type { EditedItem } from "../../../domain/item-form-values.ts";
import { ACCESS_LABELS, accessOf, itemValues, STATE_LABELS, type ItemForm } from "../../../domain/item-forms.ts";
import type { BridgeLetter } from "../../../domain/items.ts";
import type { ConflictField } from "../conflict.tsx";

/** Both versions of an item, for the fields in which they differ. */
export function conflictFields(current: object | null, form: ItemForm, { item, can, plan }: ItemInHand): ConflictField[] {
  if (current === null) return [{ label: "Item", yours: String(form.title === "" ? item.title : form.title), theirs: "(deleted)" }];
  const theirs = itemOf((current as ItemSnapshot).row);
  const yours: EditedItem = { ...theirs, ...(itemValues(form, can, plan) as Partial<EditedItem>) };
  const fields = FIELDS.map(([label, words]) => ({ label, yours: words(yours), theirs: words(theirs) })).filter((field) => field.yours !== field.theirs);
  return fields.length > 0 ? fields : [{ label: "Linked documents", yours: "Your changes", theirs: "Linked or unlinked meanwhile" }];
}

const FIELDS: readonly (readonly [label: string, words: (item: EditedItem) => string])[] = [
  ["Title", ({ title }) => title],
  ["State", ({ enabledState }) => STATE_LABELS[enabledState]],
  ["Access", (item) => ACCESS_LABELS[accessOf(item)]],
  ["Item Type", ({ type }) => type ?? ""],
  ["Maturity Level", ({ maturity }) => maturity ?? ""],
  ["Recurrence", ({ recurrence }) => recurrence ?? ""],
  ["Auditor", ({ auditor }) => auditor ?? ""],
  ["Expiration Date", ({ expiry }) => expiry ?? ""],
  ["Explanation", ({ explanation }) => explanation ?? ""],
  ["Link", ({ href }) => href ?? ""],
  ["Answer", ({ choice }) => choice ?? ""],
  ["List", ({ listEntries }) => listEntries.map(({ label, description, href }) => [label, description, href].filter(Boolean).join(" · ")).join("\n")],
  ["Bridge letter", ({ bridgeLetter }) => letterWords(bridgeLetter)],
];

function letterWords(letter: BridgeLetter | null): string {
  return letter === null ? "" : [`${letter.letterType}, ${letter.letterEnabled ? "enabled" : "not enabled"}`, letter.letterContent, letter.signerName, letter.signerTitle].join("\n");
}
