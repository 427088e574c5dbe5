import type { RequestStatus } from "#model/access-requests/access-outcomes.ts";
import { likelyAccount } from "../rules/suggestion.ts";
import type { AccessRequest } from "./access-requests.server.ts";
import type { InboxRow } from "./access-inbox.server.ts";
import { listAccounts, type Account } from "#auth/accounts/store/accounts.server.ts";
import { pattern } from "#db/patterns.ts";
import type { AccessRequestsTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** An account that somebody may belong to already, those of the same mail domain first. */
export interface AccountChoice extends Account {
  sameDomain: boolean;
  /** How many of the mail domain are in it. */
  members: number;
}

/** The accounts that a person can be let into. */
export async function accountChoices(
  db: Reader,
  orgId: string,
  domain: string,
): Promise<AccountChoice[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("members")
    .select(["accountId", "email"])
    .where("removedAt", "is", null)
    .where("email", "like", pattern("", `@${domain}`))
    .execute();
  const members = new Map<string, number>();
  for (const { accountId, email } of rows)
    if (email.endsWith(`@${domain}`)) members.set(accountId, (members.get(accountId) ?? 0) + 1);
  const accounts = (await listAccounts(db, orgId)).map((account) => ({
    ...account,
    sameDomain: members.has(account.id),
    members: members.get(account.id) ?? 0,
  }));
  return accounts.sort((a, b) => Number(b.sameDomain) - Number(a.sameDomain));
}

/**
 * The accounts that requests of a list most likely belong to, by the requests' ids; those of nobody
 * known are left out.
 */
export async function knownAccounts(
  db: Reader,
  orgId: string,
  requests: readonly Pick<
    InboxRow & { emailDomain: string },
    "id" | "accountId" | "freeMail" | "emailDomain"
  >[],
): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  if (requests.length === 0) return known;
  const names = new Map((await listAccounts(db, orgId)).map((account) => [account.id, account]));
  const domains = [...new Set(requests.map(({ emailDomain }) => emailDomain))];
  const members = await inOrg(db, orgId)
    .selectFrom("members")
    .select(["accountId", "email"])
    .where("removedAt", "is", null)
    .where((eb) => eb.or(domains.map((domain) => eb("email", "like", pattern("", `@${domain}`)))))
    .execute();
  for (const request of requests) {
    const at = `@${request.emailDomain}`;
    const of = new Set(members.filter((row) => row.email.endsWith(at)).map((row) => row.accountId));
    const choices = [...of].flatMap((id) => {
      const account = names.get(id);
      return account === undefined
        ? []
        : [{ id, sameDomain: true, reviewStatus: account.reviewStatus }];
    });
    const name = names.get(likelyAccount(request, choices) ?? "")?.name;
    if (name !== undefined) known.set(request.id, name);
  }
  return known;
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
  const rows = await inOrg(db, orgId)
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
  (Pick<
    AccessRequestsTable,
    "email" | "emailKey" | "emailDomain" | "relationship" | "country" | "productId" | "createdAt"
  > & { status: RequestStatus; productIds: string[] | null })[]
> {
  const rows = await inOrg(db, orgId)
    .selectFrom("accessRequests")
    .select([
      "email",
      "emailKey",
      "emailDomain",
      "relationship",
      "country",
      "productId",
      "productIdsJson",
      "createdAt",
      "status",
    ])
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ productIdsJson, ...row }) => ({
    ...row,
    productIds: productIdsJson === null ? null : (JSON.parse(productIdsJson) as string[]),
  }));
}
