import { recordAudit } from "./audit.ts";
import { isoNow } from "./ids.ts";
import type { Writer } from "./store.ts";

/**
 * Creates an org whose id was chosen before: its blobs lie under that id already, because nothing but
 * database work may happen in a transaction (design §4). The same rows as `createOrg` writes.
 */
export async function createStagedOrg(
  trx: Writer,
  id: string,
  values: { slug: string; name: string; websiteUrl: string | null; timeZone: string },
  by: string,
  now: Date = new Date(),
): Promise<void> {
  const at = isoNow(now);
  await trx
    .insertInto("orgs")
    .values({ id, ...values, createdAt: at })
    .execute();
  await trx
    .insertInto("customizations")
    .values({ orgId: id, revision: 1, settingsJson: "{}", updatedAt: at })
    .execute();
  await trx
    .insertInto("ndaSettings")
    .values({ orgId: id, provider: "none", accountWide: 0 })
    .execute();
  await recordAudit(trx, {
    orgId: id,
    by: { actor: "system", actorName: by },
    action: "org.created",
    subject: values.slug,
    now,
  });
}
