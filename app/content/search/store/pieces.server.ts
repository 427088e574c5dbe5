import type { FoundWebpage } from "#content/webpages/store/webpages.server.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import { piecesOf } from "#model/search/pieces.ts";
import { withWholeWords } from "#values/parted-words.ts";

/** Long texts as records: each in pieces that stand for the same thing. */

/**
 * What a file says, in pieces of a page: whoever can open the file finds them. They are counted
 * through the whole file, so that no two have one name: the sheets of a workbook have no pages.
 */
export function* pieceRecords(
  file: GatedRecord,
  pages: readonly { page: number | null; text: string }[],
): Generator<GatedRecord> {
  let count = 0;
  for (const { page, text } of pages)
    for (const piece of piecesOf(text)) {
      yield {
        ...file,
        id: pieceId(file.id, count),
        text: piece,
        metadata: {
          ...file.metadata,
          ...(page === null ? {} : { page }),
          content: [{ value: withWholeWords(piece) }],
        },
      };
      count += 1;
    }
}

/**
 * A page of the company's own site, for everybody: its beginning, then the rest of its text in
 * pieces.
 */
export function* webpageRecords(
  { id, url, title }: FoundWebpage,
  text: string,
): Generator<GatedRecord> {
  const thing = `webpage:${id}`;
  const [beginning = "", ...rest] = piecesOf(text);
  for (const [count, piece] of [beginning, ...rest].entries())
    yield {
      id: count === 0 ? thing : pieceId(thing, count),
      thing,
      type: "webpage",
      productId: null,
      title: title ?? url,
      text: piece,
      target: { kind: "website", href: url },
      metadata: {},
      gate: { by: "webpage", id },
    };
}

/** The name of one piece of a thing; those of the first pieces come first. */
function pieceId(thing: string, count: number): string {
  return `${thing}/${String(count).padStart(6, "0")}`;
}
