import type * as z from "zod";
import type { portalScriptsSchema } from "./rules/portal-scripts.ts";

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
    about: "Without it the page does not work. It is always on.",
  },
  analytics: { label: "Analytics", about: "Counts visits, and what is read." },
  marketing_and_advertising: {
    label: "Marketing and advertising",
    about: "Recognizes visitors, and shows them what fits.",
  },
  social_media_advertising: {
    label: "Social media advertising",
    about: "Lets social networks know of a visit.",
  },
  performance_and_functionality: {
    label: "Performance and functionality",
    about: "Adds a service to the page, such as a chat.",
  },
};

export type PortalScripts = z.output<typeof portalScriptsSchema>;
type BannerType = PortalScripts["cookie_banner"]["type"];

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

const GOOGLE_TAGS = "https://www.googletagmanager.com";
const GOOGLE_ANALYTICS = "https://www.google-analytics.com";

/** What of a company's settings is loaded; null where nothing is configured. */
export function thirdParties(scripts: PortalScripts): ThirdParties | null {
  const { hubspot, google_ua, gtag, gtm_id, intercom_id, cookie_banner } = scripts;
  const tools = [
    ...(google_ua === null ? [] : [universalAnalytics(google_ua)]),
    ...(gtag === null ? [] : [googleTag(gtag)]),
    ...(gtm_id === null ? [] : [tagManager(gtm_id)]),
    ...(hubspot === null ? [] : [hubspotTool(hubspot)]),
    ...(intercom_id === null ? [] : [intercom(intercom_id)]),
  ];
  const banner = cookie_banner.show ? bannerOf(scripts) : null;
  if (tools.length === 0 && banner === null) return null;
  return { tools, banner, showDeclaration: cookie_banner.showDeclaration };
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

function universalAnalytics(id: string): Tool {
  return {
    id: "google_ua",
    name: "Google Analytics (UA)",
    purpose: "Counts visits.",
    category: "analytics",
    src: `${GOOGLE_ANALYTICS}/analytics.js`,
    key: id,
    origins: {
      script: [GOOGLE_ANALYTICS],
      connect: [GOOGLE_ANALYTICS, "https://stats.g.doubleclick.net"],
      img: [GOOGLE_ANALYTICS],
    },
  };
}

const googleOrigins: PolicyOrigins = {
  script: [GOOGLE_TAGS, GOOGLE_ANALYTICS],
  connect: [
    GOOGLE_TAGS,
    GOOGLE_ANALYTICS,
    "https://region1.google-analytics.com",
    "https://analytics.google.com",
    "https://stats.g.doubleclick.net",
  ],
  img: [GOOGLE_TAGS, GOOGLE_ANALYTICS],
};

function googleTag(id: string): Tool {
  return {
    id: "gtag",
    name: "Google tag",
    purpose: "Counts visits, and what is read.",
    category: "analytics",
    src: `${GOOGLE_TAGS}/gtag/js?id=${id}`,
    key: id,
    origins: googleOrigins,
  };
}

function tagManager(id: string): Tool {
  return {
    id: "gtm",
    name: "Google Tag Manager",
    purpose: "Runs the tags that the company set up there.",
    category: "analytics",
    src: `${GOOGLE_TAGS}/gtm.js?id=${id}`,
    key: id,
    origins: googleOrigins,
  };
}

/**
 * The region and the account of a HubSpot script: `js-eu1` and 12345 of
 * `https://js-eu1.hs-scripts.com/12345.js`.
 */
function hubspotParts(src: string): { region: string; account: string } {
  const [, region = "", account = ""] =
    /js(-[a-z]{2}\d)?\.hs-scripts\.com\/(\d+)\.js$/.exec(src) ?? [];
  return { region, account };
}

function hubspotTool(src: string): Tool {
  const { region, account } = hubspotParts(src);
  return {
    id: "hubspot",
    name: "HubSpot",
    purpose: "Recognizes contacts and what they read.",
    category: "marketing_and_advertising",
    src,
    key: account,
    origins: {
      script: [
        new URL(src).origin,
        `https://js${region}.hs-analytics.net`,
        `https://js${region}.hs-banner.com`,
        `https://js${region}.hscollectedforms.net`,
      ],
      connect: [
        `https://api${region}.hubapi.com`,
        `https://forms${region}.hscollectedforms.net`,
        `https://js${region}.hs-banner.com`,
      ],
      img: [`https://track${region}.hubspot.com`, `https://forms${region}.hsforms.com`],
    },
  };
}

function intercom(id: string): Tool {
  return {
    id: "intercom",
    name: "Intercom",
    purpose: "A chat with the company.",
    category: "performance_and_functionality",
    src: `https://widget.intercom.io/widget/${id}`,
    key: id,
    origins: {
      script: ["https://widget.intercom.io", "https://js.intercomcdn.com"],
      connect: [
        "https://api-iam.intercom.io",
        "https://via.intercom.io",
        "https://nexus-websocket-a.intercom.io",
        "wss://nexus-websocket-a.intercom.io",
      ],
      img: ["https://js.intercomcdn.com", "https://static.intercomassets.com"],
      font: ["https://js.intercomcdn.com", "https://fonts.intercomcdn.com"],
      frame: ["https://intercom-sheets.com"],
    },
  };
}

/**
 * A banner's provider: its script where no other address is set, and the origins beside that of the
 * script.
 */
interface BannerProvider {
  name: string;
  src: (scripts: PortalScripts) => string | null;
  attributes: (banner: PortalScripts["cookie_banner"]) => Readonly<Record<string, string | null>>;
  origins: PolicyOrigins;
}

const BANNERS: Readonly<Record<BannerType, BannerProvider>> = {
  onetrust: {
    name: "OneTrust",
    src: () => "https://cdn.cookielaw.org/scripttemplates/otSDKStub.js",
    attributes: ({ cookie_domain }) => ({ "data-domain-script": cookie_domain }),
    origins: {
      script: ["https://cdn.cookielaw.org", "https://geolocation.onetrust.com"],
      connect: [
        "https://cdn.cookielaw.org",
        "https://geolocation.onetrust.com",
        "https://privacyportal.onetrust.com",
      ],
      img: ["https://cdn.cookielaw.org"],
    },
  },
  cookiebot: {
    name: "Cookiebot",
    src: () => "https://consent.cookiebot.com/uc.js",
    attributes: ({ cbid, auto_block_enabled }) => ({
      id: "Cookiebot",
      "data-cbid": cbid,
      "data-blockingmode": auto_block_enabled ? "auto" : null,
    }),
    origins: {
      script: ["https://consent.cookiebot.com", "https://consentcdn.cookiebot.com"],
      connect: ["https://consent.cookiebot.com", "https://consentcdn.cookiebot.com"],
      img: ["https://imgsct.cookiebot.com"],
      frame: ["https://consentcdn.cookiebot.com"],
    },
  },
  hubspot: {
    name: "HubSpot",
    // The banner alone: what HubSpot tracks with waits for consent, as every tool does.
    src: ({ hubspot }) => {
      if (hubspot === null) return null;
      const { region, account } = hubspotParts(hubspot);
      return `https://js${region}.hs-banner.com/v2/${account}/banner.js`;
    },
    attributes: () => ({}),
    origins: {},
  },
  dropbox: {
    name: "Dropbox",
    src: () => null,
    attributes: ({ cookie_domain, tenant_name }) => ({
      "data-cookie-domain": cookie_domain,
      "data-tenant-name": tenant_name,
    }),
    origins: {},
  },
  paypal: {
    name: "PayPal",
    src: () => null,
    attributes: ({ cookie_domain, tenant_name }) => ({
      "data-cookie-domain": cookie_domain,
      "data-tenant-name": tenant_name,
    }),
    origins: {},
  },
};

/** The hosts that a path as the address of a banner's script is about. */
const BANNER_HOSTS: Readonly<Record<BannerType, string>> = {
  onetrust: "https://cdn.cookielaw.org",
  cookiebot: "https://consent.cookiebot.com",
  hubspot: "https://js.hs-banner.com",
  dropbox: "https://www.dropbox.com",
  paypal: "https://www.paypalobjects.com",
};

/** The banner that asks in place of our own notice; null while its provider lacks what it needs. */
function bannerOf(scripts: PortalScripts): ThirdParties["banner"] {
  const { cookie_banner } = scripts;
  const { type, cookie_script_path, gtm_id, cookie_domain, auto_block_enabled } = cookie_banner;
  const { name, src, attributes, origins } = BANNERS[type];
  const address =
    cookie_script_path === null
      ? src(scripts)
      : new URL(cookie_script_path, BANNER_HOSTS[type]).href;
  if (address === null) return null;
  const own = new URL(address).origin;
  const banner = (script: string, words: Readonly<Record<string, string | null>>): Tool => ({
    id: "banner",
    name,
    purpose: "Asks for consent, and remembers it.",
    category: "strictly_necessary",
    src: script,
    attributes: Object.fromEntries(
      Object.entries(words).filter((entry): entry is [string, string] => entry[1] !== null),
    ),
    key: type,
    origins: {
      ...origins,
      script: [...new Set([own, ...(origins.script ?? [])])],
      connect: [...new Set([own, ...(origins.connect ?? [])])],
    },
  });
  const blocking =
    type === "onetrust" && auto_block_enabled && cookie_domain !== null
      ? [banner(`${BANNER_HOSTS.onetrust}/consent/${cookie_domain}/OtAutoBlock.js`, {})]
      : [];
  const container =
    gtm_id === null
      ? []
      : [
          {
            ...tagManager(gtm_id),
            id: "banner_gtm" as const,
            purpose: "Comes with the banner; stores nothing before there is consent.",
            category: "strictly_necessary" as const,
          },
        ];
  return {
    type,
    scripts: [...blocking, banner(address, attributes(cookie_banner)), ...container],
  };
}
