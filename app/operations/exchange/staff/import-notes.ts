import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Services } from "#platform/context.ts";
import { uploadNotes, type FileNote } from "#model/documents/file-notes.ts";
import { knownMarkingFault } from "#content/documents/upload/marking-trial.ts";
import type { TriedFile } from "#content/documents/upload/showing-trial.ts";
import { hashOf } from "../exchange/applying.ts";
import type { Change } from "../exchange/rows.ts";

/** A file of an archive, and what showing it found out. */
export type FoundFile = TriedFile & { notes: readonly FileNote[] };

/**
 * What staff should know of the documents that an import brought, in the words of an upload.
 * @param found the files that were tried, by their SHA-256
 */
export async function importNotes(
  services: Pick<Services, "store" | "blobs" | "now" | "log">,
  org: Pick<Org, "id" | "customization">,
  changes: readonly Change[],
  found: ReadonlyMap<string, FoundFile>,
): Promise<string[]> {
  const brought = [];
  for (const { what, noun, label, fields, row } of changes) {
    if (noun !== "document" || (what !== "added" && !fields.includes("file"))) continue;
    const file = found.get(hashOf(row.value.file));
    if (file === undefined) continue;
    const unmarked = await knownMarkingFault(services, org, file);
    brought.push({ fileName: label, notes: file.notes, unmarked });
  }
  return uploadNotes(brought);
}
