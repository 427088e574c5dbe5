import type * as z from "zod";
import type { Route } from "./+types/scripts";
import { pageTitle } from "../../domain/page-title.ts";
import { scriptsSchema } from "../../domain/settings/scripts.ts";
import {
  BoxSetting,
  SelectSetting,
  SettingsForm,
  SettingsGroup,
  SettingsHead,
  TextSetting,
} from "./form.tsx";
import { loadSettings, saveCustomization, saveSettings, type SettingsPageForm } from "./save.ts";

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
  return { shown: (await loadSettings(context, FORM)).shown };
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
  return (
    <>
      <SettingsHead title="Scripts and cookies">
        These ids are kept and have no effect yet. Your portal loads no script of anybody else, it
        shows no cookie banner, and it asks for no consent.
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
          <BoxSetting name="scripts.cookie_banner.show" label="Show a cookie banner" />
          <SelectSetting name="scripts.cookie_banner.type" label="Provider" options={PROVIDERS} />
          <BoxSetting
            name="scripts.cookie_banner.showDeclaration"
            label="Show the cookie declaration"
          />
          <BoxSetting
            name="scripts.cookie_banner.auto_block_enabled"
            label="Block cookies until there is consent"
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
            hint="A domain such as example.com, or OneTrust’s domain script id."
            maxLength={253}
          />
          <TextSetting
            name="scripts.cookie_banner.tenant_name"
            label="Tenant name"
            maxLength={60}
          />
          <TextSetting
            name="scripts.cookie_banner.cookie_script_path"
            label="Address of the banner’s script"
            hint="An https address, or a path that begins with /."
            maxLength={400}
          />
          <TextSetting
            name="scripts.cookie_banner.gtm_id"
            label="Google Tag Manager of the banner"
            hint="Such as GTM-ABC123."
            maxLength={40}
          />
        </SettingsGroup>
      </SettingsForm>
    </>
  );
}
