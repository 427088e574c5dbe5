import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { integrityFault } from "#db/sqlite/integrity.ts";
import { journalState } from "#db/sqlite/journal.ts";
import { databaseFile, FolderRefused } from "./data-folder.ts";
import { hasBlobs } from "./files/installation-key.ts";
import { lockFolder, MOVING, RESTORING } from "./folder-lock.ts";

/**
 * Looks whether the database may be opened, before anything opens it: SQLite would replay a
 * stranger's journal, and a server would write on in a damaged file. Nothing is changed.
 * @param checked whether its pages are read, too, as a server does
 * @throws FolderRefused naming the fault and the remedy
 */
export async function checkDatabase(
  folder: string,
  { checked }: { checked: boolean },
): Promise<void> {
  refuseHalfRestored(folder);
  const file = databaseFile(folder);
  if (!existsSync(file) && (await hasBlobs(path.join(folder, "blobs"))))
    throw new FolderRefused(
      `${file} is missing, but ${path.join(folder, "blobs")} holds files that it names. Put the database from the same backup there and start again. Nothing was changed.`,
    );
  const state = await journalState(file);
  if (state === "foreign" || state === "orphan")
    throw new FolderRefused(
      `${file}-wal is not the journal of ${file}${state === "orphan" ? ", which is missing or empty" : ""}: the database was put here without it, or copied while a server wrote. Started like this, it would be ruined. If you restored a backup, delete ${file}-wal and ${file}-shm, which the database before it left, and start again. If you did not, put back the trust.db that belongs to the journal: it may hold the last changes. Nothing was changed.`,
    );
  if (isForeignRollback(file))
    throw new FolderRefused(
      `${file}-journal isn’t a journal of this version, and ${file} would be changed by it. If you restored a backup, delete ${file}-journal and start again. Nothing was changed.`,
    );
  if (!checked) return;
  const fault = integrityFault(file);
  if (fault === null) return;
  throw new FolderRefused(
    `${file} is damaged (${fault}). Restore a backup. Delete trust.db, trust.db-wal and trust.db-shm in ${folder}, put the backup’s trust.db there, and start again.${
      state === "own"
        ? ` If this is a backup already, only ${file}-wal and ${file}-shm, which the database before it left, are too much.`
        : ""
    } Keep a copy of what you delete. Nothing was changed.`,
  );
}

/**
 * The look at a data folder whose database lies elsewhere.
 * @throws FolderRefused when it holds half of a backup, or a database of its own
 */
export function checkBesidePostgres(folder: string): void {
  refuseHalfRestored(folder);
  if (existsSync(databaseFile(folder)))
    throw new FolderRefused(
      `${folder} holds an installation on SQLite (trust.db), which DATABASE_URL doesn’t move. Move it with npm run move, set DATA_DIR to a new folder, or unset DATABASE_URL and INSTALLATION_KEY_FILE. Nothing was changed.`,
    );
}

/**
 * @throws FolderRefused when a backup or another installation is being put into the folder, or that
 *   broke off
 */
export function refuseHalfRestored(folder: string): void {
  if (existsSync(path.join(folder, RESTORING)))
    throw new FolderRefused(
      `A backup is being restored into ${folder}, or that was interrupted: what is there is incomplete. Wait for it, or run npm run restore again with the same backup. It starts over. Nothing was changed.`,
    );
  if (existsSync(path.join(folder, MOVING)))
    throw new FolderRefused(
      `An installation is being moved into ${folder}, or that was interrupted: what is there is incomplete. Wait for it, or run the same npm run move again. It goes on where it was. Nothing was changed.`,
    );
}

/**
 * Whether a rollback journal lies beside a database that has pages already: this product makes
 * none, and SQLite would play it back.
 */
function isForeignRollback(file: string): boolean {
  const journal = `${file}-journal`;
  return (
    existsSync(journal) &&
    statSync(journal).size > 512 &&
    existsSync(file) &&
    statSync(file).size > 64 * 1024
  );
}

/**
 * The look at the database that a command takes: a server that runs has had its own, and a journal
 * that is being written to can't be judged.
 * @throws FolderRefused as `checkDatabase`
 */
export async function checkForCommand(folder: string): Promise<void> {
  refuseHalfRestored(folder);
  const lock = await lockFolder(folder);
  if (lock === null) return;
  try {
    await checkDatabase(folder, { checked: false });
  } finally {
    lock.release();
  }
}
