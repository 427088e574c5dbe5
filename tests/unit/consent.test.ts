import { describe, expect, test } from "vitest";
import {
  askedCategories,
  CONSENT_CATEGORIES,
  consentTo,
  declaration,
  mayLoadOthers,
  policyOrigins,
  readConsent,
  type PortalScripts,
  type ThirdParties,
} from "#model/consent.ts";
import { thirdParties } from "#model/consent/third-parties.ts";
import { portalScriptsSchema } from "#model/consent/portal-scripts.ts";
import { pagePolicy } from "#http/security-headers.ts";

const CBID = "01234567-89ab-cdef-0123-456789abcdef";

function configured(
  scripts: Partial<Omit<PortalScripts, "cookie_banner">>,
  banner: Partial<PortalScripts["cookie_banner"]> = {},
): ThirdParties {
  const others = thirdParties(portalScriptsSchema.parse({ ...scripts, cookie_banner: banner }));
  if (others === null) throw new Error("nothing is configured");
  return others;
}

describe("what a portal loads of others", () => {
  test("is nothing where nothing is configured", () => {
    expect(thirdParties(portalScriptsSchema.parse({}))).toBe(null);
    expect(
      thirdParties(portalScriptsSchema.parse({ cookie_banner: { gtm_id: "GTM-ABC123" } })),
    ).toBe(null);
  });

  test.each([
    [{ google_ua: "UA-12345-1" }, "https://www.google-analytics.com/analytics.js", "analytics"],
    [{ gtag: "G-ABCD1234" }, "https://www.googletagmanager.com/gtag/js?id=G-ABCD1234", "analytics"],
    [
      { gtm_id: "GTM-ABC123" },
      "https://www.googletagmanager.com/gtm.js?id=GTM-ABC123",
      "analytics",
    ],
    [
      { hubspot: "https://js-eu1.hs-scripts.com/4711.js" },
      "https://js-eu1.hs-scripts.com/4711.js",
      "marketing_and_advertising",
    ],
    [
      { intercom_id: "ab12cd34" },
      "https://widget.intercom.io/widget/ab12cd34",
      "performance_and_functionality",
    ],
  ] as const)("is %j from one address, after one consent", (scripts, src, category) => {
    const others = configured(scripts);
    expect(others.tools.map((tool) => [tool.src, tool.category])).toEqual([[src, category]]);
    expect(askedCategories(others)).toEqual([category]);
    // Its own script is among what the policy allows.
    expect(policyOrigins(others).script).toContain(new URL(src).origin);
  });

  test("asks HubSpot's region for all of it", () => {
    const origins = policyOrigins(configured({ hubspot: "https://js-eu1.hs-scripts.com/4711.js" }));
    expect(origins.script).toContain("https://js-eu1.hs-analytics.net");
    expect(origins.img).toContain("https://track-eu1.hubspot.com");
  });

  test.each([
    [
      { type: "onetrust", cookie_domain: CBID },
      ["https://cdn.cookielaw.org/scripttemplates/otSDKStub.js"],
    ],
    [
      { type: "onetrust", cookie_domain: CBID, auto_block_enabled: true },
      [
        `https://cdn.cookielaw.org/consent/${CBID}/OtAutoBlock.js`,
        "https://cdn.cookielaw.org/scripttemplates/otSDKStub.js",
      ],
    ],
    [{ type: "cookiebot", cbid: CBID }, ["https://consent.cookiebot.com/uc.js"]],
    [
      { type: "cookiebot", cbid: CBID, cookie_script_path: "/v2/uc.js" },
      ["https://consent.cookiebot.com/v2/uc.js"],
    ],
    [{ type: "hubspot" }, ["https://js-na1.hs-banner.com/v2/4711/banner.js"]],
    [
      { type: "dropbox", cookie_script_path: "https://consent.example.com/c.js" },
      ["https://consent.example.com/c.js"],
    ],
    [
      { type: "paypal", cookie_script_path: "/banner.js", gtm_id: "GTM-ABC123" },
      [
        "https://www.paypalobjects.com/banner.js",
        "https://www.googletagmanager.com/gtm.js?id=GTM-ABC123",
      ],
    ],
  ] as const)("is the banner %j from its own addresses", (banner, addresses) => {
    const others = configured(
      { hubspot: "https://js-na1.hs-scripts.com/4711.js" },
      { show: true, ...banner },
    );
    expect(others.banner?.scripts.map(({ src }) => src)).toEqual(addresses);
    const { script } = policyOrigins(others);
    for (const address of addresses) expect(script).toContain(new URL(address).origin);
  });

  test("hands the banner what its provider is told", () => {
    const attributes = (banner: Partial<PortalScripts["cookie_banner"]>) =>
      configured({ gtag: "G-ABCD1234" }, { show: true, ...banner }).banner?.scripts.at(-1)
        ?.attributes;
    expect(attributes({ type: "cookiebot", cbid: CBID, auto_block_enabled: true })).toEqual({
      id: "Cookiebot",
      "data-cbid": CBID,
      "data-blockingmode": "auto",
    });
    expect(attributes({ type: "onetrust", cookie_domain: CBID })).toEqual({
      "data-domain-script": CBID,
    });
    const paypal = {
      type: "paypal" as const,
      cookie_script_path: "/b.js",
      tenant_name: "acme",
      cookie_domain: "acme.example",
    };
    expect(attributes(paypal)).toEqual({
      "data-tenant-name": "acme",
      "data-cookie-domain": "acme.example",
    });
  });

  test("is our own notice where a banner lacks its script", () => {
    for (const type of ["dropbox", "paypal", "hubspot"] as const)
      expect(configured({ gtag: "G-ABCD1234" }, { show: true, type }).banner).toBe(null);
  });

  test("is declared with its provider, purpose, category and hosts", () => {
    const others = configured(
      { intercom_id: "ab12cd34" },
      { show: true, type: "cookiebot", cbid: CBID, showDeclaration: true },
    );
    expect(others.showDeclaration).toBe(true);
    expect(declaration(others).map(({ name, category }) => [name, category])).toEqual([
      ["Cookiebot", "strictly_necessary"],
      ["Intercom", "performance_and_functionality"],
    ]);
    expect(declaration(others)[1]?.hosts).toContain("widget.intercom.io");
  });
});

describe("the policy", () => {
  test("names exact origins, and nothing wider", () => {
    const others = configured(
      { gtag: "G-ABCD1234", intercom_id: "ab12cd34", hubspot: "https://js.hs-scripts.com/1.js" },
      { show: true, type: "cookiebot", cbid: CBID },
    );
    const policy = pagePolicy("self", null, "none", policyOrigins(others));
    for (const directive of policy.split("; ")) {
      const [name, ...sources] = directive.split(" ");
      for (const source of sources)
        expect([name, source]).toEqual([
          name,
          expect.stringMatching(/^(?:'self'|'none'|data:|(?:https|wss):\/\/[a-z0-9.-]+)$/),
        ]);
    }
    expect(policy).not.toMatch(/unsafe|\*|strict-dynamic/);
    expect(policy).toContain(
      "frame-src https://consentcdn.cookiebot.com https://intercom-sheets.com;",
    );
    expect(policy).toContain("form-action 'self'");
  });

  test("is as it was without others", () => {
    expect(pagePolicy("self", null)).toContain(
      "script-src 'self'; style-src 'self'; img-src 'self' data:;",
    );
    expect(pagePolicy("self", null)).toContain("frame-src 'none'");
  });
});

describe("a page may load others", () => {
  test.each([
    ["", "", true],
    ["/", "", true],
    ["/card/Reports", "", true],
    ["/item/soc2-type2", "", true],
    ["/product/Acme+Platform", "", true],
    ["/product/Acme+Platform/card/Reports", "", true],
    ["/product/Acme+Platform/soc2-type2", "", true],
    ["/updates", "page=2", true],
    ["/updates/abc", "", true],
    ["/faq", "", true],
    ["/legal/privacy", "", true],
    ["/cookie-declaration", "", true],
    ["/get-access", "", false],
    ["/bulk-download", "", false],
    ["/product/Acme+Platform/bulk-download", "", false],
    ["/product/Acme+Platform/edit/sections", "", false],
    ["/documents/abc/view", "", false],
    ["/nda", "", false],
    ["/sign-in-link", "token=x", false],
    ["/subscription/confirm", "token=x", false],
    ["/subscribe", "", false],
    ["/my-account", "", false],
    ["/send-data", "", false],
    ["/byoid/acme/welcome", "", false],
    ["/search", "q=soc", false],
    ["/", "token=x", false],
    ["/updates", "byoidJwt=x", false],
    ["/updates/a/b", "", false],
  ])("%s?%s: %s", (path, query, may) => {
    expect(mayLoadOthers(path, new URLSearchParams(query))).toBe(may);
  });
});

describe("a record of consent", () => {
  const all = consentTo(() => true);

  test("has five answers, of which one is always yes", () => {
    expect(Object.keys(all)).toEqual([...CONSENT_CATEGORIES]);
    expect(consentTo(() => false)).toEqual({
      strictly_necessary: true,
      analytics: false,
      marketing_and_advertising: false,
      social_media_advertising: false,
      performance_and_functionality: false,
    });
  });

  test.each([
    [JSON.stringify(all), all],
    [JSON.stringify({ ...all, strictly_necessary: false, more: 1 }), all],
    [JSON.stringify({ ...all, analytics: "yes" }), null],
    [JSON.stringify({ analytics: true }), null],
    ["[]", null],
    ["null", null],
    ["{", null],
    [null, null],
  ])("is read from %s", (text, record) => {
    expect(readConsent(text)).toEqual(record);
  });
});
