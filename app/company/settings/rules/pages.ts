import type { Permission } from "#model/auth/permissions.ts";

/**
 * A page of the settings: its place below /settings, its name, what it is about, who may open it.
 */
export interface SettingsPage {
  path: string;
  label: string;
  about: string;
  permission: Permission;
}

/**
 * The pages that exist, in the order of the navigation beside them. A page and its row come
 * together.
 */
export const SETTINGS_PAGES: readonly SettingsPage[] = [
  {
    path: "general",
    label: "General",
    about: "Name, website, portal title, description, guide, time zone.",
    permission: "settings:edit",
  },
  {
    path: "look",
    label: "Look",
    about: "Accent color, logo, favicon, banner, footer.",
    permission: "settings:edit",
  },
  {
    path: "visitors",
    label: "Visitors",
    about: "The access level and what each viewer sees, subscriptions, questions.",
    permission: "settings:edit",
  },
  {
    path: "access",
    label: "Access form",
    about:
      "What the request form asks for, which email domains are accepted, and how people sign in.",
    permission: "settings:edit",
  },
  {
    path: "help",
    label: "Help and contact",
    about: "Mailboxes, “Contact support” and “Report issue”.",
    permission: "settings:edit",
  },
  {
    path: "dora",
    label: "DORA register",
    about: "Legal name, LEI and data locations for your customers’ registers.",
    permission: "settings:edit",
  },
  {
    path: "search",
    label: "Search",
    about: "Your own synonyms, and pages of your website to include in the search.",
    permission: "settings:edit",
  },
  {
    path: "answers",
    label: "Answers",
    about: "AI answers, and what can be sent to a model.",
    permission: "settings:edit",
  },
  {
    path: "integrations",
    label: "Integrations",
    about: "Security Scorecard’s token, and where company names and logos come from.",
    permission: "settings:edit",
  },
  {
    path: "partners",
    label: "Partners",
    about: "Third-party risk tools that members can send your trust center’s data to.",
    permission: "settings:edit",
  },
  {
    path: "keys",
    label: "Keys",
    about: "API keys for your programs, and those of your team members.",
    permission: "settings:edit",
  },
  {
    path: "chat",
    label: "Chat",
    about: "Slack and Teams channels that show what’s waiting for your team.",
    permission: "settings:edit",
  },
  {
    path: "webhooks",
    label: "Webhooks",
    about: "Notify your own programs of events such as requests, signatures and document changes.",
    permission: "settings:edit",
  },
  {
    path: "features",
    label: "Features",
    about: "What can be turned off: bulk download, bridge letters, card icons and more.",
    permission: "settings:edit",
  },
  {
    path: "scripts",
    label: "Scripts and cookies",
    about: "Third-party scripts on your domain, and the consent banner.",
    permission: "settings:edit",
  },
  {
    path: "domain",
    label: "Domain",
    about: "A custom domain for the portal, and its DNS records.",
    permission: "settings:edit",
  },
  {
    path: "publication",
    label: "Publication",
    about: "Publish or unpublish the portal, with a checklist.",
    permission: "settings:edit",
  },
  {
    path: "single-sign-on",
    label: "Single sign-on",
    about: "Your team’s sign-in with your organization’s identity provider.",
    permission: "sign-on:edit",
  },
  {
    path: "byoid",
    label: "Identity provider",
    about: "Sign-in with a signed token from your own product.",
    permission: "settings:edit",
  },
  {
    path: "content",
    label: "Content",
    about: "Export or import all portal content.",
    permission: "settings:edit",
  },
  {
    path: "privacy",
    label: "Privacy",
    about: "Data retention and personal data requests.",
    permission: "settings:edit",
  },
];

/** The pages of the settings that someone with these permissions may open. */
export function settingsPagesFor(permissions: ReadonlySet<Permission>): readonly SettingsPage[] {
  return SETTINGS_PAGES.filter((page) => permissions.has(page.permission));
}

/** A settings page or another page that is found among the settings, by its address. */
export interface SettingsLink {
  to: string;
  label: string;
  about: string;
  permission: Permission;
}

/** Pages with an address of their own that belong to the settings. */
const ELSEWHERE: readonly SettingsLink[] = [
  {
    to: "/team",
    label: "Team",
    about: "Team members, their roles, and two-factor sign-in.",
    permission: "team:edit",
  },
  {
    to: "/products",
    label: "Products",
    about: "Products with their own pages, and additional links.",
    permission: "settings:edit",
  },
  {
    to: "/mail",
    label: "Delivery and messages",
    about: "What was sent and what failed, suppressed addresses, and how each message looks.",
    permission: "settings:edit",
  },
  {
    to: "/documents?settings=true",
    label: "Documents",
    about: "Default access, expired documents and the maximum file size.",
    permission: "files:edit",
  },
  {
    to: "/traces",
    label: "Watermarks",
    about: "Watermarked downloads, and files that can’t be watermarked.",
    permission: "audit:view",
  },
  {
    to: "/updates",
    label: "Trust updates",
    about: "Whether a second person approves them.",
    permission: "updates:publish",
  },
  {
    to: "/nda",
    label: "NDAs",
    about: "Who signs what, and whether one signature covers the account.",
    permission: "accounts:review",
  },
  {
    to: "/rules",
    label: "Auto-decisions",
    about: "Requests that are approved, declined or blocked automatically.",
    permission: "accounts:review",
  },
];

/** The groups of the settings in their order: paths below /settings, and addresses of others. */
export const SETTINGS_GROUPS: readonly { title: string; pages: readonly string[] }[] = [
  { title: "Organization", pages: ["general", "/team", "single-sign-on", "/products"] },
  { title: "Appearance", pages: ["look"] },
  {
    title: "Visitors",
    pages: [
      "visitors",
      "access",
      "/nda",
      "/rules",
      "help",
      "dora",
      "search",
      "answers",
      "features",
    ],
  },
  {
    title: "Publishing",
    pages: ["domain", "publication", "/documents?settings=true", "/traces", "/updates"],
  },
  { title: "Email", pages: ["/mail"] },
  {
    title: "Connections",
    pages: ["byoid", "integrations", "partners", "keys", "webhooks", "chat", "scripts"],
  },
  { title: "Data", pages: ["privacy", "content"] },
];

/** The groups with what somebody with these permissions may open; empty ones are left out. */
export function settingsGroupsFor(
  permissions: ReadonlySet<Permission>,
): { title: string; pages: SettingsLink[] }[] {
  const all: SettingsLink[] = [
    ...SETTINGS_PAGES.map(({ path, ...page }) => ({ ...page, to: `/settings/${path}` })),
    ...ELSEWHERE,
  ].filter(({ permission }) => permissions.has(permission));
  return SETTINGS_GROUPS.map(({ title, pages }) => ({
    title,
    pages: pages.flatMap((page) => {
      const to = page.startsWith("/") ? page : `/settings/${page}`;
      return all.filter((link) => link.to === to);
    }),
  })).filter(({ pages }) => pages.length > 0);
}
