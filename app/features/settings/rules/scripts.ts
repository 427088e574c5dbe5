import * as z from "zod";
import { COOKIE_BANNER_TYPES, SCRIPT_PATTERNS } from "../../consent/rules/portal-scripts.ts";
import { box } from "./fields.ts";

/** The scripts of others and the cookie banner, by the specification's own names. */
const id = (pattern: RegExp, message: string) =>
  z
    .string()
    .trim()
    .optional()
    .transform((text) => (text === undefined || text === "" ? null : text))
    .pipe(z.string().regex(pattern, message).nullable());

const banner = z.object({
  show: box,
  type: z.enum(COOKIE_BANNER_TYPES, { error: "Choose a provider" }),
  showDeclaration: box,
  gtm_id: id(SCRIPT_PATTERNS.gtm_id, "Enter an id such as GTM-ABC123"),
  cbid: id(
    SCRIPT_PATTERNS.cbid,
    "Enter the domain group id, such as 00000000-0000-0000-0000-000000000000",
  ),
  cookie_domain: id(
    SCRIPT_PATTERNS.cookie_domain,
    "Enter a domain such as example.com, or the domain script id",
  ),
  tenant_name: id(SCRIPT_PATTERNS.tenant_name, "Use letters, digits, hyphens and underscores"),
  auto_block_enabled: box,
  cookie_script_path: id(
    SCRIPT_PATTERNS.cookie_script_path,
    "Enter an https address, or a path that begins with /",
  ),
});

export const scriptsSchema = z
  .object({
    scripts: z.object({
      hubspot: id(
        SCRIPT_PATTERNS.hubspot,
        "Enter the address of your HubSpot script, such as https://js.hs-scripts.com/12345.js",
      ),
      google_ua: id(SCRIPT_PATTERNS.google_ua, "Enter an id such as UA-12345-1"),
      gtag: id(SCRIPT_PATTERNS.gtag, "Enter an id such as G-ABC1234567"),
      gtm_id: id(SCRIPT_PATTERNS.gtm_id, "Enter an id such as GTM-ABC123"),
      intercom_id: id(SCRIPT_PATTERNS.intercom_id, "Enter the app id, such as ab12cd34"),
      cookie_banner: banner,
    }),
  })
  .superRefine(({ scripts }, check) => {
    const { cookie_banner: shown } = scripts;
    if (!shown.show) return;
    const miss = (path: string[], message: string) =>
      check.addIssue({ code: "custom", path: ["scripts", ...path], message });
    if (shown.type === "hubspot" && scripts.hubspot === null)
      miss(["hubspot"], "The cookie banner of HubSpot needs its script");
    if (shown.type === "cookiebot" && shown.cbid === null)
      miss(["cookie_banner", "cbid"], "Cookiebot needs the domain group id");
    if (shown.type === "onetrust" && shown.cookie_domain === null)
      miss(["cookie_banner", "cookie_domain"], "OneTrust needs the domain script id");
    if (["dropbox", "paypal"].includes(shown.type) && shown.cookie_script_path === null)
      miss(["cookie_banner", "cookie_script_path"], "This banner needs the address of its script");
  });
