import type { Permission } from "../permissions.ts";

/** A page of the settings: its place below /settings, its name, what it is about, who may open it. */
export interface SettingsPage {
  path: string;
  label: string;
  about: string;
  permission: Permission;
}

/** The pages that exist, in the order of the navigation beside them. A page and its row come together. */
export const SETTINGS_PAGES: readonly SettingsPage[] = [
  { path: "access", label: "Access form", about: "What the request form asks, whose email domains may ask, and how people sign in.", permission: "settings:edit" },
];

/** The pages of the settings that someone with these permissions may open. */
export function settingsPagesFor(permissions: ReadonlySet<Permission>): readonly SettingsPage[] {
  return SETTINGS_PAGES.filter((page) => permissions.has(page.permission));
}

/** Settings that live beside what they are about: one field has one home, and the overview leads there. */
export const SETTINGS_ELSEWHERE: readonly { to: string; label: string; about: string }[] = [
  { to: "/documents?settings=true", label: "Documents", about: "View-only or download by default, expired documents, the largest file." },
  { to: "/traces", label: "Watermarks", about: "Marked downloads, and files that can’t be marked." },
  { to: "/updates", label: "Trust updates", about: "Whether a second person approves them." },
  { to: "/nda", label: "NDA", about: "Who signs what, and whether one signature covers the account." },
  { to: "/rules", label: "Rules", about: "Requests that are approved, declined or blocked at once." },
];
