import { permissionsOf, type Permission, type Role } from "#model/auth/permissions.ts";
import { isoNow } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { longestWaiting, waitingCount } from "#access/comments/store/comment-threads.server.ts";
import { pageViewsSince } from "#tenancy/visitor-events/store/page-views.server.ts";
import { dayIn, daysAfter, formatShortDate } from "#values/dates.ts";
import { VALIDITY_DAYS, weekOf, weeksBegin, WEEKS, type Validity } from "#model/home.ts";

const DAY_MS = 86_400_000;

type Permissions = ReadonlySet<Permission>;

/** What waits on the pages of the private area, by the page's first path segment. */
export type Badges = Readonly<Partial<Record<"requests" | "comments" | "updates", number>>>;

/**
 * How many things wait for somebody with these permissions; pages that they can't open are left
 * out.
 */
export async function badgesFor(
  db: Reader,
  orgId: string,
  permissions: Permissions,
): Promise<Badges> {
  const reviews = permissions.has("accounts:review");
  const publishes = permissions.has("updates:publish");
  if (!reviews && !publishes) return { requests: 0, comments: 0, updates: 0 };
  const { requests, comments, updates } = await db
    .selectNoFrom([
      openRequests(db, orgId)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .as("requests"),
      waitingCount(db, orgId).as("comments"),
      openDrafts(db, orgId)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .as("updates"),
    ])
    .executeTakeFirstOrThrow();
  return {
    requests: reviews ? Number(requests) : 0,
    comments: reviews ? Number(comments) : 0,
    updates: publishes ? Number(updates) : 0,
  };
}

/** The same for a role. */
export function badgesOf(db: Reader, orgId: string, role: Role): Promise<Badges> {
  return badgesFor(db, orgId, permissionsOf(role));
}

interface WaitingRows {
  count: number;
  /** The moment of the one that waits longest; null when none does. */
  oldest: string | null;
}

/** The access requests that wait for a decision; those that wait for their senders do not. */
function openRequests(db: Reader, orgId: string) {
  return inOrg(db, orgId)
    .selectFrom("accessRequests")
    .where("status", "=", "pending")
    .where("askedAt", "is", null);
}

/** The drafts of updates that wait for an approval. */
function openDrafts(db: Reader, orgId: string) {
  return inOrg(db, orgId).selectFrom("topicDrafts").where("submittedAt", "is not", null);
}

/** What waits of an org, and what is over. */
export interface WaitingFacts {
  requests: WaitingRows;
  /** The threads in which a member waits for an answer. */
  questions: WaitingRows;
  drafts: WaitingRows;
  /** The emails that could not be sent. */
  mails: number;
  /** The documents that have ended. */
  expired: number;
}

/** @param today YYYY-MM-DD in the org's time zone */
export async function waitingFacts(
  db: Reader,
  orgId: string,
  today: string,
): Promise<WaitingFacts> {
  const [requests, drafts] = [openRequests(db, orgId), openDrafts(db, orgId)];
  const row = await db
    .selectNoFrom([
      requests.select((eb) => eb.fn.countAll<number>().as("count")).as("requests"),
      requests
        .select((eb) =>
          eb.fn.min<string | null>(eb.fn.coalesce("answeredAt", "createdAt")).as("oldest"),
        )
        .as("oldestRequest"),
      waitingCount(db, orgId).as("questions"),
      longestWaiting(db, orgId).as("oldestQuestion"),
      drafts.select((eb) => eb.fn.countAll<number>().as("count")).as("drafts"),
      drafts.select((eb) => eb.fn.min<string | null>("submittedAt").as("oldest")).as("oldestDraft"),
      inOrg(db, orgId)
        .selectFrom("outbox")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("state", "=", "failed")
        .as("mails"),
      inOrg(db, orgId)
        .selectFrom("documents")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("expiresOn", "<", today)
        .as("expired"),
    ])
    .executeTakeFirstOrThrow();
  return {
    requests: { count: Number(row.requests), oldest: row.oldestRequest },
    questions: { count: Number(row.questions), oldest: row.oldestQuestion },
    drafts: { count: Number(row.drafts), oldest: row.oldestDraft },
    mails: Number(row.mails),
    expired: Number(row.expired),
  };
}

export interface EndingDocument {
  id: string;
  name: string;
  /** YYYY-MM-DD */
  expiresOn: string;
}

/**
 * The documents that end between two days, the nearest end first.
 * @param from YYYY-MM-DD in the org's time zone, included
 * @param to YYYY-MM-DD, included
 */
export async function documentsEnding(
  db: Reader,
  orgId: string,
  from: string,
  to: string,
): Promise<EndingDocument[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("documents")
    .select(["id", "originalName as name", "expiresOn"])
    .where("expiresOn", ">=", from)
    .where("expiresOn", "<=", to)
    .orderBy("expiresOn")
    .orderBy("sortKey")
    .orderBy("id")
    .execute();
  return rows.map(({ expiresOn, ...row }) => ({ ...row, expiresOn: expiresOn ?? to }));
}

/** Documents are told of so many days before they end. */
export const SOON_DAYS = 30;

/** So many are shown of what ends next. */
const MOST_ENDS = 8;

/** Until when an org's documents are good, the nearest end first: what ended of late is told, too. */
export async function documentValidity(
  db: Reader,
  org: { id: string; timeZone: string },
  now: Date,
): Promise<Validity[]> {
  const today = dayIn(now, org.timeZone);
  const rows = await documentsEnding(
    db,
    org.id,
    daysAfter(today, -SOON_DAYS),
    daysAfter(today, VALIDITY_DAYS),
  );
  return rows.slice(0, MOST_ENDS).map(({ id, name, expiresOn }) => ({
    id,
    name,
    days: Math.round((Date.parse(expiresOn) - Date.parse(today)) / DAY_MS),
    until: formatShortDate(expiresOn, org.timeZone),
  }));
}

/**
 * The requests of the last weeks, a row each: approved by a rule, approved by staff, declined,
 * still open.
 */
export async function requestsByWeek(
  db: Reader,
  orgId: string,
  now: Date,
): Promise<[byRule: number, byStaff: number, declined: number, open: number][]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("accessRequests")
    .select(["createdAt", "status", "ruleId"])
    .where("createdAt", ">=", isoNow(weeksBegin(now)))
    .where("status", "<>", "withdrawn")
    .execute();
  const weeks = Array.from({ length: WEEKS }, (): [number, number, number, number] => [0, 0, 0, 0]);
  for (const { createdAt, status, ruleId } of rows) {
    const week = weeks[weekOf(createdAt, now) ?? -1];
    if (week === undefined) continue;
    const series =
      status === "approved" ? (ruleId === null ? 1 : 0) : status === "declined" ? 2 : 3;
    week[series] += 1;
  }
  return weeks;
}

export interface AccessSteps {
  /** Pages of the portal that were opened; null where none was ever counted. */
  views: number | null;
  requests: number;
  approved: number;
  /** People who signed the NDA; null where the org asks for none, and nobody did. */
  signed: number | null;
  /** People who opened or downloaded a document with an account's access. */
  readers: number;
}

/** How far people came on the way to a document since a moment. */
export async function accessSteps(db: Reader, orgId: string, since: Date): Promise<AccessSteps> {
  const own = inOrg(db, orgId);
  const requests = own
    .selectFrom("accessRequests")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("createdAt", ">=", isoNow(since));
  const facts = await db
    .selectNoFrom([
      pageViewsSince(db, orgId, isoNow(since).slice(0, 10)).as("views"),
      requests.as("requests"),
      requests.where("status", "=", "approved").as("approved"),
      own
        .selectFrom("ndaSignatures")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("signedAt", ">=", isoNow(since))
        .where("importedAt", "is", null)
        .as("signed"),
      own.selectFrom("ndaSettings").select("provider").as("provider"),
      own
        .selectFrom("events")
        .select((eb) => eb.fn.count<number>("memberId").distinct().as("count"))
        .where("at", ">=", isoNow(since))
        .where("name", "=", "file engaged")
        .where("memberId", "is not", null)
        .as("readers"),
    ])
    .executeTakeFirstOrThrow();
  const signed = Number(facts.signed);
  return {
    views: facts.views === null ? null : Number(facts.views),
    requests: Number(facts.requests),
    approved: Number(facts.approved),
    signed: signed === 0 && (facts.provider === null || facts.provider === "none") ? null : signed,
    readers: Number(facts.readers),
  };
}

/** The documents that visitors and members opened most since a moment, the most read first. */
export async function mostRead(
  db: Reader,
  orgId: string,
  since: Date,
  limit: number,
): Promise<{ id: string; name: string; reads: number }[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("events as e")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.orgId", "=", "e.orgId").onRef("d.id", "=", "e.documentId"),
    )
    .select((eb) => ["d.id", "d.originalName as name", eb.fn.countAll<number>().as("reads")])
    .where("e.at", ">=", isoNow(since))
    .where("e.name", "=", "file engaged")
    .where("e.viewerKind", "not in", ["main", "preview"])
    .groupBy(["d.id", "d.originalName"])
    .orderBy("reads", "desc")
    .orderBy("d.originalName")
    .orderBy("d.id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, reads: Number(row.reads) }));
}
