import type { Grant } from "#model/visibility/viewer.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { mustFindProduct } from "#tenancy/products/store/products.server.ts";
import { prepared } from "#db/prepared.ts";
import { NotFound } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { inOrg } from "#db/tenant.ts";

/** What an account may see beyond the public at one moment. */
export interface GrantsInForce {
  grants: Grant[];
  /**
   * Its access ended: it had a grant, which ran out or was taken away, and has none in force. At
   * login it stands the same.
   */
  expired: boolean;
  /** The earliest moment at which one of the grants ends by the clock alone, as ISO time. */
  nextChange: string | null;
}

/**
 * Gives an account a permission profile in a product, until a moment or for good. A grant that it
 * has there already is replaced, so that one product never has two rules.
 * @param values.expiresAt ISO time
 * @returns the grant's id
 * @throws NotFound when account, product or profile is not the org's
 */
export async function grantAccess(
  write: Write,
  values: {
    accountId: string;
    productId: string;
    profileId: string;
    ndaRequired: boolean;
    expiresAt: string | null;
  },
): Promise<string> {
  const { trx, orgId, by, now } = write;
  const { accountId, productId, profileId, ndaRequired } = values;
  const account = await inOrg(trx, orgId)
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (account === undefined) throw new NotFound("account");
  await mustFindProduct(trx, orgId, productId);
  const profile = await inOrg(trx, orgId)
    .selectFrom("permissionProfiles")
    .select("id")
    .where("id", "=", profileId)
    .executeTakeFirst();
  if (profile === undefined) throw new NotFound("permission profile");

  const at = isoNow(now);
  const expiresAt = values.expiresAt === null ? null : isoNow(new Date(values.expiresAt));
  // One that has run out stays as it is: that it ran out, and was not taken away, is told to its
  // members.
  await inOrg(trx, orgId)
    .updateTable("grants")
    .set({ revokedAt: at, revokedBy: by.actorName })
    .where("accountId", "=", accountId)
    .where("productId", "=", productId)
    .where("revokedAt", "is", null)
    .where((eb) => eb.or([eb("expiresAt", "is", null), eb("expiresAt", ">", at)]))
    .execute();
  const id = newId();
  await trx
    .insertInto("grants")
    .values({
      orgId,
      id,
      accountId,
      productId,
      profileId,
      ndaRequired: ndaRequired ? 1 : 0,
      expiresAt,
      grantedAt: at,
      grantedBy: by.actorName,
    })
    .execute();
  await recordAudit(write, {
    action: "grant.given",
    subject: id,
    detail: { accountId, productId, profileId, ndaRequired, expiresAt },
  });
  return id;
}

/**
 * Takes a grant away; the next request of the account's members no longer has it.
 * @throws NotFound when the org has no such grant, or it is revoked already
 */
export async function revokeGrant(write: Write, grantId: string): Promise<void> {
  const { trx, orgId, by, now } = write;
  const revoked = await inOrg(trx, orgId)
    .updateTable("grants")
    .set({ revokedAt: isoNow(now), revokedBy: by.actorName })
    .where("id", "=", grantId)
    .where("revokedAt", "is", null)
    .returning("accountId")
    .executeTakeFirst();
  if (revoked === undefined) throw new NotFound("grant");
  await noteEntries(write, "accounts", [revoked.accountId]);
  await recordAudit(write, { action: "grant.revoked", subject: grantId });
}

const NOT_REVOKED = prepared((db, p: { orgId: string; accountId: string; memberId: string }) =>
  grantsOfApproved(db, p.orgId, p.accountId)
    .innerJoin("permissionProfiles as p", (join) =>
      join.onRef("p.orgId", "=", "g.orgId").onRef("p.id", "=", "g.profileId"),
    )
    .leftJoin("profileItems as item", (join) =>
      join
        .onRef("item.orgId", "=", "g.orgId")
        .onRef("item.profileId", "=", "g.profileId")
        .onRef("item.productId", "=", "g.productId"),
    )
    .select([
      "g.id",
      "item.itemUid",
      "g.productId",
      "g.profileId",
      "p.name as profileName",
      "p.allItems",
      "g.ndaRequired",
      "g.expiresAt",
      ...ndaPassing(db, p.orgId, p.accountId, p.memberId),
    ])
    .where("g.revokedAt", "is", null)
    .orderBy("g.grantedAt", "desc")
    .orderBy("g.id"),
);

/**
 * The grants of an account that count now: those of an approved account that are neither revoked
 * nor run out. An account of another org has none. While the org asks for no NDA (provider none),
 * every one counts as passed.
 * @param memberId who looks; their own signature of the NDA counts, an imported one of the whole
 *   account, or anyone's where one signature covers the account. Without a member (a preview) any
 *   signature of the account counts.
 */
export async function grantsInForce(
  db: Reader,
  orgId: string,
  accountId: string,
  now: Date,
  memberId?: string,
): Promise<GrantsInForce> {
  const at = isoNow(now);
  const rows = await NOT_REVOKED(db, { orgId, accountId, memberId: memberId ?? "" });
  // A row for each item of a grant's profile, and one for a grant without any.
  const byGrant = new Map(rows.map((row) => [row.id, row]));
  const inForce = [...byGrant.values()].filter(
    (row) => row.expiresAt === null || row.expiresAt > at,
  );
  if (inForce.length === 0)
    return {
      grants: [],
      expired: rows.length > 0 || (await hadGrant(db, orgId, accountId)),
      nextChange: null,
    };

  const grants = inForce.map((row): Grant => ({
    productId: row.productId,
    profileId: row.profileId,
    profileName: row.profileName,
    allItems: row.allItems === 1,
    itemUids: new Set(
      rows.flatMap(({ id, itemUid }) => (id === row.id && itemUid !== null ? [itemUid] : [])),
    ),
    ndaRequired: row.ndaRequired === 1,
    ndaPassed: hasPassedNda(row, memberId),
    expiresAt: row.expiresAt,
  }));
  const ends = inForce.flatMap((row) => (row.expiresAt === null ? [] : [row.expiresAt])).sort();
  return { grants, expired: false, nextChange: ends[0] ?? null };
}

/** What says whether the NDA was passed, as columns beside each grant: the same in every row. */
function ndaPassing(db: Reader, orgId: string, accountId: string, memberId: string) {
  const own = inOrg(db, orgId);
  const signed = own
    .selectFrom("ndaSignatures")
    .select("id")
    .where("accountId", "=", accountId)
    .limit(1);
  const signedFor = signed.where((eb) =>
    eb.or([
      eb("memberId", "=", memberId),
      eb.and([eb("memberId", "is", null), eb("importedAt", "is not", null)]),
    ]),
  );
  return [
    own.selectFrom("ndaSettings").select("provider").as("provider"),
    own.selectFrom("ndaSettings").select("accountWide").as("accountWide"),
    signed.as("ofAny"),
    signedFor.as("ofMember"),
  ] as const;
}

interface NdaPassing {
  provider: string | null;
  accountWide: number | null;
  ofAny: string | null;
  ofMember: string | null;
}

function hasPassedNda(
  { provider, accountWide, ofAny, ofMember }: NdaPassing,
  memberId: string | undefined,
): boolean {
  // Where no NDA is asked for, there is none to pass.
  if (provider === null || provider === "none") return true;
  return (memberId === undefined || accountWide === 1 ? ofAny : ofMember) !== null;
}

/** Every grant that an account was ever given; none while it is not approved. */
function grantsOfApproved(db: Reader, orgId: string, accountId: string) {
  return inOrg(db, orgId)
    .selectFrom("grants as g")
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.orgId", "=", "g.orgId").onRef("a.id", "=", "g.accountId"),
    )
    .where("g.accountId", "=", accountId)
    .where("a.reviewStatus", "=", "approved");
}

/** Whether an approved account was ever given anything. */
async function hadGrant(db: Reader, orgId: string, accountId: string): Promise<boolean> {
  return (
    (await grantsOfApproved(db, orgId, accountId).select("g.id").limit(1).executeTakeFirst()) !==
    undefined
  );
}
