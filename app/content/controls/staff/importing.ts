import { readEntry, type Read } from "#content/edit-kit/entry-import.server.ts";
import { differing } from "#content/edit-kit/rules/entry-fields.ts";
import type { EntryImport } from "#web/table-import/staff/import-rows.ts";
import { judgeRows } from "#web/table-import/staff/read-rows.ts";
import {
  CONTROL_FIELDS,
  CONTROL_TABLE,
  controlSchema,
  type ControlForm,
  type ControlImportColumn,
} from "../forms/controls.ts";
import { saveImportedControls } from "../store/imports.server.ts";
import { referenceKey } from "../rules/controls.ts";
import { listControls, takenReferences, takenWords } from "../store/controls.server.ts";
import { linkableItems, type LinkableItem } from "../store/linkable-items.server.ts";

/** How a table comes into the control library. */
export const controlImport: EntryImport<ControlImportColumn, ControlForm> = {
  purpose: "controls",
  path: "/controls",
  table: CONTROL_TABLE,
  changedMeanwhile: "The controls changed since you checked. Check again, then import.",
  async read(db, orgId, rows, { mapping, access, products }) {
    const items = await linkableItems(db, orgId);
    const taken = await takenReferences(db, orgId);
    const control = { fields: CONTROL_FIELDS, schema: controlSchema };
    const around = { access, products, itemOf: (text: string) => itemOf(text, items) };
    return judgeRows(rows, {
      mapping,
      name: CONTROL_TABLE.name,
      entries: await listControls(db, orgId),
      nameOf: ({ reference }) => reference,
      valuesOf(cell, known) {
        const values = readEntry(control, cell, known, around);
        if (typeof values === "string") return values;
        const key = referenceKey(values.reference);
        const holder = taken.get(key);
        if (holder !== undefined && holder !== known?.id) return takenWords(values.reference);
        taken.set(key, known?.id ?? NEW);
        return values;
      },
      differing: (before, after) => differing(CONTROL_FIELDS, before, after),
    });
  },
  // A description is plain text.
  markdownOf: () => [],
  save: saveImportedControls,
};

/** Stands for the id of a control that a row before would add. */
const NEW = "";

/** The item that a cell names, by its uid or its title. */
function itemOf(text: string, items: readonly LinkableItem[]): Read {
  const byUid = items.find(({ uid }) => uid === text);
  if (byUid !== undefined) return { value: byUid.uid };
  const called = items.filter(({ title }) => title.toLowerCase() === text.toLowerCase());
  const [only] = called;
  if (only === undefined) return { fault: `No item is called ${text.slice(0, 60)}` };
  return called.length === 1
    ? { value: only.uid }
    : { fault: `Several items are called ${text.slice(0, 60)}` };
}
