import path from "node:path";
import { parseArgs } from "node:util";
import { PostgresRefused } from "#db/engine.ts";
import type { ServerFacts } from "#db/servers.ts";
import { StorageUnavailable } from "#db/unavailable.ts";
import { RowsRefused } from "#db/table-copy.ts";
import { isPostgresAddress } from "#platform/environment.ts";
import { ConfigError, type Config } from "#platform/config.ts";
import { FolderRefused } from "#platform/data-folder.ts";
import { codeOf } from "#platform/files/errors.ts";
import { InstallationKeyError, keyFile } from "#platform/files/installation-key.ts";
import { sizeInWords } from "#values/file-size.ts";
import { moveInstallation, type Moved, placeInWords, stayInstallation } from "./move.server.ts";
import { MoveRefused } from "./rules/destination.ts";
import { targetFiles, type WholeDestination } from "./target-files.server.ts";

interface Parts {
  config: Pick<Config, "dataDir" | "database" | "blobs">;
  environment: Record<string, string | undefined>;
  now: () => Date;
  say: (line: string) => void;
  complain: (line: string) => void;
}

const USAGE = `Usage:
  npm run move -- --to postgres://USER@HOST/DATABASE --data FOLDER   into an empty PostgreSQL database and a new data folder
  npm run move -- --to FOLDER                                        into a new data folder, with SQLite
  npm run move -- ... --blobs s3://BUCKET?endpoint=URL               with the stored files in a bucket
  npm run move -- ... --key FILE                                     where PostgreSQL’s copy of the key goes (FOLDER/keys/installation.key)
  npm run move -- ... --skip-damaged                                 without stored files that are missing or damaged
  npm run move -- --stay                                             use this copy again after a move`;

/** How often it is told how far the files are, in milliseconds. */
const NEWS_MS = 10_000;

/**
 * `npm run move`: the installation of this environment to another place.
 * @returns the exit code: 1 when nothing was moved
 */
export async function moveCommand(parts: Parts, words: readonly string[]): Promise<number> {
  try {
    return await move(parts, words);
  } catch (error) {
    if (error instanceof TypeError && "code" in error)
      parts.complain(`${error.message}\n\n${USAGE}`);
    else if (error instanceof RowsRefused)
      parts.complain(
        `Nothing was moved: ${error.message}. The installation stays where it is. Please report this.`,
      );
    else if (
      error instanceof MoveRefused ||
      error instanceof FolderRefused ||
      error instanceof ConfigError ||
      error instanceof PostgresRefused ||
      error instanceof InstallationKeyError
    )
      parts.complain(error.message);
    else if (error instanceof StorageUnavailable)
      parts.complain(
        `The move was interrupted (${causeOf(error)}). Run the same command again. It goes on where it was.`,
      );
    else if (codeOf(error) !== "" && error instanceof Error)
      parts.complain(
        `The operating system refused access (${error.message}). Check the paths and this user’s permissions, and run the same command again.`,
      );
    else throw error;
    return 1;
  }
}

async function move({ config, environment, now, say, complain }: Parts, words: readonly string[]) {
  const { values } = parseArgs({
    args: [...words],
    options: {
      to: { type: "string" },
      data: { type: "string" },
      key: { type: "string" },
      blobs: { type: "string" },
      "skip-damaged": { type: "boolean" },
      stay: { type: "boolean" },
    },
  });
  if (values.stay === true) {
    const wasMoved = await stayInstallation(config);
    say(
      wasMoved
        ? "This copy can be started again. Don’t start the other one as well: two servers would send every email twice."
        : "This installation was not moved. Nothing was changed.",
    );
    return 0;
  }
  const to = destinationOf(values, environment);
  let toldAt = now().getTime();
  const moved = await moveInstallation(config, to, {
    now,
    skipsDamaged: values["skip-damaged"] === true,
    news: {
      files(count, bytes) {
        if (now().getTime() - toldAt < NEWS_MS) return;
        toldAt = now().getTime();
        say(`${filesInWords(count, bytes)} so far. Everything still works.`);
      },
      held: (rows) =>
        say(
          `The stored files are there. From here on, changes are refused with 503, and reading works. Copying ${rows.toLocaleString("en")} rows.`,
        ),
      stopServer: (servers) =>
        say(
          `Everything is there. Now stop ${serversInWords(servers)}. This command waits for that, and changes are refused until then.`,
        ),
    },
  });
  const { blobs: address } = values;
  for (const line of [...done(to, moved), ...variables(to, { address, from: config.blobs })])
    say(line);
  if (moved.faults.length === 0) return 0;
  complain(
    `${moved.faults.length} stored file(s) were already missing or damaged, and were not moved: ${moved.faults.slice(0, 5).join("; ")}.`,
  );
  return 0;
}

/** @throws MoveRefused with what is wrong with the words */
function destinationOf(
  {
    to,
    data,
    key,
    blobs,
  }: {
    to?: string | undefined;
    data?: string | undefined;
    key?: string | undefined;
    blobs?: string | undefined;
  },
  environment: Record<string, string | undefined>,
): WholeDestination {
  if (to === undefined || to === "" || blobs === "") throw new MoveRefused(USAGE);
  if (!/^postgres(?:ql)?:/i.test(to)) {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(to) || data !== undefined || key !== undefined)
      throw new MoveRefused(USAGE);
    const files = targetFiles(blobs ?? null, environment);
    return { kind: "folder", dataDir: path.resolve(to), files };
  }
  if (!isPostgresAddress(to))
    throw new MoveRefused(
      `--to isn’t the address of a PostgreSQL database. Use something like postgres://trust@db.example.com/trust.\n\n${USAGE}`,
    );
  if (data === undefined || data === "")
    throw new MoveRefused(
      `--data is missing: the new data folder, which holds the stored files.\n\n${USAGE}`,
    );
  const dataDir = path.resolve(data);
  return {
    kind: "postgres",
    url: to,
    dataDir,
    keyFile: key === undefined ? keyFile(dataDir) : path.resolve(key),
    files: targetFiles(blobs ?? null, environment),
  };
}

function done(to: WholeDestination, { tables, rows, files, bytes }: Moved): string[] {
  return [
    `Moved to ${placeInWords(to)}. Compared at both ends: ${rows.toLocaleString("en")} rows in ${tables} tables, and ${filesInWords(files, bytes)}.`,
    "Nothing was deleted here, but a server won’t start here again. Start it with these variables:",
  ];
}

/**
 * What the server has to be started with.
 * @param blobs.address as it was given; a bucket's address has no secret in it
 * @param blobs.from where the files were
 */
function variables(
  to: WholeDestination,
  { address, from }: { address: string | undefined; from: Config["blobs"] },
): string[] {
  const { blobs } = to.files;
  const lines = [`DATA_DIR=${to.dataDir}`];
  if (to.kind === "postgres")
    lines.push(
      `DATABASE_URL=${to.url.includes("@") && new URL(to.url).password !== "" ? `(the address of --to)` : to.url}`,
      `INSTALLATION_KEY_FILE=${to.keyFile}`,
    );
  else lines.push("DATABASE_URL and INSTALLATION_KEY_FILE unset");
  if (blobs.kind === "s3")
    lines.push(
      `BLOBS=${address}`,
      `AWS_ACCESS_KEY_ID=${blobs.keyId}`,
      "file" in blobs.secret
        ? `AWS_SECRET_ACCESS_KEY_FILE=${blobs.secret.file}`
        : "AWS_SECRET_ACCESS_KEY=(the secret of that key)",
    );
  else if (from.kind === "s3") lines.push("BLOBS unset");
  return lines;
}

function serversInWords(servers: readonly ServerFacts[]): string {
  return servers.length < 2
    ? "the server"
    : `all servers: ${servers.map(({ host, address }) => `${host} (${address})`).join(", ")}`;
}

function filesInWords(count: number, bytes: number): string {
  return `${count === 1 ? "1 stored file" : `${count.toLocaleString("en")} stored files`} (${sizeInWords(bytes)})`;
}

function causeOf(error: StorageUnavailable): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
