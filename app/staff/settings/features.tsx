import type { Route } from "./+types/features";
import { switchFeature, updateCustomization } from "../../../db/customizations.ts";
import { hasFeature } from "../../../db/orgs.ts";
import { FEATURES } from "../../domain/customization.ts";
import { pageTitle } from "../../domain/page-title.ts";
import { FEATURE_WORDS, featuresSchema } from "../../domain/settings/features.ts";
import { formFailed } from "../../middleware/form.ts";
import { requireStaff } from "../../middleware/staff.ts";
import { BoxSetting, SettingsForm, SettingsGroup, SettingsHead } from "./form.tsx";
import { saveSettings } from "./save.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Features", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const on = Object.fromEntries(FEATURES.map((feature) => [feature, hasFeature(org, feature)]));
  return { failed: formFailed(context), stored: { ...on, multiProductTooltip: org.customization.multiProductTooltip } };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings(
    { request, context },
    {
      page: "features",
      schema: featuresSchema,
      async write(trx, { multiProductTooltip, ...wanted }, { org, now }) {
        for (const feature of FEATURES) if (hasFeature(org, feature) !== wanted[feature]) await switchFeature(trx, org.id, feature, wanted[feature], now);
        await updateCustomization(trx, org.id, { multiProductTooltip }, now);
      },
    },
  );
}

export default function FeatureSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <SettingsHead title="Features">You have them all. What you switch off is not offered any more; nothing that was made with it is lost.</SettingsHead>
      <SettingsForm stored={loaderData.stored} result={actionData?.result ?? null}>
        <SettingsGroup title="Switches">
          {FEATURES.map((feature) => (
            <BoxSetting key={feature} name={feature} {...FEATURE_WORDS[feature]} />
          ))}
          <BoxSetting name="multiProductTooltip" label="Tooltip at the list of products" hint="A word about it, on your own view of the portal alone." />
        </SettingsGroup>
      </SettingsForm>
    </>
  );
}
