import type { Grant, Viewer } from "#model/visibility/viewer.ts";
import { grantIn, PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import type { Readers } from "#model/changes.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { inBatches } from "#db/batches.ts";
import { prepared } from "#db/prepared.ts";
import { inOrg } from "#db/tenant.ts";
import type { Reader } from "#db/store.ts";

/** A profile as rights ask of it. */
export interface ProfileNow {
  id: string;
  allItems: boolean;
  /** The items that it includes, as `productId uid`. */
  items: ReadonlySet<string>;
}

function included(db: Reader, orgId: string) {
  return inOrg(db, orgId).selectFrom("profileItems").select(["profileId", "productId", "itemUid"]);
}

const INCLUDED = prepared((db, p: { orgId: string; uids: readonly string[] }) =>
  included(db, p.orgId).where("itemUid", "in", p.uids),
);

/** The org's profiles with the items that they include, of those that are asked about; null: all. */
export async function profilesNow(
  db: Reader,
  orgId: string,
  uids: readonly string[] | null,
): Promise<ProfileNow[]> {
  const profiles = await listProfiles(db, orgId);
  const items = new Map(profiles.map(({ id }) => [id, new Set<string>()]));
  const ask = async (batch: readonly string[] | null) => {
    const rows =
      batch === null
        ? await included(db, orgId).execute()
        : await INCLUDED(db, { orgId, uids: batch });
    for (const { profileId, productId, itemUid } of rows)
      items.get(profileId)?.add(`${productId} ${itemUid}`);
  };
  if (uids === null) await ask(null);
  else await inBatches(uids, ask);
  return profiles.map(({ id, allItems }) => ({ id, allItems, items: items.get(id) ?? new Set() }));
}

/**
 * Which kinds of viewers pass a test of the rule: everyone, each account with access, and the
 * profiles that include the item.
 * @param uid of the item that profiles may include; null where none can
 */
export function readersBy(
  profiles: readonly ProfileNow[],
  { productId, uid }: { productId: string; uid: string | null },
  passes: (viewer: Viewer) => boolean,
): Readers {
  const accounts = passes(withGrant(productId, { allItems: false, itemUids: new Set() }));
  return {
    everyone: passes(PUBLIC_VIEWER),
    accounts,
    profiles:
      accounts || uid === null
        ? []
        : profiles
            .filter(({ allItems, items }) => allItems || items.has(`${productId} ${uid}`))
            .filter(() => passes(withGrant(productId, { allItems: true, itemUids: new Set() })))
            .map(({ id }) => id),
  };
}

/** An account with access to a product, of no one in particular. */
function withGrant(productId: string, opens: Pick<Grant, "allItems" | "itemUids">): Viewer {
  return {
    mode: "accountExternal",
    account: { id: "", name: "", reviewStatus: "approved", expired: false },
    member: {
      id: "",
      email: "",
      firstName: "",
      lastName: "",
      isAutoApprovedAccountMember: false,
    },
    grants: [
      {
        productId,
        profileId: "",
        profileName: "",
        ...opens,
        ndaRequired: false,
        ndaPassed: true,
        expiresAt: null,
      },
    ],
  };
}

/** Whether a viewer is of a kind that could: their own team always could. */
export function isAmong(readers: Readers, viewer: Viewer, productId: string): boolean {
  if (viewer.mode === "main") return true;
  const grant = grantIn(viewer, productId);
  if (grant === null) return readers.everyone;
  return readers.accounts || readers.profiles.includes(grant.profileId);
}

/** Whether anybody but the org's own team is among them. */
export function isAnybody({ everyone, accounts, profiles }: Readers): boolean {
  return everyone || accounts || profiles.length > 0;
}
