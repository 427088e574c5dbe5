import type * as z from "zod";
import type { Route } from "./+types/access-level";
import { pathAfter } from "#model/setup-guide.ts";
import { accessLevelSchema } from "#company/settings/rules/first-steps.ts";
import { LEVEL_WORDS } from "#company/settings/rules/settings-forms.ts";
import { RadioSetting, SettingsForm, SettingsGroup } from "#staff/settings/staff/setting-form.tsx";
import { LevelTables } from "#staff/settings/staff/level-tables.tsx";
import {
  loadSettings,
  saveCustomization,
  saveSettings,
  type SettingsPageForm,
} from "#staff/settings/staff/save.ts";
import { Step, stepTitle } from "./step.tsx";

const FORM: SettingsPageForm<z.output<typeof accessLevelSchema>> = {
  page: "visitors",
  leadsTo: pathAfter("access"),
  fields: ["publicAccessLevel"],
  schema: accessLevelSchema,
  write: saveCustomization,
};

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: stepTitle("access", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, shown } = await loadSettings(context, FORM);
  return { shown, current: org.customization.publicAccessLevel };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, FORM);
}

export default function AccessLevelStep({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Step
      step="access"
      title="What can anyone see?"
      about="Files that are not public stay locked at every level. You can change this at any time, and it applies immediately."
    >
      <SettingsForm shown={loaderData.shown} answer={actionData} submit="Save and continue">
        <SettingsGroup
          title="Access level"
          about="The public cards are Overview, Certifications, Trusted by, Security grades and Subprocessors."
        >
          <RadioSetting name="publicAccessLevel" label="Visitors read" choices={LEVEL_WORDS} />
        </SettingsGroup>
      </SettingsForm>
      <LevelTables current={loaderData.current} closed />
    </Step>
  );
}
