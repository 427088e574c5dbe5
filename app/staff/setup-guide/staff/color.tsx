import type * as z from "zod";
import type { Route } from "./+types/color";
import { pathAfter } from "#model/setup-guide.ts";
import { logoColors } from "#staff/settings/logo-colors.server.ts";
import { servicesContext } from "#platform/context.ts";
import { colorSchema } from "#company/settings/rules/first-steps.ts";
import { colorWords, withLogoColor } from "#company/settings/rules/settings-forms.ts";
import { ColorSetting } from "#staff/settings/staff/color-setting.tsx";
import { SettingsForm, SettingsGroup } from "#staff/settings/staff/setting-form.tsx";
import {
  loadSettings,
  saveCustomization,
  saveSettings,
  type SettingsPageForm,
} from "#staff/settings/staff/save.ts";
import { Step, stepTitle } from "./step.tsx";

const FORM: SettingsPageForm<z.output<typeof colorSchema>> = {
  page: "look",
  leadsTo: pathAfter("color"),
  fields: ["accentColour"],
  schema: withLogoColor(colorSchema),
  write: saveCustomization,
  note: ({ accentColour }) => colorWords(accentColour),
};

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: stepTitle("color", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, shown } = await loadSettings(context, FORM);
  return {
    shown,
    color: org.customization.accentColour,
    proposed: await logoColors(context.get(servicesContext), org),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, FORM);
}

export default function ColorStep({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Step
      step="color"
      title="Choose your color"
      about="Used for buttons, links and badges. Where a link would be hard to read, we use a darker or lighter tone."
    >
      <SettingsForm shown={loaderData.shown} answer={actionData} submit="Save and continue">
        <SettingsGroup title="Color">
          <ColorSetting stored={loaderData.color} proposed={loaderData.proposed} />
        </SettingsGroup>
      </SettingsForm>
    </Step>
  );
}
