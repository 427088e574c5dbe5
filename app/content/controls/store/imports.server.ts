import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { saveImported } from "#web/table-import/store/entry-imports.server.ts";
import { addControls, updateControl, type ControlValues } from "./controls.server.ts";
import { controlSubject } from "./subject.server.ts";

/**
 * Writes the rows of an import into the control library.
 * @throws NotFound when the import is done already, or a control or product is gone; Refused for a
 *   reference that is taken and for an item that is not there
 */
export function saveImportedControls(
  write: Write,
  importId: string,
  changes: readonly { id: string | null; values: ControlValues }[],
): Promise<{ added: number; changed: number }> {
  const { trx, orgId, now } = write;
  return saveImported(write, importId, changes, {
    subject: controlSubject,
    action: "controls.imported",
    add: (controls) => addControls(trx, orgId, controls),
    change: (id, values) => updateControl(trx, orgId, id, values, now),
  });
}
