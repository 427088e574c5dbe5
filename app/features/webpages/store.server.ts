import { recordAudit, type Actor } from "../audit/store/audit.server.ts";
import { isoNow, newId } from "../../../db/ids.ts";
import { contentChanged, type Org } from "../orgs/store/orgs.server.ts";
import { mustChange, Refused } from "../../../db/refusals.ts";
import type { WebpagesTable } from "../../../db/schema.ts";
import type { Reader, Writer } from "../../../db/store.ts";
import {
  isOnHosts,
  MAX_WEBPAGES,
  NIGHTS_UNTIL_GONE,
  ownHosts,
  READ_EVERY_MS,
  RUN_ENDS_MS,
  type PageReading,
} from "./rules.ts";

/** Whose pages they are. */
type Owner = Pick<Org, "id" | "websiteUrl">;

/** A page as its list shows it. */
export type ListedWebpage = Omit<WebpagesTable, "orgId" | "text">;

/** A page that the search finds. */
export interface FoundWebpage {
  id: string;
  url: string;
  title: string | null;
}

const LISTED = [
  "id",
  "url",
  "title",
  "bytes",
  "status",
  "readAt",
  "failedAt",
  "fault",
  "nightsMissing",
  "addedAt",
] as const;

/**
 * The hosts whose pages an org may list, now: what is not its own any more is neither read nor
 * found.
 */
export async function webpageHosts(db: Reader, { id, websiteUrl }: Owner): Promise<Set<string>> {
  const domains = await db
    .selectFrom("domains")
    .select("host")
    .where("orgId", "=", id)
    .where("verifiedAt", "is not", null)
    .orderBy("host")
    .execute();
  return ownHosts(
    domains.map(({ host }) => host),
    websiteUrl,
  );
}

/** The pages that an org lists, by their addresses. */
export async function listWebpages(db: Reader, orgId: string): Promise<ListedWebpage[]> {
  return db
    .selectFrom("webpages")
    .select(LISTED)
    .where("orgId", "=", orgId)
    .orderBy("url")
    .execute();
}

/** The pages whose text is found, by everybody. */
export async function foundWebpages(db: Reader, org: Owner): Promise<FoundWebpage[]> {
  const rows = await db
    .selectFrom("webpages")
    .select(["id", "url", "title"])
    .where("orgId", "=", org.id)
    .where("readAt", "is not", null)
    .where("status", "!=", "gone")
    .orderBy("url")
    .execute();
  if (rows.length === 0) return [];
  const hosts = await webpageHosts(db, org);
  return rows.filter(({ url }) => isOnHosts(url, hosts));
}

/** The text of one page; empty for one that was removed meanwhile. */
export async function webpageText(db: Reader, orgId: string, id: string): Promise<string> {
  const row = await db
    .selectFrom("webpages")
    .select("text")
    .where("orgId", "=", orgId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.text ?? "";
}

/**
 * Lists a page, to be read with the next reading.
 * @param url as `readWebpageUrl` made it
 * @throws Refused for another company's page, for one that is listed, and beyond 200
 */
export async function addWebpage(
  trx: Writer,
  org: Owner,
  url: string,
  by: Actor,
  now: Date,
): Promise<string> {
  const hosts = await webpageHosts(trx, org);
  if (!isOnHosts(url, hosts)) {
    const own = [...hosts].filter((host) => !host.startsWith("www."));
    throw new Refused(
      own.length === 0
        ? "Set the company’s website under General, or verify a domain: only pages there can be listed."
        : `Only pages of the company’s own site can be listed: ${own.join(", ")}.`,
      "url",
    );
  }
  const listed = await trx
    .selectFrom("webpages")
    .select("url")
    .where("orgId", "=", org.id)
    .execute();
  if (listed.some((page) => page.url === url))
    throw new Refused("This page is in the list already.", "url");
  if (listed.length >= MAX_WEBPAGES)
    throw new Refused(`The list holds at most ${MAX_WEBPAGES} pages.`, "url");
  const id = newId();
  await trx
    .insertInto("webpages")
    .values({
      orgId: org.id,
      id,
      url,
      title: null,
      text: "",
      bytes: 0,
      status: "waiting",
      readAt: null,
      failedAt: null,
      fault: null,
      nightsMissing: 0,
      addedAt: isoNow(now),
    })
    .execute();
  await recordAudit(trx, { orgId: org.id, by, action: "webpage.added", subject: url, now });
  return id;
}

/** Takes a page off the list, and out of what is found. @returns its address @throws NotFound */
export async function removeWebpage(
  trx: Writer,
  orgId: string,
  id: string,
  by: Actor,
  now: Date,
): Promise<string> {
  const page = await trx
    .selectFrom("webpages")
    .select("url")
    .where("orgId", "=", orgId)
    .where("id", "=", id)
    .executeTakeFirst();
  const result = await trx
    .deleteFrom("webpages")
    .where("orgId", "=", orgId)
    .where("id", "=", id)
    .executeTakeFirst();
  mustChange(result, "webpage");
  const url = page?.url ?? "";
  await recordAudit(trx, { orgId, by, action: "webpage.removed", subject: url, now });
  await contentChanged(trx, orgId);
  return url;
}

/** The last reading of an org's pages; null when there was none. */
export async function lastReading(
  db: Reader,
  orgId: string,
  now: Date,
): Promise<{ startedAt: string; isRunning: boolean } | null> {
  const row = await db
    .selectFrom("webpageReadings")
    .select(["startedAt", "endedAt"])
    .where("orgId", "=", orgId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const age = now.getTime() - Date.parse(row.startedAt);
  return {
    startedAt: row.startedAt,
    isRunning: row.endedAt === null && Math.abs(age) < RUN_ENDS_MS,
  };
}

/**
 * Begins a reading of all pages, the only one of the org.
 * @param by who asked for it; null: the clock, which waits for no minute to pass
 * @returns the reading's id, for `endReading`; null when the clock finds one that goes on
 * @throws Refused for somebody who asks while one goes on, or again within a minute
 */
export async function beginReading(
  trx: Writer,
  orgId: string,
  by: Actor | null,
  now: Date,
): Promise<string | null> {
  const last = await lastReading(trx, orgId, now);
  if (last?.isRunning) {
    if (by === null) return null;
    throw new Refused("The pages are being read at this moment.");
  }
  if (by !== null && last !== null) {
    const age = now.getTime() - Date.parse(last.startedAt);
    if (age >= 0 && age < READ_EVERY_MS)
      throw new Refused("The pages were read less than a minute ago. Try again in a minute.");
  }
  const reading = { id: newId(), startedAt: isoNow(now), endedAt: null };
  await trx
    .insertInto("webpageReadings")
    .values({ orgId, ...reading })
    .onConflict((conflict) => conflict.column("orgId").doUpdateSet(reading))
    .execute();
  if (by !== null) await recordAudit(trx, { orgId, by, action: "webpages.read", now });
  return reading.id;
}

/** Ends a reading; one that another took the place of meanwhile is ended already. */
export async function endReading(trx: Writer, orgId: string, id: string, now: Date): Promise<void> {
  await trx
    .updateTable("webpageReadings")
    .set({ endedAt: isoNow(now) })
    .where("orgId", "=", orgId)
    .where("id", "=", id)
    .execute();
}

/**
 * Keeps what a reading found of a page. One that failed keeps its last text; one that is not there
 * for three nights in a row, or asks not to be found, loses it.
 * @param night whether this is the reading of the night, which alone counts how long a page is
 *   missing
 */
export async function keepPageReading(
  trx: Writer,
  orgId: string,
  id: string,
  reading: PageReading,
  { night, now }: { night: boolean; now: Date },
): Promise<void> {
  const before = await trx
    .selectFrom("webpages")
    .select(["title", "text", "status", "readAt", "nightsMissing"])
    .where("orgId", "=", orgId)
    .where("id", "=", id)
    .executeTakeFirst();
  // It was removed while it was read.
  if (before === undefined) return;
  const after = afterReading(before, reading, night, isoNow(now));
  await trx
    .updateTable("webpages")
    .set({ ...after, bytes: Buffer.byteLength(after.text) })
    .where("orgId", "=", orgId)
    .where("id", "=", id)
    .execute();
  if (
    isFound(before) !== isFound(after) ||
    (isFound(after) && (before.title !== after.title || before.text !== after.text))
  )
    await contentChanged(trx, orgId);
}

type Kept = Pick<
  WebpagesTable,
  "title" | "text" | "status" | "readAt" | "failedAt" | "fault" | "nightsMissing"
>;

function isFound({ status, readAt }: Pick<Kept, "status" | "readAt">): boolean {
  return readAt !== null && status !== "gone";
}

function afterReading(
  before: Omit<Kept, "failedAt" | "fault">,
  reading: PageReading,
  night: boolean,
  at: string,
): Kept {
  if (reading.outcome === "read")
    return {
      title: reading.title,
      text: reading.text,
      status: "read",
      readAt: at,
      failedAt: null,
      fault: null,
      nightsMissing: 0,
    };
  const failed = { ...before, failedAt: at, fault: reading.fault };
  if (reading.outcome === "unwanted")
    return { ...failed, text: "", status: "gone", nightsMissing: 0 };
  const nightsMissing = night
    ? reading.missing
      ? before.nightsMissing + 1
      : 0
    : before.nightsMissing;
  if (before.status === "gone" || nightsMissing >= NIGHTS_UNTIL_GONE)
    return { ...failed, text: "", status: "gone", nightsMissing };
  return { ...failed, status: "failed", nightsMissing };
}
