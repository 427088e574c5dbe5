/** Staff roles and the permissions they carry. */
export const PERMISSIONS = [
  "statuspage:edit",
  "assets:edit",
  "files:view",
  "files:download",
  "files:edit",
  "accounts:review",
  "kb:edit",
  "updates:publish",
  "settings:edit",
  "team:edit",
  "audit:view",
  /** Who says who somebody is can be anyone: owners alone. */
  "sign-on:edit",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = ["owner", "admin", "editor", "reviewer", "viewer"] as const;
export type Role = (typeof ROLES)[number];

const EDITOR: readonly Permission[] = [
  "statuspage:edit",
  "assets:edit",
  "files:view",
  "files:download",
  "files:edit",
  "kb:edit",
  "updates:publish",
];

const BY_ROLE: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  owner: new Set(PERMISSIONS),
  admin: new Set(PERMISSIONS.filter((permission) => permission !== "sign-on:edit")),
  editor: new Set(EDITOR),
  reviewer: new Set<Permission>(["files:view", "files:download", "accounts:review", "audit:view"]),
  viewer: new Set<Permission>(["files:view"]),
};

/** What a role may do; the set is shared, so treat it as read-only. */
export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return BY_ROLE[role];
}

/**
 * Lengths of a password that someone chooses. On their own, so that pages can name them without the
 * schemas.
 */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;
