import { StorageUnavailable } from "#db/unavailable.ts";
import type { Store } from "#db/store.ts";
import { FolderRefused } from "#platform/data-folder.ts";
import { forgetMove, moveNoted } from "#platform/move/store/moves.server.ts";

/**
 * The look that a server takes before it serves an installation. What a move left that was given up
 * is forgotten.
 * @throws FolderRefused when the installation was moved elsewhere, or is being moved now
 */
export async function refuseMoved(store: Store): Promise<void> {
  const left = await moveNoted(store.read, "left");
  if (left !== null)
    throw new FolderRefused(
      `This installation was moved to ${left.place} on ${left.at.slice(0, 10)}. Start it there. To use this copy again instead, run npm run move -- --stay. Nothing was changed.`,
    );
  const leaving = await moveNoted(store.read, "leaving");
  if (leaving === null) return;
  try {
    await forgetMove(store, "leaving");
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    throw new FolderRefused(
      `This installation is being moved to ${leaving.place}. Wait until that ends, or stop it. Nothing was changed.`,
      { cause: error },
    );
  }
}

/** What to tell who runs a command on an installation that was moved; null where it was not. */
export async function movedWarning(store: Store): Promise<string | null> {
  const left = await moveNoted(store.read, "left");
  return left === null
    ? null
    : `this installation was moved to ${left.place} on ${left.at.slice(0, 10)}: what is changed here is not changed there`;
}
