import { savePreset } from "#access/access-requests/store/access-presets.server.ts";
import { catalogueOf } from "#model/cards/catalogue/index.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { beginSetupGuide } from "#content/setup-guide/store/setup-guide.server.ts";
import { saveItems } from "#content/items/store/items.server.ts";
import { findOrgBySlug } from "#tenancy/orgs/store/orgs.server.ts";
import { createOrg, publishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { createProfile } from "#auth/profiles/store/permission-profiles.server.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import { Refused } from "#db/refusals.ts";
import { endSetupLinks } from "#auth/store/setup-links.server.ts";
import { findStaffByEmail, grantRole, type Staff } from "#auth/store/staff.server.ts";

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
  write: Omit<Write, "orgId">,
  { slug, name, ownerEmail, publish }: NewOrg,
): Promise<{ orgId: string; owner: Staff | null }> {
  const { trx } = write;
  if ((await findOrgBySlug(trx, slug)) !== null)
    throw new Refused(`${slug} is taken by another organization.`, "slug");
  const orgId = await createOrgWithProduct(write, { slug, name });
  const inside = { ...write, orgId };
  const owner = await findStaffByEmail(trx, ownerEmail);
  if (owner !== null) await grantRole(inside, owner.id, "owner");
  if (publish) await publishOrg(inside);
  return { orgId, owner };
}

/**
 * An org with the one product that every org begins with, called like itself, at the beginning of
 * its setup guide; links to /setup end.
 */
export async function createOrgWithProduct(
  write: Omit<Write, "orgId">,
  { slug, name }: { slug: string; name: string },
): Promise<string> {
  const { trx } = write;
  await endSetupLinks(trx);
  const orgId = await createOrg(write, {
    slug,
    name,
    customization: { accessDays: FIRST_ACCESS_DAYS },
  });
  const productName = name.slice(0, PRODUCT_NAME_MAX).trim();
  const inside = { ...write, orgId };
  const productId = await createProduct(inside, {
    name: productName,
    isDefault: true,
    show: true,
    position: 0,
  });
  await createFirstProfiles(inside, productId);
  await beginSetupGuide(inside);
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
async function createFirstProfiles(write: Write, productId: string): Promise<void> {
  const { trx, orgId, by, now } = write;
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
    const profileId = await createProfile(write, { name, allItems: chosen === "all", items });
    if (name === FIRST_PRESET.profile)
      await savePreset(write, {
        name: FIRST_PRESET.name,
        profileId,
        expiresInDays: FIRST_ACCESS_DAYS,
        ndaRequired: true,
      });
  }
}

/** The decision with a name that a new org has: its first request can be approved by one press. */
const FIRST_PRESET = { name: "Standard prospect", profile: "Standard review" } as const;

const PRODUCT_NAME_MAX = 50;
