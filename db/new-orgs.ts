import type { Actor } from "./audit.ts";
import { beginGuidedStart } from "./guided-starts.ts";
import { createOrg, findOrgBySlug, publishOrg } from "./orgs.ts";
import { createProduct } from "./products.ts";
import { Refused } from "./refusals.ts";
import { endSetupLinks } from "./setup-links.ts";
import { findStaffByEmail, grantRole, type Staff } from "./staff.ts";
import type { Writer } from "./store.ts";

export interface NewOrg {
  slug: string;
  name: string;
  ownerEmail: string;
  publish?: boolean | undefined;
}

/**
 * Makes an org with its product, for the command line and the installation's page alike. Somebody who is
 * staff already becomes its owner at once; of anybody else the caller makes one.
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
    throw new Refused(`${slug} is taken by another organisation.`, "slug");
  const orgId = await createOrgWithProduct(trx, { slug, name }, by, now);
  const owner = await findStaffByEmail(trx, ownerEmail);
  if (owner !== null) await grantRole(trx, orgId, owner.id, "owner", by, now);
  if (publish) await publishOrg(trx, orgId, by.actorName, now);
  return { orgId, owner };
}

/** An org with the one product that every org begins with, called like itself, at the beginning of its guided start; links to /setup end. */
export async function createOrgWithProduct(
  trx: Writer,
  { slug, name }: { slug: string; name: string },
  by: Actor,
  now: Date,
): Promise<string> {
  await endSetupLinks(trx);
  const orgId = await createOrg(trx, { slug, name }, by.actorName, now);
  const productName = name.slice(0, PRODUCT_NAME_MAX).trim();
  await createProduct(
    trx,
    orgId,
    { name: productName, isDefault: true, show: true, position: 0 },
    now,
  );
  await beginGuidedStart(trx, orgId, now);
  return orgId;
}

const PRODUCT_NAME_MAX = 50;
