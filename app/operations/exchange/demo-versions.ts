import { isoNow } from "#db/ids.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { ContentIds } from "./content-ids.ts";

const MINUTE_MS = 60_000;

/**
 * A document of acme's demo that held another file first: the wrong certificate, replaced soon
 * after.
 */
export async function createDemoVersions(
  trx: Writer,
  orgId: string,
  org: string,
  idOf: ContentIds,
): Promise<void> {
  if (org !== "acme") return;
  const documentId = idOf("document", "insurance-cyber-2026");
  const rows = await inOrg(trx, orgId)
    .selectFrom("documentVersions")
    .selectAll()
    .where("documentId", "in", [documentId, idOf("document", "insurance-liability-2026")])
    .execute();
  const own = rows.find((row) => row.documentId === documentId);
  const wrong = rows.find((row) => row.documentId !== documentId);
  if (own === undefined || wrong === undefined) return;
  await inOrg(trx, orgId)
    .updateTable("documentVersions")
    .set({ number: 2 })
    .where("documentId", "=", documentId)
    .execute();
  const createdAt = isoNow(new Date(Date.parse(own.createdAt) - 25 * MINUTE_MS));
  await trx
    .insertInto("documentVersions")
    .values({ ...wrong, documentId, number: 1, createdAt })
    .execute();
}
