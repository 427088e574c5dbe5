import { customizationSchema } from "#model/settings/customization.ts";
import type { Reader } from "#db/store.ts";
import { acrossTenants } from "#db/tenant.ts";

/** An org as the private area shows it: its accent, and the address of its logo where it has one. */
export interface OrgLook {
  accentColour: string;
  logo: string | null;
}

/** The looks of some orgs, by their ids. */
export async function looksOf(
  db: Reader,
  orgIds: readonly string[],
): Promise<ReadonlyMap<string, OrgLook>> {
  if (orgIds.length === 0) return new Map();
  const rows = await acrossTenants(db, "A person's list of companies.")
    .selectFrom("orgs")
    .innerJoin("customizations as c", "c.orgId", "orgs.id")
    .leftJoin("assets as a", (join) =>
      join.onRef("a.orgId", "=", "c.orgId").onRef("a.id", "=", "c.logoAssetId"),
    )
    .select(["c.orgId", "c.settingsJson", "a.id", "a.revision"])
    .where("orgs.id", "in", orgIds)
    .execute();
  return new Map(
    rows.map(({ orgId, settingsJson, id, revision }) => [
      orgId,
      {
        accentColour: customizationSchema.parse(JSON.parse(settingsJson)).accentColour,
        logo: id === null ? null : `/api/share/${orgId}/logo?v=${id}.${revision}`,
      },
    ]),
  );
}

export async function hasOrgs(db: Reader): Promise<boolean> {
  return (await db.selectFrom("orgs").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** The id of every org. */
export async function listOrgIds(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom("orgs").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

export interface ListedOrg {
  id: string;
  slug: string;
  name: string;
  /** Whether its portal is before the public. */
  published: boolean;
}

/** The org for which the default host itself stands: the configured one, else the first. */
export async function frontOrg(
  db: Reader,
  { defaultOrg }: { defaultOrg: string | undefined },
): Promise<ListedOrg | null> {
  const orgs = await listOrgs(db);
  return orgs.find(({ slug }) => slug === defaultOrg) ?? orgs[0] ?? null;
}

/** Every org, oldest first. */
export async function listOrgs(db: Reader): Promise<ListedOrg[]> {
  const rows = await db
    .selectFrom("orgs")
    .leftJoin("publications", (join) =>
      join.onRef("publications.orgId", "=", "orgs.id").on("publications.unpublishedAt", "is", null),
    )
    .leftJoin("orgSuspensions", (join) =>
      join.onRef("orgSuspensions.orgId", "=", "orgs.id").on("orgSuspensions.resumedAt", "is", null),
    )
    .select([
      "orgs.id",
      "orgs.slug",
      "orgs.name",
      "publications.id as publication",
      "orgSuspensions.id as suspension",
    ])
    .orderBy("orgs.createdAt")
    .orderBy("orgs.slug")
    .execute();
  return rows.map(({ id, slug, name, publication, suspension }) => ({
    id,
    slug,
    name,
    published: publication !== null && suspension === null,
  }));
}
