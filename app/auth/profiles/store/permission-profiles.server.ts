import { inBatches } from "#db/batches.ts";
import { isoNow, newId } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mustChange, NotFound, Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { prepared } from "#db/prepared.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";

/** What a grant opens: every item of a product, or chosen ones. */
export interface Profile {
  id: string;
  name: string;
  allItems: boolean;
}

/** A chosen item: uids are unique within a product. */
export interface ProfileItem {
  productId: string;
  itemUid: string;
}

/** The org's permission profiles, by name. */
export async function listProfiles(db: Reader, orgId: string): Promise<Profile[]> {
  const rows = await BY_NAME(db, { orgId });
  return rows.map((row) => ({ ...row, allItems: row.allItems === 1 }));
}

const BY_NAME = prepared((db, p: { orgId: string }) =>
  inOrg(db, p.orgId)
    .selectFrom("permissionProfiles")
    .select(["id", "name", "allItems"])
    .orderBy("name")
    .orderBy("id"),
);

/** A profile with its chosen items; null when the org has none of that id. */
export async function findProfile(
  db: Reader,
  orgId: string,
  profileId: string,
): Promise<(Profile & { items: ProfileItem[] }) | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("permissionProfiles")
    .select(["id", "name", "allItems"])
    .where("id", "=", profileId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const items = await inOrg(db, orgId)
    .selectFrom("profileItems")
    .select(["productId", "itemUid"])
    .where("profileId", "=", profileId)
    .orderBy("productId")
    .orderBy("itemUid")
    .execute();
  return { ...row, allItems: row.allItems === 1, items };
}

/** A profile of the org. @throws NotFound */
export async function mustFindProfile(
  db: Reader,
  orgId: string,
  profileId: string,
): Promise<Profile & { items: ProfileItem[] }> {
  const profile = await findProfile(db, orgId, profileId);
  if (profile === null) throw new NotFound("permission profile");
  return profile;
}

/** A profile as the list shows it. */
export interface ProfileSummary extends Profile {
  chosenItems: number;
  /** Accounts that have a grant by it in force or not yet ended by staff. */
  accounts: number;
}

/** The org's profiles with what each includes and how many accounts have it, by name. */
export async function summariseProfiles(db: Reader, orgId: string): Promise<ProfileSummary[]> {
  const items = await inOrg(db, orgId)
    .selectFrom("profileItems")
    .select((eb) => ["profileId", eb.fn.countAll<number>().as("count")])
    .groupBy("profileId")
    .execute();
  const grants = await inOrg(db, orgId)
    .selectFrom("grants")
    .select((eb) => ["profileId", eb.fn.count<number>("accountId").distinct().as("count")])
    .where("revokedAt", "is", null)
    .groupBy("profileId")
    .execute();
  const countOf = (rows: { profileId: string; count: number }[], id: string) =>
    Number(rows.find((row) => row.profileId === id)?.count ?? 0);
  return (await listProfiles(db, orgId)).map((profile) => ({
    ...profile,
    chosenItems: countOf(items, profile.id),
    accounts: countOf(grants, profile.id),
  }));
}

/**
 * Refuses a name that another profile of the org has: staff choose profiles by name. @throws
 * Refused
 */
async function mustBeFree(
  db: Reader,
  orgId: string,
  name: string,
  except: string | null,
): Promise<void> {
  const same = (await listProfiles(db, orgId)).find(
    (profile) => profile.name.toLowerCase() === name.toLowerCase() && profile.id !== except,
  );
  if (same !== undefined)
    throw new Refused(`There is already a profile called ${same.name}.`, "name");
}

/** What a profile is called, and what it opens. */
interface ProfileValues {
  name: string;
  allItems: boolean;
  items: readonly ProfileItem[];
}

/**
 * Creates a permission profile.
 * @returns its id
 * @throws NotFound when a chosen item is not the org's; Refused when another has the name
 */
export async function createProfile(
  write: Omit<Write, "by">,
  values: ProfileValues,
): Promise<string> {
  const { trx, orgId } = write;
  const id = newId();
  await mustBeFree(trx, orgId, values.name, null);
  await putProfile(write, id, values);
  return id;
}

/**
 * Makes a profile what is said of it, whether it is there or not: for content, which may bring two
 * of one name.
 * @throws NotFound when a chosen item is not the org's
 */
export async function putProfile(
  write: Omit<Write, "by">,
  id: string,
  { name, allItems, items }: ProfileValues,
): Promise<void> {
  const { trx, orgId, now } = write;
  const columns = { name, allItems: allItems ? (1 as const) : (0 as const) };
  await trx
    .insertInto("permissionProfiles")
    .values({ orgId, id, ...columns, createdAt: isoNow(now) })
    .onConflict((conflict) => conflict.columns(["orgId", "id"]).doUpdateSet(columns))
    .execute();
  await inOrg(trx, orgId).deleteFrom("profileItems").where("profileId", "=", id).execute();
  await chooseItems(trx, orgId, id, items);
  await noteEntries(write, "profiles", [id]);
  await contentChanged(trx, orgId);
}

/**
 * Changes a profile: its grants open the new choice with the next request.
 * @param values.items undefined keeps the chosen ones
 * @throws NotFound when the profile or a chosen item is not the org's; Refused when another has the
 *   name
 */
export async function updateProfile(
  trx: Writer,
  orgId: string,
  profileId: string,
  values: { name: string; allItems: boolean; items?: readonly ProfileItem[] },
): Promise<void> {
  await mustBeFree(trx, orgId, values.name, profileId);
  const result = await inOrg(trx, orgId)
    .updateTable("permissionProfiles")
    .set({ name: values.name, allItems: values.allItems ? 1 : 0 })
    .where("id", "=", profileId)
    .executeTakeFirst();
  mustChange(result, "permission profile");
  if (values.items !== undefined) {
    await inOrg(trx, orgId).deleteFrom("profileItems").where("profileId", "=", profileId).execute();
    await chooseItems(trx, orgId, profileId, values.items);
  }
  await contentChanged(trx, orgId);
}

/**
 * Removes a profile that no grant and no rule has ever used: they are a record of who could see
 * what.
 * @throws NotFound when the org has no such profile; Refused when grants, rules or the identity
 *   provider's settings name it
 */
export async function removeProfile(trx: Writer, orgId: string, profileId: string): Promise<void> {
  const grant = await inOrg(trx, orgId)
    .selectFrom("grants")
    .select("id")
    .where("profileId", "=", profileId)
    .limit(1)
    .executeTakeFirst();
  if (grant !== undefined)
    throw new Refused("Accounts use or used this profile, so it can’t be deleted.");
  const rule = await inOrg(trx, orgId)
    .selectFrom("accessRules")
    .select("id")
    .where("profileId", "=", profileId)
    .limit(1)
    .executeTakeFirst();
  if (rule !== undefined)
    throw new Refused("An auto-decision rule uses or used this profile, so it can’t be deleted.");
  const byoid = await inOrg(trx, orgId)
    .selectFrom("byoidSettings")
    .select("orgId")
    .where("profileId", "=", profileId)
    .executeTakeFirst();
  if (byoid !== undefined)
    throw new Refused(
      "Sign-in with your identity provider uses this profile. Choose another one there first.",
    );
  mustChange(
    await inOrg(trx, orgId)
      .deleteFrom("permissionProfiles")
      .where("id", "=", profileId)
      .executeTakeFirst(),
    "permission profile",
  );
  await contentChanged(trx, orgId);
}

async function chooseItems(
  trx: Writer,
  orgId: string,
  profileId: string,
  items: readonly ProfileItem[],
): Promise<void> {
  for (const productId of new Set(items.map((item) => item.productId))) {
    const uids = [
      ...new Set(items.filter((item) => item.productId === productId).map((item) => item.itemUid)),
    ];
    await inBatches(uids, async (batch) => {
      const found = await inOrg(trx, orgId)
        .selectFrom("items")
        .select("uid")
        .where("productId", "=", productId)
        .where("uid", "in", batch)
        .execute();
      if (found.length < batch.length) throw new NotFound("item");
      await trx
        .insertInto("profileItems")
        .values(batch.map((itemUid) => ({ orgId, profileId, productId, itemUid })))
        .execute();
    });
  }
}
