import type * as z from "zod";
import type { portalScriptsSchema } from "./consent/portal-scripts.ts";

/**
 * What a company lets its portal load of others, on its own domain: which tools, what each is for,
 * what consent it waits for, and the exact origins that it talks to. Nothing that is not in this
 * table can be loaded.
 */

/** Where a browser keeps what its visitor chose. */
export const CONSENT_KEY = "safeBaseCookieConsent";

export const CONSENT_CATEGORIES = [
  "strictly_necessary",
  "analytics",
  "marketing_and_advertising",
  "social_media_advertising",
  "performance_and_functionality",
] as const;

export type ConsentCategory = (typeof CONSENT_CATEGORIES)[number];

export type ConsentRecord = Readonly<Record<ConsentCategory, boolean>>;

export const CATEGORY_WORDS: Readonly<Record<ConsentCategory, { label: string; about: string }>> = {
  strictly_necessary: {
    label: "Strictly necessary",
    about: "The page doesn’t work without it, so it is always on.",
  },
  analytics: { label: "Analytics", about: "Counts visits and what visitors read." },
  marketing_and_advertising: {
    label: "Marketing and advertising",
    about: "Recognizes visitors to show relevant ads.",
  },
  social_media_advertising: {
    label: "Social media advertising",
    about: "Tells social networks about a visit.",
  },
  performance_and_functionality: {
    label: "Performance and functionality",
    about: "Adds a service to the page, such as a chat.",
  },
};

export type PortalScripts = z.output<typeof portalScriptsSchema>;

export type BannerType = PortalScripts["cookie_banner"]["type"];

/** Directives of the policy that a tool widens. */
const DIRECTIVES = ["script", "style", "connect", "img", "font", "frame"] as const;

export type PolicyOrigins = Partial<Record<(typeof DIRECTIVES)[number], readonly string[]>>;

/** A script of somebody else, before it is started. */
export interface Tool {
  id: "hubspot" | "google_ua" | "gtag" | "gtm" | "intercom" | "banner" | "banner_gtm";
  /** Who it comes from, as the declaration names it. */
  name: string;
  purpose: string;
  category: ConsentCategory;
  src: string;
  /** Attributes of its script element. */
  attributes?: Readonly<Record<string, string>>;
  /** What it is started with: the id that the provider gave. */
  key: string;
  origins: PolicyOrigins;
}

/** Everything of others that a portal loads, and who asks for consent. */
export interface ThirdParties {
  /** Waits for consent. */
  tools: readonly Tool[];
  /** The provider's own banner, and the container that it comes with; null: our own notice asks. */
  banner: { type: BannerType; scripts: readonly Tool[] } | null;
  showDeclaration: boolean;
}

/** The exact origins of all of it, by directive. */
export function policyOrigins({ tools, banner }: ThirdParties): PolicyOrigins {
  const all = [...tools, ...(banner?.scripts ?? [])].map(({ origins }) => origins);
  const widened: PolicyOrigins = {};
  for (const directive of DIRECTIVES) {
    const origins = [...new Set(all.flatMap((one) => one[directive] ?? []))].sort();
    if (origins.length > 0) widened[directive] = origins;
  }
  return widened;
}

/** What a visitor is told of each: the declaration, and the privacy notice. */
export function declaration({ tools, banner }: ThirdParties) {
  return [...(banner?.scripts ?? []), ...tools].map(
    ({ name, purpose, category, origins, src }) => ({
      name,
      purpose,
      category,
      hosts: [
        ...new Set([src, ...Object.values(origins).flat()].map((address) => new URL(address).host)),
      ],
    }),
  );
}

/** The categories that a visitor is asked about, beside the strictly necessary one. */
export function askedCategories({ tools }: ThirdParties): ConsentCategory[] {
  return CONSENT_CATEGORIES.filter((category) => tools.some((tool) => tool.category === category));
}

/**
 * A record as a browser keeps it; null for what is none. The strictly necessary is never refused.
 */
export function readConsent(text: string | null): ConsentRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(text ?? "null");
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const record = value as Record<string, unknown>;
  if (!CONSENT_CATEGORIES.every((category) => typeof record[category] === "boolean")) return null;
  return consentTo((category) => record[category] === true);
}

/** A record of what is allowed. */
export function consentTo(allows: (category: ConsentCategory) => boolean): ConsentRecord {
  return Object.fromEntries(
    CONSENT_CATEGORIES.map((category) => [
      category,
      category === "strictly_necessary" || allows(category),
    ]),
  ) as Record<ConsentCategory, boolean>;
}

/**
 * The pages of a portal that may load them: what everybody reads, and no page with a form, a token
 * or a file.
 */
const OPEN_PAGES =
  /^(?:\/|\/card\/[^/]+|\/item\/[^/]+|\/product\/[^/]+(?:\/card\/[^/]+|\/(?!bulk-download$|edit$)[^/]+)?|\/updates(?:\/[^/]+)?|\/subprocessors|\/faq|\/controls|\/legal\/(?:terms|privacy)|\/cookie-declaration)?$/;

/** Parameters whose values are somebody's own: no other may read the address. */
const SECRETS = ["token", "inviteToken", "byoidJwt"] as const;

/** @param path below the portal's base, without a slash at its end */
export function mayLoadOthers(path: string, query: URLSearchParams): boolean {
  return OPEN_PAGES.test(path) && !SECRETS.some((name) => query.has(name));
}
