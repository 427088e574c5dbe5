import { grantsByAccount } from "#auth/accounts/store/account-detail.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Reader } from "#db/store.ts";
import { lastDay } from "#values/dates.ts";

/** What an account may read now, in words: a line a product. */
export interface HeldAccess {
  accountId: string;
  accountName: string;
  products: string[];
  /** The profile of all of it; null where there are several. */
  profileId: string | null;
}

const SHOWN_ACCOUNTS = 5;

/** What the accounts have that a request may go into; those without anything are left out. */
export async function heldAccess(
  db: Reader,
  org: Pick<Org, "id" | "timeZone">,
  accounts: readonly { id: string; name: string }[],
  now: Date,
): Promise<HeldAccess[]> {
  const shown = accounts.slice(0, SHOWN_ACCOUNTS);
  const grants = await grantsByAccount(
    db,
    org.id,
    shown.map(({ id }) => id),
    now,
  );
  return shown.flatMap(({ id, name }): HeldAccess[] => {
    const rows = (grants.get(id) ?? []).filter((grant) => !grant.expired);
    const products = rows.map(
      ({ productName, profileName, expiresAt }) =>
        `${productName}: ${profileName}, ${expiresAt === null ? "no expiry" : `until ${lastDay(expiresAt, org.timeZone)}`}`,
    );
    const [profileId = null, ...others] = new Set(rows.map((row) => row.profileId));
    if (products.length === 0) return [];
    return [
      {
        accountId: id,
        accountName: name,
        products,
        profileId: others.length === 0 ? profileId : null,
      },
    ];
  });
}
