import { randomBytes } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#platform/config.ts";
import { unlessMissing } from "#platform/files/errors.ts";
import { freeBytes, makeFolder, syncFolder } from "#platform/files/folders.ts";
import { keyFileOf, type InstallationKey } from "#platform/files/installation-key.ts";
import { sizeInWords } from "#values/file-size.ts";
import { VERSION } from "#platform/version.ts";
import { liveDatabase } from "./database.server.ts";
import { memberOf } from "./members.server.ts";
import {
  BackupRefused,
  KEY,
  MANIFEST,
  snapshotName,
  snapshotsIn,
  writeManifest,
  type Manifest,
} from "#model/backup.ts";
import { manifestOf, sha256 } from "#platform/backup/nightly-state.server.ts";
import { withFile } from "./tar.ts";

/** How many backups from before upgrades are kept. */
const KEPT = 3;
const PARTIAL = ".partial";

/** Where the backups from before upgrades lie in a data folder. */
export function upgradesFolder(dataDir: string): string {
  return path.join(dataDir, "upgrades");
}

/**
 * Copies the database and the key of a data folder before its migrations run. Stored files are not
 * copied: an upgrade only adds to them. One that was made of the very same state by a start that
 * broke off is not made again.
 * @returns where it lies
 * @throws BackupRefused when there is no room for it; nothing was changed then
 */
export async function backUpBeforeUpgrade(
  place: Pick<Config, "dataDir" | "database">,
  key: InstallationKey,
  at: Date,
): Promise<string> {
  const { dataDir } = place;
  const live = await liveDatabase(place);
  const folder = upgradesFolder(dataDir);
  const facts = await live.facts();
  const earlier = await newest(folder);
  if (
    earlier !== null &&
    facts.mark !== 0 &&
    earlier.manifest.mark === facts.mark &&
    earlier.manifest.migrations.join() === facts.migrations.join()
  )
    return earlier.path;
  // The migrations themselves write into a journal, which may become as large as the database.
  const needed = 2 * (await live.bytes());
  const free = await freeBytes(dataDir);
  if (free < needed)
    throw new BackupRefused(
      `This version changes the database of ${dataDir}, and backs it up first. For both there have to be ${sizeInWords(needed)} free there, and there are ${sizeInWords(free)}: make room and start again, or start the version of before. Nothing was changed.`,
    );
  const target = path.join(folder, snapshotName(at, false));
  const workshop = path.join(folder, `.${randomBytes(8).toString("hex")}${PARTIAL}`);
  try {
    await makeFolder(path.join(workshop, path.dirname(KEY)));
    const copied = await live.copyAsItIs(path.join(workshop, live.member));
    await writeFile(path.join(workshop, KEY), await readFile(keyFileOf(place)), { mode: 0o600 });
    const members = [];
    for (const name of [live.member, KEY]) {
      const file = path.join(workshop, name);
      const size = await withFile(file, "r+", async (handle) => {
        await handle.sync();
        return (await handle.stat()).size;
      });
      members.push(await memberOf(name, file, size));
    }
    const manifest: Manifest = {
      format: 1,
      version: VERSION,
      createdAt: at.toISOString(),
      ...copied,
      files: "left",
      keys: "within",
      keyId: key.id,
      members,
      faults: [],
    };
    await withFile(path.join(workshop, MANIFEST), "wx", async (handle) => {
      await handle.writeFile(writeManifest(manifest, sha256));
      await handle.sync();
    });
    await syncFolder(path.dirname(path.join(workshop, KEY)));
    await syncFolder(workshop);
    // Two starts in one second: the later one has what the earlier one has.
    await rm(target, { recursive: true, force: true });
    await rename(workshop, target);
    await syncFolder(folder);
  } catch (error) {
    await rm(workshop, { recursive: true, force: true });
    throw error;
  }
  await removeOld(folder);
  return target;
}

/** The last one that is whole; null when there is none. */
async function newest(folder: string): Promise<{ path: string; manifest: Manifest } | null> {
  const last = snapshotsIn(await readdir(folder).catch(unlessMissing([]))).at(-1);
  if (last === undefined) return null;
  const place = path.join(folder, last.name);
  return manifestOf(place).then(
    (manifest) => ({ path: place, manifest }),
    () => null,
  );
}

/** Leaves the newest ones, and nothing of those that broke off. */
async function removeOld(folder: string): Promise<void> {
  const names = await readdir(folder);
  const old = snapshotsIn(names)
    .slice(0, -KEPT)
    .map(({ name }) => name);
  for (const name of [...old, ...names.filter((found) => found.endsWith(PARTIAL))])
    await rm(path.join(folder, name), { recursive: true, force: true });
}
