import type { ItemSnapshot } from "../store/item-history-words.server.ts";
import { itemOf, type EditableItem } from "../store/editable-item.server.ts";
import { cardAddress } from "#model/cards/editing.ts";
import type { EditedItem } from "../rules/item-form-values.ts";
import {
  ACCESS_LABELS,
  accessOf,
  itemValues,
  STATE_LABELS,
  type ItemForm,
} from "#model/items/forms/items.ts";
import type { BridgeLetter } from "#model/items/items.ts";
import type { EditConflict } from "#web/history/store/record-change.server.ts";
import {
  shownConflict,
  type ConflictField,
  type ShownConflict,
} from "#web/staff/editing/conflict.tsx";
import type { EditRequest } from "#web/staff/editing/edit-request.ts";

/**
 * A conflict as the item's form shows it, in words for what happened to the item.
 * @param form what the form says; null where that is faulty
 */
export function itemConflict(
  { org, href }: EditRequest,
  editable: EditableItem,
  conflict: EditConflict,
  form: ItemForm | null,
): ShownConflict {
  const { goneFrom, kind, uid, cardTitle, item } = editable;
  if (goneFrom === null)
    return shownConflict(
      conflict,
      org.timeZone,
      form === null ? [] : conflictFields(conflict.current, form, editable),
    );
  if (goneFrom.what === "deleted") {
    return shownConflict(
      conflict,
      org.timeZone,
      [
        {
          label: "Item",
          yours: form === null || form.title === "" ? item.title : String(form.title),
          theirs: "(deleted)",
        },
      ],
      {
        headline: "Someone else deleted this item while you were editing",
        lead: "Your changes aren’t saved yet. Restore the item with the values in this form, or leave it deleted.",
        save: "Restore it",
        leave: { href: href(cardAddress(kind, "edit")), label: "Leave it deleted" },
      },
    );
  }
  const changes =
    conflict.current === null || form === null ? [] : differences(conflict.current, form, editable);
  return shownConflict(
    conflict,
    org.timeZone,
    [{ label: "Card", yours: goneFrom.from, theirs: cardTitle }, ...changes],
    {
      headline: `Someone else moved this item to ${cardTitle} while you were editing`,
      lead: `Your changes aren’t saved yet. If you save your version, the item stays on ${cardTitle}. Or use theirs.`,
      save: "Save my version",
      leave: { href: href(`/edit/cards/${kind}/items/${uid}`), label: "Use theirs" },
    },
  );
}

/** Both versions of an item, for the fields in which they differ. */
function conflictFields(
  current: object | null,
  form: ItemForm,
  editable: EditableItem,
): ConflictField[] {
  const fields = current === null ? [] : differences(current, form, editable);
  return fields.length > 0
    ? fields
    : [
        {
          label: "Linked documents",
          yours: "Your changes",
          theirs: "Linked or unlinked while you were editing",
        },
      ];
}

function differences(
  current: object,
  form: ItemForm,
  { can, plan }: EditableItem,
): ConflictField[] {
  const theirs = itemOf((current as ItemSnapshot).row);
  const yours: EditedItem = { ...theirs, ...(itemValues(form, can, plan) as Partial<EditedItem>) };
  return FIELDS.map(([label, words]) => ({
    label,
    yours: words(yours),
    theirs: words(theirs),
  })).filter((field) => field.yours !== field.theirs);
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
  [
    "List",
    ({ listEntries }) =>
      listEntries
        .map(({ label, description, href }) =>
          [label, description, href].filter(Boolean).join(" · "),
        )
        .join("\n"),
  ],
  ["Bridge letter", ({ bridgeLetter }) => letterWords(bridgeLetter)],
];

function letterWords(letter: BridgeLetter | null): string {
  return letter === null
    ? ""
    : [
        `${letter.letterType}, ${letter.letterEnabled ? "enabled" : "not enabled"}`,
        letter.letterContent,
        letter.signerName,
        letter.signerTitle,
      ].join("\n");
}
