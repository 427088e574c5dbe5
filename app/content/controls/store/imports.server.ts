import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import { saveImported } from "#web/table-import/store/entry-imports.server.ts";
import type { Writer } from "#db/store.ts";
import { addControls, updateControl, type ControlValues } from "./controls.server.ts";
import { controlSubject } from "./subject.server.ts";

/**
 * Writes the rows of an import into the control library.
 * @throws NotFound when the import is done already, or a control or product is gone; Refused for a
 *   reference that is taken and for an item that is not there
 */
export function saveImportedControls(
  trx: Writer,
  orgId: string,
  importId: string,
  changes: readonly { id: string | null; values: ControlValues }[],
  by: Actor,
  now: Date,
): Promise<{ added: number; changed: number }> {
  return saveImported(
    trx,
    orgId,
    importId,
    changes,
    {
      subject: controlSubject,
      action: "controls.imported",
      add: (controls) => addControls(trx, orgId, controls),
      change: (id, values) => updateControl(trx, orgId, id, values, now),
    },
    { by, now },
  );
}
