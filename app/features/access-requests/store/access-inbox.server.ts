import type { ExpressionBuilder } from "kysely";
import type { RequestStatus } from "../rules/access-outcomes.ts";
import type { RequestFolder } from "../forms/review-forms.ts";
import type { AccessRequest } from "./access-requests.server.ts";
import { listAccounts, type Account } from "../../accounts/store/accounts.server.ts";
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
}

export interface InboxPage {
  rows: ListedRow[];
  page: number;
  pages: number;
  total: number;
}

/**
 * The requests of a folder: the oldest first where staff have to act, else the latest decision
 * first.
 */
export async function inboxPage(
  db: Reader,
  orgId: string,
  { folder, search, page }: { folder: RequestFolder; search: string; page: number },
  now: Date,
): Promise<InboxPage> {
  const found = matching(db, orgId, folder, search, now);
  const counted = await found
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const total = Number(counted.total);
  const pages = Math.max(1, Math.ceil(total / REQUESTS_PER_PAGE));
  const current = Math.min(Math.max(1, Math.trunc(page) || 1), pages);
  const rows = await found
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
    .orderBy(
      folder === "new" ? "r.createdAt" : folder === "withdrawn" ? "r.withdrawnAt" : "r.decidedAt",
      folder === "new" ? "asc" : "desc",
    )
    .orderBy("r.id")
    .limit(REQUESTS_PER_PAGE)
    .offset((current - 1) * REQUESTS_PER_PAGE)
    .execute();
  return {
    rows: rows.map((row) => ({ ...row, freeMail: row.freeMail === 1 })),
    page: current,
    pages,
    total,
  };
}

/**
 * The request to decide about next: the one that came after a given one, else the oldest; null when
 * no other waits.
 */
export async function nextWaiting(
  db: Reader,
  orgId: string,
  { id, createdAt }: { id: string; createdAt: string },
): Promise<string | null> {
  const waiting = await db
    .selectFrom("accessRequests")
    .select(["id", "createdAt"])
    .where("orgId", "=", orgId)
    .where("status", "=", "pending")
    .where("id", "<>", id)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  const later = waiting.find(
    (other) => other.createdAt > createdAt || (other.createdAt === createdAt && other.id > id),
  );
  return (later ?? waiting[0])?.id ?? null;
}

/** How many requests each folder holds. */
export async function inboxCounts(
  db: Reader,
  orgId: string,
  now: Date,
): Promise<Record<RequestFolder, number>> {
  const count = async (folder: RequestFolder) => {
    const row = await matching(db, orgId, folder, "", now)
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

function matching(db: Reader, orgId: string, folder: RequestFolder, search: string, now: Date) {
  const at = isoNow(now);
  let query = db
    .selectFrom("accessRequests as r")
    .where("r.orgId", "=", orgId)
    .where("r.status", "=", STATUS[folder]);
  // Every approved request is in one of these three: what was taken away is told by neither NDA nor
  // end.
  if (folder === "nda") query = query.where((eb) => hasToSign(eb, at));
  if (folder === "expired") query = query.where((eb) => hasRunOut(eb, at));
  if (folder === "approved")
    query = query.where((eb) => eb.and([eb.not(hasToSign(eb, at)), eb.not(hasRunOut(eb, at))]));
  for (const word of search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)) {
    const like = `%${word.replace(/[%_]/g, " ").trim()}%`;
    query = query.where((eb) =>
      eb.or(
        (["r.email", "r.firstName", "r.lastName", "r.companyName"] as const).map((column) =>
          eb(eb.fn<string>("lower", [column]), "like", like),
        ),
      ),
    );
  }
  return query;
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

/** An account that somebody may belong to already, those of the same mail domain first. */
export interface AccountChoice extends Account {
  sameDomain: boolean;
}

/** The accounts that a person can be let into. */
export async function accountChoices(
  db: Reader,
  orgId: string,
  domain: string,
): Promise<AccountChoice[]> {
  const rows = await db
    .selectFrom("members")
    .select(["accountId", "email"])
    .where("orgId", "=", orgId)
    .where("removedAt", "is", null)
    .where("email", "like", `%@${domain}`)
    .execute();
  const same = new Set(
    rows.filter((row) => row.email.endsWith(`@${domain}`)).map((row) => row.accountId),
  );
  const accounts = (await listAccounts(db, orgId)).map((account) => ({
    ...account,
    sameDomain: same.has(account.id),
  }));
  return accounts.sort((a, b) => Number(b.sameDomain) - Number(a.sameDomain));
}

/**
 * Earlier and later requests of the same person, and of others of the domain: what a reviewer
 * weighs.
 */
export async function requestsBeside(
  db: Reader,
  orgId: string,
  request: Pick<AccessRequest, "id" | "emailKey" | "emailDomain" | "freeMail">,
): Promise<{ own: InboxRow[]; domain: InboxRow[] }> {
  const rows = await db
    .selectFrom("accessRequests as r")
    .select([
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
      "r.emailKey",
    ])
    .where("r.orgId", "=", orgId)
    .where("r.id", "!=", request.id)
    .where((eb) =>
      request.freeMail
        ? eb("r.emailKey", "=", request.emailKey)
        : eb("r.emailDomain", "=", request.emailDomain),
    )
    .orderBy("r.createdAt", "desc")
    .orderBy("r.id")
    .limit(50)
    .execute();
  const list = rows.map(({ emailKey, ...row }) => ({
    row: { ...row, freeMail: row.freeMail === 1 },
    own: emailKey === request.emailKey,
  }));
  return {
    own: list.filter((entry) => entry.own).map((entry) => entry.row),
    domain: list.filter((entry) => !entry.own).map((entry) => entry.row),
  };
}

/** The last requests with what became of them: what a rule is tried against before it is saved. */
export async function latestRequests(
  db: Reader,
  orgId: string,
  limit: number,
): Promise<
  {
    email: string;
    emailKey: string;
    emailDomain: string;
    createdAt: string;
    status: RequestStatus;
  }[]
> {
  return db
    .selectFrom("accessRequests")
    .select(["email", "emailKey", "emailDomain", "createdAt", "status"])
    .where("orgId", "=", orgId)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}
