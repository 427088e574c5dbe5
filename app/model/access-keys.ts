import type { Permission } from "./auth/permissions.ts";

/**
 * What a key of staff may be for. A key may what its scopes and the role of its person have in
 * common, so a scope names the permissions that it takes along.
 */
export const KEY_SCOPES = [
  {
    scope: "content:read",
    label: "Read content",
    hint: "Items, cards, documents’ details, controls, FAQ entries, subprocessors, trust updates and products.",
    permissions: ["files:view"],
  },
  {
    scope: "content:write",
    label: "Change content",
    hint: "Add, change and delete items, controls, FAQ entries, subprocessors and documents, and change cards.",
    permissions: ["kb:edit", "files:edit", "statuspage:edit"],
  },
  {
    scope: "files:read",
    label: "Download documents",
    hint: "Download files of documents that allow it. Watermarked copies carry your name.",
    permissions: ["files:view", "files:download"],
  },
  {
    scope: "access:read",
    label: "Read access",
    hint: "Access requests, accounts with their members and grants, permission profiles, auto-decision rules, NDA signatures and the customer list.",
    permissions: ["accounts:review"],
  },
  {
    scope: "access:write",
    label: "Decide on access",
    hint: "Approve and decline access requests, ask their senders, undo decisions, change accounts, members, permission profiles, auto-decision rules and the customer list.",
    permissions: ["accounts:review"],
  },
  {
    scope: "questionnaires:read",
    label: "Read questionnaires",
    hint: "Customers’ questionnaires, how far each one is, and the answered files.",
    permissions: ["accounts:review"],
  },
  {
    scope: "questionnaires:write",
    label: "Add questionnaires",
    hint: "Add customers’ questionnaires as files. Your team answers them.",
    permissions: ["accounts:review"],
  },
  {
    scope: "updates:write",
    label: "Publish trust updates",
    hint: "Write trust updates, publish and email them, hide and pin them, read and erase subscribers.",
    permissions: ["updates:publish"],
  },
  {
    scope: "settings:read",
    label: "Read settings",
    hint: "The settings of the organization and its portal, webhooks and chat channels.",
    permissions: ["settings:edit"],
  },
  {
    scope: "settings:write",
    label: "Change settings and products",
    hint: "Change settings, including who can see the portal. Add, change and delete products.",
    permissions: ["settings:edit"],
  },
  {
    scope: "people:read",
    label: "Read the team",
    hint: "Names, email addresses and roles of your team.",
    permissions: ["team:edit"],
  },
  {
    scope: "people:write",
    label: "Remove people from the team",
    hint: "A key can never add people or change roles.",
    permissions: ["team:edit", "sign-on:edit"],
  },
  {
    scope: "audit:read",
    label: "Read the audit log",
    hint: "Who did what, and from which address.",
    permissions: ["audit:view"],
  },
  {
    scope: "insight:read",
    label: "Read events",
    hint: "Views and downloads of documents, and by whom.",
    permissions: ["accounts:review"],
  },
] as const satisfies readonly {
  scope: string;
  label: string;
  hint: string;
  permissions: readonly Permission[];
}[];

export type KeyScope = (typeof KEY_SCOPES)[number]["scope"];

/**
 * What a key of a member may be for. A key reads what its scopes and its person's access have in
 * common.
 */
export const MEMBER_SCOPES = [
  {
    scope: "portal:read",
    label: "Read the portal",
    hint: "Certifications, documents’ details, FAQ, controls, subprocessors and updates, as you see them.",
  },
  {
    scope: "files:read",
    label: "Download documents",
    hint: "Download the files you can download. Watermarked copies carry your name.",
  },
  {
    scope: "questions:ask",
    label: "Ask questions",
    hint: "Ask about items where questions are on, and read the answers.",
  },
  {
    scope: "requests:write",
    label: "Request access",
    hint: "Request more access or more time, answer questions about your requests, and withdraw them.",
  },
  {
    scope: "questionnaires:write",
    label: "Send questionnaires",
    hint: "Send questionnaires where the organization takes them, and get the answered files.",
  },
] as const;
export type MemberScope = (typeof MEMBER_SCOPES)[number]["scope"];

/** What an evidence package needs: it has the portal as its member sees it, and the files. */
export const PACKAGE_SCOPES = ["portal:read", "files:read"] as const satisfies MemberScope[];

/** A person as records name them: by which key they did it, where it was one. */
export function byKey(name: string, key: { name: string } | undefined): string {
  return key === undefined ? name : `${name} (key: ${key.name})`;
}

/** The scopes that somebody with these permissions can give a key. */
export function scopesFor(permissions: ReadonlySet<Permission>) {
  return KEY_SCOPES.filter((one) => one.permissions.every((name) => permissions.has(name)));
}

/** What a person with these permissions may do by a key with these scopes. */
export function permissionsByKey(
  scopes: ReadonlySet<string>,
  permissions: ReadonlySet<Permission>,
): ReadonlySet<Permission> {
  const named = KEY_SCOPES.filter(({ scope }) => scopes.has(scope)).flatMap((one): Permission[] => [
    ...one.permissions,
  ]);
  return new Set(named.filter((permission) => permissions.has(permission)));
}

/** After how many days a key ends; `never` is for owners. */
export const KEY_ENDS = ["30", "90", "365", "never"] as const;
export type KeyEnd = (typeof KEY_ENDS)[number];
/** After how many days a member's key ends. */
export const MEMBER_KEY_ENDS = ["30", "90", "365"] as const satisfies readonly KeyEnd[];
export const DEFAULT_KEY_END: KeyEnd = "90";

/** How many keys that still open something a person can have in an organization. */
export const MAX_KEYS = 20;
/** How many networks a key can be bound to. */
export const MAX_NETWORKS = 20;
/** How long a key that ended is listed. */
export const KEYS_LISTED_DAYS = 30;
/** How many days before its end its person is told. */
export const KEY_REMINDERS = [14, 1] as const;

/** Where a key is made and listed. */
export const KEY_PAGES = { own: "/account/keys", company: "/settings/keys" } as const;
export type KeyKind = keyof typeof KEY_PAGES;
/** Where members make and list theirs, below a portal's base. */
export const MEMBER_KEYS_PAGE = "/my-account/keys";
/** Where members make the address of their own calendar. */
export const MEMBER_CALENDAR_PAGE = "/my-account/calendar";
/** The buttons of that page that have an address. */
export const CALENDAR_BUTTONS = ["revoke"] as const;

/** A key as lists show it. */
export interface ListedKey {
  id: string;
  name: string;
  start: string;
  scopes: readonly string[];
  productIds: readonly string[];
  networks: readonly string[];
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  lastIp: string | null;
}

/** A key of staff, with who made it. */
export interface ListedStaffKey extends ListedKey {
  kind: KeyKind;
  staffId: string;
  staffName: string;
}

/** A key of a member, with who made it. */
export interface ListedMemberKey extends ListedKey {
  memberId: string;
  email: string;
}

/** Whether a key opens anything at a moment. */
export function keyState(
  { revokedAt, expiresAt }: Pick<ListedKey, "revokedAt" | "expiresAt">,
  now: Date,
): "active" | "revoked" | "expired" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now.toISOString() ? "expired" : "active";
}

/**
 * The calls that members' keys open below `/api/v1/portal`, each with the page of the portal that it
 * reads. The files are beside them, at `documents/{id}/content`, and so are their versions and packages.
 */
export const PORTAL_CALLS = {
  "": "index",
  certifications: "certifications",
  "cards/:kind": "card",
  "items/:slug": "item",
  documents: "files",
  faq: "faq",
  controls: "controls",
  subprocessors: "subprocessors",
  updates: "updates",
  "updates/:topicId": "topic",
  dates: "dates",
  changes: "changes",
} as const;

/** What is posted to one of a member's requests, by the last word of the address. */
export const PORTAL_REQUEST_CALLS = ["note", "answer", "withdraw"] as const;
export type PortalRequestCall = (typeof PORTAL_REQUEST_CALLS)[number];

/** The buttons of a page of keys, by the last words of their addresses. */
export const KEY_BUTTONS = ["revoke"] as const;
