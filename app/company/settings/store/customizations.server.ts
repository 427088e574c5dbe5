import type * as z from "zod";
import {
  customizationSchema,
  type Customization,
  type Feature,
} from "#model/settings/customization.ts";
import { findAsset } from "#platform/files/store/assets.server.ts";
import { isoNow } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { CustomizationsTable } from "#db/schema.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** Settings to change; what is not named stays, in nested groups too. */
export type CustomizationChanges = z.input<typeof customizationSchema>;

/** The pictures of an org's portal and the column that names each. */
const PICTURES = {
  logo: "logoAssetId",
  logoDark: "logoDarkAssetId",
  banner: "bannerAssetId",
  favicon: "faviconAssetId",
} as const satisfies Record<string, keyof CustomizationsTable>;
export type Picture = keyof typeof PICTURES;

type Group = { [name: string]: unknown };

/**
 * Changes settings of the portal. Only what was ever set is stored, so that a default that gets
 * better later reaches every org that left it alone.
 * @returns the settings as they are now
 * @throws ZodError when a value is not what the schema allows
 */
export async function updateCustomization(
  write: Omit<Write, "by">,
  changes: CustomizationChanges,
): Promise<Customization> {
  const { trx, orgId } = write;
  const row = await inOrg(trx, orgId)
    .selectFrom("customizations")
    .select("settingsJson")
    .executeTakeFirst();
  if (row === undefined) throw new NotFound("org");
  return putCustomization(write, merge(JSON.parse(row.settingsJson) as Group, changes));
}

/**
 * As `updateCustomization`, but what is not named goes back to its default.
 * @throws as `updateCustomization`
 */
export async function putCustomization(
  write: Omit<Write, "by">,
  settings: CustomizationChanges,
): Promise<Customization> {
  const valid = customizationSchema.parse(settings);
  await changeRow(write, { settingsJson: JSON.stringify(only(valid, settings)) });
  return valid;
}

/**
 * Puts a picture on the portal, or takes it off.
 * @throws NotFound when the asset is not the org's
 */
export async function setPicture(
  write: Omit<Write, "by">,
  picture: Picture,
  assetId: string | null,
): Promise<void> {
  const { trx, orgId } = write;
  await mustFindAsset(trx, orgId, assetId);
  await changeRow(write, { [PICTURES[picture]]: assetId });
}

/**
 * Switches a feature of the org off or on again; an org has every feature that nobody switched off.
 */
export async function switchFeature(
  { trx, orgId, now }: Omit<Write, "by">,
  feature: Feature,
  on: boolean,
): Promise<void> {
  await inOrg(trx, orgId)
    .deleteFrom("switchedOffFeatures")
    .where("feature", "=", feature)
    .execute();
  if (!on)
    await trx
      .insertInto("switchedOffFeatures")
      .values({ orgId, feature, switchedOffAt: isoNow(now) })
      .execute();
  await contentChanged(trx, orgId);
}

/**
 * Ends a verb that names an asset; null and undefined name none.
 * @throws NotFound when it is not the org's
 */
export async function mustFindAsset(
  trx: Writer,
  orgId: string,
  assetId: string | null | undefined,
): Promise<void> {
  if (assetId != null && (await findAsset(trx, orgId, assetId)) === null)
    throw new NotFound("asset");
}

async function changeRow(
  { trx, orgId, now }: Omit<Write, "by">,
  changes: Partial<CustomizationsTable>,
): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("customizations")
    .set((eb) => ({ ...changes, revision: eb("revision", "+", 1), updatedAt: isoNow(now) }))
    .execute();
  await contentChanged(trx, orgId);
}

function merge(before: Group, changes: Group): Group {
  const merged = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    const held = merged[name];
    merged[name] = isGroup(value) && isGroup(held) ? merge(held, value) : value;
  }
  return merged;
}

/**
 * The validated values of the names that `wanted` has: unknown names and mere defaults are left
 * out.
 */
function only(valid: Group, wanted: Group): Group {
  const kept: Group = {};
  for (const [name, value] of Object.entries(valid)) {
    if (!Object.hasOwn(wanted, name)) continue;
    const inner = wanted[name];
    kept[name] = isGroup(value) && isGroup(inner) ? only(value, inner) : value;
  }
  return kept;
}

function isGroup(value: unknown): value is Group {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
