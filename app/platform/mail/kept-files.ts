import { unlink } from "node:fs/promises";
import path from "node:path";

/** The name of the file that a kept mail is (platform/mail/transports/open-transport): its time, then its id. */
export function keptFileName({ id, date }: { id: string; date: Date }): string {
  return `${date.toISOString().replace(/[-:.]/g, "")}-${id}.eml`;
}

/**
 * Removes the files of mails whose text is gone from the database; where mail leaves there are
 * none.
 */
export function removeKeptFiles(
  dataDir: string,
  mails: readonly { id: string; createdAt: string }[],
): Promise<void> {
  return removeFrom(path.join(dataDir, "mail"), mails);
}

/** The same, in the folder itself. */
export async function removeFrom(
  folder: string,
  mails: readonly { id: string; createdAt: string }[],
): Promise<void> {
  for (const { id, createdAt } of mails) {
    await unlink(path.join(folder, keptFileName({ id, date: new Date(createdAt) }))).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
      },
    );
  }
}
