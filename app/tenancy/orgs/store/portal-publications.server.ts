import type { PublicationFacts } from "#model/settings/publication.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import type { Org } from "./orgs.server.ts";
import { publishOrg, unpublishOrg } from "./org-changes.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** A time in which a portal was before the public; the last one may go on. */
export interface Publication {
  publishedAt: string;
  publishedBy: string;
  unpublishedAt: string | null;
  unpublishedBy: string | null;
}

/** The last ones, newest first. */
export function listPublications(db: Reader, orgId: string, limit = 10): Promise<Publication[]> {
  return inOrg(db, orgId)
    .selectFrom("publications")
    .select(["publishedAt", "publishedBy", "unpublishedAt", "unpublishedBy"])
    .orderBy("publishedAt", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/**
 * Puts the portal before the public, or takes it back, with its row in the audit.
 * @returns whether it was otherwise before: of two parallel calls one gets true
 */
export async function setPublished(write: Write, published: boolean): Promise<boolean> {
  const { trx, orgId } = write;
  const current = await inOrg(trx, orgId)
    .selectFrom("publications")
    .select("id")
    .where("unpublishedAt", "is", null)
    .executeTakeFirst();
  if ((current !== undefined) === published) return false;
  await (published ? publishOrg : unpublishOrg)(write);
  await recordAudit(write, { action: published ? "portal.published" : "portal.unpublished" });
  return true;
}

/** What the checklist before a publication asks for. */
export async function publicationFacts(db: Reader, org: Org): Promise<PublicationFacts> {
  const own = inOrg(db, org.id);
  const items = own
    .selectFrom("items as i")
    .innerJoin("cards as c", (join) =>
      join
        .onRef("c.orgId", "=", "i.orgId")
        .onRef("c.productId", "=", "i.productId")
        .onRef("c.kind", "=", "i.kind"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("c.hiddenAt", "is", null)
    .where("i.enabledState", "!=", "NotEnabled");
  const row = await db
    .selectNoFrom([
      own.selectFrom("customizations").select("settingsJson").as("settingsJson"),
      own
        .selectFrom("products")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .as("products"),
      items.as("enabledItems"),
      items.where("i.kind", "=", "Certifications").as("certifications"),
    ])
    .executeTakeFirstOrThrow();
  return {
    customization: org.customization,
    chosen: new Set(Object.keys(JSON.parse(row.settingsJson ?? "{}") as object)),
    hasLogo: org.logo !== null,
    products: Number(row.products),
    enabledItems: Number(row.enabledItems),
    certifications: Number(row.certifications),
  };
}
