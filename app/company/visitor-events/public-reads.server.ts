import { recordFileEvents, type FileEvent } from "#tenancy/visitor-events/store/events.server.ts";
import { StorageUnavailable, type Store } from "#db/store.ts";
import type { Services } from "#platform/context.ts";
import { networkOf } from "#platform/http/request/rate-limit.ts";
import { errorWords } from "#values/error-words.ts";

/** How often what was read is written, in milliseconds. */
const WRITE_EVERY_MS = 1_000;
/** A reader who comes back to a file within this time is not counted again. */
const SAME_READ_MS = 10 * 60_000;
/** Reads that are remembered, and that may wait for a database that takes none. */
const MAX_REMEMBERED = 20_000;
const MAX_WAITING = 10_000;

interface Read {
  orgId: string;
  event: FileEvent;
  at: Date;
}

/**
 * What the public reads of files that everyone may have. Anyone can ask for such a file any number
 * of times, so it is counted once a reader, file and ten minutes, and written together, not once a
 * request. Readers are told apart by their network: they have nothing else that they could not
 * change with each request.
 */
export class PublicReads {
  readonly #services: Pick<Services, "store" | "now" | "log">;
  readonly #lastRead = new Map<string, number>();
  #waiting: Read[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(services: Pick<Services, "store" | "now" | "log">) {
    this.#services = services;
  }

  /** @param ip the reader's address */
  note(orgId: string, event: FileEvent, ip: string): void {
    const at = this.#services.now();
    const key = [orgId, event.documentId, event.name, event.access, networkOf(ip)].join(" ");
    const last = this.#lastRead.get(key);
    if (last !== undefined && Math.abs(at.getTime() - last) < SAME_READ_MS) return;
    // The longest ago first: whoever reads again goes to the end.
    this.#lastRead.delete(key);
    this.#lastRead.set(key, at.getTime());
    this.#forget(at.getTime());
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push({ orgId, event, at });
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_EVERY_MS).unref();
  }

  /**
   * Writes what waits. What can't be written now waits on; what can never be, of a file that has
   * gone, is dropped.
   */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const reads = this.#waiting;
    this.#waiting = [];
    if (reads.length === 0) return;
    try {
      await this.#write(reads);
    } catch (error) {
      this.#services.log.warn(
        { error: errorWords(error), count: reads.length },
        "reads of public files could not be recorded",
      );
      if (error instanceof StorageUnavailable) {
        this.#waiting = [...reads, ...this.#waiting].slice(0, MAX_WAITING);
        this.#timer ??= setTimeout(() => void this.flush(), 10 * WRITE_EVERY_MS).unref();
      } else for (const read of reads) await this.#write([read]).catch(() => undefined);
    }
  }

  async #write(reads: readonly Read[]): Promise<void> {
    await this.#services.store.write(async (trx) => {
      for (const { orgId, event, at } of reads)
        await recordFileEvents({ trx, orgId, now: at }, [event]);
    }, false);
  }

  #forget(now: number): void {
    for (const [key, at] of this.#lastRead) {
      if (now - at < SAME_READ_MS && this.#lastRead.size <= MAX_REMEMBERED) return;
      this.#lastRead.delete(key);
    }
  }
}

const known = new WeakMap<Store, PublicReads>();

/** The reads that wait to be written to a database; its end writes them. */
export function publicReads(services: Pick<Services, "store" | "now" | "log">): PublicReads {
  const reads = known.get(services.store) ?? new PublicReads(services);
  if (!known.has(services.store)) {
    known.set(services.store, reads);
    services.store.beforeClose(() => reads.flush());
  }
  return reads;
}
