import type { RouterContextProvider } from "react-router";
import { isShownAsPages, isText } from "../../../visibility/rules/file-rights.ts";
import { marking, NotMarkable, type Mark } from "../../../files/watermark/marking.ts";
import { markedSource, markFor } from "../../../files/watermark/marks.ts";
import { markScope } from "./download-blob.ts";
import type { FileRequest } from "./document-request.ts";
import { textOf, type Shown } from "./document-shown.ts";

/** Page images a view shows at once. */
export const PAGES_PER_VIEW = 10;

/**
 * What a viewer of a view-only document sees: watermarked page images with their text, never its
 * own bytes. @throws BlobDamaged and BlobMissing
 */
export async function shownMarked(
  context: Readonly<RouterContextProvider>,
  request: Request,
  found: FileRequest,
): Promise<Shown> {
  const { document } = found.file;
  if (document.encryptedType !== null) return { as: "nothing", because: "encrypted" };
  if (!isShownAsPages(document)) return { as: "nothing", because: "view-only" };
  const scope = markScope(context, found, request);
  const mark = watermarkText((await markFor(scope, document)).mark);
  if (isText(document.contentType))
    return {
      as: "marked-text",
      mark,
      ...(await textOf(context, found)),
    };
  const wanted = Math.max(
    1,
    Math.trunc(Number(new URL(request.url).searchParams.get("page")) || 1),
  );
  try {
    const source = markedSource(scope, document);
    const outline = await marking.outline(
      source,
      (wanted - 1) * PAGES_PER_VIEW + 1,
      PAGES_PER_VIEW,
      request.signal,
    );
    const pageCount = Math.max(1, Math.ceil(outline.pageCount / PAGES_PER_VIEW));
    const page = Math.min(wanted, pageCount);
    const { pages } =
      page === wanted
        ? outline
        : await marking.outline(
            source,
            (page - 1) * PAGES_PER_VIEW + 1,
            PAGES_PER_VIEW,
            request.signal,
          );
    const failed = new Set((await source.failures.known()).map(({ part }) => part));
    return {
      as: "pages",
      pages: pages.map((one) => ({ ...one, failed: failed.has(`page:${one.number}`) })),
      page,
      pageCount,
      total: outline.pageCount,
      mark,
    };
  } catch (error) {
    if (!(error instanceof NotMarkable)) throw error;
    return { as: "nothing", because: error.fault === "absent" ? "damaged" : error.fault };
  }
}

/** The mark as a line of text, for those who read the text instead of the picture. */
export function watermarkText({ name, email, organisation, when, trace }: Mark): string {
  return [name, email, organisation, when, `Trace ${trace}`]
    .filter((part) => part !== null && part !== "")
    .join(" · ");
}
