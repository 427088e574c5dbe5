import { sortKey } from "#values/names.ts";
import type { Authorship } from "#tenancy/audit/store/audit.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { isoNow } from "#db/ids.ts";
import { publishNdaVersion, setNdaProvider } from "#auth/nda/store/ndas.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { replaceProductLinks } from "#tenancy/products/store/products.server.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { StagedFile } from "../stage-files.ts";
import { applyUpdates } from "./apply-updates.ts";
import { applyProducts, removeProducts } from "./apply-products.ts";
import { text, type Applying } from "./applying.ts";
import { AssetsInPlace } from "./assets-in-place.ts";
import type { Comparison } from "./compare.ts";
import type { Change, Noun, Value } from "./rows.ts";
import { saveDocument, saveFaq, saveControl, saveProfile } from "./apply-entries.ts";

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
  const { uids, changes } = comparison;
  const stored = new Map([...staged.values()].map((file) => [file.hash, file]));
  for (const file of stored.values()) await recordBlob(trx, orgId, file, isoNow(now));
  const applying: Applying = {
    trx,
    orgId,
    uids,
    assets: await AssetsInPlace.of(trx, orgId, stored, now),
    stored,
    by,
    now,
  };
  const written = (noun: Noun) =>
    changes.filter((change) => change.noun === noun && change.what !== "removed");
  const removed = (noun: Noun) =>
    changes.filter((change) => change.noun === noun && change.what === "removed");

  for (const { row } of written("org"))
    await trx
      .updateTable("orgs")
      .set({
        name: text(row.value.name) ?? "",
        websiteUrl: text(row.value.websiteUrl),
        timeZone: text(row.value.timeZone) ?? "UTC",
      })
      .where("id", "=", orgId)
      .execute();
  await applySettings(applying, written("settings"), written("pictures"));
  for (const { row } of written("company")) await saveCompany(applying, row.value);
  for (const change of written("document")) await saveDocument(applying, change);
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
  await removeProducts(applying, changes);
  for (const [noun, table] of [
    ["document", "documents"],
    ["company", "companies"],
  ] as const) {
    for (const { key } of removed(noun))
      await inOrg(trx, orgId).deleteFrom(table).where("id", "=", uids.idOf(noun, key)).execute();
  }
  await uids.save(trx);
  await contentChanged(trx, orgId);
}

async function applySettings(
  { trx, orgId, assets, now }: Applying,
  settings: Change[],
  pictures: Change[],
): Promise<void> {
  const changes: Record<string, string | null> = {};
  for (const { row } of settings) changes.settingsJson = JSON.stringify(row.value);
  for (const { row } of pictures) {
    const types = [
      ["logo", "logo"],
      ["logoDark", "logo-dark"],
      ["banner", "banner"],
      ["favicon", "favicon"],
    ] as const;
    for (const [name, type] of types)
      changes[`${name}AssetId`] = await assets.idOf(type, type, row.value[name]);
  }
  if (Object.keys(changes).length === 0) return;
  await inOrg(trx, orgId)
    .updateTable("customizations")
    .set((eb) => ({ ...changes, revision: eb("revision", "+", 1), updatedAt: isoNow(now) }))
    .execute();
}

/** Where a company comes from: the list of known ones, or a text of the org's own. */
function origin(known: string | null): { source: string; addendumId: string | null } {
  return { source: known === null ? "custom" : "addendum", addendumId: known };
}

async function saveCompany({ trx, orgId, uids, assets }: Applying, value: Value): Promise<void> {
  const id = uids.idOf("company", String(value.uid));
  const name = String(value.name);
  const row = {
    name,
    sortKey: sortKey(name),
    domain: text(value.domain),
    ...origin(text(value.known)),
    logoAssetId: await assets.idOf("company", String(value.uid), value.logo),
  };
  await trx
    .insertInto("companies")
    .values({ orgId, id, ...row })
    .onConflict((conflict) => conflict.columns(["orgId", "id"]).doUpdateSet(row))
    .execute();
}
