import { setImmediate as nextTurn } from "node:timers/promises";
import type { Duty } from "#db/store.ts";
import type { Services } from "#platform/context.ts";
import { errorWords } from "#values/error-words.ts";

/** It reads the queue so often whatever it was told, in milliseconds. */
const READ_MS = 30_000;
/** So long it waits for what is under way; what takes longer is done again by whoever goes on. */
const DRAIN_MS = 8_000;

/** A queue in the database, and what is done with a piece of it. */
export interface Queue<Piece extends { id: string }> {
  /** How a piece is called in the log. */
  noun: string;
  /** What the log says when the queue itself can't be read. */
  unread: string;
  /** What the log says when a piece can't be handled. */
  unhandled: string;
  /** How often the worker looks whether something was written; a look costs a comparison. */
  lookMs: number;
  /** Pieces at once. */
  atOnce: number;
  /**
   * What is due, as far as there is room.
   * @param busy the pieces under way, by their ids: they are not due
   */
  due: (room: number, busy: ReadonlyMap<string, Piece>) => Promise<readonly Piece[]>;
  /** When something becomes due although nobody writes; null where nothing does. */
  nextDueAt?: () => Promise<string | null>;
  /** Does a piece. @param isStopping whether nothing more is to be begun */
  work: (piece: Piece, isStopping: () => boolean) => Promise<void>;
}

/**
 * Does what waits in a queue while it has the duty to: of several servers, one does. All that it must
 * not forget is in the database: a process that ends at any moment has noted what it did, or
 * another one does it again.
 */
export class QueueWorker<Piece extends { id: string }> {
  readonly #parts: Pick<Services, "store" | "now" | "log">;
  readonly #duty: Duty;
  readonly #queue: Queue<Piece>;
  readonly #busy = new Map<string, Piece>();
  readonly #working = new Set<Promise<void>>();
  /** When the queue is read although nobody wrote, in milliseconds. */
  #due = 0;
  #stopped = false;
  #running: Promise<void> | null = null;

  constructor(parts: Pick<Services, "store" | "now" | "log">, duty: Duty, queue: Queue<Piece>) {
    this.#parts = parts;
    this.#duty = duty;
    this.#queue = queue;
  }

  /** Runs until `stop`. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Begins nothing more, and lets what is under way end. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const deadline = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref());
    await Promise.race([Promise.all([this.#running, ...this.#working]), deadline]);
  }

  /** Does everything that is due now, and ends; for tests. */
  async pass(): Promise<void> {
    while ((await this.#begin()) || this.#working.size > 0)
      if (this.#working.size > 0) await Promise.race(this.#working);
  }

  async #run(): Promise<void> {
    const { store, now, log } = this.#parts;
    let seen = -1;
    while (!this.#stopped) {
      try {
        const generation = store.generation();
        const moment = now().getTime();
        if (!this.#duty.isHeld()) seen = -1;
        else if (generation !== seen || moment >= this.#due) {
          // What ends while it is asked sets it to zero, and stays.
          this.#due = moment + READ_MS;
          if (await this.#begin()) {
            this.#due = 0;
            await nextTurn();
            continue;
          }
          seen = generation;
          const at = (await this.#queue.nextDueAt?.()) ?? null;
          if (at !== null) this.#due = Math.min(this.#due, Date.parse(at));
        }
      } catch (error) {
        this.#due = 0;
        log.error({ error: errorWords(error) }, this.#queue.unread);
      }
      await new Promise((resolve) => setTimeout(resolve, this.#queue.lookMs));
    }
  }

  /** Begins what is due, as far as there is room. @returns whether it began anything */
  async #begin(): Promise<boolean> {
    const { atOnce, due, work, noun, unhandled } = this.#queue;
    const room = atOnce - this.#working.size;
    if (room <= 0 || this.#stopped || (await this.#parts.store.isMoving())) return false;
    const pieces = await due(room, this.#busy);
    // Whoever stops it meanwhile waits for what was begun before, and for nothing else.
    if (this.#stopped) return false;
    for (const piece of pieces) {
      this.#busy.set(piece.id, piece);
      const working: Promise<void> = work(piece, () => this.#stopped)
        .catch((error: unknown) =>
          this.#parts.log.error({ [noun]: piece.id, error: errorWords(error) }, unhandled),
        )
        .finally(() => {
          this.#busy.delete(piece.id);
          this.#working.delete(working);
          this.#due = 0;
        });
      this.#working.add(working);
    }
    return pieces.length > 0;
  }
}
