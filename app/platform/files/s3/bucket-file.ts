import type { SealedFile } from "../blob-place.ts";
import { blockAt, KEPT_BLOCKS, startOfBlock, type Span } from "./blocks.ts";

/** Blocks that are fetched before they are asked for. */
const AHEAD = 3;
/** Who has read so many blocks on end reads on, and gets several with each question. */
const READS_ON = 8;
/** So many blocks are one question then. */
const TOGETHER = 4;
/** Blocks that are fetched before they are asked for then, two questions' worth, while there is room. */
const AHEAD_TOGETHER = 2 * TOGETHER;

/** Gives some blocks of a file; what it does for it ends with the signal. */
export type SpanSource = (span: Span, signal: AbortSignal) => Promise<Buffer>;

/** Bounds how many spans of several blocks there are in memory, of all files together. */
export class SpanRoom {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  take(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }

  give(): void {
    this.#left += 1;
  }
}

interface Held extends Span {
  bytes: Promise<Buffer>;
}

/** A sealed blob in a bucket, of which blocks are fetched as they are read, and some ahead. */
export class BucketFile implements SealedFile {
  readonly size: number;
  readonly #source: SpanSource;
  readonly #room: SpanRoom;
  /** The file's first bytes, which came when it was opened. */
  readonly #start: Buffer;
  readonly #closing = new AbortController();
  /** What is being fetched, and what was read last, in the order of the file. */
  #held: Held[] = [];
  #last = -1;
  /** How many blocks were read one after the other. */
  #onEnd = 0;

  constructor(size: number, start: Buffer, room: SpanRoom, source: SpanSource) {
    this.size = size;
    this.#start = start;
    this.#room = room;
    this.#source = source;
  }

  async read(target: Buffer, position: number, until: number): Promise<number> {
    let filled = 0;
    while (filled < target.length && position + filled < this.size) {
      const at = position + filled;
      if (at < this.#start.length) {
        filled += this.#start.copy(target, filled, at);
        continue;
      }
      const held = this.#fetchAround(blockAt(at), until);
      const copied = (await held.bytes).copy(target, filled, at - startOfBlock(held.first));
      if (copied === 0) break;
      filled += copied;
    }
    return filled;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#keep(() => false);
  }

  /** Has a block fetched, and those ahead of it. @returns what the block is in */
  #fetchAround(index: number, until: number): Held {
    if (index !== this.#last) this.#onEnd = index === this.#last + 1 ? this.#onEnd + 1 : 0;
    this.#last = index;
    this.#keep(({ first, count }) => first + count > index);
    const wanted = this.#fetch(index, until);
    for (let last = wanted; ;) {
      const next = last.first + last.count;
      // Single blocks are bounded by this alone: each reader has a few of them.
      const ahead = last.count > 1 ? AHEAD_TOGETHER : AHEAD;
      if (next > index + ahead || startOfBlock(next) >= until) break;
      last = this.#fetch(next, until);
    }
    return wanted;
  }

  #fetch(index: number, until: number): Held {
    const found = this.#held.find(({ first, count }) => first <= index && index < first + count);
    if (found !== undefined) return found;
    // What is kept on this machine is kept by the block. Nobody would give back what is taken after
    // the end.
    const together =
      !this.#closing.signal.aborted &&
      this.#onEnd >= READS_ON &&
      index >= KEPT_BLOCKS &&
      index % TOGETHER === 0 &&
      startOfBlock(index + TOGETHER) <= Math.min(until, this.size) &&
      this.#room.take();
    const span = { first: index, count: together ? TOGETHER : 1 };
    const bytes = this.#source(span, this.#closing.signal);
    // Its failure is thrown where it is awaited; a reader that goes away never awaits it.
    bytes.catch(() => undefined);
    const held = { ...span, bytes };
    this.#held.push(held);
    return held;
  }

  /** Lets go of everything else. */
  #keep(isKept: (span: Span) => boolean): void {
    for (const span of this.#held) if (!isKept(span) && span.count > 1) this.#room.give();
    this.#held = this.#held.filter(isKept);
  }
}
