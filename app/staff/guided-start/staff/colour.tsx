import type * as z from "zod";
import type { Route } from "./+types/colour";
import { pathAfter } from "#model/guided-start.ts";
import { logoColours } from "#staff/settings/logo-colours.server.ts";
import { servicesContext } from "#platform/context.ts";
import { colourSchema } from "#company/settings/rules/first-steps.ts";
import { colourWords, withLogoColour } from "#company/settings/rules/settings-forms.ts";
import { ColourSetting } from "#staff/settings/staff/colour-setting.tsx";
import { SettingsForm, SettingsGroup } from "#staff/settings/staff/setting-form.tsx";
import {
  loadSettings,
  saveCustomization,
  saveSettings,
  type SettingsPageForm,
} from "#staff/settings/staff/save.ts";
import { Step, stepTitle } from "./step.tsx";

const FORM: SettingsPageForm<z.output<typeof colourSchema>> = {
  page: "look",
  leadsTo: pathAfter("colour"),
  fields: ["accentColour"],
  schema: withLogoColour(colourSchema),
  write: saveCustomization,
  note: ({ accentColour }) => colourWords(accentColour),
};

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: stepTitle("colour", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, shown } = await loadSettings(context, FORM);
  return {
    shown,
    colour: org.customization.accentColour,
    proposed: await logoColours(context.get(servicesContext), org),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, FORM);
}

export default function ColourStep({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Step
      step="colour"
      title="Choose your color"
      about="Used for buttons, links and badges. Where a link would be hard to read, we use a darker or lighter tone."
    >
      <SettingsForm shown={loaderData.shown} answer={actionData} submit="Save and continue">
        <SettingsGroup title="Color">
          <ColourSetting stored={loaderData.colour} proposed={loaderData.proposed} />
        </SettingsGroup>
      </SettingsForm>
    </Step>
  );
}
