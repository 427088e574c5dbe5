import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Services } from "#platform/context.ts";
import { staffNotes } from "#model/documents/file-notes.ts";
import { textNotices } from "../rules/text-notes.ts";
import { findFileNotes, findReadText } from "../store/document-texts.server.ts";
import { READ_TYPES } from "../texts/stored-texts.ts";
import { knownMarkingFault } from "./marking-trial.ts";
import type { TriedFile } from "./showing-trial.ts";

/** What staff should know of a file, in words. */
export interface KnownNotes {
  /** What it is, and whether it can be marked. */
  file: string[];
  /** What of its text is not searched. */
  text: string[];
}

/** What is known of a file that lies in the library; it is not opened. */
export async function knownNotes(
  services: Pick<Services, "store" | "blobs" | "now" | "log">,
  org: Pick<Org, "id" | "customization">,
  file: TriedFile,
): Promise<KnownNotes> {
  const { read } = services.store;
  const [notes, unmarked, text] = await Promise.all([
    findFileNotes(read, org.id, file.blob.hash),
    knownMarkingFault(services, org, file),
    READ_TYPES.has(file.contentType) ? findReadText(read, org.id, file.blob.hash) : undefined,
  ]);
  return {
    file: [...staffNotes(notes), ...(unmarked === null ? [] : [unmarked])],
    text: text === undefined ? [] : textNotices(text),
  };
}
