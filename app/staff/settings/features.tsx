import type * as z from "zod";
import type { Route } from "./+types/features";
import { switchFeature, updateCustomization } from "../../../db/customizations.ts";
import { hasFeature } from "../../../db/orgs.ts";
import { FEATURES } from "../../domain/customization.ts";
import { pageTitle } from "../../domain/page-title.ts";
import { FEATURE_WORDS, featuresSchema } from "../../domain/settings/features.ts";
import { BoxSetting, SettingsForm, SettingsGroup, SettingsHead } from "./form.tsx";
import { loadSettings, saveSettings, type SettingsPageForm } from "./save.ts";

const FORM: SettingsPageForm<z.output<typeof featuresSchema>> = {
  page: "features",
  fields: [...FEATURES, "multiProductTooltip"],
  schema: featuresSchema,
  async write(trx, { multiProductTooltip, ...wanted }, { org, now }) {
    for (const feature of FEATURES)
      if (hasFeature(org, feature) !== wanted[feature])
        await switchFeature(trx, org.id, feature, wanted[feature], now);
    await updateCustomization(trx, org.id, { multiProductTooltip }, now);
  },
};

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Features", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  return { shown: (await loadSettings(context, FORM)).shown };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, FORM);
}

export default function FeatureSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <SettingsHead title="Features">
        You have them all. What you switch off is not offered any more; nothing that was made with
        it is lost.
      </SettingsHead>
      <SettingsForm shown={loaderData.shown} answer={actionData}>
        <SettingsGroup title="Switches">
          {FEATURES.map((feature) => (
            <BoxSetting key={feature} name={feature} {...FEATURE_WORDS[feature]} />
          ))}
          <BoxSetting
            name="multiProductTooltip"
            label="Tooltip at the list of products"
            hint="A word about it, on your own view of the portal alone."
          />
        </SettingsGroup>
      </SettingsForm>
    </>
  );
}
