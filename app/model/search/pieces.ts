/** Characters of a long text that make one piece of it. */
export const PIECE = 2_000;
/** A piece ends between words as far as one does in its last so many characters. */
const SOUGHT = 200;

/**
 * A long text cut into pieces of at most 2,000 characters: between lines or words where there are
 * any, else between two signs. Together they hold all that the text says.
 */
export function* piecesOf(text: string): Generator<string, void, void> {
  for (let from = 0; from < text.length;) {
    const end = endOfPiece(text, from);
    const piece = text.slice(from, end);
    if (/\S/.test(piece)) yield piece;
    from = end;
  }
}

function endOfPiece(text: string, from: number): number {
  const most = from + PIECE;
  if (most >= text.length) return text.length;
  for (let at = most; at > most - SOUGHT; at -= 1) if (/\s/.test(text[at - 1] ?? "")) return at;
  // Neither a letter of two halves nor one with marks is cut in two.
  let at = most;
  while (at > most - SOUGHT && /[\uDC00-\uDFFF]|\p{M}/u.test(text[at] ?? "")) at -= 1;
  return at;
}
