import type { Permission } from "#model/auth/permissions.ts";

/** The groups of the navigation, in its order; the first and the last stand without a name. */
export const AREA_GROUPS = ["", "Trust center", "Access", "Insights", "Setup"] as const;
export type AreaGroup = (typeof AREA_GROUPS)[number];

/** A page of the private area: its first path segment, its name, its group, and who may open it. */
export interface PrivatePage {
  segment: string;
  label: string;
  /** null: no entry of its own, because it belongs to the settings. */
  group: AreaGroup | null;
  permission: Permission;
  /** The page whose tab it is, for those who may open that one; it has no entry for them. */
  tabOf?: string;
  /** Another permission that opens it as well. */
  or?: Permission;
  /** First path segments of further pages that belong to it. */
  also?: readonly string[];
}

/** The pages that exist, in the order of the navigation. A page and its row come together. */
export const PRIVATE_PAGES: readonly PrivatePage[] = [
  row("home", "Home", "", "files:view"),
  {
    ...row("inbox", "Inbox", "", "accounts:review"),
    or: "updates:publish",
    also: ["requests", "comments"],
  },
  row("documents", "Documents", "Trust center", "files:view"),
  row("knowledge-base", "FAQ", "Trust center", "kb:edit"),
  row("controls", "Controls", "Trust center", "kb:edit"),
  row("updates", "Updates", "Trust center", "updates:publish"),
  row("subscribers", "Subscribers", "Trust center", "updates:publish"),
  row("accounts", "Accounts", "Access", "accounts:review"),
  row("questionnaires", "Questionnaires", "Access", "accounts:review"),
  row("profiles", "Permission profiles", "Access", "accounts:review"),
  row("rules", "Auto-decisions", "Access", "accounts:review"),
  row("nda", "NDAs", "Access", "accounts:review"),
  row("traces", "Leak tracing", "Insights", "audit:view"),
  row("audit", "Audit log", "Insights", "audit:view"),
  { ...row("history", "Change history", "Insights", "statuspage:edit"), tabOf: "audit" },
  row("products", "Products", null, "settings:edit"),
  row("mail", "Email", null, "settings:edit"),
  row("team", "Team", null, "team:edit"),
  row("settings", "Settings", "Setup", "settings:edit"),
];

function row(
  segment: string,
  label: string,
  group: AreaGroup | null,
  permission: Permission,
): PrivatePage {
  return { segment, label, group, permission };
}

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

/** The pages that belong to an entry of the navigation besides its own, by their segments. */
export function pagesUnder(segment: string): readonly string[] {
  return PRIVATE_PAGES.filter(
    ({ group, tabOf }) => tabOf === segment || (segment === "settings" && group === null),
  ).map((page) => page.segment);
}

/** The page that a path of the private area belongs to, by its first segment. */
export function privatePageOf(pathname: string): PrivatePage | null {
  const segment = pathname.split("/")[1] ?? "";
  return PRIVATE_PAGES.find((page) => isAt(page, segment)) ?? null;
}

/** Where the portal is published and taken back; the owner’s tools lead there. */
export const PUBLICATION_PAGE = "/settings/publication";
