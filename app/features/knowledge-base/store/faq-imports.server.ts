import { TABLE_SOURCE } from "../rules.ts";
import type { Actor } from "../../audit/store/audit.server.ts";
import { saveImported } from "../../table-import/store/entry-imports.server.ts";
import { addFaqEntries, updateFaqEntry, type FaqValues } from "./faq.server.ts";
import type { Writer } from "../../../../db/store.ts";

/**
 * Writes the rows of an import into the knowledge base.
 * @throws NotFound when the import is done already, or an entry or product is gone
 */
export function saveImportedFaq(
  trx: Writer,
  orgId: string,
  importId: string,
  changes: readonly { id: string | null; values: FaqValues }[],
  by: Actor,
  now: Date,
): Promise<{ added: number; changed: number }> {
  return saveImported(
    trx,
    orgId,
    importId,
    changes,
    {
      subject: "faq-entry",
      action: "faq-entries.imported",
      add: (entries, fileName) =>
        addFaqEntries(
          trx,
          orgId,
          entries.map((entry) => ({
            ...entry,
            sourceType: TABLE_SOURCE,
            sourceSubtype: /\.(csv|xlsx)$/i.exec(fileName)?.[1]?.toLowerCase() ?? null,
            sourceName: fileName,
          })),
        ),
      change: (id, values) => updateFaqEntry(trx, orgId, id, values, now),
    },
    { by, now },
  );
}
