import type * as z from "zod";
import type { Route } from "./+types/staff.name";
import { updateCustomization } from "../settings/store/customizations.server.ts";
import { updateOrg } from "../orgs/store/org-changes.server.ts";
import { pathAfter } from "./rules.ts";
import { nameSchema } from "../settings/rules/first-steps.ts";
import { timeZoneOptions } from "../../values/time-zones.ts";
import {
  SelectSetting,
  SettingsForm,
  SettingsGroup,
  TextSetting,
} from "../settings/staff/setting-form.tsx";
import { loadSettings, saveSettings, type SettingsPageForm } from "../settings/staff/save.ts";
import { Step, stepTitle } from "./staff.step.tsx";

const FORM: SettingsPageForm<z.output<typeof nameSchema>> = {
  page: "general",
  leadsTo: pathAfter("name"),
  fields: ["orgName", "websiteUrl", "timeZone", "portalTitle"],
  schema: nameSchema,
  async write(trx, { orgName, websiteUrl, timeZone, portalTitle }, { org, now }) {
    await updateOrg(trx, org.id, { name: orgName, websiteUrl, timeZone });
    await updateCustomization(trx, org.id, { portalTitle }, now);
  },
};

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: stepTitle("name", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, shown } = await loadSettings(context, FORM);
  return { shown, zones: timeZoneOptions(org.timeZone) };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, FORM);
}

export default function NameStep({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Step
      step="name"
      title="What is it called?"
      about="Your name and the portal’s title appear at the top of every page and in every email."
    >
      <SettingsForm shown={loaderData.shown} answer={actionData} submit="Save and continue">
        <SettingsGroup title="Names">
          <TextSetting name="orgName" label="Name of your organization" />
          <TextSetting
            name="portalTitle"
            label="Portal title"
            hint="Such as Trust Center. Max 24 characters."
          />
          <TextSetting
            name="websiteUrl"
            label="Website"
            hint="Where the logo on the portal leads."
            inputMode="url"
          />
          <SelectSetting
            name="timeZone"
            label="Time zone"
            hint="Dates and times on the portal are shown in it."
            options={loaderData.zones}
          />
        </SettingsGroup>
      </SettingsForm>
    </Step>
  );
}
