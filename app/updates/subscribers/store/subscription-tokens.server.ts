import { CONFIRM_HOURS, type SubscribeStatus } from "#model/subscribers/subscriptions.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow, newToken, sha256 } from "#db/ids.ts";
import { mapInSlices } from "#db/pace.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

export const MINUTE_MS = 60_000;

/** A link that confirms an address within 48 hours; only the hash of its token is stored. */
export async function issueToken(
  write: Omit<Write, "by">,
  subscriberId: string,
  email: string,
): Promise<string> {
  const [link] = await issueTokens(write, [{ id: subscriberId, email }]);
  return link?.token ?? "";
}

/** As `issueToken`, for many at once. @returns their addresses and tokens, in the same order */
export async function issueTokens(
  { trx, orgId, now }: Omit<Write, "by">,
  subscribers: readonly { id: string; email: string }[],
): Promise<{ email: string; token: string }[]> {
  const expiresAt = isoNow(new Date(now.getTime() + CONFIRM_HOURS * 60 * MINUTE_MS));
  const links = await mapInSlices(subscribers, ({ id, email }) => {
    const token = newToken();
    return { subscriberId: id, email, token, tokenHash: sha256(token) };
  });
  await inBatches(links, (batch) =>
    trx
      .insertInto("subscriptionTokens")
      .values(
        batch.map(({ subscriberId, email, tokenHash }) => ({
          orgId,
          tokenHash,
          subscriberId,
          purpose: "confirm" as const,
          email,
          createdAt: isoNow(now),
          expiresAt,
          usedAt: null,
        })),
      )
      .execute(),
  );
  return links.map(({ email, token }) => ({ email, token }));
}

/** What a link would do, without doing it: looking spends nothing. */
export async function lookAtToken(
  db: Reader,
  orgId: string,
  token: string,
  now: Date,
): Promise<"open" | SubscribeStatus> {
  const row = await tokenRow(db, orgId, token);
  if (row === null) return "TokenInvalid";
  if (row.usedAt === null) return row.expiresAt > isoNow(now) ? "open" : "TokenInvalid";
  return row.state === "confirmed" && row.subscriberEmail === row.email
    ? "Confirmed"
    : "TokenInvalid";
}

/** Removes links that nobody can use any more. @returns how many */
export async function purgeSubscriptionTokens(trx: Writer, now: Date): Promise<number> {
  const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("subscriptionTokens")
    .where("expiresAt", "<", isoNow(new Date(now.getTime() - 30 * 24 * 60 * MINUTE_MS)))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function tokenRow(db: Reader, orgId: string, token: string) {
  const row = await inOrg(db, orgId)
    .selectFrom("subscriptionTokens as t")
    .innerJoin("subscribers as s", (join) =>
      join.onRef("s.orgId", "=", "t.orgId").onRef("s.id", "=", "t.subscriberId"),
    )
    .select([
      "t.subscriberId",
      "t.email",
      "t.expiresAt",
      "t.usedAt",
      "s.state",
      "s.email as subscriberEmail",
    ])
    .where("t.tokenHash", "=", sha256(token))
    .executeTakeFirst();
  return row ?? null;
}
