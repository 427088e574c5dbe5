import path from "node:path";
import { parseArgs } from "node:util";
import { PostgresRefused } from "#db/engine.ts";
import { ConfigError, type Config } from "#platform/config.ts";
import { FolderRefused } from "#platform/data-folder.ts";
import { sizeInWords } from "#values/file-size.ts";
import { codeOf } from "#platform/files/errors.ts";
import { InstallationKeyError, keyFileOf } from "#platform/files/installation-key.ts";
import { BucketUnavailable } from "#platform/files/s3/unavailable.ts";
import { makeBackup } from "./make.server.ts";
import { checkBackup, restoreBackup } from "./restore.server.ts";
import { BackupRefused, DATABASE, DUMP, type Manifest } from "#model/backup.ts";

interface Parts {
  config: Pick<Config, "dataDir" | "database" | "blobs">;
  now: () => Date;
  say: (line: string) => void;
  complain: (line: string) => void;
}

const USAGE = `Usage:
  npm run backup -- FILE.tar               one file with everything, including the key
  npm run backup -- FOLDER/                another backup in a folder of backups, copying only new files
  npm run backup -- ... --keys apart       without the key. Keep keys/installation.key elsewhere
  npm run backup -- FOLDER/ --keep 7       and delete all but the newest seven
  npm run backup -- --check FILE.tar       a drill: restores it into a temporary folder and checks everything
  npm run restore -- FILE.tar              into DATA_DIR, which must be empty or missing (--keys FILE: where the key is)`;

/**
 * `npm run backup` and `npm run restore`.
 * @returns the exit code: 1 when nothing was done, or a backup has faults
 */
export async function backupCommands(parts: Parts, words: readonly string[]): Promise<number> {
  try {
    const [command, ...rest] = words;
    if (command === "restore") return await restore(parts, rest);
    return rest.includes("--check") ? await check(parts, rest) : await backup(parts, rest);
  } catch (error) {
    if (error instanceof TypeError && "code" in error) {
      parts.complain(`${error.message}\n\n${USAGE}`);
      return 1;
    }
    if (
      error instanceof BackupRefused ||
      error instanceof FolderRefused ||
      error instanceof ConfigError ||
      error instanceof PostgresRefused ||
      error instanceof InstallationKeyError
    )
      parts.complain(error.message);
    else if (error instanceof BucketUnavailable)
      parts.complain(
        `The bucket of BLOBS can’t be used now (${error.cause instanceof Error ? error.cause.message : "no answer"}). Nothing was completed. Check it with npm run doctor, then try again.`,
      );
    else if (codeOf(error) !== "" && error instanceof Error)
      parts.complain(
        `The operating system refused access (${error.message}). Check the paths and this user’s permissions.`,
      );
    else throw error;
    return 1;
  }
}

async function backup({ config, now, say, complain }: Parts, words: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { keys: { type: "string", default: "within" }, keep: { type: "string" } },
  });
  const target = one(positionals);
  const { keys, keep } = values;
  if (keys !== "within" && keys !== "apart")
    throw new BackupRefused(`--keys must be within or apart, not ${keys}.`);
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))
    throw new BackupRefused(`--keep must be 1 or more, not ${keep}.`);
  const made = await makeBackup(config.dataDir, target, {
    keys,
    keep: keep === undefined ? null : Number(keep),
    now,
    database: config.database,
    blobs: config.blobs,
  });
  const { manifest, files } = made;
  const database =
    manifest.members.find(({ name }) => name === DATABASE || name === DUMP)?.size ?? 0;
  say(
    `Backed up ${config.dataDir} as it was at ${momentOf(manifest)}: the database (${sizeInWords(database)}, ${rowsOf(manifest)} rows), ${filesInWords(files)}, ${keys === "within" ? "the key" : "not the key: keep a copy of keys/installation.key elsewhere"}.`,
  );
  say(made.path);
  if (manifest.faults.length === 0) return 0;
  complain(
    `${manifest.faults.length === 1 ? "A stored file was" : `${manifest.faults.length} stored files were`} missing or damaged in ${config.dataDir} and not included in this backup: ${manifest.faults.slice(0, 5).join("; ")}. npm run verify-files names them. An earlier backup may have them.`,
  );
  return 1;
}

async function check({ config, say, complain }: Parts, words: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { check: { type: "boolean" }, keys: { type: "string" } },
  });
  const place = one(positionals);
  const keys = values.keys === undefined ? [keyFileOf(config)] : [path.resolve(values.keys)];
  const { manifest, faults, files, decrypted } = await checkBackup(place, keys, config.database);
  say(
    `${path.resolve(place)}: version ${manifest.version}, made at ${momentOf(manifest)}, ${rowsOf(manifest)} rows, ${manifest.members.length} members.`,
  );
  for (const fault of faults) complain(`Wrong: ${fault}.`);
  if (faults.length > 0) {
    complain(
      "This backup can’t be fully restored. Use another one, and find out what damaged this one.",
    );
    return 1;
  }
  if (!decrypted) {
    complain(
      "Backup OK. All checksums match, and the database is intact with the expected row count. The key is kept apart, so no files were decrypted. Pass it with --keys FILE.",
    );
    return 1;
  }
  if (manifest.files === "left") {
    say(
      "Backup OK. All checksums match, and the database is intact with the expected row count. It was made before an upgrade, without files.",
    );
    return 0;
  }
  say(
    `Backup OK. All checksums match, the database is intact with the expected row count, and ${files.count === 1 ? "its file was" : `all ${files.count} files were`} decrypted (${sizeInWords(files.bytes)}).`,
  );
  return 0;
}

async function restore({ config, say, complain }: Parts, words: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { keys: { type: "string" } },
  });
  const place = one(positionals);
  const manifest = await restoreBackup(
    place,
    config.dataDir,
    values.keys ?? null,
    config.database,
    config.blobs,
  );
  say(
    `Restored into ${config.dataDir}: everything as it was at ${momentOf(manifest)}, ${rowsOf(manifest)} rows, ${manifest.members.length} members. All checksums match. Start it with npm start.`,
  );
  if (manifest.faults.length === 0) return 0;
  complain(
    `${manifest.faults.length} stored file(s) were already missing or damaged when it was made: ${manifest.faults.slice(0, 5).join("; ")}.`,
  );
  return 0;
}

function one(positionals: readonly string[]): string {
  const [only, ...more] = positionals;
  if (only === undefined || more.length > 0) throw new BackupRefused(USAGE);
  return only;
}

function momentOf({ createdAt }: Manifest): string {
  return `${createdAt.slice(0, 16).replace("T", " ")} UTC`;
}

function rowsOf({ counts }: Manifest): string {
  return Object.values(counts)
    .reduce((sum, count) => sum + count, 0)
    .toLocaleString("en");
}

function filesInWords({
  count,
  bytes,
  copied,
}: {
  count: number;
  bytes: number;
  copied: number;
}): string {
  if (count === 0) return "no files";
  const all = `${count === 1 ? "1 file" : `${count} files`} (${sizeInWords(bytes)}`;
  return copied === bytes ? `${all})` : `${all}, of which ${sizeInWords(copied)} were new)`;
}
