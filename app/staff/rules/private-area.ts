import type { Permission } from "../../auth/rules/permissions.ts";

/** The groups of the navigation, in its order; the first one stands without a name. */
export const AREA_GROUPS = ["", "Trust center", "Access", "Insights", "Setup"] as const;
export type AreaGroup = (typeof AREA_GROUPS)[number];

/** A page of the private area: its first path segment, its name, its group, and who may open it. */
export interface PrivatePage {
  segment: string;
  label: string;
  group: AreaGroup;
  permission: Permission;
  /** Another permission that opens it as well. */
  or?: Permission;
  /** First path segments of further pages that belong to it. */
  also?: readonly string[];
}

/** The pages that exist, in the order of the navigation. A page and its row come together. */
export const PRIVATE_PAGES: readonly PrivatePage[] = [
  { segment: "home", label: "Home", group: "", permission: "files:view" },
  {
    segment: "inbox",
    also: ["requests", "comments"],
    label: "Inbox",
    group: "",
    permission: "accounts:review",
    or: "updates:publish",
  },
  { segment: "documents", label: "Documents", group: "Trust center", permission: "files:view" },
  {
    segment: "knowledge-base",
    label: "Knowledge base",
    group: "Trust center",
    permission: "kb:edit",
  },
  { segment: "controls", label: "Controls", group: "Trust center", permission: "kb:edit" },
  { segment: "updates", label: "Updates", group: "Trust center", permission: "updates:publish" },
  {
    segment: "subscribers",
    label: "Subscribers",
    group: "Trust center",
    permission: "updates:publish",
  },
  { segment: "accounts", label: "Accounts", group: "Access", permission: "accounts:review" },
  { segment: "profiles", label: "Profiles", group: "Access", permission: "accounts:review" },
  { segment: "rules", label: "Rules", group: "Access", permission: "accounts:review" },
  { segment: "nda", label: "NDA", group: "Access", permission: "accounts:review" },
  { segment: "traces", label: "Traces", group: "Insights", permission: "audit:view" },
  { segment: "audit", label: "Audit", group: "Insights", permission: "audit:view" },
  { segment: "history", label: "History", group: "Insights", permission: "statuspage:edit" },
  { segment: "products", label: "Products", group: "Setup", permission: "settings:edit" },
  { segment: "mail", label: "Mail", group: "Setup", permission: "settings:edit" },
  { segment: "team", label: "Team", group: "Setup", permission: "team:edit" },
  { segment: "settings", label: "Settings", group: "Setup", permission: "settings:edit" },
];

/** Whether a page is open to somebody who has what `has` says. */
export function mayOpen(
  { permission, or }: PrivatePage,
  has: (permission: Permission) => boolean,
): boolean {
  return has(permission) || (or !== undefined && has(or));
}

/** Whether a page is the one of a first path segment. */
export function isAt({ segment, also = [] }: PrivatePage, first: string): boolean {
  return segment === first || also.includes(first);
}

/** The pages that someone with these permissions may open. */
export function pagesFor(permissions: ReadonlySet<Permission>): readonly PrivatePage[] {
  return PRIVATE_PAGES.filter((page) => mayOpen(page, (permission) => permissions.has(permission)));
}

/** The page that a path of the private area belongs to, by its first segment. */
export function privatePageOf(pathname: string): PrivatePage | null {
  const segment = pathname.split("/")[1] ?? "";
  return PRIVATE_PAGES.find((page) => isAt(page, segment)) ?? null;
}

/** Where the portal is published and taken back; the owner’s tools lead there. */
export const PUBLICATION_PAGE = "/settings/publication";
