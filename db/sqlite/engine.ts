import type Database from "better-sqlite3";
import { stat } from "node:fs/promises";
import { type Engine, ErasedAddresses, type Fault, type Reader } from "../engine.ts";
import type { Schema } from "../schema.ts";
import { ALONE, type Membership, type ServerFacts } from "../servers.ts";
import { isBusy, isDiskFull, openDatabase } from "./open.ts";
import { sqliteKysely } from "./own.ts";

/** A file of SQLite: reads on a connection of their own beside the one that writes. */
class SqliteEngine implements Engine {
  readonly read: Reader;
  readonly writer: Reader;
  readonly foreignEvery = 100;
  isContent = true;
  readonly #reading: Database.Database;
  readonly #writing: Database.Database;

  constructor(reading: Database.Database, writing: Database.Database, addressKey: Buffer | null) {
    const addresses = new ErasedAddresses(addressKey);
    this.#reading = reading;
    this.#writing = writing;
    this.writer = sqliteKysely<Schema>(writing, addresses);
    this.read = reading === writing ? this.writer : sqliteKysely<Schema>(reading, addresses);
  }

  faultOf(error: unknown): Fault | null {
    if (isDiskFull(error)) return "full";
    return isBusy(error) ? "busy" : null;
  }

  /**
   * Asked of the connection that writes: what it wrote itself doesn't change it, what other
   * processes write does.
   */
  foreignWrites(): number {
    return this.#writing.pragma("data_version", { simple: true }) as number;
  }

  /** There is one server on a file: whoever has the lock of its folder. */
  othersKnow(): Promise<void> {
    return Promise.resolve();
  }

  migrated(): void {
    // Nobody else counts anything.
  }

  liveServers(): Promise<ServerFacts[]> {
    return Promise.resolve([]);
  }

  join(): Promise<Membership> {
    return Promise.resolve(ALONE);
  }

  /**
   * Puts the journal's pages into the file and empties it, so that nothing that was deleted is left
   * there. Readers of a moment ago may keep a part of it: then it goes with the next one. It waits
   * for its turn: SQLite refuses it within a transaction of another.
   */
  async settle(): Promise<void> {
    await this.writer.connection().execute(async () => {
      this.#writing.pragma("wal_checkpoint(TRUNCATE)");
    });
  }

  async check(): Promise<void> {
    this.#reading.prepare("select 1").get();
    this.#writing.prepare("select 1").get();
  }

  async sizes(): Promise<Record<string, number>> {
    const bytes = async (file: string) => (await stat(file).catch(() => null))?.size ?? 0;
    const file = this.#writing.name;
    return { data: await bytes(file), journal: await bytes(`${file}-wal`) };
  }

  image(): Buffer {
    return this.#writing.serialize();
  }

  async close(): Promise<void> {
    await this.writer.destroy();
    if (this.read !== this.writer) await this.read.destroy();
  }
}

/** Opens a file for reading and writing; it is created when missing. */
export function openSqlite(file: string, addressKey: Buffer | null): Engine {
  const [reading, writing] = [openDatabase(file), openDatabase(file)];
  // Whoever waits for the write lock sleeps (db/write-queue): the driver would hold up everybody
  // else.
  writing.pragma("busy_timeout = 0");
  return new SqliteEngine(reading, writing, addressKey);
}

/** A private copy in memory of a database image. */
export function openSqliteImage(image: Buffer, addressKey: Buffer): Engine {
  // A serialised WAL database says so in its header, and memory knows no WAL: bytes 18 and 19 say
  // rollback.
  image[18] = image[19] = 1;
  const database = openDatabase(image);
  return new SqliteEngine(database, database, addressKey);
}
