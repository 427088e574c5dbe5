import type { SealedFile } from "../blob-place.ts";
import { blockAt, startOfBlock } from "./blocks.ts";

/** Blocks that are fetched before they are asked for. */
const AHEAD = 3;

/** Gives a block of a file; what it does for it ends with the signal. */
export type BlockSource = (index: number, signal: AbortSignal) => Promise<Buffer>;

/** A sealed blob in a bucket, of which blocks are fetched as they are read, and some ahead. */
export class BucketFile implements SealedFile {
  readonly size: number;
  readonly #block: BlockSource;
  /** The file's first bytes, which came when it was opened. */
  readonly #start: Buffer;
  readonly #closing = new AbortController();
  /** Blocks that are being fetched, and the one that was read last. */
  readonly #held = new Map<number, Promise<Buffer>>();

  constructor(size: number, start: Buffer, block: BlockSource) {
    this.size = size;
    this.#start = start;
    this.#block = block;
  }

  async read(target: Buffer, position: number, until: number): Promise<number> {
    let filled = 0;
    while (filled < target.length && position + filled < this.size) {
      const at = position + filled;
      if (at < this.#start.length) {
        filled += this.#start.copy(target, filled, at);
        continue;
      }
      const index = blockAt(at);
      for (const held of this.#held.keys()) if (held < index) this.#held.delete(held);
      for (let ahead = index; ahead <= index + AHEAD && startOfBlock(ahead) < until; ahead += 1)
        void this.#fetch(ahead);
      const block = await this.#fetch(index);
      const copied = block.copy(target, filled, at - startOfBlock(index));
      if (copied === 0) break;
      filled += copied;
    }
    return filled;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#held.clear();
  }

  #fetch(index: number): Promise<Buffer> {
    const held = this.#held.get(index);
    if (held !== undefined) return held;
    const coming = this.#block(index, this.#closing.signal);
    // Its failure is thrown where it is awaited; a reader that goes away never awaits it.
    coming.catch(() => undefined);
    this.#held.set(index, coming);
    return coming;
  }
}
