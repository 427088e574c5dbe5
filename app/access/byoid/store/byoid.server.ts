import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, sha256 } from "#db/ids.ts";
import { findProfile } from "#auth/profiles/store/permission-profiles.server.ts";
import { mustFindProduct } from "#tenancy/products/store/products.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/** How an org takes tokens of its own identity provider, and what they give. */
export interface Byoid {
  enabled: boolean;
  issuer: string;
  audience: string;
  jwksUrl: string | null;
  publicKey: string | null;
  accountClaim: string;
  profileId: string;
  productIds: string[];
  ndaRequired: boolean;
  expiresInDays: number | null;
}

/** What was set up; null: nothing ever. */
export async function findByoid(db: Reader, orgId: string): Promise<Byoid | null> {
  const row = await inOrg(db, orgId).selectFrom("byoidSettings").selectAll().executeTakeFirst();
  if (row === undefined) return null;
  const products = await inOrg(db, orgId)
    .selectFrom("byoidProducts")
    .select("productId")
    .orderBy("productId")
    .execute();
  const { issuer, audience, jwksUrl, publicKey, accountClaim, profileId, expiresInDays } = row;
  return {
    enabled: row.enabledAt !== null,
    issuer,
    audience,
    jwksUrl,
    publicKey,
    accountClaim,
    profileId,
    expiresInDays,
    ndaRequired: row.ndaRequired === 1,
    productIds: products.map(({ productId }) => productId),
  };
}

/**
 * Sets it up, or up anew. What tokens gave before stays given.
 * @throws NotFound when profile or product is not the org's
 */
export async function saveByoid(write: Write, values: Byoid): Promise<void> {
  const { trx, orgId, by, now } = write;
  const { enabled, productIds, ndaRequired, ...rest } = values;
  if ((await findProfile(trx, orgId, values.profileId)) === null)
    throw new NotFound("permission profile");
  for (const productId of productIds) await mustFindProduct(trx, orgId, productId);
  const at = isoNow(now);
  const before = await inOrg(trx, orgId)
    .selectFrom("byoidSettings")
    .select("enabledAt")
    .executeTakeFirst();
  const row = {
    ...rest,
    ndaRequired: ndaRequired ? (1 as const) : (0 as const),
    enabledAt: enabled ? (before?.enabledAt ?? at) : null,
    changedAt: at,
    changedBy: by.actorName,
  };
  await trx
    .insertInto("byoidSettings")
    .values({ orgId, ...row })
    .onConflict((conflict) => conflict.column("orgId").doUpdateSet(row))
    .execute();
  await inOrg(trx, orgId).deleteFrom("byoidProducts").execute();
  if (productIds.length > 0)
    await trx
      .insertInto("byoidProducts")
      .values(productIds.map((productId) => ({ orgId, productId })))
      .execute();
  const { issuer, audience, accountClaim, jwksUrl, profileId } = values;
  await recordAudit(write, {
    action: "byoid.settings-changed",
    detail: {
      enabled,
      issuer,
      audience,
      accountClaim,
      profileId,
      keys: jwksUrl ?? "PEM",
      ndaRequired,
      expiresInDays: values.expiresInDays,
    },
  });
}

/**
 * Spends a token by one conditional insert.
 * @returns whether nobody had used it: of fifty parallel calls one gets true
 */
export async function spendToken(
  { trx, orgId, now }: Omit<Write, "by">,
  { issuer, jti, expiresAt }: { issuer: string; jti: string; expiresAt: string },
): Promise<boolean> {
  const result = await trx
    .insertInto("byoidTokens")
    .values({ orgId, tokenHash: hashOf(issuer, jti), usedAt: isoNow(now), expiresAt })
    .onConflict((conflict) => conflict.columns(["orgId", "tokenHash"]).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Whether a token signed somebody in before. */
export async function isSpent(
  db: Reader,
  orgId: string,
  { issuer, jti }: { issuer: string; jti: string },
): Promise<boolean> {
  return (
    (await inOrg(db, orgId)
      .selectFrom("byoidTokens")
      .select("usedAt")
      .where("tokenHash", "=", hashOf(issuer, jti))
      .executeTakeFirst()) !== undefined
  );
}

/**
 * How long a used token is remembered beyond its life: a clock that goes back must not make it good
 * again.
 */
const KEPT_MS = 7 * 24 * 3_600_000;

/** Removes the memory of tokens that are refused for their age. @returns how many */
export async function purgeTokens(trx: Writer, now: Date): Promise<number> {
  const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("byoidTokens")
    .where("expiresAt", "<", isoNow(new Date(now.getTime() - KEPT_MS)))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function hashOf(issuer: string, jti: string): string {
  return sha256(JSON.stringify([issuer, jti]));
}
