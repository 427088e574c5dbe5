import { access, constants, statfs } from "node:fs/promises";
import type { Route } from "./+types/readyz";
import { isMigrated } from "#db/migrate.ts";
import { mailHealth } from "#platform/mail/store/mail-health.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { isEnding } from "#platform/ending.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { backupNotice } from "#model/backup.ts";
import { readNightly } from "#platform/backup/nightly-state.server.ts";
import { tryRenderer } from "#content/files/watermark/bounded-process.ts";
import { transportName } from "#platform/mail/transports/open-transport.ts";

export const handle: RouteHandle = { unqueued: true };

/** Less free disk than this, in bytes, and writes are about to fail. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;
/** How long it counts that the renderer started. */
const TRIED_MS = 60_000;

/**
 * Whether the installation can serve and store: database, disk and migrations, each by name. While
 * it ends it is not ready, so that nobody is sent to it. Whether the bucket of stored files answers
 * is told, too.
 * Whether mail leaves, whether files can be shown as pages, and whether the nightly backup is behind
 * where one is asked for, is told on this machine alone.
 */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { store, blobs, config, now } = context.get(servicesContext);
  const checks = {
    database: await passes(() => store.check()),
    disk: await passes(async () => {
      await access(config.dataDir, constants.W_OK);
      const { bavail, bsize } = await statfs(config.dataDir);
      if (bavail * bsize < MIN_FREE_BYTES) throw new Error("the disk is full");
    }),
    migrations: await passes(async () => {
      if (!(await isMigrated(store.read))) throw new Error("a migration is missing");
    }),
  };
  const ready = !isEnding() && Object.values(checks).every((check) => check === "ok");
  const status = ready ? 200 : 503;
  const said = isEnding() ? "ending" : "unavailable";
  // Pages are served without the bucket, and every server has the same one: nobody is sent away.
  const files =
    config.blobs.kind === "s3" ? { files: await passes(() => blobs.check()) } : undefined;
  const answer = { status: ready ? "ok" : said, checks: { ...checks, ...files } };
  if (context.get(hostContext).beside !== "machine") return Response.json(answer, { status });
  // Mail that can't leave waits and is no reason to send visitors elsewhere; staff are told
  // (staff/area).
  const mail = await passes(async () => {
    if (!(await mailHealth(store.read, transportName(config), now())).ok)
      throw new Error("mail can’t leave");
  });
  const renderer = await passes(() => rendererStarts(now()));
  if (config.backups === null) return Response.json({ ...answer, mail, renderer }, { status });
  const backup = await passes(async () => {
    const { lastGood, fault } = await readNightly(config.dataDir);
    const last = lastGood === null ? null : new Date(lastGood);
    if (backupNotice(now(), { lastGood: last, fault }) !== null) throw new Error("it is too old");
  });
  return Response.json({ ...answer, mail, renderer, backup }, { status });
}

let tried: { at: number; trial: Promise<void> } | null = null;

/** Whether files can be shown as pages: a renderer is started, at most once a minute. */
function rendererStarts(now: Date): Promise<void> {
  if (tried === null || Math.abs(now.getTime() - tried.at) >= TRIED_MS)
    tried = { at: now.getTime(), trial: tryRenderer() };
  return tried.trial;
}

async function passes(check: () => void | Promise<void>): Promise<"ok" | "failed"> {
  try {
    await check();
    return "ok";
  } catch {
    return "failed";
  }
}
