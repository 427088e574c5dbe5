import { CHUNK_BYTES, HEADER_BYTES, TAG_BYTES } from "../blob-format.ts";

/**
 * A sealed blob is read in blocks of sixteen chunks, about a megabyte; the first has the header
 * before its chunks. A block is what is asked for at once, and what is kept; who reads on is given
 * several at once.
 */
const BLOCK_BYTES = 16 * (CHUNK_BYTES + TAG_BYTES);

/** So many blocks of a blob are kept on this machine: of a large one its beginning. */
export const KEPT_BLOCKS = 32;

/** Blocks that follow each other. */
export interface Span {
  first: number;
  count: number;
}

export function blockAt(position: number): number {
  return Math.max(0, Math.floor((position - HEADER_BYTES) / BLOCK_BYTES));
}

export function startOfBlock(index: number): number {
  return index === 0 ? 0 : HEADER_BYTES + index * BLOCK_BYTES;
}

/** How many bytes a block has, or several, in a file of `size` bytes. */
export function bytesOf({ first, count }: Span, size: number): number {
  return Math.max(
    0,
    Math.min(size, HEADER_BYTES + (first + count) * BLOCK_BYTES) - startOfBlock(first),
  );
}
