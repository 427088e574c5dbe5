import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { updateCustomization, type CustomizationChanges } from "./customizations.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { settingsSubject } from "./settings-history.server.ts";

/**
 * Changes settings that stand on another page than the settings' own, with what changed in history
 * and audit as there.
 */
export async function changeCustomization(
  write: Write,
  changes: CustomizationChanges,
): Promise<void> {
  const { trx, orgId, by, now } = write;
  await recordChange(
    trx,
    { subject: settingsSubject, orgId, productId: null, subjectId: "", by, now },
    () => updateCustomization(write, changes),
  );
}
