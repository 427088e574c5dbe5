import type { Permission } from "../../auth/rules/permissions.ts";

/** A page of the private area: its first path segment, its name, and who may open it. */
export interface PrivatePage {
  segment: string;
  label: string;
  permission: Permission;
}

/** The pages that exist, in the order of the navigation. A page and its row come together. */
export const PRIVATE_PAGES: readonly PrivatePage[] = [
  { segment: "documents", label: "Documents", permission: "files:view" },
  { segment: "requests", label: "Requests", permission: "accounts:review" },
  { segment: "comments", label: "Comments", permission: "accounts:review" },
  { segment: "accounts", label: "Accounts", permission: "accounts:review" },
  { segment: "profiles", label: "Profiles", permission: "accounts:review" },
  { segment: "rules", label: "Rules", permission: "accounts:review" },
  { segment: "nda", label: "NDA", permission: "accounts:review" },
  { segment: "knowledge-base", label: "Knowledge base", permission: "kb:edit" },
  { segment: "controls", label: "Controls", permission: "kb:edit" },
  { segment: "updates", label: "Updates", permission: "updates:publish" },
  { segment: "subscribers", label: "Subscribers", permission: "updates:publish" },
  { segment: "mail", label: "Mail", permission: "settings:edit" },
  { segment: "traces", label: "Traces", permission: "audit:view" },
  { segment: "products", label: "Products", permission: "settings:edit" },
  { segment: "settings", label: "Settings", permission: "settings:edit" },
  { segment: "team", label: "Team", permission: "team:edit" },
  { segment: "history", label: "History", permission: "statuspage:edit" },
  { segment: "audit", label: "Audit", permission: "audit:view" },
];

/** The pages that someone with these permissions may open. */
export function pagesFor(permissions: ReadonlySet<Permission>): readonly PrivatePage[] {
  return PRIVATE_PAGES.filter((page) => permissions.has(page.permission));
}

/** The page that a path of the private area belongs to, by its first segment. */
export function privatePageOf(pathname: string): PrivatePage | null {
  const segment = pathname.split("/")[1] ?? "";
  return PRIVATE_PAGES.find((page) => page.segment === segment) ?? null;
}

/** Where the portal is published and taken back; the owner’s tools lead there. */
export const PUBLICATION_PAGE = "/settings/publication";
