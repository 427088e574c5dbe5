import type { Route } from "./+types/visitors";
import { pageTitle } from "#values/page-title.ts";
import { LEVEL_WORDS } from "#company/settings/rules/settings-forms.ts";
import { LevelTables } from "./level-tables.tsx";
import {
  BoxSetting,
  RadioSetting,
  SettingsForm,
  SettingsGroup,
  SettingsHead,
} from "./setting-form.tsx";
import { SETTINGS_FORMS } from "./page-forms.ts";
import { loadSettings, saveSettings } from "./save.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Visitors", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, shown } = await loadSettings(context, SETTINGS_FORMS.visitors);
  return { shown, current: org.customization.publicAccessLevel };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, SETTINGS_FORMS.visitors);
}

export default function VisitorSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { current } = loaderData;
  return (
    <>
      <SettingsHead title="Visitors" />
      <SettingsForm shown={loaderData.shown} answer={actionData}>
        <SettingsGroup
          title="Access level"
          about="What visitors see without signing in. The public cards are Overview, Certifications, Trusted by, Security grades and Subprocessors."
        >
          <RadioSetting name="publicAccessLevel" label="Visitors read" choices={LEVEL_WORDS} />
        </SettingsGroup>
        <SettingsGroup title="Subscriptions and questions">
          <BoxSetting name="subscribeEnabled" label="Visitors can subscribe to trust updates" />
          <BoxSetting
            name="commentsEnabled"
            label="Members can ask questions on items"
            hint="Adds a conversation between the account and your team below each item."
          />
        </SettingsGroup>
      </SettingsForm>
      <LevelTables current={current} />
    </>
  );
}
