import { BackgroundWork } from "#http/background-work.ts";
import type { Outline, PageTexts } from "./jobs.ts";
import { marking, NotMarkable, type MarkedSource } from "./marking.ts";

/** What pages of public documents may take in memory, all companies together. */
const MAX_BYTES = 32 * 1024 * 1024;
/** One that takes more than this share would push out all others. */
const LARGEST_SHARE = 4;

/** What was asked for last, up to so many bytes. */
export class Kept<T> {
  readonly #maxBytes: number;
  readonly #held = new Map<string, { value: T; bytes: number }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** How much is held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What is kept under a name, which counts as asked for; else null. */
  get(name: string): T | null {
    const held = this.#held.get(name);
    if (held === undefined) return null;
    this.#held.delete(name);
    this.#held.set(name, held);
    return held.value;
  }

  /** Keeps a value; those asked for longest ago make room. What is too large is not kept. */
  put(name: string, value: T, bytes: number): void {
    this.#drop(name);
    if (bytes > this.#maxBytes / LARGEST_SHARE) return;
    for (const [oldest] of this.#held) {
      if (this.#bytes + bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
    this.#held.set(name, { value, bytes });
    this.#bytes += bytes;
  }

  #drop(name: string): void {
    this.#bytes -= this.#held.get(name)?.bytes ?? 0;
    this.#held.delete(name);
  }
}

const pages = new Kept<Uint8Array>(MAX_BYTES);
const thumbnails = new Kept<Uint8Array>(MAX_BYTES / 4);
const outlines = new Kept<Outline>(MAX_BYTES / 8);
const texts = new Kept<PageTexts>(MAX_BYTES / 8);

/**
 * Named by their company and content: another version is another name, so nothing is ever stale.
 * Who may see the document is asked before this is.
 */
const nameOf = ({ orgId, key }: Pick<MarkedSource, "orgId" | "key">, ...parts: number[]) =>
  [orgId, key, ...parts].join(" ");

/**
 * Sizes of some pages of a document that everyone gets, read once.
 * @throws NotMarkable; what reading throws; the signal's reason
 */
export async function keptOutline(
  source: MarkedSource,
  first: number,
  count: number,
  signal?: AbortSignal,
): Promise<Outline> {
  const name = nameOf(source, first, count);
  const kept = outlines.get(name);
  if (kept !== null) return kept;
  return marking.outline(source, first, count, signal, (outline) => {
    outlines.put(name, outline, 500);
  });
}

/**
 * What some pages of a document say, read once: as many as there is time for.
 * @throws NotMarkable; what reading throws; the signal's reason
 */
export async function keptTexts(
  source: MarkedSource,
  part: { first: number; count: number; ms: number },
  signal?: AbortSignal,
): Promise<PageTexts> {
  const name = nameOf(source, part.first, part.count);
  const kept = texts.get(name);
  if (kept !== null) return kept;
  return marking.texts(source, part, signal, (read) => {
    // What there was no time for is asked for again.
    if (read.pages.length < Math.min(part.count, read.pageCount - part.first + 1)) return;
    const characters = read.pages.reduce((sum, { text }) => sum + text.length, 0);
    texts.put(name, read, 2 * characters + 500);
  });
}

/**
 * A page of a document that everyone gets, unmarked, as PNG: rendered once. One that takes longer
 * than its reader waits is kept for the next.
 * @throws NotMarkable; what reading throws; the signal's reason
 */
export async function keptPage(
  source: MarkedSource,
  number: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const name = nameOf(source, number);
  return (
    pages.get(name) ??
    marking.page(source, number, null, signal, (png, thumbnail) => {
      pages.put(name, png, png.byteLength);
      keepThumbnail(source, thumbnail);
    })
  );
}

/** The first page of a document, small, as PNG; null where none is kept. Nothing is rendered. */
export function keptThumbnail(source: Pick<MarkedSource, "orgId" | "key">): Uint8Array | null {
  return thumbnails.get(nameOf(source));
}

/** Keeps a thumbnail that was left when a page was drawn. */
export function keepThumbnail(source: MarkedSource, thumbnail: Uint8Array | null): void {
  if (thumbnail !== null) thumbnails.put(nameOf(source), thumbnail, thumbnail.byteLength);
}

/**
 * The first page of a document, small, as PNG: the one that is kept, else one that is drawn for it.
 * @throws NotMarkable; what reading throws; the signal's reason
 */
export async function drawnThumbnail(
  source: MarkedSource,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const kept = keptThumbnail(source);
  if (kept !== null) return kept;
  await marking.page(source, 1, null, signal, (_, drawn) => keepThumbnail(source, drawn));
  const drawn = keptThumbnail(source);
  // Who asked for the same page a moment earlier had no use for it.
  if (drawn === null) throw new NotMarkable("busy");
  return drawn;
}

/** Thumbnails that lists miss, drawn one at a time while nobody waits for them. */
const missed = new BackgroundWork<string>();
/**
 * When each was begun, and how it stands: what failed, or had to make room, is not drawn for every
 * list.
 */
const begun = new Kept<{ at: number; isComing: boolean; againMs: number }>(MAX_BYTES / 64);
const BEGUN_BYTES = 200;
const AGAIN_MS = 60 * 60_000;
/** After what is no fault of the file's: the machine had no room, or the file could not be read. */
const SOON_MS = 30_000;

/**
 * Draws the thumbnail of a document that everyone gets, later: a list goes on without it.
 * @returns whether it is on its way now; not again within an hour, or half a minute where the file
 *   is not to blame
 */
export function drawLater(source: MarkedSource, now: Date): boolean {
  const name = nameOf(source);
  const before = begun.get(name);
  if (before !== null && Math.abs(now.getTime() - before.at) < before.againMs)
    return before.isComing;
  const own = { at: now.getTime(), isComing: true, againMs: AGAIN_MS };
  begun.put(name, own, BEGUN_BYTES);
  missed.add(name, async () => {
    try {
      await drawnThumbnail(source);
    } catch (error) {
      if (!(error instanceof NotMarkable) || error.fault === "busy") own.againMs = SOON_MS;
    } finally {
      own.isComing = false;
    }
  });
  return true;
}
