import * as z from "zod";
import { Link } from "react-router";
import type { Route } from "./+types/scripts";
import { listDomains } from "#tenancy/orgs/store/domains.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import {
  BoxSetting,
  SelectSetting,
  SettingsForm,
  SettingsGroup,
  SettingsHead,
  TextSetting,
} from "./setting-form.tsx";
import { type SettingsPageForm, loadSettings, saveCustomization, saveSettings } from "./save.ts";
import { COOKIE_BANNER_TYPES, SCRIPT_PATTERNS } from "#model/consent/portal-scripts.ts";
import { box } from "#model/settings/fields.ts";

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

const scriptsSchema = z
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

const FORM: SettingsPageForm<z.output<typeof scriptsSchema>> = {
  page: "scripts",
  fields: ["scripts"],
  schema: scriptsSchema,
  write: saveCustomization,
};

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Scripts and cookies", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, shown } = await loadSettings(context, FORM);
  const domains = await listDomains(context.get(servicesContext).store.read, org.id);
  return {
    shown,
    hosts: domains.filter(({ verifiedAt }) => verifiedAt !== null).map(({ host }) => host),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, FORM);
}

const PROVIDERS = [
  { value: "onetrust", label: "OneTrust" },
  { value: "cookiebot", label: "Cookiebot" },
  { value: "hubspot", label: "HubSpot" },
  { value: "dropbox", label: "Dropbox" },
  { value: "paypal", label: "PayPal" },
];

export default function ScriptSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { hosts } = loaderData;
  return (
    <>
      <SettingsHead title="Scripts and cookies">
        {hosts.length === 0 ? (
          <>
            Third-party services only run on your own domain, and your portal has none. Nothing
            below is loaded until you{" "}
            <Link to="/settings/domain" className="text-accent underline">
              set up a domain
            </Link>
            .
          </>
        ) : (
          <>
            Third-party services your portal loads on {hosts.join(" and ")} after a visitor
            consents. They never load on other hosts, on sign-in pages, forms or documents, or for
            signed-in members.
          </>
        )}
      </SettingsHead>
      <SettingsForm shown={loaderData.shown} answer={actionData}>
        <SettingsGroup title="Scripts">
          <TextSetting
            name="scripts.hubspot"
            label="HubSpot script"
            hint="Such as https://js.hs-scripts.com/12345.js."
            inputMode="url"
            maxLength={200}
          />
          <TextSetting
            name="scripts.google_ua"
            label="Google Analytics (UA)"
            hint="Such as UA-12345-1."
            maxLength={40}
          />
          <TextSetting
            name="scripts.gtag"
            label="Google tag"
            hint="Such as G-ABC1234567."
            maxLength={40}
          />
          <TextSetting
            name="scripts.gtm_id"
            label="Google Tag Manager"
            hint="Such as GTM-ABC123."
            maxLength={40}
          />
          <TextSetting
            name="scripts.intercom_id"
            label="Intercom"
            hint="The app id."
            maxLength={40}
          />
        </SettingsGroup>
        <SettingsGroup title="Cookie banner">
          <BoxSetting
            name="scripts.cookie_banner.show"
            label="Use a third-party cookie banner"
            hint="When off, or if the banner doesn’t load, the portal’s own notice asks."
          />
          <SelectSetting name="scripts.cookie_banner.type" label="Provider" options={PROVIDERS} />
          <BoxSetting
            name="scripts.cookie_banner.showDeclaration"
            label="Show the cookie declaration"
            hint="A list of the services for visitors, from the end of each page."
          />
          <BoxSetting
            name="scripts.cookie_banner.auto_block_enabled"
            label="Let the banner block other scripts"
            hint="OneTrust and Cookiebot. The services above wait for consent anyway."
          />
          <TextSetting
            name="scripts.cookie_banner.cbid"
            label="Domain group id"
            hint="Cookiebot."
            maxLength={40}
          />
          <TextSetting
            name="scripts.cookie_banner.cookie_domain"
            label="Cookie domain"
            hint="OneTrust’s domain script id, or the domain of the consent for Dropbox and PayPal."
            maxLength={253}
          />
          <TextSetting
            name="scripts.cookie_banner.tenant_name"
            label="Tenant name"
            hint="Dropbox and PayPal."
            maxLength={60}
          />
          <TextSetting
            name="scripts.cookie_banner.cookie_script_path"
            label="Address of the banner’s script"
            hint="In place of the provider’s usual one: an https address, or a path there. Dropbox and PayPal need one."
            maxLength={400}
          />
          <TextSetting
            name="scripts.cookie_banner.gtm_id"
            label="Google Tag Manager of the banner"
            hint="Such as GTM-ABC123. It comes with the banner, with storage denied until there is consent."
            maxLength={40}
          />
        </SettingsGroup>
      </SettingsForm>
    </>
  );
}
