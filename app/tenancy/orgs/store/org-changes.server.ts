import type { Customization } from "#model/settings/customization.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * Creates an org with its first product, every card, and its settings at their defaults.
 * @returns the org's id
 */
export async function createOrg(
  write: Omit<Write, "orgId">,
  {
    id = newId(),
    ...values
  }: {
    /** Where it was chosen before: blobs lie under it already. */
    id?: string;
    slug: string;
    name: string;
    websiteUrl?: string | null;
    timeZone?: string;
    customization?: Partial<Customization>;
  },
): Promise<string> {
  const { trx, by, now } = write;
  const at = isoNow(now);
  await trx
    .insertInto("orgs")
    .values({
      id,
      slug: values.slug,
      name: values.name,
      websiteUrl: values.websiteUrl ?? null,
      timeZone: values.timeZone ?? "UTC",
      createdAt: at,
    })
    .execute();
  await trx
    .insertInto("customizations")
    .values({
      orgId: id,
      revision: 1,
      settingsJson: JSON.stringify(values.customization ?? {}),
      updatedAt: at,
    })
    .execute();
  await trx
    .insertInto("ndaSettings")
    .values({ orgId: id, provider: "none", accountWide: 0 })
    .execute();
  await recordAudit(
    { ...write, orgId: id, by: { actor: "system", actorName: by.actorName } },
    { action: "org.created", subject: values.slug },
  );
  return id;
}

/**
 * Changes who the org is and whose clock it goes by.
 * @param values.timeZone an IANA name
 */
export async function updateOrg(
  trx: Writer,
  orgId: string,
  values: { name: string; websiteUrl: string | null; timeZone: string },
): Promise<void> {
  await trx.updateTable("orgs").set(values).where("id", "=", orgId).execute();
  await contentChanged(trx, orgId);
}

/** Puts the portal before the public; a second call while it is published changes nothing. */
export async function publishOrg({ trx, orgId, by, now }: Write): Promise<void> {
  const current = await inOrg(trx, orgId)
    .selectFrom("publications")
    .select("id")
    .where("unpublishedAt", "is", null)
    .executeTakeFirst();
  if (current !== undefined) return;
  await trx
    .insertInto("publications")
    .values({ id: newId(), orgId, publishedAt: isoNow(now), publishedBy: by.actorName })
    .execute();
  await contentChanged(trx, orgId);
}

/** Takes the portal back: the public gets what an unknown org gives. */
export async function unpublishOrg({ trx, orgId, by, now }: Write): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("publications")
    .set({ unpublishedAt: isoNow(now), unpublishedBy: by.actorName })
    .where("unpublishedAt", "is", null)
    .execute();
  await contentChanged(trx, orgId);
}

/**
 * The one write path of published content: every verb that changes what a portal shows calls it in
 * its own transaction, so that cached pages of the org end with the commit.
 */
export async function contentChanged(trx: Writer, orgId: string): Promise<void> {
  await trx
    .updateTable("orgs")
    .set((eb) => ({ revision: eb("revision", "+", 1) }))
    .where("id", "=", orgId)
    .execute();
}
