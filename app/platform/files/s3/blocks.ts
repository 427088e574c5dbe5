import { CHUNK_BYTES, HEADER_BYTES, TAG_BYTES } from "../blob-format.ts";

/**
 * A sealed blob is read in blocks of sixteen chunks, about a megabyte; the first has the header
 * before its chunks. A block is what is asked for at once, and what is kept.
 */
const BLOCK_BYTES = 16 * (CHUNK_BYTES + TAG_BYTES);

export function blockAt(position: number): number {
  return Math.max(0, Math.floor((position - HEADER_BYTES) / BLOCK_BYTES));
}

export function startOfBlock(index: number): number {
  return index === 0 ? 0 : HEADER_BYTES + index * BLOCK_BYTES;
}

/** How many bytes a block has in a file of `size` bytes. */
export function bytesOfBlock(index: number, size: number): number {
  return Math.max(
    0,
    Math.min(size, HEADER_BYTES + (index + 1) * BLOCK_BYTES) - startOfBlock(index),
  );
}
