import type { ExpressionBuilder } from "kysely";
import type { RequestStatus } from "../rules/access-outcomes.ts";
import type { InboxQuery } from "../forms/inbox-query.ts";
import type { RequestFolder } from "../forms/review-forms.ts";
import { isoNow } from "../../../../db/ids.ts";
import type { AccessRequestsTable, Schema } from "../../../../db/schema.ts";
import type { Reader } from "../../../../db/store.ts";

export const REQUESTS_PER_PAGE = 25;

/** A request as the inbox lists it. */
export interface InboxRow {
  id: string;
  kind: "access" | "extension";
  email: string;
  firstName: string;
  lastName: string;
  companyName: string;
  freeMail: boolean;
  status: RequestStatus;
  createdAt: string;
  decidedAt: string | null;
  decidedBy: string | null;
  accountId: string | null;
}

/** The same with what the list says of it beside. */
export interface ListedRow extends InboxRow {
  relationship: string | null;
  /** ISO 3166-1, two letters. */
  country: string | null;
  /** The product on whose page it was sent; null when it is not there any more. */
  productName: string | null;
  /** The item that it was asked at. */
  itemTitle: string | null;
  emailDomain: string;
  invitedBy: string | null;
  /** It has waited longer than the company promises. */
  late: boolean;
}

export interface InboxPage {
  rows: ListedRow[];
  page: number;
  pages: number;
  total: number;
}

/** What a list is measured by: its clock, and since when a request must have waited to be late. */
export interface InboxClock {
  now: Date;
  lateBefore: Date;
}

/**
 * The requests that an address names: where staff have to act the oldest first, else the latest
 * decision first, unless it is sorted otherwise.
 */
export async function inboxPage(
  db: Reader,
  orgId: string,
  query: InboxQuery,
  clock: InboxClock,
): Promise<InboxPage> {
  const found = matching(db, orgId, query, clock);
  const counted = await found
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const total = Number(counted.total);
  const pages = Math.max(1, Math.ceil(total / REQUESTS_PER_PAGE));
  const current = Math.min(query.page, pages);
  const rows = await inOrder(found, query)
    .leftJoin("products as p", (join) =>
      join.onRef("p.orgId", "=", "r.orgId").onRef("p.id", "=", "r.productId"),
    )
    .leftJoin("items as i", (join) =>
      join
        .onRef("i.orgId", "=", "r.orgId")
        .onRef("i.productId", "=", "r.productId")
        .onRef("i.uid", "=", "r.itemUid"),
    )
    .select([
      "r.relationship",
      "r.country",
      "r.emailDomain",
      "r.invitedBy",
      "p.name as productName",
      "i.title as itemTitle",
      "r.id",
      "r.kind",
      "r.email",
      "r.firstName",
      "r.lastName",
      "r.companyName",
      "r.freeMail",
      "r.status",
      "r.createdAt",
      "r.decidedAt",
      "r.decidedBy",
      "r.accountId",
    ])
    .limit(REQUESTS_PER_PAGE)
    .offset((current - 1) * REQUESTS_PER_PAGE)
    .execute();
  return {
    rows: rows.map((row) => ({
      ...row,
      freeMail: row.freeMail === 1,
      late: row.status === "pending" && row.createdAt < isoNow(clock.lateBefore),
    })),
    page: current,
    pages,
    total,
  };
}

/** The order of a list, which is the order of decisions as well. */
function inOrder<T extends ReturnType<typeof matching>>(found: T, { folder, sort }: InboxQuery): T {
  const by = {
    asked:
      folder === "new" ? "r.createdAt" : folder === "withdrawn" ? "r.withdrawnAt" : "r.decidedAt",
    newest: "r.createdAt",
    company: "r.companyName",
    person: "r.lastName",
  } as const;
  const backwards = sort === "newest" || (sort === "asked" && folder !== "new");
  return found.orderBy(by[sort], backwards ? "desc" : "asc").orderBy("r.id") as T;
}

/** A list is gone through as far as this; whoever has more filters them. */
const MOST_IN_TURN = 2_000;

/**
 * The request to decide about next in a list: the one behind a given one, else the first; null when
 * no other waits there.
 */
export async function nextWaiting(
  db: Reader,
  orgId: string,
  id: string,
  query: InboxQuery,
  clock: InboxClock,
): Promise<string | null> {
  const waiting = (
    await inOrder(matching(db, orgId, { ...query, folder: "new" }, clock, id), {
      ...query,
      folder: "new",
    })
      .select("r.id")
      .limit(MOST_IN_TURN)
      .execute()
  ).map((row) => row.id);
  const others = waiting.filter((other) => other !== id);
  return waiting[waiting.indexOf(id) + 1] ?? others[0] ?? null;
}

/** What the requests of a company have been told, for the filters that offer it. */
export async function inboxChoices(
  db: Reader,
  orgId: string,
): Promise<{ relationships: string[]; countries: string[] }> {
  const told = async (column: "relationship" | "country") =>
    (
      await db
        .selectFrom("accessRequests")
        .select(column)
        .distinct()
        .where("orgId", "=", orgId)
        .where(column, "is not", null)
        .orderBy(column)
        .limit(300)
        .execute()
    ).flatMap((row) => (row as Record<string, string | null>)[column] ?? []);
  return { relationships: await told("relationship"), countries: await told("country") };
}

/** How many requests each folder holds, of those that the filters of an address leave. */
export async function inboxCounts(
  db: Reader,
  orgId: string,
  query: InboxQuery,
  clock: InboxClock,
): Promise<Record<RequestFolder, number>> {
  const count = async (folder: RequestFolder) => {
    const row = await matching(db, orgId, { ...query, folder }, clock)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  return {
    new: await count("new"),
    nda: await count("nda"),
    approved: await count("approved"),
    declined: await count("declined"),
    expired: await count("expired"),
    withdrawn: await count("withdrawn"),
  };
}

const STATUS: Readonly<Record<RequestFolder, RequestStatus>> = {
  new: "pending",
  nda: "approved",
  approved: "approved",
  declined: "declined",
  expired: "approved",
  withdrawn: "withdrawn",
};

/** @param besides a request that is listed among them whatever became of it */
function matching(
  db: Reader,
  orgId: string,
  query: InboxQuery,
  { now, lateBefore }: InboxClock,
  besides: string | null = null,
) {
  const at = isoNow(now);
  const { folder } = query;
  let found = db
    .selectFrom("accessRequests as r")
    .where("r.orgId", "=", orgId)
    .where((eb) =>
      besides === null
        ? eb("r.status", "=", STATUS[folder])
        : eb.or([eb("r.status", "=", STATUS[folder]), eb("r.id", "=", besides)]),
    );
  if (query.relationship !== "") found = found.where("r.relationship", "=", query.relationship);
  if (query.country !== "") found = found.where("r.country", "=", query.country);
  if (query.product !== "") {
    const listed = `%${JSON.stringify(query.product).replace(/[%_]/g, " ")}%`;
    found = found.where((eb) =>
      eb.or([eb("r.productId", "=", query.product), eb("r.productIdsJson", "like", listed)]),
    );
  }
  if (query.late) found = found.where("r.createdAt", "<", isoNow(lateBefore));
  if (query.free) found = found.where("r.freeMail", "=", 1);
  if (query.again) found = found.where("r.kind", "=", "extension");
  if (query.invited) found = found.where("r.invitedBy", "is not", null);
  // Every approved request is in one of these three: what was taken away is told by neither NDA nor
  // end.
  if (folder === "nda") found = found.where((eb) => hasToSign(eb, at));
  if (folder === "expired") found = found.where((eb) => hasRunOut(eb, at));
  if (folder === "approved")
    found = found.where((eb) => eb.and([eb.not(hasToSign(eb, at)), eb.not(hasRunOut(eb, at))]));
  for (const word of query.q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)) {
    const like = `%${word.replace(/[%_]/g, " ").trim()}%`;
    found = found.where((eb) =>
      eb.or(
        (["r.email", "r.firstName", "r.lastName", "r.companyName"] as const).map((column) =>
          eb(eb.fn<string>("lower", [column]), "like", like),
        ),
      ),
    );
  }
  return found;
}

type OfRequest = ExpressionBuilder<Schema & { r: AccessRequestsTable }, "r">;

/**
 * The grants of a request's account that were not taken away: those in force, or those that ran
 * out.
 */
function grantsOf(eb: OfRequest, at: string, inForce: boolean) {
  return eb
    .selectFrom("grants as g")
    .select("g.id")
    .whereRef("g.orgId", "=", "r.orgId")
    .whereRef("g.accountId", "=", "r.accountId")
    .where("g.revokedAt", "is", null)
    .where((inner) =>
      inForce
        ? inner.or([inner("g.expiresAt", "is", null), inner("g.expiresAt", ">", at)])
        : inner("g.expiresAt", "<=", at),
    );
}

function hasRunOut(eb: OfRequest, at: string) {
  return eb.and([eb.exists(grantsOf(eb, at, false)), eb.not(eb.exists(grantsOf(eb, at, true)))]);
}

/**
 * Whether the person of a request is a member whose access asks for an NDA that is not signed: not
 * by them, and by nobody for them. Where the org asks for none, nobody's is pending.
 */
function hasToSign(eb: OfRequest, at: string) {
  const asked = eb.exists(
    eb
      .selectFrom("ndaSettings as n")
      .select("n.orgId")
      .whereRef("n.orgId", "=", "r.orgId")
      .where("n.provider", "!=", "none"),
  );
  const required = eb.exists(grantsOf(eb, at, true).where("g.ndaRequired", "=", 1));
  return eb.and([asked, required, eb.exists(memberOf(eb)), eb.not(eb.exists(signaturesFor(eb)))]);
}

/** The member that the person of a request is, while they are one. */
function memberOf(eb: OfRequest) {
  return eb
    .selectFrom("members as m")
    .select("m.id")
    .whereRef("m.orgId", "=", "r.orgId")
    .whereRef("m.accountId", "=", "r.accountId")
    .where("m.removedAt", "is", null)
    .where((inner) =>
      inner.or([
        inner("m.id", "=", inner.ref("r.memberId")),
        inner.and([inner("r.memberId", "is", null), inner("m.email", "=", inner.ref("r.email"))]),
      ]),
    );
}

/**
 * Their own signature, an imported one of the whole account, or anyone's where one covers the
 * account.
 */
function signaturesFor(eb: OfRequest) {
  return eb
    .selectFrom("ndaSignatures as s")
    .innerJoin("ndaSettings as n", "n.orgId", "s.orgId")
    .select("s.id")
    .whereRef("s.orgId", "=", "r.orgId")
    .whereRef("s.accountId", "=", "r.accountId")
    .where((inner) =>
      inner.or([
        inner("n.accountWide", "=", 1),
        inner("s.memberId", "in", memberOf(eb)),
        inner.and([inner("s.memberId", "is", null), inner("s.importedAt", "is not", null)]),
      ]),
    );
}
