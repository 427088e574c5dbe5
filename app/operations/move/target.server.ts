import { existsSync } from "node:fs";
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { DatabaseServed, PostgresRefused } from "#db/engine.ts";
import { dueMigrations, migrate } from "#db/migrate.ts";
import type { MovesTable } from "#db/schema.ts";
import { Store } from "#db/store.ts";
import { copiedTables, isWithoutRows } from "#db/table-copy.ts";
import { ConfigError } from "#platform/config.ts";
import { databaseFile, FolderRefused, makeDataFolder } from "#platform/data-folder.ts";
import type { BlobStore } from "#platform/files/blob-store.ts";
import { unlessMissing } from "#platform/files/errors.ts";
import { syncFolder } from "#platform/files/folders.ts";
import {
  ADDRESS_KEY,
  copyKey,
  hasBlobs,
  type InstallationKey,
  keyFile,
  readKey,
} from "#platform/files/installation-key.ts";
import { blobsFolder, blobsOfCommand } from "#platform/files/open-place.ts";
import { BucketRefused } from "#platform/files/s3/unavailable.ts";
import { noteKey, notedKey } from "#platform/files/store/noted-key.server.ts";
import { isLeftByLocks, lockFolder, MOVING, type FolderLock } from "#platform/folder-lock.ts";
import { forgetMove, moveNoted, noteMove } from "#platform/move/store/moves.server.ts";
import { MoveRefused } from "./rules/destination.ts";
import type { WholeDestination } from "./target-files.server.ts";

/** Where an installation is moved to: open, empty or half full of it. */
export interface MoveTarget {
  /** Whether no earlier try was there. */
  isNew: boolean;
  store: Store;
  blobs: BlobStore;
  /** Everything is there: from now on a server starts on it. */
  finish(now: Date): Promise<void>;
  close(): Promise<void>;
}

/** Whose move it is. */
interface Moving {
  key: InstallationKey;
  /** The file of that key. */
  keyFile: string;
  now: Date;
  /** Where it was moved already; then that move can only be finished. */
  left: MovesTable | null;
}

/** What a move leaves in a data folder before it is done. */
const OWN = [
  MOVING,
  `${MOVING}.new`,
  "trust.db",
  "trust.db-journal",
  "trust.db-wal",
  "trust.db-shm",
  "blobs",
  "keys",
];

/**
 * Opens the place that an installation is moved to, with the newest schema, its key, and a mark that
 * keeps servers from it.
 * @throws MoveRefused when it holds something else, or a server runs on it; nothing was changed then
 */
export async function openTarget(to: WholeDestination, moving: Moving): Promise<MoveTarget> {
  await refuseOtherKey(to, moving);
  return to.kind === "folder" ? openFolder(to, moving) : openPostgres(to, moving);
}

/** @throws MoveRefused for what was moved already */
function refuseSecondMove({ left }: Moving): void {
  if (left !== null)
    throw new MoveRefused(
      `This installation was moved to ${left.place} on ${left.at.slice(0, 10)}. To use this copy again, run npm run move -- --stay first. Nothing was changed.`,
    );
}

async function refuseOtherKey(to: WholeDestination, { key }: Moving): Promise<void> {
  const file = to.kind === "folder" ? keyFile(to.dataDir) : to.keyFile;
  const found = await readKey(file);
  if (found !== null && found.id !== key.id)
    throw new MoveRefused(
      `${file} is the key of another installation. ${to.kind === "folder" ? "Name a new folder" : "Choose another path with --key"}. Nothing was changed.`,
    );
}

async function openFolder(to: WholeDestination, moving: Moving): Promise<MoveTarget> {
  const folder = to.dataDir;
  const isOwn = (await markIn(folder)) === moving.key.id;
  if (!isOwn) refuseSecondMove(moving);
  await refuseFullFolder(folder, isOwn);
  const blobs = await openBlobs(to, moving.key);
  const lock = await takenFolder(folder);
  try {
    await markFolder(folder, moving.key.id);
    await copyKey(moving.keyFile, keyFile(folder));
    const store = Store.open(databaseFile(folder), moving.key.derive(ADDRESS_KEY));
    await migrate(store.connection);
    return {
      isNew: !isOwn,
      store,
      blobs,
      async finish() {
        await store.settle();
        await rm(path.join(folder, MOVING));
        await syncFolder(folder);
      },
      async close() {
        await store.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openPostgres(
  to: Extract<WholeDestination, { kind: "postgres" }>,
  moving: Moving,
): Promise<MoveTarget> {
  const { url, dataDir, keyFile: file } = to;
  const store = await connected(url, moving.key);
  let lock: FolderLock;
  let isOwn: boolean;
  let blobs: BlobStore;
  try {
    const arriving = await moveNoted(store.read, "arriving");
    isOwn = arriving?.keyId === moving.key.id;
    if (arriving !== null && isOwn && arriving.place !== dataDir)
      throw new MoveRefused(
        `The database of --to holds half of a move whose files come into ${arriving.place}. Name that folder with --data. Nothing was changed.`,
      );
    if (!isOwn) {
      refuseSecondMove(moving);
      await refuseFullDatabase(store);
    }
    // The key may lie in the folder under any name.
    const [ownKey = ""] = path.relative(dataDir, file).split(path.sep);
    await refuseFullFolder(dataDir, isOwn, [...OWN, ownKey]);
    blobs = await openBlobs(to, moving.key);
    lock = await takenFolder(dataDir);
  } catch (error) {
    await store.close();
    throw error;
  }
  const close = async () => {
    await store.close();
    lock.release();
  };
  try {
    await migrate(store.connection);
    if (!isOwn)
      await noteMove(store, {
        state: "arriving",
        place: dataDir,
        keyId: moving.key.id,
        at: moving.now.toISOString(),
      });
    await copyKey(moving.keyFile, file);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    isNew: !isOwn,
    store,
    blobs,
    async finish(now) {
      if ((await notedKey(store.read)) === null) await noteKey(store, moving.key.id, now);
      await forgetMove(store, "arriving");
    },
    close,
  };
}

/**
 * Where the stored files come. A bucket is this installation's own from here on.
 * @throws MoveRefused for a bucket that can't be used, or that another installation has
 */
async function openBlobs(
  { dataDir, files }: WholeDestination,
  key: InstallationKey,
): Promise<BlobStore> {
  const { blobs, inOwnWords } = files;
  if (blobs.kind === "s3" && (await hasBlobs(blobsFolder(dataDir))))
    throw new MoveRefused(
      `${dataDir} holds stored files of a move without --blobs. Run that again, or name a new folder. Nothing was changed.`,
    );
  try {
    const store = await blobsOfCommand({ dataDir, blobs }, key);
    await store.check();
    return store;
  } catch (error) {
    if (error instanceof FolderRefused)
      throw new MoveRefused(
        "The bucket of --blobs holds files of another installation. Name another bucket, or a prefix such as s3://bucket/trust. Nothing was changed.",
        { cause: error },
      );
    if (error instanceof ConfigError)
      throw new MoveRefused(`${inOwnWords(error.message)} Nothing was changed.`, { cause: error });
    if (error instanceof BucketRefused)
      throw new MoveRefused(
        `The bucket of --blobs doesn’t do what it is asked (${error.message}). Correct --blobs, or try again later. Nothing was changed.`,
        { cause: error },
      );
    throw error;
  }
}

/**
 * Opens a database as its only server would, so that none starts there meanwhile.
 * @throws MoveRefused in the words of this command
 */
async function connected(url: string, key: InstallationKey): Promise<Store> {
  const { notificationsArrive } = await import("#db/postgres/engine.ts");
  // A pooler would keep the lock after this process has ended. What can't be asked is said below.
  if (!(await notificationsArrive(url, url).catch(() => true)))
    throw new MoveRefused(
      "--to goes through a pooler, such as PgBouncer in transaction mode. Use an address of the database without it. Nothing was changed.",
    );
  try {
    return await Store.connect(url, key.derive(ADDRESS_KEY), { serves: "alone" });
  } catch (error) {
    if (error instanceof DatabaseServed)
      throw new MoveRefused(
        "A server or another move uses the database of --to. Stop that first. Nothing was changed.",
        { cause: error },
      );
    if (!(error instanceof PostgresRefused)) throw error;
    throw new MoveRefused(error.message.replaceAll("DATABASE_URL", "--to"), { cause: error });
  }
}

/** @throws MoveRefused for a database with anything in it but the schema of this version */
async function refuseFullDatabase(store: Store): Promise<void> {
  // What keeps account of migrations is made before the first of them.
  const tables = await store.read.introspection.getTables();
  if (tables.length === 0) return;
  const isOurs = tables.some(({ name }) => name === "moves");
  const isEmpty =
    isOurs &&
    (await dueMigrations(store.connection)).length === 0 &&
    (await notedKey(store.read)) === null &&
    (await isWithoutRows(store.read, await copiedTables(store.read)));
  if (!isEmpty)
    throw new MoveRefused(
      "The database of --to isn’t empty. Create a new one, and move into that. Nothing was changed.",
    );
}

/** @throws MoveRefused for a folder with anything in it but what an own move left */
async function refuseFullFolder(
  folder: string,
  isOwn: boolean,
  own: readonly string[] = OWN,
): Promise<void> {
  const found = (await readdir(folder).catch(unlessMissing([]))).filter(
    (name) => !isLeftByLocks(name) && name !== `${MOVING}.new`,
  );
  const strange = found.filter((name) => !isOwn || !own.includes(name));
  if (strange.length > 0)
    throw new MoveRefused(
      `${folder} isn’t empty (${strange.slice(0, 3).join(", ")}${strange.length > 3 ? " ..." : ""}). Name a new folder. Nothing was changed.`,
    );
}

async function takenFolder(folder: string): Promise<FolderLock> {
  await makeDataFolder(folder);
  const lock = await lockFolder(folder);
  if (lock === null)
    throw new MoveRefused(
      `A server or another move uses ${folder}. Stop that first. Nothing was changed.`,
    );
  return lock;
}

/** The key of the installation that is half in a folder; null where none is. */
async function markIn(folder: string): Promise<string | null> {
  const text = await readFile(path.join(folder, MOVING), "utf8").catch(unlessMissing(null));
  return text === null ? null : text.trim();
}

/** Whole or not at all: what is half there begins anew. */
async function markFolder(folder: string, keyId: string): Promise<void> {
  const file = path.join(folder, MOVING);
  if (existsSync(file)) return;
  const handle = await open(`${file}.new`, "w", 0o600);
  try {
    await handle.writeFile(`${keyId}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  await syncFolder(folder);
}
