import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { keptMarkdownOf } from "#platform/files/store/markdown.server.ts";
import type { FoundLetter } from "#visibility/store/letters.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { letterFileId } from "#model/bulk-download.ts";
import { dayIn } from "#values/dates.ts";
import { PDF } from "#model/visibility/file-rights.ts";
import type { ByteRange } from "#platform/files/byte-range.ts";
import { marking, NotMarkable } from "../watermark/marking.ts";
import {
  markedSource,
  markFor,
  type MarkScope,
  type Original,
  type ServedBlob,
} from "../watermark/marks.ts";
import { isMarkedOnDownload } from "../watermark/sent-blob.ts";
import { bridgeLetterFile, type LetterFile } from "./bridge-letter-file.ts";

/** A letter's bytes as one viewer gets them; they are held in memory and lie on no disk. */
export interface SentLetter extends ServedBlob {
  /** The day of its date: the same letter has the same moment, whenever it is asked for. */
  modified: Date;
  open: (range: ByteRange) => Promise<Readable>;
}

/** Readers' copies made before, by trace: one a reader and day. */
const marked = new Map<string, Promise<LetterFile>>();
const MAX_MARKED = 50;

/**
 * Today's letter as this viewer's download carries it: as it was made, or with their name on it
 * where the org marks what is gated. Whether the viewer may download at all has been asked before.
 * @returns `failed` when no letter could be made, or none with the name: never one without it
 */
export async function sentLetter(
  mark: MarkScope & { org: Org },
  scope: Pick<PageScope, "settings">,
  found: FoundLetter,
): Promise<SentLetter | { refused: "busy" | "failed" }> {
  const { services, org } = mark;
  const now = services.now();
  try {
    const tree = await keptMarkdownOf(services.store.read, org.id, found.letter.letterContent);
    const made = await bridgeLetterFile(org, found.letter, tree, now);
    const document = {
      id: letterFileId(found.item.uid),
      blobHash: made.hash,
      originalName: found.fileName,
      contentType: PDF,
      size: made.bytes.length,
      bytes: made.bytes,
    };
    const { bytes, hash } = isMarkedOnDownload(scope, { ...found, document })
      ? await markedLetter(mark, document)
      : made;
    const open = async ({ start, end }: ByteRange) =>
      Readable.from([bytes.subarray(start, end)], { objectMode: false });
    return {
      hash,
      size: bytes.length,
      modified: new Date(`${dayIn(now, org.timeZone)}T00:00:00Z`),
      open,
    };
  } catch (error) {
    if (!(error instanceof NotMarkable)) throw error;
    if (error.fault === "busy") return { refused: "busy" };
    services.log.error(
      { itemUid: found.item.uid, error: error.message },
      "a bridge letter could not be made",
    );
    return { refused: "failed" };
  }
}

async function markedLetter(scope: MarkScope, document: Original): Promise<LetterFile> {
  const { mark, trace } = await markFor(scope, document);
  const key = `${scope.org.id} ${trace.id}`;
  let copy = marked.get(key);
  if (copy === undefined) {
    copy = marking.pdf(markedSource(scope, document), mark).then((pdf) => {
      const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
      return { bytes, hash: createHash("sha256").update(bytes).digest("hex") };
    });
    copy.catch(() => marked.delete(key));
    const [oldest] = marked.keys();
    if (marked.size >= MAX_MARKED && oldest !== undefined) marked.delete(oldest);
    marked.set(key, copy);
  }
  return copy;
}
