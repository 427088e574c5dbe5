import { isoNow, newId } from "#db/ids.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { mustChange, NotFound } from "#db/refusals.ts";
import type { AccountsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

export { grantAccess, grantsInForce, revokeGrant, type GrantsInForce } from "./grants.server.ts";

export { signNda } from "../../nda/store/ndas.server.ts";

export { listProfiles, type Profile } from "../../profiles/store/permission-profiles.server.ts";

/** A company whose people may be given access. */
export interface Account {
  id: string;
  name: string;
  reviewStatus: AccountsTable["reviewStatus"];
  createdAt: string;
}

/** Every account of the org, by name. */
export async function listAccounts(db: Reader, orgId: string): Promise<Account[]> {
  return inOrg(db, orgId)
    .selectFrom("accounts")
    .select(["id", "name", "reviewStatus", "createdAt"])
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** The org that an account's id belongs to, where nothing else names one; null: nobody's. */
export async function orgOfAccount(db: Reader, accountId: string): Promise<string | null> {
  return (
    (
      await acrossTenants(db, "Only the id is known: the answer is whose it is.")
        .selectFrom("accounts")
        .select("orgId")
        .where("id", "=", accountId)
        .executeTakeFirst()
    )?.orgId ?? null
  );
}

/** An account of the org; null when it has none of that id. */
export async function findAccount(
  db: Reader,
  orgId: string,
  accountId: string,
): Promise<Account | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("accounts")
    .select(["id", "name", "reviewStatus", "createdAt"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** The accounts of a name, however its letters are written; two at most. */
export async function accountsNamed(
  db: Reader,
  orgId: string,
  name: string,
): Promise<{ id: string; name: string }[]> {
  return inOrg(db, orgId)
    .selectFrom("accounts")
    .select(["id", "name"])
    .where((eb) => eb(eb.fn<string>("lower", ["name"]), "=", name.toLowerCase()))
    .orderBy("id")
    .limit(2)
    .execute();
}

/** Creates an account. @returns its id */
export async function createAccount(
  write: Write,
  values: { id?: string; name: string; reviewStatus?: AccountsTable["reviewStatus"] },
): Promise<string> {
  const { trx, orgId, by, now } = write;
  const id = values.id ?? newId();
  const reviewStatus = values.reviewStatus ?? "pending";
  const reviewed =
    reviewStatus === "pending" ? {} : { reviewedAt: isoNow(now), reviewedBy: by.actorName };
  await trx
    .insertInto("accounts")
    .values({ orgId, id, name: values.name, reviewStatus, ...reviewed, createdAt: isoNow(now) })
    .execute();
  await recordAudit(write, {
    action: "account.created",
    subject: id,
    detail: { name: values.name, reviewStatus },
  });
  return id;
}

/**
 * Approves an account; what it may see is given by grants. Requests of it that wait are approved
 * with it.
 * @throws NotFound for an account of another org
 */
export async function approveAccount(write: Write, accountId: string): Promise<void> {
  await reviewAccount(write, accountId, "approved");
}

/**
 * Declines an account, with its requests that wait. Its grants stay rows and count no more.
 * @throws NotFound for an account of another org
 */
export async function declineAccount(write: Write, accountId: string): Promise<void> {
  await reviewAccount(write, accountId, "declined");
}

async function reviewAccount(
  write: Write,
  accountId: string,
  status: "approved" | "declined",
): Promise<void> {
  const { trx, orgId, by, now } = write;
  const at = isoNow(now);
  const result = await inOrg(trx, orgId)
    .updateTable("accounts")
    .set({ reviewStatus: status, reviewedAt: at, reviewedBy: by.actorName })
    .where("id", "=", accountId)
    .executeTakeFirst();
  mustChange(result, "account");
  await inOrg(trx, orgId)
    .updateTable("accessRequests")
    .set({
      status,
      decidedAt: at,
      decidedBy: by.actorName,
      outcome: status === "approved" ? "request_approved" : "request_declined",
      pendingKey: null,
    })
    .where("accountId", "=", accountId)
    .where("status", "=", "pending")
    .execute();
  await recordAudit(write, { action: `account.${status}`, subject: accountId });
}

export async function mustFindAccount(
  trx: Writer,
  orgId: string,
  accountId: string,
): Promise<void> {
  if ((await findAccount(trx, orgId, accountId)) === null) throw new NotFound("account");
}
