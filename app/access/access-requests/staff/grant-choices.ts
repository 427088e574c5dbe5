import { findNda } from "#auth/nda/store/ndas.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { Reader } from "#db/store.ts";
import type { GrantChoices } from "./grant-fields.tsx";

/** What an org can give: its profiles, its products, and an NDA where it asks for one. */
export async function grantChoices(
  db: Reader,
  org: Pick<Org, "id" | "customization">,
  now: Date,
): Promise<GrantChoices> {
  return {
    profiles: (await listProfiles(db, org.id)).map(({ id, name }) => ({ id, name })),
    products: (await listProducts(db, org.id)).map(({ id, name }) => ({ id, name })),
    asksNda: (await findNda(db, org.id, now)).provider !== "none",
    usualDays: org.customization.accessDays,
  };
}
