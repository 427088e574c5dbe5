import type { RequestStatus } from "#model/access-requests/access-outcomes.ts";
import {
  ASSIGNED_TO_ME,
  ASSIGNED_TO_NOBODY,
  isOpenFolder,
  weekEnd,
  type InboxQuery,
} from "../forms/inbox-query.ts";
import type { RequestFolder } from "../forms/review-forms.ts";
import { isoNow } from "#db/ids.ts";
import { pattern } from "#db/patterns.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { hasRunOut, hasToSign } from "./request-folders.server.ts";

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
  /** The name of who looks at it. */
  assignee: string | null;
  /** Since when it waits for an answer of its sender. */
  askedAt: string | null;
  /** Since when it waits for staff. */
  waitingSince: string;
  /** It has waited longer than the company promises. */
  late: boolean;
}

export interface InboxPage {
  rows: ListedRow[];
  page: number;
  pages: number;
  total: number;
}

/** What a list is measured by. */
export interface InboxView {
  now: Date;
  /** Since when a request must have waited to be late. */
  lateBefore: Date;
  /** The id of who looks at the list. */
  me: string;
}

/**
 * The requests that an address names: where staff have to act the oldest first, else the latest
 * decision first, unless it is sorted otherwise.
 */
export async function inboxPage(
  db: Reader,
  orgId: string,
  query: InboxQuery,
  view: InboxView,
): Promise<InboxPage> {
  const asked = await rowsOf(db, orgId, query, view, query.page);
  if (asked.rows.length > 0 || query.page <= 1) return asked;
  // Behind the last page: the last one.
  const { count } = await countOf(db, orgId, query, view).executeTakeFirstOrThrow();
  return rowsOf(db, orgId, query, view, pagesOf(Number(count)));
}

/** How many requests a list has, as a query or as a part of one. */
function countOf(db: Reader, orgId: string, query: InboxQuery, view: InboxView) {
  return matching(db, orgId, query, view).select((eb) => eb.fn.countAll<number>().as("count"));
}

function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / REQUESTS_PER_PAGE));
}

/** One page of a list, with the count of the whole; a page that is not there is empty. */
async function rowsOf(
  db: Reader,
  orgId: string,
  query: InboxQuery,
  view: InboxView,
  current: number,
): Promise<InboxPage> {
  const rows = await inOrder(matching(db, orgId, query, view), query)
    .leftJoin("products as p", (join) =>
      join.onRef("p.orgId", "=", "r.orgId").onRef("p.id", "=", "r.productId"),
    )
    .leftJoin("items as i", (join) =>
      join
        .onRef("i.orgId", "=", "r.orgId")
        .onRef("i.productId", "=", "r.productId")
        .onRef("i.uid", "=", "r.itemUid"),
    )
    .leftJoin("staff as s", "s.id", "r.assignedTo")
    .select([
      "s.name as assignee",
      "r.askedAt",
      "r.answeredAt",
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
    .select(countOf(db, orgId, query, view).as("total"))
    .limit(REQUESTS_PER_PAGE)
    .offset((current - 1) * REQUESTS_PER_PAGE)
    .execute();
  let total = 0;
  const listed = rows.map(({ answeredAt, total: all, ...row }) => {
    total = Number(all);
    const waitingSince = answeredAt ?? row.createdAt;
    return {
      ...row,
      freeMail: row.freeMail === 1,
      waitingSince,
      late:
        row.status === "pending" && row.askedAt === null && waitingSince < isoNow(view.lateBefore),
    };
  });
  return { rows: listed, page: current, pages: pagesOf(total), total };
}

/** The order of a list, which is the order of decisions as well. */
function inOrder<T extends ReturnType<typeof matching>>(found: T, { folder, sort }: InboxQuery): T {
  const since = {
    new: "r.createdAt",
    asked: "r.askedAt",
    withdrawn: "r.withdrawnAt",
    nda: "r.decidedAt",
    approved: "r.decidedAt",
    declined: "r.decidedAt",
    expired: "r.decidedAt",
  } as const;
  const by = {
    asked: since[folder],
    newest: "r.createdAt",
    company: "r.companyName",
    person: "r.lastName",
  } as const;
  const backwards = sort === "newest" || (sort === "asked" && !isOpenFolder(folder));
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
  view: InboxView,
): Promise<string | null> {
  const open: InboxQuery = { ...query, folder: query.folder === "asked" ? "asked" : "new" };
  const waiting = (
    await inOrder(matching(db, orgId, open, view, id), open)
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
  const told = (column: "relationship" | "country") =>
    inOrg(db, orgId)
      .selectFrom("accessRequests as r")
      .select((eb) => [eb.val(column).as("of"), eb.ref(`r.${column}`).as("word")])
      .distinct()
      .where(`r.${column}`, "is not", null)
      .orderBy("word")
      .limit(300);
  const rows = await db
    .selectFrom(told("relationship").as("a"))
    .selectAll()
    .unionAll(db.selectFrom(told("country").as("b")).selectAll())
    .execute();
  const wordsOf = (column: string) =>
    rows
      .flatMap(({ of, word }) => (of === column && word !== null ? [word] : []))
      .sort((a, b) => (a < b ? -1 : 1));
  return { relationships: wordsOf("relationship"), countries: wordsOf("country") };
}

/** How many requests each folder holds, of those that the filters of an address leave. */
export async function inboxCounts(
  db: Reader,
  orgId: string,
  query: InboxQuery,
  view: InboxView,
): Promise<Record<RequestFolder, number>> {
  const count = (folder: RequestFolder) => countOf(db, orgId, { ...query, folder }, view);
  const counts = await db
    .selectNoFrom([
      count("new").as("new"),
      count("asked").as("asked"),
      count("nda").as("nda"),
      count("approved").as("approved"),
      count("declined").as("declined"),
      count("expired").as("expired"),
      count("withdrawn").as("withdrawn"),
    ])
    .executeTakeFirstOrThrow();
  return {
    new: Number(counts.new),
    asked: Number(counts.asked),
    nda: Number(counts.nda),
    approved: Number(counts.approved),
    declined: Number(counts.declined),
    expired: Number(counts.expired),
    withdrawn: Number(counts.withdrawn),
  };
}

const STATUS: Readonly<Record<RequestFolder, RequestStatus>> = {
  new: "pending",
  asked: "pending",
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
  { now, lateBefore, me }: InboxView,
  besides: string | null = null,
) {
  const at = isoNow(now);
  const { folder } = query;
  let found = inOrg(db, orgId)
    .selectFrom("accessRequests as r")
    .where((eb) => {
      const inFolder = eb.and([
        eb("r.status", "=", STATUS[folder]),
        ...(isOpenFolder(folder)
          ? [eb("r.askedAt", folder === "new" ? "is" : "is not", null)]
          : []),
      ]);
      return besides === null ? inFolder : eb.or([inFolder, eb("r.id", "=", besides)]);
    });
  if (query.relationship !== "") found = found.where("r.relationship", "=", query.relationship);
  if (query.country !== "") found = found.where("r.country", "=", query.country);
  if (query.product !== "") {
    const listed = pattern("", JSON.stringify(query.product), "");
    found = found.where((eb) =>
      eb.or([eb("r.productId", "=", query.product), eb("r.productIdsJson", "like", listed)]),
    );
  }
  if (query.week !== "")
    found = found
      .where("r.createdAt", ">", query.week)
      .where("r.createdAt", "<=", weekEnd(query.week));
  if (query.assigned === ASSIGNED_TO_NOBODY) found = found.where("r.assignedTo", "is", null);
  else if (query.assigned !== "")
    found = found.where(
      "r.assignedTo",
      "=",
      query.assigned === ASSIGNED_TO_ME ? me : query.assigned,
    );
  if (query.late)
    found = found.where((eb) =>
      eb.and([
        // Nobody is late with what waits for its sender.
        eb.or([eb("r.status", "<>", "pending"), eb("r.askedAt", "is", null)]),
        eb(eb.fn.coalesce("r.answeredAt", "r.createdAt"), "<", isoNow(lateBefore)),
      ]),
    );
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
    found = found.where((eb) =>
      eb.or(
        (["r.email", "r.firstName", "r.lastName", "r.companyName"] as const).map((column) =>
          eb(eb.fn<string>("lower", [column]), "like", pattern("", word, "")),
        ),
      ),
    );
  }
  return found;
}
