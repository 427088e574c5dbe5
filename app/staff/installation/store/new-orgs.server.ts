import { savePreset } from "#access/access-requests/store/access-presets.server.ts";
import { catalogueOf } from "#model/cards/catalogue/index.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import { beginGuidedStart } from "#content/guided-start/store/guided-start.server.ts";
import { saveItems } from "#content/items/store/items.server.ts";
import { findOrgBySlug } from "#tenancy/orgs/store/orgs.server.ts";
import { createOrg, publishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { createProfile } from "#auth/profiles/store/permission-profiles.server.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import { Refused } from "#db/refusals.ts";
import { endSetupLinks } from "#auth/store/setup-links.server.ts";
import { findStaffByEmail, grantRole, type Staff } from "#auth/store/staff.server.ts";
import type { Writer } from "#db/store.ts";

export interface NewOrg {
  slug: string;
  name: string;
  ownerEmail: string;
  publish?: boolean | undefined;
}

/**
 * Makes an org with its product, for the command line and the installation's page alike. Somebody
 * who is staff already becomes its owner at once; of anybody else the caller makes one.
 * @returns the org's id, and the owner if there is one already
 * @throws Refused when the slug is taken
 */
export async function createOrgFor(
  trx: Writer,
  { slug, name, ownerEmail, publish }: NewOrg,
  by: Actor,
  now: Date,
): Promise<{ orgId: string; owner: Staff | null }> {
  if ((await findOrgBySlug(trx, slug)) !== null)
    throw new Refused(`${slug} is taken by another organization.`, "slug");
  const orgId = await createOrgWithProduct(trx, { slug, name }, by, now);
  const owner = await findStaffByEmail(trx, ownerEmail);
  if (owner !== null) await grantRole(trx, orgId, owner.id, "owner", by, now);
  if (publish) await publishOrg(trx, orgId, by.actorName, now);
  return { orgId, owner };
}

/**
 * An org with the one product that every org begins with, called like itself, at the beginning of
 * its guided start; links to /setup end.
 */
export async function createOrgWithProduct(
  trx: Writer,
  { slug, name }: { slug: string; name: string },
  by: Actor,
  now: Date,
): Promise<string> {
  await endSetupLinks(trx);
  const orgId = await createOrg(
    trx,
    { slug, name, customization: { accessDays: FIRST_ACCESS_DAYS } },
    by.actorName,
    now,
  );
  const productName = name.slice(0, PRODUCT_NAME_MAX).trim();
  const productId = await createProduct(
    trx,
    orgId,
    { name: productName, isDefault: true, show: true, position: 0 },
    now,
  );
  await createFirstProfiles(trx, orgId, productId, by, now);
  await beginGuidedStart(trx, orgId, now);
  return orgId;
}

/** After how many days the access that a new org gives ends, until it says otherwise. */
const FIRST_ACCESS_DAYS = 90;

/** What a new org can give access by, so that its first request can be approved at once. */
const FIRST_PROFILES: readonly { name: string; kinds: readonly CardKind[] | "all" }[] = [
  { name: "Everything", kinds: "all" },
  {
    name: "Standard review",
    kinds: ["Reports", "Certifications", "Questionnaires", "Policies"],
  },
  { name: "Certificates", kinds: ["Certifications"] },
];

/**
 * The profiles that every org begins with, and the preset that gives one of them. The items that they name stand there unenabled, as they
 * do without a row.
 */
async function createFirstProfiles(
  trx: Writer,
  orgId: string,
  productId: string,
  by: Actor,
  now: Date,
): Promise<void> {
  const kinds = new Set(
    FIRST_PROFILES.flatMap((profile) => (profile.kinds === "all" ? [] : profile.kinds)),
  );
  await saveItems(
    trx,
    orgId,
    productId,
    [...kinds].flatMap((kind) =>
      catalogueOf(kind).map(({ uid }) => ({
        values: { uid, kind, enabledState: "NotEnabled" as const },
        stamp: { by: by.actorName, on: now },
      })),
    ),
  );
  for (const { name, kinds: chosen } of FIRST_PROFILES) {
    const uids =
      chosen === "all" ? [] : chosen.flatMap((kind) => catalogueOf(kind).map(({ uid }) => uid));
    const items = uids.map((itemUid) => ({ productId, itemUid }));
    const profileId = await createProfile(
      trx,
      orgId,
      { name, allItems: chosen === "all", items },
      now,
    );
    if (name === FIRST_PRESET.profile)
      await savePreset(
        trx,
        orgId,
        {
          name: FIRST_PRESET.name,
          profileId,
          expiresInDays: FIRST_ACCESS_DAYS,
          ndaRequired: true,
        },
        by,
        now,
      );
  }
}

/** The decision with a name that a new org has: its first request can be approved by one press. */
const FIRST_PRESET = { name: "Standard prospect", profile: "Standard review" } as const;

const PRODUCT_NAME_MAX = 50;
