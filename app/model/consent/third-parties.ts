import type { PortalScripts, ThirdParties, Tool, PolicyOrigins, BannerType } from "../consent.ts";

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
    purpose: "Counts visits and what visitors read.",
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
    purpose: "Runs the tags that the organization has set up there.",
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
    purpose: "A chat with the organization.",
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
    purpose: "Asks for consent and remembers it.",
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
            purpose: "Comes with the banner and stores nothing until you consent.",
            category: "strictly_necessary" as const,
          },
        ];
  return {
    type,
    scripts: [...blocking, banner(address, attributes(cookie_banner)), ...container],
  };
}
