import { approveAccount, createAccount } from "#auth/accounts/store/accounts.server.ts";
import { addMember } from "#auth/accounts/store/members.server.ts";
import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import { saveItems } from "#content/items/store/items.server.ts";
import { publishNdaVersion, setNdaProvider } from "#auth/nda/store/ndas.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { createProfile } from "#auth/profiles/store/permission-profiles.server.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import type { Writer } from "#db/store.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";

export const NOW = new Date("2026-11-20T12:00:00Z");
const DAY = 86_400_000;
export const at = (days: number) => new Date(NOW.getTime() + days * DAY);
export const REVIEWER: Actor = { actor: "staff:priya", actorName: "Priya Raman" };
export const ROBIN: Actor = { actor: "visitor", actorName: "Robin" };

/** An approved account with two members, two products, a profile with an item in each, and an NDA. */
export async function populate(trx: Writer) {
  const write = { trx, by: SYSTEM, now: NOW };
  const orgId = await createOrg(write, { slug: "acme", name: "Acme Cloud" });
  const other = await createOrg(write, { slug: "globex", name: "Globex Health" });
  const platform = await createProduct(
    { trx, orgId, now: NOW },
    { name: "Platform", isDefault: true, show: true, position: 0 },
  );
  const lake = await createProduct(
    { trx, orgId, now: NOW },
    { name: "Data Lake", isDefault: false, show: true, position: 1 },
  );
  for (const product of [platform, lake]) {
    await saveItems(
      trx,
      orgId,
      product,
      ["Reports.soc1", "Reports.soc2"].map((uid) => ({
        values: { uid, kind: "Reports" as const },
        stamp: { by: "test", on: NOW },
      })),
    );
  }
  const items = [
    { productId: platform, itemUid: "Reports.soc2" },
    { productId: lake, itemUid: "Reports.soc1" },
  ];
  const profileId = await createProfile(
    { trx, orgId, now: NOW },
    { name: "Core", allItems: false, items },
  );
  const versionId = await publishNdaVersion(
    { trx, orgId, by: SYSTEM, now: at(-90) },
    { title: "NDA", body: "Keep it to yourself." },
  );
  await setNdaProvider(trx, orgId, { provider: "clickwrap" });
  const accountId = await createAccount(
    { trx, orgId, by: ROBIN, now: at(-30) },
    { name: "Customer Inc" },
  );
  const riley = await addMember({ trx, orgId, by: ROBIN, now: at(-30) }, accountId, {
    email: " Riley@Customer.example ",
    firstName: "Riley",
    lastName: "Novak",
  });
  const toni = await addMember({ trx, orgId, by: ROBIN, now: at(-30) }, accountId, {
    email: "toni@customer.example",
    firstName: "Toni",
    lastName: "Vale",
  });
  await approveAccount({ trx, orgId, by: REVIEWER, now: at(-29) }, accountId);
  return { orgId, other, platform, lake, profileId, versionId, accountId, riley, toni };
}
