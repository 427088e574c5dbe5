import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { AccessPresetsTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** So many fit beside a request. */
export const MOST_PRESETS = 12;

/** A decision with a name: everything that a request does not say itself. */
export interface AccessPreset extends Pick<
  AccessPresetsTable,
  "id" | "name" | "profileId" | "expiresInDays"
> {
  profileName: string;
  ndaRequired: boolean;
}

/** The org's presets, by name. */
export async function listPresets(db: Reader, orgId: string): Promise<AccessPreset[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("accessPresets as p")
    .innerJoin("permissionProfiles as profile", (join) =>
      join.onRef("profile.orgId", "=", "p.orgId").onRef("profile.id", "=", "p.profileId"),
    )
    .select([
      "p.id",
      "p.name",
      "p.profileId",
      "p.expiresInDays",
      "p.ndaRequired",
      "profile.name as profileName",
    ])
    .orderBy("p.name")
    .orderBy("p.id")
    .execute();
  return rows.map((row) => ({ ...row, ndaRequired: row.ndaRequired === 1 }));
}

/**
 * Keeps a decision under a name; one that has the name already is replaced.
 * @returns its id
 * @throws NotFound when the profile is not the org's; Refused when there are too many
 */
export async function savePreset(
  write: Write,
  preset: Pick<AccessPreset, "name" | "profileId" | "expiresInDays" | "ndaRequired">,
): Promise<string> {
  const { trx, orgId, now } = write;
  const { name, profileId, expiresInDays } = preset;
  const profile = await inOrg(trx, orgId)
    .selectFrom("permissionProfiles")
    .select("name")
    .where("id", "=", profileId)
    .executeTakeFirst();
  if (profile === undefined) throw new NotFound("permission profile");
  const known = await listPresets(trx, orgId);
  const same = known.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (same === undefined && known.length >= MOST_PRESETS)
    throw new Refused(
      `There are ${MOST_PRESETS} presets, the most you can have. Delete one first.`,
      "presetName",
    );
  const id = same?.id ?? newId();
  const values = {
    name,
    profileId,
    expiresInDays,
    ndaRequired: preset.ndaRequired ? 1 : 0,
  } as const;
  await trx
    .insertInto("accessPresets")
    .values({ orgId, id, ...values, createdAt: isoNow(now) })
    .onConflict((conflict) => conflict.columns(["orgId", "id"]).doUpdateSet(values))
    .execute();
  await recordAudit(write, {
    action: same === undefined ? "access-preset.created" : "access-preset.changed",
    subject: name,
    detail: {
      profile: profile.name,
      days: expiresInDays ?? "none",
      nda: preset.ndaRequired ? "required" : "waived",
    },
  });
  return id;
}

/**
 * Gives a preset another name.
 * @throws NotFound; Refused when another preset has the name
 */
export async function renamePreset(write: Write, presetId: string, name: string): Promise<string> {
  const { trx, orgId } = write;
  const known = await listPresets(trx, orgId);
  const preset = known.find(({ id }) => id === presetId);
  if (preset === undefined) throw new NotFound("preset");
  const has = ({ id, name: other }: AccessPreset) =>
    id !== presetId && other.toLowerCase() === name.toLowerCase();
  if (known.some(has)) throw new Refused("Another preset has this name. Choose another.", "name");
  if (preset.name === name) return name;
  await inOrg(trx, orgId)
    .updateTable("accessPresets")
    .set({ name })
    .where("id", "=", presetId)
    .execute();
  await recordAudit(write, {
    action: "access-preset.changed",
    subject: name,
    detail: { before: preset.name },
  });
  return name;
}

/** Removes a preset; what was decided with it stays. @throws NotFound */
export async function removePreset(write: Write, presetId: string): Promise<string> {
  const { trx, orgId } = write;
  const preset = await inOrg(trx, orgId)
    .selectFrom("accessPresets")
    .select("name")
    .where("id", "=", presetId)
    .executeTakeFirst();
  if (preset === undefined) throw new NotFound("preset");
  await inOrg(trx, orgId).deleteFrom("accessPresets").where("id", "=", presetId).execute();
  await recordAudit(write, { action: "access-preset.removed", subject: preset.name });
  return preset.name;
}
