import * as z from "zod";

/** The scripts of others that an org lets its portal load, and its cookie banner. */
export const COOKIE_BANNER_TYPES = [
  "hubspot",
  "cookiebot",
  "dropbox",
  "paypal",
  "onetrust",
] as const;

/** What each id looks like: nothing else can reach a page or a policy through these fields. */
export const SCRIPT_PATTERNS = {
  hubspot: /^https:\/\/js(?:-[a-z]{2}\d)?\.hs-scripts\.com\/\d{1,15}\.js$/,
  google_ua: /^UA-\d{4,10}-\d{1,4}$/,
  gtag: /^(?:G|GT|AW|DC)-[A-Z0-9]{4,20}$/,
  gtm_id: /^GTM-[A-Z0-9]{4,12}$/,
  intercom_id: /^[a-z0-9]{6,20}$/i,
  cbid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  cookie_domain:
    /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-test)?|\.?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63})$/i,
  tenant_name: /^[A-Za-z0-9_-]{1,60}$/,
  cookie_script_path:
    /^(?:https:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63})?\/(?!\/)[\w./-]{0,300}$/i,
} as const;

const id = (pattern: RegExp) => z.string().regex(pattern).nullable().default(null);

export const portalScriptsSchema = z.object({
  hubspot: id(SCRIPT_PATTERNS.hubspot),
  google_ua: id(SCRIPT_PATTERNS.google_ua),
  gtag: id(SCRIPT_PATTERNS.gtag),
  gtm_id: id(SCRIPT_PATTERNS.gtm_id),
  intercom_id: id(SCRIPT_PATTERNS.intercom_id),
  cookie_banner: z
    .object({
      show: z.boolean().default(false),
      type: z.enum(COOKIE_BANNER_TYPES).default("onetrust"),
      showDeclaration: z.boolean().default(false),
      gtm_id: id(SCRIPT_PATTERNS.gtm_id),
      cbid: id(SCRIPT_PATTERNS.cbid),
      cookie_domain: id(SCRIPT_PATTERNS.cookie_domain),
      tenant_name: id(SCRIPT_PATTERNS.tenant_name),
      auto_block_enabled: z.boolean().default(false),
      cookie_script_path: id(SCRIPT_PATTERNS.cookie_script_path),
    })
    .prefault({}),
});
