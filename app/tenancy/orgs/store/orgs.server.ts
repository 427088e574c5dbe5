import {
  customizationSchema,
  FEATURES,
  type Customization,
  type Feature,
} from "#model/settings/customization.ts";
import type { Reader } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/**
 * A tenant as every request needs it: who it is, how its portal is set up, whether it is published.
 */
export interface Org {
  id: string;
  slug: string;
  name: string;
  websiteUrl: string | null;
  timeZone: string;
  revision: number;
  /** Before the public: published, and not suspended. */
  published: boolean;
  suspended: { at: string; reason: string } | null;
  customization: Customization;
  customizationRevision: number;
  /** Asset ids with the revision that their URLs carry. */
  logo: AssetRef | null;
  logoDark: AssetRef | null;
  banner: AssetRef | null;
  favicon: AssetRef | null;
  /** The features that the company switched off itself. */
  switchedOff: ReadonlySet<string>;
  /** The features that it has not got: by its plan where one is in force, else those. */
  lacks: ReadonlySet<string>;
}

export interface AssetRef {
  id: string;
  revision: number;
}

/** Whether an org has a feature: by its plan, else every one that nobody switched off. */
export function hasFeature(org: Pick<Org, "lacks">, feature: Feature): boolean {
  return !org.lacks.has(feature);
}

/**
 * The features that an org switched off, and those that it lacks: a plan in force decides in place
 * of its switches.
 */
export async function featuresOf(
  db: Reader,
  orgId: string,
): Promise<Pick<Org, "switchedOff" | "lacks">> {
  const [off, plan] = await Promise.all([
    inOrg(db, orgId).selectFrom("switchedOffFeatures").select("feature").execute(),
    inOrg(db, orgId)
      .selectFrom("entitlements")
      .select("featuresJson")
      .where("endedAt", "is", null)
      .executeTakeFirst(),
  ]);
  const switchedOff = new Set(off.map(({ feature }) => feature));
  if (plan === undefined) return { switchedOff, lacks: switchedOff };
  const has = new Set(JSON.parse(plan.featuresJson) as string[]);
  return { switchedOff, lacks: new Set(FEATURES.filter((feature) => !has.has(feature))) };
}

export async function findOrgBySlug(db: Reader, slug: string): Promise<Org | null> {
  const row = await db.selectFrom("orgs").selectAll().where("slug", "=", slug).executeTakeFirst();
  return row === undefined ? null : loadOrg(db, row);
}

/**
 * By id or by slug, also one that it had before: where an API path takes orgId, the slug works too.
 */
export async function findOrg(db: Reader, idOrSlug: string): Promise<Org | null> {
  const row = await db
    .selectFrom("orgs")
    .selectAll()
    .where((eb) => eb.or([eb("id", "=", idOrSlug), eb("slug", "=", idOrSlug)]))
    .executeTakeFirst();
  if (row !== undefined) return loadOrg(db, row);
  const former = await acrossTenants(db, "An address says whose portal it is.")
    .selectFrom("formerSlugs")
    .innerJoin("orgs", "orgs.id", "formerSlugs.orgId")
    .selectAll("orgs")
    .where("formerSlugs.slug", "=", idOrSlug)
    .executeTakeFirst();
  return former === undefined ? null : loadOrg(db, former);
}

/** When an org began. */
export async function foundedAt(db: Reader, orgId: string): Promise<string> {
  return (
    await db
      .selectFrom("orgs")
      .select("createdAt")
      .where("id", "=", orgId)
      .executeTakeFirstOrThrow()
  ).createdAt;
}

/**
 * The address that an org's links are built from: its verified domain once a request has come by
 * it, else the default host with its path. A domain whose name leads nowhere yet is in no link.
 */
export async function canonicalBase(
  db: Reader,
  org: Pick<Org, "id" | "slug">,
  origin: string,
): Promise<string> {
  const domain = await inOrg(db, org.id)
    .selectFrom("domains")
    .select("host")
    .where("verifiedAt", "is not", null)
    .where("answeredAt", "is not", null)
    .orderBy("createdAt")
    .limit(1)
    .executeTakeFirst();
  return domain === undefined ? `${origin}/${org.slug}` : domainBase(domain.host, origin);
}

/**
 * The address of an org's portal on the host by which somebody came, so that what they are sent
 * later leads back there; where nobody knows it, or the host is not the org's any more, the one of
 * every other link.
 * @param host without its port
 */
export async function baseOnHost(
  db: Reader,
  org: Pick<Org, "id" | "slug">,
  origin: string,
  host: string | null,
): Promise<string> {
  if (host === new URL(origin).hostname) return `${origin}/${org.slug}`;
  const domain =
    host === null
      ? undefined
      : await inOrg(db, org.id)
          .selectFrom("domains")
          .select("host")
          .where("host", "=", host)
          .where("verifiedAt", "is not", null)
          .executeTakeFirst();
  return domain === undefined ? canonicalBase(db, org, origin) : domainBase(domain.host, origin);
}

/** A company's own host on the scheme and port of the default one. */
function domainBase(host: string, origin: string): string {
  const { protocol, port } = new URL(origin);
  return `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
}

interface OrgRow {
  id: string;
  slug: string;
  name: string;
  websiteUrl: string | null;
  timeZone: string;
  revision: number;
}

async function loadOrg(db: Reader, row: OrgRow): Promise<Org> {
  const [settings, publication, suspension, features] = await Promise.all([
    inOrg(db, row.id).selectFrom("customizations").selectAll().executeTakeFirst(),
    inOrg(db, row.id)
      .selectFrom("publications")
      .select("id")
      .where("unpublishedAt", "is", null)
      .executeTakeFirst(),
    inOrg(db, row.id)
      .selectFrom("orgSuspensions")
      .select(["suspendedAt", "reason"])
      .where("resumedAt", "is", null)
      .executeTakeFirst(),
    featuresOf(db, row.id),
  ]);
  const assetIds = [
    settings?.logoAssetId,
    settings?.logoDarkAssetId,
    settings?.bannerAssetId,
    settings?.faviconAssetId,
  ].filter((id): id is string => typeof id === "string");
  const assets =
    assetIds.length === 0
      ? []
      : await inOrg(db, row.id)
          .selectFrom("assets")
          .select(["id", "revision"])
          .where("id", "in", assetIds)
          .execute();
  const ref = (id: string | null | undefined): AssetRef | null =>
    assets.find((asset) => asset.id === id) ?? null;
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    websiteUrl: row.websiteUrl,
    timeZone: row.timeZone,
    revision: row.revision,
    published: publication !== undefined && suspension === undefined,
    suspended:
      suspension === undefined ? null : { at: suspension.suspendedAt, reason: suspension.reason },
    customization: customizationSchema.parse(JSON.parse(settings?.settingsJson ?? "{}")),
    customizationRevision: settings?.revision ?? 1,
    logo: ref(settings?.logoAssetId),
    logoDark: ref(settings?.logoDarkAssetId),
    banner: ref(settings?.bannerAssetId),
    favicon: ref(settings?.faviconAssetId),
    ...features,
  };
}
