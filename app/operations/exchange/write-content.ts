import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { createAsset } from "#platform/files/store/assets.server.ts";
import { addCompanies } from "#content/companies/store/companies.server.ts";
import {
  setPicture,
  switchFeature,
  updateCustomization,
  type Picture,
} from "#company/settings/store/customizations.server.ts";
import { addDocuments } from "#content/documents/store/documents.server.ts";
import { addDomain } from "#tenancy/orgs/store/domains.server.ts";
import { isoNow } from "#db/ids.ts";
import { createOrg, publishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { replaceProductLinks } from "#tenancy/products/store/products.server.ts";
import type { Writer } from "#db/store.ts";
import type { ContentIds } from "./content-ids.ts";
import { momentDay, momentTime } from "./moments.ts";
import type { Content } from "./read-folder.ts";
import type { StagedFile } from "./stage-files.ts";
import { writeProduct, type ProductCounts } from "./write-product.ts";
import {
  type Writing,
  writeFaq,
  writeControls,
  writeTopics,
  writeProfiles,
  writeNda,
} from "./write-lists.ts";

/** How many rows of each noun an import has written. */
export interface ContentCounts {
  products: number;
  cards: number;
  items: number;
  documents: number;
  companies: number;
  trustedCompanies: number;
  subprocessors: number;
  grades: number;
  faq: number;
  controls: number;
  topics: number;
  updates: number;
  profiles: number;
  ndaVersions: number;
  blobs: number;
}

/**
 * Writes a whole org, published or not as its folder says, through the verbs that staff use too.
 */
export async function writeContent(
  trx: Writer,
  orgId: string,
  content: Content,
  staged: ReadonlyMap<string, StagedFile>,
  { now, by, idOf }: { now: Date; by: string; idOf: ContentIds },
): Promise<ContentCounts> {
  const { org } = content;
  const writing: Writing = { orgId, timeZone: org.timeZone, staged, now, by, idOf };
  const { slug = "", name, timeZone, websiteUrl } = org;
  await createOrg(
    trx,
    { id: orgId, slug, name, timeZone, websiteUrl: websiteUrl ?? null },
    by,
    now,
  );
  const hashes = new Map([...staged.values()].map((file) => [file.hash, file]));
  for (const file of hashes.values()) await recordBlob(trx, orgId, file, isoNow(now));
  await writeSettings(trx, writing, content);
  await writeCompanies(trx, writing, content);
  await writeDocuments(trx, writing, content);

  const products: ProductCounts[] = [];
  const chosen = content.products.findIndex(({ product }) => product.default);
  for (const [position, part] of content.products.entries()) {
    products.push(
      await writeProduct(trx, writing, part, {
        position,
        isDefault: position === Math.max(0, chosen),
      }),
    );
  }
  if (content.links.length > 0) await replaceProductLinks(trx, orgId, content.links);

  await writeFaq(trx, writing, content);
  await writeControls(trx, writing, content);
  await writeTopics(trx, writing, content);
  await writeProfiles(trx, writing, content);
  await writeNda(trx, writing, content);
  if (org.published ?? true) await publishOrg(trx, orgId, by, now);

  const sum = (count: (product: ProductCounts) => number) =>
    products.reduce((total, product) => total + count(product), 0);
  return {
    products: products.length,
    cards: sum((product) => product.cards),
    items: sum((product) => product.items),
    documents: content.documents.length,
    companies: content.companies.length,
    trustedCompanies: sum((product) => product.trustedCompanies),
    subprocessors: sum((product) => product.subprocessors),
    grades: sum((product) => product.grades),
    faq: content.faq.length,
    controls: content.controls.length,
    topics: content.topics.length,
    updates: content.topics.reduce((total, topic) => total + topic.updates.length, 0),
    profiles: content.profiles.length,
    ndaVersions: content.nda.versions.length,
    blobs: hashes.size,
  };
}

async function writeSettings(
  trx: Writer,
  writing: Writing,
  { org, settings }: Content,
): Promise<void> {
  const { orgId, now } = writing;
  await updateCustomization(trx, orgId, settings, now);
  const types: Record<Picture, string> = {
    logo: "logo",
    logoDark: "logo-dark",
    banner: "banner",
    favicon: "favicon",
  };
  for (const picture of Object.keys(types) as Picture[]) {
    const assetId = await createPicture(trx, writing, types[picture], org[picture]);
    if (assetId !== null) await setPicture(trx, orgId, picture, assetId, now);
  }
  for (const domain of org.domains) await addDomain(trx, orgId, domain, now);
  for (const feature of org.switchedOff) await switchFeature(trx, orgId, feature, false, now);
}

async function writeCompanies(
  trx: Writer,
  writing: Writing,
  { companies }: Content,
): Promise<void> {
  const { idOf } = writing;
  const values = [];
  for (const { uid, name, domain, logo, known } of companies) {
    values.push({
      id: idOf("company", uid),
      name,
      domain: domain ?? null,
      ...(known === undefined ? {} : { source: "addendum" as const, addendumId: known }),
      logoAssetId: await createPicture(trx, writing, "company", logo),
    });
  }
  if (values.length > 0) await addCompanies(trx, writing.orgId, values);
}

async function writeDocuments(
  trx: Writer,
  { orgId, staged, now, by, timeZone, idOf }: Writing,
  { documents }: Content,
): Promise<void> {
  const values = documents.flatMap(
    ({
      uid,
      file,
      sha256: _instead,
      name,
      createdAt,
      expiresOn,
      periodFrom,
      periodTo,
      ...rest
    }) => {
      const blob = staged.get(file ?? "");
      if (blob === undefined) return [];
      const { hash, size, contentType } = blob;
      const dayOf = (moment: string | undefined) =>
        moment === undefined ? null : momentDay(moment, now, timeZone);
      return [
        {
          ...rest,
          id: idOf("document", uid),
          originalName: name,
          blobHash: hash,
          size,
          contentType,
          expiresOn: dayOf(expiresOn),
          periodFrom: dayOf(periodFrom),
          periodTo: dayOf(periodTo),
          createdAt: momentTime(createdAt, now),
        },
      ];
    },
  );
  if (values.length > 0) await addDocuments(trx, orgId, values, by);
}

async function createPicture(
  trx: Writer,
  { orgId, staged, now }: Writing,
  type: string,
  file: string | undefined,
): Promise<string | null> {
  const blob = file === undefined ? undefined : staged.get(file);
  if (file === undefined || blob === undefined) return null;
  return createAsset(
    trx,
    orgId,
    {
      type,
      fileName: file.split("/").at(-1) ?? file,
      contentType: blob.contentType,
      blobHash: blob.hash,
    },
    now,
  );
}
