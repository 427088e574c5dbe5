import type { EntryImport } from "#web/table-import/staff/import-rows.ts";
import {
  accessCell,
  judgeRows,
  parsedRow,
  productsCell,
  sameLines,
} from "#web/table-import/staff/read-rows.ts";
import {
  controlSchema,
  CONTROL_TABLE,
  type ControlForm,
  type ControlImportColumn,
} from "../forms/controls.ts";
import { saveImportedControls } from "../store/imports.server.ts";
import { referenceKey } from "../rules/controls.ts";
import {
  listControls,
  takenReferences,
  takenWords,
  type Control,
} from "../store/controls.server.ts";
import { linkableItems, type LinkableItem } from "../store/linkable-items.server.ts";

/** How a table comes into the control library. */
export const controlImport: EntryImport<ControlImportColumn, ControlForm> = {
  purpose: "controls",
  path: "/controls",
  table: CONTROL_TABLE,
  changedMeanwhile: "The controls changed in the meantime. Check again, then import.",
  async read(db, orgId, rows, { mapping, access, products }) {
    const items = await linkableItems(db, orgId);
    const taken = await takenReferences(db, orgId);
    return judgeRows(rows, {
      mapping,
      name: CONTROL_TABLE.name,
      entries: await listControls(db, orgId),
      nameOf: ({ reference }) => reference,
      valuesOf(cell, known) {
        const may = accessCell(cell("access"));
        if (typeof may === "string") return may;
        const about = productsCell(cell("products"), products);
        if (typeof about === "string") return about;
        const item = itemCell(cell("item"), items, known);
        if (typeof item === "string") return item;
        const values = parsedRow(controlSchema, {
          reference: cell("reference") ?? "",
          title: cell("title") ?? "",
          description: cell("description") ?? known?.description ?? "",
          requirements:
            cell("requirements")?.replaceAll("|", "\n") ?? known?.requirements.join("\n") ?? "",
          itemUid: item.uid ?? "",
          access: may.access ?? known?.access ?? access,
          productIds: about.productIds ?? known?.productIds ?? [],
        });
        if (typeof values === "string") return values;
        const key = referenceKey(values.reference);
        const holder = taken.get(key);
        if (holder !== undefined && holder !== known?.id) return takenWords(values.reference);
        taken.set(key, known?.id ?? NEW);
        return values;
      },
      differing,
    });
  },
  // A description is plain text.
  markdownOf: () => [],
  save: saveImportedControls,
};

/** Stands for the id of a control that a row before would add. */
const NEW = "";

/**
 * The item that a cell names, by its uid or its title; without such a column what is known stays.
 */
function itemCell(
  text: string | null,
  items: readonly LinkableItem[],
  known: Control | undefined,
): { uid: string | null } | string {
  if (text === null) return { uid: known?.itemUid ?? null };
  // One that is gone since is taken as it was.
  if (text === "" || text === known?.itemUid) return { uid: text === "" ? null : text };
  const byUid = items.find(({ uid }) => uid === text);
  if (byUid !== undefined) return { uid: byUid.uid };
  const called = items.filter(({ title }) => title.toLowerCase() === text.toLowerCase());
  const [only] = called;
  if (only === undefined) return `No item is called ${text.slice(0, 60)}`;
  return called.length === 1 ? { uid: only.uid } : `Several items are called ${text.slice(0, 60)}`;
}

function differing(before: Control, after: ControlForm): string[] {
  const same: [string, boolean][] = [
    ["reference", before.reference === after.reference],
    ["title", before.title === after.title],
    ["description", sameLines(before.description) === (after.description ?? "")],
    ["framework references", before.requirements.join("\n") === after.requirements.join("\n")],
    ["linked item", before.itemUid === after.itemUid],
    ["access", before.access === after.access],
    ["products", before.productIds.toSorted().join() === after.productIds.toSorted().join()],
  ];
  return same.flatMap(([name, is]) => (is ? [] : [name]));
}
