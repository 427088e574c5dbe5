import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import { updateCustomization, type CustomizationChanges } from "./customizations.server.ts";
import type { Writer } from "#db/store.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";

/**
 * Changes settings that stand on another page than the settings' own, with what changed in history
 * and audit as there.
 */
export async function changeCustomization(
  trx: Writer,
  orgId: string,
  changes: CustomizationChanges,
  by: Actor,
  now: Date,
): Promise<void> {
  await recordChange(
    trx,
    { subject: "settings", orgId, productId: null, subjectId: "", by, now },
    () => updateCustomization(trx, orgId, changes, now),
  );
}
