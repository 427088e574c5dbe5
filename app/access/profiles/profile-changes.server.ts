import {
  createProfile,
  mustFindProfile,
  removeProfile,
  updateProfile,
  type ProfileItem,
} from "#auth/profiles/store/permission-profiles.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import type { ItemChoice } from "./rules/profiles.ts";
import { chooseItems } from "./store/profile-choices.server.ts";

/** What a profile is called, and whether it opens all there is or what was chosen. */
interface ProfileHead {
  name: string;
  scope: "all" | "chosen";
}

/**
 * Adds a profile. @param from the profile that its items were copied of
 * @returns its id
 * @throws as `createProfile`
 */
export async function addProfile(
  write: Write,
  { name, scope, items, from }: ProfileHead & { items: readonly ProfileItem[]; from?: string },
): Promise<string> {
  const id = await createProfile(write, { name, allItems: scope === "all", items });
  await recordAudit(write, {
    action: "profile.created",
    subject: id,
    detail: { name, scope, ...(from === undefined ? {} : { from }) },
  });
  return id;
}

/**
 * Changes a profile, and the items that it includes.
 * @param wants as of `chooseItems`
 * @returns how many items came in and went out
 * @throws as `updateProfile`
 */
export async function changeProfile(
  write: Write,
  id: string,
  { name, scope }: ProfileHead,
  wants: (item: ItemChoice) => boolean | null,
): Promise<{ added: number; removed: number }> {
  const { trx, orgId } = write;
  const before = await mustFindProfile(trx, orgId, id);
  const chosen = await chooseItems(trx, orgId, id, wants);
  const allItems = scope === "all";
  await updateProfile(trx, orgId, id, { name, allItems });
  const isOther = before.name !== name || before.allItems !== allItems;
  const hasMoved = chosen.added + chosen.removed > 0;
  if (isOther)
    await recordAudit(write, { action: "profile.changed", subject: id, detail: { name, scope } });
  if (hasMoved)
    await recordAudit(write, { action: "profile.items-chosen", subject: id, detail: chosen });
  if (isOther || hasMoved) await noteEntries(write, "profiles", [id]);
  return chosen;
}

/** Removes a profile that nothing has used. @throws as `removeProfile` */
export async function endProfile(write: Write, id: string): Promise<void> {
  await removeProfile(write.trx, write.orgId, id);
  await recordAudit(write, { action: "profile.removed", subject: id, detail: {} });
}
