import type Database from "better-sqlite3";
import { Kysely, type Transaction } from "kysely";
import { actionGuard } from "./action-guard.ts";
import type { Schema } from "./schema.ts";
import { ImmediateSqliteDialect } from "./sqlite/dialect.ts";
import { registerErasedAddresses } from "./sqlite/erased-addresses.ts";
import { isBusy, isDiskFull, openDatabase } from "./sqlite/open.ts";
import { WaitedTooLong, WriteQueue } from "./write-queue.ts";

export type Reader = Kysely<Schema>;
export type Writer = Transaction<Schema>;

/** A write that could not be made now. `status` and the message are what the visitor is told. */
export class StorageUnavailable extends Error {
  readonly status: 503 | 507;
  readonly retryAfterSeconds: number;

  constructor(status: 503 | 507, options?: { cause?: unknown }) {
    super(
      status === 507
        ? "There is no room to store this. Nothing was saved; please try again later."
        : "The database is busy. Nothing was saved; please try again in a moment.",
      options,
    );
    this.status = status;
    this.retryAfterSeconds = status === 507 ? 60 : 5;
  }
}

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
  readonly #writer: Reader;
  readonly #reading: Database.Database;
  readonly #writing: Database.Database;
  readonly #lastWork: (() => Promise<void>)[] = [];
  readonly #queue = new WriteQueue(isBusy);
  #generation = 0;
  #foreignVersion: number;
  #foreignCheckedAt = 0;

  private constructor(reading: Database.Database, writing: Database.Database) {
    this.#reading = reading;
    this.#writing = writing;
    this.#writer = new Kysely<Schema>({ dialect: new ImmediateSqliteDialect(writing) });
    this.read =
      reading === writing
        ? this.#writer
        : new Kysely<Schema>({ dialect: new ImmediateSqliteDialect(reading) });
    this.#foreignVersion = this.#dataVersion();
  }

  /**
   * Opens the file for reading and writing; it is created when missing, not migrated.
   * @param addressKey what erased addresses are recognised by, 32 bytes; null where nobody is asked
   *   about
   */
  static open(file: string, addressKey: Buffer | null): Store {
    const [reading, writing] = [openDatabase(file), openDatabase(file)];
    for (const database of [reading, writing]) registerErasedAddresses(database, addressKey);
    // Whoever waits for the write lock sleeps (db/write-queue): the driver would hold up everybody
    // else.
    writing.pragma("busy_timeout = 0");
    return new Store(reading, writing);
  }

  /**
   * A private copy in memory of a database image, as tests clone it.
   * @param image stays the same but for two bytes of its header, and serves the next clone as well
   */
  static clone(image: Buffer, addressKey: Buffer = Buffer.alloc(32)): Store {
    // A serialised WAL database says so in its header, and memory knows no WAL: bytes 18 and 19 say
    // rollback.
    image[18] = image[19] = 1;
    const database = openDatabase(image);
    registerErasedAddresses(database, addressKey);
    return new Store(database, database);
  }

  /** The whole database as bytes, for clones. */
  image(): Buffer {
    return this.#writing.serialize();
  }

  /**
   * Runs `work` in one IMMEDIATE transaction and returns its result after the commit is on the
   * disk. Nothing but database work may happen inside, and only through the transaction that is
   * passed in.
   * @param isContent false for rows that no page is made of, such as events: the generation stays
   * @throws StorageUnavailable when the lock is not free within five seconds of the request's
   *   waiting (503) or the disk is full (507).
   */
  async write<T>(work: (trx: Writer) => Promise<T>, isContent = true): Promise<T> {
    try {
      const guard = actionGuard.getStore();
      const guarded =
        guard === undefined
          ? work
          : async (trx: Writer) => {
              await guard.before(trx);
              return work(trx);
            };
      const result = await this.#queue.run(() => this.#writer.transaction().execute(guarded));
      if (isContent) this.#generation += 1;
      return result;
    } catch (error) {
      if (isDiskFull(error)) throw new StorageUnavailable(507, { cause: error });
      if (error instanceof WaitedTooLong) throw new StorageUnavailable(503, { cause: error });
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

  /** Writes that have not begun, and how long each that has waited for its turn and the lock. */
  get writes(): Pick<WriteQueue, "length" | "waits"> {
    return this.#queue;
  }

  /**
   * Grows with every committed write of content of this process at once, and with those of other
   * processes (the command line) within a tenth of a second. Caches in memory compare it before
   * they trust themselves.
   */
  generation(): number {
    const now = Date.now();
    if (now - this.#foreignCheckedAt >= 100) {
      this.#foreignCheckedAt = now;
      const version = this.#dataVersion();
      if (version !== this.#foreignVersion) {
        this.#foreignVersion = version;
        this.#generation += 1;
      }
    }
    return this.#generation;
  }

  /**
   * Puts the journal's pages into the file and empties it, so that nothing that was deleted is left
   * there. Readers of a moment ago may keep a part of it: then it goes with the next one.
   */
  settle(): void {
    this.#writing.pragma("wal_checkpoint(TRUNCATE)");
  }

  /** Throws when the database can't be read or written; used by /readyz. */
  check(): void {
    this.#reading.prepare("select 1").get();
    this.#writing.prepare("select 1").get();
  }

  /** The unwrapped connection that writes, for migrations and the command line alone. */
  get connection(): Reader {
    return this.#writer;
  }

  /** Has work done before the database is closed: what is in memory alone until then. */
  beforeClose(work: () => Promise<void>): void {
    this.#lastWork.push(work);
  }

  async close(): Promise<void> {
    for (const work of this.#lastWork.splice(0)) await work();
    await this.#writer.destroy();
    if (this.read !== this.#writer) await this.read.destroy();
  }

  /**
   * Asked of the connection that writes: what it wrote itself doesn't change it, what other
   * processes write does.
   */
  #dataVersion(): number {
    return this.#writing.pragma("data_version", { simple: true }) as number;
  }
}
