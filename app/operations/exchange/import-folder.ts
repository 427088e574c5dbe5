import { switchFeature } from "#company/settings/store/customizations.server.ts";
import { newId } from "#db/ids.ts";
import type { Writer } from "#db/store.ts";
import { addDomain } from "#tenancy/orgs/store/domains.server.ts";
import { createOrg, publishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { findOrgBySlug } from "#tenancy/orgs/store/orgs.server.ts";
import { ContentError } from "./content-ids.ts";
import { importContent, type Installation } from "./exchange/import-content.ts";
import type { Change } from "./exchange/rows.ts";
import { DiskFolder } from "./folder.ts";
import { readFolder } from "./read-folder.ts";

/**
 * Makes a new org from a content folder: its content is imported, and what an import into an org
 * leaves alone is taken from the folder, too: slug, domains, switched-off features, publication.
 * What fails leaves nothing; a process killed in between leaves at most unused blobs.
 * @param options.by the name that the content's rows say wrote them, where the folder names nobody
 * @param options.alongside what else belongs to the same transaction
 * @returns the new org's id, and every row that it has
 * @throws ContentError when the folder has faults, or an org has its slug or one of its domains
 *   already
 */
export async function importFolder(
  installation: Installation,
  folder: string,
  {
    now,
    by: author,
    alongside,
  }: { now: Date; by: string; alongside?: (trx: Writer, orgId: string) => Promise<unknown> },
): Promise<{ orgId: string; changes: Change[] }> {
  const content = await readFolder(folder);
  const { slug, name, websiteUrl = null, timeZone, ...org } = content.org;
  const refused = (message: string) =>
    new ContentError([{ file: "org.yaml", line: 1, key: "slug", message }]);
  if (slug === undefined) throw refused("a new org needs its slug here");
  const orgId = newId();
  const by = { actor: "system", actorName: author };
  const { changes } = await importContent(installation, orgId, new DiskFolder(folder), {
    replace: false,
    isNew: true,
    now,
    by,
    read: async () => content,
    // Looked at under the write lock: of two imports at once the second is refused.
    before: async (trx) => {
      if ((await findOrgBySlug(trx, slug)) !== null)
        throw refused(`the org ${slug} already exists`);
      await createOrg({ trx, by, now }, { id: orgId, slug, name, websiteUrl, timeZone });
    },
    after: async (trx) => {
      const write = { trx, orgId, by, now };
      for (const domain of org.domains) await addDomain(write, domain);
      for (const feature of org.switchedOff) await switchFeature(write, feature, false);
      if (org.published ?? true) await publishOrg(write);
      await alongside?.(trx, orgId);
    },
  });
  return { orgId, changes };
}
