import path from "node:path";
import { Store } from "#db/store.ts";
import { sharesFiles, type Config } from "./config.ts";
import { databaseFile, FolderRefused } from "./data-folder.ts";
import {
  ADDRESS_KEY,
  hasBlobs,
  type InstallationKey,
  InstallationKeyError,
  keyOrNew,
  loadInstallationKey,
} from "./files/installation-key.ts";
import { noteKey, notedKey } from "./files/store/noted-key.server.ts";
import { moveNoted } from "./move/store/moves.server.ts";

/** A database that is not migrated yet, and the key that its files are read with. */
export interface OpenedDatabase {
  store: Store;
  key: InstallationKey;
  /** Notes the key of a new database, once it has its schema. */
  noteKey: (now: Date) => Promise<void>;
}

/**
 * Opens the database of an installation and finds its key: in the data folder, or where DATABASE_URL
 * and INSTALLATION_KEY_FILE say.
 * @param serves whether it is opened for a server: no other may have the database then, or those
 *   that share its files
 * @throws InstallationKeyError, FolderRefused, PostgresRefused; nothing was changed then
 */
export async function openDatabaseOf(
  config: Pick<Config, "dataDir" | "database" | "blobs">,
  { serves }: { serves: boolean },
): Promise<OpenedDatabase> {
  const { dataDir, database } = config;
  if (database === null) {
    const key = await loadInstallationKey(dataDir);
    const store = Store.open(databaseFile(dataDir), key.derive(ADDRESS_KEY));
    return { store, key, noteKey: async () => undefined };
  }
  const { key, isNew, keep } = await keyOrNew(database.keyFile);
  const { url, directUrl } = database;
  const store = await Store.connect(url, key.derive(ADDRESS_KEY), {
    directUrl,
    ...(serves ? { serves: sharesFiles(config) ? "among others" : "alone" } : {}),
  });
  try {
    const noted = await notedKey(store.read);
    if (noted !== null && noted !== key.id)
      throw new InstallationKeyError(
        `${database.keyFile} is ${isNew ? "missing" : "not the key of this database"}: the database of DATABASE_URL was written with another key, without which no stored file can be read. Put that key there, from your backup. Nothing was changed.`,
      );
    if ((await moveNoted(store.read, "arriving")) !== null)
      throw new FolderRefused(
        "An installation is being moved into the database of DATABASE_URL, or that was interrupted: what is there is incomplete. Wait for it, or run the same npm run move again. It goes on where it was. Nothing was changed.",
      );
    if (noted === null && (await hasBlobs(path.join(dataDir, "blobs"))))
      throw new FolderRefused(
        `The database of DATABASE_URL is new, but ${path.join(dataDir, "blobs")} holds files of an installation. Set DATA_DIR to a new folder, or restore the database that belongs to it. Nothing was changed.`,
      );
    await keep();
    return {
      store,
      key,
      noteKey: async (now) => (noted === null ? noteKey(store, key.id, now) : undefined),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
