import { pattern } from "#db/patterns.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** The record as an org's staff read it: narrowed, by pages, or whole as it is exported. */

export interface AuditRow {
  id: string;
  at: string;
  actorName: string;
  action: string;
  subject: string | null;
  detail: string | null;
  /** The details by their names. */
  facts: Readonly<Record<string, unknown>>;
  ip: string | null;
}

export interface AuditPage {
  rows: AuditRow[];
  page: number;
  pages: number;
  total: number;
}

/** What the record is narrowed to; whatever is left out narrows nothing. */
export interface AuditFilter {
  /** A part of the name of who did it. */
  who?: string;
  /** Nouns that actions begin with: `staff` is every `staff.…`. */
  nouns?: readonly string[];
  /** A part of the subject or of the details. */
  about?: string;
  /** From this moment on, as ISO time. */
  from?: string | null;
  /** Before this moment. */
  before?: string | null;
  /**
   * At this moment or earlier: the pages of one look at the record stay the same while it grows.
   */
  upTo?: string | null;
}

export const AUDIT_PER_PAGE = 50;

/** An org's record, newest first. A page that does not exist gives the nearest one that does. */
export async function listAudit(
  db: Reader,
  orgId: string,
  { page, ...filter }: { page: number } & AuditFilter,
): Promise<AuditPage> {
  const counted = await matching(db, orgId, filter)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const total = Number(counted.total);
  const pages = Math.max(1, Math.ceil(total / AUDIT_PER_PAGE));
  const current = Math.min(Math.max(1, Math.trunc(page) || 1), pages);
  const rows = await matching(db, orgId, filter)
    .select(COLUMNS)
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(AUDIT_PER_PAGE)
    .offset((current - 1) * AUDIT_PER_PAGE)
    .execute();
  return { rows: rows.map(readable), page: current, pages, total };
}

/** Where a walk through the record stands: the last row that it had. */
export type AuditCursor = Pick<AuditRow, "at" | "id">;

/**
 * The next rows of a walk, newest first: each row of the record comes once, whatever is written
 * meanwhile.
 */
export async function nextAudit(
  db: Reader,
  orgId: string,
  filter: AuditFilter,
  after: AuditCursor | null,
  limit: number,
): Promise<AuditRow[]> {
  let query = matching(db, orgId, filter).select(COLUMNS);
  if (after !== null)
    query = query.where((eb) =>
      eb.or([eb("at", "<", after.at), eb.and([eb("at", "=", after.at), eb("id", ">", after.id)])]),
    );
  return (await query.orderBy("at", "desc").orderBy("id").limit(limit).execute()).map(readable);
}

const COLUMNS = ["id", "at", "actorName", "action", "subject", "detailJson", "ip"] as const;

function matching(
  db: Reader,
  orgId: string,
  { who = "", nouns = [], about = "", from = null, before = null, upTo = null }: AuditFilter,
) {
  let query = inOrg(db, orgId).selectFrom("audit");
  if (who !== "") query = query.where("actorName", "like", pattern("", who, ""));
  if (nouns.length > 0)
    query = query.where((eb) =>
      eb.or(nouns.map((noun) => eb("action", "like", pattern(`${noun}.`, "")))),
    );
  if (about !== "")
    query = query.where((eb) =>
      eb.or([
        eb("subject", "like", pattern("", about, "")),
        eb("detailJson", "like", pattern("", about, "")),
      ]),
    );
  if (from !== null) query = query.where("at", ">=", from);
  if (before !== null) query = query.where("at", "<", before);
  if (upTo !== null) query = query.where("at", "<=", upTo);
  return query;
}

function readable({
  detailJson,
  ...row
}: Omit<AuditRow, "detail" | "facts"> & { detailJson: string | null }): AuditRow {
  const stored: unknown = detailJson === null ? null : JSON.parse(detailJson);
  const facts = typeof stored === "object" && stored !== null ? { ...stored } : {};
  return { ...row, facts, detail: detailJson === null ? null : describe(facts) };
}

/** `{"role":"owner"}` as 'role: owner'. */
function describe(facts: Readonly<Record<string, unknown>>): string {
  return Object.entries(facts)
    .map(
      ([name, value]) =>
        `${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`,
    )
    .join(", ");
}
