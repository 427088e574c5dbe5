import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { isMigrated } from "#db/migrate.ts";
import type { ServerFacts } from "#db/servers.ts";
import type { Reader, Store, Writer } from "#db/store.ts";
import { StorageUnavailable } from "#db/unavailable.ts";
import { copiedTables, copyTable, countRows } from "#db/table-copy.ts";
import { roomFault } from "#model/backup.ts";
import type { Config } from "#platform/config.ts";
import { databaseFile, makeDataFolder } from "#platform/data-folder.ts";
import { checkBesidePostgres, checkForCommand } from "#platform/database-check.ts";
import { freeBytes } from "#platform/files/folders.ts";
import { keyFileOf } from "#platform/files/installation-key.ts";
import { blobsOfCommand } from "#platform/files/open-place.ts";
import { totalSize } from "#platform/files/store/blobs.server.ts";
import { lockFolder, type FolderLock } from "#platform/folder-lock.ts";
import { forgetMove, moveNoted, noteLeft, noteMove } from "#platform/move/store/moves.server.ts";
import { type OpenedDatabase, openDatabaseOf } from "#platform/open-database.ts";
import { FilesOnTheWay } from "./files.server.ts";
import { addressInWords, type Destination, MoveRefused } from "./rules/destination.ts";
import { type MoveTarget, openTarget } from "./target.server.ts";
import type { WholeDestination } from "./target-files.server.ts";

/** How often the source is told that somebody is at work, in milliseconds: an idle transaction ends. */
const BEAT_MS = 1_000;
/** How long what the source's server has begun may take to be noted, in milliseconds. */
const SETTLE_MS = 3_000;
/** How long it tries to get the lock of all writes, in milliseconds. */
const HOLD_WITHIN_MS = 60_000;
/** How often it is looked whether the source's server has ended, in milliseconds. */
const LOOK_MS = 1_000;

type Place = Pick<Config, "dataDir" | "database" | "blobs">;

/** What a move tells while it goes on. */
export interface MoveNews {
  /** Files are copied; everything works meanwhile. */
  files(count: number, bytes: number): void;
  /** Nothing is changed at the source from now on. */
  held(rows: number): void;
  /**
   * All is there; the servers of the source have to be stopped by hand.
   * @param servers those that share a database; none where there can be one alone
   */
  stopServer(servers: ServerFacts[]): void;
}

/** What was moved, and compared at both ends. */
export interface Moved {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  /** Stored files that the source has not whole, in words. */
  faults: string[];
}

/**
 * Moves an installation to another database and another folder: files first, while it goes on
 * working, then rows, while nobody writes. Everything is compared at both ends. Whatever ends it
 * before its end leaves the source as it was; run again, it goes on where it was.
 *
 * Nobody writes, for the move has the lock of all writes: a server that runs answers them with 503
 * and says why. If the move is killed the lock goes with it.
 * @throws MoveRefused, RowsRefused, and what the opening of either end throws
 */
export async function moveInstallation(
  from: Place,
  to: WholeDestination,
  { news, now, skipsDamaged }: { news: MoveNews; now: () => Date; skipsDamaged: boolean },
): Promise<Moved> {
  const source = await openSource(from);
  try {
    const left = await moveNoted(source.store.read, "left");
    const moving = { key: source.key, keyFile: keyFileOf(from), now: now(), left };
    const target = await openTarget(to, moving);
    try {
      const files = new FilesOnTheWay(await blobsOfCommand(from, source.key), target.blobs);
      if (target.isNew && to.files.blobs.kind === "folder")
        await requireRoom(source.store.read, to.dataDir);
      await files.bring(source.store.read, news.files);
      refuseDamaged(files, skipsDamaged);
      const noted = { place: placeInWords(to), keyId: source.key.id, at: now().toISOString() };
      if (left === null) {
        await noteMove(source.store, { ...noted, state: "leaving" });
        // From here on it begins no email; those that are under way are noted.
        if (await source.isServed()) await pause(SETTLE_MS);
      }
      const moved = await holding(source.store, async (trx) => {
        const copied = await copyAll(trx, target, news.held);
        await files.bring(trx, news.files);
        refuseDamaged(files, skipsDamaged);
        await source.untilAlone(news.stopServer);
        await noteLeft(trx, noted);
        return { ...copied, files: files.files, bytes: files.bytes, faults: files.faults };
      });
      await target.finish(now());
      return moved;
    } catch (error) {
      await forgetMove(source.store, "leaving").catch(() => undefined);
      throw error;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** The installation that is moved. */
interface Source extends Pick<OpenedDatabase, "store" | "key"> {
  /** Whether a server has it now. */
  isServed(): Promise<boolean>;
  /** Waits until no server has it, and keeps others from it. */
  untilAlone(tellFirst: (servers: ServerFacts[]) => void): Promise<void>;
  close(): Promise<void>;
}

/** @throws MoveRefused where it is of an earlier version, and as a command does */
async function openSource(from: Place): Promise<Source> {
  if (from.database === null) {
    if (!existsSync(databaseFile(from.dataDir)))
      throw new MoveRefused(
        `There is no installation in ${from.dataDir}. Set DATA_DIR to its data folder, or DATABASE_URL. Nothing was changed.`,
      );
    await checkForCommand(from.dataDir);
  } else {
    checkBesidePostgres(from.dataDir);
    // The command may run on a machine that has not served.
    await makeDataFolder(from.dataDir);
  }
  const { store, key } = await openDatabaseOf(from, { serves: false });
  let lock: FolderLock | null = null;
  try {
    if (!(await isMigrated(store.read)))
      throw new MoveRefused(
        "The installation was last started with another version. Start this version once, stop it, and move then. Nothing was changed.",
      );
    lock = await lockFolder(from.dataDir);
  } catch (error) {
    await store.close();
    throw error;
  }
  const isServed = async (): Promise<boolean> => {
    lock ??= await lockFolder(from.dataDir);
    if (lock === null) return true;
    if (from.database === null) return false;
    const { isServed: servedAt } = await import("#db/postgres/engine.ts");
    if (await servedAt(from.database.directUrl)) return true;
    // One that was cut off from the database for a moment has no lock until it is back.
    const live = await store.liveServers().catch(() => null);
    return live === null || live.length > 0;
  };
  return {
    store,
    key,
    isServed,
    async untilAlone(tellFirst) {
      if (!(await isServed())) return;
      tellFirst(await store.liveServers().catch(() => []));
      while (await isServed()) await pause(LOOK_MS);
    },
    async close() {
      await store.close();
      lock?.release();
    },
  };
}

/**
 * Undoes what a move noted at its source: servers start on it again.
 * @returns whether it was moved
 */
export async function stayInstallation(from: Place): Promise<boolean> {
  const source = await openSource(from);
  try {
    const wasLeaving = await forgetMove(source.store, "leaving");
    return (await forgetMove(source.store, "left")) || wasLeaving;
  } finally {
    await source.close();
  }
}

/** @throws MoveRefused when the disk of the target has no room for all files */
async function requireRoom(db: Reader, folder: string): Promise<void> {
  const fault = roomFault("the stored files", folder, {
    free: await freeBytes(folder),
    needed: await totalSize(db),
  });
  if (fault !== null) throw new MoveRefused(fault);
}

/** @throws MoveRefused where the source has files that it can't read */
function refuseDamaged({ faults }: FilesOnTheWay, skips: boolean): void {
  if (faults.length === 0 || skips) return;
  throw new MoveRefused(
    `${faults.length === 1 ? "A stored file is" : `${faults.length} stored files are`} missing or damaged: ${faults.slice(0, 5).join("; ")}. Restore what a backup has, or move without them with --skip-damaged. The installation stays where it is.`,
  );
}

/** Every row of every table, compared. */
async function copyAll(
  trx: Writer,
  { store }: MoveTarget,
  held: (rows: number) => void,
): Promise<{ tables: number; rows: number }> {
  const [tables, theirs] = [await copiedTables(trx), await copiedTables(store.read)];
  for (const { name, columns } of tables) {
    const own = theirs.find((table) => table.name === name);
    if (own?.columns.join() !== columns.join())
      throw new Error(`the table ${name} is another one at the target`);
  }
  held(await countRows(trx, tables));
  let rows = 0;
  for (const table of tables) rows += (await copyTable(trx, store, table)).rows;
  return { tables: tables.length, rows };
}

/**
 * Does work while nobody writes, in one transaction. A server in a rush may have the lock again and
 * again before this process gets it.
 */
async function holding<T>(store: Store, work: (trx: Writer) => Promise<T>): Promise<T> {
  let isHeld = false;
  for (const deadline = Date.now() + HOLD_WITHIN_MS; ;) {
    try {
      return await store.write(async (trx) => {
        isHeld = true;
        const beat = keepAwake(trx);
        try {
          return await work(trx);
        } finally {
          clearInterval(beat);
        }
      }, false);
    } catch (error) {
      if (!(error instanceof StorageUnavailable) || isHeld || Date.now() >= deadline) throw error;
    }
  }
}

/** Says now and then that the transaction is at work. @returns what ends that */
function keepAwake(trx: Writer): NodeJS.Timeout {
  return setInterval(() => void sql`select 1`.execute(trx).catch(() => undefined), BEAT_MS);
}

/** What the operator calls a place. */
export function placeInWords(to: Destination): string {
  return to.kind === "folder" ? databaseFile(to.dataDir) : addressInWords(to.url);
}
