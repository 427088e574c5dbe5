import type { DocumentsTable } from "#db/schema.ts";
import { factsOf } from "#model/documents/facts.ts";
import { hasPassed } from "#values/dates.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";

/** A document as the API tells of it. */
export function documentFacts(
  row: DocumentsTable & { isShared: boolean },
  { customization, timeZone }: Pick<Org, "customization" | "timeZone">,
  now: Date,
) {
  return {
    id: row.id,
    name: row.originalName,
    type: row.type,
    mimeType: row.contentType,
    size: row.size,
    sha256: row.blobHash,
    documentAccessType: row.accessType ?? customization.documentAccessType,
    encryptedType: row.encryptedType,
    /** Several items link it: what is changed of it, changes at each. */
    isShared: row.isShared,
    expiresOn: row.expiresOn,
    auditor: row.auditor,
    periodFrom: row.periodFrom,
    periodTo: row.periodTo,
    /** What is shown of it while it is locked. */
    releasedFacts: factsOf(row.releasedFacts),
    expired: row.expiresOn !== null && hasPassed(row.expiresOn, now, timeZone),
    createdAt: row.createdAt,
    createdBy: row.createdBy,
  };
}
