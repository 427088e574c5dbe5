import type { Permission, Role } from "#model/auth/permissions.ts";

/** A member's effective right in one product: approved, not expired, not revoked. */
export interface Grant {
  productId: string;
  profileId: string;
  profileName: string;
  /** Every item of the product, or the chosen ones. */
  allItems: boolean;
  itemUids: ReadonlySet<string>;
  ndaRequired: boolean;
  ndaPassed: boolean;
  expiresAt: string | null;
}

/** The account a viewer looks through. Its grants are those in force now. */
export interface ViewerAccount {
  id: string;
  name: string;
  reviewStatus: "pending" | "approved" | "declined";
  /** Was approved, and the last grant has run out. */
  expired: boolean;
}

export interface ViewerMember {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  isAutoApprovedAccountMember: boolean;
}

export interface ViewerStaff {
  id: string;
  email: string;
  name: string;
  role: Role;
  permissions: ReadonlySet<Permission>;
}

/**
 * Who is looking, computed once a request; every rule takes this one value.
 * `validUntil` is the earliest moment at which the value itself changes by the clock alone.
 */
export type Viewer =
  | { mode: "public" }
  | {
      mode: "accountExternal";
      account: ViewerAccount;
      member: ViewerMember;
      grants: readonly Grant[];
      /**
       * The page's address names it, or it isn't the account of their session: every address has to
       * name it.
       */
      isNamed?: true;
      /** By which key the member's program asks; marks and records name it, no right comes of it. */
      key?: { id: string; name: string };
    }
  | {
      mode: "preview";
      staff: ViewerStaff;
      /** Preview as the public when both are null. */
      account: ViewerAccount | null;
      profile: { id: string; name: string } | null;
      grants: readonly Grant[];
    }
  | { mode: "main"; staff: ViewerStaff };

export type ViewerMode = Viewer["mode"];

export const PUBLIC_VIEWER: Viewer = { mode: "public" };

/** The grant a viewer has in a product, if any: members and previews alone have grants. */
export function grantIn(viewer: Viewer, productId: string): Grant | null {
  if (viewer.mode !== "accountExternal" && viewer.mode !== "preview") return null;
  return viewer.grants.find((grant) => grant.productId === productId) ?? null;
}

/**
 * Whether the viewer is staff in the owner's editable view, with a permission when one is named.
 */
export function isOwner(viewer: Viewer, permission?: Permission): boolean {
  return (
    viewer.mode === "main" && (permission === undefined || viewer.staff.permissions.has(permission))
  );
}

/**
 * Whether the viewer reads a product as a signed-in account: what is for accounts is theirs.
 * Without a grant in force there an account sees what the public sees.
 */
export function readsAsAccount(viewer: Viewer, productId: string): boolean {
  return grantIn(viewer, productId) !== null;
}

/**
 * Whether the viewer may invite colleagues: a member of an account that has access. Others see what
 * the public sees.
 */
export function mayInvite(viewer: Viewer): viewer is Extract<Viewer, { mode: "accountExternal" }> {
  return (
    viewer.mode === "accountExternal" &&
    viewer.account.reviewStatus === "approved" &&
    !viewer.account.expired
  );
}

/**
 * Whether what the viewer reads is one account's or profile's own: a member, or a preview as one of
 * them.
 */
export function readsForSomebody(viewer: Viewer): boolean {
  if (viewer.mode === "preview") return viewer.account !== null || viewer.profile !== null;
  return viewer.mode === "accountExternal";
}
