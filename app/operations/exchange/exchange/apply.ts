import path from "node:path";
import type { Authorship, Write } from "#tenancy/audit/store/audit.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import {
  putCustomization,
  setPicture,
  type Picture,
} from "#company/settings/store/customizations.server.ts";
import {
  addCompanies,
  updateCompany,
  type CompanyValues,
} from "#content/companies/store/companies.server.ts";
import { isoNow } from "#db/ids.ts";
import { publishNdaVersion, setNdaProvider } from "#auth/nda/store/ndas.server.ts";
import { contentChanged, updateOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { replaceProductLinks } from "#tenancy/products/store/products.server.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { productEntryId } from "#model/entry-ids.ts";
import { customizationSchema } from "#model/settings/customization.ts";
import { callEntry } from "#tenancy/history/store/external-ids.server.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import type { StagedFile } from "../stage-files.ts";
import { applyUpdates } from "./apply-updates.ts";
import { inside } from "./apply-cards.ts";
import { applyProducts, removeProducts } from "./apply-products.ts";
import { assetsInPlace, text, type Applying } from "./applying.ts";
import type { Comparison } from "./compare.ts";
import { rowKey, type Change, type Noun } from "./rows.ts";
import { saveDocuments, saveFaq, saveControl, saveProfile } from "./apply-entries.ts";

/**
 * Writes the changes of an import and nothing else, in an order in which each row finds what it
 * names.
 */
export async function applyChanges(
  trx: Writer,
  orgId: string,
  comparison: Comparison,
  { staged, by, now }: Authorship & { staged: ReadonlyMap<string, StagedFile> },
): Promise<void> {
  const { uids, changes, target } = comparison;
  const stored = new Map(
    [...staged].map(([name, file]) => [
      file.hash,
      { ...file, fileName: path.posix.basename(name) },
    ]),
  );
  for (const file of stored.values()) await recordBlob(trx, orgId, file, isoNow(now));
  const write: Write = { trx, orgId, by, now };
  const assetOf = await assetsInPlace(write, stored);
  const applying: Applying = { ...write, uids, target, stored, assetOf };
  const written = (noun: Noun) =>
    changes.filter((change) => change.noun === noun && change.what !== "removed");
  const removed = (noun: Noun) =>
    changes.filter((change) => change.noun === noun && change.what === "removed");

  for (const { row } of written("org"))
    await updateOrg(trx, orgId, {
      name: text(row.value.name) ?? "",
      websiteUrl: text(row.value.websiteUrl),
      timeZone: text(row.value.timeZone) ?? "UTC",
    });
  for (const { row } of written("settings")) await putCustomization(applying, row.value);
  for (const { row, fields } of written("pictures"))
    for (const picture of fields as Picture[])
      await setPicture(
        applying,
        picture,
        await assetOf(PICTURE_TYPES[picture], row.value[picture]),
      );
  await saveCompanies(applying, written("company"));
  await saveDocuments(applying, written("document"));
  // What goes leaves its name and its address to what comes.
  await removeProducts(applying, changes);
  await applyProducts(applying, changes);
  for (const { row } of written("links"))
    await replaceProductLinks(
      trx,
      orgId,
      (row.value.entries as { label: string; link: string; show?: boolean }[]).map(
        ({ show = true, ...link }) => ({ ...link, show }),
      ),
    );
  for (const { row } of written("faq")) await saveFaq(applying, row.value);
  for (const { row } of written("control")) await saveControl(applying, row.value);
  await applyUpdates(applying, comparison);
  for (const { row } of written("profile")) await saveProfile(applying, row.value);
  for (const { row } of changes.filter(
    ({ noun, what }) => noun === "nda-version" && what === "added",
  )) {
    await publishNdaVersion(
      { trx, orgId, by, now: new Date(String(row.value.publishedAt)) },
      {
        id: uids.idOf("nda-version", row.key),
        title: String(row.value.title),
        body: String(row.value.body),
      },
    );
  }
  for (const { row } of written("nda"))
    await setNdaProvider(trx, orgId, {
      provider: row.value.provider as "none" | "clickwrap",
      accountWide: row.value.accountWide === true,
    });

  const tables = [
    ["profile", "permissionProfiles"],
    ["faq", "faqEntries"],
    ["control", "controls"],
  ] as const;
  for (const [noun, table] of tables)
    for (const { key } of removed(noun))
      await inOrg(trx, orgId).deleteFrom(table).where("id", "=", uids.idOf(noun, key)).execute();
  for (const [noun, table] of [
    ["document", "documents"],
    ["company", "companies"],
  ] as const) {
    for (const { key } of removed(noun))
      await inOrg(trx, orgId).deleteFrom(table).where("id", "=", uids.idOf(noun, key)).execute();
  }
  for (const [noun, entries] of [
    ["document", "documents"],
    ["subprocessor", "subprocessors"],
    ["faq", "questions"],
    ["control", "controls"],
  ] as const) {
    await noteEntries(
      applying,
      entries,
      written(noun).map(({ row }) => uids.idOf(noun, String(row.value.uid))),
    );
    for (const { row } of written(noun)) {
      const id = uids.idOf(noun, String(row.value.uid));
      const externalId = text(row.value.externalId);
      if (externalId !== null) await callEntry(trx, orgId, { noun: entries, id, externalId });
    }
  }
  for (const [noun, entries] of [
    ["card", "cards"],
    ["item", "items"],
  ] as const)
    await noteEntries(
      applying,
      entries,
      changes.flatMap((change) => {
        const { product, own } = inside(change.key);
        const isThere =
          change.noun === noun && applying.target.has(rowKey({ noun: "product", key: product }));
        return isThere ? [productEntryId(uids.idOf("product", product), own)] : [];
      }),
    );
  if (written("org").length + written("settings").length > 0)
    await noteEntries(applying, "settings", SETTINGS);
  await uids.save(trx);
  await contentChanged(trx, orgId);
}

/** The settings that an import can change. */
const SETTINGS = ["orgName", "websiteUrl", "timeZone", ...Object.keys(customizationSchema.shape)];

/** What assets that are an org's pictures are for. */
const PICTURE_TYPES: Readonly<Record<Picture, string>> = {
  logo: "logo",
  logoDark: "logo-dark",
  banner: "banner",
  favicon: "favicon",
};

async function saveCompanies(
  { trx, orgId, uids, assetOf }: Applying,
  changes: readonly Change[],
): Promise<void> {
  const added: CompanyValues[] = [];
  for (const {
    what,
    row: { value },
  } of changes) {
    const id = uids.idOf("company", String(value.uid));
    const known = text(value.known);
    const company = {
      name: String(value.name),
      domain: text(value.domain),
      // From the list of known ones, or a text of the org's own.
      source: known === null ? ("custom" as const) : ("addendum" as const),
      addendumId: known,
      logoAssetId: await assetOf("company", value.logo),
    };
    if (what === "added") added.push({ id, ...company });
    else await updateCompany(trx, orgId, id, company);
  }
  if (added.length > 0) await addCompanies(trx, orgId, added);
}
