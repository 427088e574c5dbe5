import { approveAccount, createAccount } from "#auth/accounts/store/accounts.server.ts";
import { addMember } from "#auth/accounts/store/members.server.ts";
import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import { saveItems } from "#content/items/store/items.server.ts";
import { publishNdaVersion, setNdaProvider } from "#auth/nda/store/ndas.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { createProfile } from "#auth/profiles/store/permission-profiles.server.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import type { Writer } from "#db/store.ts";

export const NOW = new Date("2026-11-20T12:00:00Z");
const DAY = 86_400_000;
export const at = (days: number) => new Date(NOW.getTime() + days * DAY);
export const REVIEWER: Actor = { actor: "staff:priya", actorName: "Priya Raman" };
export const ROBIN: Actor = { actor: "visitor", actorName: "Robin" };

/** An approved account with two members, two products, a profile with an item in each, and an NDA. */
export async function populate(trx: Writer) {
  const orgId = await createOrg(trx, { slug: "acme", name: "Acme Cloud" }, "test", NOW);
  const other = await createOrg(trx, { slug: "globex", name: "Globex Health" }, "test", NOW);
  const platform = await createProduct(
    trx,
    orgId,
    { name: "Platform", isDefault: true, show: true, position: 0 },
    NOW,
  );
  const lake = await createProduct(
    trx,
    orgId,
    { name: "Data Lake", isDefault: false, show: true, position: 1 },
    NOW,
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
  const profileId = await createProfile(trx, orgId, { name: "Core", allItems: false, items }, NOW);
  const versionId = await publishNdaVersion(
    trx,
    orgId,
    { title: "NDA", body: "Keep it to yourself." },
    "test",
    at(-90),
  );
  await setNdaProvider(trx, orgId, { provider: "clickwrap" });
  const accountId = await createAccount(trx, orgId, { name: "Customer Inc" }, ROBIN, at(-30));
  const riley = await addMember(
    trx,
    orgId,
    accountId,
    { email: " Riley@Customer.example ", firstName: "Riley", lastName: "Novak" },
    ROBIN,
    at(-30),
  );
  const toni = await addMember(
    trx,
    orgId,
    accountId,
    { email: "toni@customer.example", firstName: "Toni", lastName: "Vale" },
    ROBIN,
    at(-30),
  );
  await approveAccount(trx, orgId, accountId, REVIEWER, at(-29));
  return { orgId, other, platform, lake, profileId, versionId, accountId, riley, toni };
}
