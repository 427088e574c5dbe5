import { announceRequest } from "./request-events.server.ts";
import * as z from "zod";
import type { DeclineOutcome, RequestKind } from "#model/access-requests/access-outcomes.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { findAccount } from "#auth/accounts/store/accounts.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { insertRow, prepared } from "#db/prepared.ts";
import { NotFound } from "#db/refusals.ts";
import type { AccessRequestsTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/** A request for access as it was sent and as it stands. */
export interface AccessRequest extends Omit<
  AccessRequestsTable,
  "freeMail" | "agreed" | "subscribed" | "customCheckbox" | "productIdsJson"
> {
  freeMail: boolean;
  agreed: boolean;
  subscribed: boolean;
  customCheckbox: boolean;
  /** The products that were ticked; null when the form did not ask. */
  productIds: string[] | null;
}

/** What is known of somebody who asks; what a form did not ask for is left out. */
export interface RequestValues {
  kind?: RequestKind;
  email: string;
  companyName: string;
  accountId?: string | null;
  memberId?: string | null;
  firstName?: string;
  lastName?: string;
  jobTitle?: string | null;
  pointOfContact?: string | null;
  relationship?: string | null;
  country?: string | null;
  freeMail?: boolean;
  agreed?: boolean;
  subscribed?: boolean;
  customCheckbox?: boolean;
  productId?: string | null;
  productIds?: readonly string[] | null;
  itemUid?: string | null;
  itemKind?: string | null;
  source?: string | null;
  customizationRevision?: number | null;
  invitedBy?: string | null;
  /** What the person needs and by when, in their own words. */
  note?: string | null;
  /** The host name by which the person came. */
  host?: string | null;
  ip?: string | null;
  userAgent?: string | null;
}

/** A decision that a rule, or a list of domains, made as the request came in. */
export interface RuleDecision {
  status: "approved" | "declined";
  outcome: "request_approved" | DeclineOutcome;
  /** null: the lists of domains. */
  ruleId: string | null;
  /** What the rule gave, as its terms' stamp; none where it gave nothing. */
  ruleTerms?: string;
  decidedBy: string;
  message: string | null;
}

/** Another request of the same person waits already: two forms sent at the same moment. */
export class AlreadyWaiting extends Error {}

/**
 * Records that somebody asks for access, before staff have decided.
 * @param values.accountId the account that the request is for, where one exists
 * @returns the request's id
 * @throws NotFound for an account of another org; AlreadyWaiting when a request of this address
 *   waits
 */
export async function recordAccessRequest(write: Write, values: RequestValues): Promise<string> {
  return insertRequest(write, values, null);
}

/** Records a request that a rule decided at once; the caller records the decision in the audit. */
export async function recordRuledRequest(
  write: Write,
  values: RequestValues,
  decision: RuleDecision,
): Promise<string> {
  return insertRequest(write, values, decision);
}

const BY_ID = prepared((db, p: { orgId: string; requestId: string }) =>
  inOrg(db, p.orgId).selectFrom("accessRequests").selectAll().where("id", "=", p.requestId),
);

/** A request of the org by its id, or null. */
export async function findAccessRequest(
  db: Reader,
  orgId: string,
  requestId: string,
): Promise<AccessRequest | null> {
  const [row] = await BY_ID(db, { orgId, requestId });
  return row === undefined ? null : toRequest(row);
}

/**
 * The org of a reviewId, which extend-access is asked by: a request's id, or a member's; null when
 * it is neither.
 */
export async function orgOfReview(db: Reader, reviewId: string): Promise<string | null> {
  const request = await acrossTenants(db, "Only the id is known: the answer is whose it is.")
    .selectFrom("accessRequests")
    .select("orgId")
    .where("id", "=", reviewId)
    .executeTakeFirst();
  return (
    (
      request ??
      (await acrossTenants(db, "Only the id is known: the answer is whose it is.")
        .selectFrom("members")
        .select("orgId")
        .where("id", "=", reviewId)
        .executeTakeFirst())
    )?.orgId ?? null
  );
}

const OF_ADDRESS = prepared((db, p: { orgId: string; emailKey: string }) =>
  inOrg(db, p.orgId)
    .selectFrom("accessRequests")
    .selectAll()
    .where("emailKey", "=", p.emailKey)
    .orderBy("createdAt", "desc")
    .orderBy("id"),
);

/** Every request of a person, the newest first. @param emailKey the address in canonical form */
export async function requestsOf(
  db: Reader,
  orgId: string,
  emailKey: string,
): Promise<AccessRequest[]> {
  const rows = await OF_ADDRESS(db, { orgId, emailKey });
  return rows.map(toRequest);
}

/**
 * How long staff of the org took of late: the median of their last decisions, in hours, or null
 * before there are three. What was decided by itself counts for nothing.
 */
export async function usualDecisionHours(db: Reader, orgId: string): Promise<number | null> {
  const rows = await inOrg(db, orgId)
    .selectFrom("accessRequests")
    .select(["createdAt", "decidedAt"])
    .where("decidedAt", "is not", null)
    // What rules and lists decide, they decide at once.
    .whereRef("decidedAt", ">", "createdAt")
    .orderBy("decidedAt", "desc")
    .limit(30)
    .execute();
  const hours = rows
    .map(
      ({ createdAt, decidedAt }) =>
        (Date.parse(decidedAt ?? createdAt) - Date.parse(createdAt)) / 3_600_000,
    )
    .sort((a, b) => a - b);
  return hours.length < 3 ? null : (hours[Math.floor(hours.length / 2)] ?? null);
}

const USER_AGENT_LENGTH = 300;

const WAITING = prepared((db, p: { orgId: string; pendingKey: string }) =>
  inOrg(db, p.orgId)
    .selectFrom("accessRequests")
    .select("id")
    .where("pendingKey", "=", p.pendingKey),
);

async function insertRequest(
  write: Write,
  values: RequestValues,
  decision: RuleDecision | null,
): Promise<string> {
  const { trx, orgId, now } = write;
  const { accountId = null, companyName, productIds = null } = values;
  if (accountId !== null && (await findAccount(trx, orgId, accountId)) === null)
    throw new NotFound("account");
  const id = newId();
  const email = values.email.trim().toLowerCase();
  const address = readEmail(email) ?? {
    email,
    key: email,
    domain: email.slice(email.lastIndexOf("@") + 1),
  };
  const bit = (value: boolean | undefined) => (value ? (1 as const) : (0 as const));
  const waiting = decision === null;
  if (waiting) {
    const others = await WAITING(trx, { orgId, pendingKey: address.key });
    if (others.length > 0) throw new AlreadyWaiting("this address already has a pending request");
  }
  await insertRow(trx, "accessRequests", {
    orgId,
    id,
    kind: values.kind ?? "access",
    accountId,
    memberId: values.memberId ?? null,
    email: address.email,
    emailKey: address.key,
    emailDomain: address.domain,
    firstName: values.firstName ?? "",
    lastName: values.lastName ?? "",
    companyName,
    jobTitle: values.jobTitle ?? null,
    pointOfContact: values.pointOfContact ?? null,
    relationship: values.relationship ?? null,
    country: values.country ?? null,
    freeMail: bit(values.freeMail),
    agreed: bit(values.agreed),
    subscribed: bit(values.subscribed),
    customCheckbox: bit(values.customCheckbox),
    productId: values.productId ?? null,
    productIdsJson: productIds === null ? null : JSON.stringify(productIds),
    itemUid: values.itemUid ?? null,
    itemKind: values.itemKind ?? null,
    source: values.source ?? null,
    customizationRevision: values.customizationRevision ?? null,
    invitedBy: values.invitedBy ?? null,
    note: values.note ?? null,
    status: decision?.status ?? "pending",
    createdAt: isoNow(now),
    decidedAt: waiting ? null : isoNow(now),
    decidedBy: decision?.decidedBy ?? null,
    outcome: decision?.outcome ?? null,
    message: decision?.message ?? null,
    ruleId: decision?.ruleId ?? null,
    ruleTerms: decision?.ruleTerms ?? null,
    pendingKey: waiting ? address.key : null,
    host: values.host ?? null,
    ip: values.ip ?? null,
    userAgent: values.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
    assignedTo: null,
    askedAt: null,
    answeredAt: null,
  });
  const action =
    values.kind === "extension" ? "access-request.extension-received" : "access-request.received";
  await recordAudit(write, {
    action,
    subject: id,
    detail: {
      email: address.email,
      companyName,
      ...(values.source ? { source: values.source } : {}),
    },
  });
  const asked = {
    id,
    kind: values.kind ?? "access",
    email: address.email,
    firstName: values.firstName ?? "",
    lastName: values.lastName ?? "",
    companyName,
  };
  await announceRequest(write, "request.received", asked, {
    status: decision?.status ?? "pending",
  });
  if (decision !== null)
    await announceRequest(write, "request.decided", asked, {
      status: decision.status,
      decidedBy: "rule",
    });
  return id;
}

const idList = z.array(z.string());

function toRequest({
  freeMail,
  agreed,
  subscribed,
  customCheckbox,
  productIdsJson,
  ...row
}: RequestRow): AccessRequest {
  return {
    ...row,
    freeMail: freeMail === 1,
    agreed: agreed === 1,
    subscribed: subscribed === 1,
    customCheckbox: customCheckbox === 1,
    productIds: productIdsJson === null ? null : idList.parse(JSON.parse(productIdsJson)),
  };
}

type RequestRow = Omit<
  AccessRequestsTable,
  "freeMail" | "agreed" | "subscribed" | "customCheckbox"
> &
  Record<"freeMail" | "agreed" | "subscribed" | "customCheckbox", 0 | 1>;
