import {
  customizationSchema,
  FEATURES,
  type Customization,
  type Feature,
} from "#model/settings/customization.ts";
import { prepared } from "#db/prepared.ts";
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
  /** The host of its own that its links are built from; null: they are built from the default one. */
  linkHost: string | null;
  /** It was made with the setup guide, which nobody has ended. */
  isStarting: boolean;
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
  return featuresBy(
    off.map(({ feature }) => feature),
    plan?.featuresJson ?? null,
  );
}

/** @param plan the features of the plan in force, as JSON; null: there is none */
function featuresBy(
  off: readonly string[],
  plan: string | null,
): Pick<Org, "switchedOff" | "lacks"> {
  const switchedOff = new Set(off);
  if (plan === null) return { switchedOff, lacks: switchedOff };
  const has = new Set(JSON.parse(plan) as string[]);
  return { switchedOff, lacks: new Set(FEATURES.filter((feature) => !has.has(feature))) };
}

export function findOrgBySlug(db: Reader, slug: string): Promise<Org | null> {
  return BY_SLUG(db, { slug }).then(orgOf);
}

/**
 * By id or by slug, also one that it had before: where an API path takes orgId, the slug works too.
 */
export async function findOrg(db: Reader, idOrSlug: string): Promise<Org | null> {
  const org = orgOf(await BY_ID_OR_SLUG(db, { idOrSlug }));
  if (org !== null) return org;
  const former = await acrossTenants(db, "An address says whose portal it is.")
    .selectFrom("formerSlugs")
    .select("orgId")
    .where("slug", "=", idOrSlug)
    .executeTakeFirst();
  if (former === undefined) return null;
  return orgOf(await orgRows(db).where("o.id", "=", former.orgId).execute());
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

const LINK_HOST = prepared((db, p: { orgId: string }) =>
  inOrg(db, p.orgId)
    .selectFrom("domains")
    .select("host")
    .where("verifiedAt", "is not", null)
    .where("answeredAt", "is not", null)
    .orderBy("createdAt")
    .limit(1),
);

/**
 * The address that an org's links are built from: its verified domain once a request has come by
 * it, else the default host with its path. A domain whose name leads nowhere yet is in no link.
 */
export async function canonicalBase(
  db: Reader,
  org: Pick<Org, "id" | "slug">,
  origin: string,
): Promise<string> {
  const [domain] = await LINK_HOST(db, { orgId: org.id });
  return domain === undefined ? `${origin}/${org.slug}` : domainBase(domain.host, origin);
}

/** The same of an org that was just read, asked of nobody. */
export function linkBase(
  { slug, linkHost }: Pick<Org, "slug" | "linkHost">,
  origin: string,
): string {
  return linkHost === null ? `${origin}/${slug}` : domainBase(linkHost, origin);
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

/** All that every request needs of an org, in one statement: a row for each feature that is switched off. */
function orgRows(db: Reader) {
  return db
    .selectFrom("orgs as o")
    .leftJoin("customizations as c", "c.orgId", "o.id")
    .leftJoin("publications as p", (join) =>
      join.onRef("p.orgId", "=", "o.id").on("p.unpublishedAt", "is", null),
    )
    .leftJoin("orgSuspensions as s", (join) =>
      join.onRef("s.orgId", "=", "o.id").on("s.resumedAt", "is", null),
    )
    .leftJoin("entitlements as plan", (join) =>
      join.onRef("plan.orgId", "=", "o.id").on("plan.endedAt", "is", null),
    )
    .leftJoin("switchedOffFeatures as off", "off.orgId", "o.id")
    .leftJoin("guidedStarts as start", (join) =>
      join.onRef("start.orgId", "=", "o.id").on("start.endedAt", "is", null),
    )
    .leftJoin("assets as logo", (join) =>
      join.onRef("logo.orgId", "=", "o.id").onRef("logo.id", "=", "c.logoAssetId"),
    )
    .leftJoin("assets as dark", (join) =>
      join.onRef("dark.orgId", "=", "o.id").onRef("dark.id", "=", "c.logoDarkAssetId"),
    )
    .leftJoin("assets as banner", (join) =>
      join.onRef("banner.orgId", "=", "o.id").onRef("banner.id", "=", "c.bannerAssetId"),
    )
    .leftJoin("assets as icon", (join) =>
      join.onRef("icon.orgId", "=", "o.id").onRef("icon.id", "=", "c.faviconAssetId"),
    )
    .select((eb) => [
      "o.id",
      "o.slug",
      "o.name",
      "o.websiteUrl",
      "o.timeZone",
      "o.revision",
      "c.settingsJson",
      "c.revision as settingsRevision",
      "p.id as publicationId",
      "s.suspendedAt",
      "s.reason",
      "plan.featuresJson",
      "off.feature as switchedOff",
      "start.begunAt as startBegunAt",
      "logo.id as logoId",
      "logo.revision as logoRevision",
      "dark.id as darkId",
      "dark.revision as darkRevision",
      "banner.id as bannerId",
      "banner.revision as bannerRevision",
      "icon.id as iconId",
      "icon.revision as iconRevision",
      eb
        .selectFrom("domains as d")
        .select("d.host")
        .whereRef("d.orgId", "=", "o.id")
        .where("d.verifiedAt", "is not", null)
        .where("d.answeredAt", "is not", null)
        .orderBy("d.createdAt")
        .limit(1)
        .as("linkHost"),
    ]);
}

const BY_SLUG = prepared((db, p: { slug: string }) => orgRows(db).where("o.slug", "=", p.slug));

const BY_ID_OR_SLUG = prepared((db, p: { idOrSlug: string }) =>
  orgRows(db).where((eb) => eb.or([eb("o.id", "=", p.idOrSlug), eb("o.slug", "=", p.idOrSlug)])),
);

/** The one org of a query for orgs; null where it finds none. */
function orgOf(rows: Awaited<ReturnType<typeof BY_SLUG>>): Org | null {
  const [row] = rows;
  if (row === undefined) return null;
  const off = rows.flatMap(({ id, switchedOff }) =>
    id === row.id && switchedOff !== null ? [switchedOff] : [],
  );
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    websiteUrl: row.websiteUrl,
    timeZone: row.timeZone,
    revision: row.revision,
    published: row.publicationId !== null && row.suspendedAt === null,
    suspended: row.suspendedAt === null ? null : { at: row.suspendedAt, reason: row.reason ?? "" },
    customization: customizationOf(row.settingsJson ?? "{}"),
    customizationRevision: row.settingsRevision ?? 1,
    logo: assetRef(row.logoId, row.logoRevision),
    logoDark: assetRef(row.darkId, row.darkRevision),
    banner: assetRef(row.bannerId, row.bannerRevision),
    favicon: assetRef(row.iconId, row.iconRevision),
    linkHost: row.linkHost,
    isStarting: row.startBegunAt !== null,
    ...featuresBy(off, row.featuresJson),
  };
}

/** The latest settings that were read, by their text: most requests read the same ones. */
const READ = new Map<string, Customization>();
const MOST_READ = 100;

/** Nobody changes it: others have the same one. */
function customizationOf(json: string): Customization {
  const known = READ.get(json);
  if (known !== undefined) return known;
  const read = customizationSchema.parse(JSON.parse(json));
  for (const oldest of READ.keys()) {
    if (READ.size < MOST_READ) break;
    READ.delete(oldest);
  }
  READ.set(json, read);
  return read;
}

function assetRef(id: string | null, revision: number | null): AssetRef | null {
  return id === null || revision === null ? null : { id, revision };
}
