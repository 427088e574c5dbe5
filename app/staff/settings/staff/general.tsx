import type { Route } from "./+types/general";
import { pageTitle } from "#values/page-title.ts";
import { timeZoneOptions } from "#values/time-zones.ts";
import {
  AreaSetting,
  BoxSetting,
  SelectSetting,
  SettingsForm,
  SettingsGroup,
  SettingsHead,
  TextSetting,
} from "./setting-form.tsx";
import { SETTINGS_FORMS } from "./page-forms.ts";
import { loadSettings, saveSettings } from "./save.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("General settings", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, shown } = await loadSettings(context, SETTINGS_FORMS.general);
  return { shown, zones: timeZoneOptions(org.timeZone) };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, SETTINGS_FORMS.general);
}

export default function GeneralSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <SettingsHead title="General" />
      <SettingsForm shown={loaderData.shown} answer={actionData}>
        <SettingsGroup title="Organization">
          <TextSetting name="orgName" label="Name" />
          <TextSetting
            name="websiteUrl"
            label="Website"
            hint="The portal’s logo links to it."
            inputMode="url"
          />
          <SelectSetting
            name="timeZone"
            label="Time zone"
            hint="Dates and times are shown in this time zone. Dates end at midnight in this time zone."
            options={loaderData.zones}
          />
        </SettingsGroup>
        <SettingsGroup title="Portal">
          <TextSetting
            name="portalTitle"
            label="Portal title"
            hint="Such as Trust Center. Max 24 characters."
          />
          <BoxSetting name="showPortalTitle" label="Show the title next to the logo" />
          <AreaSetting
            name="description"
            label="Description"
            hint="For search engines and link previews. Leave empty to use a standard sentence with your organization’s name."
            rows={3}
          />
          <TextSetting
            name="guideUrl"
            label="Guide URL"
            hint="Optional. Linked from the members’ account menu."
            inputMode="url"
          />
        </SettingsGroup>
      </SettingsForm>
    </>
  );
}
