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
  { now, by: author, idOf }: { now: Date; by: string; idOf: ContentIds },
): Promise<ContentCounts> {
  const { org } = content;
  const by = { actor: "system", actorName: author };
  const writing: Writing = { trx, orgId, by, now, timeZone: org.timeZone, staged, idOf };
  const { slug = "", name, timeZone, websiteUrl } = org;
  await createOrg(writing, { id: orgId, slug, name, timeZone, websiteUrl: websiteUrl ?? null });
  const hashes = new Map([...staged.values()].map((file) => [file.hash, file]));
  for (const file of hashes.values()) await recordBlob(trx, orgId, file, isoNow(now));
  await writeSettings(writing, content);
  await writeCompanies(writing, content);
  await writeDocuments(writing, content);

  const products: ProductCounts[] = [];
  const chosen = content.products.findIndex(({ product }) => product.default);
  for (const [position, part] of content.products.entries()) {
    products.push(
      await writeProduct(writing, part, {
        position,
        isDefault: position === Math.max(0, chosen),
      }),
    );
  }
  if (content.links.length > 0) await replaceProductLinks(trx, orgId, content.links);

  await writeFaq(writing, content);
  await writeControls(writing, content);
  await writeTopics(writing, content);
  await writeProfiles(writing, content);
  await writeNda(writing, content);
  if (org.published ?? true) await publishOrg(writing);

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

async function writeSettings(writing: Writing, { org, settings }: Content): Promise<void> {
  await updateCustomization(writing, settings);
  const types: Record<Picture, string> = {
    logo: "logo",
    logoDark: "logo-dark",
    banner: "banner",
    favicon: "favicon",
  };
  for (const picture of Object.keys(types) as Picture[]) {
    const assetId = await createPicture(writing, types[picture], org[picture]);
    if (assetId !== null) await setPicture(writing, picture, assetId);
  }
  for (const domain of org.domains) await addDomain(writing, domain);
  for (const feature of org.switchedOff) await switchFeature(writing, feature, false);
}

async function writeCompanies(writing: Writing, { companies }: Content): Promise<void> {
  const { trx, orgId, idOf } = writing;
  const values = [];
  for (const { uid, name, domain, logo, known } of companies) {
    values.push({
      id: idOf("company", uid),
      name,
      domain: domain ?? null,
      ...(known === undefined ? {} : { source: "addendum" as const, addendumId: known }),
      logoAssetId: await createPicture(writing, "company", logo),
    });
  }
  if (values.length > 0) await addCompanies(trx, orgId, values);
}

async function writeDocuments(
  { trx, orgId, staged, now, by, timeZone, idOf }: Writing,
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
  if (values.length > 0) await addDocuments(trx, orgId, values, by.actorName);
}

async function createPicture(
  writing: Writing,
  type: string,
  file: string | undefined,
): Promise<string | null> {
  const blob = file === undefined ? undefined : writing.staged.get(file);
  if (file === undefined || blob === undefined) return null;
  return createAsset(writing, {
    type,
    fileName: file.split("/").at(-1) ?? file,
    contentType: blob.contentType,
    blobHash: blob.hash,
  });
}
