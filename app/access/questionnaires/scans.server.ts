import { marking, NotMarkable } from "#content/files/watermark/marking.ts";
import { markedSource } from "#content/files/watermark/marks.ts";
import { PDF } from "#model/visibility/file-rights.ts";
import type { Services } from "#platform/context.ts";

/** The first pages say it: a scan has no text on any of them. */
const PAGES = { first: 1, count: 10, ms: 3_000 };

/**
 * Whether a PDF has pages, and none of the first has any text. It is a stranger's, and is read in the
 * bounded processes that show pages. What can't be read is not called a scan.
 */
export async function isScan(
  services: Services,
  orgId: string,
  { hash, size }: { hash: string; size: number },
): Promise<boolean> {
  const source = markedSource(
    { services, org: { id: orgId } },
    { blobHash: hash, contentType: PDF, size, bytes: undefined },
  );
  try {
    const { pages } = await marking.texts(source, PAGES);
    return (
      pages.length > 0 &&
      pages.every(
        ({ text, isDamaged, hasHidden }) => !isDamaged && !hasHidden && text.trim() === "",
      )
    );
  } catch (error) {
    if (error instanceof NotMarkable) return false;
    throw error;
  }
}
