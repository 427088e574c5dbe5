import { actionGuard } from "./action-guard.ts";
import type { Engine, Reader, Writer } from "./engine.ts";
import type { DutyName, Membership, ServerFacts } from "./servers.ts";
import { openSqlite, openSqliteImage } from "./sqlite/engine.ts";
import { StorageUnavailable } from "./unavailable.ts";
import { WaitedTooLong, WriteQueue, WritesHeld } from "./write-queue.ts";

export type { Reader, Writer } from "./engine.ts";
export { ALWAYS, type Duty, type Membership } from "./servers.ts";
export { StorageUnavailable } from "./unavailable.ts";

/** After how long the note of a move is looked into: one that was killed left it, in milliseconds. */
const MOVE_LOOK_MS = 90_000;

/** Ends a transaction that was only a rehearsal. */
class Rehearsed<T> extends Error {
  value: { of: T } | null = null;
}

/**
 * The database as the application uses it: reads on a connection of their own, writes one
 * transaction after the other, and a counter that tells caches in memory when something was
 * written.
 */
export class Store {
  readonly read: Reader;
  readonly #engine: Engine;
  readonly #lastWork: (() => Promise<void>)[] = [];
  readonly #queue: WriteQueue;
  #generation = 0;
  #foreignWrites: number;
  #foreignCheckedAt = 0;

  private constructor(engine: Engine) {
    this.#engine = engine;
    this.read = engine.read;
    this.#queue = new WriteQueue(
      (error) => engine.faultOf(error) === "busy",
      async () => (await movedSince(engine.read).catch(() => null)) !== null,
    );
    this.#foreignWrites = engine.foreignWrites();
  }

  /**
   * Opens the file for reading and writing; it is created when missing, not migrated.
   * @param addressKey what erased addresses are recognised by, 32 bytes; null where nobody is asked
   *   about
   */
  static open(file: string, addressKey: Buffer | null): Store {
    return new Store(openSqlite(file, addressKey));
  }

  /**
   * Opens a database of PostgreSQL by its address; it is not migrated.
   * @param addressKey as for `open`
   * @param options.serves for a server: whether no other one may have the database as long as this
   *   has it, or others that share their files with it may
   * @param options.directUrl an address that no pooler stands behind; `url` where none does
   * @throws PostgresRefused when it isn't one that does, can't be reached, or another server has it
   */
  static async connect(
    url: string,
    addressKey: Buffer | null,
    options: { serves?: "alone" | "among others"; directUrl?: string } = {},
  ): Promise<Store> {
    // What most installations never use is not loaded there.
    const { openPostgres } = await import("./postgres/engine.ts");
    return new Store(await openPostgres(url, addressKey, options));
  }

  /**
   * A private copy in memory of a database image, as tests clone it.
   * @param image stays the same but for two bytes of its header, and serves the next clone as well
   */
  static clone(image: Buffer, addressKey: Buffer = Buffer.alloc(32)): Store {
    return new Store(openSqliteImage(image, addressKey));
  }

  /** The whole database as bytes, for clones. */
  image(): Buffer {
    return this.#engine.image();
  }

  /**
   * Runs `work` in one IMMEDIATE transaction and returns its result after the commit is on the
   * disk. Nothing but database work may happen inside, and only through the transaction that is
   * passed in.
   * On a database that several servers have, content counts as written once each of them knows of it:
   * none answers from memory with what was before.
   * @param isContent false for rows that no page is made of, such as events: the generation stays
   * @throws StorageUnavailable when the lock is not free within five seconds of the request's
   *   waiting or is held for a move (503), or the disk is full (507).
   */
  async write<T>(work: (trx: Writer) => Promise<T>, isContent = true): Promise<T> {
    const guard = actionGuard.getStore();
    try {
      const guarded =
        guard === undefined
          ? work
          : async (trx: Writer) => {
              await guard.before(trx);
              return work(trx);
            };
      const { result, known } = await this.#queue.run(async () => {
        this.#engine.isContent = isContent;
        const done = await this.#engine.writer.transaction().execute(guarded);
        // Not waited for within the turn: the next write goes on meanwhile.
        return { result: done, known: isContent ? this.#engine.othersKnow() : null };
      });
      if (isContent) this.#generation += 1;
      await known;
      return result;
    } catch (error) {
      if (error instanceof StorageUnavailable && error.isUnknown) {
        // What may be saved counts as saved for what is kept in memory, and for a form that comes again.
        if (isContent) this.#generation += 1;
        guard?.unknown();
      }
      if (error instanceof WritesHeld)
        throw new StorageUnavailable(503, { cause: error, isMoving: true });
      const fault = this.#engine.faultOf(error);
      if (fault === "full") throw new StorageUnavailable(507, { cause: error });
      if (fault === "lost" || error instanceof WaitedTooLong)
        throw new StorageUnavailable(503, { cause: error });
      throw error;
    }
  }

  /**
   * Runs `work` as `write` would, gives what it returns, and writes nothing: how a page would look
   * is asked of the database itself, and then all of it is taken back.
   * @throws as `write`, and whatever `work` throws
   */
  async dryRunOf<T>(work: (trx: Writer) => Promise<T>): Promise<T> {
    const taken = new Rehearsed<T>();
    try {
      await this.write(async (trx) => {
        taken.value = { of: await work(trx) };
        throw taken;
      });
    } catch (error) {
      if (error !== taken) throw error;
    }
    if (taken.value === null) throw new Error("a rehearsal ended before it had begun");
    return taken.value.of;
  }

  /**
   * Whether the installation is being moved elsewhere: then nothing is begun whose outcome could not
   * be noted, such as an email, which the other place would send again. What a move left that was
   * killed is forgotten.
   */
  async isMoving(): Promise<boolean> {
    const at = await movedSince(this.read);
    if (at === null) return false;
    if (Math.abs(Date.now() - Date.parse(at)) < MOVE_LOOK_MS) return true;
    try {
      await this.write(
        (trx) => trx.deleteFrom("moves").where("state", "=", "leaving").execute(),
        false,
      );
      return false;
    } catch (error) {
      if (error instanceof StorageUnavailable) return true;
      throw error;
    }
  }

  /** Writes that have not begun, and how long each that has waited for its turn and the lock. */
  get writes(): Pick<WriteQueue, "length" | "waits"> {
    return this.#queue;
  }

  /**
   * Grows with every committed write of content of this process at once, and with those of other
   * processes as soon as this one is told (PostgreSQL), or within a tenth of a second (SQLite, the
   * command line). Caches in memory compare it before they trust themselves.
   */
  generation(): number {
    const now = Date.now();
    if (now - this.#foreignCheckedAt >= this.#engine.foreignEvery) {
      this.#foreignCheckedAt = now;
      const writes = this.#engine.foreignWrites();
      if (writes !== this.#foreignWrites) {
        this.#foreignWrites = writes;
        this.#generation += 1;
      }
    }
    return this.#generation;
  }

  /** The schema is the newest one: what it has for several servers can be used. */
  migrated(): void {
    this.#engine.migrated();
  }

  /** Other servers of the database that live; none where there can be one alone. */
  liveServers(): Promise<ServerFacts[]> {
    return this.#engine.liveServers();
  }

  /**
   * Serves from now on, among the other servers of the database where there may be others.
   * @param names the duties that it takes when they are free; all of them where it is alone
   * @returns its duties
   */
  join(server: ServerFacts, names: readonly DutyName[]): Promise<Membership> {
    return this.#engine.join(server, names);
  }

  /**
   * Takes what was deleted out of what lies beside the rows, such as a journal.
   */
  settle(): Promise<void> {
    return this.#engine.settle();
  }

  /** What the database takes of its disk, in bytes, by the kind of file. */
  sizes(): Promise<Record<string, number>> {
    return this.#engine.sizes();
  }

  /** Throws when the database can't be read or written; used by /readyz. */
  check(): Promise<void> {
    return this.#engine.check();
  }

  /** The unwrapped connection that writes, for migrations and the command line alone. */
  get connection(): Reader {
    return this.#engine.writer;
  }

  /** Has work done before the database is closed: what is in memory alone until then. */
  beforeClose(work: () => Promise<void>): void {
    this.#lastWork.push(work);
  }

  async close(): Promise<void> {
    for (const work of this.#lastWork.splice(0)) await work();
    await this.#engine.close();
  }
}

/** Since when the database says that it is being copied elsewhere; null where it says nothing. */
async function movedSince(db: Reader): Promise<string | null> {
  const row = await db
    .selectFrom("moves")
    .select("at")
    .where("state", "=", "leaving")
    .executeTakeFirst();
  return row?.at ?? null;
}
