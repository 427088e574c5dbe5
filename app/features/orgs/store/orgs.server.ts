import {
  customizationSchema,
  FEATURES,
  type Customization,
  type Feature,
} from "../../settings/rules/customization.ts";
import type { Reader } from "../../../../db/store.ts";

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
    db.selectFrom("switchedOffFeatures").select("feature").where("orgId", "=", orgId).execute(),
    db
      .selectFrom("entitlements")
      .select("featuresJson")
      .where("orgId", "=", orgId)
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
  const former = await db
    .selectFrom("formerSlugs")
    .innerJoin("orgs", "orgs.id", "formerSlugs.orgId")
    .selectAll("orgs")
    .where("formerSlugs.slug", "=", idOrSlug)
    .executeTakeFirst();
  return former === undefined ? null : loadOrg(db, former);
}

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
  const rows = await db
    .selectFrom("customizations as c")
    .leftJoin("assets as a", (join) =>
      join.onRef("a.orgId", "=", "c.orgId").onRef("a.id", "=", "c.logoAssetId"),
    )
    .select(["c.orgId", "c.settingsJson", "a.id", "a.revision"])
    .where("c.orgId", "in", orgIds)
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
  const domain = await db
    .selectFrom("domains")
    .select("host")
    .where("orgId", "=", org.id)
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
      : await db
          .selectFrom("domains")
          .select("host")
          .where("orgId", "=", org.id)
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
    db.selectFrom("customizations").selectAll().where("orgId", "=", row.id).executeTakeFirst(),
    db
      .selectFrom("publications")
      .select("id")
      .where("orgId", "=", row.id)
      .where("unpublishedAt", "is", null)
      .executeTakeFirst(),
    db
      .selectFrom("orgSuspensions")
      .select(["suspendedAt", "reason"])
      .where("orgId", "=", row.id)
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
      : await db
          .selectFrom("assets")
          .select(["id", "revision"])
          .where("orgId", "=", row.id)
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
