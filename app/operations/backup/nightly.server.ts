import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import path from "node:path";
import { currentEnvironment, type Config } from "#platform/config.ts";
import type { Duty } from "#db/store.ts";
import type { Services } from "#platform/context.ts";
import { isDue } from "#model/backup.ts";
import { errorWords } from "#values/error-words.ts";
import { announceFailedBackup } from "./failed-backup.server.ts";
import {
  listSnapshots,
  readNightly,
  writeNightly,
  type NightlyState,
} from "#platform/backup/nightly-state.server.ts";

type Parts = Pick<Services, "config" | "now" | "log">;

/** What a night is handed. */
interface Hands {
  /** Whether it is this server that makes them; another one only sees how they stand. */
  isOurs: () => boolean;
  /** Runs the command with these words. */
  make: (words: readonly string[]) => Promise<Ended>;
  /** Tells programs that a backup failed after one that did not. */
  tell: () => Promise<void>;
}

const LOOK_MS = 60_000;
/** Behind everything that somebody waits for. */
const LOW_PRIORITY = 10;
const MAX_FAULT = 1_000;

/**
 * Makes a backup each night where BACKUP_DIR asks for it, and one at the start when the last is
 * overdue. It is made by a process of its own, by the command that people use: no page waits for
 * it, and it ends with this one.
 * @param program the built server
 * @param duty whether it is this server that makes them
 * @returns ends it, and what is under way
 */
export function startNightly(
  parts: Parts & Pick<Services, "store">,
  program: string,
  duty: Duty,
): () => Promise<void> {
  const { backups } = parts.config;
  if (backups === null) return () => Promise.resolve();
  const stop = new AbortController();
  let running: Promise<void> | null = null;
  const look = () => {
    running ??= takeNight(parts, backups, {
      isOurs: () => duty.isHeld(),
      make: (words) => run(program, words, AbortSignal.any([stop.signal, duty.signal])),
      tell: () => announceFailedBackup(parts),
    })
      .catch((error: unknown) =>
        parts.log.error(
          { error: errorWords(error) },
          "the nightly backups could not be looked after",
        ),
      )
      .finally(() => {
        running = null;
      });
  };
  look();
  const timer = setInterval(look, LOOK_MS).unref();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  };
}

/** How a command ended: its words on standard error where it failed. */
export type Ended = { failed: string | null } | "stopped";

/**
 * Makes the backup that is due, if one is, and notes how they stand.
 */
export async function takeNight(
  { config, now, log }: Parts,
  backups: NonNullable<Config["backups"]>,
  { isOurs, make, tell }: Hands,
): Promise<void> {
  const { dataDir } = config;
  const before = await readNightly(dataDir);
  const seen = await lastGood(backups.folder, now());
  const failedAt = before.failedAt === null ? null : new Date(before.failedAt);
  if (!isOurs() || !isDue(now(), backups.at, { lastGood: seen, lastFailure: failedAt }))
    return note(dataDir, before, { ...before, lastGood: seen?.toISOString() ?? null });
  const ended = await make([
    "backup",
    `${backups.folder}${path.sep}`,
    "--keep",
    String(backups.keep),
    "--keys",
    backups.keys,
  ]);
  if (ended === "stopped") return;
  const after = (await lastGood(backups.folder, now()))?.toISOString() ?? null;
  if (ended.failed === null) {
    log.info({ folder: backups.folder }, "backup made");
    return note(dataDir, before, { lastGood: after, fault: null, failedAt: null });
  }
  log.warn({ folder: backups.folder, fault: ended.failed }, "the backup failed");
  // Told before it is noted: a process that ends in between tells it twice, and not never. A database that takes nothing
  // is no reason to try the backup again each minute.
  if (before.fault === null)
    await tell().catch((error: unknown) =>
      log.warn({ error: errorWords(error) }, "programs were not told that the backup failed"),
    );
  await note(dataDir, before, {
    lastGood: after ?? before.lastGood,
    fault: ended.failed,
    failedAt: now().toISOString(),
  });
}

/**
 * When the newest good backup was made; one of a time to come, which a wrong clock gave, counts for
 * nothing.
 */
async function lastGood(folder: string, now: Date): Promise<Date | null> {
  const all = await listSnapshots(folder);
  return all.findLast(({ faulty, at }) => !faulty && at <= now)?.at ?? null;
}

async function note(dataDir: string, before: NightlyState, state: NightlyState): Promise<void> {
  if (JSON.stringify(before) !== JSON.stringify(state)) await writeNightly(dataDir, state);
}

function run(program: string, words: readonly string[], signal: AbortSignal): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...words], {
      env: currentEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
      signal,
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = `${said}${text}`.slice(-MAX_FAULT);
    });
    child.on("error", (error) => resolve(signal.aborted ? "stopped" : { failed: error.message }));
    child.on("close", (code) => {
      if (signal.aborted) resolve("stopped");
      else resolve({ failed: code === 0 ? null : said.trim() || `it ended with ${code}` });
    });
    try {
      if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
    } catch {
      // It has ended already, or the system does not allow it: then it runs like everything else.
    }
  });
}
